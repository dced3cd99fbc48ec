"""The orders to stacks that a program carries out, as players write them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from modules.engine.hexes.orders import EXIT as EXIT
from modules.engine.hexes.orders import Advance as Advance
from modules.engine.hexes.orders import Deploy as Deploy
from modules.engine.hexes.orders import Done as Done
from modules.engine.hexes.orders import Hold as Hold
from modules.engine.hexes.orders import Lose as Lose
from modules.engine.hexes.orders import PlaceCounter as PlaceCounter
from modules.engine.hexes.orders import Retreat as Retreat
from modules.engine.orders import Order, Spot, Track, Unit, Units, Word


@dataclass(frozen=True, slots=True)
class MoveStack(Order):
    """Move one counter, or several that lie in one hex, along a path; the hex where they lie is left out.
    `exit` at its end leaves the map."""

    FORM: ClassVar[str] = "move {units} {path}"
    units: Units
    path: Track


@dataclass(frozen=True, slots=True)
class AttackPlain(Order):
    """An attack on a table without columns."""

    FORM: ClassVar[str] = "attack {attackers} > {defenders}"
    MARKS: ClassVar[tuple[str, ...]] = ("combat",)
    attackers: Units
    defenders: Units


@dataclass(frozen=True, slots=True)
class AttackDrm(Order):
    """An attack on a table without columns; so much is added to the die: `+1`."""

    FORM: ClassVar[str] = "attack {attackers} > {defenders} drm {drm}"
    attackers: Units
    defenders: Units
    drm: Word


@dataclass(frozen=True, slots=True)
class AttackColumn(Order):
    """An attack on a column of a table."""

    FORM: ClassVar[str] = "attack {attackers} > {defenders} column {column}"
    attackers: Units
    defenders: Units
    column: Word


@dataclass(frozen=True, slots=True)
class AttackShifted(Order):
    """An attack on a column from which so many columns are counted on, and so much is added to the die."""

    FORM: ClassVar[str] = "attack {attackers} > {defenders} column {column} shift {shift} drm {drm}"
    attackers: Units
    defenders: Units
    column: Word
    shift: Word
    drm: Word


@dataclass(frozen=True, slots=True)
class AttackNamed(Order):
    """An attack that the program reckons; so many columns, and so much on the die, are named beside."""

    FORM: ClassVar[str] = "attack {attackers} > {defenders} shift {shift} drm {drm}"
    attackers: Units
    defenders: Units
    shift: Word
    drm: Word


@dataclass(frozen=True, slots=True)
class ChooseEffects(Order):
    """Choose what befalls a party, by the number under which it is listed."""

    FORM: ClassVar[str] = "choose {number}"
    number: Word


@dataclass(frozen=True, slots=True)
class RebuildUnit(Order):
    """Bring an eliminated unit back to a place."""

    FORM: ClassVar[str] = "rebuild {unit} {at}"
    unit: Unit
    at: Spot


@dataclass(frozen=True, slots=True)
class RestoreUnit(Order):
    """Give a reduced unit its full strength again."""

    FORM: ClassVar[str] = "restore {unit}"
    unit: Unit


@dataclass(frozen=True, slots=True)
class RecoverUnit(Order):
    """Let a unit recover, or try to."""

    FORM: ClassVar[str] = "recover {unit}"
    unit: Unit


AttackOrder: TypeAlias = AttackPlain | AttackDrm | AttackColumn | AttackShifted | AttackNamed
ATTACKS: Final = (AttackPlain, AttackDrm, AttackColumn, AttackShifted, AttackNamed)
AFTER_COMBAT: Final = (Retreat, Advance, Hold, Lose, ChooseEffects)
UPKEEP: Final = (RebuildUnit, RestoreUnit, RecoverUnit)
KINDS: Final = (PlaceCounter, Deploy, MoveStack, *ATTACKS, *AFTER_COMBAT, *UPKEEP)
"""The orders that a program carries out, in the order in which a hand is taken at its word."""
