"""Follows the pieces of a game from one position to the next, so that each keeps its number.

A piece that everybody knows is told by its name. Of pieces that look alike to the viewer, such as cards that
lie face down, each that lies where one lay before is that one, and a side's only one that is new is its only
one that is missed. All others get numbers that nobody has had a moment before: a page that moves pieces
by their numbers then tells nothing that its viewer does not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from modules.engine.position import PlacedCounter

Kind = tuple[str, str, tuple[str, ...]]
"""What a piece is to the viewer: its name, its side, and of markers by themselves which they are."""


def kind_of(placed: PlacedCounter) -> Kind:
    """The kind of a piece, which stays the same as long as its viewer knows it so."""
    return placed.counter, placed.side, placed.markers if placed.lone else ()


@dataclass(slots=True)
class PieceNumbers:
    """The numbers of pieces, counted from 0 in the order in which they were first seen."""

    kinds: list[Kind] = field(default_factory=list)
    _by_kind: dict[Kind, list[int]] = field(default_factory=dict)
    _lying: dict[int, PlacedCounter] = field(default_factory=dict)

    def follow(self, placed: Sequence[PlacedCounter]) -> list[int]:
        """The number of each piece of the next position."""
        before: dict[Kind, list[int]] = {}
        for number in self._lying:
            before.setdefault(self.kinds[number], []).append(number)
        waiting: dict[Kind, list[int]] = {}
        for at, each in enumerate(placed):
            waiting.setdefault(kind_of(each), []).append(at)
        found: dict[int, int] = {}
        for kind, ats in waiting.items():
            found |= self._match(kind, ats, before.get(kind, []), placed)
        numbers = [found[at] for at in range(len(placed))]
        self._lying = dict(zip(numbers, placed, strict=True))
        return numbers

    def copy(self) -> PieceNumbers:
        """The same numbers, which go on by themselves."""
        by_kind = {kind: [*numbers] for kind, numbers in self._by_kind.items()}
        return PieceNumbers([*self.kinds], by_kind, dict(self._lying))

    def find(self, counter: str, side: str, place: str) -> int:
        """The number of the piece that lies in a place; -1 where several may be meant, or none is there."""
        found = [
            number
            for number, each in self._lying.items()
            if (each.counter, each.side, each.place) == (counter, side, place)
        ]
        return found[0] if counter and len(found) == 1 else -1

    def _match(
        self, kind: Kind, ats: Sequence[int], before: list[int], placed: Sequence[PlacedCounter]
    ) -> dict[int, int]:
        """The numbers of the pieces of a kind, which are those of `placed` at these indices."""
        found, left = dict[int, int](), list(ats)
        for same in (_is_equal, _is_there):
            for at in tuple(left):
                number = next((n for n in before if same(self._lying[n], placed[at])), None)
                if number is not None:
                    found[at] = number
                    before.remove(number)
                    left.remove(at)
        if kind[0] or len(before) == len(left) == 1:
            for at, number in zip(tuple(left), before, strict=False):
                found[at] = number
                left.remove(at)
        free = [number for number in self._by_kind.get(kind, ()) if number not in self._lying]
        for at in left:
            found[at] = free.pop(0) if free else self._new(kind)
        return found

    def _new(self, kind: Kind) -> int:
        self.kinds.append(kind)
        self._by_kind.setdefault(kind, []).append(len(self.kinds) - 1)
        return len(self.kinds) - 1


def _is_equal(before: PlacedCounter, now: PlacedCounter) -> bool:
    return before == now


def _is_there(before: PlacedCounter, now: PlacedCounter) -> bool:
    return before.place == now.place
