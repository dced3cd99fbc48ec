"""The picture of a game: its sides against one another, for the cover of a kit and the top of a preview.

A style with a frieze has them march in it; any other shows their counters, or signs where there are none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.counters.blazon import sign_of
from generator.counters.printed import counter_symbol, figure_called, piece, side_mm
from generator.drawing.art import MissingArtError
from generator.drawing.figures import Box, draw_figure
from generator.drawing.svg import Pen
from generator.sheets.frieze import army_of, draw_armies
from modules.definition.model import Counter, Definition

_TALL, _GAP = 0.42, 0.1
"""The side of a counter as a share of the picture's height; how far they stand apart, as a share of it."""


def draw_hero(pen: Pen, definition: Definition, box: Box) -> None:
    """The sides of a game in a box (mm). Raises CounterError and the errors of art."""
    counters = definition.counters.values()
    if pen.look.style.frieze is not False:
        own = ([each.id for each in counters if each.side == side] for side in definition.game.sides)
        draw_armies(pen, [army_of(pen.look, definition, each) for each in own], box)
        return
    palette = pen.look.palette("chart")
    pen.rect(box.x, box.y, box.width, box.height, fill=palette["band"])
    for y in (box.y, box.y + box.height):
        pen.line(box.x, y, box.x + box.width, y, stroke=palette["frame"], stroke_width=0.9)
    sides = list(definition.game.sides)
    half = box.width / 2
    _line(pen, definition, sides[:1], Box(box.x, box.y, half, box.height), inward=-1)
    _line(pen, definition, sides[1:], Box(box.x + half, box.y, half, box.height), inward=1)


def _line(pen: Pen, definition: Definition, sides: Sequence[str], field: Box, *, inward: int) -> None:
    """Counters of some sides from the middle of the picture outward, as many as there is room for."""
    tall = _TALL * field.height
    step, top = (1 + _GAP) * tall, field.y + (field.height - tall) / 2
    x = field.x + 1.5 * _GAP * tall if inward > 0 else field.x + field.width - tall - 1.5 * _GAP * tall
    shown = list(_of_each_kind(each for each in definition.counters.values() if each.side in sides))
    count = int((field.width - 1.5 * _GAP * tall) / step)
    if not shown:
        _sign(pen, definition, sides, Box(x, top, tall, tall))
    for each in shown[:count]:
        scale = tall / side_mm(pen.look, piece(pen.look, definition, each.id))
        pen.use(counter_symbol(pen.canvas, definition, each.id), x, top, scale=scale)
        x += inward * step


def _of_each_kind(counters: Iterable[Counter]) -> Iterable[Counter]:
    """The first counter of each kind, leaders first."""
    found: dict[str, Counter] = {}
    for each in sorted(counters, key=lambda each: each.role != "leader"):
        if each.form == "counter":
            found.setdefault(each.kind, each)
    return found.values()


def _sign(pen: Pen, definition: Definition, sides: Sequence[str], box: Box) -> None:
    """The sign of the first of some sides; none where it has no figure."""
    side = definition.game.sides[sides[0]]
    try:
        figure = figure_called(pen.look, sign_of(pen.look, side))
    except MissingArtError:
        return
    draw_figure(pen, figure, box, pen.look.palette("sides").under(side.palette))
