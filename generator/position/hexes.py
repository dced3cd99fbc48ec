"""A position on a hex map: stacks in their hexes, the top counter in its place, markers as chips."""

from __future__ import annotations

from collections.abc import Sequence

from generator.drawing import Drawing
from generator.figures import Box
from generator.maps import hexmap
from generator.maps.frame import HexFrame
from generator.maps.look import map_palette
from generator.position.faces import DrawFace
from generator.position.strip import Facts, Strip, draw_chip, legend, letters
from generator.svg import Canvas
from modules.definition.model import Definition
from modules.engine.board import Board
from modules.engine.position import Placed

_COUNTER = 0.6
_DOWN = 0.135
"""A counter is so much of a hex wide and its middle so much below the centre (hexes): ids stay readable."""
_STEP = 0.07
_ROOM_AROUND = 2


def hex_position(
    definition: Definition,
    map_name: str,
    placed: Sequence[Placed],
    face: DrawFace,
    facts: Facts,
    crop: bool,
    hex_mm: float,
    text_as: hexmap.TextAs,
) -> Drawing:
    """The position on a hex map; the arguments are those of `position_drawing`."""
    board = Board(definition.maps[map_name], definition.terrain)
    whole = HexFrame(board.grid, hex_mm)
    room = _window(whole, placed) if crop else whole.box
    return _Position(definition, board, room, hex_mm, text_as).draw(placed, face, facts)


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
        chips = legend(self.definition, (marker for each in placed for marker in each.markers))
        size = (self.size, self.size)
        Strip(facts, chips, (), elsewhere, lambda p, x, y: self._counter(p, x, y, face), size).below(canvas)
        name = f"position-{self.board.map.map}"
        return Drawing(name, canvas.title, canvas.svg(), canvas.width, canvas.height)

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
            at = (left + 0.98 * self.size, top + (0.12 + 0.36 * i) * self.size)
            draw_chip(self.canvas, letters(self.definition, marker), *at, 0.19 * self.size)
