"""Decks in saves: the deck's own definition, and the command that puts its cards into it.

The fields repeat those of the DrawPile component, whose name must equal `name`.
Source: `counters/Deck.java` of VASSAL 3.7 (`getType`, `getState`).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from generator.vassal.codec import join, join_or_empty
from generator.vassal.commands import AddPiece
from generator.vassal.fields import Color, Key, Record, Texts
from generator.vassal.keys import NO_KEY

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


def read_deck_type(type_text: str) -> DeckType | None:
    """The definition of a deck, or None if the text is not in VASSAL's present form."""
    return DeckType.load(type_text.removeprefix(_PREFIX)) if type_text.startswith(_PREFIX) else None
