"""Hands of cards at a free table: packs are shuffled unseen, cards dealt, drawn, played and shuffled again.

The rules never say what a card is before it is played. A viewer who does not know the card asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from modules.amounts import count_noun
from modules.definition import Definition
from modules.engine.requests import Deal, Reveal, Shuffle, Steps, Tell
from modules.engine.rules.answers import WrongAnswer
from modules.free_table import orders as o
from modules.free_table.hidden_cards import (
    EVERYTHING,
    HiddenCards,
    SealedPack,
    next_shuffle,
    places_in,
    shuffle_names,
    shuffle_of,
)
from modules.free_table.state import TableState

DEALING: Final = "dealing"
"""The phase before the set-up, in a game in which hands are held."""


@dataclass(frozen=True, slots=True)
class SealedCards:
    """The packs of a game of which hands are held: the name of each one's first shuffle and of its cards."""

    definition: Definition
    sides: tuple[str, ...]
    words: Mapping[str, str]
    names: Mapping[str, tuple[str, ...]]

    def start(self) -> HiddenCards:
        """Every pack before it is shuffled, and no hand."""
        return HiddenCards({pack: SealedPack(hands=dict.fromkeys(self.sides, ())) for pack in self.words})

    # --- shuffled and dealt ------------------------------------------------------------------------

    def deal_out(self, state: TableState) -> Steps:
        """Shuffle every pack, and deal each side as many cards as the game says."""
        for pack in self.words:
            deck = self.definition.decks[pack]
            yield from self._shuffle(state, pack, tuple(range(len(self.names[pack]))), deck.name, deck.rule)
            for side in self.sides if deck.dealt else ():
                label = f"{deck.name}: the hand of {self.definition.game.sides[side].name}"
                yield from self._deal(state, side, pack, deck.dealt, label, deck.rule)

    def _shuffle(
        self, state: TableState, pack: str, numbers: tuple[int, ...], label: str, rule: str
    ) -> Steps:
        """Cards of these numbers become the pile."""
        before = state.hidden.packs[pack]
        name = next_shuffle(self.words[pack], len(before.shuffled))
        pile, shuffled = places_in(name, len(numbers)), {**before.shuffled, name: numbers}
        order: Sequence[int] = yield Shuffle(label, len(numbers), rule, name)
        after = replace(before, shuffled=shuffled, pile=pile)
        state.hidden = state.hidden.change(pack, after)
        if state.hidden.viewer == EVERYTHING:
            found = {card: after.number_of(name, place) for card, place in zip(pile, order, strict=True)}
            state.hidden = state.hidden.learn(found)

    def _deal(self, state: TableState, side: str, pack: str, count: int, label: str, rule: str) -> Steps:
        """The top cards of a pile go into a hand."""
        before = state.hidden.packs[pack]
        cards, held = before.pile[:count], before.hands[side]
        hands = {**before.hands, side: (*held, *cards)}
        state.hidden = state.hidden.change(pack, replace(before, pile=before.pile[count:], hands=hands))
        told = f"{side} draws {count_noun(count, 'card')} from {pack}: {len(held) + count} in the hand"
        yield Tell(state.tell_act(told), rule)
        if state.hidden.viewer == EVERYTHING:
            return
        shown: Mapping[str, int] = yield Deal(side, label, rule, cards)
        if state.hidden.viewer == side:
            self._learn(state, pack, shown, cards)
            yield Tell(f"{side} holds {self.tell(state.hidden, side)}", rule, seen_by=(side,))

    def _learn(self, state: TableState, pack: str, shown: Mapping[str, int], due: Sequence[str]) -> None:
        """Take in what cards are. Raises WrongAnswer for one that the pack cannot hold."""
        found = state.hidden.packs[pack]
        if set(shown) != set(due):
            raise WrongAnswer(f"cards {', '.join(due)} are due, not {', '.join(shown) or 'none'}")
        try:
            numbers = {card: found.number_of(shuffle_of(card), place) for card, place in shown.items()}
        except IndexError:
            raise WrongAnswer(f"{pack} was shuffled with fewer cards than {dict(shown)} says") from None
        state.hidden = state.hidden.learn(numbers)

    # --- by hand -----------------------------------------------------------------------------------

    def draw(self, state: TableState, side: str, order: o.Draw) -> Steps:
        """Cards go into the hand of the side that acts."""
        yield from self._deal(state, side, order.pack, int(order.number), str(order), order.rule)

    def play(self, state: TableState, side: str, order: o.Play) -> Steps:
        """A card of one's own hand is shown to all and lies on the discards."""
        card, pack = order.card, state.hidden.pack_in_hand(side, order.card)
        assert pack is not None  # noqa: S101 - the options let no other card pass
        if card not in state.hidden.known:
            shown: Mapping[str, int] = yield Reveal(str(order), order.rule, (card,), 1)
            self._learn(state, pack, shown, (card,))
        before = state.hidden.packs[pack]
        held = tuple(each for each in before.hands[side] if each != card)
        hands, discards = {**before.hands, side: held}, (*before.discards, card)
        state.hidden = state.hidden.change(pack, replace(before, hands=hands, discards=discards))
        told = f"{side} plays {card}: {self._name(state.hidden, pack, card)}"
        yield Tell(state.tell_act(told), order.rule)

    def shuffle_discards(self, state: TableState, order: o.ShufflePack) -> Steps:
        """The discards of an empty pack become its pile, in an order that nobody knows."""
        hidden, before = state.hidden, state.hidden.packs[order.pack]
        known = {card: number for card, number in hidden.known.items() if card not in before.discards}
        numbers = tuple(hidden.known[card] for card in before.discards)
        state.hidden = replace(hidden, known=known).change(order.pack, replace(before, discards=()))
        yield from self._shuffle(state, order.pack, numbers, str(order), order.rule)
        told = f"{order.pack} is shuffled again: {count_noun(len(numbers), 'card')}"
        yield Tell(state.tell_act(told), order.rule)

    # --- told --------------------------------------------------------------------------------------

    def tell(self, hidden: HiddenCards, side: str) -> str:
        """The hand of a side by its cards if the viewer knows them all, else how many there are."""
        held = list(hidden.hand(side))
        if not held or any(card not in hidden.known for _, card in held):
            return f"{count_noun(len(held), 'card')} in hand"
        return ", ".join(f"{card} {self._name(hidden, pack, card)}" for pack, card in held)

    def _name(self, hidden: HiddenCards, pack: str, card: str) -> str:
        return self.names[pack][hidden.known[card]]

    def summary(self, hidden: HiddenCards) -> Iterator[tuple[str, str]]:
        """What lies in each pack and in each hand."""
        for pack, found in hidden.packs.items():
            name = self.definition.decks[pack].name
            open_cards = ", ".join(self._name(hidden, pack, card) for card in found.discards)
            played = f"{len(found.discards)} played" + (f" ({open_cards})" if open_cards else "")
            yield name, f"{len(found.pile)} left, {played}" if found.shuffled else "not dealt yet"
        for side in self.sides if hidden.packs else ():
            yield f"Hand of {self.definition.game.sides[side].short}", self.tell(hidden, side)


def sealed_cards(
    definition: Definition, sides: tuple[str, ...], names: Mapping[str, tuple[str, ...]]
) -> SealedCards:
    """The packs of a game of which hands are held; `names`: the cards of every pack."""
    packs = [name for name, deck in definition.decks.items() if deck.hand is not None]
    return SealedCards(definition, sides, shuffle_names(packs), {pack: names[pack] for pack in packs})
