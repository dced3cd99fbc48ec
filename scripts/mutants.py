"""Mutants of a room: which small changes of its code do its tests find, and which survive?

A seed draws them from all that mutmut's operators make of the room's functions; the first of a seed are the
same whatever their number. Each is tried with the tests that run the changed line.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter

from mutants_drawn import ROOT, Mutant, drawn
from mutants_tried import Room, Verdict, tried

ROOMS = {
    "modules/engine": ("tests/modules/**/test_*.py",),
    "modules/three_battles": (
        "tests/modules/**/test_rule_cases.py",
        "tests/modules/**/test_policy.py",
        "tests/modules/**/test_standing.py",
        "tests/modules/**/test_three_battles_*.py",
        "tests/modules/**/test_campaign.py",
    ),
    "generator/kit": (
        "tests/generator/**/test_pixels.py",
        "tests/generator/**/test_kit*.py",
        "tests/generator/**/test_blocks.py",
        "tests/generator/**/test_boards.py",
        "tests/generator/**/test_cardgame.py",
        "tests/generator/**/test_marks.py",
    ),
    "pbem/log": ("tests/pbem/**/test_*.py",),
}
"""The rooms that are watched, each with its tests. A room that is not here is tried with the tests of its
first folder: `pbem/post` with all of `tests/pbem`."""


def tests_of(room: str) -> list[str]:
    patterns = ROOMS.get(room, (f"tests/{room.partition('/')[0]}/**/test_*.py",))
    found = (p.relative_to(ROOT).as_posix() for pattern in patterns for p in sorted(ROOT.glob(pattern)))
    return list(dict.fromkeys(found))


def told(mutant: Mutant, verdict: Verdict) -> str:
    line = f"{verdict.found:<9} {mutant.file}:{mutant.line}  {verdict.by}".rstrip()
    return line if verdict.found == "killed" else f"{line}\n{mutant.diff()}"


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/mutants", description=__doc__)
    parser.add_argument("room", help=f"a folder of code; those with tests of their own: {', '.join(ROOMS)}")
    parser.add_argument("--number", type=int, default=300, help="how many mutants are tried")
    parser.add_argument("--seed", type=int, default=1066, help="which")
    parser.add_argument(
        "--seconds", type=float, default=30, help="of tests for a mutant, then it has survived"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes at once")
    parser.add_argument("--list", action="store_true", help="print the mutants, try none")
    return parser


def main() -> int:
    parser = arguments()
    given = parser.parse_args()
    room = Room(given.room.strip("/"), tests_of(given.room.strip("/")), given.seconds, given.workers)
    if not list((ROOT / room.folder).rglob("*.py")) or not room.files:
        parser.error(f"{room.folder} is no folder of code, or tests/ has nothing for it")
    made, there = drawn(room.folder, given.number, given.seed)
    print(f"{room.folder}: {len(made)} of {there} mutants, seed {given.seed}", flush=True)
    if given.list:
        for mutant in made:
            print(f"{mutant.file}:{mutant.line}\n{mutant.diff()}")
        return 0
    counts: Counter[str] = Counter()

    def tell(mutant: Mutant, verdict: Verdict) -> None:
        counts[verdict.found] += 1
        print(told(mutant, verdict), flush=True)

    begun = time.monotonic()
    # The examples, keys and secrets of tests are the same for each mutant, as they are in CI.
    os.environ["CI"] = "1"
    tried(room, made, tell)
    print(
        f"{room.folder}: " + ", ".join(f"{counts[name]} {name}" for name in ("killed", "timeout", "survived"))
    )
    print(f"{(time.monotonic() - begun) / 60:.0f} minutes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
