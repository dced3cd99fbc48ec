"""The part of games with acts by hand: a side may object to an act of another, and a judge says whether the
objection is right."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from modules.engine.requests import Judged, Tell
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import S


@dataclass(frozen=True, slots=True)
class ActShown:
    """An act by hand as it is shown: its number, its `author`, its text, the number of the rule that it names
    and `says`, one line of that rule, empty where the game gives none."""

    number: int
    author: str
    text: str
    rule: str
    says: str = ""


@dataclass(frozen=True, slots=True)
class ObjectionShown:
    """An objection that is open: to which act, by which side, and why."""

    act: ActShown
    by: str
    why: str


class ObjectionRules(MailRules[S]):
    """Rules by which some acts are the players' own."""

    @abstractmethod
    def under_referee(self) -> Self:
        """These rules for a game whose referee is the judge. Without a referee the other players are."""

    @abstractmethod
    def judge(self, state: S, said: Judged) -> Sequence[Tell]:
        """Change a state as the judge of an objection says, and tell it. Raises Illegal, with nothing
        changed, where no objection to that act is open."""

    @abstractmethod
    def find_objections(self, state: S) -> Sequence[ObjectionShown]:
        """The objections that are open."""

    @abstractmethod
    def find_contestable(self, state: S, side: str) -> Sequence[ActShown]:
        """The acts to which a side may object in its next orders."""
