"""The orders that hex games share, as players write them. A game adds its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from modules.engine.orders import Done as Done
from modules.engine.orders import Facing, Order, Spot, Track, Unit, Units
from modules.engine.orders import Pass as Pass

EXIT = "exit"
"""The last word of a path that leaves the map."""


@dataclass(frozen=True, slots=True)
class PlaceCounter(Order):
    """Set up a counter, or place a unit that comes back."""

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
class FacedMove(Order):
    """Move along a path, and face a way at its end: a word such as NE; without one the unit keeps its
    facing."""

    FORM: ClassVar[str] = "move {unit} {path} [{facing}]"
    unit: Unit
    path: Track
    facing: Facing = ""


@dataclass(frozen=True, slots=True)
class Face(Order):
    """Turn where the unit stands."""

    FORM: ClassVar[str] = "face {unit} {facing}"
    unit: Unit
    facing: Facing


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
    MARKS: ClassVar[tuple[str, ...]] = ("combat",)
    attackers: Units
    defenders: Units


@dataclass(frozen=True, slots=True)
class Lose(Order):
    """This unit takes the loss."""

    FORM: ClassVar[str] = "lose {unit}"
    MARKS: ClassVar[tuple[str, ...]] = ("reduced", "lost")
    unit: Unit


@dataclass(frozen=True, slots=True)
class Retreat(Order):
    """Retreat along a path."""

    FORM: ClassVar[str] = "retreat {unit} {path}"
    unit: Unit
    path: Track


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
