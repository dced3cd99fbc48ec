"""Near: things on a map by where they lie, so that few are looked at for one point."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Generic, TypeVar

from generator.drawing.figures import Box
from generator.drawing.svg import Point

T = TypeVar("T")


class Near(Generic[T]):
    """Things and the boxes in which they lie, in squares of a `side` in mm."""

    def __init__(self, side: float, things: Iterable[tuple[T, Box]]) -> None:
        self.side = side
        self._squares: dict[tuple[int, int], list[T]] = {}
        for thing, box in things:
            left, top = self._square((box.x, box.y))
            right, bottom = self._square((box.x + box.width, box.y + box.height))
            for square in product(range(left, right + 1), range(top, bottom + 1)):
                self._squares.setdefault(square, []).append(thing)

    def to(self, point: Point) -> Sequence[T]:
        """All things whose boxes hold the point, and some beside it."""
        return self._squares.get(self._square(point), ())

    def _square(self, point: Point) -> tuple[int, int]:
        return int(point[0] // self.side), int(point[1] // self.side)


def around(point: Point, across: float, down: float) -> Box:
    """The box that reaches so far from a point to either side."""
    return Box(point[0] - across, point[1] - down, 2 * across, 2 * down)
