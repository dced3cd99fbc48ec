"""Contours: the edge of a level or of a kind of terrain as a smooth line between hex centres.

Heights stand at the centres of the hexes. Between them the ground is thought to slope evenly, so a contour
crosses the way from centre to centre, never a centre: every hex stays on its own side. A little unevenness,
from a hash of the place, and rounding make a line as a surveyor draws it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot

from generator.drawing.strokes import noise
from generator.drawing.svg import Point
from generator.maps.frame import HexFrame
from modules.geometry.hexgrid import Doubled

_BEYOND = 2
"""Rings of places off the map on which its ground runs on; around them all is low."""

_NEAREST, _NEAREST_STEEP = 0.36, 0.3
"""How near a contour comes to a centre (hexes); on a step of several levels nearer, as others need room."""

_EASE, _ROUGH, _MOST = 0.3, 0.16, 0.4
"""How far a height goes toward the mean of its neighbours, how uneven it is, and the most that both move it:
below half a level, so that no hex changes its own."""

_PULL = 0.11
"""How far rounding may draw a point of a contour aside (hexes)."""

Edge = tuple[Doubled, Doubled]


@dataclass(frozen=True, slots=True)
class Contour:
    """A closed contour: points in mm, and between which places each lies, the lower one first."""

    points: tuple[Point, ...]
    edges: tuple[Edge, ...]


class Relief:
    """Heights at the places of a frame: whole levels, or 1 and 0 for what is in a region and what is not."""

    def __init__(self, frame: HexFrame, height: Callable[[str], int], key: str) -> None:
        self.frame = frame
        self.levels = _run_on(frame, {place: height(h) for place, h in frame.places.items()})
        self.floor = min(self.levels.values()) - 1
        self._heights = {place: self._eased(place, key) for place in self.levels}
        self._slopes: dict[Doubled, Point] = {}
        self._found: dict[tuple[int, float], list[Contour]] = {}

    def level(self, place: Doubled) -> int:
        """The level of a place; far off the map below all levels on it."""
        return self.levels.get(place, self.floor)

    def _eased(self, place: Doubled, key: str) -> float:
        level = self.levels[place]
        around = [self.level(beside) for beside in self.frame.around(place)]
        near = [max(min(n, level + 1), level - 1) for n in around]
        moved = _EASE * (sum(near) / 6 - level) + _ROUGH * (2 * next(noise(f"{key}{place}")) - 1)
        return level + max(-_MOST, min(_MOST, moved))

    def slope(self, place: Doubled) -> Point:
        """How steeply and where to the ground rises at a place, in levels a hex: a plane through its
        neighbours."""
        if place not in self._slopes:
            self._slopes[place] = self._slope(place)
        return self._slopes[place]

    def _slope(self, place: Doubled) -> Point:
        level, found = self.level(place), [0.0, 0.0]
        for side, beside in enumerate(self.frame.around(place)):
            rise = self.levels.get(beside, level) - level
            dx, dy = self.frame.direction(side)
            found[0] += rise * dx / 3
            found[1] += rise * dy / 3
        return found[0], found[1]

    def contours(self, level: int, inward: float = 0.0) -> list[Contour]:
        """The edges of all ground of a level or higher, or lines `inward` (hexes) of these edges."""
        if (level, inward) not in self._found:
            self._found[level, inward] = self._contours(level, inward)
        return self._found[level, inward]

    def _contours(self, level: int, inward: float) -> list[Contour]:
        beside: dict[Edge, list[Edge]] = {}
        for one, other in self._legs(level):
            beside.setdefault(one, []).append(other)
            beside.setdefault(other, []).append(one)
        found = []
        while beside:
            run = _walk_round(beside, next(iter(beside)))
            points = [self._crossing(edge, level, inward) for edge in run]
            found.append(Contour(tuple(rounded(points, _PULL * self.frame.hex_mm)), tuple(run)))
        return found

    def _legs(self, level: int) -> Iterator[tuple[Edge, Edge]]:
        """In every triangle of three centres that are not all on one side: the two ways that are crossed."""
        for lowest, highest, corners in self._triangles:
            if lowest < level <= highest:
                low = [c for c in corners if self.level(c) < level]
                high = [c for c in corners if self.level(c) >= level]
                one, other = [(a, b) for a in low for b in high]
                yield one, other

    @cached_property
    def _triangles(self) -> list[tuple[int, int, tuple[Doubled, Doubled, Doubled]]]:
        """Each three neighbouring centres that are not level, with their lowest and their highest level."""
        found = []
        rim = {beside for place in self.levels for beside in self.frame.around(place)}
        for place in sorted(rim | set(self.levels)):
            first, middle, last = self.frame.around(place)[:3]
            here, one, two, three = map(self.level, (place, first, middle, last))
            if not here == one == two:
                found.append((min(here, one, two), max(here, one, two), (place, first, middle)))
            if not here == two == three:
                found.append((min(here, two, three), max(here, two, three), (place, middle, last)))
        return found

    def _crossing(self, edge: Edge, level: int, inward: float) -> Point:
        low, high = (self._heights.get(place, float(self.floor)) for place in edge)
        steep = self.level(edge[1]) - self.level(edge[0]) > 1
        nearest = _NEAREST_STEEP if steep else _NEAREST
        share = max(nearest, min(1 - nearest, (level - 0.5 - low) / (high - low))) + inward
        (x1, y1), (x2, y2) = (self.frame.at(place) for place in edge)
        return x1 + share * (x2 - x1), y1 + share * (y2 - y1)


def _run_on(frame: HexFrame, levels: Mapping[Doubled, int]) -> dict[Doubled, int]:
    """Levels also beyond the places that a frame knows: as at the nearest of them."""
    found, outermost = dict(levels), sorted(levels)
    for _ in range(_BEYOND):
        new: dict[Doubled, int] = {}
        for place in outermost:
            for beside in frame.around(place):
                if beside not in found:
                    new.setdefault(beside, found[place])
        found |= new
        outermost = sorted(new)
    return found


def _walk_round(beside: dict[Edge, list[Edge]], start: Edge) -> list[Edge]:
    """One closed run, taken out of what is `beside`."""
    run, here = [start], start
    while True:
        ways = [edge for edge in beside.pop(here) if edge in beside]
        if not ways:
            return run
        here = ways[0]
        run.append(here)


def rounded(points: Sequence[Point], most: float, passes: int = 3) -> list[Point]:
    """A closed run with its corners eased, each point at most `most` (mm) from where it was."""
    eased = list(points)
    for _ in range(passes):
        eased = [
            ((ax + 2 * x + bx) / 4, (ay + 2 * y + by) / 4)
            for (ax, ay), (x, y), (bx, by) in zip(
                [eased[-1], *eased[:-1]], eased, [*eased[1:], eased[0]], strict=True
            )
        ]
    return [held(point, start, most) for point, start in zip(eased, points, strict=True)]


def held(point: Point, start: Point, most: float) -> Point:
    """A point, or where it is more than `most` from its start, the one so far on the way to it."""
    dx, dy = point[0] - start[0], point[1] - start[1]
    share = min(1.0, most / (hypot(dx, dy) or most))
    return start[0] + share * dx, start[1] + share * dy
