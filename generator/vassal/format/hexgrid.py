"""Where VASSAL must lay its hex grid so that it names every hex as the rules do.

VASSAL numbers raw columns and rows from its own origin; odd raw columns always lie half a hex further down
(further right on a pointy-top grid, where x and y swap). From a map's geometry this room finds the origin,
directions and offsets, and repeats VASSAL's truncating arithmetic, so that a save can hold exactly the
pixels to which VASSAL itself would snap.

Sources: `map/boardPicker/board/HexGrid.java` (`hexPointCenterFromRawIndex`, `getRawColumn`, `getRawRow`),
`mapgrid/HexGridNumbering.java` and `RegularGridNumbering.java` of VASSAL 3.7.
"""

from dataclasses import dataclass, field
from math import floor, sqrt
from typing import Literal

from generator.vassal.format.errors import GeometryError
from modules.amounts import count_noun

_SQRT3 = sqrt(3.0)


@dataclass(frozen=True)
class HexGeometry:
    """A map of regular hexes. Lengths are px of the board's image, y down.

    A *line* is a row of hexes that share flat sides: a column of a flat-top map, a row of a pointy-top map.
    Lines are numbered across (rightwards or downwards), cells along a line (downwards or rightwards); a
    direction of -1 turns the numbering round. An id is the line's number and the cell's, or the other way
    round if `line_first` is False.

    - `side`: from a hex's centre to its corner.
    - `first_x`, `first_y`: the centre of the hex that bears the first line and the first cell number.
    - `shifted`: which line numbers are moved half a hex, `shift_direction` +1 down (flat) or right (pointy).
    """

    orientation: Literal["flat", "pointy"]
    side: float
    first_x: float
    first_y: float
    lines: int
    cells: int
    board_width: int
    board_height: int
    shifted: Literal["even", "odd"] = "even"
    shift_direction: Literal[1, -1] = 1
    line_direction: Literal[1, -1] = 1
    cell_direction: Literal[1, -1] = 1
    first_line: int = 1
    first_cell: int = 1
    line_digits: int = 2
    cell_digits: int = 2
    separator: str = ""
    line_first: bool = True

    def __post_init__(self) -> None:
        if self.orientation not in ("flat", "pointy") or self.shifted not in ("even", "odd"):
            raise GeometryError(
                f"orientation {self.orientation!r} must be flat or pointy, shifted even or odd"
            )
        if not 2 <= self.side < 5000 or min(self.lines, self.cells, self.board_width, self.board_height) < 1:
            raise GeometryError(
                f"side {self.side} px, {count_noun(self.lines, 'line')}, "
                f"{count_noun(self.cells, 'cell')}: too few or too small"
            )
        if {self.shift_direction, self.line_direction, self.cell_direction} - {1, -1}:
            raise GeometryError("a direction must be 1 or -1")
        if min(self.first_line, self.first_cell) < 0 or min(self.line_digits, self.cell_digits) < 1:
            raise GeometryError("VASSAL prints neither negative numbers nor numbers without digits as we do")

        last = (self.first_line + self.lines - 1, self.first_cell + self.cells - 1)
        if not self.separator and any(map(_overflows, last, (self.line_digits, self.cell_digits))):
            raise GeometryError(f"line {last[0]} or cell {last[1]} has too many digits: give a separator")

    @property
    def line_pitch(self) -> float:
        """Between the centres of neighbouring lines: VASSAL's dx."""
        return 1.5 * self.side

    @property
    def cell_pitch(self) -> float:
        """Between the centres of neighbouring cells of a line: VASSAL's dy."""
        return _SQRT3 * self.side

    def contains(self, line: int, cell: int) -> bool:
        """Whether the numbers are those of a hex."""
        return 0 <= line - self.first_line < self.lines and 0 <= cell - self.first_cell < self.cells

    def hex_id(self, line: int, cell: int) -> str:
        """The id of a hex by its numbers, as in "0203"."""
        parts = [f"{line:0{self.line_digits}d}", f"{cell:0{self.cell_digits}d}"]
        return self.separator.join(parts if self.line_first else parts[::-1])

    def exact_centre(self, line: int, cell: int) -> tuple[float, float]:
        """The centre as drawn, not truncated."""
        across = (line - self.first_line) * self.line_direction * self.line_pitch
        shift = (self._is_shifted(line) - self._is_shifted(self.first_line)) * self.shift_direction
        along = ((cell - self.first_cell) * self.cell_direction + shift / 2) * self.cell_pitch
        if self.orientation == "flat":
            return self.first_x + across, self.first_y + along
        return self.first_x + along, self.first_y + across

    def lies_low(self, line: int) -> bool:
        """Whether the line is the half hex further down (flat) or right (pointy) of its neighbours."""
        return self._is_shifted(line) == (self.shift_direction == 1)

    def _is_shifted(self, line: int) -> bool:
        return (line % 2 == 0) == (self.shifted == "even")


@dataclass(frozen=True)
class HexGridPlacement:
    """VASSAL's grid for a map: attributes for the build file, and VASSAL's own centres and names."""

    geometry: HexGeometry
    x0: int = field(init=False)
    y0: int = field(init=False)

    def __post_init__(self) -> None:
        map_ = self.geometry
        x, y = map_.exact_centre(map_.first_line, map_.first_cell)
        across, along = (x, y) if map_.orientation == "flat" else (y, x)
        column, row = self._raw(map_.first_line, map_.first_cell)
        half = map_.cell_pitch / 2 if column % 2 else 0.0
        columns = [self._raw(map_.first_line + i, map_.first_cell)[0] for i in range(map_.lines)]
        rows = [self._raw(map_.first_line, map_.first_cell + i)[1] for i in range(map_.cells)]
        object.__setattr__(self, "x0", _origin(across - column * map_.line_pitch, map_.line_pitch, columns))
        object.__setattr__(self, "y0", _origin(along - row * map_.cell_pitch - half, map_.cell_pitch, rows))

    def _raw(self, line: int, cell: int) -> tuple[int, int]:
        """VASSAL's raw column and row: from the left and top, odd columns being the low ones."""
        map_ = self.geometry
        lowest = map_.first_line if map_.line_direction == 1 else map_.first_line + map_.lines - 1
        column = abs(line - lowest) + map_.lies_low(lowest)
        row = cell - map_.first_cell
        return column, row if map_.cell_direction == 1 else map_.cells - 1 - row

    def grid_attributes(self) -> dict[str, str | bool]:
        """The attributes of HexGrid that place it."""
        map_ = self.geometry
        return {
            "dx": repr(map_.line_pitch),
            "dy": repr(map_.cell_pitch),
            "x0": str(self.x0),
            "y0": str(self.y0),
            "sideways": map_.orientation == "pointy",
        }

    def numbering_attributes(self) -> dict[str, str | bool]:
        """The attributes of HexGridNumbering that name the hexes. VASSAL's "H" is the line, "V" the cell,
        in both orientations, but its h/vDescend go by the screen and so swap on a pointy-top grid."""
        map_ = self.geometry
        line_down, cell_down = map_.line_direction == -1, map_.cell_direction == -1
        h_descend, v_descend = (
            (line_down, cell_down) if map_.orientation == "flat" else (cell_down, line_down)
        )
        line_offset, cell_offset = self._offsets()
        return {
            "first": "H" if map_.line_first else "V",
            "sep": map_.separator,
            "hType": "N",
            "vType": "N",
            "hLeading": str(map_.line_digits - 1),
            "vLeading": str(map_.cell_digits - 1),
            "hOff": str(line_offset),
            "vOff": str(cell_offset),
            "hDescend": h_descend,
            "vDescend": v_descend,
            "stagger": False,
            "locationFormat": "$gridLocation$",
        }

    def _offsets(self) -> tuple[int, int]:
        """What VASSAL must add to its (possibly descending) column and row to get our numbers."""
        map_ = self.geometry
        column, row = self._descended(*self._raw(map_.first_line, map_.first_cell))
        return map_.first_line - column, map_.first_cell - row

    def _descended(self, column: int, row: int) -> tuple[int, int]:
        map_ = self.geometry
        by_line = floor(map_.board_height / map_.line_pitch + 0.5)
        by_cell = floor(map_.board_width / map_.cell_pitch + 0.5)
        most_columns, most_rows = (by_cell, by_line) if map_.orientation == "flat" else (by_line, by_cell)
        column = column if map_.line_direction == 1 else most_columns - column
        return column, row if map_.cell_direction == 1 else most_rows - row

    def centre(self, line: int, cell: int) -> tuple[int, int]:
        """The px to which VASSAL snaps a piece in this hex. Raises GeometryError for a hex off the map."""
        map_ = self.geometry
        if not map_.contains(line, cell):
            raise GeometryError(f"line {line}, cell {cell} is not a hex of this map")
        column, row = self._raw(line, cell)
        across = int(map_.line_pitch * column + self.x0)
        half = int(map_.cell_pitch / 2) if column % 2 else 0
        along = int(map_.cell_pitch * row + half + self.y0)
        return (across, along) if map_.orientation == "flat" else (along, across)

    def name(self, x: int, y: int) -> str:
        """VASSAL's grid location at a px, which for a px in a hex's middle part is the id of the hex."""
        map_ = self.geometry
        across, along = (x, y) if map_.orientation == "flat" else (y, x)
        column = floor((across - self.x0) / map_.line_pitch + 0.5)
        half = map_.cell_pitch / 2 if column % 2 else 0.0
        row = floor((along - self.y0 - half) / map_.cell_pitch + 0.5)
        named = zip(self._descended(column, row), self._offsets(), strict=True)
        line, cell = (number + offset for number, offset in named)
        parts = [_number(line, map_.line_digits - 1), _number(cell, map_.cell_digits - 1)]
        return map_.separator.join(parts if map_.line_first else parts[::-1])


def place_hex_grid(geometry: HexGeometry) -> HexGridPlacement:
    """VASSAL's grid for a map. Raises GeometryError unless VASSAL would give every hex its own id."""
    placement = HexGridPlacement(geometry)
    for line in range(geometry.first_line, geometry.first_line + geometry.lines):
        for cell in range(geometry.first_cell, geometry.first_cell + geometry.cells):
            found = placement.name(*placement.centre(line, cell))
            if found != geometry.hex_id(line, cell):
                raise GeometryError(f"VASSAL would name hex {geometry.hex_id(line, cell)} {found}")
    return placement


def _overflows(number: int, digits: int) -> bool:
    return len(str(number)) > digits


def _origin(exact: float, pitch: float, indices: list[int]) -> int:
    """The whole number nearest to the exact origin once VASSAL has truncated every centre to whole px."""

    def error(origin: int) -> float:
        return sum((int(pitch * i + origin) - (pitch * i + exact)) ** 2 for i in indices)

    return min(range(floor(exact), floor(exact) + 3), key=error)


def _number(value: int, leading: int) -> str:
    """VASSAL's number with `leading` places of leading zeros; a minus sign stands before the zeros."""
    return ("-" if value < 0 else "") + f"{abs(value):0{leading + 1}d}"
