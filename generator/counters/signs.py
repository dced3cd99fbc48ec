"""Signs on counters: facing arrows, badges under values, the shapes of markers. Lengths in mm."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from generator.counters.layout import Facing
from generator.drawing.figures import Box
from generator.drawing.marks import rounded
from generator.drawing.svg import Pen, Point, path_data
from generator.drawing.typeface import SANS_BOLD

_TURNS = {
    "top": 0, "top_right": 45, "right": 90, "bottom_right": 135,
    "bottom": 180, "bottom_left": 225, "left": 270, "top_left": 315,
}  # fmt: skip
_CORNER = 0.13
"""How far the tip of an arrow at a rounded corner stays from the two edges, of the counter's side."""

_ARROWS: dict[str, tuple[Point, ...]] = {
    "hexside": ((0, 0), (0.5, 0.5), (0.5, 0.62), (-0.5, 0.62), (-0.5, 0.5)),
    "vertex": ((0, 0), (0.5, 0.8), (0, 0.52), (-0.5, 0.8)),
}
"""Tip at the origin, pointing up, one wide."""


def draw_facing(pen: Pen, facing: Facing, side: float, fill: str, edge: str) -> None:
    """The arrow of a counter `side` mm wide, its tip near the edge or corner that it points at."""
    turn = math.radians(_TURNS[facing.at])
    toward = (math.sin(turn), -math.cos(turn))
    corner = facing.at.count("_") == 1
    reach = (0.5 - _CORNER) * math.sqrt(2) if corner else 0.5 - 0.022
    tip = (side * (0.5 + toward[0] * reach), side * (0.5 + toward[1] * reach))
    wide = facing.size * side / 100
    points = [
        (
            tip[0] + wide * (x * math.cos(turn) - y * math.sin(turn)),
            tip[1] + wide * (x * math.sin(turn) + y * math.cos(turn)),
        )
        for x, y in _ARROWS[facing.kind]
    ]
    pen.polygon(points, fill=fill, stroke=edge, stroke_width=0.014 * side, stroke_linejoin="round")


def draw_badge(
    pen: Pen, shape: Literal["disc", "hexagon", "diamond"], at: Point, radius: float, fill: str, edge: str
) -> None:
    """The ground of a value: a disc, a hexagon with corners left and right, or a square on its corner."""
    x, y = at
    paint: dict[str, str | float] = {"fill": fill, "stroke": edge, "stroke_width": 0.16 * radius}
    if shape == "disc":
        pen.circle(x, y, radius, **paint)
        return
    half = radius * 3**0.5 / 2
    corners = [(x - radius, y), (x - radius / 2, y - half), (x + radius / 2, y - half)]
    if shape == "diamond":
        corners = [(x - radius, y), (x, y - radius)]
    corners += [(2 * x - a, 2 * y - b) for a, b in corners]
    pen.path(path_data(corners, close=True), stroke_linejoin="round", **paint)


PLATES: dict[str, Sequence[Point]] = {
    "triangle": ((0.5, 0.0), (1.0, 1.0), (0.0, 1.0)),
    "diamond": ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)),
    "octagon": ((0.29, 0), (0.71, 0), (1, 0.29), (1, 0.71), (0.71, 1), (0.29, 1), (0, 0.71), (0, 0.29)),
    "hexagon": ((0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1), (0, 0.5)),
    "arrow": ((0, 0.12), (0.62, 0.12), (0.62, -0.04), (1, 0.5), (0.62, 1.04), (0.62, 0.88), (0, 0.88)),
    "pennant": ((0, 0), (1, 0), (0.84, 0.5), (1, 1), (0, 1)),
    "down": ((0, 0), (1, 0), (1, 0.62), (0.5, 1), (0, 0.62)),
}
"""The shapes of markers that are polygons, in a box of one by one."""

SHAPES = ("disc", "square", "star", *PLATES)
"""All shapes that art/markers.yaml may name."""


def draw_plate(pen: Pen, shape: str, box: Box, fill: str, edge: str) -> None:
    """A marker's shape in its box. The shape is one of SHAPES."""
    paint: dict[str, str | float] = {"fill": fill, "stroke": edge, "stroke_width": 0.03 * box.width}
    x, y = box.middle
    if shape == "disc":
        pen.circle(x, y, min(box.width, box.height) / 2, **paint)
        return
    if shape == "square":
        pen.path(rounded(box, 0.08 * box.width), **paint)
        return
    unit = _star() if shape == "star" else PLATES[shape]
    points = [(box.x + a * box.width, box.y + b * box.height) for a, b in unit]
    pen.polygon(points, stroke_linejoin="round", **paint)


def _star() -> list[Point]:
    """A burst of twelve points."""
    found = []
    for i in range(24):
        turn, radius = math.radians(15 * i), 0.52 if i % 2 == 0 else 0.4
        found.append((0.5 + radius * math.sin(turn), 0.5 - radius * math.cos(turn)))
    return found


def draw_strength(pen: Pen, strength: int, y: float, size: float, pip: float, ink: str) -> None:
    """A strength about the middle of a line at `y`: the number, then as many pips of radius `pip`."""
    wide = pen.canvas.fonts.width(str(strength), SANS_BOLD, size)
    left = -(wide + 2.6 * pip * strength) / 2
    pen.text(str(strength), left, y, size, SANS_BOLD, align="middle", fill=ink)
    for i in range(strength):
        x = left + wide + (2.6 * i + 1.6) * pip
        pen.polygon([(x - pip, y), (x, y - pip), (x + pip, y), (x, y + pip)], fill=ink)
