"""Naming: names along waters and roads, beside the line where they cover no id, bridge or other name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product, repeat
from math import atan2, dist, hypot, inf, pi

from generator.figures import Box
from generator.ink import text_along
from generator.maps.frame import HexFrame
from generator.maps.ground import ID_OFFSET
from generator.svg import Pen, Point
from generator.typeface import TEXT_ITALIC

_SIZES = ((0.3, 0.06), (0.26, 0.03), (0.21, 0.0), (0.18, 0.0))
"""Height of the type and space between letters (hexes), the best first: the next where there is no room."""

_STEP, _SWEEP, _GAP = 0.1, 0.9, 0.05
"""How finely a line is looked at, over how much of it a baseline is eased, and how far off it a name stands
(hexes)."""

_ON_ID, _ON_LINE, _CROWDED, _BENT = 8.0, 8.0, 40.0, 3.0
"""How bad a letter over an id is, one over the line itself, one where no name may stand, and each radian
that a name turns."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A stretch of baseline for a name, `lift` above it (mm), and how bad it is."""

    cost: float
    points: tuple[Point, ...]
    lift: float


class Namer:
    """Places names along lines on a map. `crowded`: boxes in which no name may stand."""

    def __init__(self, pen: Pen, frame: HexFrame, crowded: Sequence[Box]) -> None:
        self.pen, self.frame, self.size, self.crowded = pen, frame, frame.hex_mm, crowded
        self._room = frame.box.inset(0.3 * self.size)
        self._near: dict[tuple[int, int], list[Point]] = {}
        for hex_id in frame.grid.ids:
            x, y = frame.centre(hex_id)
            y -= ID_OFFSET * self.size
            column, row = self._cell((x, y))
            for cell in product((column - 1, column, column + 1), (row - 1, row, row + 1)):
                self._near.setdefault(cell, []).append((x, y))

    def write(self, name: str, line: Sequence[Point], width: float, *, ink: str, halo: str) -> None:
        """A name beside a line `width` mm wide; without any room for it, none."""
        found: list[tuple[_Place, tuple[float, float]]] = []
        for size in _SIZES:
            best = self._best(name, line, width, *size)
            if best is not None:
                found.append((best, size))
                if best.cost < _ON_ID:
                    break  # clean: no smaller type is wanted
        if not found:
            return
        place, (height, spacing) = min(found, key=lambda each: each[0].cost)
        text_along(
            self.pen, name, place.points, height * self.size, TEXT_ITALIC, ink=ink, halo=halo,
            lift=place.lift, spacing=spacing * self.size, ease=0.5 * self.size,
        )  # fmt: skip

    def _best(
        self, name: str, line: Sequence[Point], width: float, height: float, spacing: float
    ) -> _Place | None:
        """The best place for a name in type of a height (hexes); None where the line is too short."""
        size, fonts = self.size, self.pen.canvas.fonts
        need = fonts.width(name, TEXT_ITALIC, height * size, spacing * size)
        raw = _sampled(line, _STEP * size)
        samples = _eased(raw, round(_SWEEP / _STEP))
        count = round(1.15 * need / (_STEP * size)) + 2
        near, cap = width / 2 + _GAP * size, 0.68 * height * size
        best: _Place | None = None
        for start in range(len(samples) - count + 1):
            part = _rightward(samples[start : start + count])
            bent = _BENT * sum(abs(_turn(*three)) for three in zip(part, part[1:], part[2:], strict=False))
            off = abs(2 * start + count - len(samples)) / len(samples)
            around = raw[max(start - 8, 0) : start + count + 8]
            for lift in (near, -near - cap):
                most = inf if best is None else best.cost - off
                cost = self._cost(part, bent, lift + cap / 2, height, around, (width + cap) / 2, most)
                if cost < most:
                    best = _Place(cost + off, part, lift)
        return best

    def _cost(
        self,
        part: Sequence[Point],
        cost: float,
        lift: float,
        height: float,
        line: Sequence[Point],
        clear: float,
        most: float,
    ) -> float:
        """How bad a stretch, of which its turns `cost` so much, is for letters whose middle is `lift` above
        it; `clear` is their least distance from the `line`. What is at least `most` is not told further."""
        for (x1, y1), (x2, y2) in pairwise(part):
            if cost >= most:
                break
            long = hypot(x2 - x1, y2 - y1) or 1.0
            letter = (x1 + lift * (y2 - y1) / long, y1 - lift * (x2 - x1) / long)
            cost += _ON_ID * self._on_id(letter, height)
            cost += _ON_LINE * (min(map(dist, repeat(letter), line)) < clear)
            barred = any(box.holds(letter) for box in self.crowded)
            cost += _CROWDED * (barred or not self._room.holds(letter))
        return cost

    def _on_id(self, point: Point, height: float) -> bool:
        wide, tall = (0.17 + 0.26 * height) * self.size, (0.07 + 0.3 * height) * self.size
        near = self._near.get(self._cell(point), ())
        return any(abs(point[0] - x) < wide and abs(point[1] - y) < tall for x, y in near)

    def _cell(self, point: Point) -> tuple[int, int]:
        return int(point[0] // self.size), int(point[1] // self.size)


def _sampled(line: Sequence[Point], step: float) -> list[Point]:
    """Points on a line, one each `step` of way."""
    return list(_walk(line, step))


def _walk(line: Sequence[Point], step: float) -> Iterator[Point]:
    due = 0.0
    for (x1, y1), (x2, y2) in pairwise(line):
        long = dist((x1, y1), (x2, y2))
        while due <= long and long > 0:
            yield x1 + (x2 - x1) * due / long, y1 + (y2 - y1) * due / long
            due += step
        due -= long


def _eased(points: Sequence[Point], window: int) -> list[Point]:
    """Each point as the mean of its neighbours, over less of the way toward the ends."""
    eased = []
    for i in range(len(points)):
        near = min(window, i, len(points) - 1 - i)
        part = points[i - near : i + near + 1]
        eased.append((sum(x for x, _ in part) / len(part), sum(y for _, y in part) / len(part)))
    return eased


def _rightward(points: Sequence[Point]) -> tuple[Point, ...]:
    """A stretch in the direction in which a name on it is read."""
    return tuple(points if points[0][0] <= points[-1][0] else reversed(points))


def _turn(one: Point, two: Point, three: Point) -> float:
    """The angle in radians by which a line turns at its second point."""
    before, after = atan2(two[1] - one[1], two[0] - one[0]), atan2(three[1] - two[1], three[0] - two[0])
    return (after - before + pi) % (2 * pi) - pi
