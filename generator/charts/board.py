"""Displays that are boards of their own: a battle board, the places off the map.

Printed, the words of boxes across the table are turned to the player who sits there; in a window, which all
see the same way up, they are not.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.drawing.art import Look
from generator.drawing.document import Drawing
from generator.drawing.figures import Box, draw_figure
from generator.drawing.panel import TextAs
from generator.drawing.svg import Canvas, Pen, pt
from generator.drawing.typeface import CAPS, SANS, SANS_BOLD
from generator.maps.look import side_colour
from modules.definition.formats.displays import Display, DisplayBox
from modules.definition.model import Definition

_EDGE, _INSET = 0.12, 0.13
"""In spaces: the paper around the boxes, and what words keep off the edge of theirs."""

_NAME, _NOTE, _LEAST = pt(13), pt(8.5), pt(5)
_SPACE = 20.0
"""mm: a space as it is printed; lettering is of its size there, and grows with the space."""

_FAINT = 0.13


@dataclass(frozen=True, slots=True)
class DisplayBoard:
    """A display as a board, and the box of each of its places on it, in mm."""

    drawing: Drawing
    places: dict[str, Box]


def display_board(
    look: Look,
    definition: Definition,
    name: str,
    *,
    space: float = _SPACE,
    turned: bool = True,
    text_as: TextAs = "text",
) -> DisplayBoard:
    """A display as a board whose spaces are `space` mm wide; `turned`: words across the table stand on their
    heads. Raises TextTooWideError for words too long for their box, UnknownColourError."""
    display, edge = definition.displays[name], _EDGE * space
    wide, tall = (float(spaces) * space + 2 * edge for spaces in display.size)
    canvas = Canvas(look, wide, tall, title=display.name, text_as=text_as)
    canvas.rect(0, 0, wide, tall, fill=look.palette("chart")["paper"])
    places = {}
    for place, box in display.boxes.items():
        places[place] = found = _box(box, space, edge)
        _draw(canvas, definition, box, found, space / _SPACE, turned and box.across)
    _line(canvas, display, places, space / _SPACE)
    return DisplayBoard(Drawing(f"board-{name}", display.name, canvas.svg(), wide, tall), places)


def _box(box: DisplayBox, space: float, edge: float) -> Box:
    """The box around a place's corners."""
    across, down = zip(*((float(x), float(y)) for x, y in box.corners), strict=True)
    left, top = min(across), min(down)
    right, bottom = max(across) - left, max(down) - top
    return Box(edge + left * space, edge + top * space, right * space, bottom * space)


def _draw(
    pen: Pen, definition: Definition, box: DisplayBox, at: Box, scale: float, upside_down: bool
) -> None:
    """A box, drawn from its upper left corner; upside down it is drawn from the opposite one."""
    palette, gap = pen.look.palette("chart"), 0.8 * scale
    inner = at.inset(gap)
    fill = palette["band"] if box.laid_open else palette["paper"]
    dashes = {} if box.laid_open else {"stroke_dasharray": f"{2.4 * scale} {1.4 * scale}"}
    pen.rect(
        inner.x, inner.y, inner.width, inner.height, radius=1.6 * scale, fill=fill, stroke=palette["frame"],
        stroke_width=0.5 * scale, **dashes,
    )  # fmt: skip
    corner = (inner.x + inner.width, inner.y + inner.height) if upside_down else (inner.x, inner.y)
    own = pen.move(*corner, turn=180 if upside_down else 0)
    top = _INSET * _SPACE * scale
    if box.side is not None:
        colour = side_colour(pen.look, definition, box.side)
        own.rect(0, 0, inner.width, 1.8 * scale, radius=0.9 * scale, fill=colour)
    if box.cup:
        _cup(own, inner, scale)
    _words(own, box, inner, top, scale)


def _words(pen: Pen, box: DisplayBox, room: Box, inset: float, scale: float) -> None:
    fonts, palette = pen.canvas.fonts, pen.look.palette("chart")
    wide = room.width - 2 * inset
    size = fonts.fit(box.name, SANS_BOLD, wide, _NAME * scale, _LEAST * scale)
    pen.text(box.name, inset, inset, size, SANS_BOLD, align="top", fill=palette["ink"])
    if box.note is None:
        return
    size = _NOTE * scale
    for i, line in enumerate(reversed(fonts.wrap(box.note, SANS, wide, size))):
        y = room.height - inset - i * 1.2 * size
        pen.text(line, inset, y, size, SANS, fill=palette["soft"])


def _cup(pen: Pen, room: Box, scale: float) -> None:
    radius = min(room.width, room.height) * 0.3
    pen.circle(
        room.width / 2, room.height / 2, radius, fill="none", stroke=pen.look.palette("chart")["soft"],
        stroke_width=0.6 * scale, stroke_dasharray=f"{1.8 * scale} {1.4 * scale}",
    )  # fmt: skip


def _line(pen: Pen, display: Display, places: dict[str, Box], scale: float) -> None:
    """The name of the board between the boxes of the two sides of the table, where they leave room."""
    upper = [places[name] for name, box in display.boxes.items() if box.across]
    lower = [places[name] for name, box in display.boxes.items() if not (box.across or box.cup)]
    if not upper or not lower:
        return
    top, bottom = max(each.y + each.height for each in upper), min(each.y for each in lower)
    if bottom - top < 6 * scale:
        return
    palette, middle = pen.look.palette("chart"), (top + bottom) / 2
    left, right = min(each.x for each in lower), max(each.x + each.width for each in lower)
    tall = bottom - top - 3 * scale
    pen.rect(left, middle - tall / 2, right - left, tall, radius=tall / 2, fill=palette["head"])
    colours = pen.look.palette("sides").under("neutral")
    for x in (left + tall, right - tall):
        draw_figure(
            pen,
            pen.look.figure("glyphs/engaged"),
            Box(x - tall * 0.4, middle - tall * 0.4, tall * 0.8, tall * 0.8),
            colours,
        )
    words = f"{display.name.upper()}  ·  RULE {display.rule}"
    at = ((left + right) / 2, middle)
    pen.text(words, *at, tall * 0.4, CAPS, anchor="middle", align="middle", fill=palette["head_ink"])
