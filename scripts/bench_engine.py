"""What the engine costs: whole games, the legality of an order, the copy of a state, a definition read. One
line a figure: what, a TAB, how much.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

from bench_sizes import Sizes, asked
from bench_timing import seconds, tell

from generator import console
from modules import library
from modules.amounts import count_noun
from modules.engine.driver import Play, run
from modules.engine.requests import Choose, Request, Roll, Shuffle

GAME, SCENARIO = "three_battles", "hastings"
SCENARIOS = ("fulford", "stamford_bridge", "hastings", "campaign")


class Chance:
    """Random numbers from a seed, for samples."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, limit: int) -> int:
        return self._random.randrange(limit)

    def shuffled(self, size: int) -> tuple[int, ...]:
        return tuple(self._random.sample(range(size), size))


def source(rules: Any, chance: Chance, policy: bool) -> Callable[[Request, Any], Any]:
    """What answers each request of a game."""

    def answer(request: Request, state: Any) -> Any:
        if isinstance(request, Choose):
            return rules.advise(request, state, chance) if policy else request.options.sample(chance)
        if isinstance(request, Shuffle):
            return chance.shuffled(request.size)
        assert isinstance(request, Roll)
        return tuple(1 + chance.below(die.sides) for die in request.dice)

    return answer


def figures(sizes: Sizes) -> Iterator[tuple[str, str]]:
    """Everything."""
    for scenario in SCENARIOS if sizes.whole else SCENARIOS[:1]:
        for name, policy in (("random", False), ("policy", True)):
            figure = whole_games(library.rules(GAME, scenario), policy, sizes.runs)
            yield f"a whole {name} game, {scenario}", figure
    rules = library.rules(GAME, SCENARIO if sizes.whole else SCENARIOS[0])
    yield "legality of one order, median", f"{legality(rules):.3f} ms"
    state = Play(rules).state
    rate = sizes.copies / seconds(lambda: copies(state, sizes.copies), sizes.runs)
    yield f"copy of a state of {count_noun(len(state.units), 'unit')}", f"{rate:,.0f}/s"
    read = seconds(lambda: library.definition.__wrapped__(GAME), sizes.runs)
    yield "definition read and checked", f"{read * 1000:.0f} ms"


def whole_games(rules: Any, policy: bool, games: int) -> str:
    """The median of so many games."""
    times, answers = [], []
    for seed in range(games):
        begun = time.perf_counter()
        play = Play(rules)
        run(play, source(rules, Chance(seed), policy))
        times.append(time.perf_counter() - begun)
        answers.append(play.count)
    return f"{statistics.median(times):.2f} s ({sum(answers) / sum(times):,.0f} answers/s)"


def copies(state: Any, count: int) -> None:
    """So many copies, one after another."""
    for _ in range(count):
        state.copy()


def legality(rules: Any) -> float:
    """Median time in ms to check the orders of a policy game, each at its moment."""
    times = []
    play, chance = Play(rules), Chance(1)
    answer = source(rules, chance, policy=True)
    while play.request is not None:
        value = answer(play.request, play.state)
        if isinstance(play.request, Choose):
            begun = time.perf_counter()
            play.request.options.check(value)
            times.append(time.perf_counter() - begun)
        play.answer(value)
    return statistics.median(times) * 1000


if __name__ == "__main__":
    console.spare()  # as the commands do
    tell(figures(asked()))
