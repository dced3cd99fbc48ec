"""What a fight is worth: what each unit is worth, how likely it is hit, and what a hit is worth."""

from __future__ import annotations

from math import prod

from modules.engine.hexes.looking import once
from modules.shield_wall.field import Field
from modules.shield_wall.melee import bonus

WORTH = {"huscarl": 3.0, "fyrd": 2.0, "knight": 3.0, "foot": 2.0, "archer": 1.5}
LEADER, COMMANDER = 5.0, 14.0
"""What the loss of a leader is worth, and of the one whose death ends the battle."""


def worth(field: Field, unit_id: str) -> float:
    """What the loss of a unit is worth."""
    if unit_id in field.battle.special.commanders.values():
        return COMMANDER
    return LEADER if field.is_leader(unit_id) else WORTH[field.counter(unit_id).kind]


def hit_worth(field: Field, target: str) -> float:
    """What a hit on a unit is worth: leaders may be saved, a wall that is up takes it."""
    value = worth(field, target)
    if field.is_leader(target):
        value *= 1 - field.value(target, "combat") / field.battle.die
    return value / 2 if field.is_walled(target) and not field.turned(target) else value


@once
def hit_chance(
    field: Field, attacker: str, target: str, here: str | None = None, charging: bool = False
) -> float:
    """How likely a melee attack hits."""
    return field.battle.hits(bonus(field, attacker, target, here, charging=charging)) / field.battle.die


def stands(field: Field, unit_id: str, but: str) -> float:
    """How likely a unit withstands the enemies beside it, one of them left out."""
    return _withstands(field, unit_id, tuple(u for u in beset(field, unit_id) if u != but))


@once
def beset(field: Field, unit_id: str) -> list[str]:
    """The enemies beside a unit who fight."""
    around, side = field.board.neighbours[field.hex_of(unit_id)], field.side(unit_id)
    beside = (field.enemy_in(n, side) for n in around)
    return [e for e in beside if e is not None and not field.is_archer(e)]


@once
def _withstands(field: Field, unit_id: str, enemies: tuple[str, ...]) -> float:
    return prod(1 - hit_chance(field, e, unit_id) * _falls(field, unit_id) for e in enemies)


def hit_chance_at(field: Field, attacker: str, target: str, there: str) -> float:
    """How likely an enemy would hit a unit that stood in a hex: uphill and downhill are what matters."""
    battle, here = field.battle, field.hex_of(attacker)
    added = field.value(attacker, "combat")
    added += battle.drm("king_of_the_hill") if here in battle.hill and there in battle.slopes else 0
    return _falls(field, target) * battle.hits(added) / battle.die


def _falls(field: Field, unit_id: str) -> float:
    """How much of a unit a hit takes: half of one with its wall up."""
    return 0.5 if field.is_walled(unit_id) and not field.turned(unit_id) else 1.0
