"""Outlines and lines: the edge of a set of hexes, hexsides chained to runs, and both drawn as soft curves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from generator.maps.frame import HexFrame, Vertex
from generator.svg import Point, num
from modules.geometry.hexgrid import Doubled


def loops(frame: HexFrame, region: Iterable[Doubled]) -> list[list[Vertex]]:
    """The edge of a region as closed runs of vertices, the region on the right of each as it is walked."""
    inside = set(region)
    after: dict[Vertex, Vertex] = {}
    for place in sorted(inside):
        for side in range(6):
            if frame.neighbour(place, side) not in inside:
                start, end = frame.side_ends(place, side)
                after[start] = end
    found = []
    while after:
        start = next(iter(after))
        run, here = [start], after.pop(start)
        while here != start:
            run.append(here)
            here = after.pop(here)
        found.append(run)
    return found


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


def inset(points: Sequence[Point], by: float) -> list[Point]:
    """A closed run moved to its right by a length (mm): a region's edge drawn inside the hexsides."""
    moved = []
    for i, (x, y) in enumerate(points):
        before, after = points[i - 1], points[(i + 1) % len(points)]
        (ax, ay), (bx, by_) = _normal(before, (x, y)), _normal((x, y), after)
        share = by / (1 + ax * bx + ay * by_)
        moved.append((x + (ax + bx) * share, y + (ay + by_) * share))
    return moved


def _normal(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5
    return -dy / length, dx / length


def middle(one: Point, other: Point) -> Point:
    """The point halfway between two."""
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _pair(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"


def soft_loop(points: Sequence[Point]) -> str:
    """Path data of a closed curve through the middles of the sides, drawn toward the corners."""
    middles = [middle(p, points[(i + 1) % len(points)]) for i, p in enumerate(points)]
    body = "".join(f"Q{_pair(p)} {_pair(m)}" for p, m in zip(points, middles, strict=True))
    return f"M{_pair(middles[-1])}{body}Z"


def soft_line(points: Sequence[Point]) -> str:
    """Path data of an open curve through the ends and the middles of the sides."""
    if len(points) < 3:
        return "M" + "L".join(_pair(p) for p in points)
    body = "".join(f"Q{_pair(b)} {_pair(middle(b, c))}" for b, c in pairwise(points[1:]))
    return f"M{_pair(points[0])}L{_pair(middle(*points[:2]))}{body}L{_pair(points[-1])}"


def polylines(runs: Iterable[Sequence[Vertex]], point: Callable[[Vertex], Point]) -> str:
    """Path data of many runs of vertices as straight lines."""
    return "".join("M" + "L".join(_pair(point(v)) for v in run) for run in runs)
