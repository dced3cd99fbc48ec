"""Relief: hills and woods in the manner of an old atlas, pale, clear of names, towns, roads and borders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from math import dist

from generator.areas.frame import AreaFrame, bent
from generator.areas.placing import Label, taken_box
from generator.drawing.figures import Box
from generator.drawing.strokes import noise
from generator.drawing.svg import Pen, Point, num
from modules.definition.formats.areas import Relief

_HILL_STEP, _TREES = 4.6, 5
_ROAD_CLEAR, _EDGE_CLEAR = 2.6, 2.0


def draw_relief(pen: Pen, frame: AreaFrame, placed: dict[str, Label]) -> None:
    """All hills and woods, from north to south."""
    marks = spots(frame, placed)
    for (x, y), kind in sorted(marks, key=lambda mark: (mark[0][1], mark[0][0])):
        draw = _hill if kind == "hills" else _tree
        draw(pen, x, y, 0.85 + 0.4 * next(noise(f"{kind}{num(x)},{num(y)}")))


def spots(frame: AreaFrame, placed: dict[str, Label]) -> list[tuple[Point, str]]:
    """Where hills or trees stand, and which: those that nothing is in the way of."""
    taken = [taken_box(frame, area).inset(-1.5) for area in frame.map.areas]
    taken += [label.box.inset(-1.5) for label in placed.values()]
    edges = _Lines((line for coast in (False, True) for _, line in frame.lines(coast=coast)), _EDGE_CLEAR)
    roads = _Lines((bent(frame.way(road.path), 12) for road in frame.map.roads.values()), _ROAD_CLEAR)
    return [
        (point, relief.kind)
        for relief in frame.map.outline.relief
        for point in (_hills if relief.kind == "hills" else _trees)(frame, relief)
        if not any(box.holds(point) for box in taken) and edges.clear(point) and roads.clear(point)
    ]


class _Lines:
    """Lines by their points, which stand less than `off` (mm) apart, or little more; in cells of `off`."""

    def __init__(self, lines: Iterable[Sequence[Point]], off: float) -> None:
        self._off = off
        self._points: dict[tuple[int, int], list[Point]] = {}
        for line in lines:
            for point in line:
                self._points.setdefault(self._cell(point), []).append(point)

    def _cell(self, point: Point) -> tuple[int, int]:
        return int(point[0] // self._off), int(point[1] // self._off)

    def clear(self, point: Point) -> bool:
        """Whether a point lies off all lines."""
        around = Box(point[0] - self._off, point[1] - self._off, 2 * self._off, 2 * self._off)
        column, row = self._cell(point)
        cells = product(range(column - 1, column + 2), range(row - 1, row + 2))
        return not any(around.holds(other) for cell in cells for other in self._points.get(cell, ()))


def _hills(frame: AreaFrame, relief: Relief) -> Iterator[Point]:
    draws = noise(relief.name)
    for (x1, y1), (x2, y2) in pairwise(bent(frame.way(relief.path))):
        # A short leg bears a hill in proportion to its length, so that hills stand evenly along the line.
        if next(draws) < dist((x1, y1), (x2, y2)) / _HILL_STEP:
            yield (x1 + x2) / 2 + 3.6 * (next(draws) - 0.5), (y1 + y2) / 2 + 2.4 * (next(draws) - 0.5)


def _trees(frame: AreaFrame, relief: Relief) -> Iterator[Point]:
    draws = noise(relief.name)
    for x, y in frame.way(relief.path):
        for _ in range(_TREES):
            yield x + 7.5 * (next(draws) - 0.5), y + 5.0 * (next(draws) - 0.5)


def _hill(pen: Pen, x: float, y: float, size: float) -> None:
    palette, place = pen.look.palette("areas"), pen.move(x, y, size)
    place.path("M0 -2.3q1.1 .2 2.3 2.3h-1.9q.3 -1.2 -.4 -2.3z", fill=palette["relief.shade"])
    stroke = {
        "fill": "none",
        "stroke": palette["relief.hill"],
        "stroke_width": 0.32,
        "stroke_linecap": "round",
    }
    place.path("M-2.3 0q1 -2.3 2.3 -2.3t2.3 2.3", **stroke)


def _tree(pen: Pen, x: float, y: float, size: float) -> None:
    palette, place = pen.look.palette("areas"), pen.move(x, y, size)
    place.line(0, 0, 0, -0.9, stroke=palette["relief.trunk"], stroke_width=0.3)
    place.ellipse(0, -1.7, 0.85, 1.05, fill=palette["relief.wood"], fill_opacity=0.75)
