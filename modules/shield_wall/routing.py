"""Rout: of Saxon units beside the fallen (7.9), of Norman corps (7.8, 12.2), and rout movement (6.6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from modules.engine.decisions import Asks, roll
from modules.engine.errors import Illegal
from modules.engine.hexes.movement import retreating
from modules.engine.hexes.movement.paths import MoveLimits, MoveRestriction, MoveRules, Path
from modules.engine.orders import Order
from modules.engine.requests import Tell
from modules.shield_wall import orders
from modules.shield_wall.advance import after_rout
from modules.shield_wall.checks import rout_check
from modules.shield_wall.field import Field
from modules.shield_wall.losses import eliminate
from modules.shield_wall.state import DEAD
from modules.shield_wall.timing import path_fault, untimely

# --- Saxon units -----------------------------------------------------------------------------------------


def unit_rout_phase(field: Field, side: str) -> Asks[None]:
    """7.9: who stands beside a hex where huscarls or a leader fell checks, once for each (rulings
    saxon_unit_rout, unit_rout_number)."""
    for fallen in sorted(field.state.fallen, key=field.state.fallen.__getitem__):
        around = field.board.neighbours[fallen]
        for unit_id in [u for u in field.on_map(side) if field.hex_of(u) in around]:
            if not field.is_leader(unit_id) and not (yield from rout_check(field, unit_id, "7.9")):
                yield from _rout(field, unit_id)
    field.state.fallen.clear()


def _rout(field: Field, unit_id: str) -> Asks[None]:
    """Huscarls lose their wall, or, as fyrd do, their lives (ruling unit_rout_wall)."""
    if field.is_walled(unit_id) and not field.turned(unit_id):
        field.state.put(unit_id, wall_down=True)
        yield Tell(f"{unit_id}: the shield wall goes down", "7.9", (unit_id,))
        return
    vacated = field.hex_of(unit_id)
    yield from eliminate(field, [unit_id], DEAD, "7.9")
    yield from after_rout(field, field.battle.enemy(field.side(unit_id)), vacated)


# --- Norman corps ----------------------------------------------------------------------------------------


def corps_rout_phase(field: Field, side: str) -> Asks[None]:
    """7.8: corps that lost a unit and have one on a slope check; then those who fail run (6.6)."""
    state, enemy = field.state, field.battle.enemy(side)
    on_slope = {field.corps(u) for u in field.on_map(enemy) if field.hex_of(u) in field.battle.slopes}
    nations = field.battle.definition.game.nations
    corps = [name for name in nations if name in on_slope and state.losses.get(name)]
    labels = [f"{nations[name].name} checks for rout" for name in corps]
    values = yield from roll(enemy, "12.2", labels, field.battle.die)
    failed = []
    for name, value in zip(corps, values, strict=True):
        total = value + (field.battle.drm("corps_leader_lost") if state.leaders.get(name) else 0)
        routs = field.battle.result("corps_rout", total) == "Routs"
        failed += [name] if routs else []
        yield Tell(f"{nations[name].name} {'routs' if routs else 'stands'} ({total})", "12.2")
    state.losses.clear()
    state.leaders.clear()
    yield from _run(field, enemy, failed)


def _run(field: Field, side: str, corps: Sequence[str]) -> Asks[None]:
    """6.6: those of these corps on slope and hill go back one by one; who cannot is lost, all together."""
    ridge = field.battle.hill | field.battle.slopes
    runners = [u for u in field.on_map(side) if field.corps(u) in corps and field.hex_of(u) in ridge]
    field.state.routed = {unit_id: int(field.hex_of(unit_id)) for unit_id in runners}
    stuck: list[str] = []

    def go(order: orders.Retreat) -> Asks[None]:
        start = field.hex_of(order.unit)
        field.state.put(order.unit, at=order.path[-1])
        way = "-".join((start, *order.path))
        yield Tell(f"{field.called(order.unit)} routs {way}", "6.6", (order.unit,))

    def stay(unit_id: str) -> Asks[None]:
        stuck.append(unit_id)
        yield Tell(f"{field.called(unit_id)} cannot rout", "6.6", (unit_id,))

    yield from retreating.one_by_one(field, runners, partial(RoutOptions, field), go, stay)
    vacated = [field.hex_of(unit_id) for unit_id in stuck]
    yield from eliminate(field, stuck, DEAD, "6.6")
    for hex_id in vacated:
        yield from after_rout(field, field.battle.enemy(side), hex_id)


class RoutOptions(retreating.RoutOptions[Field]):
    """The ways of the units that have still to rout (rulings rout_path, rout_end, rout_archers)."""

    def __init__(self, field: Field, waiting: Sequence[str]) -> None:
        super().__init__(field, waiting, MoveRules("6.6", "6.6", "6.6", "6.6", terrain="6.3"))

    def fault(self, order: Order) -> Illegal | None:
        """7.8: those rout who are on slope and hill, of a corps that has failed; 6.6: they must."""
        late = untimely(self.field, order, orders.Retreat, orders.Done)
        if late is not None or (isinstance(order, orders.Retreat) and order.unit in self.waiting):
            return late or super().fault(order)
        waiting = ", ".join(map(self.field.called, self.waiting))
        if not isinstance(order, orders.Retreat):
            return Illegal("6.6", f"each unit that routs must move; still to go: {waiting}")
        called = self.field.called(order.unit)
        if order.unit in self.field.state.routed:
            return Illegal("6.6", f"{called} has routed already; still to go: {waiting}")
        reason = f"{called} is not on slope or hill with a corps that routs; still to go: {waiting}"
        return Illegal("7.8", reason)

    def way_fault(self, unit_id: str, path: Path) -> Illegal | None:
        return path_fault(self.field, unit_id, self.going(unit_id), path, self.rules, self._mp(unit_id))

    def _mp(self, unit_id: str) -> int:
        mounted = self.field.counter(unit_id).mounted
        return self.field.battle.number("rout_mounted" if mounted else "rout_foot")

    def going(self, unit_id: str) -> MoveLimits:
        field, mounted = self.field, self.field.counter(unit_id).mounted
        here, filled = field.hex_of(unit_id), field.places.filled
        ezoc, steep = field.ezoc(field.side(unit_id)), field.battle.steep if mounted else ()
        bars = [
            MoveRestriction("6.5", lambda _, other: f"{filled[other]} is in {other}", filled.keys() - {here}),
            MoveRestriction("6.6", lambda _, other: f"{other} is in an EZOC", ezoc),
            MoveRestriction("6.6", lambda _, other: f"{other} is a steep slope: not for the mounted", steep),
            MoveRestriction(
                "6.6",
                lambda _, other: f"{other} is a slope: nobody ends there",
                field.battle.slopes,
                of="last",
            ),
        ]
        budget = field.allowance(unit_id, self._mp(unit_id))

        def no_exit(_: str) -> Illegal:
            return Illegal("6.6", f"{unit_id} may not leave the map")

        return MoveLimits(here, (), field.board.ways(), budget, bars, (), {}, no_exit)
