"""What lies where on a free table, as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from modules.engine.rules.play_rules import Outcome
from modules.free_table.hidden_cards import HiddenCards

LOST: Final = "lost"
"""Where counters lie that are out of play."""
RESERVE: Final = "reserve"
"""Where counters lie that have not come into play."""
ENTERING: Final = "entering"
"""Where counters lie that come later from beside the map."""
BESIDE: Final = (LOST, RESERVE, ENTERING)
EXITED: Final = "exited"
"""Where counters lie that have left the map, in a game with clauses that let them."""


@dataclass(frozen=True, slots=True)
class Face:
    """What a counter shows: its back, so many steps lost of a block, the point of the compass at which it
    looks, the markers on it."""

    back: bool = False
    steps_lost: int = 0
    toward: str = ""
    marks: tuple[str, ...] = ()


FRESH: Final = Face()


@dataclass(frozen=True, slots=True)
class Lie:
    """Where a counter lay, how many counters below it, and what it showed."""

    counter: str
    place: str
    level: int
    face: Face


@dataclass(frozen=True, slots=True)
class Tally:
    """How large a number of the game was."""

    name: str
    number: int


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack of open cards by their numbers: those `left` in it, and those that were drawn, in that order."""

    left: tuple[int, ...]
    drawn: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Deed:
    """An act to which sides may still object: its number, its author, the number of the rule that it names,
    its text, how its counter lay, or how large its number was, `before` and `after` it, how many `rolls`
    there had been, the sides to which an objection is `open_to`, and how many `dice` it rolls or draws by."""

    number: int
    author: str
    rule: str
    text: str
    before: Lie | Tally | None
    after: Lie | Tally | None
    rolls: int
    open_to: tuple[str, ...]
    dice: int = 0


@dataclass(frozen=True, slots=True)
class Objection:
    """An objection of a side to an act that waits for `judges`; none: for the referee."""

    deed: Deed
    by: str
    why: str
    judges: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CountedAct:
    """An act as the ledger of a game counts it: under which number, of which kind, whose, in whose phase, for
    which counters, and how often it counts."""

    rule: str
    kind: str
    side: str
    phase: str
    active: str
    counters: tuple[str, ...]
    amount: int


@dataclass(slots=True)
class TableState:
    """A game at a free table. `stacks`: the counters in each place, the lowest first; `faces`: what counters
    show that are not fresh; `tallies`: how large the numbers of the game are; `undoable`: what the last acts
    of the side that decides have changed, in their order; `acts`: how many acts there were, which is the
    number of the last one; `called`: the side that acts in another's phase; `hidden`: the packs of which
    hands are held; `deeds`: the acts that are not agreed to yet; `objections`: those that are open; `upheld`
    and `dismissed`: how many were. In a game with a ledger, `counted`: the acts of this turn; `unlisted`: how
    many acts it does not list."""

    turn: int
    phase: str
    active: str
    stacks: dict[str, tuple[str, ...]]
    packs: dict[str, Pack] = field(default_factory=dict)
    faces: dict[str, Face] = field(default_factory=dict)
    at: dict[str, str] = field(default_factory=dict)
    tallies: dict[str, int] = field(default_factory=dict)
    undoable: tuple[Lie | Tally, ...] = ()
    acts: int = 0
    rolls: int = 0
    called: str = ""
    deeds: tuple[Deed, ...] = ()
    objections: tuple[Objection, ...] = ()
    upheld: int = 0
    dismissed: int = 0
    hidden: HiddenCards = field(default_factory=HiddenCards)
    outcome: Outcome | None = None
    counted: tuple[CountedAct, ...] = ()
    unlisted: int = 0

    def copy(self) -> TableState:
        """An independent state that is equal."""
        return replace(
            self, stacks=dict(self.stacks), packs=dict(self.packs), faces=dict(self.faces), at=dict(self.at),
            tallies=dict(self.tallies),
        )  # fmt: skip

    def face(self, counter: str) -> Face:
        """What a counter shows."""
        return self.faces.get(counter, FRESH)

    def tell_act(self, told: str) -> str:
        """What is told of the last act, with its number; without one before the first act."""
        return f"act {self.acts}: {told}" if self.acts else told

    def lie(self, counter: str) -> Lie:
        """Where a counter lies now."""
        place = self.at[counter]
        return Lie(counter, place, self.stacks[place].index(counter), self.face(counter))

    def show(self, counter: str, face: Face) -> None:
        """Let a counter show a face."""
        if face == FRESH:
            self.faces.pop(counter, None)
        else:
            self.faces[counter] = face

    def put(self, counter: str, place: str, level: int | None = None) -> None:
        """Put a counter into a place: on top, or with so many below it, as far as there are so many."""
        self._take(counter)
        stack = self.stacks.get(place, ())
        at = len(stack) if level is None else min(level, len(stack))
        self.stacks[place] = (*stack[:at], counter, *stack[at:])
        self.at[counter] = place

    def _take(self, counter: str) -> None:
        place = self.at.pop(counter, None)
        if place is not None:
            left = tuple(each for each in self.stacks[place] if each != counter)
            if left:
                self.stacks[place] = left
            else:
                del self.stacks[place]

    def restore(self, lie: Lie) -> None:
        """Put a counter back as it lay."""
        self.put(lie.counter, lie.place, lie.level)
        self.show(lie.counter, lie.face)

    def lying(self) -> Iterator[tuple[str, str]]:
        """Every counter with its place: place by place in the order of their names, the lowest first."""
        for place in sorted(self.stacks):
            for counter in self.stacks[place]:
                yield counter, place
