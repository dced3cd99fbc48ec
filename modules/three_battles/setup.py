"""Set-up: fixed hexes (16.3) are filled at once, free ones (14.3 to 16.4) are the player's decision."""

from __future__ import annotations

from collections.abc import Sequence

from modules.definition.places import zone_of
from modules.definition.scenarios import SetUp
from modules.engine.asking import Asks, choose
from modules.engine.errors import Illegal
from modules.engine.hexes.state import RESERVE
from modules.engine.orders import Order
from modules.engine.requests import Chance, Options, Tell
from modules.three_battles import orders
from modules.three_battles.field import Field
from modules.three_battles.formation import formation_fault


def set_up(field: Field, setup: SetUp) -> Asks[None]:
    """One side's set-up."""
    name = field.battle.definition.game.sides[setup.side].name
    if not setup.zones:
        for counter_id, hex_id in setup.at.items():
            field.state.put(counter_id, at=hex_id)
        yield Tell(f"{name}: set-up complete" if setup.at else f"{name} enter during the game", setup.rule)
        return
    while True:
        ask = "place a counter, `deploy` the rest as suggested, or `done` when all are placed"
        options = SetUpOptions(field, setup)
        order = yield from choose(setup.side, "setup", ask, setup.rule, options)
        if isinstance(order, orders.Done):
            yield Tell(f"{name}: set-up complete", setup.rule)
            return
        if isinstance(order, orders.Deploy):
            for counter_id in options.waiting:
                field.state.put(counter_id, at=setup.at[counter_id])
        else:
            field.state.put(order.unit, at=order.at)


SetUpOrder = orders.Place | orders.Deploy | orders.Done


class SetUpOptions(Options[SetUpOrder]):
    """Placing counters within the zones; a counter that stands may be placed again until `done`."""

    def __init__(self, field: Field, setup: SetUp) -> None:
        self.field, self.setup = field, setup
        self.waiting = [i for i in setup.at if field.state.units[i].at == RESERVE]

    def legal(self) -> Sequence[SetUpOrder]:
        if not self.waiting and formation_fault(self.field, self.setup) is None:
            return [orders.Done()]
        open_for = self.waiting or list(self.setup.at)
        places = [orders.Place(c, h) for c in open_for for h in self.hexes(c)]
        deploy = [orders.Deploy()] if self._deploy_fault() is None else []
        return [*deploy, *places]

    def sample(self, chance: Chance) -> SetUpOrder:
        if not self.waiting:
            return self.legal()[0]
        if self.setup.conditions and self._deploy_fault() is None:
            return orders.Deploy()
        counter_id = self.waiting[0]
        hexes = self.hexes(counter_id)
        return orders.Place(counter_id, hexes[chance.below(len(hexes))])

    def hexes(self, counter_id: str) -> list[str]:
        """The free hexes where a counter may be placed."""
        zone = zone_of(self.setup.zones, counter_id)
        if zone is None:
            return []
        within = self.field.board.zone(zone)
        return [h for h in within if self._standing_fault(counter_id, h) is None]

    def _place_fault(self, counter_id: str, hex_id: str) -> Illegal | None:
        zone = zone_of(self.setup.zones, counter_id)
        if zone is None or hex_id not in self.field.board.zone(zone):
            rule = self.setup.rule if zone is None else zone.rule
            return Illegal(rule, f"{counter_id} may not be set up in {hex_id}")
        return self._standing_fault(counter_id, hex_id)

    def _standing_fault(self, counter_id: str, hex_id: str) -> Illegal | None:
        """Within its zone: whether the hex takes a unit, and is free."""
        if hex_id in self.field.board.closed:
            return Illegal("TEC", f"no unit may be in {hex_id}: {self.field.board.terrain_of(hex_id).name}")
        there = self.field.unit_in(hex_id)
        if there in (None, counter_id) or self.field.is_leader(counter_id):
            return None
        return Illegal("13.4 (4.3)", f"{there} is in {hex_id}: one unit per hex")

    def _deploy_fault(self) -> Illegal | None:
        """`deploy` needs something to deploy, and every suggested hex allowed and still free."""
        if not self.waiting:
            return Illegal(self.setup.rule, "every counter is set up: write `done`, or place one again")
        faults = (self._place_fault(c, self.setup.at[c]) for c in self.waiting)
        return next((fault for fault in faults if fault is not None), None)

    def check(self, order: Order) -> None:
        fault: Illegal | None = None
        if isinstance(order, orders.Done):
            fault = self._done_fault()
        elif isinstance(order, orders.Deploy):
            fault = self._deploy_fault()
        elif not isinstance(order, orders.Place) or order.unit not in self.setup.at:
            fault = Illegal(self.setup.rule, f"`{order}` does not set up a counter of yours")
        else:
            fault = self._place_fault(order.unit, order.at)
        if fault is not None:
            raise fault

    def _done_fault(self) -> Illegal | None:
        if not self.waiting:
            return formation_fault(self.field, self.setup)
        left = ", ".join(self.waiting[:6]) + (", ..." if len(self.waiting) > 6 else "")
        return Illegal(self.setup.rule, f"{len(self.waiting)} counters are not set up: {left}")
