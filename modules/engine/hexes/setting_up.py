"""Set-up: fixed hexes are filled at once, free ones are the player's decision."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from modules.amounts import count_noun
from modules.definition.formats.scenarios import SetUp
from modules.definition.places import zone_of
from modules.engine.decisions import Asks, choose
from modules.engine.errors import Illegal
from modules.engine.hexes import orders
from modules.engine.hexes.field import HexField
from modules.engine.hexes.formation import formation_fault
from modules.engine.hexes.options import HexOptions
from modules.engine.hexes.state import RESERVE
from modules.engine.hexes.telling import from_enemies, told, zone_told
from modules.engine.listed_orders import Actor, Chosen
from modules.engine.order_timing import explain_timing
from modules.engine.orders import Order, counters_of
from modules.engine.requests import Chance, Tell

Field = HexField[Any, Any]


class SetUpRules(NamedTuple):
    """The numbers of the rules of set-up: how many units stand in a hex, and where none may."""

    stacking: str
    terrain: str = "TEC"


def set_up(field: Field, setup: SetUp, rules: SetUpRules) -> Asks[None]:
    """One side's set-up."""
    name = field.battle.definition.game.sides[setup.side].name
    if not setup.zones:
        for counter_id, hex_id in setup.at.items():
            field.state.put(counter_id, at=hex_id)
        yield Tell(f"{name}: set-up complete" if setup.at else f"{name} enter during the game", setup.rule)
        return
    while True:
        ask = "place a counter, `deploy` the rest as suggested, or `done` when all are placed"
        options = SetUpOptions(field, setup, rules)
        order = yield from choose(setup.side, "setup", ask, setup.rule, options)
        if isinstance(order, orders.Done):
            yield Tell(f"{name}: set-up complete", setup.rule)
            return
        if isinstance(order, orders.Deploy):
            for counter_id in options.waiting:
                field.state.put(counter_id, at=setup.at[counter_id])
        else:
            field.state.put(order.unit, at=order.at)


SetUpOrder = orders.PlaceCounter | orders.Deploy | orders.Done


class SetUpOptions(HexOptions[SetUpOrder]):
    """Placing counters within the zones; a counter that stands may be placed again until `done`."""

    def __init__(self, field: Field, setup: SetUp, rules: SetUpRules) -> None:
        self.field, self.setup, self.rules = field, setup, rules
        self.waiting = [i for i in setup.at if field.state.units[i].at == RESERVE]

    def listing(self) -> Sequence[SetUpOrder]:
        if not self.waiting and formation_fault(self.field, self.setup) is None:
            return [orders.Done()]
        open_for = self.waiting or list(self.setup.at)
        places = [orders.PlaceCounter(c, h) for c in open_for for h in self.hexes(c)]
        deploy = [orders.Deploy()] if self._deploy_fault() is None else []
        return [*deploy, *places]

    def draw(self, chance: Chance) -> SetUpOrder:
        if not self.waiting:
            return self.legal()[0]
        if self.setup.conditions and self._deploy_fault() is None:
            return orders.Deploy()
        counter_id = self.waiting[0]
        hexes = self.hexes(counter_id)
        return orders.PlaceCounter(counter_id, hexes[chance.below(len(hexes))])

    def hexes(self, counter_id: str) -> list[str]:
        """The free hexes where a counter may be placed."""
        zone = zone_of(self.setup.zones, counter_id)
        if zone is None:
            return []
        board, filled = self.field.board, self.field.places.filled
        free = self._shares(counter_id)
        within = (h for h in board.zone(zone) if h not in board.closed)
        return [h for h in within if free or filled.get(h, counter_id) == counter_id]

    def actors(self) -> Iterable[Actor]:
        return [(c, "") for c in self.waiting or self.setup.at if self.hexes(c)]

    def due_kinds(self) -> Collection[type[Order]]:
        return orders.PlaceCounter, orders.Deploy, orders.Done

    def orders_by(self, actor: str) -> Sequence[Order]:
        """A counter that stands may be placed again, also while others wait, which is not listed."""
        if actor not in self.setup.at:
            return ()
        here = self.field.at(actor)
        return [orders.PlaceCounter(actor, h) for h in self.hexes(actor) if h != here]

    def why_closed(self, mover: str, place: str) -> Illegal | None:
        if mover not in self.field.battle.counters or place not in self.field.board.neighbours:
            return None
        return self.fault(orders.PlaceCounter(mover, place))

    def axes(self, kind: type[Order], chosen: Chosen) -> Mapping[str, Sequence[str]]:
        if kind is not orders.PlaceCounter:
            return super().axes(kind, chosen)
        wanted, units = set(chosen.get("at", ())), chosen.get("unit", ())
        may = {counter: self.hexes(counter) for counter, _ in self.actors()}
        open_hexes = [h for counter in units or may for h in may.get(counter, ())]
        return {
            "unit": [c for c, hexes in may.items() if wanted <= set(hexes)],
            "at": list(dict.fromkeys(open_hexes)),
        }

    def summarize(self, placed: Sequence[Order]) -> str:
        counters = {c for each in placed for c in counters_of(each)}
        zones = {zone_of(self.setup.zones, c) for c in counters}
        words = [zone_told(self.field.board, zone) for zone in zones if zone is not None]
        return told(self.field, placed, self._far, words[0] if len(words) == 1 else "")

    @cached_property
    def _far(self) -> Mapping[str, int]:
        enemy = self.field.battle.enemy(self.setup.side)
        return from_enemies(self.field.board, self.field.hexes_with(enemy))

    def _place_fault(self, counter_id: str, hex_id: str) -> Illegal | None:
        zone = zone_of(self.setup.zones, counter_id)
        if zone is None or hex_id not in self.field.board.zone(zone):
            rule = self.setup.rule if zone is None else zone.rule
            return Illegal(rule, f"{counter_id} may not be set up in {hex_id}")
        return self._standing_fault(counter_id, hex_id)

    def _standing_fault(self, counter_id: str, hex_id: str) -> Illegal | None:
        """Within its zone: whether the hex takes a unit, and is free."""
        if hex_id in self.field.board.closed:
            filled_by = self.field.board.terrain_of(hex_id).name
            return Illegal(self.rules.terrain, f"no unit may be in {hex_id}: {filled_by}")
        there = self.field.unit_in(hex_id)
        if there in (None, counter_id) or self._shares(counter_id):
            return None
        return Illegal(self.rules.stacking, f"{there} is in {hex_id}: one unit per hex")

    def _shares(self, counter_id: str) -> bool:
        return counter_id in self.field.battle.roll.sharing

    def _deploy_fault(self) -> Illegal | None:
        """`deploy` needs something to deploy, and every suggested hex allowed and still free."""
        if not self.waiting:
            return Illegal(self.setup.rule, "every counter is set up: write `done`, or place one again")
        faults = (self._place_fault(c, self.setup.at[c]) for c in self.waiting)
        return next((fault for fault in faults if fault is not None), None)

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, orders.Done):
            return self._done_fault()
        if isinstance(order, orders.Deploy):
            return self._deploy_fault()
        if not isinstance(order, orders.PlaceCounter):
            due = "In the set-up give place, deploy or done"
            return explain_timing(self.field.battle.times, order, self.setup.rule, due)
        if order.unit not in self.setup.at:
            return Illegal(self.setup.rule, f"`{order}` does not set up a counter of yours")
        return self._place_fault(order.unit, order.at)

    def _done_fault(self) -> Illegal | None:
        if not self.waiting:
            return formation_fault(self.field, self.setup)
        left = ", ".join(self.waiting[:6]) + (", ..." if len(self.waiting) > 6 else "")
        return Illegal(
            self.setup.rule, f"{count_noun(len(self.waiting), 'counter')} must still be set up: {left}"
        )
