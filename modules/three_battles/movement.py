"""Movement (4.0, 5.2), cavalry charges (9.6), leaders on the move (10.1, 10.5), leaving the map (16.2)."""

from __future__ import annotations

from collections.abc import Sequence

from modules.engine.errors import Illegal
from modules.engine.orders import Order
from modules.engine.paths import Arrival, Entry, reach
from modules.engine.requests import Chance, Options, Tell
from modules.three_battles import orders
from modules.three_battles.asking import Asks, choose
from modules.three_battles.field import Field
from modules.three_battles.leaders import make_way
from modules.three_battles.losses import settle
from modules.three_battles.orders import EXIT
from modules.three_battles.state import EXITED


def movement_phase(field: Field, side: str) -> Asks[None]:
    """The phasing player moves as many of his units as he likes, one at a time (4.1)."""
    moved: set[str] = set()
    while True:
        options = MoveOptions(field, side, frozenset(moved))
        if not options.movable:
            return
        order = yield from choose(side, "movement", "move a unit, or `done`", "4.1", options)
        if isinstance(order, orders.Done):
            return
        moved.add(order.unit)
        yield from _carry_out(field, side, order)


def _carry_out(field: Field, side: str, order: orders.Move | orders.Charge) -> Asks[None]:
    unit_id, start = order.unit, field.state.units[order.unit].at
    way = "charges" if isinstance(order, orders.Charge) else "moves"
    yield Tell(f"{field.called(unit_id)} {way} {start}-{'-'.join(order.path)}", "4.1", (unit_id,))
    overrun = False
    for place in order.path:
        if place == EXIT:
            yield from _leave(field, unit_id)
            break
        overrun = (yield from make_way(field, side, place)) or overrun
        field.state.put(unit_id, at=place)
    if isinstance(order, orders.Charge):
        field.state.put(unit_id, charging=True)
    if overrun:
        yield from settle(field)


def _leave(field: Field, unit_id: str) -> Asks[None]:
    points = field.value(unit_id, "leadership" if field.is_leader(unit_id) else "combat")
    field.state.exit_points[field.side(unit_id)] += points
    field.state.put(unit_id, at=EXITED, disordered=False)
    yield Tell(f"{field.called(unit_id)} leaves the map: {points} points for later", "16.2", (unit_id,))


MoveOrder = orders.Move | orders.Charge | orders.Done


class MoveOptions(Options[MoveOrder]):
    """The legal moves of one side at one moment. `movable`: its counters that have not moved yet."""

    def __init__(self, field: Field, side: str, moved: frozenset[str]) -> None:
        self.field, self.board, self.side, self.moved = field, field.board, side, moved
        self.ezoc = field.ezoc(side)
        everyone = [*field.on_map(side), *field.leaders_on_map(side)]
        self.movable = [u for u in everyone if u not in moved]

    # --- listing -----------------------------------------------------------------------------------

    def legal(self) -> Sequence[MoveOrder]:
        found: list[MoveOrder] = []
        for unit_id in self.movable:
            found += self.moves_of(unit_id)
        return [*found, orders.Done()]

    def sample(self, chance: Chance) -> MoveOrder:
        choice = chance.below(len(self.movable) + 1)
        moves = self.moves_of(self.movable[choice]) if choice < len(self.movable) else []
        return moves[chance.below(len(moves))] if moves else orders.Done()

    def moves_of(self, unit_id: str) -> list[orders.Move | orders.Charge]:
        """One order for each hex that a counter can reach, by the cheapest path, and its charges."""
        found: list[orders.Move | orders.Charge] = [
            orders.Move(unit_id, a.path) for a in self.reachable(unit_id).values()
        ]
        found += [orders.Move(unit_id, path) for path in self._exits(unit_id)]
        if self._charge_barred(unit_id) is None:
            found += [orders.Charge(unit_id, path) for path in self._charges(unit_id)]
        return found

    def reachable(self, unit_id: str) -> dict[str, Arrival]:
        """Every hex that a counter can reach in this phase, with cost (in the board's units) and path."""
        here = self.field.state.units[unit_id].at
        if here in self.ezoc and not self.field.is_leader(unit_id):
            return {}
        budget = self.board.units(self.field.value(unit_id, "movement"))
        leader = self.field.is_leader(unit_id)

        def enter(one: str, other: str) -> Entry | None:
            if self._barred(unit_id, one, other, leader) is not None:
                return None
            return Entry(self.board.step(one, other).cost, other in self.ezoc)

        return reach(here, budget, self.board.neighbours.__getitem__, enter)

    def _exits(self, unit_id: str) -> list[tuple[str, ...]]:
        paths = []
        here = self.field.state.units[unit_id].at
        farthest = self.board.units(self.field.value(unit_id, "movement"))
        reached = None
        for way in self.board.map.exits.values():
            if self.side not in way.sides or self.board.distance(here, way.hex) > farthest:
                continue
            reached = self.reachable(unit_id) if reached is None else reached
            arrival = Arrival(0, ()) if here == way.hex else reached.get(way.hex)
            if arrival is None:
                continue
            path = (*arrival.path, EXIT)
            if self._fault(orders.Move(unit_id, path)) is None:
                paths.append(path)
        return paths

    def _charges(self, unit_id: str) -> list[tuple[str, ...]]:
        here = self.field.state.units[unit_id].at
        budget = self.board.units(self.field.value(unit_id, "movement"))

        def enter(one: str, other: str) -> Entry | None:
            barred = self._barred(unit_id, one, other, leader=False) or self._rough(one, other)
            return None if barred else Entry(self.board.step(one, other).cost, other in self.ezoc)

        reached = reach(here, budget, self.board.neighbours.__getitem__, enter)
        return [a.path for hex_id, a in reached.items() if self._beside_enemy(hex_id)]

    # --- checking ----------------------------------------------------------------------------------

    def check(self, order: Order) -> None:
        if isinstance(order, orders.Done):
            return
        if not isinstance(order, orders.Move | orders.Charge):
            raise Illegal("4.1", f"`{order}` is no order of the movement phase: move, charge or done")
        fault = self._fault(order)
        if fault is not None:
            raise fault

    def _fault(self, order: orders.Move | orders.Charge) -> Illegal | None:
        unit_id = order.unit
        fault = self._mover_fault(unit_id)
        if fault is None and isinstance(order, orders.Charge):
            fault = self._charge_fault(unit_id, order.path)
        return fault or self._path_fault(unit_id, order.path)

    def _mover_fault(self, unit_id: str) -> Illegal | None:
        field = self.field
        called = field.called(unit_id)
        if unit_id not in field.battle.counters or field.side(unit_id) != self.side:
            return Illegal("4.1", f"{unit_id} is not yours to move")
        here = field.at(unit_id)
        if here is None:
            return Illegal("4.1", f"{called} is not on the map")
        if unit_id in self.moved:
            return Illegal("4.1", f"{called} has already moved in this phase")
        if here in self.ezoc and not field.is_leader(unit_id):
            holders = ", ".join(field.exerting(here, self.side))
            return Illegal("4.4", f"{unit_id} in {here} stands in the ZOC of {holders} and may not leave it")
        return None

    def _path_fault(self, unit_id: str, path: tuple[str, ...]) -> Illegal | None:
        leader = self.field.is_leader(unit_id)
        here, spent = self.field.state.units[unit_id].at, 0
        parts: list[str] = []
        for i, place in enumerate(path):
            if i and here in self.ezoc:
                holders = ", ".join(self.field.exerting(here, self.side))
                return Illegal("5.2", f"{unit_id} must stop in {here}, in the ZOC of {holders}")
            fault = self._step_fault(unit_id, here, place, leader, last=i == len(path) - 1)
            if fault is not None:
                return fault
            cost = self._exit_cost(here) if place == EXIT else self.board.step(here, place).cost
            spent += cost
            parts.append(f"{here}-{place} {self.board.show_mp(cost)}")
            here = place
        allowance = self.board.units(self.field.value(unit_id, "movement"))
        if spent > allowance:
            show = self.board.show_mp
            total = f"{show(spent)} MP needed, {show(allowance)} allowed: {show(spent - allowance)} MP short"
            return Illegal("4.2", f"{self.field.called(unit_id)}: {total} ({'; '.join(parts)})")
        return None

    def _step_fault(self, unit_id: str, here: str, place: str, leader: bool, last: bool) -> Illegal | None:
        if place == EXIT:
            return self._exit_fault(unit_id, here, last)
        if self.board.grid.side_toward(here, place) is None:
            return Illegal("4.1", f"{place} is not adjacent to {here}: a path goes from hex to hex")
        return self._barred(unit_id, here, place, leader)

    def _barred(self, unit_id: str, one: str, other: str, leader: bool) -> Illegal | None:
        """Why a counter may not go from a hex to the next, whatever the MP; None where it may."""
        field = self.field
        step = self.board.step(one, other)
        if step.barred:
            return Illegal("TEC", f"{step.barred} between {one} and {other} may not be crossed or entered")
        there = field.unit_in(other)
        if there is not None and field.side(there) != self.side:
            return Illegal("4.4", f"{other} is held by {there}: no unit may enter an enemy's hex")
        if leader:
            return self._leader_barred(unit_id, one, other, there)
        if there not in (None, unit_id):
            return Illegal("13.4 (4.3)", f"{there} stands in {other}: units may not stack or pass through")
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
            return Illegal(
                "8.2", f"{called} may not go from one EZOC ({one}) straight into another ({other})"
            )
        return None

    # --- leaving the map (16.2) --------------------------------------------------------------------

    def _exit_cost(self, here: str) -> int:
        way = next(e for e in self.board.map.exits.values() if e.hex == here)
        cost = self.board.terrain[way.road].mp
        return 0 if cost == "prohibited" else self.board.units(cost)

    def _exit_fault(self, unit_id: str, here: str, last: bool) -> Illegal | None:
        mine = [e for e in self.board.map.exits.values() if self.side in e.sides]
        if not any(e.hex == here for e in mine):
            named = " or ".join(f"{e.hex} ({e.name})" for e in mine) or "none"
            return Illegal("16.2", f"{unit_id} may leave the map only along the road: from {named}")
        if not last:
            return Illegal("16.2", "`exit` ends a path")
        return None

    # --- charges (9.6) -----------------------------------------------------------------------------

    def _charge_barred(self, unit_id: str) -> Illegal | None:
        called = self.field.called(unit_id)
        if not self.field.counter(unit_id).mounted or self.field.is_leader(unit_id):
            return Illegal("9.6", f"{called} is no cavalry unit and cannot charge")
        if self.field.state.units[unit_id].disordered:
            return Illegal("9.6", f"{called} is disordered and cannot charge")
        if self.field.at(unit_id) in self.ezoc:
            return Illegal("9.6", f"{called} starts in an EZOC and cannot charge")
        return None

    def _charge_fault(self, unit_id: str, path: tuple[str, ...]) -> Illegal | None:
        fault = self._charge_barred(unit_id)
        if fault is not None:
            return fault
        here = self.field.state.units[unit_id].at
        for place in path:
            if place == EXIT:
                return Illegal("9.6", f"{unit_id} ends its charge next to an enemy unit, not off the map")
            if self.board.grid.side_toward(here, place) is None:
                return None  # the path itself is at fault, and says so better
            rough = self._rough(here, place)
            if rough:
                return Illegal("9.6", f"{unit_id} charges over clear terrain only: {rough} at {here}-{place}")
            here = place
        if not self._beside_enemy(here):
            return Illegal("9.6", f"{unit_id} would end its charge in {here}, next to no enemy unit")
        return None

    def _rough(self, one: str, other: str) -> str:
        """What is not clear about a step, in words; a road hex is clear (ruling los_adjacent)."""
        if self.board.terrain_name(other) != self.board.map.ground:
            return self.board.terrain_of(other).name.lower()
        features = self.board.features(one, other)
        if features:
            return features[0].name.lower()
        return "change in level" if self.board.level(one) != self.board.level(other) else ""

    def _beside_enemy(self, hex_id: str) -> bool:
        return any(self.field.enemy_in(n, self.side) for n in self.board.neighbours[hex_id])
