"""The board of a map file: terrain, levels, hexside features, roads, areas, exits, and what a step costs.

Costs are counted in the chart's own smallest part of a MP (`unit`, 1/2 where a road costs half), as whole
numbers, so that a path search adds integers. `Step` keeps the parts in MP for explanations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import lcm
from typing import Literal, TypeAlias

from modules.definition.formats.maps import MapFile
from modules.definition.formats.scenarios import Zone
from modules.definition.formats.terrain import HexsideTerrain, HexTerrain, LevelChange, RoadTerrain, Terrain
from modules.definition.places import area_holds, hex_grid, row_letter, terrain_by_hex, zone_holds
from modules.engine.hexes.path_graph import Ways
from modules.geometry import Hexside, Sightline, sightline


@dataclass(frozen=True, slots=True)
class Step:
    """What it costs to go from a hex to the next: `cost` in the board's units, `parts` by name in MP.

    `barred`: the name of the terrain that forbids it, else empty.
    """

    cost: int
    parts: tuple[tuple[str, Fraction], ...]
    barred: str = ""


_Cost: TypeAlias = tuple[str, Fraction | Literal["prohibited"]]
"""A name of the chart, and what it costs."""


def _costs(terrain: Terrain) -> list[Fraction]:
    """All numbers of MP in an entry of the chart."""
    found: list[Fraction | str | None] = [terrain.mp]
    if isinstance(terrain, HexTerrain):
        found += [terrain.down, *terrain.by_kind.values()]
    return [mp for mp in found if isinstance(mp, Fraction)]


def written(number: Fraction) -> str:
    """MP or SP as a player writes them: `2`, `1/2`, `2 1/2`."""
    whole, part = divmod(number, 1)
    return " ".join(str(n) for n in (int(whole), part) if n) or "0"


class Board:
    """One map. Hexes are named by their ids throughout."""

    def __init__(self, each_map: MapFile, terrain: dict[str, Terrain]) -> None:
        self.map = each_map
        self.terrain = terrain
        self.grid = hex_grid(each_map.grid)
        self.neighbours = self.grid.adjacency
        self.distance = self.grid.distance
        self._units_in_one = lcm(*(mp.denominator for t in terrain.values() for mp in _costs(t)))
        self.unit = Fraction(1, self._units_in_one)
        hexes = [t for t in terrain.values() if isinstance(t, HexTerrain)]
        self._kinds = frozenset(kind for t in hexes for kind in t.by_kind)
        self._steps: dict[tuple[str, str, str], Step] = {}
        self._alike: dict[tuple[str | int, ...], Step] = {}
        self._ways: dict[str, Ways] = {}
        self._zoc_open: dict[tuple[str, str], bool] = {}
        self._zoc_reach: dict[str, frozenset[str]] = {}
        self._retreat_open: dict[tuple[str, str], bool] = {}
        self._zones: dict[Zone, tuple[str, ...]] = {}
        self._areas: dict[str, tuple[str, ...]] = {}
        self._within: dict[tuple[str, int], tuple[str, ...]] = {}
        self._sight: dict[tuple[str, str], str] = {}
        self._lines: dict[tuple[str, str], Sightline] = {}

    def units(self, mp: Fraction | int) -> int:
        """MP in the board's units."""
        return int(mp * self._units_in_one)

    def show_mp(self, units: int) -> str:
        """Units as a player writes MP."""
        return written(units * self.unit)

    # --- what lies where ---------------------------------------------------------------------------

    @cached_property
    def _terrain_at(self) -> dict[str, str]:
        return terrain_by_hex(self.map, self.terrain)

    def terrain_name(self, hex_id: str) -> str:
        """The name in the terrain chart of what fills the hex."""
        return self._terrain_at[hex_id]

    def terrain_of(self, hex_id: str) -> HexTerrain:
        """The chart's entry of what fills the hex."""
        found = self.terrain[self._terrain_at[hex_id]]
        if not isinstance(found, HexTerrain):
            raise TypeError(f"{hex_id} is filled by {found.name}, which is no terrain of a hex")
        return found

    @cached_property
    def _levels(self) -> dict[str, int]:
        letters = {h: row_letter(self.map.levels, h, self.grid) for h in self.grid.ids}
        return {h: int(letter) if letter else 0 for h, letter in letters.items()}

    def level(self, hex_id: str) -> int:
        """The level of the hex; 0 on a map without levels."""
        return self._levels[hex_id]

    @cached_property
    def _features(self) -> dict[Hexside, tuple[HexsideTerrain, ...]]:
        found: dict[Hexside, tuple[HexsideTerrain, ...]] = {}
        for entry in self.map.hexsides:
            kind = self.terrain[entry.terrain]
            if isinstance(kind, HexsideTerrain):
                for one, other in entry.between:
                    side = self.grid.hexside(one, other)
                    found[side] = (*found.get(side, ()), kind)
        return found

    def features(self, one: str, other: str) -> tuple[HexsideTerrain, ...]:
        """What lies on the hexside between two adjacent hexes."""
        return self._features.get(self.grid.hexside(one, other), ())

    @cached_property
    def _roads(self) -> dict[Hexside, RoadTerrain]:
        found: dict[Hexside, RoadTerrain] = {}
        for road in self.map.roads:
            kind = self.terrain[road.terrain]
            if isinstance(kind, RoadTerrain):
                for one, other in pairwise(road.path):
                    found[self.grid.hexside(one, other)] = kind
        return found

    def road(self, one: str, other: str) -> RoadTerrain | None:
        """The road that crosses the hexside between two adjacent hexes, if one does."""
        return self._roads.get(self.grid.hexside(one, other))

    @cached_property
    def level_change(self) -> LevelChange | None:
        """The chart's entry for a hexside between two levels."""
        return next((t for t in self.terrain.values() if isinstance(t, LevelChange)), None)

    def area(self, name: str) -> tuple[str, ...]:
        """The hexes of a named area."""
        if name not in self._areas:
            area = self.map.areas[name]
            self._areas[name] = tuple(h for h in self.grid.ids if area_holds(area, h, self.grid))
        return self._areas[name]

    @cached_property
    def closed(self) -> frozenset[str]:
        """The hexes that no unit may enter, by what fills them."""
        return frozenset(h for h in self.grid.ids if self.terrain_of(h).mp == "prohibited")

    def zone(self, zone: Zone) -> tuple[str, ...]:
        """The hexes that a set-up zone allows."""
        if zone not in self._zones:
            self._zones[zone] = tuple(h for h in self.grid.ids if zone_holds(zone, h, self.map, self.grid))
        return self._zones[zone]

    # --- moving and seeing -------------------------------------------------------------------------

    def step(self, one: str, other: str, kind: str = "") -> Step:
        """What a step between two adjacent hexes costs, a `kind` of counter if that matters. Raises GridError
        where they are not adjacent."""
        kind = kind if kind in self._kinds else ""
        found = self._steps.get((one, other, kind))
        if found is None:
            found = self._steps[one, other, kind] = self._work_out(one, other, kind)
        return found

    def _work_out(self, one: str, other: str, kind: str) -> Step:
        """A step's cost: a board has few kinds of steps, and each is added up once."""
        side = self.grid.hexside(one, other)
        road, features = self._roads.get(side), self._features.get(side, ())
        rise = self.level(other) - self.level(one)
        way: tuple[str | int, ...] = (self._terrain_at[other], kind, rise > 0, rise < 0, id(road))
        alike = (*way, *map(id, features))
        found = self._alike.get(alike)
        if found is None:
            found = self._alike[alike] = self._add_up(self._entered(one, other, kind), road, features, rise)
        return found

    def _add_up(
        self, entered: _Cost, road: RoadTerrain | None, features: Sequence[HexsideTerrain], rise: int
    ) -> Step:
        costly: list[_Cost] = [entered, *((f.name, f.mp) for f in features)]
        barred = next((name for name, mp in costly if mp == "prohibited"), "")
        if barred:
            return Step(0, (), barred)
        if road is not None and road.mp is not None:
            tolls = [(f.name, f.mp) for f in features if f.on_road and isinstance(f.mp, Fraction)]
            paid = ((road.name, road.mp), *tolls)
            return Step(self.units(sum((mp for _, mp in paid), Fraction(0))), paid)
        parts = [(name, mp) for name, mp in costly if isinstance(mp, Fraction)]
        if self.level_change is not None and rise:
            parts.append((self.level_change.name, self.level_change.mp))
        return Step(self.units(sum((mp for _, mp in parts), Fraction(0))), tuple(parts))

    def _entered(self, one: str, other: str, kind: str) -> _Cost:
        """What fills a hex, and what it costs to enter it."""
        filled = self.terrain_of(other)
        if kind in filled.by_kind:
            return filled.name, filled.by_kind[kind]
        downhill = self.level(other) < self.level(one)
        return filled.name, filled.down if downhill and filled.down is not None else filled.mp

    def ways(self, kind: str = "") -> Ways:
        """All steps that the ground allows a kind of counter, with their costs in the board's units."""
        kind = kind if kind in self._kinds else ""
        if kind not in self._ways:
            self._ways[kind] = Ways(
                {
                    one: tuple((n, step.cost) for n in around if not (step := self.step(one, n, kind)).barred)
                    for one, around in self.neighbours.items()
                }
            )
        return self._ways[kind]

    @cached_property
    def strides(self) -> Ways:
        """The steps that the ground allows a retreat, each of one hex: as `retreat_open`, for all at once."""
        shut = set[tuple[str, str]]()
        for entry in self.map.hexsides:
            if self.terrain[entry.terrain].retreat == "prohibited":
                shut |= {pair for one, other in entry.between for pair in ((one, other), (other, one))}
        on_foot = self.ways().steps.items()
        return Ways({one: tuple((n, 1) for n, _ in steps if (one, n) not in shut) for one, steps in on_foot})

    def entry_cost(self, hex_id: str) -> int:
        """What it costs to enter the map in a hex, in the board's units; by a road that ends there, as on
        it."""
        roads = [road for road in self.map.roads if hex_id in (road.path[0], road.path[-1])]
        costs = [self.terrain_of(hex_id).mp, *(self.terrain[road.terrain].mp for road in roads)]
        return min(self.units(cost) for cost in costs if isinstance(cost, Fraction))

    def road_cost(self, terrain: str) -> int:
        """What a step along a kind of road costs, in the board's units."""
        road = self.terrain[terrain]
        return self.units(road.mp) if isinstance(road, RoadTerrain) and road.mp is not None else 0

    def explain(self, one: str, other: str, kind: str = "") -> str:
        """A step in a player's words: `2603-2703 2 (Clear 1, Stream 1)`."""
        step = self.step(one, other, kind)
        parts = ", ".join(f"{name} {self.show_mp(self.units(mp))}" for name, mp in step.parts)
        return f"{one}-{other} {self.show_mp(step.cost)} ({parts})"

    def combat_barred_by(self, one: str, other: str) -> str:
        """What on the hexside between two adjacent hexes prohibits combat, by its name; else empty."""
        return next((f.name for f in self.features(one, other) if "prohibited" in f.combat), "")

    def zoc_open(self, one: str, other: str) -> bool:
        """True if a ZOC reaches from one hex into an adjacent one: not where the terrain blocks it."""
        found = self._zoc_open.get((one, other))
        if found is None:
            crossed = (self.terrain_of(other), *self.features(one, other))
            found = self._zoc_open[one, other] = all(t.zoc == "open" for t in crossed)
        return found

    def zoc_reach(self, hex_id: str) -> frozenset[str]:
        """The adjacent hexes into which a ZOC reaches from a hex."""
        found = self._zoc_reach.get(hex_id)
        if found is None:
            reached = (n for n in self.neighbours[hex_id] if self.zoc_open(hex_id, n))
            found = self._zoc_reach[hex_id] = frozenset(reached)
        return found

    def retreat_open(self, one: str, other: str) -> bool:
        """True if the terrain lets a unit retreat from one hex into an adjacent one (TEC)."""
        found = self._retreat_open.get((one, other))
        if found is None:
            crossed = self.features(one, other)
            open_way = not self.step(one, other).barred and all(f.retreat != "prohibited" for f in crossed)
            found = self._retreat_open[one, other] = open_way
        return found

    def within(self, hex_id: str, radius: int) -> tuple[str, ...]:
        """All hexes at most so many hexes away, itself included, in id order of the map."""
        found = self._within.get((hex_id, radius))
        if found is None:
            found = self._within[hex_id, radius] = self.grid.within(hex_id, radius)
        return found

    def sight_blocked_by(self, start: str, end: str) -> str:
        """What blocks the line of sight between two hexes, in words; empty where it is clear.

        Hexes and hexsides strictly between count; a line along a hexside is blocked only by both hexes.
        """
        key = (start, end) if start < end else (end, start)
        if key not in self._sight:
            self._sight[key] = self._look(*key)
        return self._sight[key]

    def line(self, start: str, end: str) -> Sightline:
        """The straight line between the centres of two hexes."""
        if (start, end) not in self._lines:
            self._lines[start, end] = sightline(self.grid, start, end)
        return self._lines[start, end]

    def _look(self, start: str, end: str) -> str:
        if self.distance(start, end) < 2:
            return ""
        line = self.line(start, end)
        above = max(self.level(start), self.level(end))
        for hex_id in line.hexes:
            if why := self.hides(hex_id, above):
                return why
        for one, other in line.crossed:
            for feature in self.features(one, other):
                if feature.sight == "blocks":
                    return f"{feature.name.lower()} at {one}/{other}"
        for one, other in line.along:
            if (first := self.hides(one, above)) and (second := self.hides(other, above)):
                return f"{first} and {second}"
        return ""

    def hides(self, hex_id: str, above: int) -> str:
        """How a hex blocks a line of sight whose ends are at most so high, in words; empty where it does
        not."""
        filled, change = self.terrain_of(hex_id), self.level_change
        if filled.sight == "blocks":
            return f"{filled.name.lower()} in {hex_id}"
        if change is not None and change.sight == "blocks_if_higher" and self.level(hex_id) > above:
            return f"higher ground in {hex_id} (level {self.level(hex_id)})"
        return ""


_BOARDS: dict[tuple[int, int], Board] = {}
_MOST_BOARDS = 16


def board_of(each_map: MapFile, terrain: dict[str, Terrain]) -> Board:
    """The board of this map and chart, neither of which changes: one for all games that are played on it.

    What it has worked out (steps, zones, sight) is the same in each, and most of the work of a short one.
    """
    key = (id(each_map), id(terrain))  # a board that stands here keeps both: nothing else has their ids
    if key not in _BOARDS:
        if len(_BOARDS) >= _MOST_BOARDS:
            del _BOARDS[next(iter(_BOARDS))]
        _BOARDS[key] = Board(each_map, terrain)
    return _BOARDS[key]
