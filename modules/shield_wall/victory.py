"""Who has won after the last turn (5.0)."""

from __future__ import annotations

from modules.engine.rules.play_rules import Outcome
from modules.shield_wall.field import Field


def at_the_end(field: Field, attacker: str) -> Outcome:
    """The road, then the hill, then morale (rulings road_condition, draw). `attacker`: the Norman side."""
    battle, defender = field.battle, field.battle.enemy(attacker)
    held = {side: [h for h in battle.road if h in field.ezoc(battle.enemy(side))] for side in battle.sides}
    if held[attacker] and not held[defender]:
        return Outcome(
            attacker, "victory", f"the road to London is cut in {', '.join(held[attacker])}", "5.0"
        )
    if not any(field.hex_of(u) in battle.hill for u in field.on_map(attacker)):
        return Outcome(defender, "victory", "no Norman unit is on Senlac Ridge", "5.0")
    shaken = [side for side in battle.sides if field.demoralized(side)]
    if len(shaken) == 1:
        return Outcome(battle.enemy(shaken[0]), "minor victory", "the enemy is demoralized", "5.0")
    return Outcome("", "draw", "neither army has won", "5.0")
