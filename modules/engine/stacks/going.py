"""How one unit may go by one way of moving: for how much, over which steps, past which bars."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import NamedTuple

from modules.definition.formats.clauses.moving import MovePhase, Stacking
from modules.engine.hexes.board import written
from modules.engine.hexes.path_graph import Reach, Steps, Ways, reach, reach_over_free_steps
from modules.engine.stacks.allowances import Budget, reckon
from modules.engine.stacks.costs import NONE, ONE, Manner, PaidStep
from modules.engine.stacks.edges import WayOut, column_factor, entry_fault, entry_hexes, ways_out
from modules.engine.stacks.field import StackField
from modules.engine.stacks.orders import EXIT
from modules.engine.stacks.stacking import tell_crowd
from modules.engine.stacks.zones import ZoneEffect, ZoneSteps

Path = tuple[str, ...]
"""The hexes of a move, the start left out."""


def find_reach(
    start: str,
    first: Steps,
    budget: int,
    ways: Ways,
    closed: Sequence[Collection[str]] = (),
    stops: Collection[str] = frozenset(),
) -> Reach:
    """Where ways lead: see `reach`. In a game by rules.yaml a step may cost nothing."""
    search = reach if ways.cheapest else reach_over_free_steps
    return search(start, first, budget, ways, closed, stops)


class Bar(NamedTuple):
    """Hexes that a unit may not enter, or where it may not end, or must stop: by which rule, and why."""

    rule: str
    hexes: Collection[str]
    why: Callable[[str], str]


def bar_enemies(field: StackField, side: str, rule: str) -> Bar:
    """The hexes that no unit of a side enters, for enemies are there."""
    enemies = field.enemy_hexes(side)
    return Bar(rule, enemies.keys(), lambda h: f"{h} is held by {', '.join(enemies[h])}")


def bar_full_hexes(
    field: StackField, side: str, movers: tuple[str, ...], holds: Collection[str]
) -> list[Bar]:
    """The hexes where too much would lie with these units of a side, by each limit that holds at these
    times."""
    clauses = [each for each in field.counts.clauses if each.holds in holds]
    full = [(each, field.counts.full(each, movers, side)) for each in clauses]
    return [Bar(each.rule, hexes, _tell_crowd_by(field, each, side)) for each, hexes in full if hexes]


def _tell_crowd_by(field: StackField, clause: Stacking, side: str) -> Callable[[str], str]:
    return lambda place: tell_crowd(clause, place, field.counts.total(clause, place, side))


class Going:
    """How a unit goes that moves together with `movers`, itself among them, in a phase by a way of moving."""

    def __init__(
        self, field: StackField, phase: MovePhase, way: str, unit: str, movers: Sequence[str]
    ) -> None:
        self.field, self.phase, self.unit, self.movers = field, phase, unit, tuple(movers)
        self.way, self.clause = way, field.battle.rules.movement[way]
        self.side, self.start = field.side(unit), field.moment.at[unit]
        self.on_map = self.start in field.map_rules.hexes
        self.table = field.map_rules.table(way, self._manner())

    def _manner(self) -> Manner:
        field, costs = self.field, self.clause.costs
        held = (i for i, c in enumerate(costs) if field.is_of(self.unit, c.units) and field.is_now(c.when))
        kind = field.battle.counters[self.unit].kind
        return Manner(kind, tuple(held), self.budget.by_hexes)

    # --- what it may spend -------------------------------------------------------------------------

    @cached_property
    def budget(self) -> Budget:
        """What the unit may spend."""
        return reckon(self.field, self.unit, self.clause)

    @cached_property
    def spendable(self) -> int:
        """The same in parts of a MP, or of a hex."""
        return floor(self.budget.amount * self.field.map_rules.parts)

    # --- what bars its way -------------------------------------------------------------------------

    @cached_property
    def effects(self) -> tuple[ZoneEffect, ...]:
        """What zones of the enemy do to it."""
        if self.clause.zones == "ignored":
            return ()
        return self.field.zones.effects(self.unit, self.movers)

    @cached_property
    def closed(self) -> Sequence[Bar]:
        """The hexes that it may not enter."""
        return [
            bar_enemies(self.field, self.side, self.clause.rule),
            *(self._zone_bar(e) for e in self.effects if self._closes(e)),
            *bar_full_hexes(self.field, self.side, self.movers, ("always",)),
        ]

    def _closes(self, effect: ZoneEffect) -> bool:
        return self.clause.zones == "closed" or effect.clause.enter == "never"

    def _zone_bar(self, effect: ZoneEffect) -> Bar:
        rule = effect.clause.rule if effect.clause.enter == "never" else self.clause.rule
        covers = effect.covers
        return Bar(
            rule,
            covers.keys(),
            lambda h: f"{self.unit} may not enter {h}, in the ZOC of {', '.join(covers[h])}",
        )

    @cached_property
    def no_end(self) -> Sequence[Bar]:
        """The hexes where it may not end its move."""
        full = bar_full_hexes(self.field, self.side, self.movers, ("move_end",))
        return [*full, *self._full_for_good()]

    def _full_for_good(self) -> list[Bar]:
        """Where too much would lie at the end of the phase, for no unit that lies there moves on."""
        counts, moment = self.field.counts, self.field.moment
        staying = [
            unit
            for unit in self.field.all_on_map(self.side)
            if unit in moment.acted or not self.field.is_of(unit, self.phase.units)
        ]
        clauses = [each for each in counts.clauses if each.holds == "phase_end"]
        full = [(each, counts.full_for_good(each, self.movers, staying)) for each in clauses]
        return [Bar(each.rule, hexes, self._too_many(each)) for each, hexes in full if hexes]

    def _too_many(self, clause: Stacking) -> Callable[[str], str]:
        def why(place: str) -> str:
            most = f"at most {clause.limit} may lie in {place} at the end of the phase"
            return f"{self.unit} may not end its move in {place}: {most}, and the others there do not move"

        return why

    @cached_property
    def stops(self) -> Sequence[Bar]:
        """The hexes where it stops if it enters them."""
        field = self.field
        found = [self._zone_stop(effect) for effect in self.effects if effect.clause.stop]
        halts = (h for h in self.clause.halts if field.is_of(self.unit, h.units) and field.is_now(h.when))
        places = field.map_rules.places
        return [*found, *(Bar(halt.rule, places.find(halt.into), self._ground) for halt in halts)]

    @staticmethod
    def _zone_stop(effect: ZoneEffect) -> Bar:
        covers = effect.covers
        return Bar(effect.clause.rule, covers.keys(), lambda h: f"in the ZOC of {', '.join(covers[h])}")

    def _ground(self, hex_id: str) -> str:
        return self.field.board.terrain_of(hex_id).name

    # --- its steps ---------------------------------------------------------------------------------

    @cached_property
    def ways(self) -> Ways:
        """The steps that ground and zones leave it, with what they cost."""
        ground = self.table.ways
        if not any(effect.changes_steps for effect in self.effects):
            return ground
        parts = self.field.map_rules.parts
        return Ways(ZoneSteps(ground, self.effects, parts, by_hexes=self.budget.by_hexes), ground)

    @cached_property
    def first(self) -> Steps:
        """The steps that may come first."""
        if self.on_map:
            return self.ways.steps[self.start]
        hexes = entry_hexes(self.field, self.unit)
        paid = [(h, self.enter(h)) for h in hexes if entry_fault(self.field, self.unit, h) is None]
        return [(h, step.cost) for h, step in paid if not step.barred]

    def enter(self, place: str) -> PaidStep:
        """What it costs to come in over a hex."""
        once, factor = self.field.map_rules.enter(self.table, place), column_factor(self.field, place)
        if once.barred:
            return once
        times = f"{factor} times {written(once.mp)}"
        parts = once.parts if factor == 1 else ((times, once.mp * factor),)
        return self._with_zones(PaidStep(once.cost * factor, once.mp * factor, parts), "", place)

    def step(self, here: str, place: str) -> PaidStep:
        """What a step between adjacent hexes costs."""
        found = self.table.step(here, place)
        return found if found.barred else self._with_zones(found, here, place)

    def _with_zones(self, step: PaidStep, here: str, place: str) -> PaidStep:
        added = NONE
        for effect in () if self.budget.by_hexes else self.effects:
            if effect.changes_steps:
                added += effect.added(here, place)
        if not added:
            return step
        cost = step.cost + int(added * self.field.map_rules.parts)
        return PaidStep(cost, step.mp + added, (*step.parts, ("ZOC", added)))

    @cached_property
    def exits(self) -> Mapping[str, WayOut]:
        """The hexes from which it may leave the map."""
        return ways_out(self.field, self.phase, self.movers)

    def leave(self, here: str) -> PaidStep:
        """What it costs to leave the map from a hex."""
        mp = ONE if self.budget.by_hexes else self.exits[here].mp
        return self._with_zones(PaidStep(int(mp * self.field.map_rules.parts), mp), here, "")

    # --- its search --------------------------------------------------------------------------------

    def search(self) -> Search:
        """Where it can come."""
        closed = [bar.hexes for bar in self.closed]
        stops = frozenset().union(*(bar.hexes for bar in self.stops))
        found = find_reach(self.start, self.first, self.spendable, self.ways, closed, stops)
        off = self._way_off(found, stops) if self.exits else ()
        if self.clause.at_least_one:
            self._reach_one(found, closed)
        for bar in self.no_end:
            for place in found.ways.keys() & bar.hexes:
                del found.ways[place]
        return Search(found, off)

    def _reach_one(self, found: Reach, closed: Sequence[Collection[str]]) -> None:
        """Adds the hexes that are too dear, but which the unit may always enter as its only one."""
        for there, _ in self.first:
            if there not in found.ways and not any(there in hexes for hexes in closed):
                found.costs[there], found.ways[there] = self.spendable, there

    def _way_off(self, found: Reach, stops: Collection[str]) -> Path:
        """The cheapest way off the map; empty where there is none."""
        ends = [
            (found.costs[h], found.path(h)) for h in found.ways.keys() & self.exits.keys() if h not in stops
        ]
        ends += [(0, ())] if self.on_map and self.start in self.exits else []
        ways = []
        for cost, path in ends:
            here = path[-1] if path else self.start
            if not any(effect.locks(here) for effect in self.effects):
                ways.append((cost + self.leave(here).cost, (*path, EXIT)))
        cost, path = min(ways, default=(0, ()))
        return path if cost <= self.spendable else ()

    def amount(self, parts: int) -> Fraction:
        """Parts of a MP, or of a hex, as such."""
        return Fraction(parts, self.field.map_rules.parts)


class Search(NamedTuple):
    """Where a unit can come: the hexes with the ways to them, and the way off the map, if there is one."""

    reach: Reach
    off: Path

    @property
    def ends(self) -> list[str]:
        """Where its ways end."""
        return [*self.reach.ways, *([EXIT] if self.off else [])]

    def path(self, end: str) -> Path:
        """The way to an end."""
        return self.off if end == EXIT else self.reach.path(end)
