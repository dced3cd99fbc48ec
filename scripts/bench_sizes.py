"""How much a run of the figures does: in full, or with `--smoke` the least of every part. The scripts of
`scripts/bench` read it from their command line, and find the packages and the mails of the tests here.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path += [str(ROOT), str(ROOT / "tests" / "pbem")]  # an older checkout on PYTHONPATH is measured instead

SMOKE = "--smoke"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """What is done for each figure. `runs` count for a median, `cold` those of a command in a process of its
    own, `effort` those of which the quickest counts. `whole`: all scenarios, games and rows of a kind, and
    games by mail to their end, which are else the first, and their first `mails`."""

    whole: bool
    runs: int
    cold: int
    effort: int
    games: int
    copies: int
    pieces: int
    counters: tuple[int, int]
    hexes: tuple[int, int, int]
    steps: int
    samples: int
    mails: int
    turns: int
    """How often the old and the new code are measured in turn, where they are compared."""


_FULL = Sizes(
    whole=True, runs=5, cold=3, effort=7, games=12, copies=10_000, pieces=700, counters=(180, 1_800),
    hexes=(30, 95, 300), steps=100, samples=15, mails=1_000, turns=3,
)  # fmt: skip
_LEAST = Sizes(
    whole=False, runs=1, cold=1, effort=1, games=1, copies=10, pieces=8, counters=(1, 10),
    hexes=(10, 12, 14), steps=40, samples=1, mails=12, turns=1,
)  # fmt: skip


def asked() -> Sizes:
    """The sizes that the command line asks for."""
    return _LEAST if SMOKE in sys.argv[1:] else _FULL
