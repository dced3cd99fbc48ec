"""Arrow fire (7.2): archers fire one by one, and each hit counts at once."""

from __future__ import annotations

from collections.abc import Sequence

from modules.engine.decisions import Asks, choose, pass_over, roll
from modules.engine.errors import Illegal
from modules.engine.hexes import firing
from modules.engine.hexes.firing import FireRules
from modules.engine.orders import Order
from modules.engine.requests import Tell
from modules.shield_wall import orders
from modules.shield_wall.field import Field
from modules.shield_wall.losses import hit
from modules.shield_wall.state import REAR
from modules.shield_wall.timing import untimely


def archery_phase(field: Field, side: str) -> Asks[None]:
    """Each archers unit may fire once."""
    fired: list[str] = []
    ask = "fire with an archers unit, or `done`"
    while len((options := FireOptions(field, side, fired)).legal()) > 1:
        order = yield from choose(side, "archery", ask, "7.2", options)
        if isinstance(order, orders.Done):
            return
        fired.append(order.unit)
        yield from _shoot(field, order)
    late = FireOptions(field.copy(), side, fired)
    yield from pass_over(side, "archery", ask, "7.2", late, (orders.Fire,))


def _shoot(field: Field, order: orders.Fire) -> Asks[None]:
    unit_id = order.unit
    target = field.places.filled[order.target]
    label = f"{unit_id} fires at {field.called(target)} in {order.target}"
    (value,) = yield from roll(field.side(unit_id), "7.2", [label], field.battle.die)
    result = field.battle.result("arrow_fire", value)
    yield Tell(f"{label}: {value}, {result.lower()}", "7.2", (unit_id,))
    if result == "Out of arrows":
        field.state.put(unit_id, at=REAR)
        yield Tell(f"{unit_id} goes to the rear", "7.2", (unit_id,))
    if result == "Hits":
        yield from hit(field, target)


class FireOptions(firing.FireOptions[Field]):
    """What archers may still fire at."""

    def __init__(self, field: Field, side: str, fired: Sequence[str]) -> None:
        blind = field.battle.number("arrows_over")
        rules = FireRules("7.2", "7.2", "7.2", "7.2", blind=blind, units_hide=True)
        super().__init__(field, side, fired, rules)

    def fault(self, order: Order) -> Illegal | None:
        return untimely(self.field, order, orders.Fire, orders.Done) or super().fault(order)

    def is_archer(self, unit_id: str) -> bool:
        return self.field.is_archer(unit_id)

    def range_of(self, unit_id: str) -> int:
        return self.field.value(unit_id, "range")

    def spared(self, unit_id: str, here: str, target: str) -> Illegal | None:  # noqa: ARG002
        """7.2: nobody in contact is a target, with the archers themselves neither (ruling archer_target)."""
        beside = [u for n in self.field.board.neighbours[target] if (u := self.field.friend_in(n, self.side))]
        if not beside:
            return None
        return Illegal("7.2", f"{self.field.unit_in(target)} in {target} is beside {beside[0]}")
