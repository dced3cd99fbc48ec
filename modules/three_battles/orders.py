"""The orders of this game, as players write them: those of hex games, and its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from modules.engine.hexes.orders import (
    EXIT,
    Advance,
    Attack,
    Deploy,
    Done,
    Fire,
    Hold,
    Lose,
    Move,
    Pass,
    PlaceCounter,
    Retreat,
)
from modules.engine.orders import Order, Track, Unit


@dataclass(frozen=True, slots=True)
class Charge(Order):
    """Move cavalry so that it charges (9.6)."""

    FORM: ClassVar[str] = "charge {unit} {path}"
    unit: Unit
    path: Track


@dataclass(frozen=True, slots=True)
class Resolve(Order):
    """Resolve next the combat in which this unit defends."""

    FORM: ClassVar[str] = "resolve {defender}"
    defender: Unit


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
class Rally(Order):
    """Try to rally an eliminated unit."""

    FORM: ClassVar[str] = "rally"


ALL: tuple[type[Order], ...] = (
    PlaceCounter, Deploy, Move, Charge, Fire, Attack, Resolve, Lose, Retreat, Follow, Stand, Advance, Hold,
    Rally, Pass, Done,
)  # fmt: skip

__all__ = [
    "ALL",
    "EXIT",
    "Advance",
    "Attack",
    "Charge",
    "Deploy",
    "Done",
    "Fire",
    "Follow",
    "Hold",
    "Lose",
    "Move",
    "Pass",
    "PlaceCounter",
    "Rally",
    "Resolve",
    "Retreat",
    "Stand",
]
