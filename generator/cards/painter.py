"""The painter of a card's face: what its layout says, in the colours of a palette, checked as it is drawn."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from generator.cards.layout import Area, CardLayout, FaceName, Group, Rectangle, Sign, Words
from generator.counters.printed import figure_called
from generator.drawing.art import Figure, MissingArtError, UnknownColourError
from generator.drawing.contrast import NUMBER_READABLE, READABLE, note_faint
from generator.drawing.figures import Box, draw_figure, paint
from generator.drawing.marks import rounded
from generator.drawing.svg import Pen, num, pt
from generator.drawing.typeface import (
    CAPS,
    SANS,
    SANS_BOLD,
    TEXT,
    TEXT_BOLD,
    TEXT_ITALIC,
    TITLE,
    Face,
    MissingGlyphError,
    TextTooWideError,
)
from modules.amounts import count_noun

Corners = Literal["round", "square"]
RADIUS = 3.2
EDGE = 0.5
FACES: dict[FaceName, Face] = {
    "sans": SANS,
    "sans_bold": SANS_BOLD,
    "text": TEXT,
    "text_italic": TEXT_ITALIC,
    "text_bold": TEXT_BOLD,
    "caps": CAPS,
    "title": TITLE,
}
LEADING = 1.16
_FIELD = re.compile(r"\{(\w+)\}")
_STEP = pt(0.25)


class CardError(ValueError):
    """A card that cannot be drawn; the message names the game, the card, the face and the field."""


@dataclass(frozen=True)
class Painter:
    """Draws one face: `where` begins its complaints, `words` are its fields, `figure` its kind or picture;
    without `arrow` the sign of its facing is left out."""

    pen: Pen
    where: str
    plan: CardLayout
    palette: str
    words: dict[str, str]
    figure: str = ""
    mounted: bool = False
    arrow: bool = True

    @cached_property
    def colours(self) -> dict[str, str]:
        try:
            return self.pen.look.palette("sides").under(self.palette)
        except UnknownColourError as fault:
            raise CardError(f"{self.where}, palette: {fault}") from fault

    def colour(self, role: str) -> str:
        """The colour of a role. Raises CardError for one that the palette lacks."""
        if role not in self.colours:
            raise CardError(
                f"{self.where}: palette {self.palette} has no {role!r}; {', '.join(self.colours)}"
            )
        return self.colours[role]

    def draw(self, corners: Corners) -> None:
        """All that the layout tells but the choices."""
        width, height = self.plan.size
        blank = self._blank(corners)
        inner = replace(self, pen=blank)
        for area in self.plan.areas:
            inner._area(area)
        if self.plan.figures is not None and self.figure:
            inner._group(self.plan.figures)
        for panel in self.plan.panels:
            inner._area(panel)
        for sign in self.plan.signs:
            if self.arrow or not sign.facing:
                inner._sign(sign)
        for words in self.plan.words:
            inner._set(words)
        if corners == "round":
            edge = Box(0, 0, width, height).inset(EDGE / 2)
            outline = self.colour("outline")
            self.pen.path(rounded(edge, RADIUS - EDGE / 2), fill="none", stroke=outline, stroke_width=EDGE)

    def _blank(self, corners: Corners) -> Pen:
        width, height = self.plan.size
        pen = self.pen
        if corners == "round":
            clip = f"card-{round(width * 10)}-{round(height * 10)}"
            if clip not in pen.canvas.definitions:
                pen.canvas.clip(clip, rounded(Box(0, 0, width, height), RADIUS))
            pen = pen.group(clip_path=f"url(#{clip})")
        pen.rect(0, 0, width, height, fill=self.colour(self.plan.ground))
        return pen

    def _area(self, area: Area) -> None:
        box = Box(*area.box)
        paint: dict[str, str | float] = {"fill": "none" if area.fill == "none" else self.colour(area.fill)}
        if area.edge is not None:
            paint |= {"stroke": self.colour(area.edge), "stroke_width": area.edge_width}
        if area.shape == "shield":
            self.pen.path(_shield(box), stroke_linejoin="round", **paint)
        else:
            self.pen.rect(box.x, box.y, box.width, box.height, radius=area.radius, **paint)

    # --- figures -----------------------------------------------------------------------------------

    def _art(self, name: str) -> Figure:
        try:
            return figure_called(self.pen.look, name)
        except MissingArtError as fault:
            raise CardError(f"{self.where}, figure: {fault}") from fault

    def _group(self, group: Group) -> None:
        figure, box = self._art(self.figure), Box(*group.box)
        count = group.mounted if self.mounted else group.foot
        across = figure.width * (1 + (count - 1) * group.step)
        scale = min(box.width / across, box.height / figure.height)
        left = box.x + (box.width - across * scale) / 2
        top = box.y + box.height - figure.height * scale
        canvas = self.pen.canvas
        name = f"figure-{figure.name.replace('/', '-')}-{self.palette}"
        if name not in canvas.definitions:
            paint(canvas.define(name), figure, self.colours)
        for place in range(count):
            self.pen.use(name, left + place * group.step * figure.width * scale, top, scale)

    def _sign(self, sign: Sign) -> None:
        draw_figure(self.pen, self._art(self._fill(sign.figure)), Box(*sign.box), self.colours)

    # --- words -------------------------------------------------------------------------------------

    def _fill(self, text: str) -> str:
        known = {"palette": self.palette, **self.words}
        for field in _FIELD.finditer(text):
            if field[1] not in known:
                raise CardError(
                    f"{self.where}, field {text!r}: it has no value {field[1]!r}; its values are "
                    f"{', '.join(known)}"
                )
        return _FIELD.sub(lambda field: known[field[1]], text)

    def _set(self, words: Words) -> None:
        text = self._fill(words.text)
        if not text:
            return
        ground, ink = self.colour(words.ground), self.colour(words.ink)
        self.readable(words.text, ground, ink, value=words.value)
        size, lines = self._lines(words, text)
        leading, face = size * LEADING, FACES[words.face]
        x, y = words.at
        for i, line in enumerate(lines):
            at = y + (i - (len(lines) - 1) / 2) * leading
            self.pen.text(line, x, at, size, face, anchor=words.anchor, align="middle", fill=ink)

    def readable(self, field: str, ground: str, ink: str, *, value: bool = False, palette: str = "") -> None:
        """Notes where ink and ground are too much alike."""
        wanted = NUMBER_READABLE if value else READABLE
        note_faint(palette or self.palette, ground, ink, wanted, f"{self.where}, field {field!r}")

    def _lines(self, words: Words, text: str) -> tuple[float, list[str]]:
        """The largest size at which the text has no more lines than it may, and the lines."""
        fonts, face = self.pen.canvas.fonts, FACES[words.face]
        size, floor = pt(words.size), pt(words.floor)
        try:
            if words.lines == 1:
                return fonts.fit(text, face, words.room, size, floor), [text]
            while True:
                last = size <= floor
                try:
                    lines = fonts.wrap(text, face, words.room, size)
                    if len(lines) <= words.lines:
                        return size, lines
                except TextTooWideError:
                    if last:
                        raise
                if last:
                    raise TextTooWideError(
                        f"text {text!r} needs more than {count_noun(words.lines, 'line')}", text
                    )
                size = max(floor, size - _STEP)
        except (TextTooWideError, MissingGlyphError) as fault:
            raise CardError(f"{self.where}, field {words.text!r}: {fault}") from fault


def _shield(box: Rectangle | Box) -> str:
    """Path data of a shield with a flat top that fills a box."""
    x, y, wide, tall = (box.x, box.y, box.width, box.height) if isinstance(box, Box) else box
    middle, right, bend = x + wide / 2, x + wide, y + 0.42 * tall
    return (
        f"M{num(x)} {num(y)}H{num(right)}V{num(bend)}"
        f"C{num(right)} {num(y + 0.72 * tall)} {num(middle + 0.2 * wide)} {num(y + 0.92 * tall)} "
        f"{num(middle)} {num(y + tall)}"
        f"C{num(middle - 0.2 * wide)} {num(y + 0.92 * tall)} {num(x)} {num(y + 0.72 * tall)} "
        f"{num(x)} {num(bend)}Z"
    )
