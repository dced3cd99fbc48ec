"""One face of a counter or marker, drawn part by part as its layout says: bands, figures, signs, words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from generator.counters.layout import (
    FACES,
    SIZES,
    Figures,
    Layout,
    Picture,
    Rectangle,
    Row,
    ShieldWall,
    Showing,
    Sometimes,
    Strengths,
    Surface,
    Words,
    layout,
)
from generator.counters.pieces import CounterError, Piece, Side, fault_at
from generator.counters.signs import SHAPES, draw_badge, draw_facing, draw_plate, draw_strength
from generator.drawing.art import ROLES, Figure, Look, MissingArtError, UnknownColourError, first_there
from generator.drawing.contrast import NUMBER_READABLE, READABLE, note_faint
from generator.drawing.figures import Box, draw_figure, paint
from generator.drawing.marks import part_of_rounded, rounded
from generator.drawing.svg import Pen, pt
from generator.drawing.typeface import MissingGlyphError, TextTooWideError
from modules.definition import Definition
from modules.written.source import Path_

Corners = Literal["round", "square"]
FIELD = re.compile(r"\{(\w+)\}")
"""A field in a layout's text."""

_RADIUS, _EDGE = 13, 1.6
"""Of the corners, and the width of the edge (hundredths of the side)."""
_REFERENCE = SIZES["5/8"]


@dataclass(frozen=True)
class CounterFace:
    """A face `width` mm wide with its top left corner at the origin of `pen`."""

    pen: Pen
    definition: Definition
    piece: Piece
    side: Side
    width: float

    def draw(self, corners: Corners) -> None:
        """Draw it. Raises CounterError and the errors of art."""
        self._check_state()
        self._ground(corners)
        self._bands(corners)
        if self.plan.plate is not None and self.piece.plate is not None:
            self._plate(self.piece.plate, self.plan.plate)
        self._pictures()
        if self.plan.facing is not None and self.has(self.plan.facing):
            draw_facing(self.pen, self.plan.facing, self.width, *self._arrow_colours())
        for words in self.plan.words:
            if self.has(words) and not (words.value and self.piece.silent):
                self._words(words)
        if self.plan.strengths is not None and self.shows != "shield":
            self._strengths(self.plan.strengths)
        if corners == "round":
            self._edge()

    @cached_property
    def shows(self) -> Showing:
        """What the face shows."""
        return self.piece.showing(self.side)

    @cached_property
    def plan(self) -> Layout:
        """The layout of the piece."""
        return layout(self.pen.look, self.piece.layout)

    def has(self, part: Sometimes) -> bool:
        """Whether this face shows a part of its layout."""
        in_state = part.state is None or part.state == self.piece.states.get(self.side)
        return self.shows in part.shows and in_state and all(name in self.fields for name in part.needs)

    @cached_property
    def fields(self) -> dict[str, str]:
        """What texts may print."""
        return self.piece.fields(self.side, self.definition)

    @cached_property
    def colours(self) -> dict[str, str]:
        """The colours of the piece by role."""
        found = self._palette(self.piece.palette)
        found.update(self.piece.colours)
        return found

    def _palette(self, name: str) -> dict[str, str]:
        try:
            return self.pen.look.palette("sides").under(name)
        except UnknownColourError as fault:
            raise self._fault("palette", str(fault)) from fault

    def _fault(self, field: str, told: str) -> CounterError:
        """An error about a field of this face: it names the game, the piece, the face and the field."""
        each = self.piece
        what = "marker" if each.marker else "counter"
        words = f"{self.definition.name}: {what} {each.id}, {self.side}, {field}: {told}"
        return fault_at(self.definition, words, *self._path(FIELD.findall(field)))

    def _path(self, names: list[str]) -> tuple[str, Path_]:
        """The file and the path in it where the first of some fields gets what it says."""
        each = self.piece
        if each.marker:
            return "game.yaml", ("markers", each.group, "text" if names else "figure")
        reduced = ("reduced", "values") if self.shows == "reduced" else ("values",)
        entry = self.definition.counters_file.counters.get(each.group)
        for name in names[:1]:
            for group in reduced:
                if entry is not None and name in (getattr(entry, group) or {}):
                    return "counters.yaml", ("counters", each.group, group, name)
            return "counters.yaml", ("counters", each.group, name)
        return "counters.yaml", ("counters", each.group)

    def _check_state(self) -> None:
        state = self.piece.states.get(self.side)
        if state is not None and state not in self.plan.states:
            known = ", ".join(self.plan.states) or "none"
            kind = self.definition.counters[self.piece.id].kind
            told = f"layout {self.piece.layout} has no state {state!r}; it has {known}"
            raise fault_at(self.definition, told, "game.yaml", ("kinds", kind, "faces", self.side))

    def mm(self, hundredths: float) -> float:
        """A length of the layout on this face."""
        return hundredths * self.width / 100

    def _box(self, box: Rectangle) -> Box:
        return Box(*(self.mm(part) for part in box))

    # --- grounds -----------------------------------------------------------------------------------

    def _ground(self, corners: Corners) -> None:
        self._band(Box(0, 0, self.width, self.width), self.colours["ground"], corners)

    def _band(self, box: Box, fill: str, corners: Corners) -> None:
        """A box in one colour. At round corners it ends under the edge."""
        if corners == "square":
            self.pen.rect(box.x, box.y, box.width, box.height, fill=fill)
        elif part := part_of_rounded(box, *self._outline):
            self.pen.path(part, fill=fill)

    @property
    def _outline(self) -> tuple[Box, float]:
        """The box of the middle of the edge, and its radius."""
        half = self.mm(_EDGE) / 2
        return Box(0, 0, self.width, self.width).inset(half), self.mm(_RADIUS) - half

    def _edge(self) -> None:
        outline = rounded(*self._outline)
        self.pen.path(outline, fill="none", stroke=self.colours["outline"], stroke_width=self.mm(_EDGE))

    def _bands(self, corners: Corners) -> None:
        plan, colours = self.plan, self.colours
        bands = [(plan.stripe, "stripe", self.shows != "shield")]
        bands.append((plan.step_band, "light", self._says_two_steps))
        bands.append((plan.panel, "light", self.shows == "reduced"))
        for band, colour, drawn in bands:
            if band is not None and drawn:
                box = Box(0, self.mm(band.top), self.width, self.mm(band.height))
                self._band(box, colours[colour], corners)
        if plan.panel_box is not None and self.shows != "shield":
            self._band(self._box(plan.panel_box), colours["light"], corners)
        for strip in plan.strips:
            if self.has(strip) and not (strip.colour == "formation" and self.piece.formation is None):
                self._band(self._box(strip.box), self._strip_colour(strip.colour), corners)

    @property
    def _says_two_steps(self) -> bool:
        return self.plan.step_band is not None and self.shows == "front" and self.piece.back is not None

    def _arrow_colours(self) -> tuple[str, str]:
        """Fill and edge of the facing arrow, which at the top may stand on the light band."""
        on_band = self._says_two_steps and self.plan.facing is not None and "top" in self.plan.facing.at
        fill, edge = ("outline", "light") if on_band else ("ink", "ground")
        return self.colours[fill], self.colours[edge]

    def _strip_colour(self, name: str) -> str:
        if name == "formation" and self.piece.formation is not None:
            return self._palette(self.piece.formation)["ground"]
        return self.colours[name]

    def _plate(self, shape: str, box: Rectangle) -> None:
        if shape not in SHAPES:
            raise self._fault("shape", f"there is no shape {shape!r}; the shapes are {', '.join(SHAPES)}")
        draw_plate(self.pen, shape, self._box(box), self.colours["light"], self.colours["stripe"])

    def _pictures(self) -> None:
        """Whatever of figures the face shows."""
        if self.shows == "shield":
            self._shield()
        elif self.plan.figures is not None and self.piece.figure is not None:
            self._figures(self.plan.figures)
        for picture in self.plan.pictures:
            if self.has(picture):
                self._picture(picture)
        for wall in self.plan.walls:
            if self.has(wall):
                self._wall(wall)

    # --- figures -----------------------------------------------------------------------------------

    def _shield(self) -> None:
        if self.plan.shield is not None:
            shield, box = self._art(self.piece.shield), self._box(self.plan.shield)
            tall = min(box.height, box.width * shield.height / shield.width)
            # A round shield is lower than the box and hangs in its middle.
            middle = Box(box.x, box.y + (box.height - tall) / 2, box.width, tall)
            draw_figure(self.pen, shield, middle, self.colours)

    def _art(self, name: str) -> Figure:
        try:
            return figure_called(self.pen.look, name)
        except MissingArtError as fault:
            raise self._fault("figure", str(fault)) from fault

    def _figures(self, figures: Figures) -> None:
        row = figures.mounted if self.piece.mounted else figures.foot
        figure, count = self._art(self.piece.figure or ""), self._how_many(row)
        middle = figures.stand == "middle"
        self._row(figure, figures.box, count, row.step, middle=middle)
        for layer in self.piece.layers:
            self._row(self._art(layer), figures.box, count, row.step, middle=middle)

    def _picture(self, picture: Picture) -> None:
        figure, box = self._art("".join(self._fill(picture.figure))), self._box(picture.box)
        tall = min(box.height, box.width * figure.height / figure.width)
        middle = Box(box.x, box.y + (box.height - tall) / 2, box.width, tall)
        colours = dict.fromkeys(ROLES, self.colours["ink"]) if picture.in_ink else self.colours
        draw_figure(self.pen, figure, middle, colours)

    def _wall(self, wall: ShieldWall) -> None:
        self._row(self._art(self.piece.shield), wall.box, wall.count, wall.step)

    def _row(
        self, figure: Figure, within: Rectangle, count: int, step: float, *, middle: bool = False
    ) -> None:
        """So many figures, as large as fit the box, on its lower edge or in its middle."""
        box = self._box(within)
        across = figure.width * (1 + (count - 1) * step)
        scale = min(box.width / across, box.height / figure.height)
        left = box.x + (box.width - across * scale) / 2
        above = box.height - figure.height * scale
        top = box.y + (above / 2 if middle else above)
        name = self._define(figure)
        for place in range(count):
            self.pen.use(name, left + place * step * figure.width * scale, top, scale)

    def _how_many(self, row: Row) -> int:
        if self.piece.back is None:
            return row.single
        return row.reduced if self.shows == "reduced" else row.full

    def _define(self, figure: Figure) -> str:
        canvas = self.pen.canvas
        own = "".join(f"-{colour[1:]}" for colour in self.piece.colours.values())
        name = f"figure-{figure.name.replace('/', '-')}-{self.piece.palette}{own}"
        if name not in canvas.definitions:
            paint(canvas.define(name), figure, self.colours)
        return name

    # --- words -------------------------------------------------------------------------------------

    def _words(self, words: Words) -> None:
        ground, ink = self._colours_on(words)
        text = "".join(self._fill(words.text))
        if not text.strip():
            return
        x, y = self.mm(words.at[0]), self.mm(words.at[1])
        if words.badge is not None:
            draw_badge(self.pen, words.badge, (x, y), self.mm(words.radius), ground, ink)
        lines = text.split() if words.lines else [text]
        size = min(self._fit(line, words) for line in lines)
        leading = size * self.pen.canvas.fonts[FACES[words.face]].cap_height * 1.45
        for i, line in enumerate(lines):
            at = y + (i - (len(lines) - 1) / 2) * leading
            face = FACES[words.face]
            if words.turn:
                turned = self.pen.move(x, at, turn=float(words.turn))
                turned.text(line, 0, 0, size, face, anchor=words.anchor, align="middle", fill=ink)
            else:
                self.pen.text(line, x, at, size, face, anchor=words.anchor, align="middle", fill=ink)

    def _fit(self, text: str, words: Words) -> float:
        """The size of type in mm. Scaled with the counter, but never below the floor."""
        floor = pt(words.floor)
        size = max(floor, pt(words.size) * self._scale)
        try:
            return self.pen.canvas.fonts.fit(text, FACES[words.face], self.mm(words.room), size, floor)
        except (TextTooWideError, MissingGlyphError) as fault:
            raise self._fault(f"field {words.text!r}", str(fault)) from fault

    @property
    def _scale(self) -> float:
        """By how much type is larger than the layout says: that of counters is for 5/8 in."""
        return self.width / (_REFERENCE if self.plan.mm is None else self.plan.mm)

    def _strengths(self, plan: Strengths) -> None:
        """The full strength on top, the next right of it: turned counter-clockwise a step, that is on top."""
        ink, ground = self.colours["ink"], self.colours["ground"]
        self._note_faint("strengths", ground, ink, NUMBER_READABLE)
        size = max(pt(plan.floor), pt(plan.size) * self._scale)
        middle = self.width / 2
        for i, strength in enumerate(self.piece.strengths):
            edge = self.pen.move(middle, middle, turn=90.0 * i)
            draw_strength(edge, strength, self.mm(plan.middle) - middle, size, self.mm(plan.pip), ink)

    def _fill(self, text: str) -> Iterator[str]:
        at = 0
        for field in FIELD.finditer(text):
            if field[1] not in self.fields:
                known = ", ".join(self.fields)
                raise self._fault(f"field {text!r}", f"it has no value {field[1]!r}; its values are {known}")
            yield text[at : field.start()] + self.fields[field[1]]
            at = field.end()
        yield text[at:]

    def _note_faint(self, field: str, ground: str, ink: str, wanted: float, palette: str = "") -> None:
        what = "marker" if self.piece.marker else "counter"
        where = f"{what} {self.piece.id}, {self.side}, {field}"
        note_faint(palette or self.piece.palette, ground, ink, wanted, where)

    def _colours_on(self, words: Words) -> tuple[str, str]:
        """The ground and the ink of a text; notes where they are too much alike."""
        names: dict[Surface, tuple[str, str]] = {
            "ground": ("ground", "ink"),
            "stripe": ("stripe", "stripe_ink"),
            "formation": ("ground", "ink"),
            "panel": ("light", "outline") if self.shows == "reduced" else ("ground", "ink"),
            "badge": ("light", "outline"),
            "light": ("light", "outline"),
        }
        colours, palette = self.colours, self.piece.palette
        if words.ground == "formation" and self.piece.formation is not None:
            colours, palette = self._palette(self.piece.formation), self.piece.formation
        ground, ink = (colours[name] for name in names[words.ground])
        wanted = NUMBER_READABLE if words.value else READABLE
        self._note_faint(f"field {words.text!r}", ground, ink, wanted, palette)
        return ground, ink


def figure_called(look: Look, name: str) -> Figure:
    """A figure by the word that a definition has for it: `knight_charging` is figures/knight-charging.svg,
    `broken` may be a glyph. Raises MissingArtError."""
    tries = [prefix + word for prefix in ("", "glyphs/") for word in (name, name.replace("_", "-"))]
    return look.once(("called", name), lambda: look.figure(first_there(look, tries) or name))
