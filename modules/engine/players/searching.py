"""A player that tries plans out before it decides.

A plan is a style of the game's policy for one player turn, or one legal order and the usual style after it.
Each is played on a few times, in whole games that fit what the seat knows, to the same phase some turns
later, and the positions are weighed. All plans meet the same dice, each by what it is rolled for. Its
strength is the number of playouts, never time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final, TypeAlias
from zlib import crc32

from modules.engine.determinization import determinize
from modules.engine.driver import Play, play_with
from modules.engine.orders import Order
from modules.engine.players.evaluation import Weighing, value
from modules.engine.players.match import fallen
from modules.engine.requests import Choose, Roll, Secret
from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.rules.play_rules import PlayRules
from modules.engine.rules.view_rules import ViewRules
from modules.engine.seeded_random import SeededRandom

Place: TypeAlias = tuple[str, int, str, str]
"""Battle, turn, phase, and whose phase it is."""

FEW: Final = 6
"""Orders of a decision that are tried: that of the policy, and legal ones, drawn where they are more."""

LEAST: Final = 3
"""Playouts of each plan without which nothing is known of it: the usual one is taken."""

SURE: Final = 1.0
"""Standard errors by which another plan must be better than the usual one."""

MOST_ANSWERS: Final = 4000
"""Answers after which a playout is weighed where it is."""


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
        self._phase: Place | None = None
        self._style = ""

    def order(self, play: Play[PlayRules[Any]], choice: Choose) -> Order:
        """The first order of the best plan. The same game and seed give the same order. Raises MissingPart
        for a game without advice."""
        return self._order(play_with(play, AdviceRules), choice)

    def _order(self, play: Play[AdviceRules[Any]], choice: Choose) -> Order:
        chance = SeededRandom(self._seed, play.count)
        place, styles = _place(play), self._styles(play)
        if place != self._phase:
            self._phase, self._style = place, self._style if self._style in styles else styles[0]
            if place[2] in self._weighing.phases:
                self._style = self._best(play, [Plan(style) for style in styles]).style
        usual = play.rules.advise_in(self._style, choice, play.state, chance)
        if choice.kind not in self._weighing.weighed:
            return usual
        plans = [Plan(self._style, order) for order in self._tried(play, choice, usual, chance)]
        return self._best(play, plans).order or usual

    def _tried(
        self, play: Play[AdviceRules[Any]], choice: Choose, usual: Order, chance: SeededRandom
    ) -> list[Order]:
        """Orders worth a trial, the usual one first: what the other styles would give, then any."""
        found = {usual: None}
        for style in self._styles(play):
            found[play.rules.advise_in(style, choice, play.state, chance)] = None
        for _ in range(FEW):
            if len(found) < FEW:
                found[choice.options.sample(chance)] = None
        return [*found][:FEW]

    def _styles(self, play: Play[ViewRules[Any]]) -> tuple[str, ...]:
        """Those that are worth trying, the usual one first."""
        styles, part = self._weighing.styles, play.rules.battle_of(play.state)
        return styles.get(f"{part}/{self.side}") or styles.get(self.side) or ("",)

    def _best(self, play: Play[AdviceRules[Any]], plans: Sequence[Plan]) -> Plan:
        """The plan that did best: another than the usual one, the first, only if it was better beyond error.

        Sequential halving (Karnin, Koren, Somekh 2013): each stage has the same part of the budget, and the
        worse half of the others ends with it. All have met the same dice, so that their differences count.
        """
        stages = max(1, (len(plans) - 1).bit_length())
        if len(plans) == 1 or self.budget // stages < LEAST * len(plans):
            return plans[0]
        usual: list[float] = []
        others: list[tuple[Plan, list[float]]] = [(plan, []) for plan in plans[1:]]
        for _ in range(stages):
            first = len(usual)
            numbers = range(first, first + self.budget // stages // (len(others) + 1))
            usual += (self._playout(play, plans[0], number) for number in numbers)
            for plan, values in others:
                values += (self._playout(play, plan, number) for number in numbers)
            others.sort(key=lambda each: -sum(each[1]))
            others = others[: (len(others) + 1) // 2]
        best, values = others[0]
        gains = [mine - its for mine, its in zip(values, usual, strict=True)]
        return best if sum(gains) / len(gains) > SURE * _error(gains) else plans[0]

    def _playout(self, play: Play[AdviceRules[Any]], plan: Plan, number: int) -> float:
        """What a position is worth to which a plan leads, by the dice of this number."""
        self.playouts += 1
        chance = SeededRandom(self._seed, play.count, number + 1)
        dice = CommonDice(self._seed, play.count, number + 1)
        game = determinize(play, self.seat, chance)
        start, end = _place(game), game.state.turn + self._weighing.turns_ahead
        if plan.order is not None:
            game.answer(plan.order)
        for _ in range(MOST_ANSWERS):
            request, here = game.request, _place(game)
            if request is None or here[0] != start[0] or here[1] > end or (here[1:] == (end, *start[2:])):
                break
            if isinstance(request, Choose):
                same = (here[1], here[3]) == (start[1], start[3])
                game.answer(self._reply(game, request, plan.style if same else "", chance))
            elif isinstance(request, Secret):
                replies = {who: self._reply(game, one, "", chance) for who, one in request.choices.items()}
                game.answer(replies)
            elif isinstance(request, Roll):
                game.answer(dice.rolled(request, here))
            else:
                game.answer(fallen(request, chance))
        return value(game.rules, self._weighing.weights, game.state, self.side)

    def _reply(self, game: Play[AdviceRules[Any]], choice: Choose, style: str, chance: SeededRandom) -> Order:
        """The plan's style in its player turn, the seat's usual one later; the others play by policy."""
        used = (style or self._styles(game)[0]) if choice.seat == self.seat else ""
        return game.rules.advise_in(used, choice, game.state, chance)


class CommonDice:
    """Dice that follow from a seed and what each is rolled for: two plans of which the same comes throw the
    same, whatever else was rolled before."""

    def __init__(self, *seed: int) -> None:
        self._seed, self._thrown = seed, Counter[int]()

    def rolled(self, request: Roll, place: Place) -> tuple[int, ...]:
        """One value a die."""
        found = []
        for die in request.dice:
            mark = crc32(f"{place[1]} {place[3]} {die.label}".encode())
            self._thrown[mark] += 1
            found.append(1 + SeededRandom(*self._seed, mark, self._thrown[mark]).below(die.sides))
        return tuple(found)


def _place(play: Play[ViewRules[Any]]) -> Place:
    state = play.state
    return play.rules.battle_of(state), state.turn, state.phase, state.active


def _error(gains: Sequence[float]) -> float:
    """The standard error of a mean."""
    count = len(gains)
    mean = sum(gains) / count
    return sqrt(sum((each - mean) ** 2 for each in gains) / (count - 1) / count)
