"""`areas/*.yaml`: a map of areas: their borders, the roads across them, invasion arrows, and the outlines.

Places are written as degrees, longitude first: `-1.71,55.61`. A line is a row of places and of the names of
junctions: `tyne -1.60,54.97 -2.10,54.98 gap`. Each line of the outline is written once, with the two regions
that it parts, so that neighbours share it.
"""

import re
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from modules.definition.formats.fields import (
    FEW,
    MANY,
    SOME,
    TOLD,
    Figure,
    Letter,
    Line,
    Name,
    Part,
    RuleNumber,
    Source,
    formed,
)
from modules.geometry.areas import AreaGraph

SEA = "sea"
"""What lies on the other side of a coast."""

_NUMBER = r"-?\d{1,3}(?:\.\d{1,6})?"
_PLACE = re.compile(rf"({_NUMBER}),({_NUMBER})\Z")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")

Degrees = Annotated[tuple[float, float], TOLD]
"""Longitude and latitude, east and north above 0."""


def _degrees(text: str) -> Degrees:
    found = _PLACE.match(text)
    if found is None:
        raise ValueError("expected longitude,latitude in degrees such as -1.71,55.61")
    lon, lat = float(found[1]), float(found[2])
    if abs(lon) > 180 or abs(lat) > 85:
        raise ValueError("expected a longitude up to 180 and a latitude up to 85 degrees")
    return lon, lat


def _place(value: Any) -> Degrees:
    if not isinstance(value, str):
        raise ValueError("expected longitude,latitude in degrees such as -1.71,55.61")
    return _degrees(value)


def _line(value: Any) -> tuple[str | Degrees, ...]:
    if not isinstance(value, str):
        raise ValueError("expected places and names of junctions, separated by spaces")
    return tuple(word if _WORD.match(word) else _degrees(word) for word in value.split())


Place = Annotated[
    Degrees, BeforeValidator(_place), WithJsonSchema({"type": "string", "pattern": rf"^{_NUMBER},{_NUMBER}$"})
]
Way = Annotated[
    tuple[str | Degrees, ...], BeforeValidator(_line), Field(min_length=2), WithJsonSchema({"type": "string"})
]
"""A line through places and, by their names, junctions or areas."""

AreaCode = Annotated[str, formed(r"^[A-Z]{2,4}$", "two to four capital letters, such as LON")]
Coast = Literal["N", "E", "S", "W"]


class Window(Part):
    """What part of the earth the sheet shows: its corners. `parallel`: where its scale is true."""

    northwest: Place
    southeast: Place
    parallel: int = Field(ge=0, le=80)


class Raising(Part):
    """What one try raises: one d6 read as a `die` of so many sides, and what is `added`; no die: nothing."""

    die: Literal[2, 3, 6] | None = None
    add: int = Field(default=0, ge=-9, le=99)

    @property
    def text(self) -> str:
        """As charts print it: from the least to the most, and the dice."""
        if self.die is None:
            return "none"
        add = f"{self.add:+d}".replace("-", "\N{MINUS SIGN}") if self.add else ""
        return f"{1 + self.add}–{self.die + self.add} (d{self.die}{add})"


class LetterEntry(Part):
    """What an area's letter stands for: victory points, and what can be raised there, in dice, by whom."""

    points: int = Field(ge=0, le=99)
    raised: dict[Name, Raising] = Field(default_factory=dict, max_length=FEW)
    rule: RuleNumber
    source: Source


class AreaEntry(Part):
    """An area. `seat` is its town; `name_at` the middle of its name where that cannot stand beside the town;
    `coast` the sides on which it lies on the sea."""

    name: Line
    letter: Letter
    seat: Place
    name_at: Place | None = None
    glyph: Figure = "town"
    coast: tuple[Coast, ...] = Field(default=(), max_length=FEW)
    source: Source


class Land(Part):
    """Land that is out of play; `at`: where its name stands, letter-spaced, turned clockwise by degrees."""

    name: Line
    at: Place | None = None
    turn: int = Field(default=0, ge=-90, le=90)


class SeaName(Part):
    """The name of a sea, or of a part of it, and where it stands."""

    name: Line
    at: Place
    size: Literal["large", "small"] = "large"
    turn: int = Field(default=0, ge=-90, le=90)


class Borders(Part):
    """Pairs of areas that are adjacent without a road. Whom a road joins is adjacent too."""

    between: tuple[tuple[AreaCode, AreaCode], ...] = Field(min_length=1, max_length=MANY)
    source: Source


class AreaRoad(Part):
    """A road from seat to seat; between them it may run by other places."""

    name: Line
    path: Way
    source: Source

    @property
    def stops(self) -> tuple[str, ...]:
        """The areas that it joins, one after the other."""
        return tuple(step for step in self.path if isinstance(step, str))

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """The borders that it crosses."""
        return tuple(pairwise(self.stops))


class Landing(Part):
    """Where a side may land: `highest` is the highest die roll that succeeds; the arrow runs `off` sea to
    `beach`."""

    highest: int = Field(ge=1, le=99)
    off: Place
    beach: Place
    source: Source


class Invasion(Part):
    """A side's landings, by area, all of them on `coasts`."""

    coasts: tuple[Coast, ...] = Field(min_length=1, max_length=FEW)
    rule: RuleNumber
    landings: dict[AreaCode, Landing] = Field(min_length=1, max_length=SOME)
    source: Source


class OutlineArc(Part):
    """A line that parts two regions: areas, lands out of play, or `sea`."""

    between: tuple[str, str]
    path: Way


class Isle(Part):
    """An island: of an area, of a land, or of nobody."""

    name: Line | None = None
    of: str | None = None
    path: Way


class River(Part):
    """A river from its source to its mouth; `wide`: how broad it is drawn at the mouth, in tenths of a mm."""

    name: Line
    path: Way
    wide: int = Field(default=6, ge=1, le=60)


class Relief(Part):
    """Hills along a line, or a wood round its places: for the eye, without effect on play."""

    kind: Literal["hills", "wood"]
    name: Line
    path: Way


class Outline(Part):
    """The drawing of land and sea. Without `arcs` it is a map of places and links: all of it is land."""

    junctions: dict[Name, Place] = Field(default_factory=dict, max_length=MANY)
    arcs: tuple[OutlineArc, ...] = Field(default=(), max_length=MANY)
    isles: tuple[Isle, ...] = Field(default=(), max_length=SOME)
    rivers: tuple[River, ...] = Field(default=(), max_length=SOME)
    relief: tuple[Relief, ...] = Field(default=(), max_length=SOME)
    source: Source


class PaperSize(Part):
    """The sheet, and the white edge around the map, in mm."""

    width: int = Field(ge=100, le=1500)
    height: int = Field(ge=100, le=1500)
    margin: int = Field(default=8, ge=0, le=50)


class SheetPanel(Part):
    """What else is printed on the sheet, where nothing is played: its upper left corner and its width in mm.
    A `list` is named by what it lists."""

    panel: Literal["title", "turns", "letters", "sequence", "key", "list"]
    list: Name | None = None
    at: tuple[int, int]
    width: int = Field(ge=30, le=600)


class Rose(Part):
    """The compass and the scale below it: its middle in mm."""

    at: tuple[int, int]
    radius: int = Field(default=14, ge=5, le=60)


class Ship(Part):
    """A ship of a side on the sea, for the eye: its middle, and how long it is in mm."""

    side: Name
    at: Place
    length: int = Field(ge=5, le=80)
    toward: Literal["left", "right"] = "left"


SheetEnd = Literal["NE", "SE", "SW", "NW", "N", "E", "S", "W"]
"""A corner of a sheet, or the middle of an edge."""


class AreaMapFile(Part):
    """`areas/*.yaml`. On the `back` of its paper another one may be printed. `count`: how many areas the
    rulebook says that there are; `seats`: at which end of the sheet each side sits, printed in its margin;
    `legend`: what the key calls a glyph, a `road`, a `border`."""

    area_map: Name
    title: Line
    count: int = Field(ge=1, le=999)
    rule: RuleNumber
    window: Annotated[Window, TOLD]
    paper: Annotated[PaperSize, TOLD]
    back: Annotated[Name, TOLD] | None = None
    rose: Annotated[Rose, TOLD] | None = None
    panels: Annotated[tuple[SheetPanel, ...], TOLD] = Field(default=(), max_length=FEW)
    ships: Annotated[tuple[Ship, ...], TOLD] = Field(default=(), max_length=FEW)
    seats: Annotated[dict[Name, SheetEnd], TOLD] = Field(default_factory=dict, max_length=SOME)
    letters: dict[Letter, LetterEntry] = Field(min_length=1, max_length=FEW)
    areas: dict[AreaCode, AreaEntry] = Field(min_length=1, max_length=SOME)
    legend: Annotated[dict[Name, Line], TOLD] = Field(default_factory=dict, max_length=FEW)
    lands: Annotated[dict[Name, Land], TOLD] = Field(default_factory=dict, max_length=FEW)
    seas: Annotated[tuple[SeaName, ...], TOLD] = Field(default=(), max_length=FEW)
    borders: Borders
    roads: dict[Name, AreaRoad] = Field(default_factory=dict, max_length=SOME)
    invasions: dict[Name, Invasion] = Field(default_factory=dict, max_length=FEW)
    outline: Annotated[Outline, TOLD]

    @property
    def of_points(self) -> bool:
        """Whether it has places and links between them, as no lines part its areas."""
        return not self.outline.arcs

    @cached_property
    def graph(self) -> AreaGraph:
        """Areas, borders and roads. Raises UnknownArea, BorderError for a file that was not checked."""
        return AreaGraph.of(
            self.areas, self.borders.between, {name: road.links for name, road in self.roads.items()}
        )
