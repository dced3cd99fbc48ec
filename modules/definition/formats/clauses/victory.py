"""The clauses of victory: what brings points, and who has won when."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from modules.definition.formats.clauses.conditions import Clause, Names, Places, Times, Units
from modules.definition.formats.fields import FEW, SOME, Line, Name, Part

DRAW = "draw"
Where = Literal["map", "lost", "exited"]


class VictoryPoints(Clause):
    """Points of a side. `each`: each unit that is meant, each hex of `at` that the side controls or holds
    (`hex`), or each point of a value of the units. `where` the units are: on the map, `lost` or `exited`.
    `counted`: at the end of the game, or at the end of each game `turn`."""

    side: Name
    each: Literal["unit", "hex"] | Name
    units: Units = Units()
    where: Where = "map"
    at: Places = ()
    points: int = Field(ge=-999, le=999)
    counted: Literal["end", "turn"]
    when: Times = Times()

    @model_validator(mode="after")
    def _of_one_kind(self) -> Self:
        if (self.each == "hex") != bool(self.at):
            raise ValueError("`at` with `each: hex`, and with no other; units stand at places by `units`")
        return self


class HeldPlaces(Part):
    """A side controls these places, all of them or at least so many; without a clause of control its units
    hold them."""

    side: Name
    places: Places = Field(min_length=1)
    at_least: Literal["all"] | Annotated[int, Field(ge=1, le=999)] = "all"


class PointsLead(Part):
    """A side has so many points, so many more than each other side (`more_by`), or so much of what each
    other has in hundredths (`percent`: 150 is one and a half times as many)."""

    side: Name
    at_least: int | None = Field(default=None, ge=-999, le=9999)
    more_by: int | None = Field(default=None, ge=0, le=9999)
    percent: int | None = Field(default=None, ge=101, le=9900)

    @model_validator(mode="after")
    def _asks_something(self) -> Self:
        if self.at_least is None and self.more_by is None and self.percent is None:
            raise ValueError("`at_least`, `more_by` or `percent`: how many points")
        return self


class CountedUnits(Part):
    """At least, or at most, so many units, or so much of a value of theirs (`count`), are on the map, `lost`
    or `exited`."""

    units: Units = Units()
    where: Where = "map"
    count: Name = "units"
    at_least: int | None = Field(default=None, ge=0, le=9999)
    at_most: int | None = Field(default=None, ge=0, le=9999)

    @model_validator(mode="after")
    def _asks_something(self) -> Self:
        if self.at_least is None and self.at_most is None:
            raise ValueError("`at_least` or `at_most`: how many")
        return self


class Decision(Clause):
    """Who has won, if all that is asked holds: the first decision that holds ends the game. `checked`: after
    each order (`at_once`), at the end of each game `turn`, or of the last one (`end`)."""

    wins: Name
    level: Line
    checked: Literal["at_once", "turn", "end"]
    holds: tuple[HeldPlaces, ...] = Field(default=(), max_length=FEW)
    points: tuple[PointsLead, ...] = Field(default=(), max_length=FEW)
    counted: tuple[CountedUnits, ...] = Field(default=(), max_length=FEW)
    armies: Names = ()
    when: Times = Times()


class Victory(Part):
    """How a game is won: `points`, if there are any, and who wins by what."""

    points: tuple[VictoryPoints, ...] = Field(default=(), max_length=SOME)
    decide: tuple[Decision, ...] = Field(min_length=1, max_length=SOME)
