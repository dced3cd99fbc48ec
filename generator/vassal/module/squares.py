"""Boards of squares in VASSAL: the drawn board, and grids that name its squares as the rules do.

Each sector is a zone with a grid of its own, because sectors lie apart; behind the back rows lie the places
of the leaders. A piece stands where a card lies in its square.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import floor

from generator.boards.frame import SquareFrame
from generator.boards.ground import broken_spot, leader_spot
from generator.boards.sheet import BoardSheet, board_sheet
from generator.drawing.art import Look
from generator.drawing.figures import Box
from generator.vassal.format.buildfile import Component
from generator.vassal.format.errors import GeometryError
from generator.vassal.format.maps import board, box_corners, region_grid, square_grid, zone, zoned_grid
from generator.vassal.format.squaregrid import SquareGridPlacement
from generator.vassal.module.names import sector_title
from modules.definition import Definition

MARGIN = "Beside the squares"
"""Where a piece lies that is on the board's sheet but in no square."""


@dataclass(frozen=True)
class BoardPlan:
    """One board as VASSAL has it: `title` is its name in saves; the sheet is `size` px, `scale` px a mm, and
    each sector has its grid."""

    name: str
    title: str
    sheet: BoardSheet
    scale: float
    size: tuple[int, int]
    sectors: dict[str, SquareGridPlacement]

    def at(self, square: str) -> tuple[int, int]:
        """The px to which VASSAL snaps a piece in a square. Raises GeometryError for one off the board."""
        for placement in self.sectors.values():
            if placement.contains(square):
                return placement.centre(square)
        raise GeometryError(f"{square!r} is not a square of the board {self.name}")

    def called(self, x: int, y: int) -> str:
        """VASSAL's name of the square at a px, empty where there is none."""
        for placement in self.sectors.values():
            left, top, right, bottom = placement.box
            if left <= x < right and top <= y < bottom:
                return placement.name(x, y)
        return ""

    def leader_at(self, side: str, sector: str) -> tuple[int, int]:
        """The px where a side's leader stands in a sector. Raises UnknownSquareError."""
        return _middle(leader_spot(self.sheet.frame, side, sector), self.scale)

    def marker_at(self, side: str, sector: str) -> tuple[int, int]:
        """The px where a marker lies that is of a side's whole sector. Raises UnknownSquareError."""
        return _middle(broken_spot(self.sheet.frame, side, sector), self.scale)

    @property
    def leader_px(self) -> int:
        """How wide a leader may be."""
        frame = self.sheet.frame
        spot = leader_spot(frame, next(iter(frame.board.homes)), next(iter(frame.board.sectors)))
        return floor(spot.width * self.scale)


def board_plans(look: Look, definition: Definition, scale: float) -> dict[str, BoardPlan]:
    """Every board of a game, drawn at `scale` px a mm. Raises GeometryError, and the errors of boards."""
    titles = [each.title for each in definition.boards.values()]
    return {
        name: _plan(look, definition, name, each.title if titles.count(each.title) == 1 else "", scale)
        for name, each in definition.boards.items()
    }


def _plan(look: Look, definition: Definition, name: str, title: str, scale: float) -> BoardPlan:
    sheet = board_sheet(look, definition, name)
    size = round(sheet.drawing.width_mm * scale), round(sheet.drawing.height_mm * scale)
    sectors = {sector: _grid(sheet.frame, sector, scale) for sector in definition.boards[name].sectors}
    return BoardPlan(
        name, title or f"{definition.boards[name].title} ({name})", sheet, scale, size, sectors
    )  # fmt: skip


def _grid(frame: SquareFrame, sector: str, scale: float) -> SquareGridPlacement:
    columns = sorted(frame.board.sectors[sector].columns)
    first = columns[0]
    if columns != list(range(first, first + len(columns))):
        raise GeometryError(f"board {frame.board.board}: the columns of sector {sector} are not adjacent")
    x, y = frame.card(f"{first}1").middle
    wide, tall = frame.cell
    return SquareGridPlacement(
        len(columns), frame.board.grid.rows, x * scale, y * scale, wide * scale, tall * scale, first
    )  # fmt: skip


def board_component(definition: Definition, plan: BoardPlan, image: str) -> Component:
    """The board: a zone for each sector, one for each leader's place in it, and the margin."""
    return board(plan.title, image, zoned_grid([*_sectors(definition, plan), _margin(plan)]))


def _sectors(definition: Definition, plan: BoardPlan) -> Iterator[Component]:
    frame = plan.sheet.frame
    for name, placement in plan.sectors.items():
        sector = frame.board.sectors[name]
        grid = square_grid(placement)
        yield zone(sector.name, box_corners(*placement.box), grid, locationFormat="$gridLocation$")
        for side in frame.board.homes:
            title = sector_title(definition, sector.name, side)
            spots = [(title, *plan.leader_at(side, name)), (f"{title}: marker", *plan.marker_at(side, name))]
            places = region_grid(spots)
            yield zone(title, box_corners(*_px(frame.leader(side, name), plan.scale)), places)


def _margin(plan: BoardPlan) -> Component:
    return zone(MARGIN, box_corners(0, 0, *plan.size))


def _middle(box: Box, scale: float) -> tuple[int, int]:
    x, y = box.middle
    return round(x * scale), round(y * scale)


def _px(box: Box, scale: float) -> tuple[int, int, int, int]:
    ends = (box.x, box.y, box.x + box.width, box.y + box.height)
    left, top, right, bottom = (round(mm * scale) for mm in ends)
    return left, top, right, bottom
