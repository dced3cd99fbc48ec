"""A map or board as values for a page that moves pieces itself: the ground as one picture, the places in mm,
and of each position the pieces with their pictures, middles and levels.

A picture of a piece is drawn once for all that look alike. Counters beside the map stand in rows below it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from pathlib import Path

from generator.drawing.raster import png
from generator.drawing.svg import Canvas
from generator.look import look_of
from generator.maps.look import side_colour
from generator.position import kept_pictures, scene_of
from generator.position.page.beside_rows import BesideRows
from generator.position.page.webp import Picture, encode_ground, encode_piece
from generator.position.scene import Spot
from modules.definition.model import Definition
from modules.engine.position import PlacedCounter

_MM = 25.4
_GROUND_PX = 3_600_000
"""The pixels of a ground: sharp on a screen, and a few hundred kB."""
_MOST_PX_MM = 7.0
_FINER, _PIECE_PX = 1.6, 84
"""A piece has up to so many pixels for one of the ground, since a map is made larger on the page, but no more
than these on its short side where the ground is coarser."""
_TURNED_PX = 52
"""The same in a game whose counters face: each of them is drawn once for each way to look."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """The picture of a piece as WebP, with its size in mm; its middle lies where the piece lies."""

    data: bytes
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """A place with its middle and how far around it the place reaches, in mm; `off`: it is beside the map."""

    id: str
    name: str
    x: float
    y: float
    reach: float
    off: bool


def side_colours(definition: Definition) -> dict[str, str]:
    """The colour that stands for each side on a map."""
    look = look_of(definition)
    return {side: side_colour(look, definition, side) for side in definition.game.sides}


@dataclass(frozen=True, slots=True)
class LyingPiece:
    """A piece of a position: all that is drawn of it, its middle in mm, its level in its stack, 0 lowest."""

    placed: PlacedCounter
    spots: tuple[Spot, ...]
    x: float
    y: float
    level: int


class BoardValues:
    """A map or board of a game, with fields below it for all that lies beside it in some of its positions.

    `folder`: where pictures are kept that need not be drawn again. Raises as `position_drawing`.
    """

    def __init__(
        self,
        definition: Definition,
        map_name: str,
        positions: Iterable[Sequence[PlacedCounter]],
        folder: Path | None = None,
    ) -> None:
        self._look, self._definition = look_of(definition), definition
        self._scene = scene_of(self._look, definition, map_name)
        self._kept, self._grounds = kept_pictures.stores_of(definition, map_name, folder)
        self._on_map = frozenset(self._scene.places)
        room = self._scene.room
        canvas = Canvas(self._look, room.width, room.height)
        self._most = self._most_beside(positions)
        self._rows = BesideRows(canvas, definition, self._most, self._size, room.height)
        self.width, self.height = room.width, self._rows.bottom
        self.px_mm = min(_MOST_PX_MM, sqrt(_GROUND_PX / (room.width * room.height)))
        finer = min(_FINER * self.px_mm, _PIECE_PX / min(self._size))
        turned = _TURNED_PX / min(self._size)
        self._piece_dpi = _MM * (max(self.px_mm, finer) if definition.game.facing is None else turned)
        self._seen: dict[tuple[PlacedCounter, tuple[str, ...]], Sprite] = {}
        self._sprites: dict[tuple[Spot, ...], Sprite] = {}

    @property
    def title(self) -> str:
        """What the map or board is called."""
        return self._scene.title

    @property
    def _size(self) -> tuple[float, float]:
        """The room that a piece beside the map takes."""
        return self._scene.strip((), (), ()).size

    def _most_beside(self, positions: Iterable[Sequence[PlacedCounter]]) -> dict[str, int]:
        """The places beside the map that are ever used, each with the most pieces in it."""
        most: Counter[str] = Counter()
        for placed in positions:
            most |= Counter(each.place for each in placed if each.place not in self._on_map)
        order = {place: number for number, place in enumerate(self._definition.boxes)}
        return {place: most[place] for place in sorted(most, key=lambda p: (order.get(p, len(order)), p))}

    def has_room(self, placed: Sequence[PlacedCounter]) -> bool:
        """Whether all that lies beside the map in a position has its place here."""
        beside = Counter(each.place for each in placed if each.place not in self._on_map)
        return all(count <= self._most.get(place, 0) for place, count in beside.items())

    # --- the ground --------------------------------------------------------------------------------

    @property
    def places(self) -> list[BoardPlace]:
        """All places of the map or board, then those beside it."""
        found = []
        for place in self._scene.places:
            seat, box = self._scene.seat(place), self._scene.outline(place)
            if seat is not None:
                reach = max(box.width, box.height) / 2
                found.append(BoardPlace(place, self._scene.place_name(place), *seat, reach, False))
        for place, field in self._rows.fields.items():
            reach = max(field.box.width, field.box.height) / 2
            found.append(BoardPlace(place, field.name, *field.box.middle, reach, True))
        return found

    def ground(self) -> Picture:
        """All of the map or board and the fields below it, without pieces."""
        dpi = _MM * self.px_mm
        pngs = [self._grounds.get(f"page at {dpi:.3f} dpi", partial(self._draw_ground, dpi))]
        if self._rows.fields:
            top = self._scene.room.height
            canvas = Canvas(self._look, self.width, self.height - top)
            self._rows.draw(canvas, top)
            pngs.append(png(self._look, canvas.svg(), dpi=dpi))
        return encode_ground(pngs)

    def _draw_ground(self, dpi: float) -> bytes:
        return png(self._look, kept_pictures.ground_svg(self._look, self._scene), dpi=dpi)

    # --- pieces ------------------------------------------------------------------------------------

    def lay(self, placed: Sequence[PlacedCounter]) -> list[LyingPiece]:
        """The pieces of a position, those of a stack from the lowest up, then those beside the map."""
        drawn: dict[int, list[Spot]] = {}
        for spot in self._scene.stacked(placed):
            drawn.setdefault(id(spot.placed), []).append(spot)
        levels: Counter[str] = Counter()
        found = [self._lying(spots, levels) for spots in drawn.values()]
        for each in placed:
            if each.place in self._rows.fields:
                field = self._rows.fields[each.place]
                at = field.seat(levels[each.place], self._rows.size)
                found.append(self._lying([self._scene.off(each, *at)], levels))
        return found

    def _lying(self, spots: Sequence[Spot], levels: Counter[str]) -> LyingPiece:
        placed = spots[0].placed
        levels[placed.place] += 1
        return LyingPiece(placed, tuple(spots), *spots[0].at, levels[placed.place] - 1)

    def sprite(self, piece: LyingPiece) -> Sprite:
        """How a piece is drawn; the same object for all that look alike."""
        look = piece.placed, tuple(spot.lying for spot in piece.spots)
        if look not in self._seen:
            self._seen[look] = self._find_sprite(kept_pictures.lying_anywhere(piece.spots))
        return self._seen[look]

    def draw_alone(self, placed: PlacedCounter) -> Sprite:
        """How a piece is drawn that lies in no place of the board, such as a card in a hand."""
        return self.sprite(self._lying([self._scene.off(placed, 0, 0)], Counter()))

    def _find_sprite(self, like: tuple[Spot, ...]) -> Sprite:
        if like not in self._sprites:
            key = f"page {like} at {self._piece_dpi:.3f} dpi"
            data = self._kept.get(key, partial(self._draw_piece, like))
            self._sprites[like] = Sprite(data, *kept_pictures.extent_of(self._scene, like))
        return self._sprites[like]

    def _draw_piece(self, like: Sequence[Spot]) -> bytes:
        data = kept_pictures.piece_png(self._look, self._scene, like, self._piece_dpi)
        return encode_piece(data)
