"""What counts for a side in the battle, for players that search."""

from __future__ import annotations

from modules.shield_wall.field import Field
from modules.shield_wall.player.fights import worth

ENOUGH = 5
"""Norman units on the ridge that are as good as any more."""


def features(field: Field, side: str) -> dict[str, float]:
    """Shares of what there was, more is better; only the Normans need the ridge (5.0)."""
    battle = field.battle
    mine = [i for i, c in battle.counters.items() if c.side == side]
    attacks = side == battle.scenario.first_player
    there = sum(field.hex_of(u) in battle.hill for u in field.on_map(side)) if attacks else 0
    return {
        "men": sum(worth(field, u) for u in field.on_map(side)) / sum(worth(field, u) for u in mine),
        "commander": float(battle.special.commanders[side] in field.on_map(side)),
        "spirit": float(not field.demoralized(side)),
        "ridge": min(1.0, there / ENOUGH),
    }
