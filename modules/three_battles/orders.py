"""The orders of this game, as players write them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from modules.engine.orders import Order, Spot, Track, Unit, Units

EXIT = "exit"
"""The last word of a path that leaves the map (16.2)."""


@dataclass(frozen=True, slots=True)
class Place(Order):
    """Set up a counter, or place a rallied unit."""

    FORM: ClassVar[str] = "place {unit} {at}"
    unit: Unit
    at: Spot


@dataclass(frozen=True, slots=True)
class Deploy(Order):
    """Set up everything that is left as the scenario suggests."""

    FORM: ClassVar[str] = "deploy"


@dataclass(frozen=True, slots=True)
class Move(Order):
    """Move along a path; the hex where the counter stands is left out. `exit` at its end leaves the map."""

    FORM: ClassVar[str] = "move {unit} {path}"
    unit: Unit
    path: Track


@dataclass(frozen=True, slots=True)
class Charge(Order):
    """Move cavalry so that it charges (9.6)."""

    FORM: ClassVar[str] = "charge {unit} {path}"
    unit: Unit
    path: Track


@dataclass(frozen=True, slots=True)
class Fire(Order):
    """Archers fire at a hex."""

    FORM: ClassVar[str] = "fire {unit} > {target}"
    unit: Unit
    target: Spot


@dataclass(frozen=True, slots=True)
class Attack(Order):
    """One combat: these attack those."""

    FORM: ClassVar[str] = "attack {attackers} > {defenders}"
    attackers: Units
    defenders: Units


@dataclass(frozen=True, slots=True)
class Resolve(Order):
    """Resolve next the combat in which this unit defends."""

    FORM: ClassVar[str] = "resolve {defender}"
    defender: Unit


@dataclass(frozen=True, slots=True)
class Lose(Order):
    """This unit takes the loss."""

    FORM: ClassVar[str] = "lose {unit}"
    unit: Unit


@dataclass(frozen=True, slots=True)
class Retreat(Order):
    """Retreat along a path."""

    FORM: ClassVar[str] = "retreat {unit} {path}"
    unit: Unit
    path: Track


@dataclass(frozen=True, slots=True)
class Follow(Order):
    """A leader retreats with his unit."""

    FORM: ClassVar[str] = "follow {leader}"
    leader: Unit


@dataclass(frozen=True, slots=True)
class Stand(Order):
    """A leader stays where he is."""

    FORM: ClassVar[str] = "stand {leader}"
    leader: Unit


@dataclass(frozen=True, slots=True)
class Advance(Order):
    """Advance after combat along a path."""

    FORM: ClassVar[str] = "advance {unit} {path}"
    unit: Unit
    path: Track


@dataclass(frozen=True, slots=True)
class Hold(Order):
    """Do not advance."""

    FORM: ClassVar[str] = "hold"


@dataclass(frozen=True, slots=True)
class Rally(Order):
    """Try to rally an eliminated unit."""

    FORM: ClassVar[str] = "rally"


@dataclass(frozen=True, slots=True)
class Pass(Order):
    """Do not try."""

    FORM: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Done(Order):
    """No more orders of this kind."""

    FORM: ClassVar[str] = "done"


ALL: tuple[type[Order], ...] = (
    Place, Deploy, Move, Charge, Fire, Attack, Resolve, Lose, Retreat, Follow, Stand, Advance, Hold, Rally,
    Pass, Done,
)  # fmt: skip
