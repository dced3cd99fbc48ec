"""Traits that give a piece properties and commands: markers, prototypes, delete, send, restrict, report.

Every record has VASSAL's fields in VASSAL's order; its class in `counters/` of VASSAL 3.7 is the source.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from generator.vassal.format.codec import join, split
from generator.vassal.format.errors import TraitError
from generator.vassal.format.fields import STATE, Key, Keys, Texts, is_text
from generator.vassal.format.keys import NO_KEY
from generator.vassal.format.trait_base import PlainStateTrait, TypedTrait


@dataclass(frozen=True)
class UsePrototype(TypedTrait):
    """Stands for the traits of a prototype definition; must be expanded in saves (`pieces.expand`)."""

    PREFIX = "prototype;"
    name: str


@dataclass(frozen=True)
class Marker:
    """Fixed properties of a piece; the names are the type, the values the state (`mark;A,B` / `1,2`)."""

    PREFIX: ClassVar[str] = "mark;"
    names: tuple[str, ...]
    values: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.names or len(self.names) != len(self.values) or not all(self.names):
            raise TraitError(f"markers need names, and one value each: {self.names} {self.values}")
        if any(";" in name for name in self.names):
            raise TraitError(f"a marker's name has a ';', which VASSAL keeps as text: {self.names}")
        if not all(is_text(text) for text in (*self.names, *self.values)):
            raise TraitError(f"a marker has a backslash at the end of its name or value: {self.values}")

    def type_text(self) -> str:
        return self.PREFIX + join(self.names, ",")

    def state_text(self) -> str:
        return join(self.values, ",")

    @classmethod
    def read(cls, type_text: str, state: str) -> "Marker | None":
        try:
            return cls(tuple(split(type_text.removeprefix(cls.PREFIX), ",")), tuple(split(state, ",")))
        except TraitError:
            return None

    @classmethod
    def of(cls, **properties: str) -> "Marker":
        """Markers from keywords, in the order given."""
        return cls(tuple(properties), tuple(properties.values()))


@dataclass(frozen=True)
class Delete(TypedTrait):
    """A menu command that removes the piece."""

    PREFIX = "delete;"
    text: str = "Delete"
    key: Key = "68,130"
    description: str = ""


@dataclass(frozen=True)
class Clone(TypedTrait):
    """A menu command that copies the piece."""

    PREFIX = "clone;"
    text: str = "Clone"
    key: Key = "67,130"
    description: str = ""


@dataclass(frozen=True)
class PlaceMarker(TypedTrait):
    """A menu command that puts a piece into the hex of this one. `piece` is its definition, `gpid` its slot's
    id; `placement` is 0 on top of the stack, 1 at its bottom, 2 above this piece, 3 below."""

    PREFIX = "placemark;"
    text: str = ""
    key: Key = NO_KEY
    piece: str = ""
    marker: str = "null"
    x: int = 0
    y: int = 0
    match_rotation: bool = False
    after_key: Key = NO_KEY
    description: str = ""
    gpid: str = ""
    placement: int = 0
    above: bool = False
    copy_properties: bool = False
    parameters: str = ""
    version: int = 1


@dataclass(frozen=True)
class Immobilized(TypedTrait):
    """Does not stack. `select`: i Shift, c Ctrl, t Alt, n never, g ignore grid, b/A/B no or modified
    band-select; `move`: N normal, I only when selected, V never; `stack`: R never, L normally."""

    PREFIX = "immob;"
    select: str = ""
    move: str = "N"
    stack: str = "R"
    description: str = ""


@dataclass(frozen=True)
class ReportState(TypedTrait):
    """Reports key commands to the chat."""

    PREFIX = "report;"
    keys: Keys = ()
    format: str = "$location$: $newPieceName$ *"
    cycle_keys: Keys = ()
    cycle_formats: Texts = ()
    description: str = ""
    no_suppress: bool = False
    cycle: int = field(default=-1, metadata=STATE)


@dataclass(frozen=True)
class RestrictCommands(TypedTrait):
    """Hides or disables key commands of inner traits while the expression is true."""

    PREFIX = "hideCmd;"
    name: str = ""
    action: str = "Hide"
    expression: str = ""
    keys: Keys = ()


@dataclass(frozen=True)
class Restricted(TypedTrait):
    """Only the named sides may command (and, if `movement`, move) the piece."""

    PREFIX = "restrict;"
    sides: Texts = ()
    by_player: bool = False
    movement: bool = True
    description: str = ""
    owner: str = field(default="", metadata=STATE)


@dataclass(frozen=True)
class SendToLocation(TypedTrait):
    """Sends the piece somewhere, and back: eliminate, return to the box. `destination` is L a point,
    G a grid location, Z a zone, R a region, A another counter; x and y px may be expressions."""

    PREFIX = "sendto;"
    text: str = ""
    key: Key = NO_KEY
    map: str = ""
    board: str = ""
    x: str = "0"
    y: str = "0"
    back_text: str = ""
    back_key: Key = NO_KEY
    x_index: str = "0"
    y_index: str = "0"
    x_offset: str = "1"
    y_offset: str = "1"
    description: str = ""
    destination: str = "L"
    zone: str = ""
    region: str = ""
    filter: str = ""
    grid_location: str = ""
    back_map: str = field(default="", metadata=STATE)
    back_x: str = field(default="", metadata=STATE)
    back_y: str = field(default="", metadata=STATE)


@dataclass(frozen=True)
class ReturnToDeck(TypedTrait):
    """Returns the piece to a deck, or lets the player select one; `version` 2 is the present form."""

    PREFIX = "return;"
    text: str = "Return to Deck"
    key: Key = "82,130"
    deck: str = ""
    prompt: str = "Select destination"
    description: str = ""
    version: int = 2
    select: bool = False
    expression: str = ""


@dataclass(frozen=True)
class Submenu(TypedTrait):
    """Puts commands of the piece's menu into a submenu, by their menu texts."""

    PREFIX = "submenu;"
    title: str = ""
    commands: Texts = ()
    description: str = ""


@dataclass(frozen=True)
class DynamicProperty(PlainStateTrait):
    """A property that key commands change. `commands` come from `property_command`."""

    PREFIX = "PROP;"
    PLAIN = "value"
    name: str = ""
    constraints: Texts = ("false", "0", "100", "false")
    commands: Texts = ()
    description: str = ""
    value: str = field(default="", metadata=STATE)


@dataclass(frozen=True)
class SetGlobalProperty(TypedTrait):
    """Key commands that change a property of the zone, the map or the module; `commands` as of a
    DynamicProperty."""

    PREFIX = "setprop;"
    name: str = ""
    constraints: Texts = ("false", "0", "100", "false")
    commands: Texts = ()
    description: str = ""
    level: str = "Current Zone/Current Map/Module"
    search_name: str = ""


def property_command(text: str, keystroke: str, change: str) -> str:
    """One command of a DynamicProperty: menu text ("" for none), key, and what it does.

    `change` is "P,value" set, "I,n" add, "R,prompt" ask, or "E,prompt,a,b" choose.
    """
    if change[:2] not in ("P,", "I,", "R,", "E,"):
        raise TraitError(f"{change!r} does not change a property: begin with P, I, R, or E,")
    return join((text, keystroke, change), ":")


@dataclass(frozen=True)
class CalculatedProperty(TypedTrait):
    """A property computed from a BeanShell expression in braces."""

    PREFIX = "calcProp;"
    name: str = ""
    expression: str = ""
    description: str = ""


@dataclass(frozen=True)
class CounterGlobalKeyCommand(TypedTrait):
    """Sends a key to all pieces for which a filter holds, in which $...$ are properties of this piece."""

    PREFIX = "globalkey;"
    text: str = ""
    key: Key = NO_KEY
    sent_key: Key = NO_KEY
    filter: str = ""
    restrict_range: bool = False
    range: int = 1
    report_single: bool = True
    fixed_range: bool = True
    range_property: str = ""
    description: str = ""
    from_deck: str = "-1"
    target: str = "COUNTER|false|MAP|||||0|0||false|||EQUALS||"
    suppress_sounds: bool = False
    parameters: str = ""


@dataclass(frozen=True)
class TriggerAction(TypedTrait):
    """Sends other keys to the piece when its key comes, while an expression in braces holds; can loop."""

    PREFIX = "macro;"
    name: str = ""
    text: str = ""
    key: Key = NO_KEY
    expression: str = ""
    watched: Keys = ()
    actions: Keys = ()
    loop: bool = False
    before_key: Key = NO_KEY
    after_key: Key = NO_KEY
    loop_type: str = "counted"
    while_expression: str = ""
    until_expression: str = ""
    count: str = "1"
    index: bool = False
    index_property: str = ""
    index_start: str = "1"
    index_step: str = "1"
