"""Where a window of a given size covers the most of weighted points; plain geometry, any unit."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from itertools import accumulate

from generator.drawing.figures import Box
from generator.drawing.svg import Point


def best_window(points: Mapping[Point, float], width: float, height: float) -> list[Point]:
    """The points in the window of this size that has the greatest weight; of several the first from the left
    and the top. No point, no window."""
    best, found = 0.0, list[Point]()
    for left in sorted({x for x, _ in points}):
        column = sorted((p for p in points if left <= p[0] <= left + width), key=lambda p: (p[1], p[0]))
        heights, sums = [y for _, y in column], [0.0, *accumulate(points[p] for p in column)]
        for first, top in enumerate(heights):
            last = bisect_right(heights, top + height)
            if sums[last] - sums[first] > best + 1e-9:
                best, found = sums[last] - sums[first], column[first:last]
    return found


def box_around(points: list[Point], reach: float) -> Box:
    """The box of points and `reach` around them."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = min(xs) - reach, min(ys) - reach
    return Box(left, top, max(xs) + reach - left, max(ys) + reach - top)


def fit_inside(box: Box, room: Box, least: tuple[float, float]) -> Box:
    """The box at least so wide and tall, with the same middle as far as it then lies in the room."""
    wide, tall = (min(max(a, b), c) for a, b, c in zip(
        (box.width, box.height), least, (room.width, room.height), strict=True
    ))  # fmt: skip
    x, y = box.middle
    left = min(max(x - wide / 2, room.x), room.x + room.width - wide)
    top = min(max(y - tall / 2, room.y), room.y + room.height - tall)
    return Box(left, top, wide, tall)
