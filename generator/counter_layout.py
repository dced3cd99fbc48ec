"""Layouts of counters: where each value stands, in which type, how many figures a face shows.

A layout is a YAML file of art/layouts. Places are in hundredths of the counter's side, from its top
left corner; type is in points on a 5/8 in counter and scales with the side, but never below its floor.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from generator.art import FaultyArtError, MissingArtError, art
from generator.svg import Anchor, inch
from generator.typeface import CAPS, SANS, SANS_BOLD, TEXT, TEXT_BOLD, Face

Size = Literal["1/2", "9/16", "5/8", "3/4"]
Surface = Literal["ground", "stripe", "panel", "badge"]
Showing = Literal["front", "reduced", "shield"]
"""What a face shows: full strength, reduced strength, or only whose counter it is."""

SIZES: dict[Size, float] = {
    "1/2": inch(1 / 2),
    "9/16": inch(9 / 16),
    "5/8": inch(5 / 8),
    "3/4": inch(3 / 4),
}
"""The side of a counter in mm by its name in inches."""

FACES: dict[str, Face] = {
    "sans": SANS,
    "sans_bold": SANS_BOLD,
    "text": TEXT,
    "text_bold": TEXT_BOLD,
    "caps": CAPS,
}


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Band(_Part):
    """A stripe across the whole counter."""

    top: float = Field(ge=0, le=100)
    height: float = Field(gt=0, le=100)

    @property
    def middle(self) -> float:
        return self.top + self.height / 2


class Row(_Part):
    """How many figures stand side by side, and how far each stands from the next (of a figure's width)."""

    full: int = Field(ge=1, le=5)
    reduced: int = Field(ge=1, le=5)
    single: int = Field(ge=1, le=5)
    step: float = Field(gt=0, le=2)


class Figures(_Part):
    """The box of the figures; `foot` and `mounted` tell how many of two-step and one-step units."""

    box: tuple[float, float, float, float]
    foot: Row
    mounted: Row


class Words(_Part):
    """One text: words with {fields}, the middle of its capitals at `at`, no wider than `room`.

    `value` asks for the contrast of a number that is read at arm's length; `badge` puts a disc (a die
    roll) or a hexagon (a distance in hexes) of that radius under it.
    """

    text: str
    at: tuple[float, float]
    anchor: Anchor = "middle"
    face: Literal["sans", "sans_bold", "text", "text_bold", "caps"] = "sans_bold"
    size: float = Field(ge=5, le=40)
    floor: float = Field(ge=5, le=40)
    room: float = Field(gt=0, le=100)
    ground: Surface = "ground"
    value: bool = False
    badge: Literal["disc", "hexagon"] | None = None
    radius: float = 0.0
    shows: tuple[Showing, ...] = ("front", "reduced")
    lines: bool = False


class Layout(_Part):
    """A counter's face. `step_band`: the light band that marks two steps; `panel`: what is light on a
    reduced face; `shield`: the box of the nation's shield on the back of a one-step counter."""

    note: str
    size: Size = "5/8"
    step_band: Band | None = None
    stripe: Band | None = None
    panel: Band | None = None
    figures: Figures | None = None
    shield: tuple[float, float, float, float] | None = None
    words: tuple[Words, ...]


@cache
def layout(name: str) -> Layout:
    """The layout art/layouts/`name`.yaml. Raises MissingArtError, FaultyArtError."""
    folder = art().root / "layouts"
    path = folder / f"{name}.yaml"
    if not path.is_file():
        known = ", ".join(sorted(p.stem for p in folder.glob("*.yaml")))
        raise MissingArtError(f"art/layouts/{name}.yaml is missing; there is {known or 'nothing'}")
    try:
        return Layout.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except yaml.YAMLError as fault:
        raise FaultyArtError(f"art/layouts/{name}.yaml is not YAML: {fault}") from fault
    except ValidationError as faults:
        told = "; ".join(_say(dict(fault)) for fault in faults.errors())
        raise FaultyArtError(f"art/layouts/{name}.yaml: {told}") from faults


def _say(fault: dict[str, Any]) -> str:
    return f"{'.'.join(str(step) for step in fault['loc'])}: {fault['msg']}"
