"""Where the cards of packs lie beside a board of squares, for VASSAL: in piles, in hands, on the discards."""

from __future__ import annotations

from collections.abc import Iterator

from modules.engine.position import PlacedCounter
from modules.free_table.card_hands import SealedCards
from modules.free_table.hidden_cards import SealedPack
from modules.free_table.state import TableState

PILE, DISCARD = "pile", "discard"


def open_cards(names: dict[str, tuple[str, ...]], state: TableState) -> Iterator[PlacedCounter]:
    """The cards of packs without hands, which all know."""
    for pack, found in state.packs.items():
        for place, numbers in ((PILE, found.left), (DISCARD, found.drawn)):
            yield from (PlacedCounter(names[pack][number], "", place) for number in numbers)


def known_cards(sealed: SealedCards, state: TableState) -> Iterator[PlacedCounter]:
    """The cards of packs of which hands are held, as far as the viewer knows them."""
    hidden = state.hidden
    for pack, found in hidden.packs.items():
        if not found.shuffled:
            yield from (PlacedCounter(name, "", PILE) for name in sealed.names[pack])
        for side, place, card in _lying(found):
            if card in hidden.known:
                yield PlacedCounter(sealed.names[pack][hidden.known[card]], side, place)


def backs(state: TableState) -> Iterator[PlacedCounter]:
    """The cards that the viewer does not know."""
    for found in state.hidden.packs.values():
        for _, place, card in _lying(found):
            if card not in state.hidden.known:
                yield PlacedCounter("", "", place, face_down=True)


def _lying(pack: SealedPack) -> Iterator[tuple[str, str, str]]:
    """Each card with whose it is and where it lies."""
    for side, hand in pack.hands.items():
        yield from ((side, f"hand {side}", card) for card in hand)
    yield from (("", PILE, card) for card in pack.pile)
    yield from (("", DISCARD, card) for card in pack.discards)
