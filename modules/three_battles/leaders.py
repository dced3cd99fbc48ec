"""Leaders who retreat before a combat (8.3, 10.1, 10.5), and from an enemy who enters their hex (13.4)."""

from __future__ import annotations

from collections.abc import Sequence

from modules.amounts import count_noun
from modules.engine.decisions import Asks, choose
from modules.engine.errors import Illegal
from modules.engine.hexes.options import HexOptions
from modules.engine.hexes.orders import EXIT
from modules.engine.hexes.path_graph import reach
from modules.engine.listed_orders import end_of
from modules.engine.orders import Order
from modules.engine.requests import Tell
from modules.three_battles import orders
from modules.three_battles.edges import leave
from modules.three_battles.field import Field
from modules.three_battles.losses import kill_leader


class FleeOptions(HexOptions[orders.Retreat | orders.Stand]):
    """Where a leader may retreat before combat: up to three hexes, none of them in an EZOC, for each must be
    one eligible for retreat (8.3, 7.8); off the map where units may leave it (14.2, 15.2)."""

    def __init__(self, field: Field, leader: str, may_stand: bool) -> None:
        self.field, self.leader, self.may_stand = field, leader, may_stand
        self.side = field.side(leader)
        self.ezoc = field.ezoc(self.side)
        self.limit = field.battle.number("lone_leader_retreat")

    def listing(self) -> Sequence[orders.Retreat | orders.Stand]:
        here, strides = self.field.state.units[self.leader].at, self.field.board.strides
        enemies = self.field.hexes_with(self.field.battle.enemy(self.side))
        reached = reach(here, strides.steps[here], self.limit, strides, (enemies, self.ezoc))
        ways = [reached.path(place) for place in reached.ways]
        off = [(*path, EXIT) for path in ((), *ways) if len(path) < self.limit and not self._kept(path)]
        found: list[orders.Retreat | orders.Stand] = [orders.Retreat(self.leader, path) for path in ways]
        found += [orders.Retreat(self.leader, path) for path in sorted(off, key=len)[:1]]
        return [orders.Stand(self.leader), *found] if self.may_stand else found

    def fault(self, order: Order) -> Illegal | None:
        called = self.field.called(self.leader)
        if isinstance(order, orders.Stand) and self.may_stand and order.leader == self.leader:
            return None
        if not isinstance(order, orders.Retreat) or order.unit != self.leader:
            return Illegal("10.5", f"`{order}` is not a retreat of {called}")
        if len(order.path) > self.limit:
            return Illegal(
                "8.3", f"{called} may retreat {count_noun(self.limit, 'hex')}, not {len(order.path)}"
            )
        start = here = self.field.state.units[self.leader].at
        leaves = order.path[-1] == EXIT
        for place in order.path[:-1] if leaves else order.path:
            barred = self._barred(here, place)
            if barred:
                # 10.1 point 1 would let him in, but that is about movement: 8.3 asks for a hex as in 7.8
                rule = "8.3" if place in self.ezoc and self.field.friend_in(place, self.side) else "10.5"
                return Illegal(rule, f"{called} may not retreat from {here} to {place}: {barred}")
            here = place
        if leaves:
            kept = self._kept(order.path[:-1])
            if kept:
                return Illegal(self.field.battle.special.edge_exits or "16.2", f"{called} {kept}")
        elif here == start:  # beyond the bridge no ZOC keeps him from coming back
            return Illegal("10.5", f"{called} must leave {start}: he may not come back to it")
        return None

    def spent_on(self, order: Order) -> tuple[str, str]:
        if not isinstance(order, orders.Retreat):
            return "", ""
        return str(len(order.path)), str(self.limit - len(order.path))

    def why_closed(self, mover: str, place: str) -> Illegal | None:
        if mover != self.leader or place not in self.field.board.neighbours:
            return super().why_closed(mover, place)
        here = self.field.state.units[mover].at
        if self.field.board.grid.side_toward(here, place) is not None:
            return self.fault(orders.Retreat(mover, (place,)))
        if any(end_of(order) == place for order in self.legal()):
            return None
        reason = f"no retreat of {count_noun(self.limit, 'hex')} leads {self.field.called(mover)} to {place}"
        return Illegal("8.3", reason)

    def _kept(self, path: Sequence[str]) -> str:
        """Why a retreat may not leave the map from the end of a path; empty where it may."""
        here = path[-1] if path else self.field.state.units[self.leader].at
        if self.field.battle.special.edge_exits is None:
            return "may not retreat off the map"
        return "" if self.field.board.grid.open_sides(here) else f"may not leave the map from {here}"

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
        return "it is an EZOC" if other in self.ezoc else ""


def make_way(field: Field, side: str, hex_id: str) -> Asks[bool]:
    """A unit of `side` is about to enter a hex by movement or retreat: the enemy leaders alone in it retreat,
    each before it comes in, or are eliminated (13.4 on 10.5). True if there were any.

    Its ZOC counts from where it stands: from within the leader's hex it would cover every way out.
    """
    met = [leader for leader in field.lone_leaders_in(hex_id) if field.side(leader) != side]
    for leader in met:
        yield from _make_way(field, leader)
    return bool(met)


def _make_way(field: Field, leader: str) -> Asks[None]:
    options = FleeOptions(field, leader, may_stand=False)
    choices = options.legal()
    if not choices:
        yield from kill_leader(field, leader, "13.4 (10.5)")
        return
    ask = f"{field.called(leader)} must retreat: up to {count_noun(options.limit, 'hex')}"
    order = yield from choose(field.side(leader), "leader_retreat", ask, "13.4 (10.5)", options)
    if isinstance(order, orders.Retreat):
        yield from _go(field, order, "10.5")


def may_flee(field: Field, leader: str) -> Asks[bool]:
    """A leader is attacked, alone (10.5) or with a unit (10.1 retreat): he may retreat before combat. True if
    he does."""
    options = FleeOptions(field, leader, may_stand=True)
    if len(options.legal()) == 1:
        return False
    guard = field.unit_in(field.state.units[leader].at)
    rule, how = ("10.5", "while alone") if guard is None else ("10.1 retreat", f"with {guard}")
    ask = (
        f"{field.called(leader)} is attacked {how}: retreat up to "
        f"{count_noun(options.limit, 'hex')}, or stand"
    )
    order = yield from choose(field.side(leader), "leader_retreat", ask, rule, options)
    if isinstance(order, orders.Retreat):
        yield from _go(field, order, rule)
    return isinstance(order, orders.Retreat)


def _go(field: Field, order: orders.Retreat, rule: str) -> Asks[None]:
    """Carries out a leader's retreat."""
    leader, start = order.unit, field.state.units[order.unit].at
    if order.path[-1] == EXIT:
        yield from leave(field, leader)
        return
    field.state.put(leader, at=order.path[-1])
    yield Tell(f"{field.called(leader)} retreats to {order.path[-1]}", rule, (leader,))
    yield from field.battle.exclusive.moved(field, [leader], (start, *order.path))
