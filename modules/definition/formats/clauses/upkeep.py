"""The clauses of what units and places keep or lose: traces, supply, recovery, control, rebuilding,
the state of an army."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from modules.definition.formats.clauses.conditions import (
    Clause,
    Counters,
    Names,
    Places,
    Times,
    Turns,
    Units,
)
from modules.definition.formats.fields import FEW, SOME, Name, Part

Points = Annotated[int, Field(ge=0, le=99)]


class Trace(Clause):
    """A way from a unit to one of these places (`to`), or to a hex with one of these counters (`to_units`),
    over hexes without enemies and ground that is not prohibited. `hexes`: at most so many. `along`: only
    along such roads or rails; `before`: the first so many hexes may lead to one. `zones`: those of the enemy
    are `open`, `closed`, or a friend in the hex opens it. `held`: a place counts only while the unit's side
    controls it."""

    of: Counters = ()
    to: Places = ()
    to_units: Counters = ()
    hexes: int | None = Field(default=None, ge=0, le=99)
    along: Names = ()
    before: int = Field(default=0, ge=0, le=20)
    not_into: Places = ()
    not_across: Names = ()
    zones: Literal["open", "closed", "friend_opens"]
    held: bool = False
    when: Times = Times()

    @model_validator(mode="after")
    def _leads_somewhere(self) -> Self:
        if not self.to and not self.to_units:
            raise ValueError("`to` or `to_units`: where the trace must lead")
        if self.before and not self.along:
            raise ValueError("`before` with `along`: hexes before a road")
        if self.held and not self.to:
            raise ValueError("`held` with `to`: places that are controlled")
        return self


class Supply(Clause):
    """What befalls units without any of these traces, when supply is judged: they bear a marker (`mark`)
    until they are found in supply, and are eliminated when they were found without it so many times in a row
    (`eliminate_after`)."""

    units: Units = Units()
    trace: Names = Field(min_length=1)
    mark: Name | None = None
    eliminate_after: int | None = Field(default=None, ge=1, le=20)
    when: Times = Times()

    @model_validator(mode="after")
    def _does_something(self) -> Self:
        if self.mark is None and self.eliminate_after is None:
            raise ValueError("`mark` or `eliminate_after`: what befalls a unit without supply")
        return self


class Recovery(Clause):
    """Units lose a marker, all that may or at most so many of the player's choice (`most`); `die`: each rolls
    one die and must show so much or more."""

    state: Name
    units: Units = Units()
    most: int | None = Field(default=None, ge=1, le=99)
    die: int | None = Field(default=None, ge=1, le=100)
    when: Times = Times()


class Control(Clause):
    """Who controls each of these places: the side that was the last to enter it (`last_to_enter`), or the
    side that has units there now (`occupied`). `start`: by side, what it controls at the start. `units`: only
    these take control."""

    places: Places = Field(min_length=1)
    by: Literal["last_to_enter", "occupied"]
    start: dict[Name, Places] = Field(default_factory=dict, max_length=FEW)
    units: Units = Units()


class NewUnit(Clause):
    """Eliminated units come back, and units in reserve come in: `at` these places, on their full side or, if
    they have two, `reduced`. `held`: the place must be controlled; `empty`: no unit may lie there; `trace`:
    one of these leads from it; `most`: so many a phase in one hex; `cost`: points, or a value on the front of
    the counter."""

    units: Units = Units()
    at: Places = Field(min_length=1)
    reduced: bool
    held: bool = False
    empty: bool = False
    trace: Names = ()
    most: int | None = Field(default=None, ge=1, le=99)
    cost: Points | Name = 1
    when: Times = Times()


class Restore(Clause):
    """Reduced units on the map get their full strength again, for so many points each."""

    units: Units = Units()
    cost: Points | Name = 1
    when: Times = Times()


class TurnPoints(Part):
    """So many points in these turns; without `turns` in all others."""

    points: Points
    turns: Turns = ()
    when: Times = Times()


class Rebuild(Clause):
    """Replacements of a side: points a phase (the first of `points` that holds), `saved` for later or lost.
    `once_a_unit`: no unit is both rebuilt and restored in one turn."""

    side: Name
    points: tuple[TurnPoints, ...] = Field(min_length=1, max_length=SOME)
    saved: bool
    once_a_unit: bool
    new: tuple[NewUnit, ...] = Field(default=(), max_length=FEW)
    restore: tuple[Restore, ...] = Field(default=(), max_length=FEW)


class Army(Clause):
    """A state of a side's army, such as demoralized, that holds from when it has lost so much: `units`, or so
    much of a value of its counters. `recovers`: it ends when what is lost is less again."""

    side: Name
    lost: Name
    at_least: int = Field(ge=1, le=999)
    units: Units = Units()
    recovers: bool = False


class SupplyPhase(Clause):
    """Supply is judged, for the side of the phase or for `both`."""

    does: Literal["supply"]
    of: Literal["own", "both"]
    not_on: tuple[Times, ...] = Field(default=(), max_length=FEW)


class RecoverPhase(Clause):
    """Units of the side recover, by these clauses of `recovery`."""

    does: Literal["recover"]
    by: Names = Field(min_length=1)
    not_on: tuple[Times, ...] = Field(default=(), max_length=FEW)


class RebuildPhase(Clause):
    """The side rebuilds and restores units, by these clauses of `rebuild`."""

    does: Literal["rebuild"]
    by: Names = Field(min_length=1)
    not_on: tuple[Times, ...] = Field(default=(), max_length=FEW)
