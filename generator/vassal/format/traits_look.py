"""Traits that change how a piece looks or who sees it: layers, facings, labels, trails, masks.

Every record has VASSAL's fields in VASSAL's order; its class in `counters/` of VASSAL 3.7 is the source.
"""

from dataclasses import dataclass, field

from generator.vassal.format.errors import TraitError
from generator.vassal.format.fields import STATE, Color, Key, Texts
from generator.vassal.format.keys import NO_KEY, ctrl
from generator.vassal.format.trait_base import PlainStateTrait, TypedTrait


@dataclass(frozen=True)
class Embellishment(TypedTrait):
    """A layer: one of several images, each adding to the piece's name ("+ (reduced)", "Dead + ").

    `level` counts from 1; a negative level is the switched-off layer. `version` 1 is the present form.
    Sets the properties <name>_Level, <name>_Image, <name>_Name and <name>_Active.
    """

    PREFIX = "emb2;"
    activate_text: str = ""
    activate_modifiers: int = 128
    activate_key: str = ""
    up_text: str = ""
    up_modifiers: int = 128
    up_key: str = ""
    down_text: str = ""
    down_modifiers: int = 128
    down_key: str = ""
    reset_text: str = ""
    reset_key: Key = NO_KEY
    reset_level: str = "1"
    underneath: bool = False
    x: int = 0
    y: int = 0
    images: Texts = ()
    names: Texts = ()
    loop: bool = True
    name: str = ""
    random_key: Key = NO_KEY
    random_text: str = ""
    follow_property: bool = False
    property_name: str = ""
    first_level: int = 1
    version: int = 1
    always_active: bool = True
    activate_keystroke: Key = NO_KEY
    increase_keystroke: Key = NO_KEY
    decrease_keystroke: Key = NO_KEY
    description: str = ""
    scale: float = 1.0
    only_property: str = ""
    only_value: str = "true"
    level: int = field(default=1, metadata=STATE)


def flip_layer(
    name: str, images: tuple[str, ...], names: tuple[str, ...], *, text: str = "Flip", keystroke: str = ""
) -> Embellishment:
    """A layer that one key turns through its images: front and reduced side, steps, chits.

    `names` are name additions, one an image: "" for none, "+ (reduced)" to append.
    """
    if len(images) != len(names) or len(images) < 2:
        raise TraitError(f"layer {name!r} needs two images or more and as many names, one each")
    stroke = keystroke or ctrl("F")
    return Embellishment(name=name, images=images, names=names, up_text=text, increase_keystroke=stroke)


def property_layer(
    name: str,
    images: tuple[str, ...],
    property_name: str,
    *,
    names: tuple[str, ...] = (),
    first_level: int = 1,
) -> Embellishment:
    """A layer that shows image n - first_level + 1 when the property (a number) is n."""
    return Embellishment(
        name=name,
        images=images,
        names=names or ("",) * len(images),
        follow_property=True,
        property_name=property_name,
        first_level=first_level,
    )


@dataclass(frozen=True)
class FreeRotator(TypedTrait):
    """Facings: `facings` equal steps clockwise from the image's own (two or more); state is the step."""

    PREFIX = "rotate;"
    facings: int = 6
    clockwise_key: Key = "93,130"
    counterclockwise_key: Key = "91,130"
    clockwise_text: str = "Rotate CW"
    counterclockwise_text: str = "Rotate CCW"
    random_key: Key = NO_KEY
    random_text: str = ""
    name: str = ""
    description: str = ""
    direct_key: Key = NO_KEY
    direct_text: str = ""
    direct_expression: str = ""
    direct_is_facing: bool = True
    facing: int = field(default=0, metadata=STATE)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.facings < 2 or not 0 <= self.facing < self.facings:
            raise TraitError(f"facing {self.facing} of {self.facings}: two facings or more, counted from 0")


@dataclass(frozen=True)
class Labeler(PlainStateTrait):
    """A text label on the piece. Anchor: v t|c|b and h l|c|r; offsets px; `name_format` sets the name."""

    PREFIX = "label;"
    PLAIN = "label"
    key: Key = NO_KEY
    text: str = "Change label"
    font_size: int = 10
    background: Color = ""
    foreground: Color = "0,0,0"
    vertical: str = "t"
    vertical_offset: int = 0
    horizontal: str = "c"
    horizontal_offset: int = 0
    vertical_justify: str = "b"
    horizontal_justify: str = "c"
    name_format: str = "$pieceName$ ($label$)"
    font: str = "Dialog"
    font_style: int = 0
    rotate: int = 0
    property_name: str = "TextLabel"
    description: str = ""
    always_use_format: bool = False
    label: str = field(default="", metadata=STATE)


@dataclass(frozen=True)
class MovementMarkable(TypedTrait):
    """A sign on pieces that have moved; the map's markMoved must not be "Never"."""

    PREFIX = "markmoved;"
    icon: str = "/images/moved.gif"
    x: int = 0
    y: int = 0
    text: str = "Mark moved"
    key: Key = "77,130"
    description: str = ""
    ignore_same_location: bool = False
    on_text: str = ""
    on_key: Key = NO_KEY
    off_text: str = ""
    off_key: Key = NO_KEY
    moved: bool = field(default=False, metadata=STATE)


@dataclass(frozen=True)
class Footprint(TypedTrait):
    """A movement trail. Belongs outside FreeRotator. Distances px, opacities per cent."""

    PREFIX = "footprint;"
    key: Key = "84,130"
    text: str = "Movement Trail"
    initially_visible: bool = False
    globally_visible: bool = False
    radius: int = 10
    fill: Color = "255,255,255"
    line: Color = "0,0,0"
    selected_opacity: int = 100
    unselected_opacity: int = 50
    edge_point: int = 20
    edge_display: int = 30
    line_width: float = 1.0
    on_key: Key = NO_KEY
    off_key: Key = NO_KEY
    clear_key: Key = NO_KEY
    description: str = ""
    visible: bool = field(default=False, metadata=STATE)
    start_map: str = field(default="", metadata=STATE)
    points: int = field(default=0, metadata=STATE)
    initialised: bool = field(default=False, metadata=STATE)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.points:
            raise TraitError("a trail with points in it is kept as a raw trait: give points=0")


@dataclass(frozen=True)
class AreaOfEffect(TypedTrait):
    """Shades the area within `radius` grid units (or a property's value), for ZOC and ranges."""

    PREFIX = "AreaOfEffect;"
    color: Color = "128,128,128"
    opacity: int = 30
    radius: int = 1
    always_active: bool = True
    text: str = "Show area"
    key: Key = NO_KEY
    shader: str = ""
    fixed_radius: bool = True
    radius_property: str = ""
    description: str = ""
    name: str = ""
    on_text: str = ""
    on_key: Key = NO_KEY
    off_text: str = ""
    off_key: Key = NO_KEY
    globally_visible: bool = True
    active: bool = field(default=False, metadata=STATE)


@dataclass(frozen=True)
class Obscurable(TypedTrait):
    """A mask: hides the inner traits from others. `style` B background, I inset, 2 second inset, P peek,
    G + image; `access` player:, side: or sides:A:B; `masked_by` is null or the masking player or side."""

    PREFIX = "obs;"
    key: Key = NO_KEY
    image: str = ""
    text: str = "Mask"
    style: str = "I"
    mask_name: str = "?"
    access: str = "player:"
    peek_text: str = "Peek"
    description: str = ""
    auto_peek: bool = True
    deal_key: Key = NO_KEY
    deal_expression: str = ""
    masked_by: str = field(default="null", metadata=STATE)
    options: str = field(default="", metadata=STATE)


@dataclass(frozen=True)
class Hideable(PlainStateTrait):
    """Invisible to the other players; `access` as for Obscurable, `hidden_by` null or who hid it."""

    PREFIX = "hide;"
    PLAIN = "hidden_by"
    key: Key = "73,130"
    text: str = "Invisible"
    background: Color = ""
    access: str = "player:"
    opacity: float = 0.3
    description: str = ""
    no_move_report: bool = False
    hidden_by: str = field(default="null", metadata=STATE)
