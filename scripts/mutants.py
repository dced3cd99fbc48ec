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
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from mutation.drawn import ROOT, Mutant, drawn
from mutation.tried import Room, Verdict, tried

from modules.amounts import count_noun

ROOMS = {
    "modules/engine": (
        "tests/modules/**/test_[bop]*.py",
        "tests/modules/**/test_standing.py",
        "tests/modules/**/test_rule_cases.py",
        "tests/modules/**/test_sightline.py",
        "tests/modules/**/test_facing.py",
        "tests/modules/**/test_hexgrid.py",
    ),
    "modules/three_battles": (
        "tests/modules/**/test_rule_cases.py",
        "tests/modules/**/test_policy.py",
        "tests/modules/**/test_standing.py",
        "tests/modules/**/test_three_battles_[gls]*.py",
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
    "pbem/log": tuple(f"tests/pbem/{room}/test_*.py" for room in ("log", "play", "attacks", "rules", "dice")),
}
"""The rooms that are watched, each with its tests: without those that play whole games at random, which take
too long for each of hundreds of mutants. A room that is not here is tried with the tests of its first folder:
`pbem/post` with all of `tests/pbem`."""


def tests_of(rooms: Sequence[str]) -> list[str]:
    patterns = (
        p for room in rooms for p in ROOMS.get(room, (f"tests/{room.partition('/')[0]}/**/test_*.py",))
    )
    return sorted({p.relative_to(ROOT).as_posix() for pattern in patterns for p in ROOT.glob(pattern)})


def in_turn(rooms: Iterable[Sequence[Mutant]]) -> list[Mutant]:
    """The first of each room, then the second of each: whoever ends a run early has as many of all."""
    return [mutant for each in zip_longest(*rooms) for mutant in each if mutant is not None]


def load_games() -> None:
    """Most tests need the definition of a game; a mutant of what reads these is tried from the imports on."""
    from modules import library

    for name in library.games():
        library.definition(name)


def told(mutant: Mutant, verdict: Verdict) -> str:
    line = f"{verdict.found:<9} {mutant.file}:{mutant.line}  {verdict.by}".rstrip()
    return line if verdict.found == "killed" else f"{line}\n{mutant.diff()}"


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/mutants", description=__doc__)
    parser.add_argument(
        "rooms",
        nargs="+",
        metavar="room",
        help=f"a folder of code; with tests of their own: {', '.join(ROOMS)}",
    )
    parser.add_argument("--number", type=int, default=300, help="how many mutants of each are tried")
    parser.add_argument("--seed", type=int, default=1066, help="which")
    parser.add_argument(
        "--seconds", type=float, default=10, help="of tests for a mutant, then it has survived"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes at once")
    parser.add_argument("--list", action="store_true", help="print the mutants, try none")
    return parser


def main() -> int:
    parser = arguments()
    given = parser.parse_args()
    folders = [name.strip("/") for name in given.rooms]
    room = Room(folders, tests_of(folders), given.seconds, given.workers, load_games)
    for folder in folders:
        if not list((ROOT / folder).rglob("*.py")) or not room.files:
            parser.error(f"{folder} is no folder of code, or tests/ has nothing for it")
    made = []
    for folder in folders:
        some, there = drawn(folder, given.number, given.seed)
        made.append(some)
        print(f"{folder}: {len(some)} of {count_noun(there, 'mutant')}, seed {given.seed}", flush=True)
    if given.list:
        for mutant in in_turn(made):
            print(f"{mutant.file}:{mutant.line}\n{mutant.diff()}")
    else:
        try_all(room, in_turn(made))
    return 0


def try_all(room: Room, mutants: Sequence[Mutant]) -> None:
    counts: Counter[tuple[str, str]] = Counter()

    def tell(mutant: Mutant, verdict: Verdict) -> None:
        folder = next(each for each in room.folders if mutant.file.startswith(f"{each}/"))
        counts[folder, verdict.found] += 1
        print(told(mutant, verdict), flush=True)

    begun = time.monotonic()
    # The examples, keys and secrets of tests are the same for each mutant, as they are in CI.
    os.environ["CI"] = "1"
    tried(room, mutants, tell)
    for folder in room.folders:
        kinds = ("killed", "timeout", "survived")
        print(f"{folder}: " + ", ".join(f"{counts[folder, kind]} {kind}" for kind in kinds))
    print(f"{(time.monotonic() - begun) / 60:.0f} minutes")


if __name__ == "__main__":
    sys.exit(main())
