"""Losses in an attack: how many steps units have left, and what of a value a party has lost and has left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from modules.definition.formats.clauses.combat import UNITS
from modules.engine.stacks.field import StackField

NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Worth:
    """What units are worth by a value since the dice fell. `printed`: as on the counters; else as reckoned in
    the attack, and of a unit that has lost a part of the value that part of it. `before`: what was on the
    counters when the dice fell; `strengths`: as reckoned."""

    value: str
    printed: bool
    before: Mapping[str, Fraction]
    strengths: Mapping[str, Fraction]

    def left(self, field: StackField, unit: str) -> Fraction:
        """What a unit is worth now; nothing off the map."""
        if field.at(unit) is None:
            return NOTHING
        now, before = shown(field, unit, self.value), self.before.get(unit, NOTHING)
        if self.printed:
            return now
        whole = self.strengths.get(unit, NOTHING)
        return whole * now / before if before else whole

    def lost(self, field: StackField, unit: str) -> Fraction:
        """What a unit has lost since the dice fell."""
        whole = self.before.get(unit, NOTHING) if self.printed else self.strengths.get(unit, NOTHING)
        return max(NOTHING, whole - self.left(field, unit))

    def sum_left(self, field: StackField, units: Iterable[str]) -> Fraction:
        """What these are worth together."""
        return sum((self.left(field, unit) for unit in units), NOTHING)

    def sum_lost(self, field: StackField, units: Iterable[str]) -> Fraction:
        """What these have lost together."""
        return sum((self.lost(field, unit) for unit in units), NOTHING)


def shown(field: StackField, unit: str, value: str) -> Fraction:
    """What the face of a unit shows that is up; 1 where units are counted."""
    return Fraction(1) if value == UNITS else max(NOTHING, field.strength(unit, value))
