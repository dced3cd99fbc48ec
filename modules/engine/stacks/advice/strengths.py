"""How strong units and stacks are, roughly: by the values that the clauses of attack reckon with."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from modules.definition.formats.clauses.combat import UNITS
from modules.engine.stacks.battle import StackBattle
from modules.engine.stacks.field import StackField


class Strengths:
    """Rough strengths of the units of a battle, in points of the value with which they attack or defend."""

    def __init__(self, battle: StackBattle) -> None:
        self._battle = battle

    @cached_property
    def _attack_value(self) -> str:
        strengths = (attack.strength for attack in self._battle.rules.attacks.values())
        return next((each.attack for each in strengths if each is not None), "")

    @cached_property
    def _defence_value(self) -> str:
        strengths = (attack.strength for attack in self._battle.rules.attacks.values())
        return next((each.defence or each.attack for each in strengths if each is not None), "")

    @cached_property
    def _usual_value(self) -> str:
        """Where no clause says with what units fight: the value that most counters bear, that of moving left
        out."""
        moved = {each.budget for each in self._battle.rules.movement.values()}
        borne: dict[str, int] = {}
        for counter in self._battle.counters.values():
            for name in (each for each in counter.front if each not in moved):
                borne[name] = borne.get(name, 0) + 1
        return max(sorted(borne), key=borne.__getitem__, default=UNITS)

    def attack(self, field: StackField, unit: str) -> float:
        """With how much a unit attacks as it lies."""
        return self._value(field, unit, self._attack_value or self._usual_value)

    def defence(self, field: StackField, unit: str) -> float:
        """With how much a unit defends as it lies."""
        return self._value(field, unit, self._defence_value or self._usual_value)

    def worth(self, field: StackField, unit: str) -> float:
        """What a unit is worth to its side: one without strength, such as a leader, as much as a weak one."""
        return max(self.attack(field, unit), self.defence(field, unit), 1.0)

    def total(self, field: StackField, units: Iterable[str]) -> float:
        """With how much units defend together."""
        return sum(self.defence(field, unit) for unit in units)

    @staticmethod
    def _value(field: StackField, unit: str, name: str) -> float:
        return 1.0 if name == UNITS else float(field.strength(unit, name))
