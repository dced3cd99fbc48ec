"""The frieze of a title: both armies as they march at one another, embroidered between two borders.

Each side shows the kinds of counters that it has in the scenario, in its colours: the first from the left,
the others from the right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.charts.displays import fighting, sides_of
from generator.counters.face import figure_called
from generator.drawing.art import Figure, Look
from generator.drawing.figures import Box, draw_figure
from generator.drawing.svg import Pen, path_data
from modules.definition.formats.scenarios import HexScenario
from modules.definition.model import Definition

_BORDER = 0.15
_STEP = 0.9
"""A border's share of the height; how far figures stand apart, as a share of their width."""


Army = Sequence[tuple[Figure, dict[str, str]]]
"""Figures with their colours, from the middle of a frieze outward."""


def draw_frieze(pen: Pen, definition: Definition, battle: HexScenario, box: Box) -> None:
    """The frieze of a battle in a box. Raises UnknownColourError, MissingArtError."""
    armies = [army_of(pen.look, definition, fighting(battle, side)) for side in sides_of(definition, battle)]
    draw_armies(pen, armies, box)


def draw_armies(pen: Pen, armies: Sequence[Army], box: Box) -> None:
    """A frieze in a box: the first army from the left, the others from the right."""
    palette = pen.look.palette("chart")
    pen.rect(box.x, box.y, box.width, box.height, fill=palette["linen"])
    tall = _BORDER * box.height
    for top in (box.y, box.y + box.height - tall):
        _border(pen, Box(box.x, top, box.width, tall))
    field = Box(box.x + 1, box.y + tall + 0.5, box.width - 2, box.height - 2 * tall - 0.9)
    left, right = armies[0], [each for army in armies[1:] for each in army]
    half = field.width / 2 - 1.5
    _march(pen, left, Box(field.x, field.y, half, field.height), mirror=False)
    _march(pen, right, Box(field.x + field.width - half, field.y, half, field.height), mirror=True)
    pen.rect(
        box.x, box.y, box.width, box.height, fill="none", stroke=palette["frame"], stroke_width=0.3
    )  # fmt: skip


def army_of(look: Look, definition: Definition, counters: Iterable[str]) -> Army:
    """The figures of some counters in the colours of a nation, each once, leaders first.

    Raises UnknownColourError, MissingArtError.
    """
    there = set(counters)
    found = [each for each in definition.counters.values() if each.id in there]
    found.sort(key=lambda each: each.role != "leader")
    seen: dict[str, str] = {}
    for each in found:
        seen.setdefault(definition.kind(each).figure, definition.game.nations[each.nation].palette)
    sides = look.palette("sides")
    return [(figure_called(look, figure), dict(sides.under(palette))) for figure, palette in seen.items()]


def _march(pen: Pen, marchers: Army, field: Box, *, mirror: bool) -> None:
    """As many as there is room for, from the middle of the frieze outward."""
    x = 0.0
    for figure, colours in marchers:
        wide = figure.width * field.height / figure.height
        if x + wide > field.width + 0.01:
            break
        left = field.x + x if mirror else field.x + field.width - x - wide
        draw_figure(pen, figure, Box(left, field.y, wide, field.height), colours, mirror=mirror)
        x += _STEP * wide + 1.0


def _border(pen: Pen, box: Box) -> None:
    """Slanted bars between two stitched lines, in the colours of the wool."""
    wools = list(pen.look.palette("chart").under("wools").values())
    step = box.height * 1.5
    count = int(box.width / step)
    step = box.width / count
    for i in range(count):
        x, lean = box.x + (i + 0.5) * step, (0.3 if i % 2 else -0.3) * step
        data = path_data([(x - lean, box.y + 0.82 * box.height), (x + lean, box.y + 0.18 * box.height)])
        pen.path(
            data,
            fill="none",
            stroke=wools[i % len(wools)],
            stroke_width=0.18 * box.height,
            stroke_linecap="round",
        )
    for y, wool in ((box.y, wools[0]), (box.y + box.height, wools[2])):
        pen.line(
            box.x, y, box.x + box.width, y, stroke=wool, stroke_width=0.35, stroke_dasharray="1.3 0.35"
        )  # fmt: skip
