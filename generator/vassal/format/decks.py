"""Decks: a deck's definition, as a component of a map and in saves, and the command that fills it.

In a save the fields of the DrawPile component are repeated; the two are one deck if their names are equal.
Sources: `counters/Deck.java` (`getType`, `getState`), `build/module/map/DrawPile.java` of VASSAL 3.7.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields

from generator.vassal.format.buildfile import Component, Value, component
from generator.vassal.format.codec import join, join_or_empty, split
from generator.vassal.format.commands import AddPiece
from generator.vassal.format.fields import Color, Key, Record, Texts
from generator.vassal.format.keys import NO_KEY

_PREFIX = "deck;"


@dataclass(frozen=True)
class DeckType(Record):
    """A deck's definition. `face_down` and `shuffle` are Always, Never or "Via right-click Menu"; with
    shuffle="Always" a card is drawn at random. Width and height px."""

    draw_outline: bool = True
    outline_color: Color = "0,0,0"
    width: int = 40
    height: int = 40
    face_down: str = "Always"
    shuffle: str = "Always"
    allow_multiple: bool = True
    allow_select: bool = True
    reversible: bool = True
    reshuffle_command: str = ""
    reshuffle_target: str = ""
    reshuffle_message: str = ""
    name: str = ""
    shuffle_format: str = ""
    reverse_format: str = ""
    face_down_format: str = ""
    draw_face_up: bool = False
    can_save: bool = False
    shuffle_key: Key = NO_KEY
    reshuffle_key: Key = NO_KEY
    max_stack: int = 10
    count_expressions: Texts = ()
    expression_counting: bool = False
    global_commands: Texts = ()
    hotkey_on_empty: bool = False
    empty_key: Key = NO_KEY
    select_display: str = "$BasicName$"
    select_sort: str = ""
    restrict: bool = False
    restrict_expression: str = ""
    shuffle_command: str = "Shuffle"
    reverse_command: str = "Reverse"
    reverse_key: Key = NO_KEY
    draw_multiple_message: str = "Draw multiple cards"
    draw_specific_message: str = "Draw specific cards"
    face_up_message: str = "Face up"
    face_down_message: str = "Face down"
    face_up_key: Key = NO_KEY
    face_up_format: str = ""
    face_flip_key: Key = NO_KEY
    face_down_key: Key = NO_KEY
    save_message: str = "Save Deck"
    save_key: Key = NO_KEY
    save_report: str = "Deck Saved"
    load_message: str = "Load Deck"
    load_key: Key = NO_KEY
    load_report: str = "Deck Loaded"
    restrict_access: bool = False
    owners: Texts = ()


def deck(
    deck_id: str,
    kind: DeckType,
    map_name: str,
    x: int,
    y: int,
    cards: Iterable[str],
    *,
    face_down: bool = True,
) -> AddPiece:
    """A deck at px on a map with its cards by their ids, the top card last."""
    place = (map_name, str(x), str(y), str(face_down).lower())
    contents = join_or_empty(cards)
    state = join((*place, contents) if contents else place, ";")
    return AddPiece(deck_id, _PREFIX + kind.dump(), state)


def draw_pile(kind: DeckType, board: str, x: int, y: int, cards: Iterable[Component] = ()) -> Component:
    """The deck as a component of a map, at px of a board; `cards` are its CardSlots, bottom card first."""
    shown: dict[str, Value] = {name: getattr(kind, field) for field, name in _ATTRIBUTES.items()}
    moved = bool(kind.reshuffle_command)
    return component("module.map.DrawPile", *cards, owningBoard=board, x=x, y=y, reshufflable=moved, **shown)


_ATTRIBUTES = {
    "draw_outline": "draw", "outline_color": "color", "width": "width", "height": "height",
    "face_down": "faceDown", "shuffle": "shuffle", "allow_multiple": "allowMultiple",
    "allow_select": "allowSelect", "reversible": "reversible", "reshuffle_command": "reshuffleCommand",
    "reshuffle_target": "reshuffleTarget", "reshuffle_message": "reshuffleMessage", "name": "name",
    "shuffle_format": "shuffleFormat", "reverse_format": "reverseFormat",
    "face_down_format": "faceDownFormat", "draw_face_up": "drawFaceUp", "can_save": "canSave",
    "shuffle_key": "shuffleHotkey", "reshuffle_key": "reshuffleHotkey", "max_stack": "maxStack",
    "count_expressions": "countExpressions", "expression_counting": "expressionCounting",
    "hotkey_on_empty": "hotkeyOnEmpty", "empty_key": "emptyHotkey",
    "select_display": "selectDisplayProperty", "select_sort": "selectSortProperty",
    "restrict": "restrictOption", "restrict_expression": "restrictExpression",
    "shuffle_command": "shuffleCommand", "reverse_command": "reverseCommand",
    "reverse_key": "reverseHotkey", "draw_multiple_message": "drawMultipleMessage",
    "draw_specific_message": "drawSpecificMessage", "face_up_message": "faceUpMessage",
    "face_down_message": "faceDownMessage", "face_up_key": "faceUpHotkey",
    "face_up_format": "faceUpReportFormat", "face_flip_key": "faceFlipHotkey",
    "face_down_key": "faceDownHotkey", "save_message": "saveMessage", "save_key": "saveHotkey",
    "save_report": "saveReportFormat", "load_message": "loadMessage", "load_key": "loadHotkey",
    "load_report": "loadReportFormat", "restrict_access": "deckRestrictAccess", "owners": "deckOwners",
}  # fmt: skip
"""Each field of a deck's definition as the component calls it; global commands are its children."""


def read_deck_type(type_text: str) -> DeckType | None:
    """The definition of a deck, or None if the text is not in VASSAL's present form."""
    return DeckType.load(type_text.removeprefix(_PREFIX)) if type_text.startswith(_PREFIX) else None


def deck_name(type_text: str) -> str:
    """The name of a deck in a save, "" if the text is cut short."""
    values = split(type_text, ";")
    return values[_NAME] if len(values) > _NAME else ""


_NAME = 1 + [field.name for field in fields(DeckType)].index("name")
