"""Maps, boards and charts of a page: maps and boards in a window to zoom and move, with set-ups to lay on."""

from __future__ import annotations

from collections.abc import Iterator

from generator.counters.printed import piece, side_mm
from generator.drawing.document import Drawing
from generator.drawing.svg import num
from generator.maps.frame import HexFrame
from generator.position.facings import bearings_of
from generator.preview.gallery import Gallery
from generator.preview.ground import told_hexes
from generator.preview.markup import tag, words
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
from modules.definition.scenarios import HexScenario

_COUNTER = 0.8
"""A counter's side on a map, in hexes; a stack stands out by `_STEP` hexes for each counter."""

_STEP = 0.07
_CHART_REM_PER_MM = 0.26


def maps_section(definition: Definition, gallery: Gallery) -> str:
    """Every hex map, with the set-ups of its scenarios to lay on it, and every map of areas."""
    hexes = [_map(definition, name, gallery) for name in definition.printed_sheets]
    areas = [sheet_of_map(gallery.look, definition, name) for name in definition.area_maps]
    return "".join([*hexes, *(_window(each.title, gallery.picture(each), "") for each in areas)])


def boards_section(definition: Definition, gallery: Gallery) -> str:
    """Every board of squares, and every display apart; the edges of the first are for the printer alone."""
    drawings = [next(iter(boards_of(gallery.look, definition, name))) for name in board_names(definition)]
    return "".join(_window(each.title, gallery.picture(each), "") for each in drawings)


def charts_section(definition: Definition, gallery: Gallery) -> str:
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
    return tag(
        "div",
        "".join(_chart(first[svg], names, every, gallery) for svg, names in serves.items()),
        class_="charts",
    )


def _chart(chart: Drawing, scenarios: list[str], every: int, gallery: Gallery) -> str:
    style = f"max-width:{num(chart.width_mm * _CHART_REM_PER_MM)}rem"
    caption = "" if len(scenarios) == every else tag("figcaption", words(", ".join(scenarios)))
    return tag("figure", caption + gallery.picture(chart), class_="chart", style=style)


def _map(definition: Definition, name: str, gallery: Gallery) -> str:
    drawing, frame = framed_map(gallery.look, definition, name)
    sheet = definition.printed_sheets[name]
    scenarios = [s for s in definition.hex_scenarios.values() if definition.sheet_of(s) is sheet]
    layers = "".join(_layer(definition, frame, each, gallery) for each in scenarios)
    switches = "".join(
        tag(
            "label",
            tag("input", type="checkbox", data_layer=_layer_id(each)) + words(f"Set-up: {each.title}"),
        )
        for each in scenarios
    )
    told = told_hexes(definition, sheet.map, frame)
    behind = other_side(definition, sheet)
    sides = f" · on the other side of its paper: {sheet_title(definition, behind.name)}" if behind else ""
    return _window(drawing.title + sides, gallery.picture(drawing, layers), switches, told)


def _layer_id(scenario: HexScenario) -> str:
    return f"setup-{scenario.scenario}"


def _layer(definition: Definition, frame: HexFrame, scenario: HexScenario, gallery: Gallery) -> str:
    """The counters of a set-up on their hexes, those of one hex as a stack."""
    uses = "".join(_placed(definition, frame, scenario, gallery))
    return tag("g", uses, id=_layer_id(scenario), class_="layer")


def _placed(
    definition: Definition, frame: HexFrame, scenario: HexScenario, gallery: Gallery
) -> Iterator[str]:
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
            turned = {"transform": f"rotate({bearing} {middle})"} if bearing else {}
            where = {"x": num(x), "y": num(y), "width": num(size), "height": num(size)}
            yield tag("use", href=f"#{symbol}", **where, **turned)


def _window(title: str, picture: str, switches: str, hexes: str = "") -> str:
    """A picture in a window that scrolls; the script adds zoom, and for a map of `hexes` (JSON) what is told
    of the one under the pointer."""
    buttons = "".join(
        tag("button", sign, type="button", data_zoom=way, aria_label=f"{label}: {title}")
        for sign, way, label in (("+", "in", "Zoom in"), ("−", "out", "Zoom out"), ("Fit", "fit", "Fit"))
    )
    told = tag("output", "", class_="told", data_hexes=hexes) if hexes else ""
    tools = tag("div", buttons + switches + told, class_="tools")
    view = tag(
        "div",
        tag("div", picture, class_="paper"),
        class_="view",
        tabindex="0",
        role="region",
        aria_label=title,
    )
    return tag("figure", tag("figcaption", words(title)) + tools + view, class_="sheet")
