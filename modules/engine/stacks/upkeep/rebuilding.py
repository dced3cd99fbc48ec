"""Replacements: the lost units that may come back and where, and the reduced ones that may be restored.

A unit in reserve that the scenario neither sets up nor lets enter comes in as a lost one does. What a unit
costs by a value is what it shows at full strength.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from modules.amounts import count_noun
from modules.definition.formats.clauses.conditions import REDUCED
from modules.definition.formats.clauses.upkeep import NewUnit, Rebuild, RebuildPhase, Restore
from modules.engine.errors import Illegal
from modules.engine.hexes.options import HexOptions
from modules.engine.listed_orders import Actor, Chosen
from modules.engine.orders import Order
from modules.engine.requests import Chance
from modules.engine.stacks.edges import ground_fault
from modules.engine.stacks.field import RESERVE, StackField
from modules.engine.stacks.orders import Done, RebuildUnit, RestoreUnit
from modules.engine.stacks.placing import crowding_fault, place_axes
from modules.engine.stacks.stacking import AT_LAST
from modules.engine.stacks.tracing.holding import holds_place

Rebuilding: TypeAlias = RebuildUnit | RestoreUnit | Done
LOST = "lost"


class Paid(NamedTuple):
    """A clause by which a unit comes back or is restored, the name of its clause of `rebuild`, and what it
    costs."""

    name: str
    clause: NewUnit | Restore
    cost: int


class RebuildOptions(HexOptions[Rebuilding]):
    """What the phasing side may rebuild and restore by the clauses of a phase."""

    def __init__(self, field: StackField, clause: RebuildPhase) -> None:
        self.field, self.clause, self.side = field, clause, field.moment.side
        known = field.battle.rules.rebuild
        self._rebuilds = {name: known[name] for name in clause.by if known[name].side == self.side}

    # --- units and places --------------------------------------------------------------------------

    @cached_property
    def _waiting(self) -> list[str]:
        """The units that could come back."""
        places, own = self.field.moment.stacks, self.field.battle.on_side.get(self.side, frozenset())
        beside = {*places.get(LOST, ()), *places.get(RESERVE, ())}
        return [unit for unit in self.field.battle.counters if unit in beside and unit in own]

    @cached_property
    def _reduced(self) -> list[str]:
        """The units on the map that could be restored."""
        states = self.field.moment.states
        return [unit for unit in self.field.all_on_map(self.side) if REDUCED in states.get(unit, ())]

    @cached_property
    def _open(self) -> dict[str, list[str]]:
        """The units that come back, each with the hexes where it may."""
        found = {unit: self.hexes(unit) for unit in self._waiting}
        return {unit: hexes for unit, hexes in found.items() if hexes}

    def hexes(self, unit: str) -> list[str]:
        """The hexes where a unit may come back."""
        places = self.field.map_rules.places
        named = {h: None for _, new in self._new_for(unit) for h in sorted(places.find(new.at))}
        return [h for h in named if isinstance(self.find_new(unit, h), Paid)]

    def _new_for(self, unit: str) -> Iterator[tuple[str, NewUnit]]:
        """The clauses that are for a unit now."""
        for name, rebuild in self._rebuilds.items():
            for new in rebuild.new:
                if self.field.is_now(new.when) and self.field.is_of(unit, new.units):
                    yield name, new

    def _cost(self, unit: str, cost: int | str) -> int:
        return cost if isinstance(cost, int) else self.field.full_value(unit, cost)

    # --- what is paid ------------------------------------------------------------------------------

    def find_new(self, unit: str, place: str) -> Paid | Illegal:
        """By which clause a unit comes back at a hex: the first that lets it. Else why not."""
        if unit not in self._waiting:
            return Illegal(self.clause.rule, f"{unit} is neither lost nor in reserve")
        fault = self._twice_fault(unit)
        for name, new in () if fault else self._new_for(unit):
            if place in self.field.map_rules.places.find(new.at):
                paid = Paid(name, new, self._cost(unit, new.cost))
                fault = self._new_fault(unit, place, paid)
                if fault is None:
                    return paid
        return fault or self._unfit(unit, place)

    def _unfit(self, unit: str, place: str) -> Illegal:
        clauses = [new for _, new in self._new_for(unit)]
        if clauses:
            words = dict.fromkeys(word for new in clauses for word in new.at)
            return Illegal(clauses[0].rule, f"{unit} does not come back at {place}: at {', '.join(words)}")
        return self._never_now(unit)

    def _never_now(self, unit: str) -> Illegal:
        """Why a unit comes back nowhere in this phase: at another time, or only other units do."""
        battle = self.field.battle
        news = [new for rebuild in self._rebuilds.values() for new in rebuild.new]
        for new in news:
            if self.field.is_of(unit, new.units):
                return Illegal(
                    new.rule, f"{unit} comes back only at times: {battle.times_test(new.when).words}"
                )
        words = dict.fromkeys(battle.units_test(new.units).words for new in news)
        if not words:
            return Illegal(self.clause.rule, "no unit comes back in this phase")
        return Illegal(news[0].rule, f"{unit} does not come back: only {' or '.join(words)}")

    def _new_fault(self, unit: str, place: str, paid: Paid) -> Illegal | None:
        """What is against a place, by the clause that names it."""
        field, new = self.field, paid.clause
        assert isinstance(new, NewUnit)  # noqa: S101 - what is paid for a place
        rule, lying = new.rule, field.moment.stacks.get(place, ())
        if enemies := field.enemy_hexes(self.side).get(place):
            return Illegal(rule, f"{place} is held by {', '.join(enemies)}")
        if new.held and not holds_place(field, self.side, place):
            return Illegal(rule, f"{self.side} does not control {place}")
        if new.empty and lying:
            return Illegal(rule, f"{place} is not empty: {', '.join(lying)}")
        if new.most is not None and field.moment.rebuilt_at.get(place, 0) >= new.most:
            return Illegal(rule, f"{count_noun(new.most, 'unit')} a phase may come back at {place}")
        if new.trace and not any(field.traces.leads_from(unit, place, name) for name in new.trace):
            return Illegal(rule, f"the trace {' or '.join(new.trace)} does not lead from {place}")
        fault = ground_fault(field, unit, place) or crowding_fault(field, unit, place, AT_LAST)
        return fault or self._short_fault(unit, paid)

    def find_restore(self, unit: str) -> Paid | Illegal:
        """By which clause a unit is restored: the first that lets it. Else why not."""
        if unit not in self._reduced:
            return Illegal(self.clause.rule, f"{unit} is not a reduced unit of yours on the map")
        faults = [self._twice_fault(unit)]
        for name, rebuild in () if faults[0] else self._rebuilds.items():
            for restore in rebuild.restore:
                paid = Paid(name, restore, self._cost(unit, restore.cost))
                fault = self._unfit_for(unit, restore) or self._short_fault(unit, paid)
                if fault is None:
                    return paid
                faults.append(fault)
        none = Illegal(self.clause.rule, f"no clause restores {unit} in this phase")
        return next((fault for fault in faults if fault is not None), none)

    def _unfit_for(self, unit: str, restore: Restore) -> Illegal | None:
        """Why a clause is not for a unit now."""
        battle = self.field.battle
        if not self.field.is_now(restore.when):
            return Illegal(
                restore.rule, f"none is restored now: only {battle.times_test(restore.when).words}"
            )
        if not self.field.is_of(unit, restore.units):
            return Illegal(
                restore.rule, f"{unit} is not restored: only {battle.units_test(restore.units).words}"
            )
        return None

    def _twice_fault(self, unit: str) -> Illegal | None:
        if unit in self.field.moment.rebuilt:
            for rebuild in self._rebuilds.values():
                if rebuild.once_a_unit:
                    return Illegal(rebuild.rule, f"{unit} was rebuilt or restored in this turn already")
        return None

    def _short_fault(self, unit: str, paid: Paid) -> Illegal | None:
        left = self.field.moment.replacements.get(paid.name, 0)
        if paid.cost <= left:
            return None
        asked = f"{unit} costs {count_noun(paid.cost, 'replacement')}"
        return Illegal(self._rebuild(paid).rule, f"{asked}: {left} left")

    def _rebuild(self, paid: Paid) -> Rebuild:
        return self._rebuilds[paid.name]

    # --- listing and checking ----------------------------------------------------------------------

    def _restorable(self) -> list[str]:
        return [unit for unit in self._reduced if isinstance(self.find_restore(unit), Paid)]

    def listing(self) -> Sequence[Rebuilding]:
        rebuilt = (RebuildUnit(unit, h) for unit, hexes in self._open.items() for h in hexes)
        return [*rebuilt, *map(RestoreUnit, self._restorable()), Done()]

    def draw(self, chance: Chance) -> Rebuilding:
        """A unit that can come back does, or one is restored; else the phase is done."""
        acts = [*self._open, *self._restorable()]
        at = chance.below(len(acts) + 1)
        if at == len(acts):
            return Done()
        if hexes := self._open.get(acts[at]):
            return RebuildUnit(acts[at], hexes[chance.below(len(hexes))])
        return RestoreUnit(acts[at])

    def fault(self, order: Order) -> Illegal | None:
        match order:
            case Done():
                return None
            case RebuildUnit(unit, place):
                found = self._own_fault(unit) or self.find_new(unit, place)
            case RestoreUnit(unit):
                found = self._own_fault(unit) or self.find_restore(unit)
            case _:
                said = f"`{order}` is not due: in this phase give rebuild, restore or done"
                return Illegal(self.clause.rule, said)
        return found if isinstance(found, Illegal) else None

    def _own_fault(self, unit: str) -> Illegal | None:
        if self.field.side(unit) != self.side:
            return Illegal(self.clause.rule, f"{unit} is not your unit")
        return None

    # --- for a hand --------------------------------------------------------------------------------

    def actors(self) -> Iterable[Actor]:
        return [(unit, "") for unit in (*self._open, *self._restorable())]

    def due_kinds(self) -> Collection[type[Order]]:
        return RebuildUnit, RestoreUnit, Done

    def orders_by(self, actor: str) -> Sequence[Order]:
        if actor in self._waiting:
            return [RebuildUnit(actor, h) for h in self._open.get(actor, ())]
        return [RestoreUnit(actor)] if actor in self._restorable() else []

    def why_closed(self, mover: str, place: str) -> Illegal | None:
        known = mover in self.field.battle.counters and place in self.field.map_rules.hexes
        return self.fault(RebuildUnit(mover, place)) if known else None

    def axes(self, kind: type[Order], chosen: Chosen) -> Mapping[str, Sequence[str]]:
        if kind is RebuildUnit:
            return place_axes(self._open, chosen)
        return {"unit": self._restorable()} if kind is RestoreUnit else super().axes(kind, chosen)
