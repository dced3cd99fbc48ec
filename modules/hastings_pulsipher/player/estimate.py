"""What an attack is worth to the simple player: who may fall on either side, in sixths of a unit's worth;
and the styles in which he plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from modules.hastings_pulsipher.field import Battle, Field
from modules.hastings_pulsipher.state import State
from modules.hastings_pulsipher.to_hit import in_wall, reckon


@dataclass(frozen=True, slots=True)
class PlayStyle:
    """How somebody plays.

    `dares`: the least that an exchange must pay for a unit to come into contact, for who must win by
    nightfall and for who need only hold; `least`: what it must pay beside that to attack where nobody must;
    `forward`: how much each row nearer to the enemy matters to who must win; `manned`: a sector with fewer
    units than this wants more; `focus`: what each enemy matters who is missing in a sector, down to its end;
    `learnt`: he judges positions by what was learnt (`judging.py`), and goes by the rest for blows alone.
    """

    dares: tuple[int, int] = (-60, 20)
    least: int = 0
    forward: int = 2
    manned: int = 3
    focus: int = 0
    learnt: bool = False


USUAL: Final = "policy"
STYLES: Final[Mapping[str, PlayStyle]] = {
    USUAL: PlayStyle(),
    "pressing": PlayStyle(dares=(-200, 0), forward=4, focus=20),
    "charging": PlayStyle(dares=(-200, -400), least=-100, forward=4, manned=4),
    "wary": PlayStyle(dares=(30, 60), least=30),
    "focused": PlayStyle(focus=40),
    "schooled": PlayStyle(learnt=True),
}
FULL: Final = 6
"""Units in a sector that is far from its end."""


class Eyes(Field):
    """The field as one looks at it who plays in a style."""

    def __init__(self, battle: Battle, state: State, style: PlayStyle) -> None:
        super().__init__(battle, state)
        self.style = style

    def like(self) -> Eyes:
        """The field as it is now, to be changed in thought."""
        return Eyes(self.battle, self.state.copy(), self.style)

    def near_its_end(self, target: str) -> int:
        """What an enemy's fall is worth for the sector that he helps to hold."""
        left = len(self.in_sector(self.side(target), self.board.sector(self.at(target))))
        return self.style.focus * max(0, FULL - left)


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
