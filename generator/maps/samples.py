"""Samples: a kind of terrain as the map draws it, on a strip of three hexes, for the key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Literal

from generator.drawing.art import Look
from generator.drawing.figures import Box
from generator.drawing.svg import Canvas, path_data
from generator.maps import hexmap, lettering
from generator.maps.frame import HexFrame
from generator.maps.look import SHAPED, terrain_look, terrain_looks
from modules.definition.formats.maps import Hexsides, MapFile, Overlay, Road, Rows
from modules.definition.places import hex_grid
from modules.engine.hexes.board import Board
from modules.geometry import HexGrid

_HEX_MM = 9.0
_WHY = "reconstruction: a sample for the key"


def sample_board(look: Look, board: Board, name: str) -> Board:
    """Three hexes in a row, or two such rows for what lies on hexsides, numbered as on the map."""
    grid, where = board.map.grid, board.terrain[name].where
    down: Literal["a", "b"] = "b" if grid.a.toward in ("right", "left") else "a"
    across = "a" if down == "b" else "b"
    shaped = where == "hex" and terrain_look(look, name).drawn in SHAPED
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
    content = _shaped(board, name, rows, down) if shaped else _content(look, board, ids, name, rows, down)
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
    look: Look, board: Board, grid: HexGrid, name: str, rows: list[tuple[str, ...]], down: Literal["a", "b"]
) -> dict[str, object]:
    where = board.terrain[name].where
    if where == "hex":
        return {"overlays": (Overlay(terrain=name, hexes=rows[0], source=_WHY),)}
    if where == "road":
        return {"roads": (Road(terrain=name, path=rows[0], source=_WHY),)}
    if where == "hexside":
        sides = tuple((one, other) for one in rows[0] for other in rows[1] if other in grid.neighbours(one))
        return {"hexsides": _on_hexsides(look, board, name, sides)}
    return {"levels": Rows(of=down, rows={"01": "111", "02": "222"}, source=_WHY)}


def _on_hexsides(
    look: Look, board: Board, name: str, sides: tuple[tuple[str, str], ...]
) -> tuple[Hexsides, ...]:
    """A kind of terrain along all hexsides between two rows; a crossing on one, over water."""
    if terrain_look(look, name).drawn != "crossing":
        return (Hexsides(terrain=name, between=sides, source=_WHY),)
    centre = sides[len(sides) // 2]
    waters = [
        terrain_looks(look)[n]
        for n in board.terrain
        if n in terrain_looks(look) and terrain_looks(look)[n].drawn == "watercourse"
    ]
    widest = sorted(waters, key=lambda water: water.width)[-1:]
    below = tuple(Hexsides(terrain=water.name, between=sides, source=_WHY) for water in widest)
    return (*below, Hexsides(terrain=name, between=(centre,), source=_WHY))


@dataclass(frozen=True, slots=True)
class _Wanted:
    """All that a sample is drawn from. Of the terrain it is enough to know that it is the same object, which
    the board keeps."""

    look: Look
    name: str
    content: str
    terrain: int
    room: Box
    text_as: hexmap.TextAs
    board: Board = field(compare=False)


def sample(look: Look, board: Board, name: str, room: Box, text_as: hexmap.TextAs = "text") -> Canvas:
    """A picture of one kind of terrain, as large as `room`, to be embedded. Maps of one game look alike, and
    charts are laid out at several widths: so the same picture serves all. Raises UnknownLookError,
    UnknownColourError."""
    small = sample_board(look, board, name)
    return _drawn(_Wanted(look, name, repr(small.map), id(board.terrain), room, text_as, small))


def sample_later(
    look: Look, board: Board, name: str, room: Box, text_as: hexmap.TextAs
) -> Callable[[], Canvas]:
    """What gives the sample, whenever it is called."""
    return partial(sample, look, board, name, room, text_as)


@lru_cache(maxsize=128)
def _drawn(wanted: _Wanted) -> Canvas:
    small, room = wanted.board, wanted.room
    box = HexFrame(small.grid, _HEX_MM).box
    frame = HexFrame(small.grid, _HEX_MM, (room.width - box.width) / 2, (room.height - box.height) / 2)
    canvas = Canvas(wanted.look, room.width, room.height, text_as=wanted.text_as)
    edge = [(0.0, 0.0), (room.width, 0.0), (room.width, room.height), (0.0, room.height)]
    pen = canvas.group(clip_path=canvas.clip("sample-edge", path_data(edge, True)))
    shown = frozenset(small.grid.ids)
    hexmap.terrain_layers(pen, frame, small, shown)
    lettering.draw_dots(pen, frame, shown)
    ink = wanted.look.palette("map")["frame"]
    canvas.rect(0, 0, room.width, room.height, fill="none", stroke=ink, stroke_width=0.25)
    return canvas
