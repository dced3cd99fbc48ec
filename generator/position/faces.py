"""Faces of counters in a position: the printed one, or a plain one that needs no art."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from generator.counters.printed import counter_symbol, marker, piece_symbol, side_mm
from generator.counters.printed import piece as counter_piece
from generator.drawing.svg import Canvas, pt
from generator.drawing.typeface import SANS_BOLD
from generator.maps.look import side_colour
from modules.definition.model import Definition
from modules.engine.position import PlacedCounter


@dataclass(frozen=True, slots=True)
class FaceSymbol:
    """A counter's face in a canvas: the definition to `use`, and the side of its square in mm."""

    name: str
    side_mm: float


DrawFace = Callable[[Canvas, PlacedCounter], FaceSymbol]


def counter_face(definition: Definition, canvas: Canvas, placed: PlacedCounter) -> FaceSymbol:
    """The printed face of a counter; of an unknown one, a blank of its side. Raises CounterError."""
    if not placed.counter:
        return plain_face(definition, canvas, placed)
    name = counter_symbol(canvas, definition, placed.counter, "back" if placed.reduced else "front")
    return FaceSymbol(name, side_mm(canvas.look, counter_piece(canvas.look, definition, placed.counter)))


def marker_face(definition: Definition, canvas: Canvas, name: str) -> FaceSymbol:
    """The printed face of a marker that lies in a place by itself. Raises CounterError."""
    found = marker(canvas.look, definition, name)
    return FaceSymbol(piece_symbol(canvas, definition, found, "front"), side_mm(canvas.look, found))


def plain_face(definition: Definition, canvas: Canvas, placed: PlacedCounter) -> FaceSymbol:
    """A square with the counter's id, or with its side's letter where the viewer may not know more."""
    words = placed.counter or definition.game.sides[placed.side].letter
    name = f"plain-{placed.side}-{words}{'-reduced' if placed.reduced else ''}"
    if name not in canvas.definitions:
        palette = canvas.look.palette("map")
        colour = side_colour(canvas.look, definition, placed.side)
        pen = canvas.define(name)
        pen.rect(0.2, 0.2, 15.5, 15.5, radius=2, fill=palette["paper"], stroke=colour, stroke_width=0.8)
        size = canvas.fonts.fit(words, SANS_BOLD, 13.5, pt(20), pt(3))
        pen.text(words, 7.94, 7.94, size, SANS_BOLD, anchor="middle", align="middle", fill=colour)
        if placed.reduced:
            pen.line(2, 13.2, 13.9, 13.2, stroke=colour, stroke_width=1)
    return FaceSymbol(name, 15.875)
