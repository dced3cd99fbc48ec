"""Ground: the sea with lines along its coast, tinted areas with deeper edges, land out of play, rivers."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from generator.areas.frame import AreaFrame, bent, roughen
from generator.drawing.figures import Box
from generator.drawing.svg import Pen, Point, num, path_data
from modules.definition.formats.areas import River

WAVES_MM = (1.5, 3.2, 5.3, 7.8, 10.9)
"""How far off the coast the lines of the sea lie."""

BAND_MM = 2.3
_HATCH_MM = 2.6
_SOURCE = 0.12
"""The share of its breadth that a river has at its source."""

_EDGE_MM = 7.0
"""A river that ends so near the edge of the map runs on over it."""

_ROUND = {"stroke_linejoin": "round", "stroke_linecap": "round"}


def tint(frame: AreaFrame, area: str) -> int:
    """Which of the palette's tints an area has, from 1: neighbours have different ones."""
    return frame.tints[area] + 1


def draw_sea(pen: Pen, frame: AreaFrame, room: Box) -> None:
    """Water over all of `room`, and lines that follow the coast, fainter outward."""
    palette = pen.look.palette("areas")
    pen.rect(room.x, room.y, room.width, room.height, fill=palette["sea.ground"])
    land = "".join(path_data(line, True) for line in _lands(frame))
    # A line at a distance from the coast is the edge of a broad stroke: the broadest first, each with the
    # water drawn on it again.
    for number, off in sorted(enumerate(WAVES_MM), reverse=True):
        line = 0.30 - 0.04 * number
        wave = {"fill": "none", "stroke": palette["sea.wave"], "stroke_width": 2 * off + line, **_ROUND}
        water = palette["sea.near" if number < 3 else "sea.ground"]
        pen.path(land, **wave)
        pen.path(land, fill="none", stroke=water, stroke_width=2 * off - line, **_ROUND)


def _lands(frame: AreaFrame) -> list[list[Point]]:
    return [*frame.outlines.values(), *(line for _, line in frame.isles)]


def draw_land(pen: Pen, frame: AreaFrame) -> None:
    """Every area in its tint, its edge deeper; lands out of play in grey with a hatch."""
    palette = pen.look.palette("areas")
    for number, lines in sorted(_by_tint(frame).items()):
        data = "".join(path_data(line, True) for line in lines)
        inside = pen.group(clip_path=pen.canvas.clip(f"tint-{number}", data))
        ground = palette[f"tints.{number}"] if number else palette["out.ground"]
        band = palette[f"bands.{number}"] if number else palette["out.band"]
        inside.path(data, fill=ground)
        if not number:
            _hatch(inside, frame.room)
        for width, strength in ((2 * BAND_MM, 0.35), (BAND_MM, 0.5)):
            inside.path(data, fill="none", stroke=band, stroke_width=width, stroke_opacity=strength, **_ROUND)


def _by_tint(frame: AreaFrame) -> dict[int, list[list[Point]]]:
    """The polygons of each tint, islands among them; 0 is land out of play. As neighbours differ in tint, the
    edge of each area of one tint falls within that area alone."""
    found: dict[int, list[list[Point]]] = {}
    for region, line in [*frame.outlines.items(), *frame.isles]:
        number = tint(frame, region) if region in frame.map.areas else 0
        found.setdefault(number, []).append(line)
    return found


def _hatch(pen: Pen, room: Box) -> None:
    """Slanting lines over a whole box, for a group that is clipped."""
    ends = []
    count = int((room.width + room.height) / _HATCH_MM)
    for i in range(count):
        x = room.x + i * _HATCH_MM
        ends.append(path_data([(x, room.y), (x - room.height, room.y + room.height)]))
    pen.path("".join(ends), fill="none", stroke=pen.look.palette("areas")["out.hatch"], stroke_width=0.25)


def draw_rivers(pen: Pen, frame: AreaFrame) -> None:
    """Rivers, from a thread at the source to their whole breadth; one that begins or ends at the edge of the
    map runs on over it."""
    palette = pen.look.palette("areas")
    lines = [(_course(frame, river), river.wide / 10) for river in frame.map.outline.rivers]
    for entry, more in (("river.casing", 0.3), ("river.core", 0.0)):
        data = "".join(_swelling(line, width, more) for line, width in lines)
        pen.path(data, fill=palette[entry], stroke_linejoin="round")


def _course(frame: AreaFrame, river: River) -> list[Point]:
    line = roughen(bent(frame.way(river.path)), 0.1, 1.2)
    return [*_on_from(frame.room, line[1], line[0]), *line, *_on_from(frame.room, line[-2], line[-1])]


def _on_from(room: Box, before: Point, last: Point) -> list[Point]:
    """Where a line runs on to that ends near the edge of the map: beyond it."""
    if room.inset(_EDGE_MM).holds(last):
        return []
    long = dist(before, last) or 1.0
    dx, dy = (last[0] - before[0]) / long, (last[1] - before[1]) / long
    return [(last[0] + 2 * _EDGE_MM * dx, last[1] + 2 * _EDGE_MM * dy)]


def _swelling(line: Sequence[Point], width: float, more: float) -> str:
    """A line as path data, growing to a `width` with `more` for its casing (mm), with a round mouth."""
    left, right, count = [], [], len(line) - 1
    for i, (x, y) in enumerate(line):
        (ax, ay), (bx, by) = line[max(i - 1, 0)], line[min(i + 1, count)]
        half = (width * (_SOURCE + (1 - _SOURCE) * (i / count) ** 0.8) + more) / 2
        long = dist((ax, ay), (bx, by)) or 1.0
        dx, dy = -(by - ay) / long * half, (bx - ax) / long * half
        left.append((round(x + dx, 2), round(y + dy, 2)))
        right.append((round(x - dx, 2), round(y - dy, 2)))
    radius, (x, y) = num((width + more) / 2), right[-1]
    body = path_data(left) + f"A{radius} {radius} 0 0 0 {num(x)} {num(y)}"
    return body + "".join(f"L{num(x)} {num(y)}" for x, y in reversed(right[:-1])) + "Z"


def draw_edges(pen: Pen, frame: AreaFrame) -> None:
    """The coast as one line, borders dashed on a soft ground."""
    palette = pen.look.palette("areas")
    borders = [line for entry, line in frame.lines(coast=False)]
    data = "".join(path_data(line) for line in borders)
    soft = {"stroke": palette["border"], "fill": "none", **_ROUND}
    pen.path(data, stroke_width=1.5, stroke_opacity=0.22, **soft)
    pen.path(data, stroke_width=0.55, stroke_dasharray="2.6 1.1", **soft)
    coasts = "".join(path_data(line) for _, line in frame.lines(coast=True))
    coasts += "".join(path_data(line, True) for _, line in frame.isles)
    pen.path(coasts, fill="none", stroke=palette["shore"], stroke_width=0.5, **_ROUND)
