"""What lies where on a free table, as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from modules.engine.rules.play_rules import Outcome

LOST: Final = "lost"
"""Where counters lie that are out of play."""
RESERVE: Final = "reserve"
"""Where counters lie that have not come into play."""
ENTERING: Final = "entering"
"""Where counters lie that come later from beside the map."""
BESIDE: Final = (LOST, RESERVE, ENTERING)
PILE, DISCARD = "pile", "discard"
"""Where the cards of a pack lie that are left in it, and those that were drawn."""
SETUP: Final = "setup"


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
class Pack:
    """A pack of open cards by their numbers: those `left` in it, and those that were drawn, in that order."""

    left: tuple[int, ...]
    drawn: tuple[int, ...] = ()


@dataclass(slots=True)
class TableState:
    """A game at a free table. `stacks`: the counters in each place, the lowest first; `faces`: what counters
    show that are not fresh; `undoable`: what the last acts of the side that decides have changed, in
    their order; `acts`: how many acts there were; `called`: the side that acts in another's phase."""

    turn: int
    phase: str
    active: str
    stacks: dict[str, tuple[str, ...]]
    packs: dict[str, Pack] = field(default_factory=dict)
    faces: dict[str, Face] = field(default_factory=dict)
    at: dict[str, str] = field(default_factory=dict)
    undoable: tuple[Lie, ...] = ()
    acts: int = 0
    rolls: int = 0
    called: str = ""
    outcome: Outcome | None = None

    def copy(self) -> TableState:
        """An independent state that is equal."""
        return replace(
            self, stacks=dict(self.stacks), packs=dict(self.packs), faces=dict(self.faces), at=dict(self.at)
        )

    def face(self, counter: str) -> Face:
        """What a counter shows."""
        return self.faces.get(counter, FRESH)

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
