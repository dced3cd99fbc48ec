"""Counters: the front and back of every piece of a game, drawn from its values by a layout.

Front: the nation's colour, a stripe with its letter and the piece's id, figures, values; a light band on
top says two steps. Back: the reduced side with fewer figures and its values on a light panel, or, for a
piece of one step, the shield of its nation.
"""

from __future__ import annotations

from typing import Literal

from generator.counters.face import Corners, CounterFace, figure_called
from generator.counters.layout import AnySize
from generator.counters.pieces import (
    FACES_OF_A_COUNTER,
    CounterError,
    Piece,
    Side,
    marker,
    piece,
    pieces,
    side_mm,
    size_within,
)
from generator.drawing.art import Look
from generator.drawing.document import Drawing
from generator.drawing.svg import Canvas, Pen
from modules.definition import Definition

__all__ = [
    "FACES_OF_A_COUNTER",
    "Corners",
    "CounterError",
    "Piece",
    "Side",
    "counter_svg",
    "counter_symbol",
    "draw_piece",
    "figure_called",
    "marker",
    "marker_svg",
    "piece",
    "piece_svg",
    "piece_symbol",
    "pieces",
    "side_mm",
    "size_within",
]


def counter_svg(
    look: Look,
    definition: Definition,
    counter_id: str,
    face: Side,
    *,
    size: AnySize | None = None,
    text_as: Literal["text", "paths"] = "text",
) -> Drawing:
    """One face of a counter, with rounded corners on a transparent ground.

    Raises CounterError naming the field that does not fit or has no value, and the errors of art.
    """
    return piece_svg(look, definition, piece(look, definition, counter_id), face, size=size, text_as=text_as)


def marker_svg(
    look: Look,
    definition: Definition,
    name: str,
    *,
    size: AnySize | None = None,
    text_as: Literal["text", "paths"] = "text",
) -> Drawing:
    """A marker, as `counter_svg`; both its faces are alike."""
    return piece_svg(look, definition, marker(look, definition, name), "front", size=size, text_as=text_as)


def piece_svg(
    look: Look,
    definition: Definition,
    each: Piece,
    face: Side,
    *,
    size: AnySize | None = None,
    text_as: Literal["text", "paths"] = "text",
) -> Drawing:
    """One face of a counter or marker. Raises as `counter_svg`."""
    side = side_mm(look, each, size)
    title = f"{each.name}, {face}" if not each.marker else each.name
    canvas = Canvas(look, side, side, title=title, text_as=text_as)
    draw_piece(canvas, definition, each, face, side)
    name = f"marker-{each.id}" if each.marker else f"{each.id}-{face}"
    return Drawing(name, title, canvas.svg(), side, side)


def counter_symbol(
    canvas: Canvas,
    definition: Definition,
    counter_id: str,
    face: Side = "front",
    *,
    size: AnySize | None = None,
    corners: Corners = "round",
) -> str:
    """The name of a definition of `canvas` (in mm) that holds a face of a counter; made at the first call.

    `canvas.use(name, x, y)` puts its top left corner at (x, y), at its natural size. Raises as `counter_svg`.
    """
    return piece_symbol(
        canvas, definition, piece(canvas.look, definition, counter_id), face, size=size, corners=corners
    )


def piece_symbol(
    canvas: Canvas,
    definition: Definition,
    each: Piece,
    face: Side = "front",
    *,
    size: AnySize | None = None,
    corners: Corners = "round",
) -> str:
    """As `counter_symbol`, for a counter or a marker."""
    prefix, side = "marker" if each.marker else "counter", side_mm(canvas.look, each, size)
    name = f"{prefix}-{each.id}-{face}-{corners}-{round(side * 1000)}{'-silent' if each.silent else ''}"
    if name not in canvas.definitions:
        canvas.define_last(name, lambda pen: draw_piece(pen, definition, each, face, side, corners))
    return name


def draw_piece(
    pen: Pen, definition: Definition, each: Piece, face: Side, side: float, corners: Corners = "round"
) -> None:
    """Draw a face `side` mm wide with its top left corner at the origin of `pen`. Raises as `counter_svg`."""
    CounterFace(pen, definition, each.shown_on(face), face, side).draw(corners)
