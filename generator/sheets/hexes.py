"""The map sheet: a hex map in its frame with title, compass, key, tables, tracks and credits around it.

Where each panel stands is data: the game's `sheets/*.yaml`, or the automatic layout where it has none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from generator.art_folder import Choice, chosen, drawn_with
from generator.drawing.document import Drawing
from generator.drawing.figures import Box
from generator.drawing.svg import Canvas, Point
from generator.maps import hexmap, margins
from generator.maps.frame import HexFrame
from generator.maps.hexmap import TextAs
from generator.maps.look import map_palette
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
from modules.definition import Fault
from modules.definition.model import Definition
from modules.definition.scenarios import HexScenario
from modules.definition.sheets import Cell, SheetFile
from modules.definition.source import Source, read
from modules.engine.board import Board
from modules.plain_files import listed

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

    def section(self, number: int) -> Drawing:
        """One of the sections, counted from 1. Raises as `drawing`."""
        whole, box = self._canvas, self.sections[number - 1]
        title = f"{whole.title}, section {number}"
        part = Canvas(box.width, box.height, title=title, text_as=whole.text_as)
        part.embed(whole, -box.x, -box.y)
        return _document(f"map-{self.name}-section-{number}", part)


def _document(name: str, canvas: Canvas) -> Drawing:
    return Drawing(name, canvas.title, canvas.svg(), canvas.width, canvas.height)


def scenario_of(definition: Definition, map_name: str) -> HexScenario | None:
    """The scenario that a map's sheet is printed for: that of its file, or the first played on the map."""
    file = definition.sheets.get(map_name)
    if file is not None and file.scenario is not None:
        return definition.hex_scenarios[file.scenario]
    return next((s for s in definition.hex_scenarios.values() if s.map == map_name), None)


def hex_size(definition: Definition, map_name: str) -> float:
    """The size of a map's hexes in mm, flat side to flat side: that of its sheet, or the usual one."""
    file = definition.sheets.get(map_name)
    return _HEX_MM if file is None or file.hex is None else file.hex


def map_sheet(
    definition: Definition,
    map_name: str,
    *,
    scenario: HexScenario | None = None,
    hex_mm: float | None = None,
    text_as: TextAs = "text",
    numbered: bool = True,
) -> MapSheet:
    """The whole sheet of a map, for a scenario (that of `scenario_of`), in hexes of a size (`hex_size`);
    `numbered`: their ids are printed.

    Raises NoSuchMap, SheetLayoutError, UnknownLookError, UnknownColourError, TextTooWideError.
    """
    return _Sheet(definition, map_name, scenario, hex_mm, text_as, numbered=numbered).sheet()


def layout_fault(definition: Definition, map_name: str) -> Fault | None:
    """Why the panels of a map's sheet do not fit it, with the place in its file; None where they do."""
    try:
        _Sheet(definition, map_name, None, None, "text").placed()
    except SheetLayoutError as error:
        return _sheet_source(definition, map_name).fault(error.path, str(error))
    return None


def _sheet_source(definition: Definition, map_name: str) -> Source:
    for path in listed(definition.folder / "sheets", definition.folder):
        source = read(path, f"sheets/{path.name}", definition.folder)
        if isinstance(source.data, dict) and source.data.get("map") == map_name:
            return source
    return Source(f"sheets/{map_name}.yaml")


class _Sheet:
    def __init__(
        self,
        definition: Definition,
        name: str,
        scenario: HexScenario | None,
        hex_mm: float | None,
        text_as: TextAs,
        *,
        numbered: bool = True,
    ) -> None:
        if name not in definition.maps:
            raise NoSuchMap(f"{definition.name} has no map {name!r}; it has {', '.join(definition.maps)}")
        self.definition, self.text_as, self.numbered = definition, text_as, numbered
        self.board = Board(definition.maps[name], definition.terrain)
        self.battle = scenario or scenario_of(definition, name)
        self.hex_mm = hex_mm or hex_size(definition, name)
        self.panels = Panels(definition, self.board, self.battle, self.hex_mm, text_as)
        box = HexFrame(self.board.grid, self.hex_mm).box
        self.map_size = (box.width + 2 * margins.BAND, box.height + 2 * margins.BAND)
        self.file = definition.sheets.get(name) or self._automatic(name)

    def _automatic(self, name: str) -> SheetFile:
        gap = SheetFile.model_fields["gap"].default
        return SheetFile(map=name, layout=automatic_layout(self.panels, self.map_size, gap))

    def placed(self) -> tuple[Box, list[Placed]]:
        """The paper and where each panel stands on it. Raises SheetLayoutError."""
        root, margin = self._node(self.file.layout, ("layout",), 100), self.file.margin
        if self.file.paper == "auto":
            width = root.width()
            room = Box(margin, margin, width, root.height(width))
        else:
            wide, tall = self.file.paper
            room = Box(0, 0, wide, tall).inset(margin)
        paper = room.inset(-margin)
        return Box(0, 0, paper.width, paper.height), list(root.place(room))

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
        draw = partial(self._draw, chosen(), paper, placed, frame)
        size, name = (paper.width, paper.height), self.board.map.map
        return MapSheet(name, size, self._sections(paper), frame, entering, panels, spots, off_map, draw)

    def _sections(self, paper: Box) -> list[Box]:
        across, down = self.file.sections
        wide, tall = paper.width / across, paper.height / down
        parts = [Box(i % across * wide, i // across * tall, wide, tall) for i in range(across * down)]
        return parts if len(parts) > 1 else []

    def _draw(self, choice: Choice, paper: Box, placed: Sequence[Placed], frame: HexFrame) -> Canvas:
        """The sheet in the art with which it was planned, whenever it is drawn."""
        with drawn_with(choice):
            return self._drawn(paper, placed, frame)

    def _drawn(self, paper: Box, placed: Sequence[Placed], frame: HexFrame) -> Canvas:
        title = f"{self.definition.game.title}: {self.board.map.title}"
        canvas = Canvas(paper.width, paper.height, title=title, text_as=self.text_as)
        canvas.rect(0, 0, paper.width, paper.height, fill=map_palette()["paper"])
        hexmap.draw_framed(
            canvas, self.definition, self.board, frame, self.battle, paper, numbered=self.numbered
        )
        for each in placed:
            if each.chart is not None:
                pen = canvas.group(id=f"panel-{each.name}")
                pen.embed(each.chart.canvas, each.box.x, each.box.y, each.scale)
        self._seams(canvas)
        return canvas

    def _seams(self, canvas: Canvas) -> None:
        """Ticks in the margin where one section ends and the next begins."""
        (across, down), long = self.file.sections, 0.7 * self.file.margin
        tick = {"stroke": map_palette()["frame"], "stroke_width": 0.25}
        for i in range(1, across):
            x = canvas.width * i / across
            canvas.line(x, 0, x, long, **tick)
            canvas.line(x, canvas.height - long, x, canvas.height, **tick)
        for i in range(1, down):
            y = canvas.height * i / down
            canvas.line(0, y, long, y, **tick)
            canvas.line(canvas.width - long, y, canvas.width, y, **tick)
