"""`terrain.yaml`: the terrain effects chart (TEC), looked up by the rules and drawn by the generator.

Combat effects are words of a closed vocabulary, so that a chart can print them and rules can apply them:
the strength of an attacker (or of either) is halved, an attack is prohibited or optional; or they are points
that are added to a strength.
"""

from typing import Annotated, Literal

from pydantic import Field

from modules.definition.formats.fields import (
    FEW,
    MP,
    SOME,
    TOLD,
    Line,
    Look,
    Name,
    Part,
    RuleNumber,
    Source,
    Text,
)

Combat = Literal[
    "attacker_halved",
    "attacker_halved_up",
    "attacker_halved_in_or_out",
    "attacker_halved_if_crossed",
    "defender_doubled",
    "defender_tripled",
    "optional",
    "prohibited",
]
Sight = Literal["clear", "blocks", "blocks_if_higher"]


class Bonus(Part):
    """Points that terrain adds to the strength of a unit: `to` the attack of one whose attack crosses a
    hexside, going `up` or `down`, or to the defence of one in a hex. `of`: of these kinds alone. `fight`: in
    melee or against fire alone; `against`: only where one of these weapons takes part."""

    to: Literal["attack", "defence"]
    value: int = Field(ge=-20, le=20)
    of: tuple[Name, ...] = Field(default=(), max_length=SOME)
    fight: Literal["melee", "fire"] | None = None
    way: Literal["up", "down"] | None = None
    against: tuple[Name, ...] = Field(default=(), max_length=SOME)


class Effects(Part):
    """What every kind of terrain has: a name, combat effects, zones of control, sight, a note. `drawn_as`:
    the look of `art/terrain.yaml` that it has, where that is not the one of its own name. `shift`: by how
    many columns of its table an attack into or across it moves, to the left where negative; `drm`: what is
    added to the die. `checks`: the kinds of counters that check their morale when they enter or cross it."""

    name: Line
    drawn_as: Look | None = None
    combat: tuple[Combat, ...] = Field(default=(), max_length=FEW)
    shift: int = Field(default=0, ge=-9, le=9)
    drm: int = Field(default=0, ge=-9, le=9)
    bonuses: tuple[Bonus, ...] = Field(default=(), max_length=FEW)
    checks: tuple[Name, ...] = ()
    zoc: Literal["open", "blocked"] = "open"
    retreat: Literal["open", "prohibited"] = "open"
    sight: Sight = "clear"
    note: Line | None = None
    rule: RuleNumber
    source: Source


class HexTerrain(Effects):
    """Terrain that fills a hex; `mp` to enter it, absent only where it is prohibited. `down`: to enter it
    from a hex of a higher level, where that costs something else. `by_kind`: what it costs certain kinds of
    counters, up or down."""

    where: Literal["hex"]
    letter: str = Field(min_length=1, max_length=1)
    mp: MP | Literal["prohibited"]
    down: MP | None = None
    by_kind: dict[Name, MP | Literal["prohibited"]] = Field(default_factory=dict, max_length=SOME)


class HexsideTerrain(Effects):
    """Terrain on a hexside; `mp` is added to the cost of the hex, and with `on_road` to a road's too."""

    where: Literal["hexside"]
    mp: MP | Literal["prohibited"]
    on_road: bool = False


class RoadTerrain(Effects):
    """A road or trail from hex to hex; a step along it costs `mp` whatever else is there, or without one what
    it costs beside the road."""

    where: Literal["road"]
    mp: MP | None = None


class LevelChange(Effects):
    """A hexside between two levels; `mp` is added once, up or down, whatever the number of levels."""

    where: Literal["level"]
    mp: MP


Terrain = Annotated[HexTerrain | HexsideTerrain | RoadTerrain | LevelChange, Field(discriminator="where")]


class TerrainNote(Part):
    """What holds for all of the chart, such as that kinds of terrain add up."""

    text: Text
    rule: RuleNumber
    source: Source


class TerrainFile(Part):
    """`terrain.yaml`."""

    terrain: dict[Name, Terrain] = Field(min_length=1, max_length=SOME)
    notes: Annotated[tuple[TerrainNote, ...], TOLD] = Field(default=(), max_length=SOME)
