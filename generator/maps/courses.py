"""Courses: how water runs along hexsides: bends rounded, wider downstream, on over the map edge.

A course keeps near its hexsides, so that one sees which they are; where a bridge or a ford crosses it, it
stays on the hexside.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import dist, hypot

from generator.drawing.strokes import noise
from generator.drawing.svg import Point, path_data
from generator.maps.contour import held
from generator.maps.frame import HexFrame, Vertex
from generator.maps.outline import middle

_PULL, _SWAY = 0.16, 0.085
"""How far rounding and chance draw a course off its hexsides (hexes)."""

_DROP = 0.35
"""How much of that it may be drawn down the sheet."""

_SPRING, _GROWS, _SINKS = 0.22, 6.0, 0.5
"""A course begins with this share of its width and has all of it after so many hexes; where it ends on the
map, it narrows over so many."""


@dataclass(frozen=True, slots=True)
class Course:
    """A way of water as points in mm, from where it rises to where it ends. `wet`: points that it runs on
    into open water; `rises` on the map; `ends` on it, in no other water."""

    points: tuple[Point, ...]
    wet: tuple[Point, ...]
    rises: bool
    ends: bool = False

    def outline(self, width: float, hex_mm: float, *, mouth: float = 0.0, uneven: float = 0.0) -> str:
        """Path data of the course `width` mm wide, with a round end where it ends on the map. `mouth`: how
        much of the way into open water it runs, `uneven`: how much its sides come and go."""
        (x, y), points = self.points[-1], list(self.points)
        points += [(x + mouth * (a - x), y + mouth * (b - y)) for a, b in self.wet if mouth]
        ways = [0.0, *accumulate(dist(*leg) for leg in pairwise(points))]
        left, right, draws = [], [], noise(f"bank{self.points[0]}")
        for (x, y), (dx, dy), way in zip(points, _normals(points), ways, strict=True):
            half = width / 2 * self._share(way / hex_mm, (ways[-1] - way) / hex_mm)
            one, other = (half * (1 + uneven * (2 * next(draws) - 1)) for _ in range(2))
            left.append((x + dx * one, y + dy * one))
            right.append((x - dx * other, y - dy * other))
        return path_data([(round(x, 2), round(y, 2)) for x, y in (*left, *reversed(right))], close=True)

    def current(self, aside: float) -> str:
        """Path data of a line `aside` (mm) of the middle."""
        sides = zip(self.points, _normals(self.points), strict=True)
        return path_data([(round(x + dx * aside, 2), round(y + dy * aside, 2)) for (x, y), (dx, dy) in sides])

    def _share(self, risen: float, left: float) -> float:
        """How much of its width a course has so many hexes after it has risen and before it ends."""
        start = min(1.0, _SPRING + (1 - _SPRING) * risen / _GROWS) if self.rises else 1.0
        return min(start, max(0.12, (left / _SINKS) ** 0.5)) if self.ends and left < _SINKS else start


def _normals(points: Sequence[Point]) -> Iterator[Point]:
    """At each point of a line the unit vector to its side."""
    for i in range(len(points)):
        (ax, ay), (bx, by) = points[max(i - 1, 0)], points[min(i + 1, len(points) - 1)]
        long = hypot(bx - ax, by - ay) or 1.0
        yield -(by - ay) / long, (bx - ax) / long


def course(
    frame: HexFrame, run: Sequence[Vertex], key: str, *, firm: Collection[Vertex], mouths: dict[Vertex, Point]
) -> Course:
    """The course along a run of vertices. `firm` ones stay in their place; `mouths` tells at which vertices
    there is open water, and where in it the course ends."""
    size = frame.hex_mm
    ends = [_end(frame, run[i], mouths) for i in (0, -1)]
    if run[0] in mouths or (ends[1] is None and ends[0] is not None):
        run, ends = list(reversed(run)), list(reversed(ends))
    corners = [frame.point(v) for v in run]
    eased = _eased(corners, [v in firm for v in run], _PULL * size)
    swayed = [
        point if v in firm else _swayed(point, f"{key}{v}", _SWAY * size)
        for v, point in zip(run, eased, strict=True)
    ]
    mouth = run[-1] in mouths
    before = [] if ends[0] is None else [ends[0]]
    after = [] if ends[1] is None or mouth else [ends[1]]
    points = list(curved([*before, *swayed, *after]))
    wet = (mouths[run[-1]],) if mouth else ()
    return Course(tuple(points), wet, rises=ends[0] is None, ends=ends[1] is None)


def _end(frame: HexFrame, vertex: Vertex, mouths: dict[Vertex, Point]) -> Point | None:
    """Where a course runs on from its end: into open water, off the map, or nowhere."""
    if vertex in mouths:
        return mouths[vertex]
    (x, y), box, size = frame.point(vertex), frame.box, frame.hex_mm
    ways = {
        (x - 1.2 * size, y): x - box.x,
        (x + 1.2 * size, y): box.x + box.width - x,
        (x, y - 1.2 * size): y - box.y,
        (x, y + 1.2 * size): box.y + box.height - y,
    }
    out = min(ways, key=lambda way: ways[way])
    return out if ways[out] < 0.55 * size else None


def _eased(points: Sequence[Point], firm: Sequence[bool], most: float) -> list[Point]:
    eased = list(points)
    for _ in range(3):
        eased = [
            eased[i]
            if fixed or i in (0, len(points) - 1)
            else middle(eased[i], middle(eased[i - 1], eased[i + 1]))
            for i, fixed in enumerate(firm)
        ]
    # Below a hexside that lies across the sheet stand ids: a course keeps above it rather than below.
    spared = [(x, min(y, start[1] + _DROP * most)) for (x, y), start in zip(eased, points, strict=True)]
    return [held(point, start, most) for point, start in zip(spared, points, strict=True)]


def _swayed(point: Point, key: str, most: float) -> Point:
    draws = noise(key)
    return point[0] + (2 * next(draws) - 1) * most, point[1] + (1.3 * next(draws) - 1) * most


def curved(points: Sequence[Point], pieces: int = 4) -> Iterator[Point]:
    """A soft line through the ends and the middles of the legs, as short straight pieces."""
    yield points[0]
    if len(points) > 2:
        joints = [points[0], *(middle(a, b) for a, b in pairwise(points[1:-1])), points[-1]]
        for (start, end), bend in zip(pairwise(joints), points[1:-1], strict=True):
            for i in range(1, pieces + 1):
                t = i / pieces
                a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
                yield a * start[0] + b * bend[0] + c * end[0], a * start[1] + b * bend[1] + c * end[1]
    else:
        yield points[-1]
