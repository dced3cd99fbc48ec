"""What counts for a side in a battle, for players that search."""

from __future__ import annotations

from modules.three_battles.field import Field
from modules.three_battles.state import EXITED, LOST, REMOVED
from modules.three_battles.victory import victory_points


def army(field: Field, side: str) -> float:
    """The combat strength of a side's units that live, by that of all units of both sides unhurt."""
    units = [c for c in field.battle.counters.values() if c.role == "unit"]
    gone = (LOST, EXITED, REMOVED)
    lives = (c for c in units if c.side == side and field.state.units[c.id].at not in gone)
    return sum(c.front["combat"] for c in lives) / sum(c.front["combat"] for c in units)


def features(field: Field, side: str) -> dict[str, float]:
    """Shares of what there was or may be, more is better."""
    battle, state = field.battle, field.state
    morale = battle.scenario.morale[battle.army_line(side)]
    enemy = battle.scenario.morale[battle.army_line(battle.enemy(side))]
    units = [i for i, c in battle.counters.items() if c.side == side and c.role == "unit"]
    whole = sum(battle.counters[i].front["combat"] for i in units)
    left = sum(battle.counters[i].front["combat"] for i in units if field.at(i) is not None)
    leader = battle.commanders.get(side)
    beset = leader is not None and field.at(leader) in field.ezoc(side)
    return {
        "morale": 1 - state.losses[battle.army_line(side)] / morale.disintegration,
        "steady": float(not field.demoralized(battle.army_line(side))),
        "men": left / whole,
        "points": victory_points(field, side) / enemy.disintegration,
        "commander": float(not beset),
    }
