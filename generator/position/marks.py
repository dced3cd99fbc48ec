"""The marks of what happened: arrows of moves, crossed swords of combats, crosses and names of losses.

A retreat is an arrow with a broken shaft, so that it is told from a move without colour. All marks have a
pale casing, and read on any terrain.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import atan2, cos, dist, pi, sin

from generator.drawing.figures import Box
from generator.drawing.lettering import halo_text
from generator.drawing.strokes import Casing, cased, smooth
from generator.drawing.svg import Canvas, Pen, Point, num, path_data
from generator.drawing.typeface import SANS_BOLD
from generator.maps.look import side_colour
from generator.position.happenings import KINDS
from generator.position.stacks import name_counter
from generator.position.strip import DrawSign
from modules.definition.model import Definition
from modules.engine.position import BoardEvent, HappeningKind

_SHAFT, _CASING, _HEAD = 0.075, 0.125, 0.23
_HALF_ANGLE = 0.5
_NAME, _LEAST_NAME = 0.17, 0.05
_MOST_NAMES = 3


@dataclass(frozen=True)
class Marks:
    """Draws the marks: lengths are shares of `unit` mm, the width of a hex or the height of a card."""

    definition: Definition
    unit: float

    def arrow(self, pen: Pen, side: str, points: Sequence[Point], dashed: bool) -> None:
        """An arrow in a side's colour along two points or more (mm), bent smoothly at those between."""
        tip, before, head = points[-1], points[-2], _HEAD * self.unit
        turn, length = atan2(tip[1] - before[1], tip[0] - before[0]), dist(tip, before)
        back = min(0.8 * head, 0.9 * length)
        shaft = smooth([*points[:-1], (tip[0] - back * cos(turn), tip[1] - back * sin(turn))])
        barbs = [
            (tip[0] + head * cos(turn + a), tip[1] + head * sin(turn + a))
            for a in (pi - _HALF_ANGLE, pi + _HALF_ANGLE)
        ]
        wedge = path_data([tip, *barbs], close=True)
        colour, pale, core = (
            side_colour(pen.look, self.definition, side),
            pen.look.palette("map")["halo"],
            _SHAFT * self.unit,
        )
        edge = (_CASING - _SHAFT) * self.unit
        pen.path(wedge, fill=pale, stroke=pale, stroke_width=edge, stroke_linejoin="round")
        pen.circle(*points[0], core, fill=colour, stroke=pale, stroke_width=edge / 2)
        dash = f"{num(1.7 * core)} {num(1.4 * core)}" if dashed else None
        cased(pen, [shaft], Casing(pale, colour, _CASING * self.unit, core), dash=dash)
        pen.path(wedge, fill=colour)

    def swords(self, pen: Pen, at: Point, share: float = 0.32) -> None:
        """Crossed swords, their middle at a point, as high as a share of the unit."""
        tall, palette = share * self.unit, pen.look.palette("map")
        for colour, more in ((palette["halo"], 0.2 * tall), (palette["ink"], 0.0)):
            for turn in (-45.0, 45.0):
                sword = pen.move(*at, turn=turn, fill="none", stroke=colour, stroke_linecap="round")
                sword.line(0, -0.62 * tall, 0, 0.62 * tall, stroke_width=0.11 * tall + more)
                sword.line(-0.2 * tall, 0.34 * tall, 0.2 * tall, 0.34 * tall, stroke_width=0.11 * tall + more)

    def cross(self, pen: Pen, side: str, at: Point, share: float = 0.22) -> None:
        """The cross of a loss in a side's colour, as high as a share of the unit."""
        (x, y), reach, palette = at, share * self.unit / 2, pen.look.palette("map")
        down, up = (
            [(x - reach, y - reach), (x + reach, y + reach)],
            [(x - reach, y + reach), (x + reach, y - reach)],
        )
        data = path_data(down) + path_data(up)
        for colour, width in (
            (palette["halo"], 1.3),
            (palette["ink"], 0.95),
            (side_colour(pen.look, self.definition, side), 0.6),
        ):
            pen.path(data, fill="none", stroke=colour, stroke_width=width * reach, stroke_linecap="round")

    def names(self, pen: Pen, lost: Sequence[BoardEvent], at: Point, room: float) -> None:
        """The names of what was lost in a place, a line each, `room` mm wide, the first with its middle at a
        point."""
        words = [self.name(each.counter) for each in lost if each.counter]
        if len(words) > _MOST_NAMES:
            words[_MOST_NAMES - 1 :] = [f"and {len(words) - _MOST_NAMES + 1} more"]
        (x, y), palette = at, pen.look.palette("map")
        for line in words:
            size = pen.canvas.fonts.fit(line, SANS_BOLD, room, _NAME * self.unit, _LEAST_NAME * self.unit)
            halo_text(
                pen,
                line,
                x,
                y,
                size,
                SANS_BOLD,
                ink=palette["ink"],
                halo=palette["halo"],
                width=size / 3,
                align="middle",
            )
            y += 0.9 * _NAME * self.unit

    def name(self, counter_id: str) -> str:
        """A counter as people call it."""
        return name_counter(self.definition, counter_id)

    def legend(self, happened: Iterable[BoardEvent]) -> list[tuple[DrawSign, str]]:
        """A sign and its meaning for each kind of happening that there was."""
        first: dict[HappeningKind, str] = {}
        for each in happened:
            first.setdefault(each.kind, each.side)
        return [
            (partial(self._sign, kind, first[kind]), words) for kind, words in KINDS.items() if kind in first
        ]

    def _sign(self, kind: HappeningKind, side: str, canvas: Canvas, box: Box) -> None:
        small = Marks(self.definition, 2.2 * box.width)
        if kind == "fought":
            small.swords(canvas, box.middle, 0.34)
        elif kind == "lost":
            small.cross(canvas, side, box.middle, 0.26)
        else:
            y = box.middle[1]
            small.arrow(
                canvas, side, [(box.x + 0.1 * box.width, y), (box.x + box.width, y)], kind == "retreat"
            )
