"""The styles in which the built-in player plays: what he minds, what he rides for, whom he spares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighting:
    """What fire and melee are worth to a style. `caution`: how much a side minds what it may lose itself;
    `prize`: what a housecarl is worth to the Normans beside its points, by period: the last ones win; `king`:
    what more it is worth to them to strike the unit with which Harold stands (10.4.5); `least_shot`: what
    fire must be worth for a segment of supply."""

    caution: float = 0.9
    prize: tuple[float, float] = (1.5, 2.5)
    king: float = 0.0
    least_shot: float = 0.35


@dataclass(frozen=True, slots=True, kw_only=True)
class Attacking:
    """Where a style has its Normans go. `bombardment`: in so many turns of each period foot and knights let
    the bowmen shoot; `strain`: from which ratings they choose Moderate, Cautious and Defensive strategies,
    below all of them Aggressive; `eager`: what they give for being beside the enemy, `answer`: how much they
    mind what the enemies who look at them may do in turn; `ride`: how much more than usual the way to the
    road matters, `road`: what one of its hexes does; `seek`: what each hex costs that lies between them and
    the nearest housecarl."""

    bombardment: tuple[int, int] = (2, 1)
    strain: tuple[int, int, int] = (-FRESH, 3, 6)
    eager: float = 4.0
    answer: float = 0.0
    ride: float = 1.0
    road: float = 3.0
    seek: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """Where a style has its Saxons stand. `hill`: what the hill is worth, `sally`: how much an attack from
    it; `stir`: from which rating downward a wing chooses the Moderate strategy, above it the Defensive;
    `regain`: what a hex of the road is worth to end in, or to take back, once Normans hold ENDANGERED of
    them, `march`: what each hex costs then that lies between others than housecarls and the nearest of them;
    `aloof`: what each hex is worth to Harold that lies between him and the enemy."""

    hill: float = 3.0
    sally: float = 1.0
    stir: int = -4
    regain: float = 0.0
    march: float = 0.0
    aloof: float = ALOOF


@dataclass(frozen=True, slots=True, kw_only=True)
class Sparing:
    """How a style spares its housecarls. `shelter`: what each hex is worth, up to REFUGE of them, that lies
    between one and the enemy; `post`: what a hex of the road on Senlac is to him, on which no Norman can then
    come (12.1.1); `yields`: whether it is nothing to him beside the enemy in the first period, after which
    the road is Saxon again (ruling road_control); `back`: whether they step back from who has come (5.4);
    `ranks`: what each hex beside one costs where no friend stands."""

    shelter: float = 0.0
    post: float = 0.0
    yields: bool = False
    back: bool = False
    ranks: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayStyle:
    """How somebody plays: both sides fight, Normans attack, Saxons hold the hill and spare their best."""

    fights: Fighting = Fighting()
    attacks: Attacking = Attacking()
    holds: Holding = Holding()
    spares: Sparing = Sparing()


USUAL: Final = "policy"
_DARING = Fighting(caution=0.5)
_EAGER_TO_KILL = Fighting(caution=0.5, prize=(4.0, 6.0))
_AT_ONCE = Attacking(bombardment=(1, 1))
_RIDING = replace(_AT_ONCE, ride=4.0, road=12.0)
_ON_THE_ROAD = Sparing(shelter=2.0, post=4.0)
STYLES: Final[Mapping[str, PlayStyle]] = {
    USUAL: PlayStyle(),
    "bold": PlayStyle(fights=_DARING, attacks=_AT_ONCE, holds=Holding(sally=2.0)),
    "wary": PlayStyle(fights=Fighting(caution=1.6)),
    "riding": PlayStyle(attacks=_RIDING),
    "hunting": PlayStyle(fights=_EAGER_TO_KILL),
    "rooted": PlayStyle(holds=Holding(hill=6.0, sally=0.5)),
    "sheltered": PlayStyle(spares=Sparing(shelter=2.0)),
    "withdrawn": PlayStyle(spares=_ON_THE_ROAD),
    "together": PlayStyle(
        fights=Fighting(caution=1.4),
        holds=Holding(stir=0, regain=6.0, march=1.0, aloof=2.0),
        spares=replace(_ON_THE_ROAD, yields=True, back=True, ranks=1.0),
    ),
    "seeking": PlayStyle(
        fights=replace(_EAGER_TO_KILL, caution=0.3),
        attacks=replace(_AT_ONCE, ride=0.3, eager=7.0, seek=1.0),
    ),
    "relentless": PlayStyle(
        fights=Fighting(king=16.0),
        attacks=replace(_RIDING, bombardment=(0, 0), strain=(FRESH, FRESH, FRESH), answer=0.5, seek=0.5),
    ),
}


class Eyes(Glance, Field):
    """The battlefield as one looks at it who plays in a style, for one decision."""

    def __init__(self, battle: Battle, state: State, style: PlayStyle) -> None:
        super().__init__(battle, state)
        self.style = style

    order = once(Field.order)


def style_of(field: Field) -> PlayStyle:
    """The style of who looks; of anybody else the usual one."""
    return field.style if isinstance(field, Eyes) else STYLES[USUAL]
