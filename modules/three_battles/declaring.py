"""Declaring combats (7.3, 7.4): every unit that must fight is in one combat, and in each combat all attackers
are adjacent to all defenders.

Leaders alone in a hex need not be attacked, but an attack on them is an attack (10.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from modules.engine.hexes import declaring
from modules.engine.hexes.declaring import AttackRules
from modules.three_battles.field import Field


@dataclass(frozen=True, slots=True)
class Combat:
    """One combat: attackers and defenders, as declared. `fled`: leaders alone who retreated before it, each
    with the hex that he left (10.5)."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    fled: tuple[tuple[str, str], ...] = ()

    @property
    def left(self) -> tuple[str, ...]:
        """The hexes that leaders left before the combat."""
        return tuple(dict.fromkeys(hex_id for _, hex_id in self.fled))

    @property
    def units(self) -> tuple[str, ...]:
        """Everybody in it."""
        return self.attackers + self.defenders

    def __str__(self) -> str:
        return f"{','.join(self.attackers)} > {','.join(self.defenders)}"


RULES = AttackRules(
    phase="7.2",
    whom="7.1",
    duty="7.3",
    adjacent="7.4",
    together=True,
    mutual=True,
    alone="10.5",
    guarded="10.4",
    company="10.5",
)


class AttackOptions(declaring.AttackOptions[Field]):
    """The combats that may still be declared."""

    def __init__(self, field: Field, side: str, declared: Sequence[Combat]) -> None:
        super().__init__(field, side, [u for combat in declared for u in combat.units], RULES)
