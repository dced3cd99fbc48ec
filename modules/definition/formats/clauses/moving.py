"""The clauses of stacks, zones, movement, and of the phases in which sides set up, move and enter."""

from fractions import Fraction
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from modules.definition.formats.clauses.conditions import (
    Clause,
    Counters,
    Factor,
    Names,
    Places,
    Times,
    Units,
)
from modules.definition.formats.fields import FEW, MP, SOME, Name


class Stacking(Clause):
    """How many units may lie in a hex: so many (`limit`), or so much of a value of theirs (`count`). `holds`:
    at the end of each move, at the end of the phase, or always, so that a full hex is not passed. `of`: it is
    for these alone; `free`: these are not counted. `at`: in these places alone."""

    limit: int = Field(ge=0, le=99)
    count: Name = "units"
    holds: Literal["always", "move_end", "phase_end"]
    of: Counters = ()
    free: Counters = ()
    at: Places = ()
    when: Times = Times()


class ZoneClause(Clause):
    """A zone of control: whose (`of`), how far it reaches (hexes), for whom, and what it does to a unit that
    moves. `stop`: the unit stops where it enters one. `enter`: what that costs more, or `never`. `leave`: the
    unit goes on `free`ly, or stays until combat takes it out (`combat_only`), or pays so many MP. `hop`: from
    zone to zone it goes `free`ly, not within the zone of the same unit, or never."""

    of: Counters = Field(min_length=1)
    state: Names = ()
    not_state: Names = ()
    binds: Counters = ()
    reach: int = Field(default=1, ge=1, le=3)
    not_across: Names = ()
    not_into: Places = ()
    stop: bool
    enter: MP | Literal["never"] = Fraction(0)
    leave: Literal["free", "combat_only"] | MP
    hop: Literal["free", "not_same", "never"]
    cancelled_by_friends: bool = False
    when: Times = Times()


class Allowance(Clause):
    """Another allowance in the place of the usual one, for these units at these times: a value of the counter
    or so many MP (`budget`), or so many `hexes` whatever they cost."""

    budget: Name | Annotated[int, Field(ge=0, le=99)] | None = None
    hexes: int | None = Field(default=None, ge=0, le=99)
    units: Units = Units()
    when: Times = Times()

    @model_validator(mode="after")
    def _one_of(self) -> Self:
        if (self.budget is None) == (self.hexes is None):
            raise ValueError("either `budget` (a value of the counter, or MP) or `hexes`")
        return self


class AllowanceChange(Clause):
    """What becomes of an allowance: multiplied (`times`, with `round` where MP are whole), then so much more
    or less (`add`)."""

    times: Factor | None = None
    round: Literal["up", "down", "exact"] | None = None
    add: int = Field(default=0, ge=-20, le=20)
    units: Units = Units()
    when: Times = Times()

    @model_validator(mode="after")
    def _does_something(self) -> Self:
        if self.times is None and not self.add:
            raise ValueError("`times` or `add`: a change that changes something")
        if (self.times is None) != (self.round is None):
            raise ValueError("`times` and `round` together: up, down or exact")
        return self


class StepCost(Clause):
    """What a step costs these units at these times in the place of what terrain.yaml says: `into` such hexes,
    `across` such hexsides, or `along` such roads; `mp`, or `prohibited`, or so many `times` as much."""

    into: Places = ()
    across: Names = ()
    along: Names = ()
    mp: MP | Literal["prohibited"] | None = None
    times: Factor | None = None
    units: Units = Units()
    when: Times = Times()

    @model_validator(mode="after")
    def _one_of(self) -> Self:
        if sum(bool(each) for each in (self.into, self.across, self.along)) != 1:
            raise ValueError("one of `into`, `across` and `along`")
        if (self.mp is None) == (self.times is None):
            raise ValueError("either `mp` or `times`")
        if self.units == Units() and self.when == Times():
            raise ValueError("`units` or `when`: what a step costs all units always stands in terrain.yaml")
        return self


class Halt(Clause):
    """A unit that enters such a place stops there."""

    into: Places = Field(min_length=1)
    units: Units = Units()
    when: Times = Times()


class Movement(Clause):
    """A way to move. The allowance is a value of the counter or so many MP (`budget`), or so many `hexes`;
    `instead` replaces it (the first that holds), `changes` change it in their order. Steps cost what
    terrain.yaml says, but for `costs`; with `along` a unit keeps to such roads or rails, at so many MP a hex
    (`cost`). `roads: ignored`: no road counts. `zones`: those of the enemy `apply`, are `ignored`, or are
    `closed` to it. `stacks`: units move one by one (`apart`), or also several along one way (`together`).
    `at_least_one`: a unit may always go one hex that is not prohibited."""

    budget: Name | Annotated[int, Field(ge=0, le=99)] | None = None
    hexes: int | None = Field(default=None, ge=0, le=99)
    instead: tuple[Allowance, ...] = Field(default=(), max_length=FEW)
    changes: tuple[AllowanceChange, ...] = Field(default=(), max_length=FEW)
    costs: tuple[StepCost, ...] = Field(default=(), max_length=SOME)
    halts: tuple[Halt, ...] = Field(default=(), max_length=FEW)
    along: Names = ()
    cost: MP | None = None
    roads: Literal["used", "ignored"] = "used"
    zones: Literal["apply", "ignored", "closed"] = "apply"
    stacks: Literal["apart", "together"] = "apart"
    at_least_one: bool = False

    @model_validator(mode="after")
    def _one_of(self) -> Self:
        if (self.budget is None) == (self.hexes is None):
            raise ValueError("either `budget` (a value of the counter, or MP) or `hexes`")
        if bool(self.along) != (self.cost is not None):
            raise ValueError("`along` and `cost` together: which roads, and what a hex along them costs")
        return self


class ExitClause(Clause):
    """These units leave the map from such hexes, for so many MP."""

    of: Counters = ()
    over: Places = Field(min_length=1)
    cost: MP


class Entering(Clause):
    """How reinforcements enter, which the scenario lists under `entries`. `blocked`: if the enemy holds all
    hexes of theirs, then they `wait`, or come in by the `nearest` free hex of the map's edge. `column`: the
    second unit of a phase over the same hex pays twice the cost of it, the third three times, and so on.
    `zones`: whether they may come in within a ZOC of the enemy."""

    blocked: Literal["wait", "nearest"]
    column: bool = False
    zones: Literal["open", "closed"]


class SetUpPhase(Clause):
    """The sides place their counters, each within the zones and conditions of the scenario."""

    does: Literal["set_up"]


class MovePhase(Clause):
    """The side moves `units`, each once, by one of these ways of moving. `enters`: its reinforcements come
    in, too. `exits`: units may leave the map."""

    does: Literal["move"]
    units: Units = Units()
    by: Names = Field(min_length=1)
    enters: bool = False
    exits: tuple[ExitClause, ...] = Field(default=(), max_length=FEW)
    not_on: tuple[Times, ...] = Field(default=(), max_length=FEW)


class EnterPhase(Clause):
    """The side's reinforcements are placed in the hexes that the scenario lists under `entries`."""

    does: Literal["enter"]
    not_on: tuple[Times, ...] = Field(default=(), max_length=FEW)
