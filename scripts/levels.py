"""How strong the players of the program are: points against the policy from each seat, and Elo with its
error, as the table of modules/docs/measurements/player-levels.md.

    scripts/levels --games 20 --budget 12 --budget 50 three_battles/fulford
    scripts/levels --random --games 100
    scripts/levels --against random --budget 20

A level plays from each seat over the same seeds, and the policy from all others. The same words give the same
table on every machine, but for the seconds.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log10, sqrt

from generator.studies.counting import points
from generator.studies.games import played
from generator.studies.plan import PLAN_FAULTS, Arm, Plan, checked, rules_of
from modules import library

POLICY = "policy"
SURE = 1.96


@dataclass(frozen=True)
class Level:
    """A player: `kind` as `senlac study` calls it, and its playouts."""

    kind: str
    budget: int = 20

    def __str__(self) -> str:
        return f"search {self.budget}" if self.kind == "search" else self.kind


@dataclass
class Found:
    """What one seat scored in games over the same seeds, and CPU seconds of a game."""

    scores: list[float]
    seconds: float

    @property
    def share(self) -> float:
        """The mean of its points."""
        return sum(self.scores) / len(self.scores)


def scored(name: str, level: Level, seeds: range, others: str = POLICY) -> list[Found]:
    """What a level scores from each seat, all others playing by the policy, or at random. The policy against
    itself plays the same games from every seat: they are played once."""
    game, _, scenario = name.partition("/")
    arm = Arm("as shipped")
    seats = rules_of(game, scenario, arm).seats
    tables = [tuple(level.kind if seat == own else others for seat in seats) for own in seats]
    rows, found = {}, []
    for kinds, side in zip(tables, seats.values(), strict=True):
        if kinds not in rows:
            plan, begun = Plan(game, scenario, kinds, (arm,), 1, level.budget), time.process_time()
            games = [played(plan, 0, seed) for seed in seeds]
            rows[kinds] = games, (time.process_time() - begun) / len(games)
        games, seconds = rows[kinds]
        found.append(Found([points(row, side) for row in games], seconds))
    return found


def elo(found: Sequence[float]) -> str:
    """By how many points stronger than the policy, with its error (95 %), from shares of points."""
    count, share = len(found), sum(found) / len(found)
    within = min(max(share, 0.5 / count), 1 - 0.5 / count)
    spread = sqrt(max(sum((each - share) ** 2 for each in found) / count, within * (1 - within) / 4))
    rate = 400 * log10(within / (1 - within))
    error = SURE * spread / sqrt(count) * 400 / (2.302585 * within * (1 - within))
    return f"{rate:+.0f} ± {error:.0f}"


def lines(name: str, levels: Sequence[Level], seeds: range, others: str) -> Iterator[str]:
    """The rows of a scenario's table."""
    game, _, scenario = name.partition("/")
    seats = list(rules_of(game, scenario, Arm("as shipped")).seats)
    for level in levels:
        each = scored(name, level, seeds, others)
        by_seat = ", ".join(
            f"{seat} {100 * found.share:.0f}" for seat, found in zip(seats, each, strict=True)
        )
        both = [score for found in each for score in found.scores]
        rate = elo(both) if len(seats) == 2 and others == POLICY else "-"
        seconds = sum(found.seconds for found in each) / len(each)
        together = f"{100 * sum(both) / len(both):.0f} %"
        yield f"| `{name}` | {level} | {by_seat} | {together} | {rate} | {len(both)} | {seconds:.1f} |"


def names(asked: Sequence[str], levels: Sequence[Level]) -> list[str]:
    """The scenarios that were asked for, or all that have an evaluation. Raises PLAN_FAULTS."""
    arm = Arm("as shipped")
    for name in asked:
        game, _, scenario = name.partition("/")
        seats = len(rules_of(game, scenario, arm).seats)
        for level in levels:
            checked(Plan(game, scenario, (level.kind,) * seats, (arm,), 1, level.budget))
    found = []
    for game in library.refereed_games():
        for scenario in (*library.definition(game).scenarios, *library.definition(game).campaigns):
            try:
                library.load_weighing(game, scenario)
            except library.NoEvaluation:
                continue
            found.append(f"{game}/{scenario}")
    return list(asked) or found


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the table as it is played."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "scenarios", nargs="*", metavar="GAME/SCENARIO", help="default: all with an evaluation"
    )
    parser.add_argument("--games", type=int, default=20, help="from each seat")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--budget", type=int, action="append", help="playouts; several for several levels")
    parser.add_argument("--random", action="store_true", help="random play too")
    parser.add_argument(
        "--against", choices=(POLICY, "random"), default=POLICY, help="who has all other seats"
    )
    args = parser.parse_args(argv)
    levels = [Level(POLICY), *(Level("search", budget) for budget in args.budget or ())]
    levels += [Level("random")] if args.random else []
    try:
        scenarios = names(args.scenarios, levels)
    except PLAN_FAULTS as fault:
        parser.error(str(fault))
    print("| scenario | level | points of 100 from each seat | together | Elo | games | CPU s a game |")
    print("|---|---|---|---|---|---|---|")
    for name in scenarios:
        for line in lines(name, levels, range(args.first, args.first + args.games), args.against):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
