"""The display of eliminated counters: a board with a cell for every counter of the game, side by side.

A counter that is eliminated goes to its own cell and can return from it; the empty cells show who fights
on. The counters of a nation stand in a row of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from generator.drawing.art import Look
from generator.drawing.svg import Canvas, Pen
from generator.drawing.typeface import CAPS, SANS
from generator.vassal.module.names import DISPLAY as DISPLAY
from generator.vassal.module.names import Rendering
from modules.definition import Counter, Definition

_COLUMNS = 14
_GAP = 8
_HEAD = 40
_MARGIN = 16
_ROOM = 4
"""px of a screen by which a cell is wider than a counter, as all above."""

_PX_PER_MM = 4.0


@dataclass(frozen=True)
class Display:
    """Where the cells lie: centres in px by counter id; `cell` is the side of a cell, `size` the board's,
    `unit` the px for each px of a screen."""

    cells: Mapping[str, tuple[int, int]]
    heads: Mapping[str, int]
    boxes: Mapping[str, tuple[int, int]]
    cell: int
    size: tuple[int, int]
    unit: int

    def mm(self, px: float) -> float:
        """A length on the drawing."""
        return px / self.unit / _PX_PER_MM


def lay_out(definition: Definition, rendering: Rendering) -> Display:
    """The display for counters of a rendering. `heads` and `boxes` are by side, in px from the top."""
    margin, gap, head = (px * rendering.unit for px in (_MARGIN, _GAP, _HEAD))
    cell, y = rendering.px + _ROOM * rendering.unit, margin
    cells: dict[str, tuple[int, int]] = {}
    heads: dict[str, int] = {}
    boxes: dict[str, tuple[int, int]] = {}
    for side in definition.game.sides:
        heads[side] = y
        top = y = y + head
        for row in _rows(definition, side):
            for column, counter in enumerate(row):
                cells[counter.id] = (margin + column * (cell + gap) + cell // 2, y + cell // 2)
            y += cell + gap
        boxes[side] = (top, y - gap)
        y += margin
    size = (2 * margin + _COLUMNS * (cell + gap) - gap, y)
    return Display(cells, heads, boxes, cell, size, rendering.unit)


def _rows(definition: Definition, side: str) -> Iterator[list[Counter]]:
    """Each nation of a side begins a row; a row holds as many counters as fit."""
    for nation in definition.game.nations:
        counters = [c for c in definition.counters.values() if c.side == side and c.nation == nation]
        for _, row in groupby(enumerate(counters), key=lambda numbered: numbered[0] // _COLUMNS):
            yield [counter for _, counter in row]


def display_svg(look: Look, definition: Definition, display: Display) -> str:
    """The board as an SVG document."""
    width, height = (display.mm(side) for side in display.size)
    canvas = Canvas(look, width, height, title=DISPLAY)
    palette = look.palette("chart")
    canvas.rect(0, 0, width, height, fill=palette["paper"])
    for side, top in display.heads.items():
        _head(canvas, definition.game.sides[side].name, display.mm(top), width)
    for counter_id, (x, y) in display.cells.items():
        _cell(canvas, counter_id, (display.mm(x), display.mm(y)), display.mm(display.cell))
    return canvas.svg()


def _head(pen: Pen, name: str, y: float, width: float) -> None:
    palette, left, height = pen.look.palette("chart"), _MARGIN / _PX_PER_MM, (_HEAD - _GAP) / _PX_PER_MM
    room = width - 2 * left
    pen.rect(left, y, room, height, fill=palette["head"])
    words = f"{name}: eliminated".upper()
    size = pen.canvas.fonts.fit(words, CAPS, room - 4, height * 0.5, 1.0)
    at = (left + 2, y + height / 2)
    pen.text(words, *at, size, CAPS, align="middle", fill=palette["head_ink"])


def _cell(pen: Pen, counter_id: str, place: tuple[float, float], side: float) -> None:
    palette, (x, y) = pen.look.palette("chart"), place
    pen.rect(
        x - side / 2, y - side / 2, side, side, radius=1, fill=palette["band"], stroke=palette["frame"],
        stroke_width=0.25,
    )  # fmt: skip
    size = pen.canvas.fonts.fit(counter_id, SANS, side - 1, 2.6, 0.6)
    pen.text(counter_id, x, y, size, SANS, anchor="middle", align="middle", fill=palette["soft"])
