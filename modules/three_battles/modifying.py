"""What changes the odds of a combat or the chance of a shot, each with its rule, for who asks beforehand."""

from __future__ import annotations

from collections.abc import Iterator

from modules.amounts import inflect_noun
from modules.engine.modifiers import Modifier
from modules.engine.orders import Order
from modules.three_battles import orders
from modules.three_battles.combat import halvings, reckon
from modules.three_battles.declaring import Combat
from modules.three_battles.field import Field


def modifiers(field: Field, order: Order) -> Iterator[Modifier]:
    """Those of an attack or of fire; of other orders there are none."""
    if isinstance(order, orders.Fire):
        yield Modifier(f"{order.unit} hits on 1 to", str(field.value(order.unit, "fire")), "6.2")
    if isinstance(order, orders.Attack):
        for unit_id in order.attackers:
            yield from _of_attacker(field, unit_id, order)
        for unit_id in order.defenders:
            yield from _of_any(field, unit_id)
        yield from _of_all(field, order)


def _of_attacker(field: Field, unit_id: str, order: orders.Attack) -> Iterator[Modifier]:
    battle, charge = field.battle, "charge_multiplier"
    if field.state.units[unit_id].charging:
        yield Modifier(f"{unit_id} charges", f"x {battle.number(charge)}", battle.rule_of(charge))
    if field.is_archer(unit_id):
        yield Modifier(f"{unit_id} is an archer", "x 1/2", "13.4 (6.0)")
    for what in sorted(halvings(field, unit_id, order.defenders)):
        yield Modifier(f"{unit_id}: {what[0].lower()}{what[1:]}", "x 1/2", "TEC")
    yield from _of_any(field, unit_id)


def _of_any(field: Field, unit_id: str) -> Iterator[Modifier]:
    if not field.is_leader(unit_id):
        if field.state.units[unit_id].disordered:
            yield Modifier(f"{unit_id} is disordered", "x 1/2", "11.1")
        if led := field.leadership(unit_id):
            yield Modifier(f"{unit_id} is led", f"+{led} SP", "10.2")


def _of_all(field: Field, order: orders.Attack) -> Iterator[Modifier]:
    shift = field.battle.exclusive.odds_shift(field, field.side(order.attackers[0]))
    if shift:
        yield Modifier(
            "first turn",
            f"{shift:+d} {inflect_noun(shift, 'column')}",
            field.battle.rule_of("first_turn_shift"),
        )
    if field.attack_is_demoralized(order.attackers):
        yield Modifier("attackers demoralized", "-1 column", "11.3")
    column = reckon(field, Combat(order.attackers, order.defenders)).column
    yield Modifier("column of the CRT", field.battle.crt.name(column), "7.2")
