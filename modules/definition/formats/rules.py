"""`rules.yaml`: what of a game the program carries out, clause by clause; the rest is by hand.

A clause bears `rule`, the number in the designer's own booklet. It holds where all keys of its condition
hold, and a list means "one of". There are no expressions and no variables. What stands in another file is not
said again: costs in terrain.yaml, phases in game.yaml, set-up and reinforcements in the scenario.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from modules.definition.formats.clauses.combat import Attack, AttackPhase
from modules.definition.formats.clauses.conditions import Group
from modules.definition.formats.clauses.moving import (
    Entering,
    EnterPhase,
    Movement,
    MovePhase,
    SetUpPhase,
    Stacking,
    ZoneClause,
)
from modules.definition.formats.clauses.upkeep import (
    Army,
    Control,
    Rebuild,
    RebuildPhase,
    RecoverPhase,
    Recovery,
    Supply,
    SupplyPhase,
    Trace,
)
from modules.definition.formats.clauses.victory import Victory
from modules.definition.formats.fields import FEW, SOME, Line, Name, Part, each_once

WAYS = 12
"""Ways of moving, and zones, of a game: each is asked for each step of each unit."""

PhaseClause = Annotated[
    SetUpPhase | MovePhase | EnterPhase | AttackPhase | SupplyPhase | RecoverPhase | RebuildPhase,
    Field(discriminator="does"),
]


class RulesFile(Part):
    """`rules.yaml`. `rules` is the version of the language; `book`: what the numbers refer to."""

    rules: Literal[1]
    book: Line
    turns: dict[
        Name, Annotated[tuple[Annotated[int, Field(ge=1, le=99)], ...], AfterValidator(each_once)]
    ] = Field(default_factory=dict, max_length=FEW)
    groups: dict[Name, Group] = Field(default_factory=dict, max_length=SOME)
    phases: dict[Name, PhaseClause] = Field(default_factory=dict, max_length=FEW)
    movement: dict[Name, Movement] = Field(default_factory=dict, max_length=WAYS)
    zones: tuple[ZoneClause, ...] = Field(default=(), max_length=WAYS)
    stacking: tuple[Stacking, ...] = Field(default=(), max_length=FEW)
    entering: Entering | None = None
    attacks: dict[Name, Attack] = Field(default_factory=dict, max_length=FEW)
    traces: dict[Name, Trace] = Field(default_factory=dict, max_length=WAYS)
    supply: tuple[Supply, ...] = Field(default=(), max_length=FEW)
    recovery: dict[Name, Recovery] = Field(default_factory=dict, max_length=FEW)
    control: tuple[Control, ...] = Field(default=(), max_length=FEW)
    rebuild: dict[Name, Rebuild] = Field(default_factory=dict, max_length=FEW)
    armies: dict[Name, Army] = Field(default_factory=dict, max_length=FEW)
    victory: Victory | None = None
