"""The styles in which the built-in player plays: what he minds, what he rides for, whom he spares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from modules.engine.hexes.looking import Glance, once
from modules.hastings_berg.battle import Battle
from modules.hastings_berg.field import Field
from modules.hastings_berg.state import State

HOUSECARL, REFUGE = "housecarl", 6
"""The last of them are a victory (12.1.2); hexes from the enemy at which they are safe."""

ENDANGERED: Final = 3
"""Hexes of the road in Norman hands from which on Saxons mind the rest (12.1.1)."""

ALOOF: Final = 0.8
"""What each hex is worth to a leader that lies between him and the enemy."""

FRESH: Final = 99
"""A rating that no nationality has."""


@dataclass(frozen=True, slots=True)
class Style:
    """How somebody plays.

    `caution`: how much a side minds what it may lose itself; `bombardment`: in so many turns of each period
    Norman foot and knights let the bowmen shoot; `prize`: what a housecarl is worth to the Normans beside its
    points, by period: the last ones win; `ride`: how much more than usual the way to the road matters to
    them, `road`: what one of its hexes does, `eager`: what they give for being beside the enemy;
    `least_shot`: what fire must be worth for a segment of supply; `hill`: what the hill is worth to Saxons,
    `sally`: how much an attack from it; `shelter`: what each hex is worth, up to REFUGE of them, that lies
    between a housecarl and the enemy, `post`: what a hex of the road on Senlac is to him, on which no Norman
    can then come (12.1.1); `seek`: what each hex costs Normans that lies between them and the nearest
    housecarl; `answer`: how much they mind what the enemies who look at them may do in turn; `king`: what
    more it is worth to them to strike the unit with which Harold stands (10.4.5); `strain`: from which
    ratings they choose Moderate, Cautious and Defensive strategies, below all of them Aggressive.
    Of Saxons: `back`: housecarls step back from who has come (5.4); `ranks`: what each hex beside a housecarl
    costs where no friend stands; `regain`: what a hex of the road is worth to end in, or to take back, once
    Normans hold ENDANGERED of them; `aloof`: what each hex is worth to Harold that lies between him and the
    enemy.
    """

    caution: float = 0.9
    bombardment: tuple[int, int] = (2, 1)
    prize: tuple[float, float] = (1.5, 2.5)
    ride: float = 1.0
    road: float = 3.0
    eager: float = 4.0
    least_shot: float = 0.35
    hill: float = 3.0
    sally: float = 1.0
    shelter: float = 0.0
    post: float = 0.0
    seek: float = 0.0
    answer: float = 0.0
    king: float = 0.0
    strain: tuple[int, int, int] = (-FRESH, 3, 6)
    back: bool = False
    ranks: float = 0.0
    regain: float = 0.0
    aloof: float = ALOOF


USUAL: Final = "policy"

STYLES: Final[Mapping[str, Style]] = {
    USUAL: Style(),
    "bold": Style(caution=0.5, bombardment=(1, 1), sally=2.0),
    "wary": Style(caution=1.6),
    "riding": Style(bombardment=(1, 1), ride=4.0, road=12.0),
    "hunting": Style(caution=0.5, prize=(4.0, 6.0)),
    "rooted": Style(hill=6.0, sally=0.5),
    "sheltered": Style(shelter=2.0),
    "withdrawn": Style(shelter=2.0, post=4.0),
    "together": Style(shelter=2.0, post=4.0, back=True, ranks=1.0, regain=6.0, aloof=2.0),
    "seeking": Style(caution=0.3, bombardment=(1, 1), prize=(4.0, 6.0), ride=0.3, eager=7.0, seek=1.0),
    "relentless": Style(
        bombardment=(0, 0),
        ride=4.0,
        road=12.0,
        seek=0.5,
        answer=0.5,
        king=16.0,
        strain=(FRESH, FRESH, FRESH),
    ),
}


class Eyes(Glance, Field):
    """The battlefield as one looks at it who plays in a style, for one decision."""

    def __init__(self, battle: Battle, state: State, style: Style) -> None:
        super().__init__(battle, state)
        self.style = style

    order = once(Field.order)


def style_of(field: Field) -> Style:
    """The style of who looks; of anybody else the usual one."""
    return field.style if isinstance(field, Eyes) else STYLES[USUAL]
