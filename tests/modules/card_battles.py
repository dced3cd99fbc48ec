"""What must hold of Hastings 1066 (Pulsipher): cards are never lost or doubled, and nobody learns too much.

The watcher works out anew who lies where and what was lost. `Watched` plays one game three ways at once: with
all cards known, and as a side, or the public, sees it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

import watching
from watching import Dice, Watcher

from modules.engine.driver import Play, Snapshot
from modules.engine.orders import Order
from modules.engine.requests import Answer, Choose, Deal, Request, Reveal, Shuffle
from modules.engine.rules.full_rules import FullRules
from modules.engine.state_digest import digest
from modules.hastings_pulsipher import orders
from modules.hastings_pulsipher.sequence import CardRules
from modules.hastings_pulsipher.state import (
    DEAL,
    EVERYTHING,
    LEADERS,
    LOST,
    OFF_BOARD,
    RESERVE,
    SET_UP,
    State,
)

GAME = "hastings_pulsipher"
_GONE = re.compile(
    r"(?:(.+) \d\d is eliminated|(.+) \d\d flees|the card in \d\d flees|the unit in \d\d flees .+)"
)


class CardBattles(Watcher):
    """See the module."""

    game = GAME
    scenarios = ("full", "small")
    rules_folder = GAME

    def check_position(self, rules: FullRules[Any], state: Any) -> None:
        assert isinstance(rules, CardRules)
        check_cards(rules, state)
        check_events(rules, state)
        check_sight(rules, state)

    def check_report(self, rules: FullRules[Any], play: Play[Any]) -> None:
        """As many units were told of as are lost, and as many sectors as are broken."""
        texts = [event.text for event in play.events]
        gone = [text for text in texts if _GONE.fullmatch(text)]
        state: State = play.state
        assert len(gone) == sum(card.at == LOST for card in state.cards.values())
        broke = [text for text in texts if text.endswith(" breaks")]
        assert len(broke) == len(set(broke)) == sum(len(sectors) for sectors in state.broken.values())
        killed = [text for text in texts if text.endswith(" is killed")]
        assert len(killed) == sum(at == LOST for at in state.leaders.values())

    def changed(self, rules: FullRules[Any], state: Any, order: Order, looker: Dice) -> Order:
        assert isinstance(rules, CardRules)
        return changed(rules, order, looker)

    def is_covered(self, rules: FullRules[Any], play: Play[Any], order: Order, listed: list[Order]) -> bool:
        """Lists show one path for each area; in set-up a card that lies may be laid elsewhere."""
        choice = play.request
        assert isinstance(choice, Choose)
        if order in listed or (choice.kind == "setup" and isinstance(order, orders.PlaceCard)):
            return True
        ends = [(o.at, o.path[-1]) for o in listed if isinstance(o, orders.Move)]
        return isinstance(order, orders.Move) and (order.at, order.path[-1]) in ends

    def losses(self, rules: FullRules[Any], state: Any) -> Mapping[str, int]:
        """Units lost."""
        letters = {side: rules.battle.letters[side] for side in rules.sides}  # type: ignore[attr-defined]
        lost = Counter(token[0] for token, card in state.cards.items() if card.at == LOST)
        return {side: lost[letter] for side, letter in letters.items()}


CARD_BATTLES = CardBattles()


def rules_of(scenario: str) -> CardRules:
    rules = watching.rules_of(GAME, scenario)
    assert isinstance(rules, CardRules)
    return rules


# --- what must hold of a position ------------------------------------------------------------------------


def check_cards(rules: CardRules, state: State) -> None:
    """One card an area; each card in one known place; nobody in a sector that his side has lost."""
    battle = rules.battle
    at = {card.at: token for token, card in state.cards.items() if card.at not in OFF_BOARD}
    assert at == state.occupants
    assert set(at) <= set(battle.board.ids)
    assert len(at) == sum(card.at not in OFF_BOARD for card in state.cards.values())
    for side, letter in battle.letters.items():
        assert [t for t in state.cards if t[0] == letter] == list(battle.tokens[letter])
        own = [card for token, card in state.cards.items() if token[0] == letter]
        for card in own:
            assert card.face_up or not card.wounds
            broken = card.at not in OFF_BOARD and battle.board.sector(card.at) in state.broken[side]
            assert not broken, f"{card} in a sector that its side has lost"
        assert state.leaders[side] in (*battle.board.sectors, *OFF_BOARD)
        aside = sum(card.at == RESERVE for card in own)
        assert state.phase in (DEAL, SET_UP) or aside <= battle.forces[side].reserve


def check_events(rules: CardRules, state: State) -> None:
    """Each event is in one hand, in the pile or among the discards; each token is another card."""
    battle, everywhere = (
        rules.battle,
        [*state.pile, *state.discard, *(t for h in state.hands.values() for t in h)],
    )
    if state.phase == DEAL:
        return
    assert sorted(everywhere) == sorted(battle.tokens["E"])
    assert all(len(hand) <= battle.deck.hand for hand in state.hands.values())
    for pack, cards in battle.packs.items():
        named = Counter(state.known[t] for t in battle.tokens[pack] if t in state.known)
        assert not named - Counter(cards)
        assert state.viewer != EVERYTHING or named in (Counter(), Counter(cards))


def check_sight(rules: CardRules, state: State) -> None:
    """6.5.2: who lies near an enemy lies face up, once the front rows are turned up."""
    if state.phase in (DEAL, SET_UP, LEADERS):
        return
    for square, token in state.occupants.items():
        near = [state.occupants[o] for o in rules.battle.near[square] if o in state.occupants]
        assert state.cards[token].face_up or all(other[0] == token[0] for other in near), (
            f"{token} in {square}"
        )


# --- what one side sees ----------------------------------------------------------------------------------


def shown(truth: Mapping[str, int], request: Deal | Reveal, viewer: str) -> dict[str, int]:
    """What whoever holds the packs answers, as far as the viewer may see it."""
    if isinstance(request, Deal):
        return {t: truth[t] for t in request.cards} if request.side == viewer else {}
    if request.wanted:
        found = next((t for t in request.cards if truth[t] in request.wanted), request.cards[0])
        return {found: truth[found]}
    return {t: truth[t] for t in request.cards}


@dataclass
class Watched:
    """One game played by who knows every card and, beside it, from the view of one viewer."""

    scenario: str
    viewer: str
    asked: list[Deal | Reveal] = field(default_factory=list)
    truth: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rules = rules_of(self.scenario)
        self.whole = Play(self.rules)
        self.seen = Play(self.rules, self.rules.view(self.rules.start(), self.viewer))

    def answer(self, value: Answer) -> None:
        """Gives one answer to both, and to the second what it may know besides."""
        request = self.whole.request
        secret = isinstance(request, Shuffle)
        if isinstance(request, Shuffle) and isinstance(value, tuple):
            self.truth |= {f"{request.secret}{i + 1}": int(card) for i, card in enumerate(value)}
        self.whole.follow(value)
        self.seen.follow(() if secret else value)
        while isinstance(self.seen.request, Deal | Reveal):
            self.asked.append(self.seen.request)
            self.seen.answer(shown(self.truth, self.seen.request, self.viewer))

    def check(self) -> None:
        """Both stand at the same point, and the second knows what a view of the first holds."""
        expected = self.rules.view(self.whole.state, self.viewer)
        assert expected == self.seen.state
        if self.whole.count % watching.DIGEST_EVERY == 0:
            assert digest(expected) == digest(self.seen.state)
        assert told_to_all(self.whole) == told_to_all(self.seen)
        assert self.rules.position(expected) == self.rules.position(self.seen.state)
        check_same(self.whole.request, self.seen.request, self.viewer)


def told_to_all(play: Play[Any]) -> list[str]:
    """The report without what a side is told for itself."""
    return [event.text for event in play.events if not event.seen_by]


def check_same(one: Request | None, other: Request | None, viewer: str) -> None:
    """Two players of one game are asked the same, a side the same choices, whatever it cannot see."""
    if not isinstance(one, Choose) or not isinstance(other, Choose):
        assert one == other
        return
    assert (one.side, one.kind, one.ask, one.rule) == (other.side, other.kind, other.ask, other.rule)
    if one.side == viewer:
        assert list(one.options.legal()) == list(other.options.legal())


def disguised(rules: CardRules, play: Play[State], viewer: str, dice: Dice) -> Play[State]:
    """The game as it would stand if the cards that the viewer cannot know were others.

    A hand from which an event was played in this phase stays as it is: of two alike the first is played.
    """
    state = play.state
    hidden = set(state.known) - set(rules.view(state, viewer).known)
    hidden -= set(state.hands[state.active]) if state.played else set()
    mark = play.snapshot()
    boundary = mark.boundary.copy()
    for pack in rules.battle.packs:
        tokens = [t for t in rules.battle.tokens[pack] if t in hidden and t in boundary.known]
        names = [boundary.known[t] for t in tokens]
        boundary.known |= dict(zip(tokens, dice.random.sample(names, len(names)), strict=True))
    return Play.restore(rules, Snapshot(boundary, mark.answers, mark.events, mark.count))


# --- orders that are nearly legal ------------------------------------------------------------------------


def changed(rules: CardRules, order: Order, looker: Dice) -> Order:
    """The order with one thing in it exchanged, added or left out."""
    names = [f.name for f in fields(order)]
    if not names or looker.below(12) == 0:
        return looker.random.choice([orders.Done(), orders.Deploy(), orders.Play("ruse"), orders.Stand("34")])
    name = looker.random.choice(names)
    value = getattr(order, name)
    if isinstance(value, str):
        return replace(order, **{name: _near(rules, value, looker)})
    items = list(value)
    at = looker.below(len(items))
    way = looker.below(3)
    if way == 0 and len(items) > 1:
        del items[at]
    elif way == 1:
        items.insert(at, _near(rules, items[at], looker))
    else:
        items[at] = _near(rules, items[at], looker)
    return replace(order, **{name: tuple(items)})


def _near(rules: CardRules, value: str, looker: Dice) -> str:
    """Something else of its kind; of areas mostly a neighbour, which is the likelier mistake."""
    battle, board = rules.battle, rules.battle.board
    if value in board.ids:
        near = board.neighbours[value] if looker.below(4) else board.ids
        return looker.random.choice(near)
    pools = (board.sectors, tuple(battle.deck.cards), *battle.tokens.values())
    return looker.random.choice(next((pool for pool in pools if value in pool), board.ids))
