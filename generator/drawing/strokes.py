"""Strokes: how a map's lines are drawn without filters, by one hand and the same every time.

Streams wobble, roads are smooth, slopes wear hachures. What looks drawn by hand takes its irregularity
from a hash of a key and the place, never from a random generator: the same map gives the same picture, and
a hexside drawn twice falls on itself. Points and sizes are in the canvas's unit.
"""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.drawing.svg import Pen, Point, num, path_data
from modules.geometry.outline import holds

_ROUND = {"stroke_linecap": "round", "stroke_linejoin": "round", "fill": "none"}


@dataclass(frozen=True, slots=True)
class Casing:
    """A line in two colours: a dark casing of `width` with a lighter core of `core_width` on it."""

    casing: str
    core: str
    width: float
    core_width: float


def noise(key: str) -> Iterator[float]:
    """An endless row of numbers from 0 up to 1 that depends on the key alone."""
    block = 0
    while True:
        digest = hashlib.sha256(f"{key}#{block}".encode()).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big") / 2**32
        block += 1


def chance(key: str) -> float:
    """The first number of the noise of a key, in a third of the time."""
    return int.from_bytes(hashlib.sha256(f"{key}#0".encode()).digest()[:4], "big") / 2**32


def smooth(points: Sequence[Point], close: bool = False) -> str:
    """Path data of a curve through all points (Catmull-Rom): roads, coasts, soft edges."""
    count = len(points)
    if count < 3:
        return path_data(points)

    def at(index: int) -> Point:
        return points[index % count] if close else points[max(0, min(count - 1, index))]

    parts = [f"M{num(points[0][0])} {num(points[0][1])}"]
    for i in range(count if close else count - 1):
        before, start, end, after = at(i - 1), at(i), at(i + 1), at(i + 2)
        first = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        second = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        parts.append("C" + " ".join(f"{num(x)} {num(y)}" for x, y in (first, second, end)))
    return "".join(parts) + ("Z" if close else "")


def wobble(points: Sequence[Point], key: str, depth: float, step: float) -> list[Point]:
    """The polyline with its legs bent up to `depth` aside about every `step`; its own points stay."""
    bent = [points[0]]
    for start, end in itertools.pairwise(points):
        bent.extend(_bend(start, end, key, depth, step))
    return bent


def _bend(start: Point, end: Point, key: str, depth: float, step: float) -> list[Point]:
    length = math.dist(start, end)
    pieces = max(1, round(length / step))
    if length == 0:
        return [end]
    # The leg's own place is its key, whichever way it runs: two streams on one hexside coincide.
    low, high = sorted((start, end))
    draws = noise(f"{key}|{num(low[0])},{num(low[1])}|{num(high[0])},{num(high[1])}")
    shifts = [(2 * next(draws) - 1) * depth for _ in range(pieces - 1)]
    aside = ((high[1] - low[1]) / length, (low[0] - high[0]) / length)
    inner = [
        (
            low[0] + (high[0] - low[0]) * (i + 1) / pieces + aside[0] * shift,
            low[1] + (high[1] - low[1]) * (i + 1) / pieces + aside[1] * shift,
        )
        for i, shift in enumerate(shifts)
    ]
    return [*(inner if low == start else reversed(inner)), end]


def stream(points: Sequence[Point], key: str, depth: float = 0.5, step: float = 2.0) -> str:
    """Path data of a stream along a polyline of hexside corners: a slight wobble, rounded bends."""
    return smooth(wobble(points, key, depth, step))


def cased(pen: Pen, paths: Sequence[str], kind: Casing, *, dash: str | None = None) -> None:
    """Draw lines with casing and core. All casings come first, so that joining lines run together.

    `dash` breaks the core (a track): an SVG dash list in the canvas's unit.
    """
    for data in paths:
        pen.path(data, stroke=kind.casing, stroke_width=kind.width, **_ROUND)
    for data in paths:
        cap = "butt" if dash else "round"
        extra = {**_ROUND, "stroke_linecap": cap}
        pen.path(data, stroke=kind.core, stroke_width=kind.core_width, stroke_dasharray=dash, **extra)


def hachures(
    pen: Pen,
    start: Point,
    end: Point,
    high: Point,
    *,
    colour: str,
    length: float = 1.6,
    spacing: float = 0.9,
    thick: float = 0.42,
    key: str = "hachure",
) -> None:
    """Wedges along an edge, on the side of the point `high`, thick at the top and thin at the edge."""
    span = math.dist(start, end)
    along = ((end[0] - start[0]) / span, (end[1] - start[1]) / span)
    up = (-along[1], along[0])
    if (high[0] - start[0]) * up[0] + (high[1] - start[1]) * up[1] < 0:
        up = (-up[0], -up[1])
    count = max(2, round(span / spacing))
    draws = noise(f"{key}|{num(start[0])},{num(start[1])}|{num(end[0])},{num(end[1])}")
    wedges = []
    for i in range(count):
        at = (i + 0.5 + 0.3 * (next(draws) - 0.5)) * span / count
        reach = length * (0.7 + 0.5 * next(draws)) * (1.0 if i % 2 else 0.72)
        foot = (start[0] + along[0] * at, start[1] + along[1] * at)
        top = (foot[0] + up[0] * reach, foot[1] + up[1] * reach)
        side = (along[0] * thick / 2, along[1] * thick / 2)
        wedges.append(
            path_data(
                [foot, (top[0] + side[0], top[1] + side[1]), (top[0] - side[0], top[1] - side[1])], True
            )
        )
    pen.path("".join(wedges), fill=colour)


def edge_distance(point: Point, polygon: Sequence[Point]) -> float:
    """Distance from a point to the nearest edge of a polygon."""
    return min(_to_leg(point, polygon[i - 1], corner) for i, corner in enumerate(polygon))


def _to_leg(point: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / square if square else 0.0
    share = max(0.0, min(1.0, share))
    return math.dist(point, (start[0] + share * dx, start[1] + share * dy))


def scatter(
    polygon: Sequence[Point],
    key: str,
    spacing: float,
    *,
    keep_out: Sequence[tuple[float, float, float]] = (),
    margin: float = 0.0,
) -> list[Point]:
    """Points strewn inside a polygon about `spacing` apart, `margin` off its edge, from top to bottom.

    `keep_out` lists circles (x, y, radius) that stay empty: ids, centre dots, names.
    """
    left, top = min(x for x, _ in polygon), min(y for _, y in polygon)
    right, bottom = max(x for x, _ in polygon), max(y for _, y in polygon)
    draws = noise(key)
    rows = max(1, round((bottom - top) / (spacing * 0.87)))
    found = []
    for row in range(rows + 1):
        for column in range(math.ceil((right - left) / spacing) + 1):
            x = left + (column + (0.5 if row % 2 else 0.0) + 0.5 * (next(draws) - 0.5)) * spacing
            y = top + (row + 0.5 * (next(draws) - 0.5)) * (bottom - top) / rows
            clear = all(math.dist((x, y), (cx, cy)) >= radius for cx, cy, radius in keep_out)
            if clear and holds(polygon, (x, y)) and edge_distance((x, y), polygon) >= margin:
                found.append((x, y))
    return sorted(found, key=lambda p: (p[1], p[0]))
