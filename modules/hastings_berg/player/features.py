"""What counts for a side in the battle, for players that search."""

from __future__ import annotations

from modules.hastings_berg.battle import NORMAN
from modules.hastings_berg.field import Field
from modules.hastings_berg.victory import housecarls, worth

POINTS = 100.0
"""Casualty points that are as much as a feature can say; a battle costs 130 to 280."""


def features(field: Field, side: str) -> dict[str, float]:
    """Shares of what there was or may be, more is better. Only the Normans count housecarls (12.1.2) and the
    road (12.1.1)."""
    mine = [i for i, c in field.battle.counters.items() if c.side == side and not field.is_leader(i)]
    whole = sum(worth(field, i) for i in mine)
    sound = sum(worth(field, i) for i in field.on_map(side) if not field.shaky(i))
    lost = field.state.points.get(side, 0)
    found = {"men": 1 - lost / whole, "sound": sound / whole, "housecarls": 0.0, "road": 0.0}
    if side == NORMAN:
        every = sum(c.kind == "housecarl" for c in field.battle.counters.values())
        road = field.state.road.values()
        found["housecarls"] = 1 - len(housecarls(field)) / every
        found["road"] = sum(road) / max(1, len(road))
    return found
