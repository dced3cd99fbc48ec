"""Relief: what tells levels without colour: hachures on the high side of hexsides, and numerals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.ink import hachures
from generator.maps.frame import HexFrame
from generator.maps.ground import level_range
from generator.maps.look import look_of, map_palette
from generator.svg import Pen, pt
from generator.typeface import TEXT_ITALIC
from modules.engine.board import Board

_LIGHT_FROM = (-0.6, -0.8)
_NUMERAL_EVERY = 4


@dataclass(frozen=True, slots=True)
class Drop:
    """A hexside between two levels, from the hex `high` to the hex `low`, `by` levels down."""

    high: str
    low: str
    by: int


def drops(board: Board) -> Iterator[Drop]:
    """Every hexside of a level change once, hex by hex."""
    for high in board.grid.ids:
        for low in board.neighbours[high]:
            if board.level(high) > board.level(low):
                yield Drop(high, low, board.level(high) - board.level(low))


def draw_hachures(pen: Pen, frame: HexFrame, board: Board, shown: frozenset[str]) -> None:
    """Wedges on the high side of every drop, bolder where it falls away from the light."""
    if board.level_change is None:
        return
    colour, size = map_palette()["hachure"], frame.hex_mm
    for drop in drops(board):
        if drop.high not in shown:
            continue
        start, end = (frame.point(v) for v in frame.between(drop.high, drop.low))
        side = frame.grid.side_toward(drop.high, drop.low)
        dx, dy = frame.direction(side or 0)
        shade = 0.5 - 0.5 * (dx * _LIGHT_FROM[0] + dy * _LIGHT_FROM[1])
        hachures(
            pen, start, end, frame.centre(drop.high), colour=colour, key=f"{drop.high}{drop.low}",
            length=size * min(0.11 + 0.04 * drop.by, 0.2), spacing=size * 0.085 / min(drop.by, 2),
            thick=size * (0.014 + 0.02 * shade),
        )  # fmt: skip


def numerals(board: Board) -> Iterator[str]:
    """Hexes to number with their level, so that from every hex one of its own level is near."""
    if level_range(board)[0] == level_range(board)[1]:
        return
    on_road = {h for road in board.map.roads for h in road.path}
    named = {h for label in board.map.labels for h in board.grid.within(label.at, 2)}
    crowded = on_road | named
    chosen: dict[int, list[str]] = {}
    for hex_id in sorted(board.grid.ids, key=crowded.__contains__):
        same = chosen.setdefault(board.level(hex_id), [])
        if all(board.distance(hex_id, other) >= _NUMERAL_EVERY for other in same):
            same.append(hex_id)
            yield hex_id


def draw_numerals(pen: Pen, frame: HexFrame, board: Board, shown: frozenset[str]) -> None:
    """The level's number below the centre of some hexes of each level."""
    colour, size = map_palette()["hachure"], min(frame.hex_mm * 0.2, pt(8))
    for hex_id in numerals(board):
        if hex_id in shown:
            x, y = frame.centre(hex_id)
            pen.text(
                str(board.level(hex_id)), x, y + 0.21 * frame.hex_mm, size, TEXT_ITALIC,
                anchor="middle", align="middle", fill=colour,
            )  # fmt: skip


def draw_crests(pen: Pen, frame: HexFrame, board: Board) -> None:
    """Hexsides of terrain that is drawn as a crest: teeth to the lower side, or to both on the level."""
    for entry in board.map.hexsides:
        if look_of(entry.terrain).drawn != "crest":
            continue
        colour, size = map_palette()[entry.terrain], frame.hex_mm
        for one, other in entry.between:
            start, end = (frame.point(v) for v in frame.between(one, other))
            pen.line(*start, *end, stroke=colour, stroke_width=size * 0.03, stroke_linecap="round")
            rise = board.level(one) - board.level(other)
            for hex_id in [h for h, wanted in ((one, rise <= 0), (other, rise >= 0)) if wanted]:
                hachures(
                    pen, start, end, frame.centre(hex_id), colour=colour, length=size * 0.13,
                    spacing=size * 0.11, thick=size * 0.03, key=f"{entry.terrain}{hex_id}",
                )  # fmt: skip
