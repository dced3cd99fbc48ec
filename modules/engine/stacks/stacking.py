"""How many units may lie in a hex: what a clause counts, which hexes are full, what is over."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple, Protocol

from modules.amounts import count_noun
from modules.definition.formats.clauses.moving import Stacking
from modules.engine.stacks.battle import StackBattle
from modules.engine.stacks.map_rules import MapRules
from modules.engine.stacks.moment import Moment

UNITS = "units"
"""The word of a clause that counts units, and no value of theirs."""
AT_ONCE: Final = ("always", "move_end")
AT_LAST: Final = (*AT_ONCE, "phase_end")
"""When limits hold that a unit keeps where it is placed, and all that hold when a phase is over."""


class Surplus(NamedTuple):
    """A hex in which more lies than a clause lets lie there, with the units that it counts."""

    clause: Stacking
    hex_id: str
    total: int
    counted: tuple[str, ...]

    def tell(self) -> str:
        """What lies there, and how much may."""
        return tell_crowd(self.clause, self.hex_id, self.total)


def tell_crowd(clause: Stacking, hex_id: str, total: int) -> str:
    """So much of what a clause counts in a hex, and how much may lie there."""
    counted = count_noun(total, "unit") if clause.count == UNITS else f"{total} of {clause.count}"
    return f"{hex_id} holds {counted}, at most {clause.limit} may lie there"


class Holding(Protocol):
    """What stacking looks at."""

    battle: StackBattle
    map_rules: MapRules
    moment: Moment

    def value(self, counter: str, name: str) -> int:
        """A value on the face that is up."""

    def stacks_of(self, side: str) -> Mapping[str, tuple[str, ...]]:
        """The hexes where counters of a side lie, with those."""


class StackCounts:
    """What the clauses of stacking count at one moment. `clauses`: those that hold then."""

    def __init__(self, field: Holding) -> None:
        self._field, battle = field, field.battle
        self.clauses: list[Stacking] = [
            each for each in battle.rules.stacking if battle.times_test(each.when).holds(field.moment)
        ]
        self._counts: dict[tuple[int, str], dict[str, int]] = {}
        self._full: dict[tuple[int, tuple[str, ...], str], Collection[str]] = {}

    def weight(self, clause: Stacking, counter: str) -> int:
        """How much of a clause's limit a unit takes up."""
        battle = self._field.battle
        if clause.free and counter in battle.counters_of(clause.free):
            return 0
        if clause.of and counter not in battle.counters_of(clause.of):
            return 0
        return 1 if clause.count == UNITS else max(0, self._field.value(counter, clause.count))

    def full(self, clause: Stacking, units: tuple[str, ...], side: str) -> Collection[str]:
        """The hexes in which a clause would be broken if these units of a side came to lie there."""
        key = id(clause), units, side
        if key not in self._full:
            self._full[key] = self._work_out_full(clause, units, side)
        return self._full[key]

    def _work_out_full(self, clause: Stacking, units: tuple[str, ...], side: str) -> Collection[str]:
        weights = [self.weight(clause, unit) for unit in units]
        total = sum(weights)
        if not total:
            return ()
        places = self._field.map_rules.places
        if total > clause.limit:
            return places.find(clause.at)
        counts, at = self._counted(clause, side), self._field.moment.at
        room = clause.limit - total
        own: dict[str, int] = {}
        for unit, weight in zip(units, weights, strict=True):
            own[at.get(unit, "")] = own.get(at.get(unit, ""), 0) + weight
        return {hex_id for hex_id, count in counts.items() if count - own.get(hex_id, 0) > room}

    def full_for_good(
        self, clause: Stacking, units: tuple[str, ...], staying: Collection[str]
    ) -> Collection[str]:
        """The hexes in which a clause would be broken by these units together with those that stay there."""
        total = sum(self.weight(clause, unit) for unit in units)
        if not total:
            return ()
        places, at = self._field.map_rules.places.find(clause.at), self._field.moment.at
        if total > clause.limit:
            return places
        lying: dict[str, int] = {}
        for unit in (each for each in staying if each not in units and at[each] in places):
            lying[at[unit]] = lying.get(at[unit], 0) + self.weight(clause, unit)
        return {hex_id for hex_id, weight in lying.items() if weight > clause.limit - total}

    def total(self, clause: Stacking, hex_id: str, side: str) -> int:
        """How much a clause counts in a hex."""
        return self._counted(clause, side).get(hex_id, 0)

    def surplus(self, side: str, holds: Collection[str]) -> list[Surplus]:
        """The hexes of a side in which too much lies by clauses that hold at these times."""
        found: list[Surplus] = []
        for clause in (each for each in self.clauses if each.holds in holds):
            for hex_id, count in self._counted(clause, side).items():
                if count > clause.limit:
                    there = self._field.stacks_of(side)[hex_id]
                    counted = tuple(unit for unit in there if self.weight(clause, unit))
                    found.append(Surplus(clause, hex_id, count, counted))
        return found

    def _counted(self, clause: Stacking, side: str) -> Mapping[str, int]:
        """What a clause counts in each hex of a side where it holds."""
        key = id(clause), side
        if key not in self._counts:
            stacks = self._field.stacks_of(side)
            if clause.at:
                places = self._field.map_rules.places.find(clause.at)
                stacks = {hex_id: units for hex_id, units in stacks.items() if hex_id in places}
            plain = clause.count == UNITS and not clause.of and not clause.free
            self._counts[key] = {
                hex_id: len(units) if plain else sum(self.weight(clause, unit) for unit in units)
                for hex_id, units in stacks.items()
            }
        return self._counts[key]
