"""Labels: the names that a map gives to hexes, where they cover as little as can be.

A name stands near its hex. Each place around it, and for names in spaced capitals each of some spaces, is
tried: letters keep off ids, dots, numerals, roads, waters, contours and other names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heapify, heappop
from itertools import product

from generator.drawing.art import Look
from generator.drawing.figures import Box
from generator.drawing.lettering import halo_text
from generator.drawing.svg import Pen, Point
from generator.drawing.typeface import CAPS, TEXT_BOLD, TEXT_ITALIC, Face, Fonts
from generator.maps.courses import curved
from generator.maps.frame import HexFrame
from generator.maps.ground import area_marks, ground_tint, level_range, level_relief
from generator.maps.ids import id_at
from generator.maps.look import terrain_look
from generator.maps.relief import NUMERAL_DROP, numerals
from generator.maps.roads import run_of
from generator.maps.spatial_index import Near, around
from modules.definition.formats.maps import Label, MapFile
from modules.engine.hexes.board import Board

_ID, _DOT, _LINE, _CONTOUR, _BUILT, _MARK, _NAME = 9.0, 7.0, 3.0, 1.6, 4.0, 12.0, 30.0
"""How bad a letter is over an id or a number, a dot, a road or a water, a contour, houses, a mark
of the set-up, another name."""

_FAR, _AWAY = {"place": 5.0, "road": 5.0}, 2.5
"""How bad it is to stand a hex off the place that is named, where it is more than usual."""

_BELOW = "gjpqy,;Q"
"""Letters that reach below the line."""

_SMALLER, _SMALL = (1.0, 0.86, 0.76), 8.0
"""In which parts of its size a name may be set, and how bad it is to lack all of that."""

_SHARES = (1.0, 1.35, 1.17, 0.85, 0.7)
"""How wide the spaces between capitals may be, in their usual width."""

_LETTER = 0.2
"""Half the width or height of the largest letters (hexes)."""

_REACH, _STEP = 12, 0.1
"""How many steps of which size (hexes) a name may move to each side."""

MOST_TRIES, _TRIES_OF_A_LABEL = 40_000, 4_000
"""Places that are tried for all labels of a map, and for one: each of many labels that crowd has fewer."""


@dataclass(frozen=True, slots=True)
class _Style:
    face: Face
    height: float
    spacing: float
    colour: str
    capitals: bool = False


_STYLES: dict[str, _Style] = {
    "hill": _Style(CAPS, 0.40, 0.10, "place", capitals=True),
    "region": _Style(CAPS, 0.36, 0.30, "place", capitals=True),
    "place": _Style(TEXT_BOLD, 0.35, 0.01, "place"),
    "water": _Style(TEXT_ITALIC, 0.42, 0.06, "water_name"),
    "road": _Style(TEXT_ITALIC, 0.36, 0.03, "place"),
}


def _labels(board: Board) -> list[Label]:
    """The labels of a map but those that give the name of a water along hexsides, which stands along it."""
    waters = {entry.name for entry in board.map.hexsides}
    return [each for each in board.map.labels if each.style != "water" or each.text not in waters]


def map_words(entry: MapFile) -> Iterator[tuple[str, Face]]:
    """What is written on a map's ground, each with the typeface that it is set in."""
    for label in entry.labels:
        style = _STYLES[label.style]
        yield (label.text.upper() if style.capitals else label.text), style.face
    names = [*(each.name for each in entry.hexsides), *(each.name for each in entry.roads)]
    yield from ((name, TEXT_ITALIC) for name in names if name is not None)  # along lines: naming.py


@dataclass(frozen=True, slots=True)
class Placed:
    """A label with its words as printed, the middle of its line, how wide and high it is, and the space
    between letters, in mm."""

    label: Label
    words: str
    at: Point
    wide: float
    height: float
    spacing: float

    @property
    def box(self) -> Box:
        """Where it stands."""
        return Box(self.at[0] - self.wide / 2, self.at[1] - self.height / 2, self.wide, self.height)


def label_boxes(look: Look, frame: HexFrame, board: Board, taken: tuple[Box, ...] = ()) -> list[Box]:
    """Where the map's labels stand, in mm, clear of what is `taken`."""
    return [each.box for each in placed_labels(look, frame, board, taken)]


def draw_labels(
    pen: Pen, frame: HexFrame, board: Board, shown: frozenset[str], taken: tuple[Box, ...] = ()
) -> None:
    """The names that the map places, clear of what is `taken`."""
    palette, size = pen.look.palette("map"), frame.hex_mm
    for each in placed_labels(pen.look, frame, board, taken):
        if each.label.at not in shown:
            continue
        style = _STYLES[each.label.style]
        halo_text(
            pen, each.words, *each.at, each.height, style.face, align="middle",
            ink=palette[style.colour], halo=ground_tint(pen.look, board, each.label.at), width=0.06 * size,
            spacing=each.spacing,
        )  # fmt: skip


@lru_cache(maxsize=4)
def placed_labels(
    look: Look, frame: HexFrame, board: Board, taken: tuple[Box, ...] = ()
) -> tuple[Placed, ...]:
    """All labels of a map, each where it is best, one after the other."""
    found: list[Placed] = []
    near = Near(
        frame.hex_mm,
        [
            *_things(look, frame, board),
            *(_about(frame.hex_mm, box.inset(-0.05 * frame.hex_mm), _MARK) for box in taken),
        ],
    )
    wanted = _labels(board)
    most = min(_TRIES_OF_A_LABEL, MOST_TRIES // max(1, len(wanted)))
    for label in wanted:
        names = [each.box.inset(-0.08 * frame.hex_mm) for each in found]
        found.append(_best(look, frame, label, near, names, most))
    return tuple(found)


def _best(
    look: Look, frame: HexFrame, label: Label, near: Near[tuple[Box, float]], names: Sequence[Box], most: int
) -> Placed:
    """A label at the best of all places, of which at most so many are looked at: the nearest are tried first,
    until no other can be better."""
    words, least, best = _printed(label), float("inf"), None
    for small in _SMALLER:
        if _SMALL * (1 - small) >= least:
            break
        tries = [(off, i, spot) for i, (off, spot) in enumerate(_tries(look, frame, label, words, small))]
        heapify(tries)  # of thousands few are looked at
        while tries and tries[0][0] < least and most > 0:
            most -= 1
            off, _, spot = heappop(tries)
            each = Placed(label, words, *spot)
            cost = off + _NAME * sum(each.box.meets(name) for name in names)
            for letter in letters(look, each):
                cost += sum(bad for box, bad in near.to(letter.middle) if box.meets(letter))
                if cost >= least:
                    break
            else:
                least, best = cost, each
    return best or _pressed(look, frame, label, words)


_Thing = tuple[tuple[Box, float], Box]
"""What a letter should not cover, and how bad it is if it does; with its box once more, for `Near`."""


def _about(size: float, box: Box, bad: float) -> _Thing:
    """A thing where the middle of a letter that covers it may lie, on a map with hexes of a `size` in mm."""
    return (box, bad), box.inset(-_LETTER * size)


def _things(look: Look, frame: HexFrame, board: Board) -> Iterator[_Thing]:
    size, numbered = frame.hex_mm, frozenset(numerals(look, board))
    marked = area_marks(board)

    def thing(at: Point, across: float, down: float, bad: float) -> _Thing:
        return _about(size, around(at, across, down), bad)

    for hex_id in frame.grid.ids:
        x, y = frame.centre(hex_id)
        yield thing(id_at(look, frame, board, hex_id), 0.17 * size, 0.09 * size, _ID)
        yield thing((x, y), 0.035 * size, 0.035 * size, _DOT)
        if hex_id in numbered:
            yield thing((x, y + NUMERAL_DROP * size), 0.1 * size, 0.07 * size, _ID)
        if hex_id in marked:
            yield thing((x, y + 0.27 * size), 0.12 * size, 0.12 * size, _ID)
        if terrain_look(look, board.terrain_name(hex_id)).drawn == "scatter":
            yield thing((x, y + 0.05 * size), 0.4 * size, 0.3 * size, _BUILT)
    for road in board.map.roads:
        half = terrain_look(look, road.terrain).width * size / 2
        yield from (thing(at, half, half, _LINE) for at in run_of(frame, road.path)[::2])
    for entry in board.map.hexsides:
        half = terrain_look(look, entry.terrain).width * size / 2 + 0.06 * size
        for one, other in entry.between:
            start, end = (frame.point(v) for v in frame.between(one, other))
            yield from (thing(at, half, half, _LINE) for at in curved([start, start, end, end], pieces=3))
    yield from (_about(size, box, bad) for box, bad in _contours(frame, board))


def _contours(frame: HexFrame, board: Board) -> Iterator[tuple[Box, float]]:
    lowest, highest = level_range(board)
    half = 0.07 * frame.hex_mm
    for level in range(lowest + 1, highest + 1):
        for contour in level_relief(frame, board).contours(level):
            yield from ((around(at, half, half), _CONTOUR) for at in contour.points)


_Spot = tuple[Point, float, float, float]
"""A place for a label: the middle of its line, how wide and high it is, the space between letters, in mm."""


def _printed(label: Label) -> str:
    return label.text.upper() if _STYLES[label.style].capitals else label.text


def _tries(
    look: Look, frame: HexFrame, label: Label, words: str, small: float
) -> Iterator[tuple[float, _Spot]]:
    """Every place near its hex for a label in a part of its size, spaced in each way that its style allows,
    and how bad each is."""
    style, size, (x, y), room = _STYLES[label.style], frame.hex_mm, frame.centre(label.at), frame.box
    shares = _SHARES if style.spacing > 0.05 else (1.0,)
    steps = [each * _STEP * size for each in range(-_REACH, _REACH + 1)]
    height = small * style.height * size
    for share in shares:
        spacing = style.spacing * share * size
        wide = look.fonts.width(words, style.face, height, spacing)
        for across, down in product(steps, steps):
            at = (x + across, y + down)
            if _within(room, at, wide, height):
                spot = (at, wide, height, spacing)
                yield _off(label, (x, y), size, spot), spot


def _pressed(look: Look, frame: HexFrame, label: Label, words: str) -> Placed:
    """A name too wide for its map as near its hex as it can stand, in the narrowest way."""
    style, size, (x, y), room = _STYLES[label.style], frame.hex_mm, frame.centre(label.at), frame.box
    height = _SMALLER[-1] * style.height * size
    spacing = style.spacing * size * (_SHARES[-1] if style.spacing > 0.05 else 1.0)
    wide = look.fonts.width(words, style.face, height, spacing)
    middle = min(max(x, room.x + wide / 2), room.x + room.width - wide / 2)
    return Placed(label, words, (middle, y), wide, height, spacing)


def _within(box: Box, at: Point, wide: float, tall: float) -> bool:
    across, down = box.x + wide / 2 <= at[0] <= box.x + box.width - wide / 2, box.y + tall / 2 <= at[1]
    return across and down and at[1] <= box.y + box.height - tall / 2


def _off(label: Label, seat: Point, size: float, spot: _Spot) -> float:
    """How bad it is that a label stands so far off the centre of its hex, on a map with hexes of a `size`."""
    style, ((x, y), wide, height, _), (cx, cy) = _STYLES[label.style], spot, seat
    across = abs(x - cx) / size
    beside = across if style.capitals else max(0.0, across - wide / 2 / size - 0.2)
    small = _SMALL * (1 - height / (style.height * size))
    return _FAR.get(label.style, _AWAY) * (beside + abs(y - cy) / size) + 0.3 * across + small


def letters(look: Look, each: Placed) -> Iterator[Box]:
    """The box of each letter, in mm."""
    style = _STYLES[each.label.style]
    tall, left, y = 0.66 * each.height, each.at[0] - each.wide / 2, each.at[1]
    for letter in each.words:
        wide = _letter_width(look.fonts, letter, style.face, each.height)
        below = 0.2 * each.height if letter in _BELOW else 0.0
        if letter != " ":
            yield Box(left, y - tall / 2, wide, tall + below)
        left += wide + each.spacing


@lru_cache(maxsize=1024)
def _letter_width(fonts: Fonts, letter: str, face: Face, height: float) -> float:
    return fonts.width(letter, face, height)
