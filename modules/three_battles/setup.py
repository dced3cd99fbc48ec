"""Set-up: fixed hexes (16.3) are filled at once, free ones (16.4, option 6) are the player's decision."""

from __future__ import annotations

from collections.abc import Sequence

from modules.definition.checks import zone_of
from modules.definition.scenarios import SetUp, Zone
from modules.engine.errors import Illegal
from modules.engine.orders import Order
from modules.engine.requests import Chance, Options, Tell
from modules.three_battles import orders
from modules.three_battles.asking import Asks, choose
from modules.three_battles.field import Field
from modules.three_battles.state import RESERVE


def set_up(field: Field, setup: SetUp) -> Asks[None]:
    """One side's set-up."""
    zones = free_zones(field, setup)
    name = field.battle.definition.game.sides[setup.side].name
    if not zones:
        for counter_id, hex_id in setup.at.items():
            field.state.put(counter_id, at=hex_id)
        yield Tell(f"{name} are set up", setup.rule)
        return
    while True:
        ask = "place a counter, `deploy` the rest as suggested, or `done` when all stand"
        options = SetUpOptions(field, setup, zones)
        order = yield from choose(setup.side, "setup", ask, zones[0].rule, options)
        if isinstance(order, orders.Done):
            yield Tell(f"{name} are set up", setup.rule)
            return
        if isinstance(order, orders.Deploy):
            for counter_id in options.waiting:
                field.state.put(counter_id, at=setup.at[counter_id])
        else:
            field.state.put(order.unit, at=order.at)


def free_zones(field: Field, setup: SetUp) -> tuple[Zone, ...]:
    """Where the side may set up freely; nowhere, if its hexes are fixed."""
    for name in sorted(field.state.options):
        option = field.battle.scenario.options[name]
        if option.frees == setup.side:
            return option.zones
    return setup.zones


SetUpOrder = orders.Place | orders.Deploy | orders.Done


class SetUpOptions(Options[SetUpOrder]):
    """Placing counters within the zones; a counter that stands may be placed again until `done`."""

    def __init__(self, field: Field, setup: SetUp, zones: tuple[Zone, ...]) -> None:
        self.field, self.setup, self.zones = field, setup, zones
        self.waiting = [i for i in setup.at if field.state.units[i].at == RESERVE]

    def legal(self) -> Sequence[SetUpOrder]:
        places = [orders.Place(c, h) for c in self.waiting for h in self.hexes(c)]
        deploy = [orders.Deploy()] if self._deploy_fault() is None else []
        return [*deploy, *places] if self.waiting else [orders.Done()]

    def sample(self, chance: Chance) -> SetUpOrder:
        if not self.waiting:
            return orders.Done()
        counter_id = self.waiting[0]
        hexes = self.hexes(counter_id)
        return orders.Place(counter_id, hexes[chance.below(len(hexes))])

    def hexes(self, counter_id: str) -> list[str]:
        """The free hexes where a counter may be placed."""
        zone = zone_of(self.zones, counter_id)
        if zone is None:
            return []
        return [h for h in self.field.board.zone(zone) if not self._taken(counter_id, h)]

    def _taken(self, counter_id: str, hex_id: str) -> bool:
        there = self.field.unit_in(hex_id)
        return there not in (None, counter_id) and not self.field.is_leader(counter_id)

    def _deploy_fault(self) -> Illegal | None:
        """`deploy` needs something to deploy, and every suggested hex still free."""
        if not self.waiting:
            return Illegal(self.setup.rule, "every counter is set up: `done`, or place one anew")
        for counter_id in self.waiting:
            if self._taken(counter_id, self.setup.at[counter_id]):
                hex_id = self.setup.at[counter_id]
                return Illegal("13.4 (4.3)", f"{hex_id}, suggested for {counter_id}, is taken")
        return None

    def check(self, order: Order) -> None:
        if isinstance(order, orders.Done):
            if self.waiting:
                left = ", ".join(self.waiting[:6]) + (", ..." if len(self.waiting) > 6 else "")
                raise Illegal(self.setup.rule, f"{len(self.waiting)} counters are not set up: {left}")
            return
        if isinstance(order, orders.Deploy):
            fault = self._deploy_fault()
            if fault is not None:
                raise fault
            return
        if not isinstance(order, orders.Place) or order.unit not in self.setup.at:
            raise Illegal(self.setup.rule, f"`{order}` sets up nothing of yours")
        zone = zone_of(self.zones, order.unit)
        if zone is None or order.at not in self.field.board.zone(zone):
            rule = self.setup.rule if zone is None else zone.rule
            raise Illegal(rule, f"{order.unit} may not be set up in {order.at}")
        if self._taken(order.unit, order.at):
            reason = f"{self.field.unit_in(order.at)} stands in {order.at}: one unit a hex"
            raise Illegal("13.4 (4.3)", reason)
