"""Movement (4.0, 5.2): paths and their cost, zones of control, leaders on the move (10.1, 10.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from modules.definition.scenarios import Entry as LateEntry
from modules.engine.asking import Asks, choose
from modules.engine.errors import Illegal
from modules.engine.orders import Order
from modules.engine.paths import Arrival, Entry, reach
from modules.engine.requests import Chance, Options, Tell
from modules.three_battles import orders
from modules.three_battles.charging import beside_enemy, charge_barred, charge_fault, rough_ground
from modules.three_battles.collapse import settle
from modules.three_battles.edges import entry_cost, entry_hexes, exit_cost, exit_fault, leave, waiting
from modules.three_battles.field import Field
from modules.three_battles.leaders import make_way
from modules.three_battles.orders import EXIT
from modules.three_battles.state import RESERVE


def movement_phase(field: Field, side: str) -> Asks[None]:
    """The phasing player moves as many of his units as he likes, one at a time (4.1)."""
    yield from field.battle.exclusive.turn_begins(field, side)
    moved: set[str] = set()
    while True:
        options = MoveOptions(field, side, frozenset(moved))
        if not options.movable:
            return
        order = yield from choose(side, "movement", "move a unit, or `done`", "4.1", options)
        if isinstance(order, orders.Done):
            return
        moved.add(order.unit)
        start = field.state.units[order.unit].at
        yield from _carry_out(field, side, order)
        yield from field.battle.exclusive.moved(field, [order.unit], (start, *order.path))


def _carry_out(field: Field, side: str, order: orders.Move | orders.Charge) -> Asks[None]:
    unit_id, here = order.unit, field.state.units[order.unit].at
    way = "charges" if isinstance(order, orders.Charge) else "enters" if here == RESERVE else "moves"
    route = "-".join(order.path if here == RESERVE else (here, *order.path))
    yield Tell(f"{field.called(unit_id)} {way} {route}", "4.1", (unit_id,))
    left_or_overran = False
    for place in order.path:
        if place == EXIT:
            yield from leave(field, unit_id)
            left_or_overran = True
            break
        left_or_overran = (yield from make_way(field, side, place)) or left_or_overran
        if here != RESERVE and not field.is_leader(unit_id) and field.crosses_river(here, place):
            field.state.put(unit_id, crossed=True)
        field.state.put(unit_id, at=place)
        here = place
    if isinstance(order, orders.Charge):
        field.state.put(unit_id, charging=True)
    if left_or_overran:
        yield from settle(field)


MoveOrder = orders.Move | orders.Charge | orders.Done


class MoveOptions(Options[MoveOrder]):
    """The legal moves of one side at one moment. `movable`: its counters that have not moved yet, those that
    wait to enter the map among them."""

    def __init__(self, field: Field, side: str, moved: frozenset[str]) -> None:
        self.field, self.board, self.side, self.moved = field, field.board, side, moved
        self.ezoc = field.ezoc(side)
        self.waiting = waiting(field, side)
        everyone = [*field.on_map(side), *field.leaders_on_map(side), *self.waiting]
        self.movable = [u for u in everyone if u not in moved]

    # --- listing -----------------------------------------------------------------------------------

    def legal(self) -> Sequence[MoveOrder]:
        found: list[MoveOrder] = []
        for unit_id in self.movable:
            found += self.moves_of(unit_id)
        return found if self.overdue() else [*found, orders.Done()]

    def sample(self, chance: Chance) -> MoveOrder:
        choice = chance.below(len(self.movable) + 1)
        moves = self.moves_of(self.movable[choice]) if choice < len(self.movable) else []
        if moves:
            return moves[chance.below(len(moves))]
        late = self.overdue()
        return late[0] if late else orders.Done()

    def moves_of(self, unit_id: str) -> list[orders.Move | orders.Charge]:
        """One order for each hex that a counter can reach, by the cheapest path, and its charges."""
        reached = self.reachable(unit_id)
        found: list[orders.Move | orders.Charge] = [orders.Move(unit_id, a.path) for a in reached.values()]
        found += [orders.Move(unit_id, path) for path in self._exits(unit_id, reached)]
        if charge_barred(self.field, unit_id) is None:
            found += [orders.Charge(unit_id, path) for path in self._charges(unit_id)]
        return found

    def reachable(self, unit_id: str) -> dict[str, Arrival]:
        """Every hex that a counter can reach in this phase, with cost (in the board's units) and path."""
        here, leader = self.field.state.units[unit_id].at, self.field.is_leader(unit_id)
        if here in self.ezoc and not leader:
            return {}
        return self._reach(unit_id, lambda one, other: self._barred(unit_id, one, other, leader) is not None)

    def _charges(self, unit_id: str) -> list[tuple[str, ...]]:
        def barred(one: str, other: str) -> bool:
            rough = rough_ground(self.field, one, other)
            return bool(rough) or self._barred(unit_id, one, other, leader=False) is not None

        reached = self._reach(unit_id, barred) | self._back_again(unit_id, barred)
        return [a.path for hex_id, a in reached.items() if beside_enemy(self.field, self.side, hex_id)]

    def _back_again(self, unit_id: str, barred: Callable[[str, str], bool]) -> dict[str, Arrival]:
        """The cheapest way out and back: who stands next to an enemy across the bridge, beyond his ZOC, may
        charge him from there."""
        here = self.field.state.units[unit_id].at
        if here == RESERVE or not beside_enemy(self.field, self.side, here):
            return {}
        ways = [
            (self._cost(here, out) + self._cost(out, here), out)
            for out in self.board.neighbours[here]
            if out not in self.ezoc and not barred(here, out) and not barred(out, here)
        ]
        cost, out = min(ways, default=(self.allowance(unit_id) + 1, ""))
        return {here: Arrival(cost, (out, here))} if cost <= self.allowance(unit_id) else {}

    def _reach(self, unit_id: str, barred: Callable[[str, str], bool]) -> dict[str, Arrival]:
        def neighbours(place: str) -> tuple[str, ...]:
            return entry_hexes(self.field, unit_id) if place == RESERVE else self.board.neighbours[place]

        def enter(one: str, other: str) -> Entry | None:
            return None if barred(one, other) else Entry(self._cost(one, other), other in self.ezoc)

        return reach(self.field.state.units[unit_id].at, self.allowance(unit_id), neighbours, enter)

    def _exits(self, unit_id: str, reached: dict[str, Arrival]) -> list[tuple[str, ...]]:
        """The cheapest way off the map, if there is one."""
        here, budget = self.field.state.units[unit_id].at, self.allowance(unit_id)
        starts = {here: Arrival(0, ())} if here != RESERVE else {}
        found = []
        for hex_id, arrival in (starts | reached).items():
            stops = hex_id in self.ezoc and hex_id != here
            if stops or exit_fault(self.field, unit_id, hex_id) is not None:
                continue
            cost = arrival.cost + exit_cost(self.field, hex_id)
            path = (*arrival.path, EXIT)
            if cost <= budget and self._mover_fault(unit_id) is None:
                found.append((cost, path))
        return [min(found)[1]] if found else []

    def allowance(self, unit_id: str) -> int:
        """A counter's movement allowance in this turn, in the board's units."""
        factor = self.field.battle.exclusive.allowance_factor(self.field, self.side)
        return self.board.units(self.field.value(unit_id, "movement") * factor)

    def _cost(self, one: str, other: str) -> int:
        if other == EXIT:
            return exit_cost(self.field, one)
        return entry_cost(self.field, other) if one == RESERVE else self.board.step(one, other).cost

    def overdue(self) -> list[orders.Move | orders.Charge]:
        """The moves of a counter that must move before the phase may end, for others wait to enter the map,
        as many as possible (15.3, 15.4). It is one that can enter, or one that can clear the way for it."""
        for unit_id in (u for u in self.waiting if u not in self.moved):
            if self._can_enter(unit_id):
                return self.moves_of(unit_id)
        return next(filter(None, map(self._clearing, self._in_the_way())), [])

    def _can_enter(self, unit_id: str) -> bool:
        leader = self.field.is_leader(unit_id)
        return any(self._barred(unit_id, RESERVE, h, leader) is None for h in self._entries(unit_id))

    def _entries(self, unit_id: str) -> list[str]:
        """The hexes where a counter has the MP to enter the map."""
        budget = self.allowance(unit_id)
        return [h for h in entry_hexes(self.field, unit_id) if entry_cost(self.field, h) <= budget]

    def _in_the_way(self) -> list[str]:
        """The units that have not moved and stand where a unit might enter that waits."""
        waits = (u for u in self.waiting if u not in self.moved and not self.field.is_leader(u))
        hexes = dict.fromkeys(h for unit_id in waits for h in self._entries(unit_id))
        there = (self.field.friend_in(hex_id, self.side) for hex_id in hexes)
        return [u for u in there if u is not None and u not in self.moved]

    def _clearing(self, unit_id: str) -> list[orders.Move | orders.Charge]:
        """The moves by which a unit leaves the hexes where others enter, and stays on the map."""
        kept = {orders.EXIT, *(h for u in self.waiting for h in entry_hexes(self.field, u))}
        return [move for move in self.moves_of(unit_id) if move.path[-1] not in kept]

    # --- checking ----------------------------------------------------------------------------------

    def check(self, order: Order) -> None:
        if isinstance(order, orders.Done):
            late = self.overdue()
            if late:
                raise self._overdue_fault(late[0].unit)
            return
        if not isinstance(order, orders.Move | orders.Charge):
            raise Illegal(
                "4.1", f"`{order}` is not an order for the movement phase; give move, charge or done"
            )
        fault = self._fault(order)
        if fault is not None:
            raise fault

    def _overdue_fault(self, unit_id: str) -> Illegal:
        if unit_id in self.waiting:
            return Illegal(self._entry(unit_id).rule, f"{unit_id} can still enter the map, so it must")
        here = self.field.at(unit_id)
        reason = f"{unit_id} in {here} can move on, so it must: others wait to enter the map"
        return Illegal(self._entry(self.waiting[0]).rule, reason)

    def _entry(self, unit_id: str) -> LateEntry:
        return next(e for e in self.field.battle.scenario.entries if unit_id in e.counters)

    def _fault(self, order: orders.Move | orders.Charge) -> Illegal | None:
        fault = self._mover_fault(order.unit)
        if fault is None and isinstance(order, orders.Charge):
            fault = charge_fault(self.field, order.unit, order.path)
        return fault or self._path_fault(order.unit, order.path)

    def _mover_fault(self, unit_id: str) -> Illegal | None:
        field = self.field
        called = field.called(unit_id)
        if field.side(unit_id) != self.side:
            return Illegal("4.1", f"{unit_id} is not your unit")
        here = field.at(unit_id)
        if here is None and unit_id not in self.waiting:
            return self._absent_fault(unit_id)
        if unit_id in self.moved:
            return Illegal("4.1", f"{called} has already moved in this phase")
        if here is not None and here in self.ezoc and not field.is_leader(unit_id):
            holders = ", ".join(field.exerting(here, self.side))
            return Illegal("4.4", f"{unit_id} in {here} is in the ZOC of {holders} and may not leave it")
        return None

    def _absent_fault(self, unit_id: str) -> Illegal:
        if self.field.state.units[unit_id].at == RESERVE:
            entry = self._entry(unit_id)
            return Illegal(entry.rule, f"{self.field.called(unit_id)} enters the map in turn {entry.turn}")
        return Illegal("4.1", f"{self.field.called(unit_id)} is not on the map")

    def _path_fault(self, unit_id: str, path: tuple[str, ...]) -> Illegal | None:
        here, spent = self.field.state.units[unit_id].at, 0
        parts: list[str] = []
        allowance, show = self.allowance(unit_id), self.board.show_mp
        for i, place in enumerate(path):
            if i and here in self.ezoc:
                holders = ", ".join(self.field.exerting(here, self.side))
                return Illegal("5.2", f"{unit_id} must stop in {here}, in the ZOC of {holders}")
            fault = self._step_fault(unit_id, here, place, last=i == len(path) - 1)
            if fault is not None:
                return fault
            cost = self._cost(here, place)
            spent += cost
            on_map = here != RESERVE and place != EXIT
            parts.append(self.board.explain(here, place) if on_map else f"{here}-{place} {show(cost)}")
            here = place
        if spent > allowance:
            total = f"{show(spent)} MP needed, {show(allowance)} allowed: {show(spent - allowance)} MP short"
            return Illegal("4.2", f"{self.field.called(unit_id)}: {total} ({'; '.join(parts)})")
        return None

    def _step_fault(self, unit_id: str, here: str, place: str, last: bool) -> Illegal | None:
        leader = self.field.is_leader(unit_id)
        if here == RESERVE:
            hexes = entry_hexes(self.field, unit_id)
            if place not in hexes:
                among = ", ".join(hexes[:12])
                return Illegal(self._entry(unit_id).rule, f"{unit_id} must enter the map in one of {among}")
            return self._barred(unit_id, here, place, leader)
        if place == EXIT:
            if not last:
                return Illegal(
                    self.field.battle.special.edge_exits or "16.2", "`exit` must come last in a path"
                )
            return exit_fault(self.field, unit_id, here)
        if self.board.grid.side_toward(here, place) is None:
            return Illegal("4.1", f"{place} is not adjacent to {here}: name every hex of the path")
        return self._barred(unit_id, here, place, leader)

    def _barred(self, unit_id: str, one: str, other: str, leader: bool) -> Illegal | None:
        """Why a counter may not go from a hex to the next, whatever the MP; None where it may."""
        field = self.field
        barred = self.board.step(one, other).barred if one != RESERVE else ""
        if barred:
            return Illegal("TEC", f"{barred} between {one} and {other} may not be crossed or entered")
        there = field.unit_in(other)
        if there is not None and field.side(there) != self.side:
            return Illegal("4.4", f"{other} is held by {there}: no unit may enter an enemy's hex")
        fault = field.battle.exclusive.move_barred(field, unit_id, one, other)
        if fault is not None:
            return fault
        if leader:
            return self._leader_barred(unit_id, one, other, there)
        if there not in (None, unit_id):
            return Illegal("13.4 (4.3)", f"{there} is in {other}: units may not stack or pass through")
        return None

    def _leader_barred(self, leader: str, one: str, other: str, there: str | None) -> Illegal | None:
        field = self.field
        if there is None and field.holder(other) not in (None, self.side):
            return Illegal("4.4", f"an enemy leader is in {other}")
        if other not in self.ezoc:
            return None
        called = field.called(leader)
        if there is None:
            return Illegal("10.1", f"{called} may not enter {other}, an EZOC without a unit of yours")
        if one in self.ezoc:
            reason = f"{called} may not go from one EZOC ({one}) straight into another ({other})"
            return Illegal("8.2", reason)
        return None
