"""Outlines and lines: hexsides chained to runs, and runs of points drawn as soft curves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from generator.drawing.svg import DIGITS, Point, num
from generator.maps.frame import Vertex


def chains(edges: Iterable[tuple[Vertex, Vertex]]) -> list[list[Vertex]]:
    """Edges joined to runs that are as long as possible; each edge is in one run, once."""
    open_edges: dict[Vertex, list[Vertex]] = {}
    for one, other in edges:
        open_edges.setdefault(one, []).append(other)
        open_edges.setdefault(other, []).append(one)
    ends = [v for v, others in open_edges.items() if len(others) % 2]
    found = []
    for start in [*ends, *open_edges]:
        while open_edges[start]:
            run = [start]
            while ways := open_edges[run[-1]]:
                following = ways.pop(0)
                open_edges[following].remove(run[-1])
                run.append(following)
            found.append(run)
    return found


def middle(one: Point, other: Point) -> Point:
    """The point halfway between two."""
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _pair(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"


@dataclass(frozen=True, slots=True)
class Loop:
    """A closed curve: where it starts, in mm, and path data from there on."""

    start: Point
    body: str

    def data(self, dx: float = 0.0, dy: float = 0.0) -> str:
        """Its path data, moved by so many mm."""
        return f"M{_pair((self.start[0] + dx, self.start[1] + dy))}{self.body}"


def soft_loop(points: Sequence[Point]) -> Loop:
    """A closed curve through the middles of the sides, drawn toward the corners."""
    corners = [_written(p) for p in points]
    middles = [_written(middle(p, points[(i + 1) % len(points)])) for i, p in enumerate(points)]
    body, (x, y) = [], middles[-1]
    for corner, end in zip(corners, middles, strict=True):
        body.append(f"q{num(corner[0] - x)} {num(corner[1] - y)} {num(end[0] - x)} {num(end[1] - y)}")
        x, y = end
    return Loop(middles[-1], "".join([*body, "Z"]))


def _written(point: Point) -> Point:
    """A point as it will be written, so that steps from one to the next add up."""
    return round(point[0], DIGITS), round(point[1], DIGITS)


def soft_line(points: Sequence[Point]) -> str:
    """Path data of an open curve through the ends and the middles of the sides."""
    if len(points) < 3:
        return "M" + "L".join(_pair(p) for p in points)
    body = "".join(f"Q{_pair(b)} {_pair(middle(b, c))}" for b, c in pairwise(points[1:]))
    return f"M{_pair(points[0])}L{_pair(middle(*points[:2]))}{body}L{_pair(points[-1])}"


def polylines(runs: Iterable[Sequence[Vertex]], point: Callable[[Vertex], Point]) -> str:
    """Path data of many runs of vertices as straight lines."""
    return "".join("M" + "L".join(_pair(point(v)) for v in run) for run in runs)
