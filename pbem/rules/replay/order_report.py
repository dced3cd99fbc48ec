"""What an entry came to under the rules, told in the order in which it happened; and the answers that
the game took, one after another.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from modules.engine.requests import Answer, Request, Tell
from modules.engine.rules.view_rules import ViewRules
from pbem.log.due_rolls import Due, Given
from pbem.log.lazy_list import LazyList
from pbem.rules.replay.simultaneous_decision import OpenedOrder
from pbem.rules.replay.standing_answers import StandingAnswer

PLACE_FACTS: Final = ("Turn", "Phase")
"""What games call the facts that tell how far they have come."""


def name_turn(rules: ViewRules[Any], state: Any) -> tuple[str, str]:
    """Turn and phase of a state in the game's words, such as `2 of 10` and `Vikings: Combat`; empty where a
    game has none."""
    facts = dict(rules.summary(state))
    turn, phase = (facts.get(name, "") for name in PLACE_FACTS)
    return turn, phase


def format_turn(rules: ViewRules[Any], state: Any) -> str:
    """The same in a line: `Turn 2 of 10, Vikings: Combat`."""
    turn, phase = name_turn(rules, state)
    return ", ".join(filter(None, (turn and f"Turn {turn}", phase)))


@dataclass(frozen=True, slots=True)
class UsedLine:
    """A line of an order that was carried out."""

    line: str


@dataclass(frozen=True, slots=True)
class EffectReport:
    """What all may know of a closed decision. `own`: its seat is the author of the entry, whose lines may
    have said it; else its standing orders did, or for a seat that was `absent` these or the game's
    default."""

    seat: str
    text: str
    own: bool = True
    absent: bool = False


@dataclass(frozen=True, slots=True)
class RollResult:
    """A roll with its values, cards shown with their numbers, or what was shuffled or dealt unseen."""

    due: Due
    values: Given


@dataclass(frozen=True, slots=True)
class TakenAnswer:
    """An answer that the game took in entry `seq`, to this request; `told` is how the account tells of it."""

    seq: int
    request: Request
    answer: Answer
    told: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class LineStop:
    """Where the answer to order `seq` of `author` used no more of his lines, although `line` was legal."""

    seq: int
    author: str
    line: str


@dataclass(frozen=True, slots=True)
class SpentLine:
    """A closed line that was nothing: what it would have ended had just ended by itself."""

    line: str


@dataclass(frozen=True, slots=True)
class SettledFacts:
    """Facts that changed counters or numbers, by agreement of all."""

    facts: tuple[str, ...]


Told: TypeAlias = (
    UsedLine | EffectReport | RollResult | StandingAnswer | OpenedOrder | SettledFacts | SpentLine
)


@dataclass(slots=True)
class OrderReport:
    """What one entry came to, in the order in which it happened.

    `applied` lines were used, `closed` of them from those that the order does not show. `dropped` are the
    others and `why` says what ended the use, for who may know them alone (`Table.accounts`). `headings` say
    where in the story a phase begins: the index of its first item, and the phase in words.
    """

    seq: int
    author: str
    type: str
    applied: int = 0
    closed: int = 0
    dropped: tuple[str, ...] = ()
    why: str = ""
    story: list[Told | Tell] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)

    def add_heading(self, words: str) -> None:
        """Note that what is told from here on belongs to this phase."""
        if words and (not self.headings or self.headings[-1][1] != words):
            self.headings.append((len(self.story), words))


@dataclass(slots=True)
class Stories:
    """What was told of entries, by their numbers, in the order in which they were first told of."""

    pages: LazyList[tuple[int, list[Told | Tell]]] = field(default_factory=LazyList)
    _found: dict[int, int] = field(default_factory=dict)
    """Where an entry's page is."""

    def open_page(self, seq: int) -> list[Told | Tell]:
        """The page of an entry, to be written on."""
        at = self._found.setdefault(seq, len(self.pages))
        if at == len(self.pages):
            self.pages.append((seq, []))
        return self.pages[at][1]

    def has_page(self, seq: int) -> bool:
        """Whether anything was to be told of an entry."""
        return seq in self._found

    def read_page(self, seq: int) -> list[Told | Tell]:
        """What was told of an entry."""
        return self.open_page(seq) if self.has_page(seq) else []
