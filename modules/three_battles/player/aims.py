"""Whom somebody goes for who plays in a style, and whose death decides."""

from __future__ import annotations

from modules.engine.hexes.looking import once
from modules.three_battles.losses import FIGHT_ON
from modules.three_battles.player.styles import Eyes


@once
def attacks(field: Eyes, unit_id: str) -> bool:
    """True for who goes for the enemy: the side that moves first, and reinforcements; who has waited long."""
    if field.style.goes.seeks and field.state.turn >= field.style.goes.seeks:
        return True
    if field.style.goes.bound != "some":
        return field.style.goes.bound == "all"
    scenario = field.battle.scenario
    return field.side(unit_id) == scenario.first_player or any(
        unit_id in entry.counters for entry in scenario.entries
    )


def is_fatal(field: Eyes, leader: str) -> bool:
    """True if this leader's death would end the battle (14.6, 15.6, 16.6)."""
    if field.battle.has(FIGHT_ON):
        return False
    side = field.side(leader)
    limit = field.battle.special.fatal_leaders.get(side)
    dead = sum(field.side(i) == side and field.fallen(i) for i in field.battle.leaders)
    return leader == field.battle.commanders.get(side) or (limit is not None and dead + 1 >= limit)


@once
def is_sought(field: Eyes, leader: str) -> bool:
    """True if this leader's death, alone or with another's, would end the battle."""
    side = field.side(leader)
    return side in field.battle.special.fatal_leaders or leader == field.battle.commanders.get(side)


@once
def quarry(field: Eyes, hex_id: str) -> int:
    """How much more an attack on a hex is worth to a hunter."""
    return field.style.fights.hunts * any(is_sought(field, i) for i in field.leaders_in(hex_id))
