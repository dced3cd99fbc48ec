"""A player that tries plans out before it decides.

A plan is a style of the game's policy for one player turn, or one legal order and the usual style after it.
Each is played on a few times, in whole games that fit what the seat knows, to the same phase some turns
later, and the positions are weighed. All plans meet the same dice. Its strength is the number of playouts,
never time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from modules.engine.orders import Order
from modules.engine.play import Play
from modules.engine.players.evaluation import Weighing, value
from modules.engine.players.match import fallen
from modules.engine.requests import Choose, Secret
from modules.engine.seeded import Seeded
from modules.engine.whole import fitting

FEW: Final = 6
"""Orders of a decision that are tried: that of the policy, and legal ones, drawn where they are more."""

LEAST: Final = 3
"""Playouts of each plan without which nothing is known of it: the usual one is taken."""

SURE: Final = 2.0
"""Standard errors by which another plan must be better than the usual one."""

MOST_ANSWERS: Final = 4000
"""Answers after which a playout is weighed where it is."""


class CannotSearch(Exception):
    """A game that cannot be played on from what one seat knows."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A style for the rest of the player turn, and the order with which it begins, if one is given."""

    style: str
    order: Order | None = None


class SearchingPlayer:
    """Plays one seat. `budget`: playouts for each choice of a style, and for each decision
    that is weighed order by order."""

    def __init__(self, seat: str, side: str, weighing: Weighing, budget: int, seed: int) -> None:
        self.seat, self.side, self.budget, self.playouts = seat, side, budget, 0
        self._weighing, self._seed = weighing, seed
        self._styles = weighing.styles.get(side, ("",))
        self._phase: tuple[int, str, str] | None = None
        self._style = self._styles[0]

    def order(self, play: Play[Any], choice: Choose) -> Order:
        """The first order of the best plan. The same game and seed give the same order."""
        if play.rules.closed_orders:
            raise CannotSearch("in this game orders stay closed: nobody can play on from what he knows")
        chance = Seeded(self._seed, play.count)
        place = _place(play)
        if place != self._phase and place[1] in self._weighing.phases:
            self._phase = place
            self._style = self._best(play, [Plan(style) for style in self._styles]).style
        usual = play.rules.advise_in(self._style, choice, play.state, chance)
        if choice.kind not in self._weighing.weighed:
            return usual
        rest = [order for order in choice.options.legal() if order != usual]
        few = [rest[each] for each in sorted(chance.shuffled(len(rest))[: FEW - 1])]
        plans = [Plan(self._style, order) for order in (usual, *few)]
        return self._best(play, plans).order or usual

    def _best(self, play: Play[Any], plans: Sequence[Plan]) -> Plan:
        """The plan that did best: another than the usual one only if it was better beyond its error."""
        rounds = self.budget // len(plans)
        if len(plans) == 1 or rounds < LEAST:
            return plans[0]
        found: list[list[float]] = [[] for _ in plans]
        for number in range(rounds):
            for plan, values in zip(plans, found, strict=True):
                values.append(self._playout(play, plan, number))
        best, most = plans[0], 0.0
        for plan, values in zip(plans[1:], found[1:], strict=True):
            gains = [mine - usual for mine, usual in zip(values, found[0], strict=True)]
            gain = sum(gains) / rounds - SURE * _error(gains)
            if gain > most:
                best, most = plan, gain
        return best

    def _playout(self, play: Play[Any], plan: Plan, number: int) -> float:
        """What a position is worth to which a plan leads, by the dice of this number."""
        self.playouts += 1
        chance = Seeded(self._seed, play.count, number + 1)
        game = fitting(play, self.seat, chance)
        start, end = _place(game), game.state.turn + self._weighing.turns_ahead
        if plan.order is not None:
            game.answer(plan.order)
        for _ in range(MOST_ANSWERS):
            request, here = game.request, _place(game)
            if request is None or here[0] > end or (here[0] == end and here[1:] == start[1:]):
                break
            if isinstance(request, Choose):
                same = (here[0], here[2]) == (start[0], start[2])
                game.answer(self._reply(game, request, plan.style if same else "", chance))
            elif isinstance(request, Secret):
                replies = {who: self._reply(game, one, "", chance) for who, one in request.choices.items()}
                game.answer(replies)
            else:
                game.answer(fallen(request, chance))
        return value(game.rules, self._weighing.weights, game.state, self.side)

    def _reply(self, game: Play[Any], choice: Choose, style: str, chance: Seeded) -> Order:
        """The plan's style in its player turn, the seat's usual one later; the others play by policy."""
        used = (style or self._styles[0]) if choice.seat == self.seat else ""
        return game.rules.advise_in(used, choice, game.state, chance)


def _place(play: Play[Any]) -> tuple[int, str, str]:
    state = play.state
    return state.turn, state.phase, state.active


def _error(gains: Sequence[float]) -> float:
    """The standard error of a mean."""
    count = len(gains)
    mean = sum(gains) / count
    return sqrt(sum((each - mean) ** 2 for each in gains) / (count - 1) / count)
