"""Figures drawn: a figure of the art room painted into a box, or defined once and used many times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from generator.drawing.figure_files import Figure
from generator.drawing.palette import UnknownColourError
from generator.drawing.svg import Canvas, Pen, Point


class Box(NamedTuple):
    """A rectangle by its top left corner and size, in the unit of its canvas."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, by: float) -> Box:
        """The box with a margin taken off each side."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)

    def holds(self, point: Point) -> bool:
        """Whether a point lies in it."""
        return 0 <= point[0] - self.x <= self.width and 0 <= point[1] - self.y <= self.height

    def meets(self, other: Box) -> bool:
        """Whether two boxes share room."""
        across = self.x < other.x + other.width and other.x < self.x + self.width
        return across and self.y < other.y + other.height and other.y < self.y + self.height


def draw_figure(
    pen: Pen, figure: Figure, box: Box, colours: Mapping[str, str], *, mirror: bool = False
) -> None:
    """Draw a figure as large as fits `box`, centred, standing on its lower edge; `mirror` faces left.

    `colours` gives "#rrggbb" for each role that the figure paints (outline, cloth, ...): the colours of a
    side in the palette "sides" do. Raises UnknownColourError.
    """
    scale = min(box.width / figure.width, box.height / figure.height)
    left = box.x + (box.width - figure.width * scale) / 2
    top = box.y + box.height - figure.height * scale
    if mirror:
        right = left + figure.width * scale
        place = pen.group(transform=f"translate({right:.6g} {top:.6g}) scale({-scale:.6g} {scale:.6g})")
    else:
        place = pen.move(left, top, scale)
    paint(place, figure, colours)


def paint(pen: Pen, figure: Figure, colours: Mapping[str, str]) -> None:
    """Draw a figure at its own size with its top left corner at the origin of `pen`. Raises
    UnknownColourError."""
    painted = [_colour(pen, figure, stroke.role, colours) for stroke in figure.strokes]
    pen.later(-figure.left, -figure.top, partial(_paint, figure, painted))


def _colour(pen: Pen, figure: Figure, role: str, colours: Mapping[str, str]) -> str:
    if role.startswith("#"):
        return pen.look.recoloured("figures", figure.name, {"own": role})["own"]
    if role not in colours:
        raise UnknownColourError(f"figure {figure.name} paints {role!r}, which has no colour here")
    return colours[role]


def _paint(figure: Figure, painted: Sequence[str], place: Pen) -> None:
    if figure.png is not None:
        place.image(0, 0, figure.width, figure.height, figure.data_uri)
    for stroke, colour in zip(figure.strokes, painted, strict=True):
        if stroke.width is None:
            place.path(stroke.data, fill=colour)
            continue
        place.path(
            stroke.data,
            fill="none",
            stroke=colour,
            stroke_width=stroke.width,
            stroke_linecap="round",
            stroke_linejoin="round",
        )


def define_figure(
    canvas: Canvas, name: str, figure: Figure, height: float, colours: Mapping[str, str]
) -> None:
    """Define a figure `height` units high for `use(name, x, y)`, its foot's middle at the point."""
    scale = height / figure.height
    place = canvas.define(name)
    paint(place.move(-figure.width * scale / 2, -height, scale), figure, colours)
