"""What cards a game has: each distinct one with its pack, its number of copies and its size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.cards.layout import card_layout
from generator.drawing.art import Look
from modules.definition import Counter, Definition

CARD_MM = (63.5, 88.9)
"""A card's short and long side in mm: poker size."""

UNITS = "units"
PACK_LAYOUT = "event"


@dataclass(frozen=True)
class CardPiece:
    """One distinct card, of which the game has `count` alike.

    `deck` is "units SIDE" or a pack's name; `side` is empty for a card of a pack; `layout` draws its front.
    """

    id: str
    name: str
    deck: str
    side: str
    count: int
    width_mm: float
    height_mm: float
    layout: str


class UnknownCardError(KeyError):
    """A card or a pack that the game does not have; the message names what it has."""

    def __str__(self) -> str:
        return str(self.args[0])


class DuplicateCardError(ValueError):
    """A card that stands in two packs: pictures and kits could not tell one from the other."""


def unit_deck(side: str) -> str:
    """The name of the pack of a side's unit cards."""
    return f"{UNITS} {side}"


def card_pieces(look: Look, definition: Definition) -> tuple[CardPiece, ...]:
    """Every distinct card in the order of the files: unit cards, each once, then the cards of the packs.

    Raises DuplicateCardError, and MissingArtError, FaultyArtError for a layout that cannot be read.
    """
    _refuse_twice(definition)
    units = [_unit(look, definition, each) for each in definition.counters.values() if each.form == "card"]
    width, height = card_layout(look, PACK_LAYOUT).size if definition.decks else CARD_MM
    packed = [
        CardPiece(name, card.name, deck, "", card.count, width, height, PACK_LAYOUT)
        for deck, pack in definition.decks.items()
        for name, card in pack.cards.items()
    ]
    return (*units, *packed)


def card_packs(definition: Definition) -> dict[str, str]:
    """The pack of each distinct card by its id, in the order of `card_pieces`. Raises DuplicateCardError."""
    _refuse_twice(definition)
    found = {each.id: unit_deck(each.side) for each in definition.counters.values() if each.form == "card"}
    return found | {name: deck for deck, pack in definition.decks.items() for name in pack.cards}


def _refuse_twice(definition: Definition) -> None:
    for _, name, first in twice(definition):
        raise DuplicateCardError(f"{definition.name}: card {name!r} is already in the pack {first!r}")


def twice(definition: Definition) -> Iterator[tuple[str, str, str]]:
    """The packs and cards that stand in an earlier pack too, each with that pack."""
    first: dict[str, str] = {}
    for deck, pack in definition.decks.items():
        for name in pack.cards:
            if first.setdefault(name, deck) != deck:
                yield deck, name, first[name]


def _unit(look: Look, definition: Definition, counter: Counter) -> CardPiece:
    layout = definition.kind(counter).layout
    width, height = card_layout(look, layout).size
    name = counter.name if counter.number is None else f"{counter.name} {counter.number}"
    return CardPiece(counter.id, name, unit_deck(counter.side), counter.side, 1, width, height, layout)


def card_piece(look: Look, definition: Definition, card_id: str) -> CardPiece:
    """The card of an id: a counter's, or that of a card of a pack. Raises UnknownCardError."""
    found = next((each for each in card_pieces(look, definition) if each.id == card_id), None)
    if found is None:
        raise UnknownCardError(f"{definition.name} has no card {card_id!r}")
    return found


def decks(look: Look, definition: Definition) -> dict[str, CardPiece]:
    """The packs in the order of `card_pieces`, each with its first card, whose size its back has."""
    found: dict[str, CardPiece] = {}
    for each in card_pieces(look, definition):
        found.setdefault(each.deck, each)
    return found
