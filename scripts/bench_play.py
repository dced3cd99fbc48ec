"""How fast games are played and replayed, with a yardstick in turn: neither the machine counts, nor its load.
One line a figure: what, a TAB, how much.

The yardstick is a fixed piece of plain Python, about a hundredth of a second long. `BEFORE` says how many
decisions were made in its time before hex games shared a room, `GAMES_BEFORE` how long games by policy took
before their players looked at everything once, both measured by this script.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench_sizes import Sizes, asked

from generator import console
from generator.new_game.start import start_game
from modules import library
from modules.engine.driver import Play
from modules.engine.players.match import Match
from modules.engine.players.player import PolicyPlayer
from modules.engine.requests import Choose, Deal, Roll, Shuffle
from modules.free_table.by_rules.mixed_options import MixedOptions

GAME = "three_battles"
STYLES = ("tapestry", "modern", "gunpowder")
WHOLE = Path(__file__).parents[1] / "tests" / "modules" / "ruled_games" / "depots"
"""A game of which the program carries out the whole, with stacks, traces and duties."""
BEFORE = {
    ("fulford", "random"): 9.4,
    ("stamford_bridge", "random"): 5.0,
    ("hastings", "random"): 4.7,
    ("hastings", "policy"): 3.8,
    ("hastings", "replayed"): 17.9,
}
"""Decisions in the time of one yardstick, at commit 20050f3: the medians of three runs."""


BY_POLICY = 3
"""Of so many games one is by policy."""

GAMES_BEFORE = {
    "hastings_pulsipher/small": 20.7,
    "hastings_pulsipher/full": 34.2,
    "year_of_the_comet/campaign": 55.3,
    "three_battles/fulford": 56.9,
    "three_battles/stamford_bridge": 88.5,
    "three_battles/hastings": 149.5,
    "three_battles/campaign": 271.8,
    "shield_wall/hastings": 311.4,
    "hastings_berg/hastings": 1048.6,
}
"""Yardsticks that a game by policy took at commit a1c1fcb, measured once, on a busy machine."""


class Chance:
    """Random numbers from a seed, for samples."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, limit: int) -> int:
        return self._random.randrange(limit)


def yardstick() -> float:
    """The process time of always the same work, in seconds."""
    begun = time.process_time()
    known: dict[int, tuple[int, ...]] = {}
    for i in range(12_000):
        path = known.get(i // 3, ())
        known[i] = (*path[-6:], i)
    return time.process_time() - begun


def played(rules: Any, seed: int, policy: bool) -> tuple[list[Any], int]:
    """All answers of a game, and how many decisions were among them."""
    play, chance, answers, decisions = Play(rules), Chance(seed), [], 0
    while (request := play.request) is not None:
        answer: Any
        if isinstance(request, Choose):
            decisions += 1
            answer = rules.advise(request, play.state, chance) if policy else request.options.sample(chance)
        else:
            assert isinstance(request, Roll)
            answer = tuple(1 + chance.below(die.sides) for die in request.dice)
        play.answer(answer)
        answers.append(answer)
    return answers, decisions


def replayed(rules: Any, orders: list[Any]) -> None:
    """A game from its record: each order is read anew and judged."""
    play = Play(rules)
    for answer in orders:
        play.answer(rules.grammar.parse(answer) if isinstance(answer, str) else answer)


def measured(work: Callable[[int], Callable[[], int]], games: int) -> tuple[float, float]:
    """Decisions a second, and in the time of a yardstick, of so many games after two that are not counted, in
    which the boards are worked out. `work` makes a game ready and gives what plays it, which gives its
    decisions."""
    spent = sticks = 0.0
    decisions = count = 0
    for seed in range(games + 2):
        play = work(seed)
        before, begun = yardstick(), time.process_time()
        made = play()
        took = time.process_time() - begun
        if seed >= 2:
            spent, sticks = spent + took, sticks + before + yardstick()
            decisions, count = decisions + made, count + 2
    return decisions / spent, decisions / spent * sticks / count


def figures(sizes: Sizes) -> Iterator[tuple[str, str, tuple[float, float]]]:
    """The scenario, what is done, and how fast."""
    for scenario, how in islice(BEFORE, None if sizes.whole else 1):
        rules = library.rules(GAME, scenario)

        def game(seed: int, rules: Any = rules, how: str = how) -> Callable[[], int]:
            if how != "replayed":
                return lambda: played(rules, seed, how == "policy")[1]
            answers, decisions = played(rules, seed, policy=True)
            record = [answer if isinstance(answer, tuple) else str(answer) for answer in answers]

            def again() -> int:
                replayed(rules, record)
                return decisions

            return again

        yield scenario, how, measured(game, sizes.games)


def by_policy(name: str, games: int) -> float:
    """Yardsticks that a game takes in which all seats play by policy: the mean of some. Each is played twice,
    after two that are not counted; of games and yardsticks the quicker ones count, as others share the
    machine."""
    game, _, scenario = name.partition("/")
    rules = library.rules(game, scenario)
    spent, sticks = [9e9] * games, [yardstick() for _ in range(9)]
    for seed in (-2, -1, *range(games), *range(games)):
        players = {seat: PolicyPlayer(seed, at) for at, seat in enumerate(rules.seats, 1)}
        match = Match(rules, players, seed)
        begun = time.process_time()
        match.run()
        if seed >= 0:
            spent[seed] = min(spent[seed], time.process_time() - begun)
        sticks.append(yardstick())
    return sum(spent) / games / min(sticks)


def by_clauses(rules: Any, seed: int) -> int:
    """The decisions of a game whose clauses the program carries out: moves at random, nothing by hand."""
    play, chance, decisions = Play(rules), Chance(seed), 0
    while (request := play.request) is not None:
        answer: Any
        if isinstance(request, Choose):
            decisions += 1
            by_program = isinstance(request.options, MixedOptions)
            sample = request.options.sample
            answer = sample(chance) if by_program else rules.advise(request, play.state, chance)
        elif isinstance(request, Roll):
            answer = tuple(1 + chance.below(die.sides) for die in request.dice)
        elif isinstance(request, Shuffle):
            answer = tuple(range(request.size))
        else:
            assert isinstance(request, Deal)
            answer = {card: number for number, card in enumerate(request.cards)}
        play.answer(answer)
    return decisions


def clause_figures(sizes: Sizes) -> Iterator[tuple[str, tuple[float, float]]]:
    """Each start game on hexes, and how fast it is played by its clauses."""
    with TemporaryDirectory() as place:
        for style in islice(STYLES, None if sizes.whole else 1):
            folder = Path(place) / style
            start_game(folder, "Karsk", style, "hexes")
            rules = library.rules(str(folder), next(iter(library.definition(str(folder)).scenarios)))
            yield style, measured(lambda seed, rules=rules: partial(by_clauses, rules, seed), sizes.games)  # type: ignore[misc]


def whole_figures(sizes: Sizes) -> Iterator[tuple[str, tuple[float, float]]]:
    """How fast a game with whole attacks is played: at random, and by the general player."""
    rules = library.rules(str(WHOLE), "must")
    for how in ("random", "policy"):

        def game(seed: int, how: str = how) -> Callable[[], int]:
            return lambda: played(rules, seed, how == "policy")[1]

        yield how, measured(game, sizes.games)


def main() -> None:
    console.spare()  # as the commands do
    sizes = asked()
    for name, was in islice(GAMES_BEFORE.items(), None if sizes.whole else 1):
        now = by_policy(name, max(1, sizes.games // BY_POLICY))
        print(
            f"a game by policy, {name}\t{now:.1f} yardsticks, {was / now:.2f} times as fast as before",
            flush=True,
        )
    found = dict[tuple[str, str], float]()
    for scenario, how, (rate, by_yardstick) in figures(sizes):
        found[scenario, how] = rate
        before = BEFORE[scenario, how]
        times = f"{by_yardstick / before:.1f} times those before hex games shared a room"
        print(
            f"{how} decisions, {scenario}\t{rate:,.0f}/s ({by_yardstick:.1f} a yardstick, {times})",
            flush=True,
        )
    fulford = found["fulford", "random"]
    for style, (rate, _) in clause_figures(sizes):
        told = f"{rate:,.0f}/s, {rate / fulford:.2f} of those of fulford"
        print(f"random decisions by clauses, start game {style}\t{told}", flush=True)
    for how, (rate, _) in whole_figures(sizes):
        told = f"{rate:,.0f}/s, {rate / fulford:.2f} of the random ones of fulford"
        print(f"{how} decisions with whole attacks\t{told}", flush=True)


if __name__ == "__main__":
    main()
