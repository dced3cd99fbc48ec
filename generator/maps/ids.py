"""Where the id of each hex stands: above its centre, or beside a road that runs there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from generator.drawing.art import Look
from generator.drawing.figures import Box
from generator.drawing.svg import Point
from generator.maps.frame import HexFrame
from generator.maps.look import terrain_look
from generator.maps.roads import run_of
from generator.maps.spatial_index import Near, around
from modules.engine.hexes.board import Board

ID_OFFSET = 0.245
"""A hex id's middle lies so far above the centre of its hex (hexes)."""

_ASIDE = (
    (0.0, 0.0), (-0.12, 0.0), (0.12, 0.0), (-0.2, 0.0), (0.2, 0.0), (0.0, -0.1), (-0.26, 0.0), (0.26, 0.0),
    (-0.1, -0.1), (0.1, -0.1), (-0.18, -0.1), (0.18, -0.1), (0.0, 0.52),
)  # fmt: skip
"""Where an id may stand beside a road, off its usual place (hexes), the best first."""

_WIDE, _TALL = 0.165, 0.07
"""Half the room of an id (hexes)."""


def id_at(look: Look, frame: HexFrame, board: Board, hex_id: str) -> Point:
    """The middle of a hex's id, in mm."""
    return _stepped(frame, hex_id, _aside(look, frame, board).get(hex_id, (0.0, 0.0)))


def id_box(look: Look, frame: HexFrame, board: Board, hex_id: str) -> Box:
    """The room of a hex's id, in mm."""
    return around(id_at(look, frame, board, hex_id), _WIDE * frame.hex_mm, _TALL * frame.hex_mm)


def _stepped(frame: HexFrame, hex_id: str, aside: Point) -> Point:
    (x, y), size = frame.centre(hex_id), frame.hex_mm
    return x + aside[0] * size, y + (aside[1] - ID_OFFSET) * size


def on_a_road(look: Look, frame: HexFrame, board: Board, hex_id: str) -> bool:
    """Whether an id stands on a road all the same, as there is no room beside it."""
    return _crossed(look, frame, board, hex_id, _aside(look, frame, board).get(hex_id, (0.0, 0.0)))


@lru_cache(maxsize=4)
def _aside(look: Look, frame: HexFrame, board: Board) -> Mapping[str, Point]:
    """How far ids on roads step aside (hexes), those that do."""
    found = {}
    for hex_id in dict.fromkeys(h for road in board.map.roads for h in road.path):
        free = (each for each in _ASIDE if not _crossed(look, frame, board, hex_id, each))
        found[hex_id] = next(free, (0.0, 0.0))
    return {hex_id: aside for hex_id, aside in found.items() if aside != (0.0, 0.0)}


def _crossed(look: Look, frame: HexFrame, board: Board, hex_id: str, aside: Point) -> bool:
    size, at = frame.hex_mm, _stepped(frame, hex_id, aside)
    return any(
        abs(px - at[0]) < _WIDE * size + half and abs(py - at[1]) < _TALL * size + half
        for (px, py), half in _roads(look, frame, board).to(at)
    )


@lru_cache(maxsize=4)
def _roads(look: Look, frame: HexFrame, board: Board) -> Near[tuple[Point, float]]:
    """Points of all roads, each with half the road's width (mm)."""
    size, points = frame.hex_mm, []
    for road in board.map.roads:
        half = terrain_look(look, road.terrain).width * size / 2
        points += [
            ((point, half), around(point, 0.5 * size, 0.5 * size)) for point in run_of(frame, road.path)
        ]
    return Near(size, points)
