"""The choices of a card: whose each is, by letter and colour, what it does, and when it is barred."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.cards.layout import Choices
from generator.cards.painter import LEADING, CardError, Painter
from generator.drawing.figures import Box
from generator.drawing.svg import pt
from generator.drawing.typeface import (
    SANS_BOLD,
    TEXT,
    TEXT_BOLD,
    TEXT_ITALIC,
    MissingGlyphError,
    TextTooWideError,
)
from modules.definition import Definition
from modules.definition.formats.cards import Choice

_PAD = 1.6
_STEP = pt(0.25)
_BELOW = 1.0


@dataclass(frozen=True)
class _Setting:
    """The texts of all choices in one size of type (mm): for each its lines, and its bar's."""

    size: float
    lines: tuple[tuple[str, ...], ...]
    bars: tuple[str, ...]

    def height(self, at: int, head: float) -> float:
        """Height of a choice in mm."""
        rows = len(self.lines[at]) + bool(self.bars[at])
        return head + _BELOW + rows * self.size * LEADING + _BELOW


def draw_choices(painter: Painter, plan: Choices, definition: Definition, choices: Sequence[Choice]) -> None:
    """All choices, spread over their box, in the largest type in which they fit.

    Raises CardError naming the choice whose name or text does not fit.
    """
    box = Box(*plan.box)
    setting = _fit(painter, plan, choices, box)
    tall = [setting.height(i, plan.head) for i in range(len(choices))]
    free = box.height - sum(tall) - plan.gap * (len(choices) - 1)
    y = box.y
    for i, choice in enumerate(choices):
        height = tall[i] + free / len(choices)
        _draw(painter, plan, definition, choice, setting, i, Box(box.x, y, box.width, height))
        y += height + plan.gap


def _fit(painter: Painter, plan: Choices, choices: Sequence[Choice], box: Box) -> _Setting:
    size, floor = pt(plan.size), pt(plan.floor)
    while True:
        size = max(size, floor)
        setting = _wrapped(painter, choices, size, box.width - 2 * _PAD)
        total = sum(setting.height(i, plan.head) for i in range(len(choices)))
        needed = total + plan.gap * (len(choices) - 1)
        if needed <= box.height:
            return setting
        if size <= floor:
            longest = max(choices, key=lambda choice: len(choice.text))
            raise CardError(
                f"{painter.where}, field 'choices': at their smallest size the texts need {needed:.1f} mm "
                f"but have {box.height:.1f} mm; shorten that of {longest.name!r}"
            )
        size -= _STEP


def _wrapped(painter: Painter, choices: Sequence[Choice], size: float, room: float) -> _Setting:
    fonts = painter.pen.canvas.fonts
    lines, bars = [], []
    for choice in choices:
        bar = f"Not in your first turn ({choice.not_first_turn})." if choice.not_first_turn else ""
        try:
            lines.append(tuple(fonts.wrap(choice.text, TEXT, room, size)))
            fonts.fit(bar, TEXT_ITALIC, room, size, size)
        except (TextTooWideError, MissingGlyphError) as fault:
            raise CardError(f"{painter.where}, text of {choice.name!r}: {fault}") from fault
        bars.append(bar)
    return _Setting(size, tuple(lines), tuple(bars))


def _draw(
    painter: Painter,
    plan: Choices,
    definition: Definition,
    choice: Choice,
    setting: _Setting,
    at: int,
    box: Box,
) -> None:
    pen, colours = painter.pen, painter.colours
    dark = colours["outline"]
    pen.rect(box.x, box.y, box.width, box.height, fill=colours["light"])
    _head(painter, plan, definition, choice, Box(box.x, box.y, box.width, plan.head))
    pen.rect(box.x, box.y, box.width, box.height, fill="none", stroke=dark, stroke_width=0.35)
    rows = [(line, TEXT) for line in setting.lines[at]]
    if setting.bars[at]:
        rows.append((setting.bars[at], TEXT_ITALIC))
    leading = setting.size * LEADING
    spare = box.height - plan.head - len(rows) * leading
    y = box.y + plan.head + spare / 2 + leading / 2
    for line, face in rows:
        ink = colours["cloth"] if face == TEXT_ITALIC else dark
        painter.readable(choice.name, colours["light"], ink)
        pen.text(line, box.x + _PAD, y, setting.size, face, align="middle", fill=ink)
        y += leading


def _head(painter: Painter, plan: Choices, definition: Definition, choice: Choice, box: Box) -> None:
    """The bar with the letters and the colours of the sides that may choose this, and its name."""
    pen, fonts = painter.pen, painter.pen.canvas.fonts
    sides = [definition.game.sides[side] for side in choice.sides]
    palettes = [painter.pen.look.palette("sides").under(side.palette) for side in sides]
    field = box.height
    ground, ink, palette = palettes[0]["ground"], palettes[0]["ink"], sides[0].palette
    if len(sides) > 1:
        ground, ink, palette = painter.colours["stripe"], painter.colours["stripe_ink"], painter.palette
    painter.readable(choice.name, ground, ink, palette=palette)
    pen.rect(box.x, box.y, box.width, box.height, fill=ground)
    for i, (side, colours) in enumerate(zip(sides, palettes, strict=True)):
        left = box.x + i * field
        pen.rect(left, box.y, field, field, fill=colours["stripe"])
        middle = (left + field / 2, box.y + field / 2)
        painter.readable(side.letter, colours["stripe"], colours["stripe_ink"], palette=side.palette)
        pen.text(
            side.letter, *middle, pt(11), SANS_BOLD, anchor="middle", align="middle",
            fill=colours["stripe_ink"],
        )  # fmt: skip
    left = len(sides) * field + _PAD
    try:
        size = fonts.fit(
            choice.name, TEXT_BOLD, box.width - left - _PAD, pt(plan.name_size), pt(plan.name_floor)
        )
    except (TextTooWideError, MissingGlyphError) as fault:
        raise CardError(f"{painter.where}, name of a choice: {fault}") from fault
    at = (box.x + left, box.y + box.height / 2)
    pen.text(choice.name, *at, size, TEXT_BOLD, align="middle", fill=ink)
