"""Cards: the front and back of every card of a game, drawn from its values and texts by a layout.

Unit cards are the counters whose kind has the form of a card; the other cards are those of the game's packs.
All cards of one pack have the same back. The names below are what kits, modules and positions use.
"""

from generator.cards.faces import (
    Face,
    back_svg,
    back_symbol,
    card_ground,
    card_svg,
    card_symbol,
    draw_back,
    draw_card,
)
from generator.cards.painter import CardError
from generator.cards.pieces import (
    CARD_MM,
    CardPiece,
    DuplicateCardError,
    UnknownCardError,
    card_piece,
    card_pieces,
    decks,
    twice,
    unit_deck,
)

__all__ = [
    "CARD_MM",
    "CardError",
    "CardPiece",
    "DuplicateCardError",
    "Face",
    "UnknownCardError",
    "back_svg",
    "back_symbol",
    "card_ground",
    "card_piece",
    "card_pieces",
    "card_svg",
    "card_symbol",
    "decks",
    "draw_back",
    "draw_card",
    "twice",
    "unit_deck",
]
