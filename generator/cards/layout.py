"""Layouts of cards: where each text, panel and figure of a face stands. YAML files of art/layouts/cards.

Places are in mm from the card's top left corner, type is in points, both at the card's own size; colours
are roles of the palette of the nation, or of `neutral` for a card of a pack.
"""

from typing import Annotated, Literal

from pydantic import Field

from generator.drawing.art import Look
from generator.drawing.layout_files import read_layout
from generator.drawing.shapes import Coordinate, Extent, Shape
from generator.drawing.svg import Anchor

Rectangle = tuple[Coordinate, Coordinate, Extent, Extent]
Side = Annotated[float, Field(ge=20, le=150)]
"""Of a card, in mm."""
FaceName = Literal["sans", "sans_bold", "text", "text_italic", "text_bold", "caps", "title"]


class _Part(Shape):
    """A part of a layout: an unknown key is a mistake."""


class Area(_Part):
    """A panel in a colour: a box, rounded by `radius`, or the shape of a shield in the box."""

    box: Rectangle
    fill: str
    edge: str | None = None
    edge_width: float = Field(default=0.6, gt=0, le=20)
    radius: float = Field(default=0, ge=0, le=50)
    shape: Literal["box", "shield"] = "box"


class Group(_Part):
    """How many figures of a kind stand in a box, and how far each from the next (of a figure's width)."""

    box: Rectangle
    foot: int = Field(ge=1, le=5)
    mounted: int = Field(ge=1, le=5)
    step: float = Field(gt=0, le=2)


class Words(_Part):
    """One text: words with {fields}, no wider than `room`; the middle of its capitals is at `at`.

    With `lines` it may be wrapped to so many lines around that height. `ground` and `ink` are roles: what
    lies under it and its own colour; `value` asks for the contrast of a number that is read at arm's length.
    """

    text: str
    at: tuple[Coordinate, Coordinate]
    anchor: Anchor = "middle"
    face: FaceName = "sans_bold"
    size: float = Field(ge=5, le=90)
    floor: float = Field(ge=5, le=90)
    room: float = Field(gt=0, le=100)
    ground: str = "ground"
    ink: str = "ink"
    value: bool = False
    lines: int = Field(default=1, ge=1, le=4)


class Sign(_Part):
    """A figure of its own in a box, in the colours of the card: a shield, or (`facing`) the arrow that tells
    which side of the card faces the enemy."""

    figure: str
    box: Rectangle
    facing: bool = False


class Choices(_Part):
    """Where the choices of a card stand, one below the other; type in points."""

    box: Rectangle
    gap: float = Field(ge=0, le=50)
    head: float = Field(gt=0, le=100)
    name_size: float = Field(ge=5, le=90)
    name_floor: float = Field(ge=5, le=90)
    size: float = Field(ge=5, le=90)
    floor: float = Field(ge=5, le=90)


class CardLayout(_Part):
    """A card's face: areas, then figures, panels, signs, words, choices. Sizes in mm.

    `ground` is the role of the colour that reaches the edge.
    """

    note: str
    size: tuple[Side, Side]
    ground: str = "ground"
    areas: tuple[Area, ...] = ()
    figures: Group | None = None
    panels: tuple[Area, ...] = ()
    signs: tuple[Sign, ...] = ()
    words: tuple[Words, ...] = ()
    choices: Choices | None = None


def card_layout(look: Look, name: str) -> CardLayout:
    """The layout art/layouts/cards/`name`.yaml. Raises MissingArtError, FaultyArtError."""
    return read_layout(look, CardLayout, "layouts/cards", name)
