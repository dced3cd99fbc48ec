"""Ground: the tints of levels, each on the one below it with light and shade, and the marks of areas."""

from __future__ import annotations

from functools import lru_cache

from generator.drawing.art import Look
from generator.drawing.figures import Box
from generator.drawing.svg import Pen
from generator.maps.contour import Relief
from generator.maps.frame import HexFrame
from generator.maps.look import SHAPED, terrain_look
from generator.maps.outline import Loop, soft_loop
from modules.definition.formats.maps import Area
from modules.engine.hexes.board import Board

_SHADES = (
    (-0.035, "light", 0.7), (0.3, "shade", 0.035), (0.2, "shade", 0.05), (0.11, "shade", 0.09),
    (0.05, "shade", 0.15),
)  # fmt: skip
"""The light comes from the top left: copies of each level, moved by so much (hexes), as rim and as shadow."""


def level_tint(look: Look, board: Board, level: int) -> str:
    """The colour of a level: palette entries count from the lowest level of the map."""
    palette = look.palette("map")
    lowest, highest = level_range(board)
    return palette["clear"] if lowest == highest else palette[f"levels.{level - lowest + 1}"]


def ground_tint(look: Look, board: Board, hex_id: str) -> str:
    """The colour that fills a hex: of its terrain, or where that is the map's ground, of its level."""
    name = board.terrain_name(hex_id)
    if name == board.map.ground or terrain_look(look, name).drawn in SHAPED:
        return level_tint(look, board, board.level(hex_id))
    return look.palette("map")[name if terrain_look(look, name).drawn == "open" else f"{name}.ground"]


@lru_cache(maxsize=8)
def level_range(board: Board) -> tuple[int, int]:
    """The lowest and the highest level of a map."""
    levels = [board.level(h) for h in board.grid.ids]
    return min(levels), max(levels)


@lru_cache(maxsize=1)
def level_relief(frame: HexFrame, board: Board) -> Relief:
    """The heights of a map's levels; kept from its tints to its hachures."""
    return Relief(frame, board.level, board.map.map)


@lru_cache(maxsize=8)
def area_marks(board: Board) -> dict[str, Area]:
    """The hexes that bear the mark of an area, with it; the first area's where several have one."""
    marked = {name: area for name, area in board.map.areas.items() if area.mark is not None}
    return {hex_id: area for name, area in reversed(marked.items()) for hex_id in board.area(name)}


@lru_cache(maxsize=8)
def coded(board: Board) -> frozenset[str]:
    """The hexes that bear the code of those who begin there."""
    return frozenset(hex_id for hex_id, area in area_marks(board).items() if area.palette is not None)


def draw_levels(pen: Pen, frame: HexFrame, board: Board, room: Box) -> None:
    """The ground over all of `room`, then each higher level on the one below it, with light and shade."""
    lowest, highest = level_range(board)
    pen.rect(room.x, room.y, room.width, room.height, fill=level_tint(pen.look, board, lowest))
    if lowest == highest:
        return
    relief, palette, size = level_relief(frame, board), pen.look.palette("map"), frame.hex_mm
    for level in range(lowest + 1, highest + 1):
        loops = _loops(relief, level)
        own = "".join(loop.data() for loop in loops)
        for reach, colour, opacity in _SHADES:
            moved = "".join(loop.data(reach * size, 1.3 * reach * size) for loop in loops)
            # Where the copy lies on the level itself, it is taken out: that is covered next, and takes time.
            fill = palette[f"relief.{colour}"]
            pen.path(own + moved, fill=fill, fill_opacity=opacity, fill_rule="evenodd")
        edge, tint = palette["contour"], level_tint(pen.look, board, level)
        pen.path(own, fill=tint, fill_rule="evenodd", stroke=edge, stroke_width=0.016 * size)


def outlines(relief: Relief, level: int, inward: float = 0.0) -> str:
    """Path data of the edges of a level."""
    return "".join(loop.data() for loop in _loops(relief, level, inward))


def _loops(relief: Relief, level: int, inward: float = 0.0) -> list[Loop]:
    return [soft_loop(contour.points) for contour in relief.contours(level, inward)]
