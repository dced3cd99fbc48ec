"""What may come after dice that nobody has rolled yet: a few games in which they fall by chance, so that a
player can say what comes then.

The seeds are always the same, and prove nothing. For example, after an attack the player says a second one:
in 9 of 12 games it could be carried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from modules.engine.driver import Play
from modules.engine.errors import OrderError
from modules.engine.orders import Order
from modules.engine.players.match import fallen
from modules.engine.requests import Choose, Roll, Shuffle
from modules.engine.rules.mail_rules import MailRules
from modules.engine.seeded_random import SeededRandom

GAMES: Final = 12
_FEW: Final = 3
"""Games among which the nearest is chosen where no line is to be counted."""
_MOST_ANSWERS: Final = 400
"""Answers in one of these games until it is given up."""


@dataclass(frozen=True, slots=True)
class Supposed:
    """`used`: for each of the orders that came up in any of the games, in how many it was carried out; the
    others are for another turn. `play`: the game in which all of them were, the seat decides next and least
    lies elsewhere than now; None where there is none."""

    used: tuple[int, ...]
    play: Play[MailRules[Any]] | None


def suppose(play: Play[MailRules[Any]], seat: str, orders: Sequence[Order]) -> Supposed:
    """Follows the games behind dice, with the orders that the seat has said for then; the others answer by
    the game's defaults. `play` stays where it is."""
    many = GAMES if orders else _FEW
    games = [_Game(play, seat, SeededRandom(seed), orders) for seed in range(many)]
    asked = min(len(orders), max(game.asked for game in games))
    used = tuple(sum(game.given > number for game in games) for number in range(asked))
    whole = [game for game in games if game.decides]
    nearest = min(whole, key=lambda game: _count_moved(play, game.play), default=None)
    return Supposed(used, None if nearest is None else nearest.play)


class _Game:
    """One of the games, to the end of the turn at most. `given`: how many orders were carried out; `asked`:
    how many times the seat had to decide; `decides`: it must decide next, and all its orders were."""

    def __init__(
        self, play: Play[MailRules[Any]], seat: str, chance: SeededRandom, orders: Sequence[Order]
    ) -> None:
        self.play = Play.restore(play.rules, play.snapshot())
        self._seat, self._chance, self._orders = seat, chance, orders
        self._since = (play.state.turn, play.state.active)
        self.given = self.asked = 0
        for _ in range(_MOST_ANSWERS):
            if not self._go_on():
                break
        self.decides = self.asked > self.given == len(orders)

    def _go_on(self) -> bool:
        """Answers what is due; False where nobody can tell what comes, or the seat must decide."""
        request, state = self.play.request, self.play.state
        if (state.turn, state.active) != self._since:
            return False
        if isinstance(request, Roll | Shuffle):
            self.play.answer(fallen(request, self._chance))
            return True
        if not isinstance(request, Choose):
            return False
        if request.seat == self._seat:
            return self._give()
        known = self.play.rules.view(self.play.state, "")
        self.play.answer(self.play.rules.standing_vocabulary().default(known, request))
        return True

    def _give(self) -> bool:
        self.asked += 1
        if self.given == len(self._orders):
            return False
        try:
            self.play.answer(self._orders[self.given])
        except OrderError:
            return False
        self.given += 1
        return True


def _count_moved(before: Play[MailRules[Any]], after: Play[MailRules[Any]]) -> int:
    """How much lies elsewhere, or is gone."""
    here, there = (set(play.rules.position(play.state)) for play in (before, after))
    return len(here ^ there)
