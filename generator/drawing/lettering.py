"""Lettering: words on a map, readable over any ground by a halo of its colour, and names that follow a line.

Points and sizes are in the canvas's unit.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

from generator.drawing.svg import Anchor, Pen, Point, VerticalAlign, num
from generator.drawing.typeface import TEXT_ITALIC, Face, TextTooWideError


def halo_text(
    pen: Pen,
    words: str,
    x: float,
    y: float,
    size: float,
    face: Face,
    *,
    ink: str,
    halo: str,
    width: float | None = None,
    anchor: Anchor = "middle",
    align: VerticalAlign = "baseline",
    spacing: float = 0.0,
    transform: str | None = None,
) -> None:
    """Text on a soft edge of the ground's colour, `width` (size / 5) wide, readable over any terrain."""
    place: dict[str, Any] = {"anchor": anchor, "align": align, "spacing": spacing, "transform": transform}
    edge: dict[str, Any] = {"stroke": halo, "stroke_width": width or size / 5, "stroke_linejoin": "round"}
    if pen.canvas.text_as == "text":
        pen.text(words, x, y, size, face, fill=ink, paint_order="stroke", **edge, **place)
        return
    # Viewers of outlined pictures may not know paint-order: the edge is a copy below.
    pen.text(words, x, y, size, face, fill=halo, **edge, **place)
    pen.text(words, x, y, size, face, fill=ink, **place)


def text_along(
    pen: Pen,
    words: str,
    points: Sequence[Point],
    size: float,
    face: Face = TEXT_ITALIC,
    *,
    ink: str,
    halo: str,
    lift: float = 0.0,
    spacing: float = 0.0,
    ease: float | None = None,
) -> None:
    """A name in the middle of a polyline, letter by letter, `lift` above it; it reads left to right.

    The baseline follows the line's sweep, not its kinks: it is the mean over `ease` (12 times the size)
    of the way. Raises TextTooWideError if the line is shorter than the name.
    """
    font = pen.canvas.fonts[face]
    forward = list(points) if points[0][0] <= points[-1][0] else list(reversed(points))
    line = _eased(forward, size / 2, ease or 12 * size)
    room = sum(math.dist(a, b) for a, b in itertools.pairwise(line))
    wide = font.width(words, size, spacing)
    if wide > room:
        message = f"name {words!r} is {wide:.1f} mm long, its line only {room:.1f} mm; give it a longer line"
        raise TextTooWideError(message, words)
    at = (room - wide) / 2
    places = []
    for letter in words:
        half = font.width(letter, size) / 2
        x, y = _walk(line, at + half)
        before, after = _walk(line, max(0.0, at + half - size)), _walk(line, min(room, at + half + size))
        turn = math.degrees(math.atan2(after[1] - before[1], after[0] - before[0]))
        places.append((letter, f"translate({num(x)} {num(y)}) rotate({num(turn)})"))
        at += 2 * half + spacing
    # All halos first: a letter's halo must not bite its neighbour.
    edge: dict[str, Any] = {"stroke": halo, "stroke_width": size / 5, "stroke_linejoin": "round"}
    for paint in ({"fill": halo, **edge}, {"fill": ink}):
        for letter, place in places:
            if letter != " ":
                pen.text(letter, 0, -lift, size, face, anchor="middle", transform=place, **paint)


def _eased(line: Sequence[Point], step: float, window: float) -> list[Point]:
    """The line sampled every `step`, each point the mean of its neighbours within half a `window`."""
    length = sum(math.dist(a, b) for a, b in itertools.pairwise(line))
    count = max(2, math.ceil(length / step))
    samples = [_walk(line, length * i / count) for i in range(count + 1)]
    reach = max(0, round(window / 2 / step))
    eased = []
    for i in range(count + 1):
        near = min(reach, i, count - i)
        part = samples[i - near : i + near + 1]
        eased.append((sum(x for x, _ in part) / len(part), sum(y for _, y in part) / len(part)))
    return eased


def _walk(line: Sequence[Point], distance: float) -> Point:
    """The point at a distance along a polyline."""
    for start, end in itertools.pairwise(line):
        leg = math.dist(start, end)
        if distance <= leg and leg > 0:
            share = distance / leg
            return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
        distance -= leg
    return line[-1]
