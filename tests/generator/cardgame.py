"""The game of cards that these tests draw, and the game with one of its words changed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from modules import library
from modules.definition import Definition


@cache
def battle() -> Definition:
    """The second game about Hastings: unit cards, packs of events, boards of squares."""
    return library.definition("hastings_pulsipher")


def with_counter(group: str, /, **changes: Any) -> Definition:
    """The game with an entry of counters.yaml changed."""
    game = battle()
    file = game.counters_file
    counters = {**file.counters, group: file.counters[group].model_copy(update=changes)}
    return replace(game, counters_file=file.model_copy(update={"counters": counters}))


def with_event(event: str, choice: int | None = None, /, **changes: Any) -> Definition:
    """The game with a card of its pack changed, or one of the card's choices."""
    game = battle()
    deck = game.decks["events"]
    card = deck.cards[event]
    if choice is not None:
        choices = list(card.choices)
        choices[choice] = choices[choice].model_copy(update=changes)
        changes = {"choices": tuple(choices)}
    cards = {**deck.cards, event: card.model_copy(update=changes)}
    decks = {"events": deck.model_copy(update={"cards": cards})}
    assert game.cards_file is not None
    return replace(game, cards_file=game.cards_file.model_copy(update={"decks": decks}))
