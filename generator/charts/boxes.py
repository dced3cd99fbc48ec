"""Boxes: the displays of a game, drawn as they are written: piles, reserves, levels, cups, of any shape."""

from __future__ import annotations

from dataclasses import replace

from generator.charts.tracks import BOX_MM
from generator.drawing.art import Look
from generator.drawing.figures import Box
from generator.drawing.panel import PAD, Chart, Panel, TextAs
from generator.drawing.svg import Point, path_data, pt
from generator.drawing.typeface import SANS, SANS_BOLD, TextTooWideError
from generator.maps.look import side_colour
from modules.definition.formats.displays import DisplayBox
from modules.definition.model import Definition

_LEAST_MM = 13.6
"""A space holds a counter of 1/2 in with room to lift it."""

_WIDEST_MM = 1.45 * BOX_MM
_TALLEST_MM = 120.0
"""A display that would be taller has no larger spaces than a counter needs."""

_INSET = 1.4
_STRIPE = 1.3
_NAME, _NOTE = (pt(8), pt(5.5)), pt(6.5)


def display_chart(
    look: Look,
    definition: Definition,
    name: str,
    *,
    width: float = 97.0,
    text_as: TextAs = "text",
    spread: float = 0.0,
) -> Chart:
    """A display, its spaces as large as `width` (mm) allows. Raises TextTooWideError where they would be too
    small for a counter, or words too long for their box; UnknownColourError."""
    display = definition.displays[name]
    panel = Panel(look, f"display-{name}", display.name, width, display.rule, text_as, spread)
    across, down = (float(spaces) for spaces in display.size)
    space = min(panel.room / across, _WIDEST_MM, max(BOX_MM, _TALLEST_MM / down))
    if space < _LEAST_MM:
        need = across * _LEAST_MM + 2 * PAD
        message = f"{across:g} spaces side by side need {need:.0f} mm of width but have {width:.0f} mm"
        raise TextTooWideError(f"{display.name}: {message}", display.name)
    left, top = PAD + (panel.room - across * space) / 2, panel.y
    places: dict[str, tuple[Point, ...]] = {}
    for place, box in display.boxes.items():
        corners = tuple((left + float(x) * space, top + float(y) * space) for x, y in box.corners)
        _draw(panel, definition, box, corners)
        places[place] = corners
    panel.y = top + down * space + 1.4
    return replace(panel.done(), places=places)


def _draw(panel: Panel, definition: Definition, box: DisplayBox, corners: tuple[Point, ...]) -> None:
    """A box with its name in its upper left corner, its note at its foot, and the colour of its side."""
    pen, palette = panel.pen, panel.palette
    fill = palette["paper"] if box.cup else palette["band"]
    outline = path_data(corners, close=True)
    pen.path(outline, fill=fill, stroke=palette["frame"], stroke_width=0.35, stroke_linejoin="round")
    room = _written(corners)
    top = room.y
    if box.side is not None:
        pen.rect(room.x, top, room.width, _STRIPE, fill=side_colour(panel.look, definition, box.side))
        top += _STRIPE + 0.7
    if box.cup:
        radius = min(room.width, room.height) * 0.36
        middle = (room.x + room.width / 2, room.y + room.height / 2)
        pen.circle(
            *middle, radius, fill="none", stroke=palette["soft"], stroke_width=0.5,
            stroke_dasharray="1.6 1.2",
        )  # fmt: skip
    size = pen.fonts.fit(box.name, SANS_BOLD, room.width, *_NAME)
    pen.text(box.name, room.x, top, size, SANS_BOLD, align="top", fill=palette["ink"])
    if box.note is not None:
        lines = pen.fonts.wrap(box.note, SANS, room.width, _NOTE)
        for i, line in enumerate(reversed(lines)):
            y = room.y + room.height - (i + 1) * _NOTE * 1.15
            pen.text(line, room.x, y, _NOTE, SANS, align="top", fill=palette["soft"])


def _written(corners: tuple[Point, ...]) -> Box:
    """Where words stand in a box: below its upper edge or, where that is a point, between its corners."""
    across, down = zip(*corners, strict=True)
    top = min(down)
    upper = [x for x, y in corners if y - top < 0.01]
    left, right = (min(upper), max(upper)) if len(upper) > 1 else (min(across), max(across))
    return Box(left + _INSET, top + _INSET, max(right - left - 2 * _INSET, 1.0), max(down) - top - 2 * _INSET)
