"""What an attack is worth to the simple player: who may fall on either side, in sixths of a unit's worth."""

from __future__ import annotations

from modules.hastings_pulsipher.field import Field
from modules.hastings_pulsipher.reckoning import in_wall, reckon


def worth(field: Field, token: str) -> int:
    """A unit's worth: every unit holds a sector, the better ones fight."""
    front = field.counter(token).front
    attack = min(front["attack"], front.get("archery", front["attack"]))
    return 4 + (7 - attack) + front["defence"]


def guess(field: Field, side: str) -> None:
    """Takes each enemy card that a side does not know for the middling one of those it has not seen yet."""
    enemy = field.battle.enemy(side)
    seen = set(field.state.known.values())
    unseen = [c for c in field.battle.packs[field.battle.letters[enemy]] if c not in seen]
    for token in field.on_board(enemy):
        if token not in field.state.known:
            field.state.known[token] = unseen[len(unseen) // 2]


def faces(field: Field, needs: int) -> int:
    """How many faces of the die hit."""
    return max(0, min(field.battle.die, field.battle.die + 1 - needs))


def exchange(field: Field, attacker: str, target: str, answered: bool = True) -> int:
    """What a melee attack wins on the average less what the answer to it costs."""
    die = field.battle.die
    hits = faces(field, reckon(field, attacker, target).needs)
    gain = die * hits * worth(field, target)
    if not answered:
        return gain
    back = faces(field, reckon(field, target, attacker).needs)
    frontal = field.facing(field.at(target), field.side(target)) == attacker
    busy = not frontal and field.facing(field.at(target), field.side(target)) is not None
    wall = frontal and in_wall(field, target)
    chances = 0 if busy else back * (die if wall else die - hits)
    return gain - chances * worth(field, attacker)


def shot(field: Field, shooter: str, target: str) -> int:
    """What an arrow wins on the average: a wound is a third of a unit."""
    hits = faces(field, reckon(field, shooter, target, archery=True).needs)
    return field.battle.die * hits * worth(field, target) // 3
