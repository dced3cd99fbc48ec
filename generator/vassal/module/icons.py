"""The icons of a module's buttons, drawn from the art that the game itself is drawn with."""

from __future__ import annotations

from collections.abc import Iterator

from generator.drawing.art import Look
from generator.drawing.figures import Box, draw_figure
from generator.drawing.raster import Shot
from generator.drawing.svg import Canvas, Pen

_GLYPHS = {
    "map": "castle",
    "overview": "compass",
    "sight": "beacon",
    "forces": "camp",
    "battle": "engaged",
    "eliminated": "skull",
    "hand": "hand",
    "counters": "shield-wall",
    "die": "die",
    "orders": "check",
    "states": "crown",
    "inventory": "control",
}
_LINES = {"charts": True, "notes": False}
"""Icons that are a sheet with lines, and whether these are ruled as a table."""

_PX = 22
"""How large VASSAL's own icons are, about."""


def icon(name: str) -> str:
    """The image of an icon by what its button opens. Raises KeyError for one that is not drawn."""
    if name not in _GLYPHS and name not in _LINES:
        raise KeyError(name)
    return f"icon-{name}.png"


def icon_shots(look: Look, used: frozenset[str]) -> Iterator[tuple[str, Shot]]:
    """The icons of these images."""
    for name in (*_GLYPHS, *_LINES):
        if icon(name) in used:
            yield icon(name), Shot(look, _svg(look, name), width=_PX)


def _svg(look: Look, name: str) -> str:
    canvas, colours = Canvas(look, _PX, _PX, title=name), look.palette("sides").under("neutral")
    if name in _GLYPHS:
        figure = look.figure(f"glyphs/{_GLYPHS[name]}")
        draw_figure(canvas, figure, Box(1, 1, _PX - 2, _PX - 2), colours)
    else:
        _sheet(canvas, colours["light"], colours["outline"], ruled=_LINES[name])
    return canvas.svg()


def _sheet(pen: Pen, paper: str, ink: str, *, ruled: bool) -> None:
    line = {"stroke": ink, "stroke_width": 1.4, "fill": "none"}
    pen.rect(4, 2, 14, 18, radius=1.5, fill=paper, stroke=ink, stroke_width=1.4)
    for y in (7, 11, 15):
        pen.path(f"M4 {y}H18" if ruled else f"M7 {y}H15", **line)
    if ruled:
        pen.path("M9 2V20", **line)
