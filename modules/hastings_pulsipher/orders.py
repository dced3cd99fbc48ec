"""The orders of this game, as players write them. Units are called by the square where they lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from modules.engine.orders import Done as Done
from modules.engine.orders import Order, Spot, Track, Unit, Word


@dataclass(frozen=True, slots=True)
class PlaceCard(Order):
    """Lay a card, called by its place in the pack, on a square: set-up, reinforcement."""

    FORM: ClassVar[str] = "place {card} {at}"
    card: Unit
    at: Spot


@dataclass(frozen=True, slots=True)
class Deploy(Order):
    """Lay the cards that are left on the squares that are left, front row first."""

    FORM: ClassVar[str] = "deploy"


@dataclass(frozen=True, slots=True)
class Station(Order):
    """Put the leader into a sector."""

    FORM: ClassVar[str] = "station {sector}"
    sector: Spot


@dataclass(frozen=True, slots=True)
class Move(Order):
    """Move the unit of a square along a path; the square where it lies is left out."""

    FORM: ClassVar[str] = "move {at} {path}"
    at: Spot
    path: Track


@dataclass(frozen=True, slots=True)
class Play(Order):
    """Play an event."""

    FORM: ClassVar[str] = "play {card}"
    card: Word


@dataclass(frozen=True, slots=True)
class Sector(Order):
    """The sector that an event is for."""

    FORM: ClassVar[str] = "sector {sector}"
    sector: Spot


@dataclass(frozen=True, slots=True)
class Between(Order):
    """The adjacent sectors between which a transfer goes, the left one first."""

    FORM: ClassVar[str] = "between {one} {other}"
    one: Spot
    other: Spot


@dataclass(frozen=True, slots=True)
class Heal(Order):
    """The unit that is freed of its wounds."""

    FORM: ClassVar[str] = "heal {at}"
    at: Spot


@dataclass(frozen=True, slots=True)
class Attack(Order):
    """Melee."""

    FORM: ClassVar[str] = "attack {at} > {target}"
    MARKS: ClassVar[tuple[str, ...]] = ("combat",)
    at: Spot
    target: Spot


@dataclass(frozen=True, slots=True)
class Fire(Order):
    """Archery."""

    FORM: ClassVar[str] = "fire {at} > {target}"
    at: Spot
    target: Spot


@dataclass(frozen=True, slots=True)
class Withdraw(Order):
    """The unit of a square goes one area back: cavalry (6.7), archers that change places (6.6)."""

    FORM: ClassVar[str] = "withdraw {at}"
    at: Spot


@dataclass(frozen=True, slots=True)
class Stand(Order):
    """The unit of a square stays."""

    FORM: ClassVar[str] = "stand {at}"
    at: Spot


@dataclass(frozen=True, slots=True)
class Strike(Order):
    """Counterattack."""

    FORM: ClassVar[str] = "strike {at} > {target}"
    MARKS: ClassVar[tuple[str, ...]] = ("combat",)
    at: Spot
    target: Spot


ALL: tuple[type[Order], ...] = (
    PlaceCard, Deploy, Station, Move, Play, Sector, Between, Heal, Attack, Fire, Withdraw, Stand, Strike,
    Done,
)  # fmt: skip
