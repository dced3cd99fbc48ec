"""The position as a picture for a mail: a PNG of few colours, the action cropped, then all of it small.

A mail is answered within a second, so ground and pieces are kept once they are drawn, the ground in tiles,
and put together pixel by pixel; only what happened and the words below are drawn each time. Pieces are kept
in a folder of the game; the ground, which tells nothing of the game and is that of others too, in the user's
own cache. With them and without them the picture is the same to the byte.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path

from PIL import Image

from generator.cache.store import Store
from generator.drawing.art import Look
from generator.drawing.figures import Box
from generator.drawing.raster import png
from generator.drawing.svg import Canvas
from generator.look import look_of
from generator.position import kept_pictures
from generator.position.offer import NO_OFFER, Offer
from generator.position.panels import Panel, Space, make_panels, strip_panel
from generator.position.place_labels import draw_frames, draw_labels
from generator.position.scene import Scene, Spot
from generator.position.strip import Facts
from modules.definition.model import Definition
from modules.engine.position import BoardEvent, PlacedCounter

MOST_BYTES = 150_000
"""The most bytes of a picture: mails are read on the way."""
_SPACES = (Space(2, 460, 960), Space(1, 620, 760), Space(1, 460, 520), Space(1, 380, 320))
"""How much is shown, from the most on: what is the first to fit into the bytes is sent."""
_COLOURS = (128, 32)
_FEWER = 0.6
"""Fewer colours leave more than this share of the bytes."""
_APART, _STRIP_TOP_MM = 10, 0.1
_TILE = 400
_BETWEEN_PX = 12
_BETWEEN_COLOUR = (60, 60, 60)


def mail_png(
    definition: Definition,
    map_name: str,
    placed: Sequence[PlacedCounter],
    happened: Sequence[BoardEvent] = (),
    facts: Facts = (),
    store: Path | None = None,
    offer: Offer = NO_OFFER,
) -> bytes:
    """The bytes of the PNG. `store`: a folder for what need not be drawn again, but for the ground where the
    user has a cache of his own; it is made if it is missing. `offer`: what its reader may choose, which is
    shown whether or not a piece is there.

    At most MOST_BYTES, unless even the least of it weighs more. Raises as `position_drawing`.
    """
    look = look_of(definition)
    kept, grounds = kept_pictures.stores_of(definition, map_name, store)
    board = _Board(look, placed, happened, facts, offer, kept, grounds)
    tried, data = list[list[tuple[Box, float]]](), b""
    for space in _SPACES:
        panels = make_panels(look, definition, map_name, placed, happened, offer, space)
        rooms = [(panel.part.room, panel.dpi) for panel in panels]
        if rooms in tried:
            continue
        tried.append(rooms)
        picture = board.draw(panels, strip_panel(look, definition, panels[0]))
        for colours in _COLOURS:
            data = _encode(picture, colours, panels[0].dpi)
            if len(data) <= MOST_BYTES:
                return data
            if _FEWER * len(data) > MOST_BYTES:
                break
    return data


def stack_pictures(above: bytes, below: bytes) -> bytes:
    """Two PNGs of a position as one, one above the other with a dark bar of 12 px between them: as it is
    drawn, and as it would be drawn."""
    pictures = [Image.open(io.BytesIO(data)).convert("RGB") for data in (above, below)]
    width = max(each.width for each in pictures)
    height = sum(each.height for each in pictures) + _BETWEEN_PX
    both = Image.new("RGB", (width, height), _BETWEEN_COLOUR)
    both.paste(pictures[0], (0, 0))
    both.paste(pictures[1], (0, pictures[0].height + _BETWEEN_PX))
    return _encode(both, _COLOURS[0], pictures[0].info.get("dpi", (96, 96))[0])


def _encode(picture: Image.Image, colours: int, dpi: float) -> bytes:
    few = picture.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    data = io.BytesIO()
    few.save(data, "PNG", dpi=(dpi, dpi))
    return data.getvalue()


@dataclass
class _Board:
    """A position with what happened and what is on offer, drawn panel by panel, one below the other."""

    look: Look
    placed: Sequence[PlacedCounter]
    happened: Sequence[BoardEvent]
    facts: Facts
    offer: Offer
    kept: Store
    grounds: Store
    sprites: dict[str, Image.Image] = field(default_factory=dict)
    _whole: str = ""

    def ground(self, whole: Scene) -> str:
        """All of the map or board without pieces, as SVG."""
        self._whole = self._whole or kept_pictures.ground_svg(self.look, whole)
        return self._whole

    def draw(self, panels: Sequence[Panel], strip: Panel) -> Image.Image:
        """The picture in full colour."""
        crops = [panel for panel in panels if not panel.is_overview]
        parts = [
            _PanelPicture(self, panel).draw(self.offer if panel in crops else self._rest(crops))
            for panel in panels
        ]
        wide = max(part.width for part in parts)
        parts.insert(len(crops), _PanelPicture(self, strip).strip(wide))
        tall = sum(part.height for part in parts) + _APART * (len(parts) - 1)
        picture = Image.new("RGB", (wide, tall), self.look.palette("chart")["paper"])
        y = 0
        for part in parts:
            picture.paste(part, ((wide - part.width) // 2, y))
            y += part.height + _APART
        return picture

    def _rest(self, crops: Sequence[Panel]) -> Offer:
        """What is on offer and in no crop."""

        def left(place: str) -> bool:
            return not any(panel.shows(place) for panel in crops)

        numbers = tuple(each for each in self.offer.numbers if left(each[1]))
        return Offer(tuple(filter(left, self.offer.places)), tuple(filter(left, self.offer.units)), numbers)


class _PanelPicture:
    """Puts one panel together."""

    def __init__(self, board: _Board, panel: Panel) -> None:
        self._board, self._panel, self._look = board, panel, board.look

    def draw(self, offer: Offer) -> Image.Image:
        """Ground, marks, pieces, captions and labels."""
        board, part = self._board, self._panel.part
        picture = self._ground_part()
        marks = partial(part.marks, placed=board.placed, happened=board.happened)
        if not part.over:
            self._lay(picture, marks)
        self._lay_pieces(picture, part.spots(board.placed))
        if part.over:
            self._lay(picture, marks)
        occupied = {each.place for each in board.placed}

        def above(canvas: Canvas) -> None:
            if not self._panel.is_overview:
                part.captions(canvas, board.placed, board.happened)
            draw_frames(canvas, self._panel)
            draw_labels(canvas, self._panel, offer, occupied)

        self._lay(picture, above)
        return picture

    def strip(self, wide: int) -> Image.Image:
        """The strip with facts, legend and what lies off the map, so many px wide."""
        board, part, below = self._board, self._panel.part, list[Spot]()
        canvas = Canvas(self._look, self._panel.mm(wide), _STRIP_TOP_MM)

        def lay(_: Canvas, each: PlacedCounter, x: float, y: float) -> None:
            below.append(part.off(each, x, y))

        replace(part.strip(board.placed, board.happened, board.facts), draw=lay).below(canvas)
        picture = Image.new("RGB", (wide, max(1, self._panel.px(canvas.height))), self._paper)
        drawn = self._render(canvas)
        picture.paste(drawn, mask=drawn)
        self._lay_pieces(picture, below)
        return picture

    @property
    def _paper(self) -> str:
        return self._look.palette("map")["paper"]

    def _lay(self, picture: Image.Image, draw: Callable[[Canvas], None]) -> None:
        """What `draw` puts on a canvas of the panel, if it is anything."""
        room = self._panel.part.room
        canvas = Canvas(self._look, room.width, room.height)
        empty = canvas.svg()
        draw(canvas)
        if canvas.svg() != empty:
            drawn = self._render(canvas)
            picture.paste(drawn, mask=drawn)

    def _render(self, canvas: Canvas) -> Image.Image:
        return Image.open(io.BytesIO(png(self._look, canvas.svg(), dpi=self._panel.dpi)))

    # --- the ground --------------------------------------------------------------------------------

    def _ground_part(self) -> Image.Image:
        """The ground of the panel, at its resolution."""
        panel, coarse = self._panel, self._panel.coarse
        left, top = (px // coarse for px in panel.corner)
        wide, tall = (panel.px(side) // coarse for side in (panel.part.room.width, panel.part.room.height))
        picture = Image.new("RGB", (wide, tall), self._paper)
        right, low = left + wide, top + tall
        for row in range(top // _TILE, (low - 1) // _TILE + 1):
            for column in range(left // _TILE, (right - 1) // _TILE + 1):
                tile = Image.open(io.BytesIO(self._tile(column, row)))
                picture.paste(tile, (column * _TILE - left, row * _TILE - top))
        return picture.resize((wide * coarse, tall * coarse), Image.Resampling.NEAREST)

    def _tile(self, column: int, row: int) -> bytes:
        return self._board.grounds.get(self._tile_key(column, row), partial(self._cut, column, row))

    @property
    def _ground_dpi(self) -> float:
        return self._panel.dpi / self._panel.coarse

    def _tile_key(self, column: int, row: int) -> str:
        return f"ground at {self._ground_dpi:.3f} dpi, {column}, {row}"

    def _cut(self, column: int, row: int) -> bytes:
        """One tile; where the ground must be drawn for it, all others are kept as well."""
        first = "_ground" not in self.__dict__
        if first:
            wide, tall = self._ground.size
            for x in range(-(-wide // _TILE)):
                for y in range(-(-tall // _TILE)):
                    self._tile(x, y)
        corner = (column * _TILE, row * _TILE)
        data = io.BytesIO()
        self._ground.crop((*corner, corner[0] + _TILE, corner[1] + _TILE)).save(data, "PNG", compress_level=1)
        return data.getvalue()

    @cached_property
    def _ground(self) -> Image.Image:
        """All of the map or board without pieces."""
        svg = self._board.ground(self._panel.whole)
        drawn = Image.open(io.BytesIO(png(self._look, svg, dpi=self._ground_dpi)))
        return drawn.convert("RGB")

    # --- pieces ------------------------------------------------------------------------------------

    def _lay_pieces(self, picture: Image.Image, spots: Sequence[Spot]) -> None:
        for spot in spots:
            if not self._is_inside(spot):
                continue
            sprite = self._sprite(spot)
            x, y = (self._panel.px(each) for each in spot.at)
            picture.paste(sprite, (x - sprite.width // 2, y - sprite.height // 2), sprite)

    def _is_inside(self, spot: Spot) -> bool:
        """Whether any of a piece can be seen; in the strip all of them can."""
        room, (wide, tall), (x, y) = self._panel.part.room, self._panel.part.extent(spot), spot.at
        if self._panel.part is self._panel.whole:
            return True
        return -wide < x < room.width + wide and -tall < y < room.height + tall

    def _sprite(self, spot: Spot) -> Image.Image:
        """A piece with its shadow and markers, wherever it lies."""
        panel, like = self._panel, kept_pictures.lying_anywhere((spot,))
        key = f"{like[0]} at {panel.dpi:.3f} dpi"
        if key not in self._board.sprites:
            draw = partial(kept_pictures.piece_png, self._look, panel.part, like, panel.dpi)
            self._board.sprites[key] = Image.open(io.BytesIO(self._board.kept.get(key, draw)))
        return self._board.sprites[key]
