"""Movement (4.0, 5.2): paths and their cost, zones of control, leaders on the move (10.1, 10.5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from modules.engine.decisions import Asks, choose
from modules.engine.errors import Illegal
from modules.engine.hexes.movement import moving
from modules.engine.hexes.movement.moving import MoveChoices
from modules.engine.hexes.movement.paths import MoveLimits, MoveRestriction, Path
from modules.engine.hexes.orders import EXIT
from modules.engine.hexes.state import RESERVE
from modules.engine.requests import Tell
from modules.three_battles import orders
from modules.three_battles.charging import charge_barred, charge_fault, clear_only
from modules.three_battles.collapse import settle
from modules.three_battles.edges import exit_fault, exits, leave
from modules.three_battles.field import Field
from modules.three_battles.leaders import make_way


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
    leaves, overran = order.path[-1] == EXIT, False
    unit = field.state.units[unit_id]
    crossed = unit.crossed
    for place in order.path[:-1] if leaves else order.path:
        if field.holder(place) not in (None, side):  # enemy leaders, whose ways out his ZOC covers from here
            field.state.put(unit_id, at=here)
            overran = (yield from make_way(field, side, place)) or overran
        crosses = here != RESERVE and not field.is_leader(unit_id) and field.crosses_river(here, place)
        crossed, here = crossed or crosses, place
    if leaves:
        yield from leave(field, unit_id)
    else:
        charging = unit.charging or isinstance(order, orders.Charge)
        field.state.put(unit_id, at=here, crossed=crossed, charging=charging)
    if leaves or overran:
        yield from settle(field)


class MoveOptions(moving.MoveOptions[Field]):
    """The legal moves of one side at one moment, and its charges (9.6)."""

    kinds = (orders.Move, orders.Charge)

    def __init__(self, field: Field, side: str, moved: Collection[str]) -> None:
        super().__init__(field, side, moved, field.battle.move_rules)

    def allowance(self, unit_id: str) -> int:
        """A counter's movement allowance in this turn, in the board's units."""
        factor = self.field.battle.exclusive.allowance_factor(self.field, self.side)
        return self.board.units(self.field.value(unit_id, "movement") * factor)

    def kept(self, unit_id: str, here: str) -> Illegal | None:
        """4.4: an EZOC holds units; leaders leave it (10.1)."""
        if here not in self.ezoc or self.field.is_leader(unit_id):
            return None
        holders = ", ".join(self.field.exerting(here, self.side))
        return Illegal("4.4", f"{unit_id} in {here} is in the ZOC of {holders} and may not leave it")

    def bars(self, unit_id: str, here: str) -> Sequence[MoveRestriction]:
        field, enemies = self.field, self.field.enemies_of(self.side)

        def held(_: str, other: str) -> str:
            return f"{other} is held by {enemies[other]}: no unit may enter an enemy's hex"

        def stacked(_: str, other: str) -> str:
            return f"{field.unit_in(other)} is in {other}: units may not stack or pass through"

        common = (MoveRestriction("4.4", held, enemies.keys()), *field.battle.exclusive.bars(field, unit_id))
        if field.is_leader(unit_id):
            return (*common, *self._leader_bars(unit_id, here))
        friends = field.places.held[self.side].keys()
        return (*common, MoveRestriction("13.4 (4.3)", stacked, friends - {here}))

    def _leader_bars(self, leader: str, here: str) -> Sequence[MoveRestriction]:
        """10.1, 8.2, 4.4: into an EZOC only with a unit of one's own, and never from another EZOC."""
        field, called = self.field, self.field.called(leader)
        enemies = field.leaders_on_map(field.battle.enemy(self.side))
        friends = field.places.held[self.side]
        return [
            MoveRestriction(
                "4.4",
                lambda _, other: f"an enemy leader is in {other}",
                {field.state.units[e].at for e in enemies},
            ),
            MoveRestriction(
                "10.1",
                lambda _, other: f"{called} may not enter {other}, an EZOC without a unit of yours",
                {hex_id for hex_id in self.ezoc if hex_id not in friends},
            ),
            MoveRestriction(
                "8.2",
                lambda one, other: (
                    f"{called} may not go from one EZOC ({one}) straight into another ({other})"
                ),
                self.ezoc if here in self.ezoc else (),
                of="first",
            ),
        ]

    def exits(self, unit_id: str) -> Mapping[str, int]:
        """14.2, 15.2: over any edge; 16.2: along a road."""
        return exits(self.field, unit_id)

    def exit_fault(self, unit_id: str, here: str) -> Illegal:
        return exit_fault(self.field, unit_id, here)

    def equivalence_key(self, order: Any) -> object | None:
        """Whether it crosses the river (9.6), the enemy leaders in its way (10.5), and what the battle's own
        rules make of its hexes."""
        field, here = self.field, self.field.state.units[order.unit].at
        steps = zip((here, *order.path), order.path, strict=False)
        crosses = any(
            there != EXIT and field.crosses_river(one, there) for one, there in steps if one != RESERVE
        )
        fled = tuple(place for place in order.path if field.holder(place) not in (None, self.side))
        return crosses, fled, field.battle.exclusive.way_matters(order.path)

    # --- charges -----------------------------------------------------------------------------------

    def fans_of(self, unit_id: str) -> list[MoveChoices]:
        found = super().fans_of(unit_id)
        if charge_barred(self.field, unit_id) is None:
            found += self._charges(unit_id)
        return found

    def way_fault(self, order: orders.Move | orders.Charge) -> Illegal | None:
        charge = isinstance(order, orders.Charge)
        fault = charge_fault(self.field, order.unit, order.path) if charge else None
        return fault or super().way_fault(order)

    def _charges(self, unit_id: str) -> list[MoveChoices]:
        going = clear_only(self.board, self.going(unit_id))
        reached = going.reach()
        contact = self.field.contact(self.side)
        ends = [hex_id for hex_id in reached.ways if hex_id in contact]
        back = self._back_again(going)
        charges = [MoveChoices(orders.Charge, ends, reached.path)]
        return [*charges, MoveChoices(orders.Charge, (going.start,), lambda _: back)] if back else charges

    def _back_again(self, going: MoveLimits) -> Path:
        """The cheapest way out and back: who stands next to an enemy across the bridge, beyond his ZOC, may
        charge him from there. Empty where there is none."""
        here = going.start
        if here == RESERVE or not self.field.beside_enemy(here, self.side):
            return ()
        out_and_back = [(out, here) for out, _ in going.first() if out not in self.ezoc]
        ways = [(spent, way) for way in out_and_back if (spent := going.spent(way)) is not None]
        cost, way = min(ways, default=(0, ()))
        return way if cost <= going.budget else ()
