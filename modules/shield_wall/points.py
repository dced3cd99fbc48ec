"""Rally points (8.0): what they may be spent on, and of anything else why not."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from modules.engine.errors import Illegal
from modules.engine.hexes.orders import Done
from modules.engine.orders import Order
from modules.engine.requests import ListedOptions
from modules.shield_wall import orders
from modules.shield_wall.field import Field
from modules.shield_wall.state import RALLY, REAR
from modules.shield_wall.timing import untimely


def spendings(field: Field, leader: str, points: int) -> list[Order]:
    """What a leader may spend so many points on: units of his corps near him (rulings rally_corps,
    rally_leader), walls beside him and his own."""
    side, number = field.side(leader), field.battle.number
    pile = field.battle.in_pile(field.state, RALLY, side)
    own = [u for u in pile if field.corps(u) == field.corps(leader)]
    hexes = nearest_free(field, field.hex_of(leader)) if own else []
    found: list[Order] = []
    if points >= number("points_rally"):
        found += [orders.PlaceCounter(u, h) for u in own for h in hexes]
    if points >= number("points_wall"):
        found += [orders.Wall(u, h) for u in own if field.is_walled(u) for h in hexes]
    if points >= number("points_restore"):
        near = {field.hex_of(leader), *field.board.neighbours[field.hex_of(leader)]}
        down = (u for u in field.on_map(side) if field.turned(u) and field.hex_of(u) in near)
        found += [orders.Restore(u) for u in down]
    return found


def nearest_free(field: Field, centre: str, shunned: Sequence[str] = ()) -> list[str]:
    """The free hexes nearest to a hex, itself among them, that may be entered and are not `shunned`."""
    board = field.board
    taken = board.closed | field.places.filled.keys() | set(shunned)
    radius, near = 0, board.within(centre, 0)
    while not (free := [h for h in near if h not in taken]) and len(near) < len(board.grid):
        radius += 1
        near = board.within(centre, radius)
    return free


class RallyOptions(ListedOptions[Any]):
    """What may be rallied at one moment. `leader`: the one whose `points` are spent; empty while a leader is
    picked, and when the phase is over. `rolled`: the leaders who have had their die."""

    def __init__(
        self,
        field: Field,
        side: str,
        listed: Sequence[Order] = (),
        rolled: Collection[str] = (),
        leader: str = "",
        points: int = 0,
    ) -> None:
        super().__init__(listed, "8.0")
        self.field, self.side, self.rolled, self.leader, self.points = field, side, rolled, leader, points

    def check(self, order: Order) -> None:
        fault = None if order in self.legal() else self._fault(order)
        if fault is not None:
            raise fault

    def _fault(self, order: Order) -> Illegal | None:
        if isinstance(order, Done) and not self.leader:
            return Illegal("8.0", "each leader who can bring something back rolls")
        if isinstance(order, orders.PlaceCounter | orders.Wall):
            return self._return_fault(order)
        if isinstance(order, orders.Restore):
            reason = self._wall_fault(order.unit) or self._points_fault(orders.Restore)
            where = self.field.called(self.leader) if self.leader else ""
            return Illegal("8.0", reason or f"{self.field.called(order.unit)} is not beside {where}")
        if isinstance(order, orders.Rally):
            return Illegal("8.0", self._roll_fault(order.leader))
        takes = (orders.PlaceCounter, orders.Wall, orders.Restore, Done) if self.leader else (orders.Rally,)
        return untimely(self.field, order, *takes)

    def _return_fault(self, order: orders.PlaceCounter | orders.Wall) -> Illegal | None:
        """When the phase is over, nothing is said of `place` for a unit that is not in the rally pile: it may
        come as reinforcement (9.0)."""
        field, unit_id = self.field, order.unit
        called, place = field.called(unit_id), field.state.units[unit_id].at
        if place == REAR:
            return Illegal("7.2", f"{called} is in the rear without arrows and cannot be rallied")
        is_over = not self.leader and not self.legal()
        if is_over and place != RALLY and isinstance(order, orders.PlaceCounter):
            return None
        if field.side(unit_id) != self.side or place != RALLY:
            return Illegal("8.0", f"{called} is not in the rally pile of your army")
        reason = self._points_fault(type(order))
        if not reason and field.corps(unit_id) != field.corps(self.leader):
            reason = f"{called} is not of the corps of {field.called(self.leader)}"
        if not reason and isinstance(order, orders.Wall) and not field.is_walled(unit_id):
            reason = f"{called} has no shield wall"
        near = ", ".join(nearest_free(field, field.hex_of(self.leader))) if self.leader else ""
        return Illegal(
            "8.0", reason or f"{order.at} is not among the free hexes nearest to its leader: {near}"
        )

    def _points_fault(self, kind: type[Order]) -> str:
        """Why there are no points for such an order; empty where there are."""
        if not self.leader:
            return "each leader rolls before points are spent" if self.legal() else "no rally points are left"
        names = {orders.Wall: "points_wall", orders.Restore: "points_restore"}
        cost = self.field.battle.number(names.get(kind, "points_rally"))
        if cost <= self.points:
            return ""
        return f"{self.field.called(self.leader)} has too few rally points: {self.points}, {cost} needed"

    def _wall_fault(self, unit_id: str) -> str:
        """Why a wall cannot go up, whoever has points; empty where it can."""
        field, called = self.field, self.field.called(unit_id)
        if field.side(unit_id) != self.side or field.at(unit_id) is None:
            return f"{called} is not on the map with your army"
        if not field.is_walled(unit_id):
            return f"{called} has no shield wall"
        return "" if field.turned(unit_id) else f"the shield wall of {called} is up"

    def _roll_fault(self, unit_id: str) -> str:
        field, called = self.field, self.field.called(unit_id)
        if unit_id not in field.leaders(self.side):
            return f"{called} is not a leader of yours on the map"
        if unit_id in self.rolled:
            return f"{called} has rolled already in this phase"
        if self.leader:
            return f"the points of {field.called(self.leader)} come first"
        return f"{called} has nobody to bring back and no wall to put up"
