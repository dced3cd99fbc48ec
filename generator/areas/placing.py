"""Placing: where the name of each area stands: within its area, clear of towns and as far as may be of roads.

The map's file can say where a name stands; else every place on a grid within the area is weighed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import ceil, dist

from generator.areas.frame import PLACE_MM, AreaFrame, bent
from generator.drawing.art import Look
from generator.drawing.figures import Box
from generator.drawing.svg import Point, pt
from generator.drawing.typeface import CAPS
from modules.geometry.outline import Polygon

SEAT_MM = 6.6
BADGE_MM = 6.6
NAME_MM = pt(11.5)
SPACING_MM = 0.3
GAP_MM = 1.1
_CAPITALS = 0.72
"""The height of capitals as a share of the size of type, with some air."""

_SHARES = ((1.0, 0.0), (0.88, 12.0), (0.76, 30.0))
"""Smaller type where there is no room for more, and how bad that is."""

_STEP = 2.0
_OUT, _TIGHT, _SEAT, _ROAD, _RIVER, _FAR, _STACKED = 400.0, 6.0, 300.0, 14.0, 0.3, 0.06, 2.0
_MARGIN = 3.0
"""A name keeps so far from its area's edge, in mm, if it can."""


@dataclass(frozen=True, slots=True)
class Label:
    """The name of an area and its badge: where they stand, the badge before the name or above it,
    and its type as a share of the usual."""

    area: str
    box: Box
    stacked: bool
    share: float = 1.0

    @property
    def badge(self) -> Point:
        """The middle of the badge."""
        if self.stacked:
            return self.box.middle[0], self.box.y + BADGE_MM / 2
        return self.box.x + BADGE_MM / 2, self.box.middle[1]

    @property
    def name(self) -> Point:
        """The left end of the name, at the middle of its height."""
        if self.stacked:
            return self.box.x, self.box.y + BADGE_MM + GAP_MM / 2 + _CAPITALS * self.share * NAME_MM / 2
        return self.box.x + BADGE_MM + GAP_MM, self.box.middle[1]


def seat_box(frame: AreaFrame, area: str) -> Box:
    """Where the glyph of an area's town stands: on the town's place."""
    x, y = frame.seat(area)
    return Box(x - SEAT_MM / 2, y - SEAT_MM / 2, SEAT_MM, SEAT_MM)


def taken_box(frame: AreaFrame, area: str) -> Box:
    """What nothing else may be drawn on: the glyph of a town, or the square of a place."""
    if not frame.map.of_points:
        return seat_box(frame, area)
    x, y = frame.seat(area)
    return Box(x - PLACE_MM / 2, y - PLACE_MM / 2, PLACE_MM, PLACE_MM)


def labels(look: Look, frame: AreaFrame) -> dict[str, Label]:
    """The names of all areas by area."""
    roads = [p for road in frame.map.roads.values() for p in _spaced(bent(frame.way(road.path), 8))]
    rivers = [p for each in frame.map.outline.rivers for p in _spaced(bent(frame.way(each.path), 6))]
    seats = [seat_box(frame, area).inset(-0.6) for area in frame.map.areas]
    found = {}
    for area, entry in frame.map.areas.items():
        fixed = None if entry.name_at is None else frame.at(entry.name_at)
        found[area] = _best(look, frame, area, _Near.of(frame.plain(area), seats, roads, rivers), fixed)
    return found


def _spaced(line: Sequence[Point]) -> Iterator[Point]:
    """Points along a line, about 1 mm apart."""
    for (x1, y1), (x2, y2) in pairwise(line):
        count = max(1, ceil(dist((x1, y1), (x2, y2))))
        for i in range(count):
            yield x1 + (x2 - x1) * i / count, y1 + (y2 - y1) * i / count


@dataclass(frozen=True)
class _Near:
    """What counts for a name in one area."""

    outline: Polygon
    around: Box
    seats: list[Box]
    roads: list[Point]
    rivers: list[Point]

    @classmethod
    def of(cls, outline: list[Point], seats: list[Box], roads: list[Point], rivers: list[Point]) -> _Near:
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        around = Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        return cls(
            Polygon(outline),
            around,
            [box for box in seats if around.inset(-8).holds(box.middle)],
            [point for point in roads if around.holds(point)],
            [point for point in rivers if around.holds(point)],
        )


def _best(look: Look, frame: AreaFrame, area: str, near: _Near, fixed: Point | None) -> Label:
    seat, around = frame.seat(area), near.around
    best: tuple[float, Label] | None = None
    for (share, smaller), stacked in product(_SHARES, (False, True)):
        if best is not None and best[0] < smaller:
            break
        wide, tall = _size(look, frame, area, stacked, share)
        middles = [fixed] if fixed is not None else sorted(_grid(around), key=lambda at: dist(at, seat))
        for x, y in middles:
            label = Label(area, Box(x - wide / 2, y - tall / 2, wide, tall), stacked, share)
            cost = _FAR * dist((x, y), seat) + (_STACKED if stacked else 0.0) + smaller
            limit = best[0] if best else float("inf")
            if cost < limit:
                cost += _cost(label.box, near, limit - cost)
            if cost < limit:
                best = (cost, label)
    assert best is not None  # noqa: S101 - an area has at least one place on the grid
    return best[1]


def _size(look: Look, frame: AreaFrame, area: str, stacked: bool, share: float) -> tuple[float, float]:
    name = frame.map.areas[area].name.upper()
    wide = look.fonts.width(name, CAPS, share * NAME_MM, SPACING_MM)
    if stacked:
        return wide, BADGE_MM + GAP_MM / 2 + _CAPITALS * share * NAME_MM
    return wide + BADGE_MM + GAP_MM, BADGE_MM


def _grid(box: Box) -> Iterator[Point]:
    for row in range(max(1, int(box.height / _STEP))):
        for column in range(max(1, int(box.width / _STEP))):
            yield box.x + (column + 0.5) * _STEP, box.y + (row + 0.5) * _STEP


def _cost(box: Box, near: _Near, limit: float) -> float:
    """What speaks against a place, the heaviest first, up to a limit beyond which nobody asks."""
    cost = _SEAT * sum(box.meets(seat) for seat in near.seats)
    for margin, weight in ((0.8, _OUT), (_MARGIN, _TIGHT)):
        for point in rim(box.inset(-margin)):
            if cost >= limit:
                return cost
            if not near.outline.holds(point):
                cost += weight
    wide = box.inset(-1.2)
    cost += _ROAD * sum(wide.holds(point) for point in near.roads)
    return cost + _RIVER * sum(box.holds(point) for point in near.rivers)


def rim(box: Box) -> Iterator[Point]:
    """Points on the edge of a box, its corners first."""
    right, bottom = box.x + box.width, box.y + box.height
    yield from ((box.x, box.y), (right, bottom), (right, box.y), (box.x, bottom))
    for i in range(1, 6):
        x = box.x + box.width * i / 6
        yield from ((x, box.y), (x, bottom))
    yield from ((box.x, box.middle[1]), (right, box.middle[1]))
