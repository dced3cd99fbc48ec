"""Layouts of counters: where each value stands, in which type, how many figures a face shows.

A layout is a YAML file of art/layouts. Places are in hundredths of the counter's side, from its top
left corner, or names of art/places.yaml; type is in points on a 5/8 in counter and scales with the side, but
never below its floor.
"""

from typing import Annotated, Any, Literal, cast

from pydantic import BeforeValidator, Field, RootModel, ValidationInfo, model_validator

from generator.drawing.art import Look
from generator.drawing.layout_files import read_layout
from generator.drawing.shapes import Coordinate, Extent, Shape, parse_shape
from generator.drawing.svg import Anchor, Point, inch
from generator.drawing.typeface import CAPS, SANS, SANS_BOLD, TEXT, TEXT_BOLD, Face

Size = Literal["1/2", "9/16", "5/8", "3/4"]
Surface = Literal["ground", "stripe", "panel", "badge", "formation", "light"]
Showing = Literal["front", "reduced", "shield"]
"""What a face shows: full strength, reduced strength, or only whose counter it is."""

Rectangle = tuple[Coordinate, Coordinate, Extent, Extent]
"""Left, top, width, height."""

SIZES: dict[Size, float] = {
    "1/2": inch(1 / 2),
    "9/16": inch(9 / 16),
    "5/8": inch(5 / 8),
    "3/4": inch(3 / 4),
}
"""The side of a counter in mm by its name in inches."""

AnySize = Size | float
"""One of the usual sizes, or a side in mm."""

FACES: dict[str, Face] = {
    "sans": SANS,
    "sans_bold": SANS_BOLD,
    "text": TEXT,
    "text_bold": TEXT_BOLD,
    "caps": CAPS,
}


def _place(value: Any, info: ValidationInfo) -> Any:
    """A place by its name in art/places.yaml, or as it is."""
    if not isinstance(value, str):
        return value
    known = places(cast("Look", info.context))
    if value not in known:
        raise ValueError(f"{value!r} is not a place in art/places.yaml; the places are {', '.join(known)}")
    return known[value]


Place = Annotated[tuple[Coordinate, Coordinate], BeforeValidator(_place)]


class PlacesFile(RootModel[dict[str, dict[str, tuple[Coordinate, Coordinate]]]]):
    """places.yaml: places by group and name."""


class LayoutPart(Shape):
    """A part of a layout: an unknown key is a mistake."""


class Sometimes(LayoutPart):
    """What a face does not always show: only on some faces, in a `state` of the layout, or where the counter
    has all the values and words that it `needs`."""

    shows: tuple[Showing, ...] = ("front", "reduced")
    state: str | None = None
    needs: tuple[str, ...] = ()


class Band(LayoutPart):
    """A stripe across the whole counter."""

    top: float = Field(ge=0, le=100)
    height: float = Field(gt=0, le=100)

    @property
    def middle(self) -> float:
        return self.top + self.height / 2


class Strip(Sometimes):
    """A further band, in a colour of the counter's palette or in that of its `formation`."""

    box: Rectangle
    colour: Literal["light", "stripe", "cloth", "trim", "steel", "gold", "formation"]


class Facing(Sometimes):
    """The mark of the counter's front: an arrow that points `at` an edge or corner.

    `kind` tells what the counter is turned to: a `hexside` (a broad arrow head) or a `vertex` of its hex (a
    spear point with a notch, whose two edges lie along the two front hexsides). `size`: its width.
    """

    at: Literal["top", "top_right", "right", "bottom_right", "bottom", "bottom_left", "left", "top_left"]
    kind: Literal["hexside", "vertex"]
    size: float = Field(ge=5, le=60)


class ShieldWall(Sometimes):
    """A row of the nation's shields, each over the next, in front of the figures; `step` of a shield's
    width apart."""

    box: Rectangle
    count: int = Field(ge=2, le=9)
    step: float = Field(gt=0.3, le=1.2)


class Row(LayoutPart):
    """How many figures stand side by side, and how far each stands from the next (of a figure's width)."""

    full: int = Field(ge=1, le=5)
    reduced: int = Field(ge=1, le=5)
    single: int = Field(ge=1, le=5)
    step: float = Field(gt=0, le=2)


class Figures(LayoutPart):
    """The box of the figures, where they stand on its lower edge or in its `middle`; `foot` and `mounted`
    tell how many of two-step and one-step units."""

    box: Rectangle
    stand: Literal["foot", "middle"] = "foot"
    foot: Row
    mounted: Row


class Picture(Sometimes):
    """A further figure, as large as fits `box` and in its middle; its name may have {fields}, as that of a
    unit's size has: `sizes/{size}`. `in_ink`: all of it in the colour of the values beside it."""

    box: Rectangle
    figure: str
    in_ink: bool = False


class Words(Sometimes):
    """One text: words with {fields}, the middle of its capitals at `at`, no wider than `room`.

    `turn` is clockwise, for words that run up or down beside a figure. `value` asks for the contrast of a
    number that is read at arm's length; `badge` puts a disc (a die roll), a hexagon (a distance in hexes) or
    a diamond of that radius under it.
    """

    text: str
    at: Place
    turn: Literal[0, 90, 270] = 0
    anchor: Anchor = "middle"
    face: Literal["sans", "sans_bold", "text", "text_bold", "caps"] = "sans_bold"
    size: float = Field(ge=5, le=40)
    floor: float = Field(ge=5, le=40)
    room: float = Field(gt=0, le=100)
    ground: Surface = "ground"
    value: bool = False
    badge: Literal["disc", "hexagon", "diamond"] | None = None
    radius: float = Field(default=0.0, ge=0, le=50)
    lines: bool = False


class Strengths(LayoutPart):
    """The strengths on the edges of a block, each upright when its edge is on top: the number and as many
    pips of radius `pip`, `middle` from the edge."""

    middle: float = Field(gt=0, le=30)
    size: float = Field(ge=5, le=40)
    floor: float = Field(ge=5, le=40)
    pip: float = Field(gt=0, le=6)


class Layout(LayoutPart):
    """A counter's face, or a block's. `mm`: its side where it is none of the usual sizes. `step_band`: the
    light band that marks two steps; `panel`: what is light on a reduced face; `panel_box`: what is light on a
    block; `plate`: the box of a marker's shape; `shield`: that of the nation's shield on the back of a
    one-step counter; `states`: what each state of the layout means."""

    note: str
    size: Size = "5/8"
    mm: float | None = Field(default=None, ge=8, le=60)
    panel_box: Rectangle | None = None
    strengths: Strengths | None = None
    step_band: Band | None = None
    stripe: Band | None = None
    panel: Band | None = None
    strips: tuple[Strip, ...] = ()
    plate: Rectangle | None = None
    figures: Figures | None = None
    pictures: tuple[Picture, ...] = ()
    walls: tuple[ShieldWall, ...] = ()
    facing: Facing | None = None
    shield: Rectangle | None = None
    states: dict[str, str] = Field(default_factory=dict)
    words: tuple[Words, ...]

    @property
    def side(self) -> float:
        """Its side in mm."""
        return SIZES[self.size] if self.mm is None else self.mm

    @model_validator(mode="after")
    def _states_are_known(self) -> "Layout":
        parts: tuple[Sometimes, ...] = (*self.strips, *self.walls, *self.pictures, *self.words)
        for each in (*parts, *([self.facing] if self.facing else [])):
            if each.state is not None and each.state not in self.states:
                raise ValueError(f"the state {each.state!r} is not one of the layout's states")
        return self


def layout(look: Look, name: str) -> Layout:
    """The layout art/layouts/`name`.yaml. Raises MissingArtError, FaultyArtError."""
    return read_layout(look, Layout, "layouts", name)


def places(look: Look) -> dict[str, Point]:
    """The places that layouts may name, by group and name. Raises MissingArtError, FaultyArtError."""
    return look.once("places", lambda: _read_places(look))


def _read_places(look: Look) -> dict[str, Point]:
    groups = parse_shape(PlacesFile, look.tree("places.yaml"), "places.yaml").root
    return {f"{group}.{name}": at for group, named in groups.items() for name, at in named.items()}
