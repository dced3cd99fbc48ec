"""The window of forces: boxes for pieces that are not on the map yet, a box for each kind of them.

Here they wait before a free set-up, at sea, or until they are raised; each box says what it holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.art import art
from generator.charts.entries import by_kind
from generator.svg import Canvas, Pen
from generator.typeface import CAPS, SANS
from generator.vassal.buildfile import Component
from generator.vassal.maps import board, map_window, piece_layers
from generator.vassal.module_icons import icon
from generator.vassal.module_names import LAYERS
from modules.definition import Definition

FORCES = "Forces"
"""The name of the window and of its board."""

_COLUMNS = 10
_GAP, _HEAD, _MARGIN, _WORDS = 10, 40, 16, 18
_PX_PER_MM = 4.0
_LETTERS = (2.9, 1.2)
_MIXED = 6
"""How many pieces stand in a box that does not tell their kind."""


@dataclass(frozen=True)
class ForcesBox:
    """A box of pieces of one kind: its words and its middle, in px."""

    words: str
    x: int
    y: int


@dataclass(frozen=True)
class Forces:
    """The window's board, in px: `places` by counter id, boxes, and headings with the height at which they
    stand; `cell` is the side of a box."""

    places: Mapping[str, tuple[int, int]]
    boxes: Sequence[ForcesBox]
    heads: Sequence[tuple[str, int]]
    cell: int
    size: tuple[int, int]


def lay_forces(
    definition: Definition, groups: Mapping[str, Sequence[str]], counter_px: int, *, secret: bool = False
) -> Forces:
    """Lay the boxes for counters of a size; `groups` gives the counters under each heading. A counter that
    stands under two headings has its place under the first. Boxes of what is `secret` say nothing."""
    cell, y = counter_px + 24, _MARGIN
    places: dict[str, tuple[int, int]] = {}
    boxes, heads = [], []
    for head, counters in groups.items():
        heads.append((head, y))
        y += _HEAD
        kinds = _mixed(counters) if secret else by_kind(definition, counters)
        for number, (name, here) in enumerate(kinds):
            row, column = divmod(number, _COLUMNS)
            x = _MARGIN + column * (cell + _GAP) + cell // 2
            middle = y + row * (cell + _WORDS + _GAP) + cell // 2
            words = f"{name} x{len(here)}" if name and len(here) > 1 else name
            boxes.append(ForcesBox(words, x, middle))
            places = dict.fromkeys(here, (x, middle)) | places
        y += -(-len(kinds) // _COLUMNS) * (cell + _WORDS + _GAP) + _GAP
    width = 2 * _MARGIN + _COLUMNS * (cell + _GAP) - _GAP
    return Forces(places, boxes, heads, cell, (width, y + _MARGIN))


def _mixed(counters: Sequence[str]) -> list[tuple[str, Sequence[str]]]:
    """Stacks without a name."""
    return [("", counters[i : i + _MIXED]) for i in range(0, len(counters), _MIXED)]


def forces_svg(forces: Forces) -> str:
    """The board as an SVG document."""
    width, height = (side / _PX_PER_MM for side in forces.size)
    canvas, palette = Canvas(width, height, title=FORCES), art().palette("chart")
    canvas.rect(0, 0, width, height, fill=palette["paper"])
    left = _MARGIN / _PX_PER_MM
    for head, top in forces.heads:
        y, tall = top / _PX_PER_MM, (_HEAD - _GAP) / _PX_PER_MM
        canvas.rect(left, y, width - 2 * left, tall, fill=palette["head"])
        size = canvas.fonts.fit(head.upper(), CAPS, width - 2 * left - 4, tall * 0.5, 1.0)
        at = (left + 2, y + tall / 2)
        canvas.text(head.upper(), *at, size, CAPS, align="middle", fill=palette["head_ink"])
    for box in forces.boxes:
        _draw(canvas, box, forces.cell)
    return canvas.svg()


def _draw(pen: Pen, box: ForcesBox, cell: int) -> None:
    palette, side = art().palette("chart"), cell / _PX_PER_MM
    x, y = box.x / _PX_PER_MM, box.y / _PX_PER_MM
    look = {"fill": palette["band"], "stroke": palette["frame"], "stroke_width": 0.3}
    pen.rect(x - side / 2, y - side / 2, side, side, radius=1, **look)
    if not box.words:
        return
    size = pen.canvas.fonts.fit(box.words, SANS, side + 1.5, *_LETTERS)
    at = (x, y + side / 2 + _WORDS / 2 / _PX_PER_MM)
    pen.text(box.words, *at, size, SANS, anchor="middle", align="middle", fill=palette["ink"])


def forces_window(image: str) -> Component:
    """The window as a component."""
    return map_window(
        FORCES,
        [board(FORCES, image)],
        [piece_layers(LAYERS)],
        default_boards=[(FORCES, 0, 0)],
        launch=True,
        buttonName=FORCES,
        icon=icon("forces"),
        tooltip="Show or hide the forces that are not on the map yet",
        markMoved="Never",
        moveToFormat="$pieceName$: $previousMap$ &rarr; $mapName$ *",
        moveWithinFormat="",
    )
