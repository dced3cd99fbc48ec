"""The part that rule cases need: positions that are set up by hand, and described in the same words."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from modules.engine.rules.play_rules import S
from modules.engine.rules.view_rules import ViewRules


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A position to set up by hand: `units` maps counters to a place and states (`2019, disordered`),
    `facts` names numbers such as losses. What is not named is off the map or at its start."""

    turn: int
    phase: str
    active: str
    units: Mapping[str, str]
    facts: Mapping[str, int]


class ArrangementRules(ViewRules[S]):
    """Rules that can begin in the middle of a game."""

    @abstractmethod
    def arrange(self, asked: Arrangement) -> S:
        """A state set up by hand, in the middle of a game. Raises OrderError for what is not of this game,
        and for what play cannot reach."""

    @abstractmethod
    def describe(self, state: S, counter: str) -> str:
        """A counter's place and states in the words of an Arrangement."""

    def is_described(self, state: S, counter: str, said: str) -> bool:
        """Whether words are those for a counter; a game may let some of them be left out."""
        return said == self.describe(state, counter)
