"""Maps of a game in VASSAL: the drawn map as a board, and a grid that names its hexes as the rules do.

A map's sheet is drawn at a number of px a hex; the grid is laid where the sheet's own hexes are, and VASSAL's
truncating arithmetic then gives the px at which pieces stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

from generator.drawing.art import Look
from generator.drawing.svg import Point
from generator.maps.frame import HexFrame
from generator.sheets.hexes import MapSheet, map_sheet, sheet_title
from generator.vassal.format.buildfile import Component, component
from generator.vassal.format.errors import GeometryError
from generator.vassal.format.expressions import braced, choose, equal, plus, prop, text
from generator.vassal.format.hexgrid import HexGeometry, HexGridPlacement, place_hex_grid
from generator.vassal.format.maps import (
    board,
    box_corners,
    hex_grid,
    piece_layers,
    stack_viewer,
    zone,
    zoned_grid,
)
from generator.vassal.module.icons import icon
from generator.vassal.module.names import LAYERS, TOLD, Rendering
from modules.definition import Definition
from modules.geometry.hexgrid import HexGridSpec

NO_NUMBERS = ", no hex numbers"
"""What ends the name of a map's second board, on which no ids of hexes are printed. Its grid names them all
the same, wherever the mouse rests."""

BESIDE = "Beside the map"
"""Where a piece lies that is on the sheet but in no hex."""

ZOOM_LEVELS = (0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0)
START_ZOOM = 0.5
_OVERVIEW_PX = 480
_PLACE, _ZONE = prop("LocationName"), prop("CurrentZone")
_EMPTY = braced(choose(equal(_PLACE, _ZONE), _PLACE, plus(plus(_PLACE, text("  ")), _ZONE)))
"""What the stack viewer tells of a place without pieces: a hex with its ground, a box by its name alone."""


@dataclass(frozen=True)
class MapPlan:
    """One sheet of a `map` as VASSAL has it: `title` is the name of its board in saves, `unnumbered` that of
    the board without printed ids, which is the same in all else; the sheet is `size` px, `scale` px a mm, and
    the hexes lie in `box` (left, top, right, bottom)."""

    name: str
    map: str
    title: str
    sheet: MapSheet
    scale: float
    size: tuple[int, int]
    box: tuple[int, int, int, int]
    placement: HexGridPlacement

    @property
    def unnumbered(self) -> str:
        """The name of its second board."""
        return f"{self.title}{NO_NUMBERS}"

    @property
    def titles(self) -> tuple[str, str]:
        """The names of both boards."""
        return self.title, self.unnumbered

    def at(self, hex_id: str) -> tuple[int, int]:
        """The px to which VASSAL snaps a piece in a hex. Raises UnknownHex."""
        return self.placement.centre(*self.sheet.frame.grid.numbers(hex_id))

    def beside(self, counter_id: str) -> tuple[int, int]:
        """The px where a counter waits that enters during the game. Raises KeyError where it has no place."""
        return self.px(self.sheet.entering[counter_id])

    def px(self, place: Point) -> tuple[int, int]:
        """The px of a place of the sheet in mm."""
        return round(place[0] * self.scale), round(place[1] * self.scale)

    @cached_property
    def waiting(self) -> frozenset[tuple[int, int]]:
        """The px where counters wait that enter during the game."""
        return frozenset(map(self.px, self.sheet.entering.values()))

    @property
    def places(self) -> dict[str, list[tuple[int, int]]]:
        """The outlines in px of the places off the map."""
        return {place: [self.px(corner) for corner in line] for place, line in self.sheet.places.items()}

    @property
    def spots(self) -> dict[str, tuple[int, int]]:
        """The px of the boxes of the sheet's tracks, by what they are for, as in "turn 3"."""
        return {of: self.px(place) for of, place in self.sheet.spots.items()}


def map_plans(look: Look, definition: Definition, hex_px: int) -> dict[str, MapPlan]:
    """Every sheet of a game's maps, drawn with `hex_px` (even: VASSAL halves it in whole px) from flat side
    to flat side.

    Raises GeometryError for another size, for two maps of one title, where VASSAL could not number a map.
    """
    if hex_px < 8 or hex_px % 2:
        raise GeometryError(f"a hex of {hex_px} px: give an even number of px from 8 up")
    plans = {name: _plan(look, definition, name, hex_px) for name in definition.printed_sheets}
    titles = [title for plan in plans.values() for title in plan.titles]
    for title in titles:
        if titles.count(title) > 1:
            raise GeometryError(f"two maps have the title {title!r}, by which VASSAL tells maps apart")
    return plans


def _plan(look: Look, definition: Definition, name: str, hex_px: int) -> MapPlan:
    sheet = map_sheet(look, definition, name)
    scale = hex_px / sheet.frame.hex_mm
    size = round(sheet.size[0] * scale), round(sheet.size[1] * scale)
    hexes = sheet.frame.box
    ends = (hexes.x, hexes.y, hexes.x + hexes.width, hexes.y + hexes.height)
    left, top, right, bottom = (round(mm * scale) for mm in ends)
    placement = place_hex_grid(_geometry(sheet.frame, scale, size))
    box = (left, top, right, bottom)
    of, title = definition.printed_sheets[name].map, sheet_title(definition, name)
    return MapPlan(name, of, title, sheet, scale, size, box, placement)


def _geometry(frame: HexFrame, scale: float, size: tuple[int, int]) -> HexGeometry:
    grid = frame.grid
    spec: HexGridSpec = grid.spec
    forward = ("right", "down")
    cell_direction = 1 if spec.b.toward in forward else -1
    x, y = frame.centre(grid.id_of(spec.a.first, spec.b.first))
    return HexGeometry(
        orientation="flat" if grid.flat_top else "pointy",
        side=frame.hex_mm * scale / sqrt(3),
        first_x=x * scale,
        first_y=y * scale,
        lines=spec.a.last - spec.a.first + 1,
        cells=spec.b.last - spec.b.first + 1,
        board_width=size[0],
        board_height=size[1],
        shifted=spec.shifted,
        shift_direction=1 if (spec.shift == "larger") == (cell_direction == 1) else -1,
        line_direction=1 if spec.a.toward in forward else -1,
        cell_direction=1 if cell_direction == 1 else -1,
        first_line=spec.a.first,
        first_cell=spec.b.first,
        line_digits=spec.digits,
        cell_digits=spec.digits,
        line_first=spec.order == "ab",
    )


def map_board(
    plan: MapPlan, title: str, ground: Iterable[Component], image: str, boxes: Iterable[Component]
) -> Component:
    """The map as a board with one of its titles; `ground` are zones of what lies on it, `boxes` those of its
    tracks and places."""
    hexes = zone(plan.title, box_corners(*plan.box), locationFormat="$gridLocation$", useParentGrid=True)
    beside = zone(BESIDE, box_corners(0, 0, *plan.size))
    return board(title, image, zoned_grid([*ground, hexes, *boxes, beside], hex_grid(plan.placement)))


def map_parts(width: int, summary: str, rendering: Rendering) -> Sequence[Component]:
    """What a map of units has beside its boards, the widest of which is `width` px: stacks that show how deep
    they are, a stack viewer, a sight line, an overview, a clear view of the ground, the list of all pieces as
    text. `summary` is what the stack viewer says above a stack, `rendering` how pieces are shown."""
    los = component(
        "module.map.LOS_Thread", threadName="LOS", label="LOS", tooltip="Line of sight",
        iconName=icon("sight"), snapStart=True, snapEnd=True, drawRange=True, losThickness=3,
        threadColor="200,30,30", persistence="Never",
        report="$playerId$ looks from $FromLocation$ to $ToLocation$: range $Range$",
    )  # fmt: skip
    overview = component(
        "module.map.GlobalMap", scale=_OVERVIEW_PX / width, icon=icon("overview"),
        tooltip="Show or hide the overview", color="200,30,30",
    )  # fmt: skip
    hide = clear_view("map")
    offsets = component("module.map.StackMetrics", unexSepX=5, unexSepY=7, exSepX=8, exSepY=24)
    viewer = stack_viewer(
        rendering.px // rendering.unit,
        TOLD,
        summaryReportFormat=summary,
        minDisplayPieces=0,
        emptyHexReportForma=_EMPTY,
    )
    layers = piece_layers(LAYERS)
    return (offsets, viewer, layers, los, overview, hide, component("module.map.TextSaver"))


def clear_view(of: str) -> Component:
    """The button that hides all pieces: a map or board by itself."""
    return component(
        "module.map.HidePiecesButton", buttonText="", showingIcon="/images/globe_unselected.gif",
        hiddenIcon="/images/globe_selected.gif", tooltip=f"Hide all pieces to see the {of}, or show them",
    )  # fmt: skip
