"""Ground as zones of a map's grid: where the mouse rests, VASSAL tells terrain, level, and what it does.

A zone is one stretch of hexes of the same terrain on the same level, bounded by its outer rim. Of two zones
at a point VASSAL takes the first: so the smallest come first, and an island of other ground counts before the
stretch around it. Zones number nothing themselves: hexes are those of the map's one grid.
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterator

from generator.charts.terrain import combat_text, mp_text, other_text
from generator.maps.frame import HexFrame
from generator.maps.ground import level_range
from generator.maps.outline import chains
from generator.vassal.buildfile import Component
from generator.vassal.maps import zone
from modules.engine.board import Board
from modules.geometry.hexgrid import Doubled
from modules.geometry.outline import area_of

Ground = tuple[str, int]
"""Terrain by its name in the chart, and level."""


def ground_zones(board: Board, frame: HexFrame, scale: float) -> Iterator[Component]:
    """The zones of a map drawn at `scale` px a mm, the smallest first."""
    found = []
    for ground, hexes in _stretches(board, frame):
        rim = _rim(frame, hexes)
        found.append((abs(area_of(rim)), ground, rim))
    found.sort(key=lambda each: (each[0], each[2]))
    total, number = Count(ground for _, ground, _ in found), Count[Ground]()
    for _, ground, rim in found:
        number[ground] += 1
        which = f" {number[ground]}" if total[ground] > 1 else ""
        corners = [(round(x * scale), round(y * scale)) for x, y in rim]
        yield zone(
            told(board, ground, which), corners, locationFormat="$gridLocation$", useParentGrid=True
        )  # fmt: skip


def told(board: Board, ground: Ground, which: str = "") -> str:
    """What a zone is called: the terrain, which of its stretches, its level and its effects."""
    name, level = ground
    kind = board.terrain[name]
    lowest, highest = level_range(board)
    height = f", level {level}" if lowest < highest else ""
    cost = mp_text(kind)
    effects = ["not to be entered" if cost == "no" else f"{cost} MP"]
    effects += [text for text in (combat_text(kind), other_text(kind)) if text != "–"]
    return f"{kind.name}{which}{height}: {'; '.join(effects)}"


def _stretches(board: Board, frame: HexFrame) -> Iterator[tuple[Ground, set[Doubled]]]:
    """The hexes that hang together and are alike."""
    ground = {
        frame.grid.doubled(each): (board.terrain_name(each), board.level(each)) for each in frame.grid.ids
    }
    left = dict(ground)
    while left:
        start, kind = left.popitem()
        stretch, edge = {start}, [start]
        while edge:
            place = edge.pop()
            for side in range(6):
                beside = frame.neighbour(place, side)
                if left.get(beside) == kind:
                    del left[beside]
                    stretch.add(beside)
                    edge.append(beside)
        yield kind, stretch


def _rim(frame: HexFrame, hexes: set[Doubled]) -> list[tuple[float, float]]:
    """The outer rim of a stretch of hexes, in mm."""
    sides = [
        frame.side_ends(place, side)
        for place in sorted(hexes)
        for side in range(6)
        if frame.neighbour(place, side) not in hexes
    ]
    loops = [[frame.point(vertex) for vertex in run[:-1]] for run in chains(sides)]
    return max(loops, key=lambda loop: abs(area_of(loop)))
