"""Maps, boards and charts of a page: maps and boards in a window to zoom and move, with set-ups to lay on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.counters.printed import piece, side_mm
from generator.drawing.document import Drawing
from generator.drawing.svg import num
from generator.maps.frame import HexFrame
from generator.position.facings import bearings_of
from generator.preview.gallery import Gallery, Picture
from generator.preview.ground import told_hexes
from generator.preview.pieces import face_symbol
from generator.sheets.hexes import other_side, sheet_title
from generator.sheets.pictures import (
    board_names,
    boards_of,
    charts_of_scenario,
    framed_map,
    guide_of,
    sheet_of_map,
    signs_of,
)
from modules.definition import Definition
from modules.definition.formats.scenarios import HexScenario

_COUNTER = 0.8
"""A counter's side on a map, in hexes; a stack stands out by `_STEP` hexes for each counter."""

_STEP = 0.07
_CHART_REM_PER_MM = 0.26


@dataclass(frozen=True, slots=True)
class Placed:
    """A counter on a map: its picture's symbol, left upper corner and size (mm), and how it is turned."""

    symbol: str
    x: str
    y: str
    size: str
    turned: str


@dataclass(frozen=True, slots=True)
class Layer:
    """The counters of a set-up on their hexes, those of one hex as a stack."""

    id: str
    title: str
    placed: list[Placed]


@dataclass(frozen=True, slots=True)
class Window:
    """A picture to zoom and move. `hexes` is JSON of what is told of each hex, or empty."""

    title: str
    picture: Picture
    layers: tuple[Layer, ...] = ()
    hexes: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart, at most `rem` wide, with the scenarios that it serves if it does not serve all."""

    picture: Picture
    serves: str
    rem: str


def maps_section(definition: Definition, gallery: Gallery) -> list[Window]:
    """Every hex map, with the set-ups of its scenarios to lay on it, and every map of areas."""
    hexes = [_map(definition, name, gallery) for name in definition.printed_sheets]
    areas = [sheet_of_map(gallery.look, definition, name) for name in definition.area_maps]
    return [*hexes, *(Window(each.title, gallery.picture(each)) for each in areas)]


def boards_section(definition: Definition, gallery: Gallery) -> list[Window]:
    """Every board of squares, and every display apart; the edges of the first are for the printer alone."""
    drawings = [next(iter(boards_of(gallery.look, definition, name))) for name in board_names(definition)]
    return [Window(each.title, gallery.picture(each)) for each in drawings]


def charts_section(definition: Definition, gallery: Gallery) -> list[Chart]:
    """Every chart once, with the scenarios that it serves."""
    drawn = [
        (chart.title, chart)
        for chart in (*guide_of(gallery.look, definition), *signs_of(gallery.look, definition))
    ]
    for name, scenario in definition.scenarios.items():
        drawn += [(scenario.title, chart) for chart in charts_of_scenario(gallery.look, definition, name)]
    serves: dict[str, list[str]] = {}
    first: dict[str, Drawing] = {}
    for title, chart in drawn:
        serves.setdefault(chart.svg, []).append(title)
        first.setdefault(chart.svg, chart)
    every = len(definition.scenarios)
    return [
        Chart(
            gallery.picture(first[svg]),
            "" if len(names) == every else ", ".join(names),
            num(first[svg].width_mm * _CHART_REM_PER_MM),
        )
        for svg, names in serves.items()
    ]


def _map(definition: Definition, name: str, gallery: Gallery) -> Window:
    drawing, frame = framed_map(gallery.look, definition, name)
    sheet = definition.printed_sheets[name]
    scenarios = [s for s in definition.hex_scenarios.values() if definition.sheet_of(s) is sheet]
    layers = tuple(
        Layer(f"setup-{each.scenario}", each.title, list(_placed(definition, frame, each, gallery)))
        for each in scenarios
    )
    told = told_hexes(definition, sheet.map, frame)
    behind = other_side(definition, sheet)
    sides = f" · on the other side of its paper: {sheet_title(definition, behind.name)}" if behind else ""
    return Window(drawing.title + sides, gallery.picture(drawing), layers, told)


def _placed(
    definition: Definition, frame: HexFrame, scenario: HexScenario, gallery: Gallery
) -> Iterator[Placed]:
    side, bearings = _COUNTER * frame.hex_mm, bearings_of(definition)
    standing: dict[str, int] = {}
    for setup in scenario.setup:
        for counter_id, hex_id in setup.at.items():
            up = standing.get(hex_id, 0)
            standing[hex_id] = up + 1
            size = min(side, side_mm(gallery.look, piece(gallery.look, definition, counter_id)))
            x, y = (
                at - size / 2 + shift * up * _STEP * frame.hex_mm
                for at, shift in zip(frame.centre(hex_id), (1, -1), strict=True)
            )
            symbol = face_symbol(definition, counter_id, gallery)
            unit = definition.counters[counter_id].role == "unit"
            bearing = bearings.get(setup.facing or "", 0) if unit else 0
            middle = f"{num(x + size / 2)} {num(y + size / 2)}"
            turned = f"rotate({bearing} {middle})" if bearing else ""
            yield Placed(symbol, num(x), num(y), num(size), turned)
