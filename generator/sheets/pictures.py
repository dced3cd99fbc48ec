"""Which maps, boards and charts a game has, as documents: the list that builds and kits share.

A build draws whole sheets, with charts and tracks around the map. A kit cuts the map alone, in its frame,
and prints the charts on pages of their own, so that no tile is spent on them. What draws is imported by the
function that needs it: most games have maps of one kind, and a build may have to draw one chart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from generator.drawing.document import Drawing
from modules.definition import Definition

if TYPE_CHECKING:
    from generator.drawing.art import Look
    from generator.drawing.panel import Chart
    from generator.maps.frame import HexFrame
    from generator.sheets.hexes import MapSheet

TextAs = Literal["text", "paths"]


def sheet_of_map(look: Look, definition: Definition, name: str, text_as: TextAs = "text") -> Drawing:
    """A map with its charts and tracks around it; one of areas with all that stands on its sheet."""
    if name in definition.area_maps:
        from generator.sheets.areas import area_sheet

        return area_sheet(look, definition, name, text_as=text_as).drawing
    return hex_sheet(look, definition, name, text_as).drawing


def hex_sheet(look: Look, definition: Definition, name: str, text_as: TextAs = "text") -> MapSheet:
    """The sheet of a map of hexes, drawn once for all that is made of it: the whole, its sections, the board
    without ids."""
    from generator.sheets.hexes import map_sheet

    return map_sheet(look, definition, name, text_as=text_as)


def sections_of(definition: Definition, name: str) -> tuple[int, int]:
    """In how many sections a map's sheet is printed, across and down."""
    file = definition.printed_sheets[name].file
    return (1, 1) if file is None else file.sections


def papers_of(definition: Definition) -> list[tuple[str, str | None]]:
    """The sheets of all maps as they are printed: each that is no back, with the one on its back."""
    found = {name: each.back for name, each in definition.printed_sheets.items()}
    found |= {name: each.back for name, each in definition.area_maps.items()}
    return [(name, back) for name, back in found.items() if name not in found.values()]


def title_of_map(definition: Definition, name: str) -> str:
    """What the sheet of a map is called."""
    if name in definition.area_maps:
        return definition.area_maps[name].title
    from generator.sheets.hexes import sheet_title

    return sheet_title(definition, name)


def boards_of(look: Look, definition: Definition, name: str, text_as: TextAs = "text") -> Iterator[Drawing]:
    """A board of squares, and its edges for players who lay their cards on a table; or a display that is a
    board of its own."""
    if name in definition.boards_apart:
        from generator.charts.board import display_board

        yield display_board(look, definition, name, text_as=text_as).drawing
        return
    from generator.boards.edges import edge_drawings
    from generator.boards.sheet import board_drawing

    yield board_drawing(look, definition, name, text_as=text_as)
    yield from edge_drawings(look, definition, name, text_as=text_as)


def board_names(definition: Definition) -> tuple[str, ...]:
    """The boards of squares, then the displays that are boards of their own."""
    return (*definition.boards, *definition.boards_apart)


def guide_of(look: Look, definition: Definition, text_as: TextAs = "text") -> Iterator[Drawing]:
    """How to read a counter."""
    from generator.charts.guide import counter_charts

    for chart in counter_charts(look, definition, text_as=text_as):
        yield chart.drawing()


def signs_of(look: Look, definition: Definition, text_as: TextAs = "text") -> Iterator[Drawing]:
    """What nations, troops and markers look like."""
    from generator.charts.guide import signs_chart

    yield signs_chart(look, definition, text_as=text_as).drawing()


def charts_of_scenario(
    look: Look, definition: Definition, name: str, text_as: TextAs = "text"
) -> Iterator[Drawing]:
    """The charts of a scenario, named <scenario>-<chart>."""
    from generator.charts.players import chart_drawings

    scenario = definition.scenarios[name]
    for drawing in chart_drawings(look, definition, scenario, text_as=text_as):
        yield replace(drawing, name=f"{name}-{drawing.name}", title=f"{scenario.title}: {drawing.title}")


def framed_map(look: Look, definition: Definition, name: str) -> tuple[Drawing, HexFrame]:
    """The map of a sheet alone in its frame with its exits and set-up, and where its hexes lie, in mm."""
    from generator.drawing.figures import Box
    from generator.drawing.svg import Canvas
    from generator.maps import hexmap, margins
    from generator.maps.frame import HexFrame
    from generator.sheets.hexes import hex_size, printed_sheet, scenario_of, sheet_title
    from modules.engine.hexes.board import Board

    board = Board(definition.maps[printed_sheet(definition, name).map], definition.terrain)
    frame = HexFrame(board.grid, hex_size(definition, name), margins.BAND, margins.BAND)
    wide, tall = (size + 2 * margins.BAND for size in (frame.box.width, frame.box.height))
    title = sheet_title(definition, name)
    canvas = Canvas(look, wide, tall, title=title)
    hexmap.draw_framed(canvas, definition, board, frame, scenario_of(definition, name), Box(0, 0, wide, tall))
    return Drawing(f"map-{name}", f"Map: {title}", canvas.svg(), wide, tall), frame


def chart_panels(look: Look, definition: Definition, width: float) -> Iterator[tuple[str, tuple[Chart, ...]]]:
    """The title of each scenario and its charts, each `width` mm wide, to set on a page; the guide first."""
    from generator.charts.guide import guide_charts
    from generator.charts.players import charts

    yield "Guide to the counters", tuple(guide_charts(look, definition, width=width))
    for scenario in definition.scenarios.values():
        yield scenario.title, charts(look, definition, scenario, width=width)
