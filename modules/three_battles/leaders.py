"""Leaders alone: they flee from an enemy who enters their hex, or before a combat (10.5, 13.4)."""

from __future__ import annotations

from collections.abc import Sequence

from modules.engine.asking import Asks, choose
from modules.engine.errors import Illegal
from modules.engine.orders import Order
from modules.engine.paths import Entry, reach
from modules.engine.requests import Options, Tell
from modules.three_battles import orders
from modules.three_battles.field import Field
from modules.three_battles.losses import kill_leader


class FleeOptions(Options[orders.Retreat | orders.Stand]):
    """Where a lone leader may retreat: up to three hexes, none an EZOC without a friend in it (10.1)."""

    def __init__(self, field: Field, leader: str, may_stand: bool) -> None:
        self.field, self.leader, self.may_stand = field, leader, may_stand
        self.side = field.side(leader)
        self.ezoc = field.ezoc(self.side)
        self.limit = field.battle.number("lone_leader_retreat")

    def legal(self) -> Sequence[orders.Retreat | orders.Stand]:
        here = self.field.state.units[self.leader].at

        def enter(one: str, other: str) -> Entry | None:
            return None if self._barred(one, other) else Entry(1)

        reached = reach(here, self.limit, self.field.board.neighbours.__getitem__, enter)
        found: list[orders.Retreat | orders.Stand] = [
            orders.Retreat(self.leader, a.path) for a in reached.values()
        ]
        return [orders.Stand(self.leader), *found] if self.may_stand else found

    def check(self, order: Order) -> None:
        called = self.field.called(self.leader)
        if isinstance(order, orders.Stand) and self.may_stand and order.leader == self.leader:
            return
        if not isinstance(order, orders.Retreat) or order.unit != self.leader:
            raise Illegal("10.5", f"`{order}` is not a retreat of {called}")
        if len(order.path) > self.limit:
            raise Illegal("8.3", f"{called} may retreat {self.limit} hexes, not {len(order.path)}")
        start = here = self.field.state.units[self.leader].at
        for place in order.path:
            barred = self._barred(here, place)
            if barred:
                raise Illegal("10.5", f"{called} may not retreat from {here} to {place}: {barred}")
            here = place
        if here == start:  # beyond the bridge no ZOC keeps him from coming back
            raise Illegal("10.5", f"{called} must leave {start}: he may not come back to it")

    def _barred(self, one: str, other: str) -> str:
        board = self.field.board
        if board.grid.side_toward(one, other) is None:
            return "the hexes are not adjacent"
        if board.step(one, other).barred:
            return f"{board.step(one, other).barred} may not be entered"
        closed = next((f.name for f in board.features(one, other) if f.retreat == "prohibited"), "")
        if closed:
            return f"no retreat across the {closed}"
        if self.field.holder(other) not in (None, self.side):
            return "an enemy is in it"
        if other in self.ezoc and self.field.friend_in(other, self.side) is None:
            return "it is an EZOC without a unit of yours"
        return ""


def make_way(field: Field, side: str, hex_id: str) -> Asks[bool]:
    """A unit of `side` is about to enter a hex by movement or retreat: the enemy leaders alone in it retreat,
    each before it comes in, or are eliminated (13.4 on 10.5). True if there were any.

    Its ZOC counts from where it stands: from within the leader's hex it would cover every way out.
    """
    met = [leader for leader in field.lone_leaders_in(hex_id) if field.side(leader) != side]
    for leader in met:
        yield from _flee(field, leader)
    return bool(met)


def _flee(field: Field, leader: str) -> Asks[None]:
    options = FleeOptions(field, leader, may_stand=False)
    if not options.legal():
        yield from kill_leader(field, leader, "13.4 (10.5)")
        return
    ask = f"{field.called(leader)} must retreat: up to {options.limit} hexes"
    order = yield from choose(field.side(leader), "leader_retreat", ask, "13.4 (10.5)", options)
    if isinstance(order, orders.Retreat):
        yield from _go(field, order)


def may_flee(field: Field, leader: str) -> Asks[None]:
    """A lone leader is attacked: he may retreat before combat (10.5)."""
    options = FleeOptions(field, leader, may_stand=True)
    if len(options.legal()) == 1:
        return
    ask = f"{field.called(leader)} is attacked while alone: retreat up to {options.limit} hexes, or stand"
    order = yield from choose(field.side(leader), "leader_retreat", ask, "10.5", options)
    if isinstance(order, orders.Retreat):
        yield from _go(field, order)


def _go(field: Field, order: orders.Retreat) -> Asks[None]:
    """Carries out a leader's retreat."""
    field.state.put(order.unit, at=order.path[-1])
    yield Tell(f"{field.called(order.unit)} retreats to {order.path[-1]}", "10.5", (order.unit,))
    yield from field.battle.exclusive.moved(field, field.side(order.unit))
