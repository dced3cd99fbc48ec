"""`rules.yaml`: what of a game the program carries out, clause by clause; the rest is by hand.

A clause bears `rule`, the number in the designer's own booklet. It holds where all keys of its condition
hold, and a list means "one of". There are no expressions and no variables. What stands in another file is not
said again: costs in terrain.yaml, phases in game.yaml, set-up and reinforcements in the scenario.
"""

from fractions import Fraction
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema, model_validator

from modules.definition.formats.fields import (
    FEW,
    MANY,
    MP,
    SOME,
    CounterId,
    HexId,
    Line,
    Name,
    Part,
    RuleNumber,
    as_fraction,
    formed,
)

SETUP = "setup"
"""The phase of `phases` that is no phase of game.yaml: the sides place their counters."""
WAYS = 12
"""Ways of moving, and zones, of a game: each is asked for each step of each unit."""
REDUCED = "reduced"
"""Among the states of a counter: its back is up. The other states are its markers."""


def _once(words: tuple[Any, ...]) -> tuple[Any, ...]:
    if len(set(words)) < len(words):
        raise ValueError("expected each word once")
    return words


def _factor(value: Any) -> Fraction:
    factor = as_fraction(value)
    if factor is None or not 0 < factor <= 9:
        raise ValueError("expected a factor such as 2 or 1/2, up to 9")
    return factor


Factor = Annotated[
    Fraction,
    BeforeValidator(_factor),
    WithJsonSchema(
        {
            "title": "a factor such as 2 or 1/2, up to 9",
            "anyOf": [{"type": "integer", "minimum": 1}, {"type": "string", "pattern": r"^\d+/\d+$"}],
        }
    ),
]
"""What a number is multiplied by."""

CounterWord = Annotated[
    str,
    formed(
        r"^[A-Za-z][A-Za-z0-9_]*(-[A-Za-z0-9]+)*$",
        "counters: a group, a side, a nation, a kind, a formation, or an entry of counters.yaml",
        max_length=40,
    ),
]
PlaceWord = Annotated[
    str,
    formed(
        r"^([a-z][a-z0-9_]*|[0-9]{2,8})$",
        'places: a group, a terrain, an area of the map, or a hex in quotes such as "0714"',
        max_length=40,
    ),
]
TurnWord = Annotated[int, Field(ge=1, le=99)] | Name
Counters = Annotated[tuple[CounterWord, ...], AfterValidator(_once), Field(max_length=SOME)]
"""Words for counters; a counter is meant that is of one of them."""
Places = Annotated[tuple[PlaceWord, ...], AfterValidator(_once), Field(max_length=SOME)]
"""Words for places; a place is meant that is of one of them."""
Turns = Annotated[tuple[TurnWord, ...], AfterValidator(_once), Field(max_length=99)]
Names = Annotated[tuple[Name, ...], AfterValidator(_once), Field(max_length=FEW)]
Deed = Literal["moved", "entered", "attacked", "defended"]
"""What a unit has done in the turn."""
Options = Annotated[tuple[Line, ...], AfterValidator(_once), Field(max_length=FEW)]


class Clause(Part):
    """What every clause has: the number of the rule that it carries out."""

    rule: RuleNumber


class Group(Part):
    """A name for counters (`kinds`, `sides`, `nations`, `formations`, `counters`) or for places (`terrain`,
    `areas`, `hexes`). Where several keys stand, all must hold; a list means one of."""

    kinds: Names = ()
    sides: Names = ()
    nations: Names = ()
    formations: Names = ()
    counters: Annotated[tuple[CounterId, ...], AfterValidator(_once)] = Field(default=(), max_length=MANY)
    terrain: Names = ()
    areas: Names = ()
    hexes: Annotated[tuple[HexId, ...], AfterValidator(_once)] = Field(default=(), max_length=MANY)

    @property
    def is_of_places(self) -> bool:
        """Whether it names places."""
        return bool(self.terrain or self.areas or self.hexes)

    @property
    def is_of_counters(self) -> bool:
        """Whether it names counters."""
        return bool(self.kinds or self.sides or self.nations or self.formations or self.counters)

    @model_validator(mode="after")
    def _one_of(self) -> Self:
        if self.is_of_places == self.is_of_counters:
            raise ValueError(
                "either kinds, sides, nations, formations, counters, or terrain, areas, hexes: a group is of "
                "counters or of places"
            )
        return self


class Times(Part):
    """When a clause holds: in these turns, in these phases, in those of these sides, with an option of the
    scenario or without it. Without a key it holds always."""

    turns: Turns = ()
    phases: Names = ()
    sides: Names = ()
    option: Options = ()
    not_option: Options = ()


class Near(Part):
    """At most so many `hexes` from a counter `of` these; of the unit's own side where `of` names none
    other."""

    of: Counters = Field(min_length=1)
    hexes: int = Field(ge=0, le=20)


class Units(Part):
    """Which units: `of` these, in such a `state`, that stand `at` such places, that have done so in this turn
    (`was`), in a ZOC of the enemy (`zone: enemy`) or in none (`zone: none`), `near` others. All keys must
    hold; a list means one of."""

    of: Counters = ()
    not_of: Counters = ()
    state: Names = ()
    not_state: Names = ()
    at: Places = ()
    not_at: Places = ()
    was: tuple[Deed, ...] = Field(default=(), max_length=4)
    not_was: tuple[Deed, ...] = Field(default=(), max_length=4)
    zone: Literal["enemy", "none"] | None = None
    near: Near | None = None


# --- stacks and zones ----------------------------------------------------------------------------------


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


# --- movement ------------------------------------------------------------------------------------------


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


# --- phases --------------------------------------------------------------------------------------------


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


class AttackPhase(Clause):
    """The side attacks, by one of these ways of attack."""

    does: Literal["attack"]
    by: Names = Field(min_length=1)
    not_on: tuple[Times, ...] = Field(default=(), max_length=FEW)


PhaseClause = Annotated[SetUpPhase | MovePhase | EnterPhase | AttackPhase, Field(discriminator="does")]


class Attack(Clause):
    """A way of attack of which the program carries out half: the player names attackers, target, column and
    shifts; the program checks who may attack whom, rolls, reads the `table` and names the result; what
    follows is by hand under the number of the result. `units` attack, each at most `reach` hexes away.
    `targets`: only such units are attacked. `once`: no unit attacks, or is attacked, twice in a phase.
    `stack`: the units of a hex defend `as_one`, or those that are `chosen`. `hexes`: the target is `one` hex,
    or `several`. `shifts`, `drm`: the most that a player may name, either way."""

    table: Name
    units: Units = Units()
    targets: Units = Units()
    reach: int = Field(default=1, ge=1, le=20)
    once: Annotated[tuple[Literal["attackers", "defenders"], ...], AfterValidator(_once)] = ()
    stack: Literal["as_one", "chosen"]
    hexes: Literal["one", "several"]
    shifts: int = Field(default=0, ge=0, le=9)
    drm: int = Field(default=0, ge=0, le=9)


class RulesFile(Part):
    """`rules.yaml`. `rules` is the version of the language; `book`: what the numbers refer to."""

    rules: Literal[1]
    book: Line
    turns: dict[Name, Annotated[tuple[Annotated[int, Field(ge=1, le=99)], ...], AfterValidator(_once)]] = (
        Field(default_factory=dict, max_length=FEW)
    )
    groups: dict[Name, Group] = Field(default_factory=dict, max_length=SOME)
    phases: dict[Name, PhaseClause] = Field(default_factory=dict, max_length=FEW)
    movement: dict[Name, Movement] = Field(default_factory=dict, max_length=WAYS)
    zones: tuple[ZoneClause, ...] = Field(default=(), max_length=WAYS)
    stacking: tuple[Stacking, ...] = Field(default=(), max_length=FEW)
    entering: Entering | None = None
    attacks: dict[Name, Attack] = Field(default_factory=dict, max_length=FEW)
