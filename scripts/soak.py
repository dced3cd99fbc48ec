"""Thousands of games: watched for faults as in the tests, or counted for the balance table.

Everything of a game follows from scenario, players and seed: options, orders and dice. A fault is told with
the command that repeats it.
"""

from __future__ import annotations

import argparse
import ast
import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from multiprocessing import Pool, cpu_count
from pathlib import Path

from modules.amounts import count_noun

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "modules"), str(ROOT / "tests" / "modules" / "by_rules")]

from battles import BATTLES  # noqa: E402 - the watchers of the tests lie outside of any package
from card_battles import CARD_BATTLES  # noqa: E402
from comet_battles import COMET  # noqa: E402
from ridge_battles import RIDGE  # noqa: E402
from senlac_battles import SENLAC  # noqa: E402
from stack_battles import STACKS, WHOLE  # noqa: E402
from watching import Dice, Watcher, check_replay, drawn_options, rules_of  # noqa: E402

from modules.engine.driver import Play  # noqa: E402
from modules.engine.requests import Roll  # noqa: E402

WATCHED = (BATTLES, CARD_BATTLES, RIDGE, SENLAC, COMET, STACKS, *WHOLE)
WATCHERS: dict[str, Watcher] = {each.game: each for each in WATCHED}
SCENARIOS = [f"{game}/{scenario}" for game, each in WATCHERS.items() for scenario in each.scenarios]
SENSES = {"random": 0.0, "mixed": 0.7, "policy": 1.0}
LOOK_EVERY = 40
TELLERS = {"Tell", "roll", "risk", "kill_leader", "_release"}
"""The calls in the rules' code that carry the number of the rule that fires."""


@dataclass(frozen=True)
class Job:
    """One game of a GAME/SCENARIO. `options`: whether it draws options from its seed; `given`: those of the
    command line instead."""

    scenario: str
    players: str
    seed: int
    options: bool = True
    given: tuple[str, ...] = ()

    @property
    def repeat(self) -> str:
        """The command that plays this game alone."""
        given = "".join(f" --option {name}" for name in self.given) + ("" if self.options else " --plain")
        return f"scripts/soak {self.scenario} --players {self.players} --first {self.seed} --games 1{given}"

    @property
    def name(self) -> tuple[str, str]:
        """The game, as the library calls it, and its scenario."""
        return self.watcher.word, self.scenario.partition("/")[2]

    @property
    def watcher(self) -> Watcher:
        """Who watches games of this kind."""
        return WATCHERS[self.scenario.partition("/")[0]]

    def chosen(self) -> tuple[str, ...]:
        """Its options."""
        if self.given:
            return self.given
        return drawn_options(*self.name, Dice(self.seed)) if self.options else ()


@dataclass
class Ended:
    """What came of a game; `fault` is a traceback where it was not played to its end."""

    job: Job
    fault: str = ""
    answers: int = 0
    winner: str = ""
    level: str = ""
    losses: dict[str, int] = field(default_factory=dict)
    rules: Counter[str] = field(default_factory=Counter)


def watched(job: Job) -> Ended:
    """Plays a game with every check, and again from its answers."""
    try:
        sense, scenario = SENSES[job.players], job.name[1]
        record = job.watcher.play_watched(scenario, job.seed, job.chosen(), sense, LOOK_EVERY)
        check_replay(record)
    except Exception:  # whatever goes wrong in a game is what is looked for
        return Ended(job, traceback.format_exc())
    outcome = record.play.state.outcome
    return Ended(job, answers=record.play.count, winner=outcome.winner, level=outcome.level)


def play_and_count(job: Job) -> Ended:
    """Plays a game without checks and counts what its report says."""
    rules, dice = rules_of(*job.name, job.chosen()), Dice(job.seed)
    play = Play(rules)
    fired: Counter[str] = Counter()
    while play.request is not None:
        if isinstance(play.request, Roll):
            fired[play.request.rule] += len(play.request.dice)
        play.answer(job.watcher.answer(rules, play.request, play.state, dice, SENSES[job.players]))
    fired.update(event.rule for event in play.events)
    losses = dict(job.watcher.losses(rules, play.state))
    winner = play.state.outcome.winner
    return Ended(job, "", play.count, winner, job.watcher.level(play), losses, fired)


# --- faults ----------------------------------------------------------------------------------------------


def soak(jobs: Sequence[Job], workers: int) -> int:
    """Plays until the first fault; the exit code."""
    counts: Counter[tuple[str, str]] = Counter()
    ends: Counter[tuple[str, str, str]] = Counter()
    answers, begun = 0, time.perf_counter()
    print(count_noun(len(jobs), "game"), flush=True)
    with Pool(workers) as pool:
        for ended in pool.imap_unordered(watched, jobs, chunksize=4):
            if ended.fault:
                pool.terminate()
                print(f"{ended.fault}\nRepeat: {ended.job.repeat}", file=sys.stderr)
                return 1
            counts[ended.job.scenario, ended.job.players] += 1
            ends[ended.job.scenario, ended.job.players, ended.winner or "nobody"] += 1
            answers += ended.answers
    for (scenario, players), number in sorted(counts.items()):
        won = sorted((who, n) for (s, p, who), n in ends.items() if (s, p) == (scenario, players))
        print(f"{scenario:28} {players:7} {number:6} games  " + ", ".join(f"{who} {n}" for who, n in won))
    spent = time.perf_counter() - begun
    print(
        f"{count_noun(sum(counts.values()), 'game')}, {count_noun(answers, 'answer')}, {spent:.0f} "
        "s, no fault"
    )
    return 0


# --- balance ---------------------------------------------------------------------------------------------


def balance(scenarios: Sequence[str], games: int, first: int, workers: int, given: tuple[str, ...]) -> int:
    """Prints the tables for the game's page: games without options, and a quarter as many with options drawn;
    of the rules, also those that fire in random games alone."""
    some = -(-games // 4)
    kinds: tuple[tuple[str, bool, int], ...] = (
        ("policy", False, games), ("policy", True, some), ("random", True, some)
    )  # fmt: skip
    if given:
        kinds = (("policy", True, games),)
    jobs = [
        Job(scenario, players, seed, options, given)
        for scenario in scenarios
        for players, options, number in kinds
        for seed in range(first, first + number)
    ]
    with Pool(workers) as pool:
        found = list(pool.imap(play_and_count, jobs, chunksize=8))
    print("\n".join([*outcomes(scenarios, found), "", *firings(scenarios, found)]))
    return 0


def outcomes(scenarios: Sequence[str], found: Sequence[Ended]) -> Iterator[str]:
    """Who wins between two policies, how, at what cost."""
    yield "| scenario | options | games | winner | how (rule) | share | lost on average |"
    yield "|---|---|--:|---|---|--:|---|"
    for scenario, options in product(scenarios, (False, True)):
        wanted = Job(scenario, "policy", 0, options)
        games = [e for e in found if replace(e.job, seed=0, given=()) == wanted]
        ways = Counter((e.winner or "nobody", e.level) for e in games)
        for (winner, level), number in sorted(ways.items(), key=lambda item: (item[0][0], -item[1])):
            those = [e.losses for e in games if (e.winner or "nobody", e.level) == (winner, level)]
            lost = ", ".join(f"{side} {mean(x.get(side) for x in those)}" for side in sides_of(those))
            drawn = ", ".join(games[0].job.given) or ("drawn" if options else "none")
            share = f"{100 * number / len(games):.0f} %"
            yield f"| {scenario} | {drawn} | {len(games)} | {winner} | {level} | {share} | {lost} |"


def sides_of(losses: Iterable[dict[str, int]]) -> list[str]:
    return list(dict.fromkeys(side for one in losses for side in one))


def mean(values: Iterable[int | None]) -> str:
    known = [value for value in values if value is not None]
    return f"{sum(known) / len(known):.0f}"


def firings(scenarios: Sequence[str], found: Sequence[Ended]) -> Iterator[str]:
    """How often each rule fired in a game, on average; in brackets those that fired in random games alone;
    and those that the code can tell of and never did."""
    yield "| rule | " + " | ".join(scenarios) + " |"
    yield "|---|" + "--:|" * len(scenarios)
    totals: Counter[tuple[str, str, str]] = Counter()
    games: Counter[tuple[str, str]] = Counter()
    for ended in found:
        games[ended.job.scenario, ended.job.players] += 1
        for rule, number in ended.rules.items():
            totals[ended.job.scenario, ended.job.players, rule] += number

    def cell(scenario: str, rule: str) -> str:
        told = [
            _rate(totals[scenario, players, rule], games[scenario, players])
            for players in ("policy", "random")
        ]
        return told[0] if told[0] != "-" or told[1] == "-" else f"({told[1]})"

    folders = {WATCHERS[scenario.partition("/")[0]].rules_folder for scenario in scenarios}
    for rule in sorted({rule for _, _, rule in totals} | told_rules(folders), key=_by_number):
        yield f"| {rule} | " + " | ".join(cell(s, rule) for s in scenarios) + " |"


def _rate(number: int, games: int) -> str:
    if number == 0:
        return "-"
    each = number / games
    return f"{each:.0f}" if each >= 9.5 else f"{each:.2f}" if each >= 0.01 else f"{number} in {games}"


def _by_number(rule: str) -> tuple[list[int], str]:
    return [int(part) for part in rule.split(" ")[0].split(".") if part.isdigit()], rule


def told_rules(folders: Iterable[str]) -> set[str]:
    """The rule numbers in the calls by which the code of games tells that a rule has fired."""
    found = set()
    for file in sorted(f for folder in folders for f in (ROOT / "modules" / folder).glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            name = (
                getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
            )
            if name in TELLERS:
                given = [a.value for a in node.args if isinstance(a, ast.Constant)]
                found |= {v for v in given if isinstance(v, str) and v[:1].isdigit() and "." in v}
    return found


def club(games: int, seed: int) -> int:
    """Short games of a club in PostgreSQL: workers killed, disks full, the database restarted."""
    sys.path.append(str(ROOT / "tests" / "pbem"))
    with tempfile.TemporaryDirectory(prefix="soak-club-") as name:
        os.environ["XDG_STATE_HOME"] = f"{name}/state"
        import chaos  # needs what only a club needs
        import postgres

        if (why := postgres.why_not()) is not None:
            print(why)
            return 1
        server = postgres.Server()
        try:
            found = chaos.run(server, Path(name), games, rounds=4, seed=seed, restarts=3)
        finally:
            server.remove()
    print(
        f"{count_noun(games, 'game')}, {count_noun(found.mails, 'mail')}: nothing lost or doubled "
        "in any log, each mail answered"
    )
    print(
        f"workers killed {found.killed}, database restarted {found.restarts}, mails tried again "
        f"{found.failed}, answers that left twice {found.twice}"
    )
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/soak", description=__doc__)
    parser.add_argument("scenarios", nargs="*", metavar="GAME[/SCENARIO]", help="all without one")
    parser.add_argument("--games", type=int, default=1000, help="for each scenario and kind of players")
    parser.add_argument("--players", choices=SENSES, action="append", help="random and policy without it")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=cpu_count(), help="games at once")
    parser.add_argument(
        "--option", action="append", default=[], help="play with this one instead of drawn ones"
    )
    parser.add_argument("--plain", action="store_true", help="play without options")
    parser.add_argument("--balance", action="store_true", help="print the balance table, no checks")
    parser.add_argument(
        "--club", type=int, metavar="N", help="instead a club of N games in a database, among faults"
    )
    given = parser.parse_args()
    if given.club:
        return club(given.club, given.first + 1)
    known = [*SCENARIOS, *WATCHERS]
    strange = sorted(set(given.scenarios) - set(known))
    if strange:
        parser.error(f"there is no scenario {strange[0]}: there are {', '.join(known)}")
    asked = given.scenarios or list(WATCHERS)
    scenarios = [s for s in SCENARIOS if s in asked or s.partition("/")[0] in asked]
    if given.balance:
        return balance(scenarios, given.games, given.first, given.jobs, tuple(given.option))
    seeds = range(given.first, given.first + given.games)
    players = given.players or ["random", "policy"]
    options = tuple(given.option)
    return soak(
        [Job(s, p, seed, not given.plain, options) for seed in seeds for s in scenarios for p in players],
        given.jobs,
    )


if __name__ == "__main__":
    sys.exit(main())
