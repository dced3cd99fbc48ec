"""Where the cards of packs lie of which hands are held, as plain data, and which of them a viewer knows.

A card in a pack or a hand is called by its place in the pack as it was shuffled: `events3`. Its number is its
place in the pack as the data of the game lists it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Final

from modules.engine.requests import Chance

EVERYTHING: Final = "*"
"""The viewer who knows every card. No side can be called so."""
_DIGITS: Final = "0123456789"
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LONGEST_WORD: Final = 12
"""Letters: the name of a secret pack has 16 at most, and each new shuffle adds one or more."""


@dataclass(frozen=True, slots=True)
class SealedPack:
    """A pack of which hands are held. `shuffled`: by the name of each shuffle the numbers of its cards, in
    the order before it; `pile`: what is left, the top first; `hands`: what each side holds, in the order in
    which it came; `discards`: the cards that were played, in that order, which all know."""

    shuffled: dict[str, tuple[int, ...]] = field(default_factory=dict)
    pile: tuple[str, ...] = ()
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    discards: tuple[str, ...] = ()

    def number_of(self, shuffle: str, place: int) -> int:
        """The number of the card that lay in a place, from 0, before a shuffle. Raises IndexError."""
        if place < 0:
            raise IndexError(place)
        return self.shuffled[shuffle][place]

    @property
    def shuffles(self) -> list[str]:
        """The names of its shuffles, the first one first."""
        return sorted(self.shuffled, key=lambda name: (len(name), name))

    def cards(self) -> Iterator[str]:
        """All cards, by their places."""
        yield from self.pile
        for hand in self.hands.values():
            yield from hand
        yield from self.discards


@dataclass(frozen=True, slots=True)
class HiddenCards:
    """The packs of a table of which hands are held, by name. `known`: the numbers of cards, as far as the
    `viewer` knows them: a side, or everybody (empty), or EVERYTHING."""

    packs: dict[str, SealedPack] = field(default_factory=dict)
    viewer: str = EVERYTHING
    known: dict[str, int] = field(default_factory=dict)

    def change(self, pack: str, after: SealedPack) -> HiddenCards:
        """The same with one pack changed."""
        return replace(self, packs={**self.packs, pack: after})

    def learn(self, numbers: Mapping[str, int]) -> HiddenCards:
        """The same with these cards known."""
        return replace(self, known={**self.known, **numbers})

    def hand(self, side: str) -> Iterator[tuple[str, str]]:
        """What a side holds: each card with its pack."""
        for name, pack in self.packs.items():
            yield from ((name, card) for card in pack.hands.get(side, ()))

    def pack_in_hand(self, side: str, card: str) -> str | None:
        """The pack of a card that a side holds; None for any other card."""
        return next((name for name, each in self.hand(side) if each == card), None)

    def seen_by(self, viewer: str) -> HiddenCards:
        """What a viewer may know of it: what was played, and what its own hand holds."""
        packs = self.packs.values()
        seen = {card for pack in packs for card in (*pack.discards, *pack.hands.get(viewer, ()))}
        known = {card: number for card, number in self.known.items() if card in seen}
        return HiddenCards(self.packs, viewer, known)


def shuffle_of(card: str) -> str:
    """The name of the shuffle by which a card is called."""
    return card.rstrip(_DIGITS)


def places_in(shuffle: str, size: int) -> tuple[str, ...]:
    """The cards of a pack that was shuffled under this name, the top first."""
    return tuple(f"{shuffle}{place}" for place in range(1, size + 1))


def shuffle_names(packs: Iterable[str]) -> dict[str, str]:
    """What the first shuffle of each pack is called: the small letters of the pack's name, no two alike."""
    found: dict[str, str] = {}
    for pack in packs:
        letters = "".join(letter for letter in pack if letter.isalpha())[:_LONGEST_WORD]
        endings = (*_LETTERS.lower(), *map("".join, product(_LETTERS.lower(), repeat=2)))
        others = (f"{letters[: _LONGEST_WORD - len(ending)]}{ending}" for ending in endings)
        taken = set(found.values())
        found[pack] = next(word for word in (letters, *others) if word not in taken)
    return found


def next_shuffle(first: str, number: int) -> str:
    """What a shuffle is called after so many others of a pack: the first one's name and capital letters."""
    word = ""
    while number:
        number, letter = divmod(number - 1, len(_LETTERS))
        word = _LETTERS[letter] + word
    return first + word


def fill_in(view: HiddenCards, now: HiddenCards, chance: Chance) -> HiddenCards:
    """Cards that fit a view: each one that its viewer does not know, then or now, is one of those that it may
    be, all equally likely."""
    here = {card for pack in view.packs.values() for card in pack.cards()}
    hidden = view.learn({card: number for card, number in now.known.items() if card in here})
    for pack in view.packs.values():
        for shuffle in reversed(pack.shuffles):  # what was shuffled again lies in the later shuffle
            used = {hidden.known[card] for card in pack.cards() if card in hidden.known}
            left = [number for number in pack.shuffled[shuffle] if number not in used]
            unknown = (card for card in pack.cards() if card not in hidden.known)
            drawn = {c: left.pop(chance.below(len(left))) for c in unknown if shuffle_of(c) == shuffle}
            hidden = hidden.learn(drawn)
    return replace(hidden, viewer=EVERYTHING)
