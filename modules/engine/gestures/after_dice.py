"""What a person did after dice, or after cards were shown, in the same sitting: he cannot know what will fall
or lie there when his orders are carried out, but what he did is an order if it is one after some of it.

The game is tried out: each way in which the next dice may fall alike, what is hidden from him filled in, the
others deciding as for a side whose time is over. What fits, wherever it fits, as one and the same order is
that order; it is used if the game then allows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from modules.engine.determinization import CannotDeterminize, determinize
from modules.engine.driver import Play
from modules.engine.errors import Illegal
from modules.engine.gestures.hand import Gesture, Phase, Put
from modules.engine.gestures.reading import (
    belongs,
    due,
    fault_of,
    fitting,
    is_in,
    that_closes,
    with_order_names,
)
from modules.engine.orders import Order
from modules.engine.requests import Choose, Roll
from modules.engine.rules.answers import WrongAnswer
from modules.engine.rules.mail_rules import vocabulary_of
from modules.engine.rules.play_rules import PlayRules
from modules.engine.rules.required_parts import MissingPart
from modules.engine.rules.view_rules import ViewRules
from modules.engine.seeded_random import SeededRandom

_MOST: Final = 12
"""Games that are tried out beside one another."""
_FARTHEST: Final = 40
"""Dice and decisions of others that are passed in each."""
_GUESSES: Final = 2
"""So many ways in which what is hidden may be."""


class AfterDice:
    """The games that may come of one in its turn, each where a seat must decide again: from its begin,
    `play`, with the orders that the seat gave until dice were due, or cards to be shown."""

    def __init__(self, play: Play[ViewRules[Any]], orders: Sequence[Order], seat: str) -> None:
        self._seat, self._turn = seat, play.state.turn
        self._games = self._on([game for game in _whole(play, seat) if _given(game, orders)])

    def take(self, gesture: Gesture) -> Order | None:
        """The order that a gesture is in all games in which it is one; these then go on with it. None, with
        all as they were, if it is none or not the same in all."""
        found: dict[Order, list[Play[ViewRules[Any]]]] = {}
        for game in self._games:
            choice = due(game, self._seat)
            orders = () if choice is None else _orders(game, choice, gesture)
            if len(orders) > 1:
                return None
            for order in orders:
                found.setdefault(order, []).append(game)
        if len(found) != 1:
            return None
        ((order, games),) = found.items()
        for game in games:
            game.answer(order)
        self._games = self._on(games)
        return order

    def against(self, gesture: Gesture) -> Illegal | None:
        """The rule against which a gesture is in all games that are tried, where orders like it are due; its
        reason, where it is one for all. It tells nothing of what will fall, or lies hidden: the games know
        neither."""
        faults: dict[str, Illegal] = {}
        for game in self._games:
            choice = due(game, self._seat)
            if choice is None or not belongs(game, choice, with_order_names(game, gesture)):
                return None
            fault = fault_of(game, choice, with_order_names(game, gesture))
            faults[fault.reason] = fault
        if len({fault.rule for fault in faults.values()}) != 1:
            return None
        (first, *more) = faults.values()
        return Illegal(first.rule, "however the dice fell that were tried") if more else first

    def _on(self, games: Sequence[Play[ViewRules[Any]]]) -> list[Play[ViewRules[Any]]]:
        """The games in which these go on; a log tells nothing of the turns that follow."""
        return [game for game in _spread(games, self._seat) if game.state.turn == self._turn]


def _whole(play: Play[ViewRules[Any]], seat: str) -> list[Play[ViewRules[Any]]]:
    """Games that stand where one does and go on by themselves, with what the seat does not know filled in;
    where that cannot be done the one itself, which goes on to the next hidden card."""
    rules = play.rules
    guesses = _GUESSES if rules.needs_secret else 1
    try:
        return [determinize(play, seat, SeededRandom(number)) for number in range(guesses)]
    except (CannotDeterminize, MissingPart):
        return [Play.restore(rules, play.snapshot())]


def _given(game: Play[PlayRules[Any]], orders: Sequence[Order]) -> bool:
    """Gives orders one after the other; whether the game took them all."""
    try:
        for order in orders:
            game.answer(order)
    except (Illegal, WrongAnswer):
        return False
    return True


def _orders(game: Play[ViewRules[Any]], choice: Choose, gesture: Gesture) -> tuple[Order, ...]:
    """The orders that a gesture may be; the word that closes the phase, where it says that this one is
    over."""
    if isinstance(gesture, Phase):
        done = that_closes(game, choice) if is_in(game, gesture) else None
        return () if done is None else (done,)
    found = (fitting(game, choice, with_order_names(game, each)) for each in _rest_of(game, gesture))
    return next((orders for orders in found if orders), ())


def _rest_of(game: Play[ViewRules[Any]], gesture: Gesture) -> Iterator[Gesture]:
    """A gesture, and what is left of its way from where its pieces lie now: dice or a landing may have
    brought them on."""
    yield gesture
    if isinstance(gesture, Put) and len(gesture.way) > 2:
        lies = {each.counter: each.place for each in game.rules.position(game.state)}
        for at in range(1, len(gesture.way) - 1):
            if all(lies.get(piece.counter) == gesture.way[at] for piece in gesture.pieces):
                yield replace(gesture, way=gesture.way[at:])


def _spread(games: Sequence[Play[ViewRules[Any]]], seat: str) -> list[Play[ViewRules[Any]]]:
    """The games in which these go on to the next decision of a seat, as the next dice may fall."""
    found: list[Play[ViewRules[Any]]] = []
    for game in games:
        rolled = game.request
        if isinstance(rolled, Roll):
            for value in range(1, min(die.sides for die in rolled.dice) + 1):
                branch = Play.restore(game.rules, game.snapshot())
                branch.answer((value,) * len(rolled.dice))
                found += _onward(branch, seat, value)
        else:
            found += _onward(game, seat, 1)
        if len(found) >= _MOST:
            return found[:_MOST]
    return found


def _onward(game: Play[ViewRules[Any]], seat: str, value: int) -> list[Play[ViewRules[Any]]]:
    """A game brought to a seat's next decision, dice falling on a value; nothing where it does not come to
    one."""
    for _ in range(_FARTHEST):
        request = game.request
        if isinstance(request, Roll):
            game.answer(tuple(min(value, die.sides) for die in request.dice))
        elif not isinstance(request, Choose):
            return []
        elif request.seat == seat:
            return [game]
        elif not request.options.legal():
            return []
        else:
            view = game.rules.view(game.state, "")
            game.answer(vocabulary_of(game.rules).default(view, request))
    return []
