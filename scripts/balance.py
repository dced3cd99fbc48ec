"""The balance table of a game's README, by games between players of the program, kept and gone on with as any
study.

    scripts/balance hastings_pulsipher --games 10000 --out balance
    scripts/balance hastings_pulsipher --player search --budget 0 --games 200 --out balance-search

Each end of a game has its share of all games, with Wilson's interval (95 %), and what had been lost.
What has been played stays in DIR: interrupted, the same command goes on.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.studies.counting import endings, mean
from generator.studies.games import Row
from generator.studies.plan import PLAN_FAULTS, Arm, Plan, checked, rules_of
from generator.studies.rows import Rows
from generator.studies.running import here, run
from modules import library

HEAD = (
    "| scenario | games | winner | how (rule) | share | counters lost on average |\n|---|--:|---|---|---|---|"
)


def plan_of(game: str, scenario: str, games: int, player: str, budget: int) -> Plan:
    """All seats by one kind of player, without options."""
    arm = Arm("as shipped")
    players = (player,) * len(rules_of(game, scenario, arm).seats)
    return Plan(game, scenario, players, (arm,), games, budget)


def lines(plan: Plan, rows: Sequence[Row]) -> Iterator[str]:
    """A line for each way in which games ended, the most frequent first."""
    sides = rules_of(plan.game, plan.scenario, plan.arms[0]).sides
    for winner, level, rule, share in endings(rows):
        these = [r for r in rows if (r["winner"] or "nobody", r["level"], r["rule"]) == (winner, level, rule)]
        lost = [r["losses"][str(r["turns"])] for r in these]
        told = ", ".join(f"{side} {mean([each.get(side, 0) for each in lost]):.0f}" for side in sides)
        yield f"| {plan.scenario} | {len(rows)} | {winner} | {level} ({rule}) | {share} | {told} |"


def table(name: str, games: int, player: str, budget: int, workers: int, out: Path) -> Iterator[str]:
    """Plays what is missing of each scenario. Raises PLAN_FAULTS before the first game."""
    game, _, one = name.partition("/")
    definition = library.definition(game)
    scenarios = [one] if one else [*definition.scenarios, *definition.campaigns]
    plans = [checked(plan_of(game, scenario, games, player, budget)) for scenario in scenarios]
    studies = [Rows(out / plan.scenario, plan) for plan in plans]
    yield HEAD
    for rows in studies:
        run(rows, here(workers))
        yield from lines(rows.plan, list(rows.all()))


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the table as it is played."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", metavar="GAME[/SCENARIO]")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--player", choices=("policy", "search"), default="policy")
    parser.add_argument("--budget", type=int, default=0, help="playouts of one that searches")
    parser.add_argument("--workers", type=int, default=0, help="0: one on each core")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    args = parser.parse_args(argv)
    try:
        for line in table(args.game, args.games, args.player, args.budget, args.workers, args.out):
            print(line, flush=True)
    except PLAN_FAULTS as fault:
        parser.error(str(fault))
    return 0


if __name__ == "__main__":
    sys.exit(main())
