"""Ground as zones of a map's grid: where the mouse rests, VASSAL tells terrain, level, and what it does; what
lies on the sides of the hex, and toward which; who may set up there.

A zone is one stretch of hexes of which the same is told, bounded by its outer rim; several stretches of one
ground have one name, which is what VASSAL tells. Of two zones at a point it takes the first: so the smallest
come first, and an island of other ground counts before the stretch around it. Zones number nothing
themselves: hexes are those of the map's one grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.charts.costs import entry_text, mp_text
from generator.charts.terrain import combat_text, other_text
from generator.maps.frame import HexFrame
from generator.maps.ground import level_range
from generator.maps.outline import chains
from generator.vassal.format.buildfile import Component
from generator.vassal.format.maps import zone
from modules.definition import Definition
from modules.definition.formats.game import Kind
from modules.definition.formats.terrain import Terrain
from modules.engine.hexes.board import Board
from modules.geometry.hexgrid import Doubled, HexGrid
from modules.geometry.outline import area_of

Ground = tuple[str, int, str]
"""Terrain by its name in the chart, level, and what else is told of the hex."""

_WINDS = ("N", "NE", "NE", "E", "SE", "SE", "S", "SW", "SW", "W", "NW", "NW")
"""By 30 degrees: of the six sides of a hex no two have one name."""

_SLOPES = ("higher", "lower")
_TOPS = {"north": 0, "east": 90, "south": 180, "west": 270}


def ground_zones(
    board: Board,
    frame: HexFrame,
    scale: float,
    kinds: Mapping[str, Kind],
    hints: Mapping[str, str] | None = None,
) -> Iterator[Component]:
    """The zones of a map drawn at `scale` px a mm, the smallest first; `kinds` are those of the game's
    counters, `hints` more words by hex."""
    found = []
    for ground, hexes in _stretches(board, frame, hints or {}):
        rim = _rim(frame, hexes)
        found.append((abs(area_of(rim)), ground, rim))
    found.sort(key=lambda each: (each[0], each[2]))
    effects = {name: effects_of(board.terrain[name], kinds) for name in {ground[0] for _, ground, _ in found}}
    for _, ground, rim in found:
        corners = [(round(x * scale), round(y * scale)) for x, y in rim]
        words = told(board, ground, effects[ground[0]])
        yield zone(words, corners, locationFormat="$gridLocation$", useParentGrid=True)


def effects_of(kind: Terrain, kinds: Mapping[str, Kind]) -> tuple[str, ...]:
    """What a terrain does."""
    others = (combat_text(kind, kinds), other_text(kind, kinds, down=False))
    return (entry_text(kind, kinds), *(text for text in others if text != "–"))


def told(board: Board, ground: Ground, effects: Sequence[str]) -> str:
    """What a zone is called: the terrain, its level and its effects."""
    name, level, more = ground
    lowest, highest = level_range(board)
    height = f", level {board.map.height(level)}" if lowest < highest else ""
    return f"{board.terrain[name].name}{height}: {'; '.join([*effects, *([more] if more else [])])}"


def ground_of(board: Board, hex_id: str, hint: str = "") -> Ground:
    """What is told of a hex."""
    more = "; ".join([*_sides(board, hex_id), *([hint] if hint else [])])
    return board.terrain_name(hex_id), board.level(hex_id), more


def _sides(board: Board, hex_id: str) -> Iterator[str]:
    """What lies on the sides of a hex, with its cost, and where the ground rises and falls."""
    found: dict[str, list[str]] = {}
    level, winds = board.level(hex_id), _winds(board.grid, board.map.up)
    for wind, other in zip(winds, board.grid.around(hex_id), strict=True):
        if other is None:
            continue
        for kind in board.features(hex_id, other):
            found.setdefault(f"{kind.name} ({mp_text(kind)} MP)", []).append(wind)
        if (road := board.road(hex_id, other)) is not None:
            found.setdefault(road.name, []).append(wind)
        if (rise := board.level(other) - level) != 0:
            found.setdefault(_SLOPES[rise < 0], []).append(wind)
    for what, there in sorted(found.items(), key=lambda each: (each[0] in _SLOPES, each[0])):
        yield f"{what} {', '.join(there)}"


def _winds(grid: HexGrid, up: str) -> tuple[str, ...]:
    """Toward which wind each of the sides of a hex lies."""
    first = 0 if grid.flat_top else 30
    return tuple(_WINDS[(first + 60 * side + _TOPS[up]) // 30 % 12] for side in range(6))


def setup_hints(definition: Definition, map_name: str) -> dict[str, str]:
    """Who may set up in a hex as he likes, by hex; of several scenarios on a map in which."""
    battles = [each for each in definition.hex_scenarios.values() if each.map == map_name]
    found: dict[str, dict[str, None]] = {}
    board = Board(definition.maps[map_name], definition.terrain)
    for battle in battles:
        for setup in battle.setup:
            words = definition.game.sides[setup.side].name
            words += f" ({battle.title})" if len(battles) > 1 else ""
            for area in setup.zones:
                for hex_id in board.zone(area):
                    found.setdefault(hex_id, {})[words] = None
    return {hex_id: f"set-up of the {', '.join(sides)}" for hex_id, sides in found.items()}


def _stretches(
    board: Board, frame: HexFrame, hints: Mapping[str, str]
) -> Iterator[tuple[Ground, set[Doubled]]]:
    """The hexes that hang together and are alike."""
    ground = {
        frame.grid.doubled(each): ground_of(board, each, hints.get(each, "")) for each in frame.grid.ids
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
