"""How cards are laid out before the battle: sensibly, or as who judges by what was learnt likes it best.

He begins with the sensible layout and exchanges two cards, or moves his leader, as long as that is better.
The enemy's cards lie face down, so that they count for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from modules.engine.requests import Options
from modules.hastings_pulsipher import orders
from modules.hastings_pulsipher.field import Battle, Field, is_archer
from modules.hastings_pulsipher.player.estimate import STYLES, USUAL, Eyes, worth
from modules.hastings_pulsipher.player.foreseeing import kind_of
from modules.hastings_pulsipher.player.judging import LEAST, worth_of
from modules.hastings_pulsipher.player.network import Network
from modules.hastings_pulsipher.setup import SetUpOptions
from modules.hastings_pulsipher.state import SET_UP, Card, State


def sensible(field: Field, options: SetUpOptions) -> orders.PlaceCard:
    """The best units into the front row, archers into the middle, the weakest behind."""
    token = max(options.waiting, key=lambda t: (not is_archer(field.counter(t)), worth(field, t), t))
    squares = options.free
    if is_archer(field.counter(token)):
        middle = [s for s in squares if s in field.board.home(options.side, 1)]
        squares = middle or squares
    depth = {square: -field.board.rows_ahead(squares[0], square, options.side) for square in squares}
    return orders.PlaceCard(token, min(squares, key=lambda s: (depth[s], _aside(field, s), s)))


def _aside(field: Field, square: str) -> int:
    """How far a column is from the middle of the board, in half columns."""
    return abs(2 * int(square[0]) - field.board.columns - 1)


def best(field: Field, options: SetUpOptions, net: Network) -> orders.PlaceCard:
    """The next card of the layout that is best, in the order of the pack; sensibly if others lie there."""
    at, _ = _best(Dealt.of(field, options.side), net)
    token = options.waiting[0]
    return orders.PlaceCard(token, at[token]) if at[token] in options.free else sensible(field, options)


def best_station(field: Field, side: str, options: Options[orders.Station], net: Network) -> orders.Station:
    """Where the leader is in that layout."""
    _, sector = _best(Dealt.of(field, side), net)
    return next(each for each in options.legal() if each.sector == sector)


@dataclass(frozen=True)
class Dealt:
    """What a side has been dealt: its units in the order of the pack, its events."""

    battle: Battle
    side: str
    units: tuple[str, ...]
    events: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, field: Field, side: str) -> Dealt:
        """As a side sees it that lays out its cards."""
        known, battle = field.state.known, field.battle
        units = tuple(known[t] for t in battle.tokens[battle.letters[side]])
        return cls(battle, side, units, tuple((t, known[t]) for t in field.state.hands[side]))

    def field(self) -> Eyes:
        """The battle before anybody has laid out a card."""
        battle, side, other = self.battle, self.side, self.battle.enemy(self.side)
        mine = battle.tokens[battle.letters[side]]
        every = [token for letter in battle.letters.values() for token in battle.tokens[letter]]
        middle, hand = battle.board.sectors[len(battle.board.sectors) // 2], battle.deck.dealt
        count = sum(card.count for card in battle.deck.cards.values())
        state = State(
            viewer=side,
            turn=1,
            phase=SET_UP,
            active=battle.first,
            known={**dict(zip(mine, self.units, strict=True)), **dict(self.events)},
            cards={token: Card() for token in every},
            leaders={side: middle, other: middle},
            broken={side: frozenset(), other: frozenset()},
            hands={side: tuple(token for token, _ in self.events), other: ("",) * hand},
            pile=("",) * (count - 2 * hand),
            discard=(),
        )
        return Eyes(battle, state, STYLES[USUAL])


@lru_cache(maxsize=64)
def _best(dealt: Dealt, net: Network) -> tuple[Mapping[str, str], str]:
    """Where each card lies, and the leader's sector. It follows from what was dealt alone."""
    field, side = dealt.field(), dealt.side
    options = SetUpOptions(field, side)
    while options.waiting:
        order = sensible(field, options)
        field.state.put(order.card, at=order.at)
        options = SetUpOptions(field, side)
    most, better = worth_of(field, side, net), True
    while better:
        better = False
        for after in list(_changes(field, side)):
            if (found := worth_of(after, side, net)) > most + LEAST:
                most, field, better = found, after, True
    return {t: field.at(t) for t in field.on_board(side)}, field.state.leaders[side]


def _changes(field: Eyes, side: str) -> Iterator[Eyes]:
    """The field after each exchange of two cards that are not alike, and after each move of the leader."""
    for one, other in combinations(field.on_board(side), 2):
        if kind_of(field, one) != kind_of(field, other):
            after = field.like()
            after.swap(one, other)
            yield after
    for sector in field.board.sectors:
        if sector != field.state.leaders[side]:
            after = field.like()
            after.state.leaders[side] = sector
            yield after
