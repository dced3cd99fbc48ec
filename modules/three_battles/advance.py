"""Advance after combat (7.9, 9.2, 9.6) and the impetuous advances of 14.7, 15.7 and 16.7."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from modules.engine.decisions import Asks, choose
from modules.engine.hexes.movement import advancing
from modules.engine.hexes.movement.advancing import AdvanceRules
from modules.engine.hexes.movement.paths import MoveRestriction
from modules.engine.requests import Tell
from modules.three_battles import orders
from modules.three_battles.declaring import Combat
from modules.three_battles.field import Field
from modules.three_battles.losses import kill_leader


def after_combat(field: Field, combat: Combat, result: str, vacated: Collection[str]) -> Asks[None]:
    """One victorious unit may, or must, advance into a hex that the combat has emptied."""
    victors = combat.defenders if result in ("AR", "AL") else combat.attackers
    yield from _advance(field, victors, vacated, combat.left, exchange=False)


def after_exchange(
    field: Field, combat: Combat, attacking: Collection[str], defending: Collection[str]
) -> Asks[None]:
    """Nobody is the victor: only who must goes into the hexes of the other side, the attackers first (rulings
    exchange_advance, charge_advance)."""
    yield from _advance(field, combat.attackers, defending, combat.left, exchange=True)
    yield from _advance(field, combat.defenders, attacking, (), exchange=True)


def _advance(
    field: Field, units: Sequence[str], vacated: Collection[str], left: Collection[str], exchange: bool
) -> Asks[None]:
    """One of these units advances. `left`: hexes that leaders left before the combat; who enters one of them
    goes no farther (8.3)."""
    empty = sorted(h for h in vacated if field.unit_in(h) is None)
    victors = tuple(v for v in units if field.at(v) is not None and not field.is_leader(v))
    driven = tuple(v for v in victors if field.state.units[v].charging)
    driven = driven or tuple(v for v in victors if _impetuous_by(field, v, exchange))
    if exchange:
        victors = driven
    if not empty or not victors:
        return
    options = AdvanceOptions(field, victors, driven, empty, left)
    choices = options.legal()
    order: orders.Advance | orders.Hold = orders.Hold()
    if choices == [order]:
        return
    if len(choices) == 1:
        order = choices[0]
    else:
        ask = f"advance into {' or '.join(empty)}" + ("" if options.forced else ", or `hold`")
        order = yield from choose(field.side(victors[0]), "advance", ask, "7.9", options)
    if isinstance(order, orders.Advance):
        yield from _go(field, order)


def _go(field: Field, order: orders.Advance) -> Asks[None]:
    side, start = field.side(order.unit), field.state.units[order.unit].at
    leaders = field.leaders_in(start)
    yield Tell(f"{order.unit} advances to {'-'.join(order.path)}", "7.9", (order.unit,))
    for place in order.path:
        for enemy in field.lone_leaders_in(place):
            if field.side(enemy) != side:
                yield from kill_leader(field, enemy, "13.4 (10.5)")
        for counter_id in (order.unit, *leaders):
            field.state.put(counter_id, at=place)
    yield from field.battle.exclusive.moved(field, [order.unit, *leaders], (start, *order.path))


def _impetuous_by(field: Field, unit_id: str, exchange: bool) -> str:
    """The option of impetuosity that drives a unit on (14.7, 15.7, 16.7), by its rule; empty for none. After
    an exchange that is option 1A alone, whose one condition is that the opposing hex is vacated."""
    battle, side = field.battle, field.side(unit_id)
    here = field.state.units[unit_id].at
    if rule := battle.effects.get(f"impetuous_far_{side}"):
        leaders = [field.state.units[i].at for i in field.leaders_on_map(side)]
        limit = battle.number("impetuous_distance")
        return rule if all(field.board.distance(here, leader) > limit for leader in leaders) else ""
    near = exchange or field.leaders_in(here)
    return "" if near else battle.effects.get(f"impetuous_{side}", "")


RULES = AdvanceRules("7.9", far="9.2")


class AdvanceOptions(advancing.AdvanceOptions[Field]):
    """One unit advances into an emptied hex; cavalry may go on, up to three hexes in all (9.2)."""

    def __init__(
        self,
        field: Field,
        victors: Sequence[str],
        driven: Sequence[str],
        empty: Sequence[str],
        left: Collection[str],
    ) -> None:
        super().__init__(field, victors, driven, empty, RULES)
        self.left = frozenset(left)

    def forcing(self) -> str:
        """9.6 for units that charge, else the option."""
        unit_id = self.units[0]
        charging = self.field.state.units[unit_id].charging
        return "9.6" if charging else _impetuous_by(self.field, unit_id, exchange=False)

    def limit(self, unit_id: str, first: str) -> int:
        """8.3: who enters a hex that a leader left before the combat goes no farther."""
        far = self.field.counter(unit_id).mounted and first not in self.left
        return self.field.battle.number("advance_cavalry" if far else "advance_foot")

    def bars(self, unit_id: str) -> Sequence[MoveRestriction]:
        return self.field.battle.exclusive.bars(self.field, unit_id)
