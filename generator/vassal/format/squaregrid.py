"""Where VASSAL must lay its rectangular grids so that they name every square as the rules do.

A square is named by its column and its row, one digit each: `35`. Columns that lie apart from others need a
grid of their own, whose first column has another number. As for hexes, VASSAL's arithmetic is
repeated, so that a save can hold exactly the pixels to which VASSAL itself would snap.

Sources: `map/boardPicker/board/SquareGrid.java` (`snapTo`), `mapgrid/SquareGridNumbering.java` and
`RegularGridNumbering.java` of VASSAL 3.7.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor

from generator.vassal.format.errors import GeometryError
from modules.amounts import count_noun

_LEAST = 4.0
_DIGIT = 9


@dataclass(frozen=True)
class SquareGridPlacement:
    """VASSAL's grid for columns side by side: `first_column` is the left one's number, rows count from 1.

    `first_x`, `first_y`: where a piece stands in the first column's first square; `width`, `height`: of a
    square. All in px of the board's image. Raises GeometryError for squares that VASSAL could not tell apart.
    """

    columns: int
    rows: int
    first_x: float
    first_y: float
    width: float
    height: float
    first_column: int = 1

    def __post_init__(self) -> None:
        first, last = self.first_column, self.first_column + self.columns - 1
        if not (1 <= first <= last <= _DIGIT and 1 <= self.rows <= _DIGIT):
            raise GeometryError(
                f"columns {first} to {last}, {count_noun(self.rows, 'row')}: one digit each, from 1 up"
            )
        if min(self.width, self.height) < _LEAST:
            raise GeometryError(f"squares of {self.width} by {self.height} px are too small")
        if min(self.x0, self.y0) < 0:
            raise GeometryError("the first square's centre is off the board")

    @property
    def x0(self) -> int:
        """Where VASSAL's first column has its middle."""
        return floor(self.first_x + 0.5)

    @property
    def y0(self) -> int:
        """Where VASSAL's first row has its middle."""
        return floor(self.first_y + 0.5)

    def centre(self, square: str) -> tuple[int, int]:
        """The px to which VASSAL snaps a piece in a square. Raises GeometryError for one off the board."""
        if not self.contains(square):
            raise GeometryError(f"{square!r} is not a square of this grid")
        column, row = int(square[0]) - self.first_column, int(square[1]) - 1
        return self.x0 + floor(column * self.width + 0.5), self.y0 + floor(row * self.height + 0.5)

    def contains(self, place: str) -> bool:
        """Whether a place is a square of the board."""
        if len(place) != 2 or not place.isdecimal():
            return False
        return 0 <= int(place[0]) - self.first_column < self.columns and 1 <= int(place[1]) <= self.rows

    def name(self, x: int, y: int) -> str:
        """VASSAL's grid location at a px, which within the board is the square's name."""
        column = floor((x - self.x0) / self.width + 0.5)
        row = int((y - self.y0) / self.height + 0.5)
        return f"{column + self.first_column}{row + 1}"

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of the squares as VASSAL has them."""
        left, top = self.x0 - self.width / 2, self.y0 - self.height / 2
        right, bottom = left + self.columns * self.width, top + self.rows * self.height
        return ceil(left), ceil(top), floor(right), floor(bottom)

    def grid_attributes(self) -> dict[str, str]:
        """The attributes of SquareGrid that place it."""
        return {"x0": str(self.x0), "y0": str(self.y0), "dx": repr(self.width), "dy": repr(self.height)}

    def numbering_attributes(self) -> dict[str, str | bool]:
        """The attributes of SquareGridNumbering that name the squares."""
        return {
            "first": "H", "sep": "", "hType": "N", "vType": "N", "hLeading": "0", "vLeading": "0",
            "hOff": str(self.first_column), "vOff": "1", "hDescend": False, "vDescend": False,
            "locationFormat": "$gridLocation$",
        }  # fmt: skip
