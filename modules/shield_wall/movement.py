"""Movement (6.1 to 6.5), withdrawal (6.7), charges (6.10, 6.11), and archers overrun on the way (6.12)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from modules.engine.decisions import Asks, choose
from modules.engine.errors import Illegal
from modules.engine.hexes.movement import moving
from modules.engine.hexes.movement.moving import MoveChoices
from modules.engine.hexes.movement.paths import MoveLimits, MoveRestriction, MoveRules, Path, move_fault
from modules.engine.hexes.path_graph import Reach
from modules.engine.orders import Order
from modules.engine.requests import Tell
from modules.shield_wall import orders
from modules.shield_wall.checks import rout_check
from modules.shield_wall.field import Field
from modules.shield_wall.losses import eliminate
from modules.shield_wall.state import DEAD
from modules.shield_wall.timing import path_fault, untimely

RULES = MoveRules("6.1", allowance="6.1", stop="6.4", leaving="6.1", terrain="6.3")
WALKS = {"6.7": "withdraws", "6.8": "pursues"}
"""What a unit does that goes by a rule of its own."""
WITHDRAWING = RULES._replace(allowance="6.7")
"""6.7 itself says how many MP a unit that withdraws may spend."""


def movement_phase(field: Field, side: str) -> Asks[None]:
    """The phasing player moves as many of his units as he likes, one at a time."""
    moved: set[str] = set()
    checked: set[str] = set()
    while (options := MoveOptions(field, side, frozenset(moved), frozenset(checked))).movable:
        order: Any = yield from choose(side, "movement", "move a unit, or `done`", "6.1", options)
        if isinstance(order, orders.Done):
            return
        moved.add(order.unit)
        if isinstance(order, orders.Withdraw):
            checked.add(order.unit)
            if not (yield from rout_check(field, order.unit, "6.7")):
                continue
            ask = f"{order.unit} may withdraw: move it, or `done`"
            way = Withdrawal(field, side, order.unit)
            order = yield from choose(side, "withdrawal", ask, "6.7", way)
        if isinstance(order, orders.Move):
            withdraws = field.hex_of(order.unit) in field.ezoc(side)
            yield from go(field, order, "6.7" if withdraws else RULES.phase)


def go(field: Field, order: orders.Move, rule: str, *, berserk: bool = False) -> Asks[None]:
    """Moves a unit along a path under a rule, over archers who are in the way (6.12). It keeps a marker that
    it has from an earlier move of the turn (ruling charge_kept)."""
    unit_id, unit = order.unit, field.state.units[order.unit]
    charge = charge_of(field, unit_id, order.path)
    yield from _tell_way(field, order, rule, charge)
    for place in order.path:
        around = (field.enemy_in(n, field.side(unit_id)) for n in field.board.neighbours[place])
        overrun = [u for u in around if u is not None and field.is_archer(u)]
        if overrun:
            yield from eliminate(field, overrun, DEAD, "6.12")
    charging, raging = unit.charging or bool(charge), unit.berserk or berserk
    field.state.put(unit_id, at=order.path[-1], charging=charging, berserk=raging)


def _tell_way(field: Field, order: orders.Move, rule: str, charge: str) -> Asks[None]:
    """A way under the rule by which it is gone. A charge has a number of its own."""
    called, way = field.called(order.unit), "-".join((field.hex_of(order.unit), *order.path))
    if charge and rule == RULES.phase:
        yield Tell(f"{called} charges {way}", charge, (order.unit,))
        return
    yield Tell(f"{called} {WALKS.get(rule, 'moves')} {way}", rule, (order.unit,))
    if charge:
        yield Tell(f"{called} charges downhill", charge, (order.unit,))


def charges(field: Field, unit_id: str, path: Path) -> bool:
    """6.10, 6.11: whether a move along this path is a charge."""
    return bool(charge_of(field, unit_id, path))


def charge_of(field: Field, unit_id: str, path: Path) -> str:
    """The rule by which a move along this path is a charge: downhill (6.11), or of knights and Norman leaders
    by way of clear ground (6.10); empty where it is none."""
    if field.worn_out or field.is_archer(unit_id):
        return ""
    clear, ezoc, end = field.battle.clear, field.ezoc(field.side(unit_id)), path[-1]
    if end not in ezoc:
        return ""
    if field.hex_of(unit_id) in field.battle.hill and end in clear:
        return "6.11"
    mounted = field.counter(unit_id).mounted
    return "6.10" if mounted and any(h in clear and h not in ezoc for h in path) else ""


class MoveOptions(moving.MoveOptions[Field]):
    """The legal moves of one side at one moment."""

    def __init__(
        self, field: Field, side: str, moved: Collection[str], checked: Collection[str] = ()
    ) -> None:
        super().__init__(field, side, moved, RULES)
        self.checked = checked
        withdraws = side == field.battle.scenario.first_player
        self.kinds = (orders.Move, orders.Withdraw) if withdraws else (orders.Move,)

    def allowance(self, unit_id: str) -> int:
        return self.field.allowance(unit_id, self.field.value(unit_id, "movement"))

    def kept(self, unit_id: str, here: str) -> Illegal | None:
        """6.1: a unit beside an enemy stays, archers' neighbours too (ruling beside_archers); 6.7."""
        if not self.field.beside_enemy(here, self.side) or self._at_will(unit_id):
            return None
        called = self.field.called(unit_id)
        if self.field.counter(unit_id).mounted:
            return Illegal("6.7", f"{called} in {here} is in an EZOC: `withdraw {unit_id}` to check first")
        return Illegal("6.1", f"{called} in {here} is beside an enemy unit and may not move")

    def _at_will(self, unit_id: str) -> bool:
        return self.field.counter(unit_id).mounted and self.field.is_leader(unit_id)

    def bars(self, unit_id: str, here: str) -> Sequence[MoveRestriction]:
        field = self.field
        friends = field.places.held[self.side]
        found = [
            *enemy_bars(field, self.side),
            MoveRestriction(
                "6.5",
                lambda _, other: f"{friends[other]} is in {other}: {unit_id} may pass, but not end there",
                friends.keys() - {here},
                of="last",
            ),
        ]
        if here in self.ezoc:
            reason = "a unit that withdraws enters no EZOC"
            found.append(
                MoveRestriction("6.7", lambda _, other: f"{other} is in an EZOC: {reason}", self.ezoc)
            )
        return found

    # --- listing -----------------------------------------------------------------------------------

    def fans_of(self, unit_id: str) -> list[MoveChoices]:
        here = self.field.hex_of(unit_id)
        if self.may_check(unit_id):
            return [MoveChoices(lambda unit, _: orders.Withdraw(unit), (here,), lambda _: ())]
        if self.kept(unit_id, here) is not None:
            return []
        going = self.going(unit_id)
        reached = going.reach()
        fans = [MoveChoices(orders.Move, reached.ways, reached.path)]
        if self.field.counter(unit_id).mounted and here not in self.ezoc:
            fans += self._detours(unit_id, going, reached)
        return fans

    def _detours(self, unit_id: str, going: MoveLimits, reached: Reach) -> list[MoveChoices]:
        """Charges by way of a clear hex, where the shortest way into contact leads over none (6.10). That hex
        may hold a friend, or be the unit's own, to which it comes back (ruling detour)."""
        tame = [
            h for h in reached.ways if h in self.ezoc and not charges(self.field, unit_id, reached.path(h))
        ]
        if not tame or self.field.worn_out:
            return []
        passing = [bar for bar in going.bars if bar.of != "last"]
        past = replace(going, start="", bars=passing).reach(going.first())
        run_up = [h for h in past.ways if h in self.field.battle.clear and h not in self.ezoc]
        beyond = replace(going, start="").reach([(h, past.costs[h]) for h in run_up])

        def path(end: str) -> Path:
            first, *rest = beyond.path(end)
            return (*past.path(first), *rest)

        return [MoveChoices(orders.Move, [h for h in tame if h in beyond.ways], path)]

    def can_go(self, unit_id: str) -> bool:
        """6.7: knights that must check first."""
        return (
            any(fan.ends for fan in self.fans_of(unit_id))
            if self._must_check(unit_id)
            else super().can_go(unit_id)
        )

    # --- withdrawing -------------------------------------------------------------------------------

    def _must_check(self, unit_id: str) -> bool:
        """6.7: knights in an EZOC."""
        mounted = self.field.counter(unit_id).mounted and not self.field.is_leader(unit_id)
        return mounted and self.field.hex_of(unit_id) in self.ezoc

    def may_check(self, unit_id: str) -> bool:
        """True for one that may check its morale to withdraw: it has somewhere to go."""
        return self._must_check(unit_id) and bool(self.going(unit_id).reach().ways)

    # --- checking ----------------------------------------------------------------------------------

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, orders.Withdraw):
            return self._withdrawal_fault(order.unit)
        return untimely(self.field, order, *self.kinds, orders.Done) or super().fault(order)

    def _withdrawal_fault(self, unit_id: str) -> Illegal | None:
        if self.field.is_leader(unit_id) or not self.field.counter(unit_id).mounted:
            return Illegal("6.7", f"{self.field.called(unit_id)} is not a knights unit: nothing to check")
        if unit_id not in self.movable:
            return self._mover_fault(unit_id)
        if not self._must_check(unit_id):
            return Illegal("6.7", f"{unit_id} is in no EZOC: nothing to check")
        if self.may_check(unit_id):
            return None
        return Illegal("6.7", f"{unit_id} has no hex outside an EZOC to withdraw to")

    def _mover_fault(self, unit_id: str) -> Illegal | None:
        """6.7: one check for each knights unit and phase, passed or failed (ruling disengage)."""
        if unit_id in self.checked and self.field.at(unit_id) in self.ezoc:
            return Illegal("6.7", f"{unit_id} has made its rout check in this phase and stays")
        return super()._mover_fault(unit_id)

    def rules_for(self, unit_id: str) -> MoveRules:
        return WITHDRAWING if self.field.hex_of(unit_id) in self.ezoc else self.rules

    def way_fault(self, order: Any) -> Illegal | None:
        rules = self.rules_for(order.unit)
        mp = self.field.value(order.unit, "movement")
        going = self.going(order.unit)
        if going.spent(order.path) is None:
            return move_fault(self.field, order.unit, going, order.path, rules)
        return path_fault(self.field, order.unit, going, order.path, rules, mp)


def enemy_bars(field: Field, side: str) -> list[MoveRestriction]:
    """6.5: no unit enters an enemy's hex; archers whom a unit reaches on its way are no bar (6.12), but those
    whom it stands beside are still there."""
    enemies = field.enemies_of(side)
    archers = {h for h, u in enemies.items() if field.is_archer(u)}

    def why(_: str, other: str) -> str:
        return f"{enemies[other]} is in {other}"

    return [
        MoveRestriction("6.5", why, enemies.keys() - archers),
        MoveRestriction("6.5", why, archers, of="first"),
    ]


class Withdrawal(MoveOptions):
    """Where knights go that have passed their check (6.7)."""

    def __init__(self, field: Field, side: str, unit_id: str) -> None:
        super().__init__(field, side, ())
        self.movable = [unit_id]
        self.kinds = (orders.Move,)

    def kept(self, unit_id: str, here: str) -> Illegal | None:  # noqa: ARG002
        if unit_id in self.movable:
            return None
        return Illegal("6.7", f"{self.movable[0]} may withdraw: move it first, or `done`")

    def _withdrawal_fault(self, unit_id: str) -> Illegal:  # noqa: ARG002
        return Illegal("6.7", f"{self.movable[0]} has passed its rout check: move it, or `done`")

    def _must_check(self, unit_id: str) -> bool:  # noqa: ARG002
        return False
