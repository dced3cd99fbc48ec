"""Into how many equal parts a MP is split, so that each cost of a game is a whole number of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Final

from modules.definition.formats.clauses.moving import MovePhase
from modules.definition.formats.rules import RulesFile
from modules.definition.formats.terrain import HexTerrain, Terrain

MOST_PARTS: Final = 60
"""So many parts of a MP a search of ways can count in without long lists."""


def count_parts(rules: RulesFile, terrain: Mapping[str, Terrain]) -> int:
    """The parts of a MP in which the costs of the chart and of rules.yaml are whole numbers, also those that
    a clause multiplies."""
    factors = (c.times for way in rules.movement.values() for c in way.costs if c.times is not None)
    whole = lcm(*(cost.denominator for cost in (*_of_chart(terrain), *_of_clauses(rules))))
    return whole * lcm(*(factor.denominator for factor in factors))


def _of_chart(terrain: Mapping[str, Terrain]) -> Iterator[Fraction]:
    for entry in terrain.values():
        found = [entry.mp]
        if isinstance(entry, HexTerrain):
            found += [entry.down, *entry.by_kind.values()]
        yield from (cost for cost in found if isinstance(cost, Fraction))


def _of_clauses(rules: RulesFile) -> Iterator[Fraction]:
    found: list[Fraction | str | None] = []
    for way in rules.movement.values():
        found += [way.cost, *(each.mp for each in way.costs)]
    for zone in rules.zones:
        found += [zone.enter, zone.leave]
    for phase in rules.phases.values():
        found += [each.cost for each in phase.exits] if isinstance(phase, MovePhase) else []
    yield from (cost for cost in found if isinstance(cost, Fraction))
