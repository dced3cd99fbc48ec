"""The map sheet: a hex map in its frame with title, compass, key, tables, tracks and credits around it.

Where each panel stands is data: the game's `sheets/*.yaml`, or the automatic layout where it has none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from generator.drawing.art import Look
from generator.drawing.document import Drawing, Part
from generator.drawing.figures import Box
from generator.drawing.svg import Canvas, Point
from generator.maps import hexmap, lettering, margins
from generator.maps.frame import HexFrame
from generator.maps.hexmap import TextAs
from generator.sheets.automatic import automatic_layout
from generator.sheets.layout import (
    Column,
    Group,
    MapNode,
    Node,
    PanelNode,
    Path_,
    Placed,
    Row,
    SheetLayoutError,
)
from generator.sheets.panels import Panels
from modules.definition.formats.scenarios import HexScenario
from modules.definition.formats.sheets import Cell, PrintedSheet, SheetFile
from modules.definition.model import Definition
from modules.engine.hexes.board import Board

_HEX_MM = 16.0
"""The size of the hexes of a sheet that gives none: counters of 1/2 in stand well apart in them."""


class NoSuchMap(KeyError):
    """A map that the game does not have; the message names those that it has."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True)
class MapSheet:
    """A sheet of a `size` (mm), and the frame that tells where each hex lies on it; `entering` tells where
    counters that enter during the game wait beside the map, `panels` where each panel stands, `spots` where
    markers stand on tracks, `places` the outlines of places off the map, `sections` the parts in which it is
    printed, row by row, where these are several."""

    name: str
    size: tuple[float, float]
    sections: Sequence[Box]
    frame: HexFrame
    entering: Mapping[str, Point]
    panels: Mapping[str, Box]
    spots: Mapping[str, Point]
    places: Mapping[str, Sequence[Point]]
    draw: Callable[[], Canvas]

    @cached_property
    def _canvas(self) -> Canvas:
        """The sheet drawn, when somebody first asks for it: most who plan with a sheet never look at it."""
        return self.draw()

    @cached_property
    def drawing(self) -> Drawing:
        """The whole sheet. Raises UnknownLookError, UnknownColourError, TextTooWideError."""
        return _document(f"map-{self.name}", self._canvas)

    @cached_property
    def unnumbered(self) -> Drawing:
        """The whole sheet without the ids of its hexes, the same in all else. Raises as `drawing`."""
        return _document(f"map-unnumbered-{self.name}", self._canvas, without=lettering.ID_LAYERS)

    @cached_property
    def ids(self) -> Drawing:
        """The ids of its hexes alone, on paper of the same size. Raises as `drawing`."""
        return _document(f"map-ids-{self.name}", self._canvas, only=lettering.ID_LAYERS)

    def section(self, number: int) -> Drawing:
        """One of the sections, counted from 1. Raises as `drawing`."""
        whole, box = self.drawing, self.sections[number - 1]
        title, (_, begin, body) = f"{whole.title}, section {number}", whole.svg.partition("<defs")
        head, _, _ = (
            Canvas(self._canvas.look, box.width, box.height, title=title)
            .svg(corner=(box.x, box.y))
            .partition(begin)
        )
        name, part = f"map-{self.name}-section-{number}", Part(whole, box.x, box.y)
        return Drawing(name, title, head + begin + body, box.width, box.height, part)


def _document(
    name: str, canvas: Canvas, *, without: Collection[str] = (), only: Collection[str] = ()
) -> Drawing:
    svg = canvas.svg(without=without, only=only)
    return Drawing(name, canvas.title, svg, canvas.width, canvas.height)


def printed_sheet(definition: Definition, name: str) -> PrintedSheet:
    """The sheet of a name; of the name of a map with several the first. Raises NoSuchMap."""
    sheets = definition.printed_sheets
    if name in sheets:
        return sheets[name]
    found = next((each for each in sheets.values() if each.map == name), None)
    if found is None:
        raise NoSuchMap(f"{definition.name} has no map {name!r}; it has {', '.join(sheets)}")
    return found


def other_side(definition: Definition, sheet: PrintedSheet) -> PrintedSheet | None:
    """What is printed on the other side of a sheet's paper, be the sheet its front or its back; None too
    where a game with faults has not got it."""
    if sheet.back is not None:
        return definition.printed_sheets.get(sheet.back)
    return next((each for each in definition.printed_sheets.values() if each.back == sheet.name), None)


def sheet_title(definition: Definition, name: str) -> str:
    """What a sheet is called: its map, and the scenario where the map has several."""
    sheet = printed_sheet(definition, name)
    title = definition.maps[sheet.map].title
    alone = sheet.scenario is None or sheet.name == sheet.map
    return title if alone else f"{title} ({definition.scenarios[sheet.scenario or ''].title})"


def scenario_of(definition: Definition, name: str) -> HexScenario | None:
    """The scenario that a sheet is printed for."""
    scenario = printed_sheet(definition, name).scenario
    return None if scenario is None else definition.hex_scenarios[scenario]


def hex_size(definition: Definition, name: str) -> float:
    """The size of a sheet's hexes in mm, flat side to flat side: that of its file, or the usual one."""
    file = printed_sheet(definition, name).file
    return _HEX_MM if file is None or file.hex is None else file.hex


def map_sheet(
    look: Look,
    definition: Definition,
    name: str,
    *,
    scenario: HexScenario | None = None,
    hex_mm: float | None = None,
    text_as: TextAs = "text",
) -> MapSheet:
    """The whole sheet of a name, or of a map the first, for a scenario (that of `scenario_of`), in hexes of a
    size (`hex_size`). A paper of two sides is as large as both need.

    Raises NoSuchMap, SheetLayoutError, UnknownLookError, UnknownColourError, TextTooWideError.
    """
    printed = printed_sheet(definition, name)
    return _Sheet(look, definition, printed, scenario, hex_mm, text_as).sheet()


def layout_error(look: Look, definition: Definition, name: str) -> SheetLayoutError | None:
    """Why the panels of a sheet do not fit it; None where they do."""
    try:
        _Sheet(look, definition, printed_sheet(definition, name), None, None, "text").placed()
    except SheetLayoutError as error:
        return error
    return None


class _Sheet:
    def __init__(
        self,
        look: Look,
        definition: Definition,
        printed: PrintedSheet,
        scenario: HexScenario | None,
        hex_mm: float | None,
        text_as: TextAs,
    ) -> None:
        self.look, self.definition, self.printed, self.text_as = look, definition, printed, text_as
        self.board = Board(definition.maps[printed.map], definition.terrain)
        self.battle = scenario or scenario_of(definition, printed.name)
        self.hex_mm = hex_mm or hex_size(definition, printed.name)
        self.panels = Panels(look, definition, self.board, self.battle, self.hex_mm, text_as)
        box = HexFrame(self.board.grid, self.hex_mm).box
        self.map_size = (box.width + 2 * margins.BAND, box.height + 2 * margins.BAND)
        self.file = printed.file or SheetFile(map=printed.map)
        self.layout = self.file.layout or automatic_layout(self.panels, self.map_size, self.file.gap)

    def placed(self) -> tuple[Box, list[Placed]]:
        """The paper and where each panel stands on it. Raises SheetLayoutError."""
        paper = Box(0, 0, *self._paper())
        root = self._node(self.layout, ("layout",), 100)
        return paper, list(root.place(paper.inset(self.file.margin)))

    def _paper(self) -> tuple[float, float]:
        """The paper that is given for one of its sides, or as large as both sides need."""
        if self.file.paper != "auto":
            return self.file.paper
        behind = other_side(self.definition, self.printed)
        if behind is None:
            return self._needed()
        other = _Sheet(self.look, self.definition, behind, None, None, self.text_as)
        if other.file.paper != "auto":
            return other.file.paper
        (wide, tall), (wider, taller) = self._needed(), other._needed()
        return max(wide, wider), max(tall, taller)

    def _needed(self) -> tuple[float, float]:
        """The paper that this side needs by itself."""
        root, margin = self._node(self.layout, ("layout",), 100), 2 * self.file.margin
        width = root.width()
        return width + margin, root.height(width) + margin

    def _node(self, cell: Cell, path: Path_, scale: int, *, down: bool = False) -> Node:
        """A cell of the file as a part of the layout; `down`: it stands in a column."""
        node = self._kind(cell, path, cell.type or scale)
        node.share = None if cell.share is None else float(cell.share)
        if down:
            node.tall = cell.size
        else:
            node.wide = cell.size
        return node

    def _kind(self, cell: Cell, path: Path_, scale: int) -> Node:
        gap = self.file.gap
        if cell.panel == "map":
            return MapNode(path, room=self.map_size)
        if cell.panel is not None:
            plans = self.panels.called(cell.panel, cell.side or cell.display or cell.table)
            nodes = [PanelNode(path, plan=plan, scale=scale / 100) for plan in plans]
            return nodes[0] if len(nodes) == 1 else Column(path, cells=nodes, gap=gap)
        key, kind = ("down", Column) if cell.down else ("across", Row)
        cells = [
            self._node(each, (*path, key, i), scale, down=key == "down") for i, each in enumerate(cell.cells)
        ]
        # A panel that has nothing to tell is an empty group.
        there = [each for each in cells if not isinstance(each, Group) or each.cells]
        return kind(path, cells=there, gap=gap)

    def sheet(self) -> MapSheet:
        """Where everything stands, with what draws it there."""
        paper, placed = self.placed()
        room = next(each.box for each in placed if each.name == "map")
        frame = HexFrame(self.board.grid, self.hex_mm, room.x + margins.BAND, room.y + margins.BAND)
        entering: dict[str, Point] = {}
        spots: dict[str, Point] = {}
        off_map: dict[str, Sequence[Point]] = {}
        for each in placed:
            if each.chart is None:
                continue
            box, scale = each.box, each.scale
            spots |= {of: (box.x + scale * x, box.y + scale * y) for of, (x, y) in each.chart.spots.items()}
            for place, corners in each.chart.places.items():
                off_map[place] = [(box.x + scale * x, box.y + scale * y) for x, y in corners]
            if each.name in self.panels.entered:
                places = self.panels.entered[each.name].at.items()
                entering |= {c: (box.x + scale * x, box.y + scale * y) for c, (x, y) in places}
        panels = {each.name: each.box for each in placed}
        draw = partial(self._draw, paper, placed, frame)
        size, name = (paper.width, paper.height), self.printed.name
        return MapSheet(name, size, self._sections(paper), frame, entering, panels, spots, off_map, draw)

    def _sections(self, paper: Box) -> list[Box]:
        across, down = self.file.sections
        wide, tall = paper.width / across, paper.height / down
        parts = [Box(i % across * wide, i // across * tall, wide, tall) for i in range(across * down)]
        return parts if len(parts) > 1 else []

    def _draw(self, paper: Box, placed: Sequence[Placed], frame: HexFrame) -> Canvas:
        title = f"{self.definition.game.title}: {sheet_title(self.definition, self.printed.name)}"
        canvas = Canvas(self.look, paper.width, paper.height, title=title, text_as=self.text_as)
        canvas.rect(0, 0, paper.width, paper.height, fill=self.look.palette("map")["paper"])
        hexmap.draw_framed(canvas, self.definition, self.board, frame, self.battle, paper)
        for each in placed:
            if each.chart is not None:
                pen = canvas.group(id=f"panel-{each.name}")
                pen.embed(each.chart.canvas, each.box.x, each.box.y, each.scale)
        self._seams(canvas)
        return canvas

    def _seams(self, canvas: Canvas) -> None:
        """Ticks in the margin where one section ends and the next begins."""
        (across, down), long = self.file.sections, 0.7 * self.file.margin
        tick = {"stroke": self.look.palette("map")["frame"], "stroke_width": 0.25}
        for i in range(1, across):
            x = canvas.width * i / across
            canvas.line(x, 0, x, long, **tick)
            canvas.line(x, canvas.height - long, x, canvas.height, **tick)
        for i in range(1, down):
            y = canvas.height * i / down
            canvas.line(0, y, long, y, **tick)
            canvas.line(canvas.width - long, y, canvas.width, y, **tick)
