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
class Style:
    """How somebody plays. `odds`: a unit moves into contact if it and its friends there would attack at these
    odds or better; `bound`: who goes for the enemy, the side that moves first and reinforcements (`some`),
    `all` or `none`; `advances`: whether those go on after combat; `hunts`: by how much more odds count where
    a leader stands whose death may decide the battle, to whom who goes for the enemy goes first; `guards`:
    whether such a leader of one's own keeps as far off as he can; `duty`: whether odds count all whom the
    unit alone would have to fight (7.3); `gains`: whether combats are declared by what they are likely to
    gain and cost in strength, rather than by odds; `slays`: whether a gain counts leaders, and who can kills
    a leader left alone, even where he would not advance; `flees`: whether a leader leaves a unit that is
    attacked (10.1), and shares no hex with another; `risk`: how much worse a hex in contact with the enemy is
    for a leader whose death loses the battle; `closes`: within how many MP of an enemy whom friends have met
    those go for him, too, who are not bound; `joins`: whether a leader goes with units of another
    nationality, too, whom he may not help: in their fights he is not idle either (14.5, 15.5); `attends`:
    whether a leader who is far from all fights goes towards them, alone where no enemy is near, and is set up
    near the strongest unit; `seeks`: the turn from which on all go for an enemy who has not come, 0 for
    never; `masses`: whether the strongest units move first, and each goes into contact where its coming adds
    to the gain of a combat, at whatever odds; `apart`: how much worse a hex is for a leader where another is,
    as the two may die together; `trusts`: whether who flees stays all the same with a unit that has both its
    steps; `snares`: whether all go for the enemy's foremost leader when he is alone in a hex, round the
    others, close his ways out and then go in (10.5)."""

    odds: Fraction = Fraction(1)
    bound: str = "some"
    advances: bool = True
    hunts: int = 0
    guards: bool = False
    duty: bool = False
    gains: bool = False
    slays: bool = False
    flees: bool = False
    risk: int = COMMANDER_AT_RISK
    closes: int = 0
    joins: bool = False
    attends: bool = False
    seeks: int = 0
    masses: bool = False
    apart: int = 0
    trusts: bool = False
    snares: bool = False


USUAL: Final = "policy"
_RECKONING = Style(advances=False, duty=True, gains=True)
_CLOSING = replace(_RECKONING, odds=Fraction(3, 4), slays=True, flees=True, risk=8, closes=6)
_WARY = replace(_RECKONING, odds=Fraction(2), bound="none")
STYLES: Final[Mapping[str, Style]] = {
    USUAL: Style(),
    "eager": Style(bound="all"),
    "careful": Style(odds=Fraction(3, 2)),
    "careful_eager": Style(odds=Fraction(3, 2), bound="all"),
    "grim": Style(odds=Fraction(3)),
    "patient": Style(odds=Fraction(2), bound="none", advances=False),
    "still": Style(odds=Fraction(99), bound="none", advances=False),
    "held": Style(advances=False),
    "hunting": Style(bound="all", hunts=2),
    "stalking": Style(hunts=2),
    "guarded": Style(odds=Fraction(99), bound="none", advances=False, guards=True),
    "shielded": Style(odds=Fraction(2), bound="none", advances=False, guards=True, flees=True),
    "chasing": Style(bound="all", hunts=2, slays=True, snares=True),
    "reckoning": _RECKONING,
    "joining": replace(_RECKONING, joins=True),
    "parting": replace(_RECKONING, flees=True, joins=True, apart=30, trusts=True),
    "storming": replace(_RECKONING, bound="all", slays=True, flees=True),
    "closing": _CLOSING,
    "massing": replace(_CLOSING, odds=Fraction(1), masses=True),
    "snaring": replace(_CLOSING, snares=True),
    "wary": _WARY,
    "waiting": replace(_WARY, odds=Fraction(3), joins=True, attends=True, seeks=6),
}


class Eyes(Glance, Field):
    """The battlefield as one looks at it who plays in a style, for one decision."""

    strength = once(Field.strength)

    def __init__(self, battle: Battle, state: State, style: Style) -> None:
        super().__init__(battle, state)
        self.style = style
