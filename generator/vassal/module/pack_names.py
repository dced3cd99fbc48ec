"""Packs of cards by name: what VASSAL calls them, how large their cards are."""

from __future__ import annotations

from generator.cards import decks, unit_deck
from generator.drawing.art import Look
from modules.definition import Definition


def pack_title(definition: Definition, pack: str) -> str:
    """What VASSAL calls a pack."""
    if pack in definition.decks:
        return definition.decks[pack].name
    return next(
        f"{s.name}: unit cards" for side, s in definition.game.sides.items() if unit_deck(side) == pack
    )


def discard_title(definition: Definition, pack: str) -> str:
    """What VASSAL calls the pile of a pack's cards that have been played."""
    return f"{pack_title(definition, pack)}: discards"


def mask_name(definition: Definition, pack: str) -> str:
    """What VASSAL calls a card of a pack to whoever may not know it."""
    if pack in definition.decks:
        return f"{definition.decks[pack].name}: a card"
    return next(f"{s.short} card" for side, s in definition.game.sides.items() if unit_deck(side) == pack)


def card_px(look: Look, definition: Definition, pack: str, scale: float) -> tuple[int, int]:
    """Width and height of a pack's cards in px."""
    first = decks(look, definition)[pack]
    return round(first.width_mm * scale), round(first.height_mm * scale)
