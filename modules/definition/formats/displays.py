"""`displays.yaml`: boxes, tracks and panels off the map, places in them: piles, reserves, levels, cups.

A display is measured in spaces: a space holds a counter with room to lift it. Its boxes may have any shape.
"""

from fractions import Fraction
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from modules.definition.formats.fields import FEW, TOLD, Line, Name, Part, RuleNumber, Source, as_fraction
from modules.geometry.outline import roomiest

MOST_SPACES = 40
_GRAIN = 0.25
"""Spaces between the points of an outline's inside that are tried."""


def _spaces(value: Any) -> Fraction:
    found = as_fraction(value)
    if found is None or found > MOST_SPACES:
        raise ValueError(f"expected a number of spaces such as 2 or 5/2, at most {MOST_SPACES}")
    return found


Spaces = Annotated[
    Fraction,
    BeforeValidator(_spaces),
    WithJsonSchema(
        {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": r"^\d+/\d+$"}]}
    ),
]
"""A length on a display: a whole number of spaces, or a fraction such as 5/2."""

Corner = tuple[Spaces, Spaces]
"""How far right of the display's upper left corner, and how far below it."""


class DisplayBox(Part):
    """A place of the game off the map, by the word that the rules call it. Its upper left corner is `at`, and
    it is `size` wide and high; or it has an `outline`, corner by corner.

    `side`: whose pieces lie there, empty for everybody's. From a `cup` pieces are drawn unseen. `note` is
    printed in it. What lies in a box `laid_open` is for all to see once its players agree; the words of one
    `across` are for the player on the other side of the table.
    """

    name: Line
    at: Corner | None = None
    size: Corner = (Fraction(1), Fraction(1))
    outline: tuple[Corner, ...] = Field(default=(), max_length=40)
    side: Name | None = None
    cup: bool = False
    laid_open: bool = False
    across: bool = False
    note: Line | None = None

    @model_validator(mode="after")
    def _one_shape(self) -> "DisplayBox":
        if (self.at is None) == (not self.outline):
            raise ValueError("expected `at` (with `size`) or an `outline`")
        if self.outline and len(self.outline) < 3:
            raise ValueError("expected an outline of at least 3 corners")
        return self

    @property
    def corners(self) -> tuple[Corner, ...]:
        """Its outline, in spaces."""
        if self.at is None:
            return self.outline
        (x, y), (wide, tall) = self.at, self.size
        return ((x, y), (x + wide, y), (x + wide, y + tall), (x, y + tall))

    @property
    def middle(self) -> Corner:
        """Where pieces lie in it: in its middle; in one of an outline where there is most room."""
        if self.at is not None:
            (x, y), (wide, tall) = self.at, self.size
            return x + wide / 2, y + tall / 2
        right, below = roomiest([(float(u), float(v)) for u, v in self.outline], _GRAIN)
        return Fraction(right).limit_denominator(100), Fraction(below).limit_denominator(100)


class Display(Part):
    """Boxes that stand together under one heading. Those of a display of `markers` are for markers alone: a
    track, or what shows the order of a wing. One that is `apart` is a board of its own, such as a battle
    board: a sheet of a kit and a window of a module, and no panel beside the map."""

    name: Line
    rule: RuleNumber
    markers: bool = False
    apart: bool = False
    boxes: dict[Name, DisplayBox] = Field(min_length=1, max_length=60)
    source: Source

    @property
    def size(self) -> Corner:
        """How wide and high it is, in spaces."""
        corners = [corner for box in self.boxes.values() for corner in box.corners]
        return max(x for x, _ in corners), max(y for _, y in corners)


class DisplaysFile(Part):
    """`displays.yaml`."""

    displays: Annotated[dict[Name, Display], TOLD] = Field(min_length=1, max_length=FEW)
