"""Where places and outlines of a map of areas lie on a sheet, in mm; neighbours share every line.

Degrees become mm by an equirectangular projection that is true along one parallel: at the size of a country
the error is less than a line's width. Coasts are roughened by a hash of their own places, the same each time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from math import cos, dist, radians

from generator.drawing.figures import Box
from generator.drawing.strokes import noise
from generator.drawing.svg import Point, num
from modules.definition.formats.areas import SEA, AreaMapFile, Degrees, OutlineArc
from modules.geometry.areas import BorderError
from modules.geometry.outline import Arc, ring

KM_PER_DEGREE = 111.2
PLACE_MM = 17.5
"""The side of a place on a map of places and links: a counter or block stands on it with a little room."""

TINTS = 5
"""In how many tints areas are drawn; one more where a map needs it, and no plane map needs more."""

_COAST_DEPTH, _COAST_STEP = 0.13, 0.9
_BORDER_DEPTH, _BORDER_STEP = 0.05, 1.6


class AreaFrame:
    """A map of areas fitted into a box (mm): its window as large as it goes, in the middle."""

    def __init__(self, area_map: AreaMapFile, room: Box) -> None:
        self.map, self.room = area_map, room
        west, north = area_map.window.northwest
        east, south = area_map.window.southeast
        self._shrink = cos(radians(area_map.window.parallel))
        wide, tall = (east - west) * self._shrink * KM_PER_DEGREE, (north - south) * KM_PER_DEGREE
        self.mm_per_km = min(room.width / wide, room.height / tall)
        self._middle = ((west + east) / 2, (north + south) / 2)

    def at(self, place: Degrees) -> Point:
        """Where a place lies."""
        x, y = self.room.middle
        scale = self.mm_per_km * KM_PER_DEGREE
        lon, lat = self._middle
        return x + (place[0] - lon) * self._shrink * scale, y - (place[1] - lat) * scale

    def seat(self, area: str) -> Point:
        """Where the town of an area lies."""
        return self.at(self.map.areas[area].seat)

    def way(self, path: Sequence[str | Degrees]) -> list[Point]:
        """A row of places, junctions and seats."""
        return [self.at(self._degrees(step)) for step in path]

    def _degrees(self, step: str | Degrees) -> Degrees:
        if not isinstance(step, str):
            return step
        if step in self.map.areas:
            return self.map.areas[step].seat
        return self.map.outline.junctions[step]

    @cached_property
    def tints(self) -> dict[str, int]:
        """The tint of each area, from 0."""
        try:
            return self.map.graph.colours(TINTS)
        except BorderError:
            return self.map.graph.colours(TINTS + 1)

    # --- outlines --------------------------------------------------------------------------------------

    @cached_property
    def _arcs(self) -> dict[Arc, list[Point]]:
        """Each arc of the outline and its line as it is drawn."""
        found = {}
        for entry in self.map.outline.arcs:
            points = self.way(entry.path)
            found[Arc(entry.between, tuple(points))] = _drawn(entry, points)
        return found

    def lines(self, *, coast: bool) -> Iterator[tuple[OutlineArc, list[Point]]]:
        """The coasts, or the borders on land, each with its line."""
        for entry, line in zip(self.map.outline.arcs, self._arcs.values(), strict=True):
            if (SEA in entry.between) == coast:
                yield entry, line

    @cached_property
    def outlines(self) -> dict[str, list[Point]]:
        """The outline of every area and of the lands that touch one, as a polygon."""
        if self.map.of_points:
            return {area: self.plain(area) for area in self.map.areas}
        regions = dict.fromkeys(region for arc in self._arcs for region in arc.between if region != SEA)
        return {region: ring(region, self._arcs, self._arcs) for region in regions}

    @cached_property
    def isles(self) -> list[tuple[str | None, list[Point]]]:
        """The islands and whose they are."""
        found = []
        for isle in self.map.outline.isles:
            points = self.way(isle.path)
            line = roughen([*points, points[0]], _COAST_DEPTH, _COAST_STEP)
            found.append((isle.of, line[:-1]))
        return found

    def plain(self, area: str) -> list[Point]:
        """The outline of an area by its own places alone, for measuring; of a place the square on which
        pieces stand."""
        if self.map.of_points:
            x, y = self.seat(area)
            half = PLACE_MM / 2
            return [(x + i * half, y + j * half) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        return ring(area, self._arcs)


def _drawn(entry: OutlineArc, points: list[Point]) -> list[Point]:
    if SEA in entry.between:
        return roughen(points, _COAST_DEPTH, _COAST_STEP)
    return roughen(bent(points), _BORDER_DEPTH, _BORDER_STEP)


def roughen(points: Sequence[Point], depth: float, step: float) -> list[Point]:
    """The polyline with each leg halved again and again down to `step` mm, every middle moved aside by up to
    `depth` of its leg; its own points stay."""
    found = [points[0]]
    for start, end in pairwise(points):
        found += _halved(start, end, depth, step)
    return found


def _halved(start: Point, end: Point, depth: float, step: float) -> list[Point]:
    if dist(start, end) <= step:
        return [end]
    low, high = sorted((start, end))
    shift = (2 * next(noise(f"{num(low[0])},{num(low[1])}|{num(high[0])},{num(high[1])}")) - 1) * depth
    aside = (low[1] - high[1], high[0] - low[0])
    middle = (
        (low[0] + high[0]) / 2 + aside[0] * shift,
        (low[1] + high[1]) / 2 + aside[1] * shift,
    )
    return [*_halved(start, middle, depth, step), *_halved(middle, end, depth, step)]


def bent(points: Sequence[Point], pieces: int = 6) -> list[Point]:
    """A curve through all points (Catmull-Rom) as a polyline of `pieces` to a leg."""
    last = len(points) - 1
    found = [points[0]]
    for i in range(last):
        a, b, c, d = (points[max(0, min(last, i + k))] for k in (-1, 0, 1, 2))
        for j in range(1, pieces):
            t = j / pieces
            found.append((_spline(a[0], b[0], c[0], d[0], t), _spline(a[1], b[1], c[1], d[1], t)))
        found.append(c)
    return found


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return b + t / 2 * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
