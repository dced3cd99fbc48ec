"""`maps/*.yaml`: a map as compact text, one letter a hex, with hexsides, roads, areas and labels."""

from typing import Annotated, Literal

from pydantic import Field

from modules.definition.formats.fields import (
    FEW,
    MANY,
    SOME,
    TOLD,
    HexId,
    Letters,
    Line,
    Look,
    Name,
    Part,
    RuleNumber,
    Source,
    formed,
)

MOST_LABELS = 100
"""Of a map: each is tried at many places."""


class Axis(Part):
    """One number of a hex id: its first and last value, and where it grows on the sheet."""

    first: int = Field(ge=0, le=999)
    last: int = Field(ge=0, le=999)
    toward: Literal["right", "left", "up", "down"]


class HexNumbering(Part):
    """A hex grid: see `modules.geometry.HexGridSpec` for what the words mean."""

    type: Literal["hex"]
    a: Axis
    b: Axis
    shifted: Literal["even", "odd"] = "even"
    shift: Literal["larger", "smaller"] = "larger"
    order: Literal["ab", "ba"] = "ab"
    digits: int = Field(default=2, ge=1, le=4)
    source: Source


class Rows(Part):
    """Text rows, one letter a hex. `of` tells which number names a row; the letters run along the other."""

    of: Literal["a", "b"]
    rows: dict[str, str] = Field(max_length=MANY)
    source: Source


class Hexsides(Part):
    """Hexsides of one kind of terrain, each as the two hexes that it parts; `name` is written along them."""

    terrain: Name
    name: Line | None = None
    between: tuple[tuple[HexId, HexId], ...] = Field(min_length=1, max_length=MANY)
    source: Source


class Road(Part):
    """A road from hex centre to hex centre."""

    terrain: Name
    name: Line | None = None
    path: tuple[HexId, ...] = Field(min_length=2, max_length=MANY)
    source: Source


class Overlay(Part):
    """Hexes whose terrain is not what their row says."""

    terrain: Name
    hexes: tuple[HexId, ...] = Field(min_length=1, max_length=MANY)
    source: Source


class Area(Part):
    """A named part of the map: by ranges of the two numbers, or hex by hex. A `mark` is printed in each of
    its hexes; in the colour of a `palette` of counters it is the code of those who begin there."""

    name: Line
    mark: Annotated[Letters, TOLD] | None = None
    palette: Look | None = None
    a: tuple[int, int] | None = None
    b: tuple[int, int] | None = None
    hexes: tuple[HexId, ...] | None = Field(default=None, max_length=MANY)
    source: Source


class Exit(Part):
    """Where units may leave the map: from this hex, by this side's units, at this cost along this road."""

    name: Line
    hex: HexId
    sides: tuple[Name, ...] = Field(min_length=1, max_length=FEW)
    road: Name
    rule: RuleNumber
    source: Source


class Label(Part):
    """A name written on the map, centred on a hex."""

    text: Line
    at: HexId
    style: Literal["hill", "place", "water", "road", "region"]


Digit = Annotated[str, formed(r"^[0-9]$", "a level 0 to 9 in quotes")]


class MapFile(Part):
    """`maps/*.yaml`. `up` is the point of the compass at the top of the sheet. `heights`: what is printed for
    a level instead of its number."""

    map: Name
    title: Line
    grid: HexNumbering
    up: Literal["north", "east", "south", "west"]
    metres_per_hex: int = Field(ge=1, le=10000)
    ground: Name
    terrain: Rows | None = None
    levels: Rows | None = None
    heights: Annotated[dict[Digit, Line], TOLD] = Field(default_factory=dict)
    overlays: tuple[Overlay, ...] = Field(default=(), max_length=SOME)
    hexsides: tuple[Hexsides, ...] = Field(default=(), max_length=SOME)
    roads: tuple[Road, ...] = Field(default=(), max_length=SOME)
    areas: dict[Name, Area] = Field(default_factory=dict, max_length=SOME)
    exits: dict[Name, Exit] = Field(default_factory=dict, max_length=SOME)
    labels: Annotated[tuple[Label, ...], TOLD, Field(max_length=MOST_LABELS)] = ()

    def height(self, level: int) -> str:
        """A level as it is printed."""
        return self.heights.get(str(level), str(level))
