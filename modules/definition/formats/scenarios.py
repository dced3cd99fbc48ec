"""`scenarios/*.yaml`: one battle: forces, set-up, length, morale levels, options, and its own numbers.

A scenario is played on a hex map, on a board of squares or on a map of areas; the key `map`, `board` or
`area_map` tells which.
"""

from typing import Annotated, Literal

from pydantic import Field

from modules.definition.formats.areas import AreaCode
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
    Source,
    Text,
)
from modules.definition.formats.game import Parameter
from modules.definition.formats.special import Special


class Zone(Part):
    """Where counters may be set up: within named areas, on these levels, or on these hexes."""

    counters: tuple[CounterId, ...] | None = Field(default=None, max_length=MANY)
    areas: tuple[Name, ...] = Field(default=(), max_length=SOME)
    levels: tuple[int, ...] = Field(default=(), max_length=FEW)
    hexes: tuple[HexId, ...] = Field(default=(), max_length=MANY)
    rule: RuleNumber
    source: Source


class Fill(Part):
    """Set-up must fill an area: a unit in each of its hexes whose terrain is not in `but`."""

    kind: Literal["fill"]
    area: Name
    but: tuple[Name, ...] = Field(default=(), max_length=SOME)
    rule: RuleNumber


class Behind(Part):
    """Units of one kind must stand behind others: one of those is adjacent, a row nearer to the enemy, who
    lies toward the smaller or larger number of an axis."""

    kind: Literal["behind"]
    units: Name
    enemy: Literal["smaller", "larger"]
    axis: Literal["a", "b"]
    rule: RuleNumber


class Beyond(Part):
    """All units of a nationality stand at larger numbers of an axis than all of another."""

    kind: Literal["beyond"]
    nation: Name
    other: Name
    axis: Literal["a", "b"]
    rule: RuleNumber


class Together(Part):
    """Every leader starts with a unit: of any nationality of his side, or of his own."""

    kind: Literal["together"]
    nation: Literal["any", "own"]
    rule: RuleNumber


class Apart(Part):
    """These counters start at least so many hexes from every other unit."""

    kind: Literal["apart"]
    counters: tuple[CounterId, ...] = Field(min_length=1, max_length=MANY)
    hexes: int = Field(ge=1, le=20)
    rule: RuleNumber


class Beside(Part):
    """Every counter that belongs to a formation starts beside another of the same formation, or, `of`
    nations, every counter beside another of its nationality."""

    kind: Literal["beside"]
    of: Literal["formation", "nation"] = "formation"
    rule: RuleNumber


Condition = Annotated[Fill | Behind | Beyond | Together | Apart | Beside, Field(discriminator="kind")]
"""What must hold of a free set-up as a whole, besides its zones."""


Point = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
"""A point of the compass, N the top of the sheet."""


class SetUp(Part):
    """One side's set-up: where each counter stands, or, with `zones`, where its player may place it.

    With `zones`, `at` is the set-up that is suggested: drawn, and used where a player has no wish. `boxes`
    are the counters that begin off the map, by the place in a display. `facing`: where its units look, a
    point of the compass on the sheet as in `NE`, in a game in which they face.
    """

    side: Name
    rule: RuleNumber
    at: dict[CounterId, HexId]
    boxes: dict[Name, tuple[CounterId, ...]] = Field(default_factory=dict, max_length=SOME)
    facing: Point | None = None
    zones: tuple[Zone, ...] = Field(default=(), max_length=SOME)
    conditions: tuple[Condition, ...] = Field(default=(), max_length=SOME)
    source: Source


class FreeSetUp(Part):
    """Where an option lets a side set up, in place of its set-up's own zones and conditions."""

    zones: tuple[Zone, ...] = Field(min_length=1, max_length=SOME)
    conditions: tuple[Condition, ...] = Field(default=(), max_length=SOME)


class Entry(Part):
    """Counters that enter during the game: from which turn on, over which hexes of the map edge."""

    side: Name
    turn: int = Field(ge=1, le=99)
    counters: tuple[CounterId, ...] = Field(min_length=1, max_length=MANY)
    areas: tuple[Name, ...] = Field(default=(), max_length=SOME)
    hexes: tuple[HexId, ...] = Field(default=(), max_length=MANY)
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
    """An optional rule that players may choose before play. `effects` are words that the rules know.
    `frees`: sides that may set up elsewhere; `order`: the order of set-up, where it changes; `players`: so
    many play, who sit at that table of players.yaml."""

    name: Line
    text: Text
    players: Annotated[int, Field(ge=2)] | None = None
    excludes: tuple[str, ...] = Field(default=(), max_length=SOME)
    rule: RuleNumber
    effects: tuple[Name, ...] = Field(default=(), max_length=FEW)
    frees: dict[Name, FreeSetUp] = Field(default_factory=dict, max_length=FEW)
    order: tuple[Name, ...] = Field(default=(), max_length=FEW)


DRAWN = "drawn"
"""The name of the option that leaves the choice of options to dice."""


class Drawing(Part):
    """How options are drawn by dice, one die for each side. `faces`: what each face of the die names, from 1
    on: nothing, and it is rolled again; one option; or two, between which a further die decides, odd or even.
    If both sides draw the same, no option is used."""

    text: Text
    faces: tuple[Annotated[tuple[str, ...], Field(max_length=2)], ...] = Field(min_length=2, max_length=20)
    rule: RuleNumber
    source: Source


class Rally(Part):
    """The die rolls, both included, on which a side's attempt to rally succeeds."""

    low: int = Field(ge=1)
    high: int = Field(ge=1)
    rule: RuleNumber
    source: Source


class Scenario(Part):
    """What every scenario has, whatever it is played on. `special`: what only this game's rules know."""

    scenario: Name
    title: Line
    date: Line
    rules: RuleNumber
    turns: int = Field(ge=1, le=99)
    first_player: Name
    options: dict[str, Option] = Field(default_factory=dict, max_length=SOME)
    parameters: dict[Name, Parameter] = Field(default_factory=dict, max_length=SOME)
    special: Special | None = None

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides in the order in which they set up."""
        raise NotImplementedError

    @property
    def offered(self) -> dict[str, Option]:
        """What may be chosen before play, by name."""
        return self.options


class HexScenario(Scenario):
    """`scenarios/*.yaml` with a `map`: a battle on hexes. `setup` is in the order in which sides set up. It
    has so many `periods` of `turns` each; one may be prolonged by at most `added_turns`."""

    map: Name
    periods: int = Field(default=1, ge=1, le=9)
    added_turns: int = Field(default=0, ge=0, le=20)
    minutes_per_turn: int = Field(ge=1, le=1440)
    setup: tuple[SetUp, ...] = Field(min_length=1, max_length=FEW)
    entries: tuple[Entry, ...] = Field(default=(), max_length=SOME)
    morale: dict[Name, Morale] = Field(default_factory=dict, max_length=FEW)
    rally: dict[Name, Rally] = Field(default_factory=dict, max_length=FEW)
    drawing: Drawing | None = None

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(setup.side for setup in self.setup)

    @property
    def offered(self) -> dict[str, Option]:
        """The options, and last, where dice may choose them, `drawn`, which goes with no other."""
        if self.drawing is None:
            return self.options
        name, drawing = "Options drawn by dice", self.drawing
        drawn = Option(name=name, text=drawing.text, rule=drawing.rule, excludes=tuple(self.options))
        return {**self.options, DRAWN: drawn}


class Force(Part):
    """One side's cards: how many of each entry of counters.yaml, and how many are dealt off as a reserve."""

    side: Name
    counters: dict[CounterId, int] = Field(min_length=1, max_length=MANY)
    reserve: int = Field(ge=0, le=20)
    rule: RuleNumber
    source: Source


class CardScenario(Scenario):
    """`scenarios/*.yaml` with a `board`: a battle of cards on a grid of squares. `forces` is in the order in
    which the sides set up, each in its home rows of the board."""

    board: Name
    minutes_per_turn: int | None = Field(default=None, ge=1, le=1440)
    forces: tuple[Force, ...] = Field(min_length=1, max_length=FEW)

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(force.side for force in self.forces)


Muster = dict[CounterId, Annotated[int, Field(ge=1, le=200)]]
"""How many of each entry of counters.yaml."""


class AreaSetUp(Part):
    """One side's set-up on areas: who stands where, who may be placed `anywhere`, who waits off the board to
    land, and who may be raised from the `pool`."""

    side: Name
    at: dict[AreaCode, Muster] = Field(default_factory=dict)
    anywhere: Muster = Field(default_factory=dict)
    off_board: Muster = Field(default_factory=dict)
    pool: Muster = Field(default_factory=dict)
    rule: RuleNumber
    source: Source


class AreaScenario(Scenario):
    """`scenarios/*.yaml` with an `area_map`: a year of blocks on areas. `order`: whose turn follows whose."""

    area_map: Name
    order: tuple[Name, ...] = Field(min_length=1, max_length=FEW)
    setup: tuple[AreaSetUp, ...] = Field(min_length=1, max_length=FEW)

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(setup.side for setup in self.setup)
