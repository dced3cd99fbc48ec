"""The styles in which the built-in player plays: what he goes for, what he dares, what he spares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from modules.engine.hexes.looking import Glance, once
from modules.three_battles.field import Battle, Field
from modules.three_battles.state import State

COMMANDER_AT_RISK: Final = 20
"""How much worse a hex in contact with the enemy is for a leader whose death loses the battle: more than a
weak unit and the points for idling are worth, less than a strong unit and five points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Going:
    """Whom a style sends where. `bound`: who goes for the enemy, the side that moves first and reinforcements
    (`some`), `all` or `none`; `advances`: whether those go on after combat; `closes`: within how many MP of
    an enemy whom friends have met those go for him, too, who are not bound; `seeks`: the turn from which on
    all go for an enemy who has not come, 0 for never; `lures`: whether units that must be set up away from
    all others (15.3) stand as far as may be from where the enemy enters, who goes for them, too."""

    bound: str = "some"
    advances: bool = True
    closes: int = 0
    seeks: int = 0
    lures: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighting:
    """Which combats a style seeks. `odds`: a unit moves into contact if it and its friends there would attack
    at these odds or better; `duty`: whether odds count all whom the unit alone would have to fight (7.3);
    `gains`: whether combats are declared by what they are likely to gain and cost in strength, rather than
    by odds; `masses`: whether the strongest units move first, and each goes into contact where its coming
    adds to the gain of a combat, at whatever odds; `concerts`: whether the combats of a turn are declared as
    they gain most together, rather than the best one first, which may leave others to fight badly (7.3);
    `hunts`: by how much more odds count where a leader stands whose death may decide the battle, to whom who
    goes for the enemy goes first; `slays`: whether a gain counts leaders, and who can kills a leader left
    alone, even where he would not advance; `snares`: whether all go for the enemy's foremost leader when he
    is alone in a hex, round the others, close his ways out and then go in (10.5)."""

    odds: Fraction = Fraction(1)
    duty: bool = False
    gains: bool = False
    masses: bool = False
    concerts: bool = False
    hunts: int = 0
    slays: bool = False
    snares: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Leading:
    """Where a style has its leaders. `risk`: how much worse a hex in contact with the enemy is for a leader
    whose death loses the battle; `guards`: whether such a leader keeps as far off as he can; `flees`: whether
    a leader leaves a unit that is attacked (10.1), and shares no hex with another; `trusts`: whether who
    flees stays all the same with a unit that has both its steps; `apart`: how much worse a hex is for a
    leader where another is, as the two may die together; `joins`: whether a leader goes with units of another
    nationality, too, whom he may not help: in their fights he is not idle either (14.5, 15.5); `attends`:
    whether a leader who is far from all fights goes towards them, alone where no enemy is near, and is set up
    near the strongest unit."""

    risk: int = COMMANDER_AT_RISK
    guards: bool = False
    flees: bool = False
    trusts: bool = False
    apart: int = 0
    joins: bool = False
    attends: bool = False


@dataclass(frozen=True, slots=True)
class PlayStyle:
    """How somebody plays."""

    goes: Going = Going()
    fights: Fighting = Fighting()
    leads: Leading = Leading()


USUAL: Final = "policy"
_HELD = Going(advances=False)
_ALL = Going(bound="all")
_STILL = Going(bound="none", advances=False)
_SURE = Fighting(odds=Fraction(3, 2))
_TWICE = Fighting(odds=Fraction(2))
_NEVER = Fighting(odds=Fraction(99))
_RECKONED = Fighting(duty=True, gains=True)
_SLAYING = replace(_RECKONED, slays=True)
_CLOSING = Going(advances=False, closes=6)
_BOLD = Leading(flees=True, risk=8)
_PARTED = Leading(flees=True, joins=True, apart=30, trusts=True)
_EAGER_TO_KILL = replace(_SLAYING, odds=Fraction(3, 4))
STYLES: Final[Mapping[str, PlayStyle]] = {
    USUAL: PlayStyle(),
    "eager": PlayStyle(_ALL),
    "careful": PlayStyle(fights=_SURE),
    "careful_eager": PlayStyle(_ALL, _SURE),
    "grim": PlayStyle(fights=Fighting(odds=Fraction(3))),
    "patient": PlayStyle(_STILL, _TWICE),
    "still": PlayStyle(_STILL, _NEVER),
    "held": PlayStyle(_HELD),
    "hunting": PlayStyle(_ALL, Fighting(hunts=2)),
    "stalking": PlayStyle(fights=Fighting(hunts=2)),
    "guarded": PlayStyle(_STILL, _NEVER, Leading(guards=True)),
    "shielded": PlayStyle(_STILL, _TWICE, Leading(guards=True, flees=True)),
    "chasing": PlayStyle(_ALL, Fighting(hunts=2, slays=True, snares=True)),
    "reckoning": PlayStyle(_HELD, _RECKONED),
    "joining": PlayStyle(_HELD, _RECKONED, Leading(joins=True)),
    "parting": PlayStyle(_HELD, _RECKONED, _PARTED),
    "luring": PlayStyle(replace(_HELD, lures=True, seeks=6), _RECKONED, _PARTED),
    "storming": PlayStyle(replace(_HELD, bound="all"), _SLAYING, Leading(flees=True)),
    "closing": PlayStyle(_CLOSING, _EAGER_TO_KILL, _BOLD),
    "massing": PlayStyle(_CLOSING, replace(_SLAYING, masses=True), _BOLD),
    "concerted": PlayStyle(_CLOSING, replace(_SLAYING, masses=True, concerts=True), _BOLD),
    "snaring": PlayStyle(_CLOSING, replace(_EAGER_TO_KILL, snares=True), _BOLD),
    "wary": PlayStyle(_STILL, replace(_RECKONED, odds=Fraction(2))),
    "waiting": PlayStyle(
        replace(_STILL, seeks=6), replace(_RECKONED, odds=Fraction(3)), Leading(joins=True, attends=True)
    ),
}


class Eyes(Glance, Field):
    """The battlefield as one looks at it who plays in a style, for one decision."""

    strength = once(Field.strength)

    def __init__(self, battle: Battle, state: State, style: PlayStyle) -> None:
        super().__init__(battle, state)
        self.style = style
