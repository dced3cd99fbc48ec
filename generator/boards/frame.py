"""Where squares, sectors and leaders' places lie on a picture of a board, in mm.

Columns of one sector touch; between sectors lies a gap. Above and below the squares each side has a place in
every sector for its leader and for what is marked on the sector.
"""

from __future__ import annotations

from functools import cached_property

from generator.drawing.figures import Box
from generator.drawing.svg import Point
from modules.definition.formats.boards import BoardFile, Sector

CELL_MM = (96.0, 74.0)
"""A square holds a card of poker size, its long side across, and room for the square's id below it."""

CARD_SHARE = 0.926
"""A card's width as a share of its square's."""

_GAP = 0.08
_PLACE = 0.36
"""The gap between sectors, in widths of a square; the height of the leaders' places, in its heights."""


class UnknownSquareError(KeyError):
    """A square, sector or side that a board does not have; the message names it."""

    def __str__(self) -> str:
        return str(self.args[0])


class SquareFrame:
    """A board of squares at a size: squares of `cell` mm, the leaders' places included, from (left, top)."""

    def __init__(
        self,
        board: BoardFile,
        cell: tuple[float, float] = CELL_MM,
        left: float = 0.0,
        top: float = 0.0,
    ) -> None:
        self.board, self.cell, self.left, self.top = board, cell, left, top
        self.gap = _GAP * cell[0]
        self.place_height = _PLACE * cell[1]

    @cached_property
    def squares(self) -> tuple[str, ...]:
        """The ids of all squares, row by row from the top."""
        grid = self.board.grid
        return tuple(f"{c}{r}" for r in range(1, grid.rows + 1) for c in range(1, grid.columns + 1))

    @cached_property
    def _sectors(self) -> list[Sector]:
        return list(self.board.sectors.values())

    @cached_property
    def _lefts(self) -> dict[int, float]:
        """Where each column begins."""
        found, x = {}, self.left
        ends = {max(sector.columns) for sector in self._sectors}
        for column in range(1, self.board.grid.columns + 1):
            found[column] = x
            x += self.cell[0] + (self.gap if column in ends else 0.0)
        return found

    @property
    def box(self) -> Box:
        """All squares and the leaders' places above and below them."""
        last = self.board.grid.columns
        wide = self._lefts[last] + self.cell[0] - self.left
        return Box(self.left, self.top, wide, self.board.grid.rows * self.cell[1] + 2 * self.place_height)

    @property
    def grid_box(self) -> Box:
        """The squares alone."""
        box = self.box
        return Box(box.x, box.y + self.place_height, box.width, box.height - 2 * self.place_height)

    def __contains__(self, place: object) -> bool:
        return place in self.squares

    def square(self, square: str) -> Box:
        """The box of a square. Raises UnknownSquareError."""
        if square not in self.squares:
            raise UnknownSquareError(f"board {self.board.board} has no square {square!r}")
        wide, tall = self.cell
        return Box(self._lefts[int(square[0])], self.row_top(int(square[1])), wide, tall)

    def row_top(self, row: int) -> float:
        """Where a row begins."""
        return self.top + self.place_height + (row - 1) * self.cell[1]

    def centre(self, square: str) -> Point:
        """The middle of a square. Raises UnknownSquareError."""
        return self.square(square).middle

    def card(self, square: str) -> Box:
        """Where a card lies in a square: in its middle across, a little above it down. Raises as `square`."""
        box = self.square(square)
        wide = CARD_SHARE * box.width
        tall = wide * 63.5 / 88.9
        inset = (box.width - wide) / 2
        return Box(box.x + inset, box.y + min(inset, (box.height - tall) / 2), wide, tall)

    def sector(self, name: str) -> Box:
        """All squares of a sector. Raises UnknownSquareError."""
        if name not in self.board.sectors:
            known = ", ".join(self.board.sectors)
            raise UnknownSquareError(f"board {self.board.board} has no sector {name!r}; it has {known}")
        columns, grid = self.board.sectors[name].columns, self.grid_box
        left = self._lefts[min(columns)]
        return Box(left, grid.y, self._lefts[max(columns)] + self.cell[0] - left, grid.height)

    def at_top(self, side: str) -> bool:
        """Whether a side's back row is nearer to the top. Raises UnknownSquareError."""
        if side not in self.board.homes:
            raise UnknownSquareError(f"board {self.board.board} has no home of {side!r}")
        return 2 * self.board.homes[side].rows[0] <= self.board.grid.rows

    def leader(self, side: str, sector: str) -> Box:
        """A side's place for its leader in a sector, behind its back row. Raises UnknownSquareError."""
        column = self.sector(sector)
        y = column.y - self.place_height if self.at_top(side) else column.y + column.height
        return Box(column.x, y, column.width, self.place_height)
