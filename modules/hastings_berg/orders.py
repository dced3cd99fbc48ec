"""The orders of this game, as players write them: those of hex games, and its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from modules.engine.hexes.orders import (
    EXIT,
    Attack,
    Deploy,
    Done,
    Face,
    FacedMove,
    Hold,
    Lose,
    Pass,
    PlaceCounter,
    Retreat,
)
from modules.engine.orders import Facing, Order, Spot, Track, Unit, Units, Word, Words


@dataclass(frozen=True, slots=True)
class Join(Order):
    """These units fight in this wing: right, center or left."""

    FORM: ClassVar[str] = "join {units} {wing}"
    units: Units
    wing: Word


@dataclass(frozen=True, slots=True)
class Merge(Order):
    """Give up a wing: its leader commands none in the second period (11.5.7)."""

    FORM: ClassVar[str] = "merge {wing}"
    wing: Word


@dataclass(frozen=True, slots=True)
class Strategy(Order):
    """A strategy for each wing or nationality that rolls: `strategy norman:moderate,breton:cautious`."""

    FORM: ClassVar[str] = "strategy {choices}"
    choices: Words


@dataclass(frozen=True, slots=True)
class Adopt(Order):
    """This order, a row of the order table, for a wing or section: `adopt center pursue_2`."""

    FORM: ClassVar[str] = "adopt {box} {row}"
    box: Word
    row: Word


@dataclass(frozen=True, slots=True)
class Reroll(Order):
    """Roll again for this wing or section (3.3.2)."""

    FORM: ClassVar[str] = "reroll {box}"
    box: Word


@dataclass(frozen=True, slots=True)
class Volley(Order):
    """These fire together at a hex."""

    FORM: ClassVar[str] = "fire {units} > {target}"
    units: Units
    target: Spot


@dataclass(frozen=True, slots=True)
class Charge(Order):
    """Knights under a Charge order charge along a path; to `move` instead declines the charge."""

    FORM: ClassVar[str] = "charge {unit} {path} [{facing}]"
    unit: Unit
    path: Track
    facing: Facing = ""


@dataclass(frozen=True, slots=True)
class React(Order):
    """Step one hex away from the enemy."""

    FORM: ClassVar[str] = "react {unit} {path} [{facing}]"
    unit: Unit
    path: Track
    facing: Facing = ""


@dataclass(frozen=True, slots=True)
class Pursue(Order):
    """Go after a routed unit."""

    FORM: ClassVar[str] = "pursue {unit} {path} [{facing}]"
    unit: Unit
    path: Track
    facing: Facing = ""


@dataclass(frozen=True, slots=True)
class Displace(Order):
    """Make room: the unit goes to the first hex of the path, whoever is in that to the next, and so on."""

    FORM: ClassVar[str] = "displace {unit} {path}"
    unit: Unit
    path: Track


@dataclass(frozen=True, slots=True)
class Follow(Order):
    """A leader goes with the unit in his hex."""

    FORM: ClassVar[str] = "follow {leader} {unit}"
    leader: Unit
    unit: Unit


@dataclass(frozen=True, slots=True)
class Stay(Order):
    """A leader does not go with the unit in his hex."""

    FORM: ClassVar[str] = "stay {leader}"
    leader: Unit


@dataclass(frozen=True, slots=True)
class Extend(Order):
    """How the period is prolonged: `some`, `most` or `surrounded` (3.3.1)."""

    FORM: ClassVar[str] = "extend {how}"
    how: Word


ALL: tuple[type[Order], ...] = (
    PlaceCounter, Deploy, Face, Join, Merge, Strategy, Adopt, Reroll, FacedMove, Charge, React, Volley,
    Attack, Lose, Retreat, Displace, Follow, Stay, Pursue, Extend, Hold, Pass, Done,
)  # fmt: skip

__all__ = [
    "ALL", "EXIT", "Adopt", "Attack", "Charge", "Deploy", "Displace", "Done", "Extend", "Face", "FacedMove",
    "Follow", "Hold", "Join", "Lose", "Merge", "Pass", "PlaceCounter", "Pursue", "React", "Reroll", "Retreat",
    "Stay", "Strategy", "Volley",
]  # fmt: skip
