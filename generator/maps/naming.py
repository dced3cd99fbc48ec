"""Naming: names along waters and roads, beside the line where they cover no id, bridge or other name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import atan2, dist, hypot, pi

from generator.drawing.figures import Box
from generator.drawing.lettering import text_along
from generator.drawing.svg import Pen, Point
from generator.drawing.typeface import TEXT_ITALIC
from generator.maps.frame import HexFrame
from generator.maps.ids import id_at
from generator.maps.spatial_index import Near, around
from modules.engine.hexes.board import Board

_SIZES = ((0.3, 0.06), (0.26, 0.03), (0.21, 0.0), (0.18, 0.0))
"""Height of the type and space between letters (hexes), the best first: the next where there is no room."""

_STEP, _SWEEP, _GAP = 0.1, 0.9, 0.09
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

    def __init__(self, pen: Pen, frame: HexFrame, board: Board, crowded: Sequence[Box]) -> None:
        self.pen, self.frame, self.size = pen, frame, frame.hex_mm
        self._room = frame.box.inset(0.3 * self.size)
        self._crowded = Near(self.size, ((box, box) for box in crowded))
        room = self._room_of_id(max(height for height, _ in _SIZES))
        self._ids = Near(
            self.size,
            ((at, around(at, *room)) for at in (id_at(pen.look, frame, board, h) for h in frame.grid.ids)),
        )

    def _room_of_id(self, height: float) -> tuple[float, float]:
        """How far from the middle of an id, across and down, a letter of this height (hexes) covers it."""
        return (0.17 + 0.26 * height) * self.size, (0.07 + 0.3 * height) * self.size

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
        above, cap = width / 2 + _GAP * size, 0.68 * height * size
        clear = (width + cap) / 2
        course = Near(size, ((point, around(point, clear, clear)) for point in raw))
        letters = {
            side: _sums(self._letters(samples, side * (above + cap / 2), height, course, clear))
            for side in (1, -1)
        }
        best = min(_stretches(samples, count, letters), default=None)
        if best is None:
            return None
        cost, start, below = best
        return _Place(cost, _rightward(samples[start : start + count]), -above - cap if below else above)

    def _letters(
        self, samples: Sequence[Point], lift: float, height: float, course: Near[Point], clear: float
    ) -> Iterator[float]:
        """How bad a letter is at each sample of a baseline, its middle `lift` above that as it runs; `clear`
        is its least distance from the course of the line."""
        for (x1, y1), (x2, y2) in pairwise(samples):
            long = hypot(x2 - x1, y2 - y1) or 1.0
            letter = (x1 + lift * (y2 - y1) / long, y1 - lift * (x2 - x1) / long)
            barred = any(box.holds(letter) for box in self._crowded.to(letter))
            yield (
                _ON_ID * self._on_id(letter, height)
                + _ON_LINE * any(dist(letter, point) < clear for point in course.to(letter))
                + _CROWDED * (barred or not self._room.holds(letter))
            )

    def _on_id(self, point: Point, height: float) -> bool:
        wide, tall = self._room_of_id(height)
        return any(abs(point[0] - x) < wide and abs(point[1] - y) < tall for x, y in self._ids.to(point))


def _sums(parts: Iterable[float]) -> list[float]:
    """The sum of the first so many parts, from none to all."""
    return list(accumulate(parts, initial=0.0))


def _stretches(
    samples: Sequence[Point], count: int, letters: Mapping[int, Sequence[float]]
) -> Iterator[tuple[float, int, bool]]:
    """Each stretch of so many samples of a baseline: how bad it is for a name, its first sample, and whether
    the name stands below it. `letters`: the sums of how bad they are left (1) and right (-1) of the line as
    it runs."""
    bends = _sums(abs(_turn(*three)) for three in zip(samples, samples[1:], samples[2:], strict=False))
    for start in range(len(samples) - count + 1):
        end = start + count - 1
        bent = _BENT * (bends[end - 1] - bends[start])
        off = abs(2 * start + count - len(samples)) / len(samples)
        left = 1 if samples[start][0] <= samples[end][0] else -1  # a name is read rightward
        for below in (False, True):
            sums = letters[-left if below else left]
            yield bent + off + sums[end] - sums[start], start, below


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
