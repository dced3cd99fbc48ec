"""What must hold of the battle of cards: where each card lies, who sees it, whose sectors are broken.

The watcher works it out anew at every answer, and reads from the report what was lost.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

import watching
from watching import Dice, Watcher

from modules.engine.orders import Order
from modules.engine.play import Play, Rules
from modules.engine.requests import Choose
from modules.hastings_pulsipher import orders
from modules.hastings_pulsipher.field import EVENTS
from modules.hastings_pulsipher.sequence import CardRules
from modules.hastings_pulsipher.state import LOST, OFF_BOARD, RESERVE, State

GAME = "hastings_pulsipher"
_LOST = re.compile(r"^(?!.*would).* (is eliminated|flees|flees from its broken sector)$")


class CardBattles(Watcher):
    """See the module."""

    game = GAME
    scenarios = ("full", "small")
    rules_folder = GAME

    def check_position(self, rules: Rules[Any], state: Any) -> None:
        assert isinstance(rules, CardRules)
        check_cards(rules, state)
        check_events(rules, state)
        check_sectors(rules, state)

    def check_report(self, rules: Rules[Any], play: Play[Any]) -> None:
        told = sum(bool(_LOST.match(event.text)) for event in play.events)
        assert told == sum(self.losses(rules, play.state).values())

    def changed(self, rules: Rules[Any], state: Any, order: Order, looker: Dice) -> Order:
        """Squares are mostly changed to a neighbour, which is the likelier mistake."""
        assert isinstance(rules, CardRules)
        names = [f.name for f in fields(order)]
        if not names or looker.below(12) == 0:
            return looker.random.choice([orders.Done(), orders.Deploy(), orders.Stand("44")])
        name = looker.random.choice(names)
        value = getattr(order, name)
        if isinstance(value, str):
            return replace(order, **{name: _another(rules, value, looker)})
        at = looker.below(len(value))
        ways = [
            value[:at] + value[at + 1 :] or value,
            (*value[:at], _another(rules, value[at], looker), *value[at:]),
            (*value[:at], _another(rules, value[at], looker), *value[at + 1 :]),
        ]
        return replace(order, **{name: looker.random.choice(ways)})

    def is_covered(self, choice: Choose, order: Order, listed: list[Order]) -> bool:
        """Of paths only one to each area is listed; a card that lies may be laid elsewhere in set-up."""
        if isinstance(order, orders.Move):
            ends = {(o.at, o.path[-1]) for o in listed if isinstance(o, orders.Move)}
            return order in listed or order.path[-1] == order.at or (order.at, order.path[-1]) in ends
        return order in listed or (choice.kind == "setup" and isinstance(order, orders.Place))

    def losses(self, rules: Rules[Any], state: Any) -> Mapping[str, int]:
        """Units lost."""
        assert isinstance(rules, CardRules)
        lost = Counter(rules.battle.side_of(t) for t, card in state.cards.items() if card.at == LOST)
        return {side: lost[side] for side in rules.sides}


CARD_BATTLES = CardBattles()


def card_rules(scenario: str) -> CardRules:
    rules = watching.rules_of(GAME, scenario)
    assert isinstance(rules, CardRules)
    return rules


def _another(rules: CardRules, value: str, looker: Dice) -> str:
    board = rules.battle.board
    if value in board.ids:
        near = board.neighbours[value] if looker.below(4) else board.ids
        return looker.random.choice(near)
    pools: list[list[str]] = [list(board.sectors), list(rules.battle.deck.cards), list(rules.start().cards)]
    pool = next((pool for pool in pools if value in pool), board.ids)
    return looker.random.choice(list(pool))


# --- what must hold of a position -------------------------------------------------------------------------


def check_cards(rules: CardRules, state: State) -> None:
    """Every card is in one place, at most one in a square; a card near an enemy is face up (6.5.2)."""
    board = rules.battle.board
    there = {card.at: token for token, card in state.cards.items() if card.at not in OFF_BOARD}
    assert there == state.occupants
    assert len(there) == sum(card.at not in OFF_BOARD for card in state.cards.values())
    assert set(there) <= set(board.ids)
    if state.phase not in rules.sequence:
        return
    assert len(set(state.known.values()) & set(rules.battle.counters)) == len(state.cards)
    for square, token in there.items():
        card, side = state.cards[token], rules.battle.side_of(token)
        near = [t for s in rules.battle.near[square] if (t := there.get(s)) is not None]
        if any(rules.battle.side_of(t) != side for t in near):
            assert card.face_up, f"{token} lies face down in {square}, near the enemy"
        assert card.face_up or not card.wounds, f"{token} was hit face down"


def check_events(rules: CardRules, state: State) -> None:
    """3.3, 7.1: each event card is in a hand, in the pile or discarded; no hand grows."""
    held = [token for hand in state.hands.values() for token in hand]
    every = [*held, *state.pile, *state.discard]
    if every:
        assert sorted(every) == sorted(rules.battle.tokens[EVENTS])
    assert all(len(hand) <= rules.battle.deck.hand for hand in state.hands.values())


def check_sectors(rules: CardRules, state: State) -> None:
    """8.11.3: nobody stays in a sector that his side has lost; leaders stand in sectors."""
    board = rules.battle.board
    for side in rules.sides:
        for square, token in state.occupants.items():
            if rules.battle.side_of(token) == side:
                assert board.sector(square) not in state.broken[side], f"{token} is in a broken sector"
        assert state.leaders[side] in (*board.sectors, LOST, RESERVE)
