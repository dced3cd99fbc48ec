"""Looks: how each kind of terrain is drawn, from art/terrain.yaml and the palette of maps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from generator.drawing.art import FaultyArtError, Palette, art
from generator.drawing.contrast import READABLE, contrast
from modules.definition.model import Definition

DRAWN = (
    "open",
    "relief",
    "scarp",
    "scatter",
    "canopy",
    "wet",
    "waves",
    "watercourse",
    "crest",
    "crossing",
    "way",
    "level",
)
_MOST = {"height": 1.0, "count": 200, "width": 1.0}
"""The most that a look may ask for, in hexes or of glyphs."""

SHAPED = frozenset({"relief", "scarp"})
"""Ground whose levels are all of its colour."""


class UnknownLookError(KeyError):
    """A terrain that art/terrain.yaml does not say how to draw; the message names what it has."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class TerrainLook:
    """How one kind of terrain is drawn. Lengths are in hexes; `count` is of glyphs in a hex."""

    name: str
    drawn: str
    glyphs: tuple[str, ...] = ()
    height: float = 0.15
    count: int = 0
    width: float = 0.1


def map_palette() -> Palette:
    """The colours of maps."""
    return art().palette("map")


def looks() -> Mapping[str, TerrainLook]:
    """All looks by terrain name, those that a game draws as others too. Raises MissingArtError,
    FaultyArtError."""
    return art().once("looks", _looks)


def _looks() -> Mapping[str, TerrainLook]:
    entries: dict[str, dict[str, Any]] = art().tree("terrain.yaml")["looks"]
    found = {name: _look(name, entry) for name, entry in entries.items()}
    drawn_as = {name: found[other] for name, other in art().choice.drawn_as if other in found}
    return found | {name: replace(look, name=name) for name, look in drawn_as.items()}


def _look(name: str, entry: dict[str, Any]) -> TerrainLook:
    if entry.get("drawn") not in DRAWN:
        raise FaultyArtError(f"art/terrain.yaml: {name} is drawn {entry.get('drawn')!r}: one of {DRAWN}")
    glyphs = tuple(entry.get("glyphs", ()))
    numbers = {key: entry[key] for key in _MOST if key in entry}
    for key, number in numbers.items():
        if not isinstance(number, (int, float)) or not 0 < number <= _MOST[key]:
            told = f"{key} is {number!r}: write a number above 0, at most {_MOST[key]:g}"
            raise FaultyArtError(f"art/terrain.yaml: looks.{name}.{key}: {told}")
    return TerrainLook(name, entry["drawn"], glyphs, **numbers)


def look_of(terrain: str) -> TerrainLook:
    """The look of a kind of terrain. Raises UnknownLookError."""
    try:
        return looks()[terrain]
    except KeyError:
        known = ", ".join(looks())
        message = f"art/terrain.yaml does not say how to draw the terrain {terrain!r}; it has {known}"
        raise UnknownLookError(message) from None


def troops_colour(palette: str) -> str:
    """The colour of marks for the troops of a palette: that of their counters, or of the stripe where it is
    darker. Raises UnknownColourError."""
    colours, paper = art().palette("sides").under(palette), map_palette()["paper"]
    return max((colours["ground"], colours["stripe"]), key=lambda colour: contrast(colour, paper))


def side_colour(definition: Definition, side: str) -> str:
    """The colour that stands for a side on a map: that of its counters, the darker one where it is pale.

    Raises UnknownColourError.
    """
    colours = art().palette("sides").under(definition.game.sides[side].palette)
    pale = contrast(colours["ground"], map_palette()["paper"]) < READABLE
    return colours["stripe" if pale else "ground"]
