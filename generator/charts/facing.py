"""The facing diagram: a counter in its hex, with the hexes before its front, at its flanks and behind it."""

from __future__ import annotations

from math import cos, radians, sin, sqrt

from generator.counters.layout import layout
from generator.counters.printed import figure_called
from generator.counters.signs import draw_facing
from generator.drawing.art import Look
from generator.drawing.figures import Box, draw_figure
from generator.drawing.marks import rounded
from generator.drawing.panel import PAD, Chart, Panel, TextAs
from generator.drawing.svg import Pen, Point, pt
from generator.drawing.typeface import SANS_BOLD, TEXT
from modules.amounts import count_noun
from modules.definition.formats.game import Fronts, Kind
from modules.definition.model import Definition
from modules.definition.places import hex_grid
from modules.geometry import HexGrid
from modules.geometry.facing import Arc, Facing

_HEX_MM = 14.0
_COUNTER = 0.62
"""The side of the counter as a part of the hex."""

_TINTS: dict[Arc, str] = {"front": "1", "flank": "3", "rear": "5"}


def facing_chart(
    look: Look,
    definition: Definition,
    entry: Fronts,
    *,
    width: float = 97.0,
    text_as: TextAs = "text",
    spread: float = 0.0,
) -> Chart:
    """How pieces face on the game's maps; `width` in mm. Raises the errors of art."""
    panel = Panel(look, "facing", "Facing", width, entry.rule, text_as, spread)
    grid = hex_grid(next(iter(definition.maps.values())).grid)
    facing = _upward(entry, grid)
    across, tall = _extent(grid)
    middle = (PAD + across / 2 + 1, panel.y + tall / 2)
    _flower(panel, grid, entry, facing, middle)
    kind = next((each for each in definition.game.kinds.values() if layout(look, each.layout).facing), None)
    if kind is not None:
        _counter(panel.pen.move(*middle, 1.0, facing.bearing(grid)), definition, kind)
    lowest = _legend(panel, entry, PAD + across + 5, panel.y + 2)
    panel.y = max(middle[1] + tall / 2, lowest) + 1.5
    if entry.note is not None:
        panel.paragraph(entry.note, size=pt(7.5))
    return panel.done()


def _upward(entry: Fronts, grid: HexGrid) -> Facing:
    """The facing that is nearest to the top of the sheet."""
    every = [Facing(entry.toward, index) for index in range(6)]
    return min(every, key=lambda each: (min(each.bearing(grid), 360 - each.bearing(grid)), each.index))


def _extent(grid: HexGrid) -> tuple[float, float]:
    """Width and height of a hex with its six neighbours."""
    long, short = (1 / sqrt(3) * 2 + sqrt(3)) * _HEX_MM, 3 * _HEX_MM
    return (long, short) if grid.flat_top else (short, long)


def _hex(grid: HexGrid, middle: Point) -> list[Point]:
    first = 30 if grid.flat_top else 0
    turns = [radians(first + 60 * i) for i in range(6)]
    radius = _HEX_MM / sqrt(3)
    return [(middle[0] + radius * sin(turn), middle[1] - radius * cos(turn)) for turn in turns]


def _flower(panel: Panel, grid: HexGrid, entry: Fronts, facing: Facing, middle: Point) -> None:
    tints, ink = panel.palette.under("tints"), panel.palette["frame"]
    front, rear = entry.spreads
    edge = {"stroke": ink, "stroke_width": 0.3, "stroke_linejoin": "round"}
    for side in range(6):
        arc = facing.arc(side, front, rear)
        turn = radians((0 if grid.flat_top else 30) + 60 * side)
        at = (middle[0] + _HEX_MM * sin(turn), middle[1] - _HEX_MM * cos(turn))
        panel.pen.polygon(_hex(grid, at), fill=tints[_TINTS[arc]], **edge)
        _named(panel.pen, arc, at, panel.palette["ink"])
    panel.pen.polygon(_hex(grid, middle), fill=panel.palette["paper"], **edge)


def _named(pen: Pen, arc: Arc, at: Point, ink: str) -> None:
    pen.text(arc.upper(), *at, pt(7), SANS_BOLD, anchor="middle", align="middle", fill=ink)


def _counter(pen: Pen, definition: Definition, kind: Kind) -> None:
    """A blank of the colours of a nation with the figure of a kind that faces, and its arrow, about the
    origin."""
    palette = next(iter(definition.game.nations.values())).palette
    colours, side = pen.look.palette("sides").under(palette), _COUNTER * _HEX_MM
    place = pen.move(-side / 2, -side / 2)
    outline = rounded(Box(0, 0, side, side), 0.13 * side)
    place.path(outline, fill=colours["ground"], stroke=colours["outline"], stroke_width=0.2)
    draw_figure(place, figure_called(pen.look, kind.figure), Box(0, 0.32 * side, side, 0.6 * side), colours)
    arrow = layout(pen.look, kind.layout).facing
    if arrow is not None:
        draw_facing(place, arrow, side, colours["outline"], colours["ground"])


def _legend(panel: Panel, entry: Fronts, left: float, top: float) -> float:
    """How many hexsides each arc has; gives how far down the words reach."""
    whither = "a corner" if entry.toward == "vertex" else "a side"
    numbers = (("Front", entry.front), ("Flanks", 6 - entry.front - entry.rear), ("Rear", entry.rear))
    told = [f"A unit looks at {whither} of its hex."]
    told += [f"{name}: {count_noun(number, 'hexside')}." for name, number in numbers if number]
    room = panel.width - PAD - left
    for words in told:
        for line in panel.pen.fonts.wrap(words, TEXT, room, pt(8.5)):
            panel.pen.text(line, left, top, pt(8.5), TEXT, align="top", fill=panel.palette["ink"])
            top += pt(8.5) * 1.25
        top += 1.0
    return top
