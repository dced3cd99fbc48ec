"""Facing: which hexsides are front, flank and rear of a piece that looks at a side or at a vertex.

A piece that looks at a side has 1 hexside straight ahead and 1 straight behind; one that looks at a vertex
has 2 and 2. How many count as front is the game's choice (`spread`). Sides and vertices are numbered as in
`HexGrid`: clockwise on the sheet, vertex i between sides i and i+1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from modules.geometry.hexgrid import HexGrid

Arc = Literal["front", "flank", "rear"]


@dataclass(frozen=True, slots=True)
class Facing:
    """Where a piece looks: toward side or vertex 0-5.

    >>> ahead = Facing("vertex", 0)
    >>> ahead.front(), ahead.rear()
    ((0, 1), (3, 4))
    >>> ahead.arc(5)
    'flank'
    >>> ahead.turned(2)
    Facing(toward='vertex', index=2)
    """

    toward: Literal["side", "vertex"]
    index: int

    def turned(self, steps: int) -> Facing:
        """Turned by so many sixths of a circle, clockwise; counter-clockwise when negative."""
        return Facing(self.toward, (self.index + steps) % 6)

    def front(self, spread: int = 0) -> tuple[int, ...]:
        """The front hexsides, anticlockwise to clockwise: 1 or 2 ahead and `spread` more on either hand."""
        first, last = (self.index, self.index) if self.toward == "side" else (self.index, self.index + 1)
        return tuple(side % 6 for side in range(first - spread, last + spread + 1))

    def rear(self, spread: int = 0) -> tuple[int, ...]:
        """The rear hexsides: those opposite to the front of that spread."""
        return tuple((side + 3) % 6 for side in self.front(spread))

    def arc(self, side: int, front: int = 0, rear: int = 0) -> Arc:
        """In which arc a hexside lies, for these spreads of front and rear."""
        if side % 6 in self.front(front):
            return "front"
        return "rear" if side % 6 in self.rear(rear) else "flank"

    def bearing(self, grid: HexGrid) -> int:
        """Degrees clockwise from the top of the sheet."""
        to_side = (0 if grid.flat_top else 30) + 60 * self.index
        return (to_side + (30 if self.toward == "vertex" else 0)) % 360


def arc_from(
    grid: HexGrid, place: str, facing: Facing, other: str, front: int = 0, rear: int = 0
) -> Arc | None:
    """In which arc of a piece in `place` an adjacent hex lies; None where it is not adjacent."""
    side = grid.side_toward(place, other)
    return None if side is None else facing.arc(side, front, rear)
