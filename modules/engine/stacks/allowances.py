"""What a unit may spend on a move: the usual allowance, another in its place, and what changes it."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple, Protocol

from modules.amounts import count_noun
from modules.definition.formats.clauses.conditions import Times, Units
from modules.definition.formats.clauses.moving import Allowance, AllowanceChange, Movement
from modules.engine.hexes.board import written
from modules.engine.stacks.battle import StackBattle


class Spender(Protocol):
    """What an allowance is reckoned from."""

    battle: StackBattle

    def value(self, counter: str, name: str) -> int:
        """A value on the face that is up."""

    def is_of(self, counter: str, units: Units) -> bool:
        """Whether a condition holds for a unit as it stands."""

    def is_now(self, times: Times) -> bool:
        """Whether a condition holds at this moment."""


class Budget(NamedTuple):
    """What a unit may spend: MP, or hexes whatever they cost, by the clause with this number. `told`: how
    that was reckoned."""

    amount: Fraction
    by_hexes: bool
    rule: str
    told: str


def reckon(field: Spender, unit: str, clause: Movement) -> Budget:
    """The allowance of a unit by a way of moving, as it stands."""
    battle = field.battle
    base: Movement | Allowance = clause
    told: list[str] = []
    for each in clause.instead:
        if field.is_of(unit, each.units) and field.is_now(each.when):
            base, told = each, [_condition(battle, each)]
            break
    by_hexes = base.hexes is not None
    amount, words = _base(field, unit, base)
    told = [": ".join(filter(None, [*told, words]))]
    for change in clause.changes:
        if field.is_of(unit, change.units) and field.is_now(change.when):
            amount = _changed(amount, change)
            told.append(": ".join(filter(None, [_condition(battle, change), _tell_change(change)])))
    total = tell_amount(amount, by_hexes=by_hexes)
    return Budget(amount, by_hexes, base.rule, ", ".join([*told, *([total] if len(told) > 1 else [])]))


def tell_amount(amount: Fraction, *, by_hexes: bool) -> str:
    """So many MP or hexes in words."""
    if by_hexes and amount.denominator == 1:
        return count_noun(int(amount), "hex")
    return f"{written(amount)} {'hexes' if by_hexes else 'MP'}"


def _base(field: Spender, unit: str, base: Movement | Allowance) -> tuple[Fraction, str]:
    if base.hexes is not None:
        return Fraction(base.hexes), tell_amount(Fraction(base.hexes), by_hexes=True)
    if isinstance(base.budget, str):
        value = Fraction(max(0, field.value(unit, base.budget)))
        return value, f"{base.budget} {written(value)}"
    return Fraction(base.budget or 0), tell_amount(Fraction(base.budget or 0), by_hexes=False)


def _changed(amount: Fraction, change: AllowanceChange) -> Fraction:
    if change.times is not None:
        amount *= change.times
        amount = {"up": Fraction(ceil(amount)), "down": Fraction(floor(amount)), "exact": amount}[
            change.round or "exact"
        ]
    return max(Fraction(0), amount + change.add)


def _tell_change(change: AllowanceChange) -> str:
    """A change in a player's words: `half`, `doubled, +1`."""
    factors = {Fraction(1, 2): "half", Fraction(2): "doubled", Fraction(3): "tripled"}
    times = () if change.times is None else (factors.get(change.times, f"times {written(change.times)}"),)
    return ", ".join([*times, *([f"{change.add:+d}"] if change.add else [])])


def _condition(battle: StackBattle, part: Allowance | AllowanceChange) -> str:
    """The condition of a part in words."""
    when, units = battle.times_test(part.when).words, battle.units_test(part.units).words
    return ", ".join(filter(None, (when, units)))
