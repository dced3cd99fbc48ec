"""The strip below a position: the facts, what the markers mean, and what lies off the map or board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from generator.drawing.figures import Box
from generator.drawing.svg import Canvas, pt
from generator.drawing.typeface import SANS, SANS_BOLD
from modules.definition.model import Definition
from modules.engine.position import PlacedCounter

Facts = Sequence[tuple[str, str]]

_LINE = 4.6
_APART = 1.12
_MARGIN = 2.0


def letters(definition: Definition, marker: str) -> str:
    """A marker's first letter, or as many as tell it from the game's other markers."""
    others = [m for m in definition.game.markers if m != marker]
    for length in range(1, 3):
        if not any(other.startswith(marker[:length]) for other in others):
            return marker[:length].upper()
    return marker[:3].upper()


def draw_chip(canvas: Canvas, words: str, x: float, y: float, radius: float, *, dark: bool = False) -> None:
    """A marker as a small round chip with its letters; `dark`: of a counter that is covered."""
    palette = canvas.look.palette("map")
    ink, ground = (palette["halo"], palette["ink"]) if dark else (palette["ink"], palette["halo"])
    canvas.circle(x, y, radius, fill=ground, stroke=ink, stroke_width=0.12 * radius)
    size = canvas.fonts.fit(words, SANS_BOLD, 1.6 * radius, 1.7 * radius, 0.1)
    canvas.text(words, x, y, size, SANS_BOLD, anchor="middle", align="middle", fill=ink)


def legend(definition: Definition, markers: Iterable[str]) -> list[tuple[str, str]]:
    """The letters and names of markers, in the order of their words."""
    known = definition.game.markers
    return [(letters(definition, m), known[m].name if m in known else m) for m in sorted(set(markers))]


DrawSign = Callable[[Canvas, Box], None]
"""Draws a sign of the legend in a box of a canvas."""


@dataclass(frozen=True)
class Strip:
    """What is printed below: facts, the meaning of chips and signs, and the rows of what lies elsewhere.

    `draw` puts one piece on a canvas with its middle at a point; it takes `size` (width and height, mm).
    """

    facts: Facts
    chips: Sequence[tuple[str, str]]
    signs: Sequence[tuple[DrawSign, str]]
    elsewhere: Mapping[str, Sequence[PlacedCounter]]
    draw: Callable[[Canvas, PlacedCounter, float, float], None]
    size: tuple[float, float]

    def below(self, canvas: Canvas) -> None:
        """Print it at the foot of a canvas, which grows by it; nothing where there is nothing to say."""
        if not (self.elsewhere or self.facts or self.chips or self.signs):
            return
        palette = canvas.look.palette("chart")
        ground, y = canvas.group(), canvas.height + _MARGIN
        words = [f"{name}: {value}" for name, value in self.facts]
        words += [f"{k} = {name}" for k, name in self.chips]
        for line in _rows(canvas, words, canvas.width - 2 * _MARGIN):
            canvas.text(line, _MARGIN, y, pt(9), SANS, align="top", fill=palette["ink"])
            y += _LINE
        if self.signs:
            y = self._legend(canvas, y + 0.4)
        for place, stack in self.elsewhere.items():
            y = self._row(canvas, place, stack, y)
        ground.rect(0, canvas.height, canvas.width, y + 1 - canvas.height, fill=palette["paper"])
        canvas.height = y + 1

    def _legend(self, canvas: Canvas, y: float) -> float:
        """Each sign with its meaning, in lines; gives where they end."""
        x, side = _MARGIN, _LINE - 0.4
        for draw, words in self.signs:
            wide = side + 1 + canvas.fonts.width(words, SANS, pt(9))
            if x > _MARGIN and x + wide > canvas.width - _MARGIN:
                x, y = _MARGIN, y + _LINE + 0.6
            draw(canvas, Box(x, y, side, side))
            at = (x + side + 1, y + side / 2)
            canvas.text(words, *at, pt(9), SANS, align="middle", fill=canvas.look.palette("chart")["ink"])
            x += wide + 5
        return y + _LINE + 1

    def _row(self, canvas: Canvas, place: str, stack: Sequence[PlacedCounter], y: float) -> float:
        """One place elsewhere with what lies there, in as many rows as it needs; gives where it ends."""
        words = f"{place.replace('_', ' ').capitalize()} ({len(stack)})"
        canvas.text(
            words, _MARGIN, y, pt(9), SANS_BOLD, align="top", fill=canvas.look.palette("chart")["ink"]
        )
        y += _LINE
        wide, tall = (_APART * side for side in self.size)
        columns = max(1, int((canvas.width - 2 * _MARGIN) / wide))
        for i, each in enumerate(stack):
            row, column = divmod(i, columns)
            self.draw(canvas, each, _MARGIN + (column + 0.5) * wide, y + (row + 0.5) * tall)
        return y + -(-len(stack) // columns) * tall + 1


def _rows(canvas: Canvas, words: Sequence[str], room: float) -> list[str]:
    """Words in lines no wider than a room, apart by dots; one that is too long has lines of its own."""
    lines: list[str] = []
    for each in words:
        longer = f"{lines[-1]}  ·  {each}" if lines else each
        if lines and canvas.fonts.width(longer, SANS, pt(9)) <= room:
            lines[-1] = longer
        else:
            lines.extend(canvas.fonts.wrap(each, SANS, room, pt(9)))
    return lines
