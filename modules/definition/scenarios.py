"""`scenarios/*.yaml`: one battle: forces, set-up, length, morale levels, options, and its own numbers."""

from __future__ import annotations

from pydantic import Field

from modules.definition.fields import CounterId, HexId, Line, Name, Part, RuleNumber, Source, Text
from modules.definition.game import Parameter


class Zone(Part):
    """Where counters may be set up: within named areas, on these levels, or on these hexes."""

    counters: tuple[CounterId, ...] | None = None
    areas: tuple[Name, ...] = ()
    levels: tuple[int, ...] = ()
    hexes: tuple[HexId, ...] = ()
    rule: RuleNumber
    source: Source


class SetUp(Part):
    """One side's set-up: where each counter stands, or, with `zones`, where its player may place it.

    With `zones`, `at` is the set-up that is suggested: drawn, and used where a player has no wish.
    """

    side: Name
    rule: RuleNumber
    at: dict[CounterId, HexId]
    zones: tuple[Zone, ...] = ()
    source: Source


class Commander(Part):
    """The head of a side's army: he may lead any unit of it, and his death decides the battle."""

    counter: CounterId
    rule: RuleNumber
    source: Source


class Morale(Part):
    """A line of the army morale table, in strength points lost (SP)."""

    name: Line
    side: Name
    nation: Name | None = None
    demoralization: int = Field(ge=1)
    disintegration: int = Field(ge=1)
    source: Source


class Option(Part):
    """An optional rule that players may choose before play. `frees`: it lets this side set up in `zones`."""

    name: Line
    text: Text
    excludes: tuple[str, ...] = ()
    rule: RuleNumber
    zones: tuple[Zone, ...] = ()
    frees: Name | None = None


class Rally(Part):
    """The die rolls, both included, on which a side's attempt to rally succeeds."""

    low: int = Field(ge=1)
    high: int = Field(ge=1)
    rule: RuleNumber
    source: Source


class ScenarioFile(Part):
    """`scenarios/*.yaml`. `setup` is in the order in which the sides set up."""

    scenario: Name
    title: Line
    date: Line
    map: Name
    rules: RuleNumber
    turns: int = Field(ge=1, le=99)
    minutes_per_turn: int = Field(ge=1, le=1440)
    first_player: Name
    setup: tuple[SetUp, ...] = Field(min_length=1)
    commanders: dict[Name, Commander] = Field(default_factory=dict)
    morale: dict[Name, Morale] = Field(default_factory=dict)
    rally: dict[Name, Rally] = Field(default_factory=dict)
    options: dict[str, Option] = Field(default_factory=dict)
    parameters: dict[Name, Parameter] = Field(default_factory=dict)
