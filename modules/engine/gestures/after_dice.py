"""What a person did after dice in the same sitting: he cannot know what will fall when his orders are carried
out, but what he did is an order if it is one after some fall of the dice.

The game is tried out: each way in which the next dice may fall alike, the others deciding as for a side whose
time is over. What fits, wherever it fits, as one and the same order is that order; it is used if the dice
then allow it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from modules.engine.gestures.gathering import Made
from modules.engine.gestures.reading import due, fitting
from modules.engine.orders import Order
from modules.engine.play import Play
from modules.engine.requests import Choose, Roll

_MOST: Final = 12
"""Games that are tried out beside one another."""
_FARTHEST: Final = 40
"""Dice and decisions of others that are passed in each."""


class AfterDice:
    """The games that may come of one in which dice are due, each where a seat must decide again."""

    def __init__(self, play: Play[Any], seat: str) -> None:
        self._seat = seat
        self._games = _spread([Play.restore(play.rules, play.snapshot())], seat)

    def take(self, made: Made) -> Order | None:
        """The order that a gesture, its pieces called as orders call them, is in all games in which it is
        one; these then go on with it. None, with all as they were, if it is none or not the same in all."""
        found: dict[Order, list[Play[Any]]] = {}
        for game in self._games:
            choice = due(game, self._seat)
            orders = () if choice is None else fitting(game, choice, made.gesture)
            if len(orders) > 1:
                return None
            for order in orders:
                found.setdefault(order, []).append(game)
        if len(found) != 1:
            return None
        ((order, games),) = found.items()
        for game in games:
            game.answer(order)
        self._games = _spread(games, self._seat)
        return order


def _spread(games: Sequence[Play[Any]], seat: str) -> list[Play[Any]]:
    """The games in which these go on to the next decision of a seat, as the next dice may fall."""
    found: list[Play[Any]] = []
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


def _onward(game: Play[Any], seat: str, value: int) -> list[Play[Any]]:
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
        else:
            view = game.rules.view(game.state, "")
            game.answer(game.rules.standing().default(view, request))
    return []
