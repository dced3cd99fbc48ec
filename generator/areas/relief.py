"""Relief: hills and woods in the manner of an old atlas, pale, clear of names, towns, roads and borders."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import dist

from generator.areas.frame import AreaFrame, bent
from generator.areas.ground import area_palette
from generator.areas.placing import Label, taken_box
from generator.drawing.figures import Box
from generator.drawing.strokes import noise
from generator.drawing.svg import Pen, Point, num
from modules.definition.areas import Relief

_HILL_STEP, _TREES = 4.6, 5
_ROAD_CLEAR, _EDGE_CLEAR = 2.6, 2.0


def draw_relief(pen: Pen, frame: AreaFrame, placed: dict[str, Label]) -> None:
    """All hills and woods, from north to south."""
    marks = [
        (point, relief.kind) for relief in frame.map.outline.relief for point in spots(frame, relief, placed)
    ]
    for (x, y), kind in sorted(marks, key=lambda mark: (mark[0][1], mark[0][0])):
        draw = _hill if kind == "hills" else _tree
        draw(pen, x, y, 0.85 + 0.4 * next(noise(f"{kind}{num(x)},{num(y)}")))


def spots(frame: AreaFrame, relief: Relief, placed: dict[str, Label]) -> list[Point]:
    """Where its hills or trees stand: those that nothing is in the way of."""
    taken = [taken_box(frame, area).inset(-1.5) for area in frame.map.areas]
    taken += [label.box.inset(-1.5) for label in placed.values()]
    lines = [line for _, line in frame.lines(coast=False)] + [line for _, line in frame.lines(coast=True)]
    roads = [bent(frame.way(road.path), 12) for road in frame.map.roads.values()]
    wanted = _hills(frame, relief) if relief.kind == "hills" else _trees(frame, relief)
    return [
        point
        for point in wanted
        if not any(box.holds(point) for box in taken)
        and _clear(point, lines, _EDGE_CLEAR)
        and _clear(point, roads, _ROAD_CLEAR)
    ]


def _clear(point: Point, lines: list[list[Point]], off: float) -> bool:
    """Whether a point lies off all lines; points of a line stand less than `off` apart, or little more."""
    around = Box(point[0] - off, point[1] - off, 2 * off, 2 * off)
    return not any(around.holds(other) for line in lines for other in line)


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
    palette, place = area_palette(), pen.move(x, y, size)
    place.path("M0 -2.3q1.1 .2 2.3 2.3h-1.9q.3 -1.2 -.4 -2.3z", fill=palette["relief.shade"])
    stroke = {
        "fill": "none",
        "stroke": palette["relief.hill"],
        "stroke_width": 0.32,
        "stroke_linecap": "round",
    }
    place.path("M-2.3 0q1 -2.3 2.3 -2.3t2.3 2.3", **stroke)


def _tree(pen: Pen, x: float, y: float, size: float) -> None:
    palette, place = area_palette(), pen.move(x, y, size)
    place.line(0, 0, 0, -0.9, stroke=palette["relief.trunk"], stroke_width=0.3)
    place.ellipse(0, -1.7, 0.85, 1.05, fill=palette["relief.wood"], fill_opacity=0.75)
