"""Samples: a kind of terrain as the map draws it, on a strip of three hexes, for the key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Literal

from generator.art_folder import Choice, chosen, drawn_with
from generator.drawing.figures import Box
from generator.drawing.svg import Canvas, path_data
from generator.maps import hexmap, lettering
from generator.maps.frame import HexFrame
from generator.maps.look import SHAPED, look_of, looks, map_palette
from modules.definition.maps import Hexsides, MapFile, Overlay, Road, Rows
from modules.definition.places import hex_grid
from modules.engine.hexes.board import Board
from modules.geometry import HexGrid

_HEX_MM = 9.0
_WHY = "reconstruction: a sample for the key"


def sample_board(board: Board, name: str) -> Board:
    """Three hexes in a row, or two such rows for what lies on hexsides, numbered as on the map."""
    grid, where = board.map.grid, board.terrain[name].where
    down: Literal["a", "b"] = "b" if grid.a.toward in ("right", "left") else "a"
    across = "a" if down == "b" else "b"
    shaped = where == "hex" and look_of(name).drawn in SHAPED
    depth = 4 if shaped else 2 if where in ("hexside", "level") else 1
    axes = {
        axis: getattr(grid, axis).model_copy(update={"first": 1, "last": last})
        for axis, last in ((across, 3), (down, depth))
    }
    numbering = grid.model_copy(update={**axes, "digits": 2, "source": _WHY})
    plain = MapFile(
        map="sample", title=name, grid=numbering, up=board.map.up, ground=board.map.ground,
        metres_per_hex=board.map.metres_per_hex,
    )  # fmt: skip
    ids = hex_grid(plain.grid)
    rows = [tuple(h for h in ids.ids if ids.numbers(h)[down == "b"] == row) for row in range(1, depth + 1)]
    content = _shaped(board, name, rows, down) if shaped else _content(board, ids, name, rows, down)
    return Board(plain.model_copy(update=content), board.terrain)


def _shaped(
    board: Board, name: str, rows: list[tuple[str, ...]], down: Literal["a", "b"]
) -> dict[str, object]:
    """Ground that its levels shape: its highest level above the next lower one. A row beyond the picture has
    the lowest level of the map, from which tints count."""
    levels = sorted({board.level(h) for h in board.grid.ids})
    own = max((board.level(h) for h in board.grid.ids if board.terrain_name(h) == name), default=levels[-1])
    lower = max((level for level in levels if level < own), default=own)
    steps = (own, own, lower, levels[0])
    if getattr(board.map.grid, down).toward in ("up", "left"):
        steps, rows = steps[::-1], rows[::-1]
    cells = {f"{number:02d}": str(level) * 3 for number, level in enumerate(steps, 1)}
    filled = (*rows[0], *rows[1])
    return {
        "levels": Rows(of=down, rows=cells, source=_WHY),
        "overlays": (Overlay(terrain=name, hexes=filled, source=_WHY),),
    }


def _content(
    board: Board, grid: HexGrid, name: str, rows: list[tuple[str, ...]], down: Literal["a", "b"]
) -> dict[str, object]:
    where = board.terrain[name].where
    if where == "hex":
        return {"overlays": (Overlay(terrain=name, hexes=rows[0], source=_WHY),)}
    if where == "road":
        return {"roads": (Road(terrain=name, path=rows[0], source=_WHY),)}
    if where == "hexside":
        sides = tuple((one, other) for one in rows[0] for other in rows[1] if other in grid.neighbours(one))
        return {"hexsides": _on_hexsides(board, name, sides)}
    return {"levels": Rows(of=down, rows={"01": "111", "02": "222"}, source=_WHY)}


def _on_hexsides(board: Board, name: str, sides: tuple[tuple[str, str], ...]) -> tuple[Hexsides, ...]:
    """A kind of terrain along all hexsides between two rows; a crossing on one, over water."""
    if look_of(name).drawn != "crossing":
        return (Hexsides(terrain=name, between=sides, source=_WHY),)
    centre = sides[len(sides) // 2]
    waters = [looks()[n] for n in board.terrain if n in looks() and looks()[n].drawn == "watercourse"]
    widest = sorted(waters, key=lambda look: look.width)[-1:]
    below = tuple(Hexsides(terrain=water.name, between=sides, source=_WHY) for water in widest)
    return (*below, Hexsides(terrain=name, between=(centre,), source=_WHY))


@dataclass(frozen=True, slots=True)
class _Wanted:
    """All that a sample is drawn from. Of the terrain it is enough to know that it is the same object, which
    the board keeps."""

    art: Choice
    name: str
    content: str
    terrain: int
    room: Box
    text_as: hexmap.TextAs
    board: Board = field(compare=False)


def sample(board: Board, name: str, room: Box, text_as: hexmap.TextAs = "text") -> Canvas:
    """A picture of one kind of terrain, as large as `room`, to be embedded. Maps of one game look alike, and
    charts are laid out at several widths: so the same picture serves all. Raises UnknownLookError,
    UnknownColourError."""
    small = sample_board(board, name)
    return _drawn(_Wanted(chosen(), name, repr(small.map), id(board.terrain), room, text_as, small))


def sample_later(board: Board, name: str, room: Box, text_as: hexmap.TextAs) -> Callable[[], Canvas]:
    """What gives the sample in the art that is chosen now, whenever it is called."""
    return partial(_in_its_look, chosen(), board, name, room, text_as)


def _in_its_look(choice: Choice, board: Board, name: str, room: Box, text_as: hexmap.TextAs) -> Canvas:
    with drawn_with(choice):
        return sample(board, name, room, text_as)


@lru_cache(maxsize=128)
def _drawn(wanted: _Wanted) -> Canvas:
    small, room = wanted.board, wanted.room
    box = HexFrame(small.grid, _HEX_MM).box
    frame = HexFrame(small.grid, _HEX_MM, (room.width - box.width) / 2, (room.height - box.height) / 2)
    canvas = Canvas(room.width, room.height, text_as=wanted.text_as)
    edge = [(0.0, 0.0), (room.width, 0.0), (room.width, room.height), (0.0, room.height)]
    pen = canvas.group(clip_path=canvas.clip("sample-edge", path_data(edge, True)))
    shown = frozenset(small.grid.ids)
    hexmap.terrain_layers(pen, frame, small, shown)
    lettering.draw_dots(pen, frame, shown)
    ink = map_palette()["frame"]
    canvas.rect(0, 0, room.width, room.height, fill="none", stroke=ink, stroke_width=0.25)
    return canvas
