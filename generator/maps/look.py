"""Looks: how each kind of terrain is drawn, from art/terrain.yaml and the palette of maps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import Field

from generator.drawing.art import Look
from generator.drawing.contrast import READABLE, contrast
from generator.drawing.shapes import Shape, Word, parse_shape
from modules.definition.model import Definition

Drawn = Literal[
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
]
_MOST_GLYPHS = 200
"""In a hex; no look is higher or wider than one."""

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
    drawn: Drawn
    glyphs: tuple[str, ...] = ()
    height: float = 0.15
    count: int = 0
    width: float = 0.1


class _Look(Shape):
    drawn: Drawn
    glyphs: tuple[Word, ...] = Field(default=(), max_length=_MOST_GLYPHS)
    height: float = Field(default=0.15, gt=0, le=1)
    count: int = Field(default=0, ge=0, le=_MOST_GLYPHS)
    width: float = Field(default=0.1, gt=0, le=1)


class TerrainLooks(Shape):
    """terrain.yaml of the art: how each kind of terrain is drawn, and what lies on bare ground."""

    looks: dict[str, _Look]
    country: dict[str, tuple[Word, ...]] | None = None


def terrain_file(look: Look) -> TerrainLooks:
    """terrain.yaml of the art. Raises MissingArtError, FaultyArtError."""
    return look.once("terrain", lambda: parse_shape(TerrainLooks, look.tree("terrain.yaml"), "terrain.yaml"))


def terrain_looks(look: Look) -> Mapping[str, TerrainLook]:
    """All looks by terrain name, those that a game draws as others too. Raises MissingArtError,
    FaultyArtError."""
    return look.once("looks", lambda: _looks(look))


def _looks(look: Look) -> Mapping[str, TerrainLook]:
    entries = terrain_file(look).looks
    found = {name: TerrainLook(name, **dict(entry)) for name, entry in entries.items()}
    drawn_as = {name: found[other] for name, other in look.choice.drawn_as if other in found}
    return found | {name: replace(terrain, name=name) for name, terrain in drawn_as.items()}


def terrain_look(look: Look, terrain: str) -> TerrainLook:
    """The look of a kind of terrain. Raises UnknownLookError."""
    try:
        return terrain_looks(look)[terrain]
    except KeyError:
        known = ", ".join(terrain_looks(look))
        message = f"art/terrain.yaml does not say how to draw the terrain {terrain!r}; it has {known}"
        raise UnknownLookError(message) from None


def troops_colour(look: Look, palette: str) -> str:
    """The colour of marks for the troops of a palette: that of their counters, or of the stripe where it is
    darker. Raises UnknownColourError."""
    colours, paper = look.palette("sides").under(palette), look.palette("map")["paper"]
    return max((colours["ground"], colours["stripe"]), key=lambda colour: contrast(colour, paper))


def side_colour(look: Look, definition: Definition, side: str) -> str:
    """The colour that stands for a side on a map: that of its counters, the darker one where it is pale.

    Raises UnknownColourError.
    """
    colours = look.palette("sides").under(definition.game.sides[side].palette)
    pale = contrast(colours["ground"], look.palette("map")["paper"]) < READABLE
    return colours["stripe" if pale else "ground"]
