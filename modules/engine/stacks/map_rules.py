"""What rules.yaml says of one map: the hexes that its words mean, the ways over them, how far zones reach.

It is worked out once for all games on the map.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Final

from modules.definition.formats.clauses.moving import Movement, ZoneClause
from modules.definition.formats.maps import MapFile
from modules.definition.formats.rules import RulesFile
from modules.definition.formats.terrain import HexsideTerrain, HexTerrain, RoadTerrain, Terrain
from modules.definition.mp_parts import count_parts
from modules.definition.rule_words import PlaceWords
from modules.engine.hexes.board import board_of
from modules.engine.stacks.costs import PROHIBITED, Chart, Manner, PaidStep, StepFact, StepTable
from modules.geometry import Hexside

_MOST_TABLES: Final = 120
_MOST_MAPS: Final = 16


class MapRules:
    """The clauses of a game on one of its maps."""

    def __init__(self, each_map: MapFile, terrain: dict[str, Terrain], rules: RulesFile) -> None:
        self.map, self.terrain, self.rules = each_map, terrain, rules
        self.board = board_of(each_map, terrain)
        self.places = PlaceWords(each_map, terrain, rules.groups)
        self.parts = count_parts(rules, terrain)
        self.hexes = frozenset(self.board.grid.ids)
        self._chart = Chart.of(terrain)
        self._kinds = {k for t in self._chart.hexes.values() for k in t.by_kind}
        self._tables: dict[tuple[str, Manner], StepTable] = {}
        self._reached: dict[tuple[int, str], tuple[str, ...]] = {}
        self._fire: dict[tuple[str, int], frozenset[str]] = {}

    def mp(self, parts: int) -> Fraction:
        """Parts of a MP as MP."""
        return Fraction(parts, self.parts)

    def table(self, way: str, manner: Manner) -> StepTable:
        """The costs of a way of moving in one manner. So many are kept as a game has use for."""
        manner = manner if manner.kind in self._kinds else manner._replace(kind="")
        found = self._tables.get((way, manner))
        if found is None:
            if len(self._tables) >= _MOST_TABLES:
                del self._tables[next(iter(self._tables))]
            found = self._tables[way, manner] = self._make_table(self.rules.movement[way], manner)
        return found

    def _make_table(self, clause: Movement, manner: Manner) -> StepTable:
        into = [self.places.find(each.into) if each.into else frozenset() for each in clause.costs]
        return StepTable(self._facts, self._chart, clause, manner, into, self.parts)

    @cached_property
    def _facts(self) -> Mapping[str, Mapping[str, StepFact]]:
        """What lies on each step from a hex to a neighbour of it."""
        board = self.board
        sides, roads = self._lines(HexsideTerrain), self._lines(RoadTerrain)
        found: dict[str, dict[str, StepFact]] = {one: {} for one in board.neighbours}
        for one, other in ((one, other) for one, around in board.neighbours.items() for other in around):
            side = board.grid.hexside(one, other)
            rise = board.level(other) - board.level(one)
            rise = (rise > 0) - (rise < 0)
            on_side = sides.get(side, ()), roads.get(side, ())
            found[one][other] = StepFact(board.terrain_name(other), rise, *on_side)
        return found

    def _lines(self, kind: type[HexsideTerrain | RoadTerrain]) -> dict[Hexside, tuple[str, ...]]:
        """The names of what lies on each hexside, or of the roads that cross it."""
        found: dict[Hexside, tuple[str, ...]] = {}
        drawn = [(entry.terrain, entry.between) for entry in self.map.hexsides]
        drawn += [(road.terrain, tuple(pairwise(road.path))) for road in self.map.roads]
        for name, pairs in drawn:
            for one, other in pairs if isinstance(self.terrain[name], kind) else ():
                side = self.board.grid.hexside(one, other)
                found[side] = (*found.get(side, ()), name)
        return found

    def enter(self, table: StepTable, hex_id: str) -> PaidStep:
        """What it costs to come in over a hex by a way of moving; by a road that ends there as along it."""
        ending = tuple(road.terrain for road in self.map.roads if hex_id in (road.path[0], road.path[-1]))
        return table.enter(hex_id, self.board.terrain_name(hex_id), self._roads_through(hex_id), ending)

    def _roads_through(self, hex_id: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(road.terrain for road in self.map.roads if hex_id in road.path))

    def fact(self, one: str, other: str) -> StepFact:
        """What lies on a step between adjacent hexes."""
        return self._facts[one][other]

    def is_shut(self, fact: StepFact) -> bool:
        """Whether a hexside on a step lets nothing across."""
        return any(self._chart.sides[key].mp == PROHIBITED for key in fact.across)

    def barring_kind(self, kind: str) -> str:
        """A kind of counters as far as it matters for the ground: empty where the chart says nothing of
        it."""
        return kind if kind in self._kinds else ""

    def barred_ground(self, hex_id: str, kind: str) -> HexTerrain | None:
        """The terrain of a hex, where it lets no counter of a kind be there."""
        filled = self.board.terrain_of(hex_id)
        return filled if filled.by_kind.get(kind, filled.mp) == "prohibited" else None

    @cached_property
    def edge(self) -> tuple[str, ...]:
        """The hexes at the edge of the map, in the order of their ids."""
        return tuple(hex_id for hex_id, around in self.board.neighbours.items() if len(around) < 6)

    def zone_reach(self, clause: int, hex_id: str) -> tuple[str, ...]:
        """The hexes that the zone of a clause reaches from a hex, that itself first."""
        found = self._reached.get((clause, hex_id))
        if found is None:
            found = self._reached[clause, hex_id] = self._spread(self.rules.zones[clause], hex_id)
        return found

    def in_reach(self, hex_id: str, reach: int) -> frozenset[str]:
        """The hexes that an attack reaches from a hex: not an adjacent one whose hexside prohibits combat."""
        found = self._fire.get((hex_id, reach))
        if found is None:
            board, near = self.board, self.board.neighbours[hex_id]
            barred = {h for h in near if board.combat_barred_by(hex_id, h)}
            found = self._fire[hex_id, reach] = frozenset(board.within(hex_id, reach)) - barred
        return found

    def _spread(self, zone: ZoneClause, hex_id: str) -> tuple[str, ...]:
        shut = self.places.find(zone.not_into) if zone.not_into else frozenset()
        found, ring = {hex_id: None}, [hex_id]
        for _ in range(zone.reach):
            steps = [(one, fact, other) for one in ring for other, fact in self._facts[one].items()]
            ring = []
            for one, fact, other in steps:
                barred = other in shut or not set(zone.not_across).isdisjoint(fact.across)
                if other not in found and not barred and self.board.zoc_open(one, other):
                    found[other] = None
                    ring.append(other)
        return tuple(found)


_MAPS: dict[tuple[int, int, int], MapRules] = {}


def map_rules_of(each_map: MapFile, terrain: dict[str, Terrain], rules: RulesFile) -> MapRules:
    """The rules of this map, none of which changes: one for all games that are played on it."""
    key = (id(each_map), id(terrain), id(rules))  # what stands here is kept: nothing else has their ids
    if key not in _MAPS:
        if len(_MAPS) >= _MOST_MAPS:
            del _MAPS[next(iter(_MAPS))]
        _MAPS[key] = MapRules(each_map, terrain, rules)
    return _MAPS[key]
