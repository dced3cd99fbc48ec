"""Reinforcements that are placed: each counter in one of the hexes over which it comes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from modules.definition.formats.clauses.moving import EnterPhase
from modules.engine.errors import Illegal
from modules.engine.hexes.options import HexOptions
from modules.engine.hexes.telling import from_enemies, told
from modules.engine.listed_orders import Actor, Chosen
from modules.engine.orders import Order
from modules.engine.requests import Chance
from modules.engine.stacks.edges import entry_fault, entry_hexes, waiting
from modules.engine.stacks.field import ENTERING, StackField
from modules.engine.stacks.orders import Done, PlaceCounter
from modules.engine.stacks.placing import crowding_fault, place_axes
from modules.engine.stacks.stacking import AT_ONCE

Entering: TypeAlias = PlaceCounter | Done


class EnterOptions(HexOptions[Entering]):
    """The counters of the phasing side that may come in now, and where."""

    def __init__(self, field: StackField, clause: EnterPhase) -> None:
        self.field, self.clause, self.side = field, clause, field.moment.side

    @cached_property
    def waiting(self) -> list[str]:
        """The counters that may come in."""
        closed = any(self.field.is_now(each) for each in self.clause.not_on)
        return [] if closed else waiting(self.field, self.side)

    def hexes(self, counter: str) -> list[str]:
        """The hexes where a counter may be placed."""
        return [h for h in entry_hexes(self.field, counter) if self._place_fault(counter, h) is None]

    def listing(self) -> Sequence[Entering]:
        placed = (PlaceCounter(counter, h) for counter in self.waiting for h in self.hexes(counter))
        return [*placed, Done()]

    def draw(self, chance: Chance) -> Entering:
        """A counter that can come in does."""
        for counter in self.waiting:
            if hexes := self.hexes(counter):
                return PlaceCounter(counter, hexes[chance.below(len(hexes))])
        return Done()

    # --- checking ----------------------------------------------------------------------------------

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, Done):
            return None
        if not isinstance(order, PlaceCounter):
            return Illegal(self.clause.rule, f"`{order}` is not due: in this phase give place or done")
        return self._counter_fault(order.unit) or self._place_fault(order.unit, order.at)

    def _counter_fault(self, counter: str) -> Illegal | None:
        field, rule = self.field, self.clause.rule
        if counter in self.waiting:
            return None
        closed = next((each for each in self.clause.not_on if field.is_now(each)), None)
        if closed is not None:
            return Illegal(rule, f"no unit comes in in this phase: {field.battle.times_test(closed).words}")
        entry = field.battle.entry_of.get(counter)
        if field.side(counter) != self.side:
            return Illegal(rule, f"{counter} is not your unit")
        if entry is None or field.moment.at.get(counter) != ENTERING:
            return Illegal(rule, f"{counter} does not wait to enter the map")
        return Illegal(entry.rule, f"{counter} enters the map in turn {entry.turn}")

    def _place_fault(self, counter: str, place: str) -> Illegal | None:
        fault = entry_fault(self.field, counter, place)
        return fault or crowding_fault(self.field, counter, place, AT_ONCE)

    # --- for a hand --------------------------------------------------------------------------------

    def actors(self) -> Iterable[Actor]:
        return [(counter, "") for counter in self.waiting if self.hexes(counter)]

    def due_kinds(self) -> Collection[type[Order]]:
        return PlaceCounter, Done

    def orders_by(self, actor: str) -> Sequence[Order]:
        hexes = self.hexes(actor) if actor in self.waiting else ()
        return [PlaceCounter(actor, h) for h in hexes]

    def why_closed(self, mover: str, place: str) -> Illegal | None:
        known = mover in self.field.battle.counters and place in self.field.map_rules.hexes
        return self.fault(PlaceCounter(mover, place)) if known else None

    def axes(self, kind: type[Order], chosen: Chosen) -> Mapping[str, Sequence[str]]:
        if kind is not PlaceCounter:
            return super().axes(kind, chosen)
        return place_axes({counter: self.hexes(counter) for counter in self.waiting}, chosen)

    def summarize(self, orders: Sequence[Order]) -> str:
        enemies = self.field.enemy_hexes(self.side)
        return told(self.field, orders, from_enemies(self.field.board, enemies))
