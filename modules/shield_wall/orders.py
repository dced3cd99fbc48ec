"""The orders of this game, as players write them: those of hex games, and its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from modules.engine.hexes.orders import Advance, Attack, Deploy, Done, Fire, Hold, Move, PlaceCounter, Retreat
from modules.engine.orders import Order, Spot, Unit


@dataclass(frozen=True, slots=True)
class Withdraw(Order):
    """Check whether knights can leave the enemy's zone of control (6.7)."""

    FORM: ClassVar[str] = "withdraw {unit}"
    unit: Unit


@dataclass(frozen=True, slots=True)
class Rally(Order):
    """Roll for this leader's rally points next."""

    FORM: ClassVar[str] = "rally {leader}"
    leader: Unit


@dataclass(frozen=True, slots=True)
class Wall(Order):
    """Bring a unit back with its shield wall up."""

    FORM: ClassVar[str] = "wall {unit} {at}"
    unit: Unit
    at: Spot


@dataclass(frozen=True, slots=True)
class Restore(Order):
    """Put up the shield wall of a unit on the map again."""

    FORM: ClassVar[str] = "restore {unit}"
    unit: Unit


ALL: tuple[type[Order], ...] = (
    PlaceCounter, Deploy, Rally, Wall, Restore, Move, Withdraw, Fire, Attack, Advance, Hold, Retreat, Done,
)  # fmt: skip

__all__ = [
    "ALL",
    "Advance",
    "Attack",
    "Deploy",
    "Done",
    "Fire",
    "Hold",
    "Move",
    "PlaceCounter",
    "Rally",
    "Restore",
    "Retreat",
    "Wall",
    "Withdraw",
]
