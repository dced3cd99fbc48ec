"""The project's figures as a table: what, how much, what it was measured against.

Whole commands run in cold processes; parts run in this one, the median of several runs.
"""

from __future__ import annotations

import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from modules import library
from modules.engine.play import Play, run
from modules.engine.requests import Choose, Request, Roll, Shuffle
from pbem.gamereplay import GameReplay
from pbem.verify import verify_file

GAME, SCENARIO = "three_battles", "hastings"
SCENARIOS = ("fulford", "stamford_bridge", "hastings", "campaign")
GAMES = 5
"""Games played for each median."""
LOG = 5_000
"""Entries of the log whose verification is promised in a time; no single game is so long."""
BIN = Path(sys.executable).parent


class Chance:
    """Random numbers from a seed, for samples."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, limit: int) -> int:
        return self._random.randrange(limit)

    def shuffled(self, size: int) -> tuple[int, ...]:
        return tuple(self._random.sample(range(size), size))


def source(rules: Any, chance: Chance, policy: bool) -> Callable[[Request, Any], Any]:
    def answer(request: Request, state: Any) -> Any:
        if isinstance(request, Choose):
            return rules.advise(request, state, chance) if policy else request.options.sample(chance)
        if isinstance(request, Shuffle):
            return chance.shuffled(request.size)
        assert isinstance(request, Roll)
        return tuple(1 + chance.below(die.sides) for die in request.dice)

    return answer


def seconds(work: Callable[[], object], runs: int = 5) -> float:
    """Median time of some runs, after one that is not counted."""
    work()
    times = []
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


def cold(*command: str, runs: int = 3) -> tuple[float, float]:
    """Median wall time of a command and the most memory that it took, in MB."""
    wall = seconds(
        lambda: subprocess.run([BIN / command[0], *command[1:]], check=True, capture_output=True), runs
    )
    return wall, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def engine() -> Iterator[tuple[str, str]]:
    for scenario in SCENARIOS:
        for name, policy in (("random", False), ("policy", True)):
            yield f"a whole {name} game, {scenario}", whole_games(library.rules(GAME, scenario), policy)
    rules = library.rules(GAME, SCENARIO)
    yield "legality of one order, median", f"{legality(rules):.3f} ms"
    state = Play(rules).state
    yield (
        f"copy of a state of {len(state.units)} units",
        f"{1 / (seconds(lambda: copies(state)) / 10_000):,.0f}/s",
    )
    yield (
        "definition read and checked",
        f"{seconds(lambda: library.definition.__wrapped__(GAME)) * 1000:.0f} ms",
    )


def whole_games(rules: Any, policy: bool) -> str:
    times, answers = [], []
    for seed in range(GAMES):
        begun = time.perf_counter()
        play = Play(rules)
        run(play, source(rules, Chance(seed), policy))
        times.append(time.perf_counter() - begun)
        answers.append(play.count)
    return f"{statistics.median(times):.2f} s ({sum(answers) / sum(times):,.0f} answers/s)"


def copies(state: Any) -> None:
    for _ in range(10_000):
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


def commands(out: Path) -> Iterator[tuple[str, str]]:
    for command in ("senlac", "pbem"):
        wall, _ = cold(command, "--help", runs=7)
        yield f"{command} --help", f"{wall * 1000:.0f} ms"
    works = {
        "pictures": ("senlac", "build", GAME, "--out", str(out / "pictures")),
        "module": ("senlac", "module", GAME, "--out", str(out / "game.vmod")),
        "kit": ("senlac", "kit", GAME, "--paper", "a4", "--out", str(out / "kit.pdf")),
        "a game by move files": ("pbem", "play", f"{GAME}/{SCENARIO}", "--seed", "1", "--out"),
    }
    for name, command in works.items():
        if command[-1] == "--out":
            command = (*command, str(out / "game"))
            begun = time.perf_counter()
            subprocess.run([BIN / command[0], *command[1:]], check=True, capture_output=True)
            wall, peak = (
                time.perf_counter() - begun,
                resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024,
            )
        else:
            wall, peak = cold(*command)
        yield f"{name}, cold process", f"{wall:.2f} s, {peak:.0f} MB"


def main() -> None:
    rows: list[tuple[str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        for part in (engine(), commands(Path(folder)), logs(Path(folder))):
            for row in part:
                rows.append(row)
                print(f"{row[0]:<48} {row[1]}", flush=True)


def logs(out: Path) -> Iterator[tuple[str, str]]:
    """The log of the game that `commands` played: as commands in cold processes, and entry by entry."""
    game = out / "game"
    for label, command in (
        ("log verified with full replay, cold process", ("pbem", "verify", str(game))),
        ("dice of a log verified alone, cold process", ("pbem", "dice", "verify", str(game / "referee"))),
    ):
        wall, _ = cold(*command)
        yield label, f"{wall:.2f} s"
    file = game / "referee" / "game.log"
    count = verify_file(file).count
    for label, check in (
        ("entries verified with full replay", lambda: verify_file(file, GameReplay())),
        ("entries verified without rules", lambda: verify_file(file)),
    ):
        rate = count / seconds(check, 3)
        yield label, f"{rate:,.0f}/s ({count} entries; {LOG:,} at this rate: {LOG / rate:.1f} s)"


if __name__ == "__main__":
    main()
