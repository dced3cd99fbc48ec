"""Hastings 1066: what lies near a card or a square, and which accepted orders stand for a listed one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from listing import StandsFor, nothing_else, same_end
from neighbours import Around

from modules.engine.orders import Order
from modules.engine.requests import ListedOptions, Options
from modules.engine.rules.full_rules import FullRules
from modules.hastings_pulsipher import orders
from modules.hastings_pulsipher.combat import AttackOptions
from modules.hastings_pulsipher.counterattack import StrikeOptions
from modules.hastings_pulsipher.field import Battle, Field
from modules.hastings_pulsipher.movement import MoveOptions
from modules.hastings_pulsipher.sequence import CardRules
from modules.hastings_pulsipher.setup import SetUpOptions


class AroundCards(Around):
    """Squares, sectors, and cards of both packs."""

    kinds = orders.ALL

    def __init__(self, battle: Battle) -> None:
        self.board = battle.board
        self.words = tuple(battle.deck.cards)
        names = next(iter(battle.counters))
        self.cards = (*(token for tokens in battle.tokens.values() for token in tokens), names)

    def counters(self, counter: str) -> Iterable[str]:
        return [card for card in self.cards if card != counter]

    def places(self, place: str) -> Iterable[str]:
        return self.board.neighbours.get(place, ())

    def odd_places(self) -> Iterable[str]:
        return self.board.sectors


def laid_again(options: SetUpOptions, order: Order, _listed: Sequence[Order]) -> bool:
    """A card that lies may be laid on another free square; listed are those that wait."""
    return (
        isinstance(order, orders.PlaceCard) and order.card not in options.waiting and order.at in options.free
    )


VARIANTS: dict[type[Options[Any]], StandsFor] = {
    AttackOptions: nothing_else,
    MoveOptions: same_end,
    SetUpOptions: laid_again,
    StrikeOptions: nothing_else,
}

ALWAYS = {AttackOptions, StrikeOptions}
"""Small: looked at each time."""


def seen(rules: FullRules[Any], state: Any, options: Options[Any]) -> Iterator[tuple[Options[Any], Around]]:
    """The options of who knows all cards, of the side itself, and of everybody else."""
    assert isinstance(rules, CardRules)
    around = AroundCards(rules.battle)
    yield options, around
    if isinstance(options, MoveOptions | AttackOptions | StrikeOptions):
        for viewer in (options.side, ""):
            view = Field(rules.battle, rules.view(state, viewer))
            yield type(options)(view, options.side), around
    else:
        assert isinstance(options, SetUpOptions | ListedOptions)
