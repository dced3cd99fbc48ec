"""Where the words of an SVG lie, for tests: each text with its box in the picture's own unit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians, sin

from looks import TAPESTRY
from lxml import etree

from generator.drawing.figures import Box
from generator.drawing.typeface import Face

SVG = "{http://www.w3.org/2000/svg}"
_STEP = re.compile(r"(\w+)\(([^)]*)\)")
Matrix = tuple[float, float, float, float, float, float]
_SAME: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True)
class Word:
    """One text: its size, its box, and the ids of the groups that hold it."""

    text: str
    size: float
    box: Box
    groups: tuple[str, ...]


def words_of(svg: str) -> Iterator[Word]:
    """Every text that is drawn, those of definitions apart."""
    for element in etree.fromstring(svg.encode()):
        if element.tag != f"{SVG}defs":
            yield from _within(element, _SAME, ())


def _within(element: etree._Element, matrix: Matrix, groups: tuple[str, ...]) -> Iterator[Word]:
    if not isinstance(element.tag, str):
        return
    matrix = _times(matrix, _matrix(element.get("transform", "")))
    groups = (*groups, element.get("id", "")) if element.get("id") else groups
    if element.tag == f"{SVG}text":
        yield _word(element, matrix, groups)
    for child in element:
        yield from _within(child, matrix, groups)


def _word(element: etree._Element, matrix: Matrix, groups: tuple[str, ...]) -> Word:
    words = "".join(str(part) for part in element.itertext())
    family, weight = element.get("font-family"), int(element.get("font-weight"))
    face = Face(family, weight, element.get("font-style", "normal"))
    size = float(element.get("font-size"))
    wide = TAPESTRY.fonts.width(words, face, size, float(element.get("letter-spacing", "0")))
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[element.get("text-anchor", "start")]
    left, base = float(element.get("x", "0")) - shift * wide, float(element.get("y", "0"))
    top = base - TAPESTRY.fonts[face].cap_height * size
    corners = [_at(matrix, x, y) for x in (left, left + wide) for y in (top, base)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    box = Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    a, b, *_ = matrix
    return Word(words, size * (a * a + b * b) ** 0.5, box, groups)


def _matrix(transform: str) -> Matrix:
    found = _SAME
    for kind, inside in _STEP.findall(transform):
        numbers = [float(n) for n in re.split(r"[ ,]+", inside.strip())]
        found = _times(found, _step(kind, numbers))
    return found


def _step(kind: str, n: list[float]) -> Matrix:
    if kind == "translate":
        return (1, 0, 0, 1, n[0], n[1] if len(n) > 1 else 0.0)
    if kind == "scale":
        return (n[0], 0, 0, n[-1], 0, 0)
    c, s = cos(radians(n[0])), sin(radians(n[0]))
    turned: Matrix = (c, s, -s, c, 0, 0)
    if len(n) == 3:
        there, back = _step("translate", n[1:]), _step("translate", [-n[1], -n[2]])
        return _times(_times(there, turned), back)
    return turned


def _times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def _at(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def within(inner: Box, outer: Box, slack: float) -> bool:
    """Whether a box lies in another, but for `slack`."""
    return (
        inner.x >= outer.x - slack
        and inner.y >= outer.y - slack
        and inner.x + inner.width <= outer.x + outer.width + slack
        and inner.y + inner.height <= outer.y + outer.height + slack
    )


def meet(one: Box, other: Box) -> bool:
    """Whether two boxes share more than an edge."""
    near = 1e-6
    return (
        one.x < other.x + other.width - near
        and other.x < one.x + one.width - near
        and one.y < other.y + other.height - near
        and other.y < one.y + one.height - near
    )
