"""What the clauses of rules.yaml are made of: words for counters and places, the number that each bears, and
the conditions under which it holds."""

from fractions import Fraction
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema, model_validator

from modules.definition.formats.fields import (
    FEW,
    MANY,
    SOME,
    CounterId,
    HexId,
    Line,
    Name,
    Part,
    RuleNumber,
    as_fraction,
    each_once,
    formed,
)

SETUP = "setup"
"""The phase of `phases` that is no phase of game.yaml: the sides place their counters."""
REDUCED = "reduced"
"""Among the states of a counter: its back is up. The other states are its markers."""


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
Counters = Annotated[tuple[CounterWord, ...], AfterValidator(each_once), Field(max_length=SOME)]
"""Words for counters; a counter is meant that is of one of them."""
Places = Annotated[tuple[PlaceWord, ...], AfterValidator(each_once), Field(max_length=SOME)]
"""Words for places; a place is meant that is of one of them."""
Turns = Annotated[tuple[TurnWord, ...], AfterValidator(each_once), Field(max_length=99)]
Names = Annotated[tuple[Name, ...], AfterValidator(each_once), Field(max_length=FEW)]
Deed = Literal["moved", "entered", "attacked", "defended", "retreated", "advanced"]
"""What a unit has done in the turn."""
Options = Annotated[tuple[Line, ...], AfterValidator(each_once), Field(max_length=FEW)]


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
    counters: Annotated[tuple[CounterId, ...], AfterValidator(each_once)] = Field(default=(), max_length=MANY)
    terrain: Names = ()
    areas: Names = ()
    hexes: Annotated[tuple[HexId, ...], AfterValidator(each_once)] = Field(default=(), max_length=MANY)

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
    """When a clause holds: in these turns, in these phases, in those of these sides, in these scenarios, with
    an option of the scenario or without it, while one of these `armies` is in its state, or none of them is
    (`not_armies`). Without a key it holds always."""

    turns: Turns = ()
    phases: Names = ()
    sides: Names = ()
    scenarios: Names = ()
    option: Options = ()
    not_option: Options = ()
    armies: Names = ()
    not_armies: Names = ()


class Near(Part):
    """At most so many `hexes` from a counter `of` these; of the unit's own side where `of` names none
    other."""

    of: Counters = Field(min_length=1)
    hexes: int = Field(ge=0, le=20)


class Units(Part):
    """Which units: `of` these, in such a `state`, that stand `at` such places, that have done so in this turn
    (`was`), in a ZOC of the enemy (`zone: enemy`) or in none (`zone: none`), `near` others, from which one of
    these traces leads where it must (`trace`), or none of them does (`not_trace`). All keys must hold; a list
    means one of."""

    of: Counters = ()
    not_of: Counters = ()
    state: Names = ()
    not_state: Names = ()
    at: Places = ()
    not_at: Places = ()
    was: tuple[Deed, ...] = Field(default=(), max_length=6)
    not_was: tuple[Deed, ...] = Field(default=(), max_length=6)
    zone: Literal["enemy", "none"] | None = None
    near: Near | None = None
    trace: Names = ()
    not_trace: Names = ()
