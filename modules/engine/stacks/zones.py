"""Zones of control at one moment: which hexes they cover for a unit, and what they do to its steps."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol

from modules.definition.formats.clauses.moving import ZoneClause
from modules.engine.hexes.path_graph import Steps, Ways
from modules.engine.stacks.battle import StackBattle
from modules.engine.stacks.map_rules import MapRules
from modules.engine.stacks.moment import Moment

Cover = Mapping[str, Sequence[str]]
"""The hexes that a zone covers, each with the counters whose it is."""


class Lying(Protocol):
    """What zones look at."""

    battle: StackBattle
    map_rules: MapRules
    moment: Moment

    def stacks_of(self, side: str) -> Mapping[str, tuple[str, ...]]:
        """The hexes where counters of a side lie, with those."""

    def side(self, counter: str) -> str:
        """Whose a counter is."""


class ZoneEffect(NamedTuple):
    """What a clause does to a unit that moves: in the hexes that it `covers` for this one."""

    clause: ZoneClause
    covers: Cover

    def bars_hop(self, one: str, other: str) -> bool:
        """Whether the clause forbids a step because both hexes are in a zone."""
        if self.clause.hop == "free" or one not in self.covers or other not in self.covers:
            return False
        return self.clause.hop == "never" or not set(self.covers[one]).isdisjoint(self.covers[other])

    def added(self, one: str, other: str) -> Fraction:
        """What a step costs more, in MP."""
        leave = self.clause.leave
        out = leave if isinstance(leave, Fraction) and one in self.covers else 0
        enter = self.clause.enter
        return out + (enter if isinstance(enter, Fraction) and other in self.covers else Fraction(0))

    def locks(self, hex_id: str) -> bool:
        """Whether the clause keeps a unit in a hex until combat takes it out."""
        return self.clause.leave == "combat_only" and hex_id in self.covers

    @property
    def changes_steps(self) -> bool:
        """Whether the clause forbids steps, or makes them dearer, beside closing or ending at hexes."""
        clause = self.clause
        return bool(clause.leave != "free" or clause.hop != "free" or clause.enter not in (0, "never"))


class Zones:
    """The zones of all sides at a moment. `active`: the numbers of the clauses that hold then."""

    def __init__(self, field: Lying) -> None:
        self._field, battle = field, field.battle
        self._clauses = battle.rules.zones
        self.active = [
            i for i, zone in enumerate(self._clauses) if battle.times_test(zone.when).holds(field.moment)
        ]
        self._effects: dict[tuple[str, tuple[int, ...], frozenset[str]], tuple[ZoneEffect, ...]] = {}
        self._opened: dict[tuple[int, str], Cover] = {}

    def effects(self, unit: str, movers: Collection[str]) -> tuple[ZoneEffect, ...]:
        """What the zones of the enemy do to a unit that moves, together with others or alone."""
        bound, side = self.binding(unit), self._field.side(unit)
        alone = any(self._clauses[i].cancelled_by_friends for i in bound)
        left = self._left_by(side, movers) if alone else frozenset()
        key = side, bound, left
        if key not in self._effects:
            made = (self._effect(i, side, left) for i in bound)
            self._effects[key] = tuple(each for each in made if each.covers)
        return self._effects[key]

    def binding(self, unit: str) -> tuple[int, ...]:
        """The numbers of the clauses that hold for a unit."""
        find, clauses = self._field.battle.counters_of, self._clauses
        return tuple(i for i in self.active if not clauses[i].binds or unit in find(clauses[i].binds))

    def _left_by(self, side: str, movers: Collection[str]) -> frozenset[str]:
        """The hexes where no friend lies but those that move."""
        stacks, at = self._field.stacks_of(side), self._field.moment.at
        places = {at.get(mover, "") for mover in movers}
        return frozenset(h for h in places if h in stacks and all(unit in movers for unit in stacks[h]))

    def _effect(self, clause: int, side: str, left: frozenset[str]) -> ZoneEffect:
        zone, covers = self._clauses[clause], self._cover(clause, side)
        if not zone.cancelled_by_friends:
            return ZoneEffect(zone, covers)
        open_ = self._open(clause, side)
        alone = {h: covers[h] for h in left if h in covers}
        return ZoneEffect(zone, {**open_, **alone} if alone else open_)

    def _open(self, clause: int, side: str) -> Cover:
        """What the zone of a clause covers where no friend lies at all."""
        if (clause, side) not in self._opened:
            friends = self._field.stacks_of(side)
            covers = self._cover(clause, side)
            self._opened[clause, side] = {h: holders for h, holders in covers.items() if h not in friends}
        return self._opened[clause, side]

    def _cover(self, clause: int, side: str) -> dict[str, list[str]]:
        """The hexes that the zone of a clause covers for a side, whichever unit of it moves: of the last
        moment, if no enemy has changed since."""
        battle, field, zone = self._field.battle, self._field, self._clauses[clause]
        enemies = [field.stacks_of(each) for each in battle.sides if each != side]
        by_state = dict(field.moment.states) if zone.state or zone.not_state else None
        last, cover = battle.covers.get((clause, side), (None, {}))
        if last != (enemies, by_state):
            cover = self._spread(clause, enemies)
            battle.covers[clause, side] = (enemies, by_state), cover
        return cover

    def _spread(self, clause: int, enemies: Sequence[Mapping[str, tuple[str, ...]]]) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        reach, zone = self._field.map_rules.zone_reach, self._clauses[clause]
        for here, units in (stack for held in enemies for stack in held.items()):
            for unit in (each for each in units if self._exerts(zone, each)):
                for hex_id in reach(clause, here):
                    found.setdefault(hex_id, []).append(unit)
        return found

    def _exerts(self, zone: ZoneClause, counter: str) -> bool:
        states = self._field.moment.states.get(counter, frozenset())
        return (
            counter in self._field.battle.counters_of(zone.of)
            and (not zone.state or not states.isdisjoint(zone.state))
            and states.isdisjoint(zone.not_state)
        )


class ZoneSteps(dict[str, Steps]):
    """The steps of some ways as zones leave them, each hex worked out when a search comes to it."""

    def __init__(self, ways: Ways, effects: Sequence[ZoneEffect], parts: int, *, by_hexes: bool) -> None:
        super().__init__()
        self._steps = ways.steps
        self._effects = [effect for effect in effects if effect.changes_steps]
        self._hops = [effect for effect in self._effects if effect.clause.hop != "free"]
        dear = [] if by_hexes else self._effects
        self._enter = [(e.covers, n) for e in dear if (n := _in_parts(e.clause.enter, parts))]
        self._leave = [(e.covers, n) for e in dear if (n := _in_parts(e.clause.leave, parts))]

    def __missing__(self, here: str) -> Steps:
        found: list[tuple[str, int]] = []
        if not any(effect.locks(here) for effect in self._effects):
            leave = sum([more for covers, more in self._leave if here in covers])
            hops = [effect for effect in self._hops if here in effect.covers]
            for there, cost in self._steps[here]:
                if not any(effect.bars_hop(here, there) for effect in hops):
                    enter = sum([more for covers, more in self._enter if there in covers])
                    found.append((there, cost + leave + enter))
        self[here] = tuple(found)
        return self[here]


def _in_parts(cost: Fraction | str, parts: int) -> int:
    """What entering or leaving costs, in parts of a MP; nothing where it costs no MP."""
    return int(cost * parts) if isinstance(cost, Fraction) else 0
