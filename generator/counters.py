"""Counters: the front and back of every piece of a game, drawn from its values by a layout.

Front: the nation's colour, a stripe with its letter and the piece's id, figures, values; a light band on
top says two steps. Back: the reduced side with fewer figures and its values on a light panel, or, for a
piece of one step, the shield of its nation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal

from generator.art import Figure, MissingArtError, UnknownColourError, art, marker_look
from generator.contrast import NUMBER_READABLE, READABLE, contrast
from generator.counter_layout import FACES, SIZES, Figures, Layout, Row, Showing, Size, Surface, Words, layout
from generator.drawing import Drawing
from generator.figures import Box, draw_figure, paint
from generator.marks import rounded
from generator.svg import Canvas, Pen, path_data, pt
from generator.typeface import MissingGlyphError, TextTooWideError
from modules.definition import Counter, Definition

Side = Literal["front", "back"]
Corners = Literal["round", "square"]
FACES_OF_A_COUNTER: tuple[Side, Side] = ("front", "back")
_FIELD = re.compile(r"\{(\w+)\}")
_RADIUS = 0.13
_REFERENCE = SIZES["5/8"]


class CounterError(ValueError):
    """A counter that cannot be drawn; the message names the game, the counter, the face and the field."""


@dataclass(frozen=True)
class Piece:
    """One kind of cardboard piece: a counter, or a marker of which the game has `count` alike."""

    id: str
    name: str
    palette: str
    nation: str
    layout: str
    figure: str | None
    mounted: bool
    words: Mapping[str, str]
    front: Mapping[str, int]
    back: Mapping[str, int] | None
    marker: bool
    count: int = 1

    def showing(self, side: Side) -> Showing:
        """What a side of the piece shows."""
        if side == "front" or self.marker:
            return "front"
        return "shield" if self.back is None else "reduced"


def pieces(definition: Definition) -> tuple[Piece, ...]:
    """Every counter in the order of the file, cards apart, then every marker once, with its count."""
    units = tuple(
        piece(definition, each.id) for each in definition.counters.values() if each.form == "counter"
    )
    return units + tuple(marker(definition, name) for name in definition.game.markers)


def piece(definition: Definition, counter_id: str) -> Piece:
    """A counter as a piece to draw. Raises CounterError for an id that the game does not have."""
    counter = definition.counters.get(counter_id)
    if counter is None:
        raise CounterError(f"{definition.name} has no counter {counter_id!r}")
    nation, kind = definition.game.nations[counter.nation], definition.kind(counter)
    words = {
        "letter": nation.letter,
        "nation": nation.name,
        "name": counter.name,
        "number": "" if counter.number is None else str(counter.number),
        "label": counter.id.removeprefix(f"{nation.letter}-"),
        "id": counter.id,
    }
    return Piece(
        counter.id, _full_name(counter), nation.palette, counter.nation, kind.layout,
        kind.figure, kind.mounted, words, counter.front, counter.back, marker=False,
    )  # fmt: skip


def marker(definition: Definition, name: str) -> Piece:
    """A marker as a piece to draw. Raises CounterError for a name that the game does not have."""
    found = definition.game.markers.get(name)
    if found is None:
        raise CounterError(f"{definition.name} has no marker {name!r}")
    words = {"letter": "", "name": found.name, "id": name, "caption": found.text or found.name.upper()}
    look = marker_look(name)
    figure = found.figure or look.figure
    shape = "marker_words" if figure is None else "marker"
    return Piece(
        name, found.name, look.palette, "", shape, figure,
        False, words, {}, None, marker=True, count=found.count,
    )  # fmt: skip


def _full_name(counter: Counter) -> str:
    return counter.name if counter.number is None else f"{counter.name} {counter.number}"


def side_mm(each: Piece, size: Size | None = None) -> float:
    """The side of a piece in mm: its layout's, unless another size is asked for."""
    return SIZES[size or layout(each.layout).size]


def size_within(each: Piece, limit: float) -> Size:
    """The size of a piece where it may be at most `limit` mm wide: its layout's, or the next that fits.

    Where not even the smallest fits, the smallest."""
    room = min(limit, side_mm(each)) + 1e-9
    fitting: list[Size] = [size for size, side in SIZES.items() if side <= room]
    return fitting[-1] if fitting else "1/2"


def counter_svg(
    definition: Definition,
    counter_id: str,
    face: Side,
    *,
    size: Size | None = None,
    text_as: Literal["text", "paths"] = "text",
) -> Drawing:
    """One face of a counter, with rounded corners on a transparent ground.

    Raises CounterError naming the field that does not fit or has no value, and the errors of art.
    """
    return piece_svg(definition, piece(definition, counter_id), face, size=size, text_as=text_as)


def marker_svg(
    definition: Definition,
    name: str,
    *,
    size: Size | None = None,
    text_as: Literal["text", "paths"] = "text",
) -> Drawing:
    """A marker, as `counter_svg`; both its faces are alike."""
    return piece_svg(definition, marker(definition, name), "front", size=size, text_as=text_as)


def piece_svg(
    definition: Definition,
    each: Piece,
    face: Side,
    *,
    size: Size | None = None,
    text_as: Literal["text", "paths"] = "text",
) -> Drawing:
    """One face of a counter or marker. Raises as `counter_svg`."""
    side = side_mm(each, size)
    title = f"{each.name}, {face}" if not each.marker else each.name
    canvas = Canvas(side, side, title=title, text_as=text_as)
    draw_piece(canvas, definition, each, face, side)
    name = f"marker-{each.id}" if each.marker else f"{each.id}-{face}"
    return Drawing(name, title, canvas.svg(), side, side)


def counter_symbol(
    canvas: Canvas,
    definition: Definition,
    counter_id: str,
    face: Side = "front",
    *,
    size: Size | None = None,
    corners: Corners = "round",
) -> str:
    """The name of a definition of `canvas` (in mm) that holds a face of a counter; made at the first call.

    `canvas.use(name, x, y)` puts its top left corner at (x, y), at its natural size. Raises as `counter_svg`.
    """
    return piece_symbol(canvas, definition, piece(definition, counter_id), face, size=size, corners=corners)


def piece_symbol(
    canvas: Canvas,
    definition: Definition,
    each: Piece,
    face: Side = "front",
    *,
    size: Size | None = None,
    corners: Corners = "round",
) -> str:
    """As `counter_symbol`, for a counter or a marker."""
    prefix, side = "marker" if each.marker else "counter", side_mm(each, size)
    name = f"{prefix}-{each.id}-{face}-{corners}-{round(side * 1000)}"
    if name not in canvas.definitions:
        # The figures and clips that it uses must be defined before it.
        blank = Pen(canvas, canvas.drawing.g())
        draw_piece(blank, definition, each, face, side, corners)
        canvas.define(name).element.elements.extend(blank.element.elements)
    return name


def draw_piece(
    pen: Pen, definition: Definition, each: Piece, face: Side, side: float, corners: Corners = "round"
) -> None:
    """Draw a face `side` mm wide with its top left corner at the origin of `pen`. Raises as `counter_svg`."""
    _Face(
        pen,
        f"{definition.name}: {'marker' if each.marker else 'counter'} {each.id}, {face}",
        each,
        face,
        side,
    ).draw(corners)


@dataclass(frozen=True)
class _Face:
    pen: Pen
    where: str
    piece: Piece
    side: Side
    width: float

    @property
    def shows(self) -> Showing:
        return self.piece.showing(self.side)

    @property
    def plan(self) -> Layout:
        return layout(self.piece.layout)

    @cached_property
    def colours(self) -> dict[str, str]:
        try:
            return art().palette("sides").under(self.piece.palette)
        except UnknownColourError as fault:
            raise CounterError(f"{self.where}, palette: {fault}") from fault

    def _mm(self, hundredths: float) -> float:
        return hundredths * self.width / 100

    def _box(self, box: tuple[float, float, float, float]) -> Box:
        return Box(*(self._mm(part) for part in box))

    def draw(self, corners: Corners) -> None:
        pen = self._blank(corners)
        self._bands(pen)
        if self.shows == "shield":
            self._shield(pen)
        elif self.plan.figures is not None and self.piece.figure is not None:
            self._figures(pen, self.plan.figures)
        for words in self.plan.words:
            if self.shows in words.shows:
                self._words(pen, words)
        if corners == "round":
            edge = self._mm(1.6)
            outline = rounded(
                Box(0, 0, self.width, self.width).inset(edge / 2), self._mm(100 * _RADIUS) - edge / 2
            )
            self.pen.path(outline, fill="none", stroke=self.colours["outline"], stroke_width=edge)

    def _blank(self, corners: Corners) -> Pen:
        whole = Box(0, 0, self.width, self.width)
        if corners == "square":
            self.pen.rect(0, 0, self.width, self.width, fill=self.colours["ground"])
            return self.pen
        clip = f"blank-{round(self.width * 1000)}"
        if clip not in self.pen.canvas.definitions:
            self.pen.canvas.clip(clip, rounded(whole, self._mm(100 * _RADIUS)))
        pen = self.pen.group(clip_path=f"url(#{clip})")
        pen.rect(0, 0, self.width, self.width, fill=self.colours["ground"])
        return pen

    def _bands(self, pen: Pen) -> None:
        plan, colours = self.plan, self.colours
        bands = [(plan.stripe, "stripe", self.shows != "shield")]
        bands.append((plan.step_band, "light", self.shows == "front" and self.piece.back is not None))
        bands.append((plan.panel, "light", self.shows == "reduced"))
        for band, colour, drawn in bands:
            if band is not None and drawn:
                pen.rect(0, self._mm(band.top), self.width, self._mm(band.height), fill=colours[colour])

    # --- figures -----------------------------------------------------------------------------------

    def _shield(self, pen: Pen) -> None:
        if self.plan.shield is not None:
            draw_figure(
                pen, self._art(f"shields/{self.piece.palette}"), self._box(self.plan.shield), self.colours
            )

    def _art(self, name: str) -> Figure:
        try:
            return figure_called(name)
        except MissingArtError as fault:
            raise CounterError(f"{self.where}, figure: {fault}") from fault

    def _figures(self, pen: Pen, figures: Figures) -> None:
        figure, box = self._art(self.piece.figure or ""), self._box(figures.box)
        row = figures.mounted if self.piece.mounted else figures.foot
        count = self._how_many(row)
        across = figure.width * (1 + (count - 1) * row.step)
        scale = min(box.width / across, box.height / figure.height)
        left = box.x + (box.width - across * scale) / 2
        top = box.y + box.height - figure.height * scale
        name = self._define(figure)
        for place in range(count):
            pen.use(name, left + place * row.step * figure.width * scale, top, scale)

    def _how_many(self, row: Row) -> int:
        if self.piece.back is None:
            return row.single
        return row.reduced if self.shows == "reduced" else row.full

    def _define(self, figure: Figure) -> str:
        canvas = self.pen.canvas
        name = f"figure-{figure.name.replace('/', '-')}-{self.piece.palette}"
        if name not in canvas.definitions:
            paint(canvas.define(name), figure, self.colours)
        return name

    # --- words -------------------------------------------------------------------------------------

    def _words(self, pen: Pen, words: Words) -> None:
        ground, ink = self._colours_on(words)
        text = "".join(self._fill(words.text))
        if not text:
            return
        x, y = self._mm(words.at[0]), self._mm(words.at[1])
        if words.badge is not None:
            self._badge(pen, words, x, y, ground, ink)
        lines = text.split() if words.lines else [text]
        sizes = [self._fit(line, words) for line in lines]
        size = min(sizes)
        leading = size * pen.canvas.fonts[FACES[words.face]].cap_height * 1.45
        for i, line in enumerate(lines):
            at = y + (i - (len(lines) - 1) / 2) * leading
            face = FACES[words.face]
            pen.text(line, x, at, size, face, anchor=words.anchor, align="middle", fill=ink)

    def _fit(self, text: str, words: Words) -> float:
        """The size of type in mm. Scaled with the counter, but never below the floor."""
        floor = pt(words.floor)
        size = max(floor, pt(words.size) * self.width / _REFERENCE)
        try:
            return self.pen.canvas.fonts.fit(text, FACES[words.face], self._mm(words.room), size, floor)
        except (TextTooWideError, MissingGlyphError) as fault:
            raise CounterError(f"{self.where}, field {words.text!r}: {fault} (mm)") from fault

    def _fill(self, text: str) -> Iterator[str]:
        values = self.piece.back if self.shows == "reduced" and self.piece.back else self.piece.front
        known = {**self.piece.words, **{name: str(value) for name, value in values.items()}}
        at = 0
        for field in _FIELD.finditer(text):
            if field[1] not in known:
                raise CounterError(
                    f"{self.where}, field {text!r}: it has no value {field[1]!r}; it has {', '.join(known)}"
                )
            yield text[at : field.start()] + known[field[1]]
            at = field.end()
        yield text[at:]

    def _colours_on(self, words: Words) -> tuple[str, str]:
        """The ground and the ink of a text. Raises CounterError where they are too much alike."""
        names: dict[Surface, tuple[str, str]] = {
            "ground": ("ground", "ink"),
            "stripe": ("stripe", "stripe_ink"),
            "panel": ("light", "outline") if self.shows == "reduced" else ("ground", "ink"),
            "badge": ("light", "outline"),
        }
        ground, ink = (self.colours[name] for name in names[words.ground])
        wanted = NUMBER_READABLE if words.value else READABLE
        if contrast(ground, ink) < wanted:
            raise CounterError(
                f"{self.where}, field {words.text!r}: {ink} on {ground} has a contrast of "
                f"{contrast(ground, ink):.1f}; it needs {wanted}: mend palette {self.piece.palette}"
            )
        return ground, ink

    def _badge(self, pen: Pen, words: Words, x: float, y: float, ground: str, ink: str) -> None:
        radius = self._mm(words.radius)
        look: dict[str, str | float] = {"fill": ground, "stroke": ink, "stroke_width": self._mm(1.6)}
        if words.badge == "disc":
            pen.circle(x, y, radius, **look)
            return
        half = radius * 3**0.5 / 2
        corners = [(x - radius, y), (x - radius / 2, y - half), (x + radius / 2, y - half)]
        corners += [(2 * x - a, 2 * y - b) for a, b in corners]
        pen.path(path_data(corners, close=True), stroke_linejoin="round", **look)


@cache
def figure_called(name: str) -> Figure:
    """A figure by the word that a definition has for it: `knight_charging` is figures/knight-charging.svg,
    `broken` may be a glyph. Raises MissingArtError."""
    known = art().figures()
    tries = [prefix + word for prefix in ("", "glyphs/") for word in (name, name.replace("_", "-"))]
    return art().figure(next((each for each in tries if each in known), name))
