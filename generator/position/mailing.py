"""The position as a picture for a mail: a PNG of few colours, cropped to the part of the map in use.

A mail is answered within a second, so ground and pieces are kept once they are drawn, the ground in tiles,
and put together pixel by pixel; only what happened and the words below are drawn each time. Pieces are kept
in a folder of the game; the ground, which tells nothing of the game and is that of others too, in the user's
own cache. With them and without them the picture is the same to the byte.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from importlib.metadata import version
from math import floor
from pathlib import Path

from PIL import Image

from generator.cache.own import own_cache
from generator.cache.sources import sources_digest
from generator.cache.store import Store
from generator.drawing.art import Look
from generator.drawing.figures import Box
from generator.drawing.raster import png
from generator.drawing.svg import MM_PER_INCH, Canvas
from generator.look import look_of
from generator.position.faces import counter_face
from generator.position.happenings import places
from generator.position.hexes import HexScene, used_room
from generator.position.scene import Scene, Spot
from generator.position.strip import Facts
from modules.definition.model import Definition
from modules.engine.position import BoardEvent, PlacedCounter

LEAST_WIDTH, MOST_WIDTH, MOST_HEIGHT = 1000, 1400, 1800
"""The size of a picture in px; one of a small map is narrower."""
_HEX_MM = 14.0
_HEX_PX = (64, 52, 42, 34, 28, 22, 16)
"""The sizes in which maps are drawn: few, so that their ground is seldom drawn anew."""
_AREA_PX = (4.5, 3.8, 3.2)
"""The same for maps of areas, px to a mm of the sheet."""
_AROUND = 1.0
_BOARD_WIDTH = 1200
_TILE = 400
_COLOURS = 256


def mail_png(
    definition: Definition,
    map_name: str,
    placed: Sequence[PlacedCounter],
    happened: Sequence[BoardEvent] = (),
    facts: Facts = (),
    store: Path | None = None,
    ground: Sequence[str] = (),
) -> bytes:
    """The bytes of the PNG. `store`: a folder for what need not be drawn again, but for the ground where the
    user has a cache of his own; it is made if it is missing. `ground`: places that are shown, whether or not
    a piece is there.

    Raises as `position_drawing`.
    """
    look = look_of(definition)
    view = _view(look, definition, map_name, placed, happened, ground)
    thing, inputs = f"{definition.name}-{map_name}", _inputs(definition)
    grounds = Store(store and (_own_grounds() or store), thing, inputs)
    picture = _Picture(view, Store(store, thing, inputs), grounds).draw(placed, happened, facts)
    few = picture.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    data = io.BytesIO()
    few.save(data, "PNG", dpi=(view.dpi, view.dpi))
    return data.getvalue()


def _own_grounds() -> Path | None:
    cache = own_cache()
    return cache and cache / "grounds"


def _inputs(definition: Definition) -> str:
    """The digest of all that the kept pictures are made of, for a definition as its files are."""
    words = f"{definition.digest} {sources_digest()} pillow {version('pillow')}"
    return hashlib.sha256(words.encode()).hexdigest()


@dataclass(frozen=True)
class _View:
    """A scene at a resolution: all of its map or board, and the part that is shown, from `corner` (px) on."""

    whole: Scene
    part: Scene
    corner: tuple[int, int]
    dpi: float

    def px(self, mm: float) -> int:
        return round(mm * self.dpi / MM_PER_INCH)


def _view(
    look: Look,
    definition: Definition,
    map_name: str,
    placed: Sequence[PlacedCounter],
    happened: Sequence[BoardEvent],
    ground: Sequence[str],
) -> _View:
    face = partial(counter_face, definition)
    used = [*(each.place for each in placed), *places(happened), *ground]
    if map_name in definition.boards:
        from generator.position.squares import CELL_WIDTH, SquareScene  # heavy, and not needed for maps

        board = SquareScene(look, definition, map_name, face, CELL_WIDTH)
        return _View(board, board, (0, 0), _BOARD_WIDTH / board.room.width * MM_PER_INCH)
    if map_name in definition.area_maps:
        return _area_view(look, definition, map_name, used)
    whole = HexScene(look, definition, map_name, face, _HEX_MM)
    room = used_room(whole.frame, used, _AROUND)
    hex_px = next((px for px in _HEX_PX if _fits(room, px / _HEX_MM)), _HEX_PX[-1])
    box = _in_px(room, whole.room, hex_px / _HEX_MM)
    part = whole.part(Box(*(px * _HEX_MM / hex_px for px in (box.x, box.y, box.width, box.height))))
    return _View(whole, part, (round(box.x), round(box.y)), hex_px / _HEX_MM * MM_PER_INCH)


def _area_view(look: Look, definition: Definition, map_name: str, used: Sequence[str]) -> _View:
    from generator.position.areas import AreaScene  # heavy, and not needed for maps of hexes

    whole = AreaScene(look, definition, map_name, partial(counter_face, definition))
    room = whole.used(used)
    scale = next((scale for scale in _AREA_PX if _fits(room, scale)), _AREA_PX[-1])
    box = _in_px(room, whole.room, scale)
    part = whole.part(Box(*(px / scale for px in (box.x, box.y, box.width, box.height))))
    return _View(whole, part, (round(box.x), round(box.y)), scale * MM_PER_INCH)


def _fits(room: Box, scale: float) -> bool:
    return room.width * scale <= MOST_WIDTH and room.height * scale <= MOST_HEIGHT


def _in_px(room: Box, whole: Box, scale: float) -> Box:
    """The room in whole px, made as wide as the least width where the map is."""
    wide = min(max(room.width * scale, LEAST_WIDTH), whole.width * scale)
    middle = (room.x + room.width / 2) * scale
    left = floor(min(max(middle - wide / 2, 0), whole.width * scale - wide))
    top = floor(room.y * scale)
    return Box(left, top, floor(wide), floor((room.y + room.height) * scale) - top)


class _Picture:
    """Puts a picture together."""

    def __init__(self, view: _View, kept: Store, grounds: Store) -> None:
        self._view, self._kept, self._grounds = view, kept, grounds
        self._look = view.whole.look
        self._sprites: dict[str, Image.Image] = {}

    def draw(
        self, placed: Sequence[PlacedCounter], happened: Sequence[BoardEvent], facts: Facts
    ) -> Image.Image:
        """The picture in full colour."""
        part, below = self._view.part, list[Spot]()
        room = part.room
        canvas = Canvas(self._look, room.width, room.height)
        part.marks(canvas, placed, happened)

        def lay(_: Canvas, each: PlacedCounter, x: float, y: float) -> None:
            below.append(part.off(each, x, y))

        replace(part.strip(placed, happened, facts), draw=lay).below(canvas)
        drawn = Image.open(io.BytesIO(png(self._look, canvas.svg(), dpi=self._view.dpi)))
        picture = Image.new("RGB", drawn.size, self._look.palette("map")["paper"])
        self._lay_ground(picture)
        if not part.over:
            picture.paste(drawn, mask=drawn)
        self._lay_pieces(picture, part.spots(placed))
        if part.over:
            picture.paste(drawn, mask=drawn)
        above = Canvas(self._look, room.width, room.height)
        empty = above.svg()
        part.captions(above, placed, happened)
        if above.svg() != empty:
            captions = Image.open(io.BytesIO(png(self._look, above.svg(), dpi=self._view.dpi)))
            picture.paste(captions, mask=captions)
        self._lay_pieces(picture, below)
        return picture

    # --- the ground --------------------------------------------------------------------------------

    def _lay_ground(self, picture: Image.Image) -> None:
        (left, top), room = self._view.corner, self._view.part.room
        right, low = left + self._view.px(room.width), top + self._view.px(room.height)
        for row in range(top // _TILE, (low - 1) // _TILE + 1):
            for column in range(left // _TILE, (right - 1) // _TILE + 1):
                tile = Image.open(io.BytesIO(self._tile(column, row)))
                picture.paste(tile, (column * _TILE - left, row * _TILE - top))

    def _tile(self, column: int, row: int) -> bytes:
        return self._grounds.get(self._tile_key(column, row), partial(self._cut, column, row))

    def _tile_key(self, column: int, row: int) -> str:
        return f"ground at {self._view.dpi:.3f} dpi, {column}, {row}"

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
        whole = self._view.whole
        canvas = Canvas(self._look, whole.room.width, whole.room.height)
        whole.ground(canvas)
        drawn = Image.open(io.BytesIO(png(self._look, canvas.svg(), dpi=self._view.dpi)))
        return drawn.convert("RGB")

    # --- pieces ------------------------------------------------------------------------------------

    def _lay_pieces(self, picture: Image.Image, spots: Sequence[Spot]) -> None:
        for spot in spots:
            sprite = self._sprite(spot)
            x, y = (self._view.px(each) for each in spot.at)
            picture.paste(sprite, (x - sprite.width // 2, y - sprite.height // 2), sprite)

    def _sprite(self, spot: Spot) -> Image.Image:
        """A piece with its shadow and markers, wherever it lies."""
        like = replace(spot, placed=replace(spot.placed, place=""), at=(0.0, 0.0))
        key = f"{like} at {self._view.dpi:.3f} dpi"
        if key not in self._sprites:
            data = self._kept.get(key, partial(self._draw_sprite, like))
            self._sprites[key] = Image.open(io.BytesIO(data))
        return self._sprites[key]

    def _draw_sprite(self, spot: Spot) -> bytes:
        wide, tall = self._view.part.extent(spot)
        canvas = Canvas(self._look, wide, tall)
        self._view.part.piece(canvas, replace(spot, at=(wide / 2, tall / 2)))
        return png(self._look, canvas.svg(), dpi=self._view.dpi)
