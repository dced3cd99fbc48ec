"""Marks: what a printed sheet needs around its art: counter blanks, crop marks, rulers. All in mm."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from generator.drawing.figures import Box
from generator.drawing.svg import MM_PER_INCH, Pen, Point, inch, num, path_data, pt
from generator.drawing.typeface import SANS

HAIRLINE = 0.1
_STEPS_OF_CORNER = 12
"""Straight lines that stand for a quarter of a circle: none is off it by more than 0.2 % of the radius."""

_INK = "#000000"


def rounded(box: Box, radius: float) -> str:
    """Path data of a box with rounded corners: a blank, a shadow, a clip."""
    r = min(radius, box.width / 2, box.height / 2)
    right, bottom = box.x + box.width, box.y + box.height
    arc = f"a{num(r)} {num(r)} 0 0 1"
    return (
        f"M{num(box.x + r)} {num(box.y)}H{num(right - r)}{arc} {num(r)} {num(r)}V{num(bottom - r)}"
        f"{arc} {num(-r)} {num(r)}H{num(box.x + r)}{arc} {num(-r)} {num(-r)}"
        f"V{num(box.y + r)}{arc} {num(r)} {num(-r)}Z"
    )


@lru_cache(maxsize=256)
def part_of_rounded(part: Box, whole: Box, radius: float) -> str:
    """Path data of what of a box lies in one with rounded corners; empty where nothing does. A clip path
    would show the same, and takes a renderer as long as all the rest of a counter."""
    points: list[Point] = []
    for quarter, (x, y) in enumerate(_corner_centres(whole, radius)):
        for step in range(_STEPS_OF_CORNER + 1):
            turn = (quarter + step / _STEPS_OF_CORNER) * math.pi / 2
            points.append((x + radius * math.sin(turn), y - radius * math.cos(turn)))
    for axis, low, high in ((0, part.x, part.x + part.width), (1, part.y, part.y + part.height)):
        points = _cut(_cut(points, axis, low, 1), axis, high, -1)
    return path_data(points, close=True) if points else ""


def _corner_centres(whole: Box, radius: float) -> Sequence[Point]:
    """The centres of the arcs, clockwise from the top right."""
    left, top = whole.x + radius, whole.y + radius
    right, bottom = whole.x + whole.width - radius, whole.y + whole.height - radius
    return (right, top), (right, bottom), (left, bottom), (left, top)


def _cut(points: Sequence[Point], axis: int, at: float, sign: int) -> list[Point]:
    """A convex outline without what lies below `at` on an axis, or with sign -1 without what lies above."""
    kept: list[Point] = []
    for one, other in zip(points, [*points[1:], *points[:1]], strict=True):
        inside, leads_inside = (sign * each[axis] >= sign * at for each in (one, other))
        if inside:
            kept.append(one)
        if inside != leads_inside:
            share = (at - one[axis]) / (other[axis] - one[axis])
            kept.append((one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])))
    return kept


def blank(
    pen: Pen, box: Box, ground: str, *, radius: float = 2.0, edge: str | None = None, edge_width: float = 0.2
) -> None:
    """A counter blank; the edge line, if any, lies inside the box, so that a cut does not touch it."""
    if edge is None:
        pen.path(rounded(box, radius), fill=ground)
        return
    half = edge_width / 2
    pen.path(rounded(box.inset(half), radius - half), fill=ground, stroke=edge, stroke_width=edge_width)


def cut_marks(
    pen: Pen, xs: Sequence[float], ys: Sequence[float], *, gap: float = 3.0, length: float = 4.0
) -> None:
    """Cut marks around a grid of pieces: above and below it at each x, beside it at each y."""
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    upright = [
        f"M{num(x)} {num(top - gap)}v{num(-length)}M{num(x)} {num(bottom + gap)}v{num(length)}" for x in xs
    ]
    level = [
        f"M{num(left - gap)} {num(y)}h{num(-length)}M{num(right + gap)} {num(y)}h{num(length)}" for y in ys
    ]
    ticks = upright + level
    pen.path("".join(ticks), fill="none", stroke=_INK, stroke_width=HAIRLINE)


RULER_WIDTH = 2 * MM_PER_INCH
RULER_HEIGHT = 9.0


def ruler(pen: Pen, x: float, y: float) -> None:
    """A box 50 mm and a box 2 in wide with their scales, to prove that a page was printed at 100 %.

    It takes RULER_WIDTH x RULER_HEIGHT mm below and right of (x, y).
    """
    box, half = pen.move(x, y), RULER_HEIGHT / 2
    for top, width in ((0.0, 50.0), (half, inch(2))):
        box.rect(0, top, width, half, fill="#ffffff", stroke=_INK, stroke_width=HAIRLINE)
    ticks = [_tick(mm, 0.0, 2.0 if mm % 10 == 0 else 1.4 if mm % 5 == 0 else 0.8) for mm in range(1, 50)]
    for sixteenth in range(1, 32):
        deep = 2.0 if sixteenth % 16 == 0 else 1.4 if sixteenth % 8 == 0 else 0.8
        ticks.append(_tick(inch(sixteenth / 16), RULER_HEIGHT, -deep))
    box.path("".join(ticks), fill="none", stroke=_INK, stroke_width=HAIRLINE)
    size = pt(5)
    box.text("50 mm: print at 100 %", 25, half - 0.5, size, SANS, anchor="middle", fill=_INK)
    box.text("2 in", inch(1), half + 2.1, size, SANS, anchor="middle", fill=_INK)


def _tick(x: float, y: float, length: float) -> str:
    return f"M{num(x)} {num(y)}v{num(length)}"
