"""Outlines: regions of a map as rings of arcs, each arc stored once for the two regions that it parts.

So neighbours share one line, and what borders on what can be read from the arcs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist
from typing import TypeVar

from modules.amounts import count_noun

Point = tuple[float, float]
T = TypeVar("T")


class OpenRing(Exception):
    """A region whose arcs do not join to one ring; the message names the points where they end."""


@dataclass(frozen=True, slots=True)
class Arc:
    """A line between two regions; `points` run from one junction to another, both included."""

    between: tuple[str, str]
    points: tuple[Point, ...]


def ring(region: str, arcs: Iterable[Arc], lines: Mapping[Arc, Sequence[T]] | None = None) -> list[T]:
    """The outline of a region as one ring of points, the last joined to the first.

    `lines` may give each arc in a finer form, with the same ends. Raises OpenRing.
    """
    left = [arc for arc in arcs if region in arc.between]
    if not left:
        raise OpenRing(f"{region} has no outline")
    first = left.pop(0)
    found: list[T] = list(_line(first, lines))
    start, end = first.points[0], first.points[-1]
    while end != start:
        following = [arc for arc in left if end in (arc.points[0], arc.points[-1])]
        if len(following) != 1:
            raise OpenRing(
                f"the outline of {region} has {count_noun(len(following), 'way')} on from "
                f"{end[0]:g},{end[1]:g}"
            )
        arc = following[0]
        left.remove(arc)
        onward = arc.points[0] == end
        line = list(_line(arc, lines))
        found += (line if onward else line[::-1])[1:]
        end = arc.points[-1] if onward else arc.points[0]
    if left:
        raise OpenRing(f"the outline of {region} closes before all of its arcs are used")
    return found[:-1]


def _line(arc: Arc, lines: Mapping[Arc, Sequence[T]] | None) -> Sequence[T]:
    return arc.points if lines is None else lines[arc]  # type: ignore[return-value]


def area_of(polygon: Sequence[Point]) -> float:
    """The area of a polygon, below 0 where it runs clockwise with y upward."""
    return sum(
        x1 * y2 - x2 * y1
        for (x1, y1), (x2, y2) in zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    ) / 2  # fmt: skip


def holds(polygon: Sequence[Point], point: Point) -> bool:
    """Whether a point lies within a polygon (even-odd)."""
    return _odd(((start, polygon[i - 1]) for i, start in enumerate(polygon)), point)


def _odd(edges: Iterable[tuple[Point, Point]], point: Point) -> bool:
    x, y = point
    odd = False
    for (x1, y1), (x2, y2) in edges:
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            odd = not odd
    return odd


class Polygon:
    """A polygon of which many points are asked: only edges of a point's own band of y are looked at."""

    _BANDS = 64

    def __init__(self, polygon: Sequence[Point]) -> None:
        ys = [y for _, y in polygon]
        self._top, self._band = min(ys), (max(ys) - min(ys)) / self._BANDS or 1.0
        self._edges: dict[int, list[tuple[Point, Point]]] = {}
        for i, start in enumerate(polygon):
            end = polygon[i - 1]
            low, high = sorted((self._of(start[1]), self._of(end[1])))
            for band in range(low, high + 1):
                self._edges.setdefault(band, []).append((start, end))

    def _of(self, y: float) -> int:
        return int((y - self._top) // self._band)

    def holds(self, point: Point) -> bool:
        """As `holds` of the polygon."""
        return _odd(self._edges.get(self._of(point[1]), ()), point)


def roomiest(polygon: Sequence[Point], grain: float) -> Point:
    """Of the points inside a polygon, `grain` apart, the one that is farthest from its edges; of several the
    nearest to the middle of its corners. Its first corner, where none is inside."""
    xs, ys = zip(*polygon, strict=True)
    across, down = (round((max(axis) - min(axis)) / grain) for axis in (xs, ys))
    tried = [(min(xs) + i * grain, min(ys) + j * grain) for i in range(across + 1) for j in range(down + 1)]
    middle = (sum(xs) / len(xs), sum(ys) / len(ys))
    edges = list(pairwise([*polygon, polygon[0]]))

    def room(point: Point) -> tuple[float, float]:
        clear = min(_apart(point, *edge) for edge in edges)
        return round(clear, 6), -round(dist(point, middle), 6)

    return max((point for point in tried if holds(polygon, point)), key=room, default=polygon[0])


def _apart(point: Point, start: Point, end: Point) -> float:
    """How far a point is from the line between two."""
    (x, y), (u, v), (p, q) = point, start, end
    along = (p - u) ** 2 + (q - v) ** 2
    share = 0.0 if not along else max(0.0, min(1.0, ((x - u) * (p - u) + (y - v) * (q - v)) / along))
    return dist(point, (u + share * (p - u), v + share * (q - v)))


def crossings(line: Sequence[Point]) -> list[Point]:
    """The points after which a ring of points (the last joined to the first) cuts across itself."""
    legs = list(zip(line, [*line[1:], line[0]], strict=True))
    return [
        one[0]
        for i, one in enumerate(legs)
        for j in range(i + 2, len(legs))
        if (i, j) != (0, len(legs) - 1) and _cross(*one, *legs[j])
    ]


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    def turn(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0
