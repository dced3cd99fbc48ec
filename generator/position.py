"""A position drawn: the counters of a game on its map, with their markers, and the facts of the day below.

Whoever draws the counters passes a function that defines a face in the canvas; `plain_face` is one that
needs no art. Counters that lie on no hex stand in a row for each of their places below the map.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from generator.charts.panel import chart_palette
from generator.counters import counter_symbol, side_mm
from generator.counters import piece as counter_piece
from generator.drawing import Drawing
from generator.figures import Box
from generator.maps import hexmap
from generator.maps.frame import HexFrame
from generator.maps.look import map_palette, side_colour
from generator.svg import Canvas, pt
from generator.typeface import SANS, SANS_BOLD
from modules.definition.model import Definition
from modules.engine.board import Board
from modules.engine.position import Placed


@dataclass(frozen=True, slots=True)
class FaceSymbol:
    """A counter's face in a canvas: the definition to `use`, and the side of its square in mm."""

    name: str
    side_mm: float


DrawFace = Callable[[Canvas, Placed], FaceSymbol]
Facts = Sequence[tuple[str, str]]

_COUNTER = 0.6
_DOWN = 0.135
"""A counter is so much of a hex wide and its middle so much below the centre (hexes): ids stay readable."""
_STEP = 0.07
_ROOM_AROUND = 2
_LINE = 4.6


def position_drawing(
    definition: Definition,
    map_name: str,
    placed: Sequence[Placed],
    *,
    face: DrawFace | None = None,
    facts: Facts = (),
    crop: bool = False,
    hex_mm: float = hexmap.HEX_MM,
    text_as: hexmap.TextAs = "text",
) -> Drawing:
    """The position on a map, all of it or (`crop`) the occupied part and two hexes around.

    `facts` are (name, value) pairs, printed in a strip below. Raises UnknownLookError, UnknownColourError,
    CounterError where `face` is not given and a counter cannot be drawn.
    """
    board = Board(definition.maps[map_name], definition.terrain)
    whole = HexFrame(board.grid, hex_mm)
    room = _window(whole, placed) if crop else whole.box
    return _Position(definition, board, room, hex_mm, text_as).draw(
        placed, face or partial(counter_face, definition), facts
    )


def counter_face(definition: Definition, canvas: Canvas, placed: Placed) -> FaceSymbol:
    """The printed face of a counter; of an unknown one, a blank of its side. Raises CounterError."""
    if not placed.counter:
        return plain_face(definition, canvas, placed)
    name = counter_symbol(canvas, definition, placed.counter, "back" if placed.reduced else "front")
    return FaceSymbol(name, side_mm(counter_piece(definition, placed.counter)))


def plain_face(definition: Definition, canvas: Canvas, placed: Placed) -> FaceSymbol:
    """A square with the counter's id, or with its side's letter where the viewer may not know more."""
    words = placed.counter or definition.game.sides[placed.side].letter
    name = f"plain-{placed.side}-{words}{'-reduced' if placed.reduced else ''}"
    if name not in canvas.definitions:
        palette = map_palette()
        colour = side_colour(definition, placed.side)
        pen = canvas.define(name)
        pen.rect(0.2, 0.2, 15.5, 15.5, radius=2, fill=palette["paper"], stroke=colour, stroke_width=0.8)
        size = canvas.fonts.fit(words, SANS_BOLD, 13.5, pt(20), pt(3))
        pen.text(words, 7.94, 7.94, size, SANS_BOLD, anchor="middle", align="middle", fill=colour)
        if placed.reduced:
            pen.line(2, 13.2, 13.9, 13.2, stroke=colour, stroke_width=1)
    return FaceSymbol(name, 15.875)


def _window(frame: HexFrame, placed: Sequence[Placed]) -> Box:
    """The box around the occupied hexes and those near them; the whole map where none is occupied."""
    there = [frame.centre(p.place) for p in placed if p.place in frame.grid]
    if not there:
        return frame.box
    reach, box = (_ROOM_AROUND + 0.6) * frame.hex_mm, frame.box
    left = max(box.x, min(x for x, _ in there) - reach)
    top = max(box.y, min(y for _, y in there) - reach)
    right = min(box.x + box.width, max(x for x, _ in there) + reach)
    bottom = min(box.y + box.height, max(y for _, y in there) + reach)
    return Box(left, top, right - left, bottom - top)


class _Position:
    def __init__(
        self, definition: Definition, board: Board, room: Box, hex_mm: float, text_as: hexmap.TextAs
    ) -> None:
        self.definition, self.board, self.room = definition, board, room
        self.frame = HexFrame(board.grid, hex_mm, -room.x, -room.y)
        self.size = _COUNTER * hex_mm
        self.canvas = Canvas(room.width, room.height, title=board.map.title, text_as=text_as)

    def draw(self, placed: Sequence[Placed], face: DrawFace, facts: Facts) -> Drawing:
        canvas, room = self.canvas, self.room
        hexmap.layers(canvas, self.frame, self.board, Box(0, 0, room.width, room.height))
        places: dict[str, list[Placed]] = {}
        for each in placed:
            places.setdefault(each.place, []).append(each)
        on_map = {place: stack for place, stack in places.items() if place in self.board.grid}
        for place in sorted(on_map, key=lambda h: (self.frame.centre(h)[1], h)):
            self._stack(on_map[place], *self.frame.centre(place), face)
        elsewhere = {place: stack for place, stack in places.items() if place not in on_map}
        self._strip(elsewhere, face, facts, self._marker_names(placed))
        name = f"position-{self.board.map.map}"
        return Drawing(name, canvas.title, canvas.svg(), canvas.width, canvas.height)

    # --- counters ----------------------------------------------------------------------------------

    def _stack(self, stack: Sequence[Placed], x: float, y: float, face: DrawFace) -> None:
        """A stack in a hex, bottom first: the top counter in its place, the others looking out below it."""
        step = _STEP * self.frame.hex_mm
        for depth, each in zip(range(len(stack) - 1, -1, -1), stack, strict=True):
            self._counter(each, x - depth * step, y + _DOWN * self.frame.hex_mm + depth * step, face)

    def _counter(self, placed: Placed, x: float, y: float, face: DrawFace) -> None:
        symbol = face(self.canvas, placed)
        left, top, dark = x - self.size / 2, y - self.size / 2, map_palette()["ink"]
        away = 0.025 * self.size
        radius = 0.12 * self.size
        self.canvas.rect(
            left + away, top + 2 * away, self.size, self.size, radius=radius, fill=dark, fill_opacity=0.35
        )  # fmt: skip
        self.canvas.use(symbol.name, left, top, self.size / symbol.side_mm)
        for i, marker in enumerate(placed.markers):
            self._chip(self._letters(marker), left + 0.98 * self.size, top + (0.12 + 0.36 * i) * self.size)

    def _chip(self, letters: str, x: float, y: float) -> None:
        """A marker as a small round chip with its letters."""
        palette, radius, pen = map_palette(), 0.19 * self.size, self.canvas
        ink = palette["ink"]
        pen.circle(x, y, radius, fill=palette["halo"], stroke=ink, stroke_width=0.12 * radius)
        size = self.canvas.fonts.fit(letters, SANS_BOLD, 1.6 * radius, 1.7 * radius, 0.1)
        pen.text(letters, x, y, size, SANS_BOLD, anchor="middle", align="middle", fill=ink)

    def _letters(self, marker: str) -> str:
        """A marker's first letter, or as many as tell it from the game's other markers."""
        others = [m for m in self.definition.game.markers if m != marker]
        for length in range(1, 3):
            if not any(other.startswith(marker[:length]) for other in others):
                return marker[:length].upper()
        return marker[:3].upper()

    def _marker_names(self, placed: Sequence[Placed]) -> list[tuple[str, str]]:
        """The markers in play: their letters and names, for the strip."""
        known = self.definition.game.markers
        used = {marker for each in placed for marker in each.markers}
        return [(self._letters(m), known[m].name if m in known else m) for m in sorted(used)]

    # --- strip -------------------------------------------------------------------------------------

    def _strip(
        self,
        elsewhere: dict[str, list[Placed]],
        face: DrawFace,
        facts: Facts,
        markers: list[tuple[str, str]],
    ) -> None:
        """Below the map: the facts, what the chips mean, and counters that lie on no hex."""
        canvas, palette = self.canvas, chart_palette()
        if not (elsewhere or facts or markers):
            return
        ground, y = canvas.group(), canvas.height + 2.0
        words = [*(f"{name}: {value}" for name, value in facts), *(f"{k} = {name}" for k, name in markers)]
        for line in _rows(canvas, words, canvas.width - 4):
            canvas.text(line, 2, y, pt(9), SANS, align="top", fill=palette["ink"])
            y += _LINE
        for place, stack in elsewhere.items():
            y = self._row(place, stack, face, y)
        ground.rect(0, canvas.height, canvas.width, y + 1 - canvas.height, fill=palette["paper"])
        canvas.height = y + 1

    def _row(self, place: str, stack: Sequence[Placed], face: DrawFace, y: float) -> float:
        """One place off the map with its counters, in as many rows as they need; gives where it ends."""
        words = f"{place.replace('_', ' ').capitalize()} ({len(stack)})"
        self.canvas.text(words, 2, y, pt(9), SANS_BOLD, align="top", fill=chart_palette()["ink"])
        y += _LINE
        pitch = self.size * 1.12
        columns = max(1, int((self.canvas.width - 4) / pitch))
        for i, each in enumerate(stack):
            row, column = divmod(i, columns)
            self._counter(each, 2 + (column + 0.5) * pitch, y + (row + 0.5) * pitch, face)
        return y + -(-len(stack) // columns) * pitch + 1


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
