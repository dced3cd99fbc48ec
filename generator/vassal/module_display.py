"""The display of eliminated counters: a board with a cell for every counter of the game, side by side.

A counter that is eliminated goes to its own cell and can return from it; the empty cells show who fights
on. The counters of a nation stand in a row of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from generator.art import art
from generator.svg import Canvas, Pen
from generator.typeface import CAPS, SANS
from modules.definition import Counter, Definition

DISPLAY = "Eliminated"
"""The name of the display's map window and of its board."""

_COLUMNS = 14
_GAP = 8
_HEAD = 40
_MARGIN = 16
_PX_PER_MM = 4.0


@dataclass(frozen=True)
class Display:
    """Where the cells lie: centres in px by counter id; `cell` is the side of a cell, `size` the board's."""

    cells: Mapping[str, tuple[int, int]]
    heads: Mapping[str, int]
    boxes: Mapping[str, tuple[int, int]]
    cell: int
    size: tuple[int, int]


def lay_out(definition: Definition, counter_px: int) -> Display:
    """The display for counters of a size in px. `heads` and `boxes` are by side, in px from the top."""
    cell, y = counter_px + 4, _MARGIN
    cells: dict[str, tuple[int, int]] = {}
    heads: dict[str, int] = {}
    boxes: dict[str, tuple[int, int]] = {}
    for side in definition.game.sides:
        heads[side] = y
        top = y = y + _HEAD
        for row in _rows(definition, side):
            for column, counter in enumerate(row):
                cells[counter.id] = (_MARGIN + column * (cell + _GAP) + cell // 2, y + cell // 2)
            y += cell + _GAP
        boxes[side] = (top, y - _GAP)
        y += _MARGIN
    return Display(cells, heads, boxes, cell, (2 * _MARGIN + _COLUMNS * (cell + _GAP) - _GAP, y))


def _rows(definition: Definition, side: str) -> Iterator[list[Counter]]:
    """Each nation of a side begins a row; a row holds as many counters as fit."""
    for nation in definition.game.nations:
        counters = [c for c in definition.counters.values() if c.side == side and c.nation == nation]
        for _, row in groupby(enumerate(counters), key=lambda numbered: numbered[0] // _COLUMNS):
            yield [counter for _, counter in row]


def display_svg(definition: Definition, display: Display) -> str:
    """The board as an SVG document."""
    width, height = (side / _PX_PER_MM for side in display.size)
    canvas = Canvas(width, height, title=DISPLAY)
    palette = art().palette("chart")
    canvas.rect(0, 0, width, height, fill=palette["paper"])
    for side, top in display.heads.items():
        _head(canvas, definition.game.sides[side].name, top, width)
    for counter_id, place in display.cells.items():
        _cell(canvas, counter_id, place, display.cell)
    return canvas.svg()


def _head(pen: Pen, name: str, top: int, width: float) -> None:
    palette, left, height = art().palette("chart"), _MARGIN / _PX_PER_MM, (_HEAD - _GAP) / _PX_PER_MM
    y, room = top / _PX_PER_MM, width - 2 * left
    pen.rect(left, y, room, height, fill=palette["head"])
    words = f"{name}: eliminated".upper()
    size = pen.canvas.fonts.fit(words, CAPS, room - 4, height * 0.5, 1.0)
    at = (left + 2, y + height / 2)
    pen.text(words, *at, size, CAPS, align="middle", fill=palette["head_ink"])


def _cell(pen: Pen, counter_id: str, place: tuple[int, int], cell: int) -> None:
    palette, side = art().palette("chart"), cell / _PX_PER_MM
    x, y = (part / _PX_PER_MM for part in place)
    pen.rect(
        x - side / 2, y - side / 2, side, side, radius=1, fill=palette["band"], stroke=palette["frame"],
        stroke_width=0.25,
    )  # fmt: skip
    size = pen.canvas.fonts.fit(counter_id, SANS, side - 1, 2.6, 0.6)
    pen.text(counter_id, x, y, size, SANS, anchor="middle", align="middle", fill=palette["soft"])
