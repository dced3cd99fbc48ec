"""What the words of standing orders weigh. It is part of the rules: each reader of a log picks anew.

The numbers are those of the built-in player when the words were made. They stay as they are, whatever becomes
of that player: a game's fingerprint counts each pick, so that another number is another behaviour.
"""

from __future__ import annotations

from modules.hastings_pulsipher.field import Field
from modules.hastings_pulsipher.to_hit import in_wall, reckon

HOLDS, BEST = 4, 7
"""What every unit is worth, since it holds a sector; the attack number from which downward it fights well."""


def exchange(field: Field, attacker: str, target: str, answered: bool = True) -> int:
    """What a melee attack wins on the average less what the answer to it costs."""
    die = field.battle.die
    hits = _faces(field, reckon(field, attacker, target).needs)
    gain = die * hits * _worth(field, target)
    if not answered:
        return gain
    back = _faces(field, reckon(field, target, attacker).needs)
    ahead = field.facing(field.at(target), field.side(target))
    if ahead is not None and ahead != attacker:
        return gain  # the unit is held by the enemy before it
    wall = ahead == attacker and in_wall(field, target)
    return gain - back * (die if wall else die - hits) * _worth(field, attacker)


def _worth(field: Field, token: str) -> int:
    """A unit's worth: every unit holds a sector, the better ones fight."""
    front = field.counter(token).front
    attack = min(front["attack"], front.get("archery", front["attack"]))
    return HOLDS + (BEST - attack) + front["defence"]


def _faces(field: Field, needs: int) -> int:
    """How many faces of the die hit."""
    return max(0, min(field.battle.die, field.battle.die + 1 - needs))
