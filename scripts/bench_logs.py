"""What the log of a game by move files costs: verified by commands in cold processes, and entry by entry. One
line a figure: what, a TAB, how much.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench_sizes import Sizes, asked
from bench_timing import cold, once, seconds, tell

from generator import console
from modules.amounts import count_noun
from pbem.log.verification import verify_file
from pbem.rules.replay.game_replay import GameReplay

LOG = 5_000
"""Entries of the log whose verification is promised in a time; no single game is so long."""


def figures(sizes: Sizes, out: Path) -> Iterator[tuple[str, str]]:
    """Everything."""
    game = out / "game"
    played = "three_battles/hastings" if sizes.whole else "hastings_pulsipher/small"
    once("pbem", "simulate", played, "--seed", "1", "--out", str(game))
    for label, command in (
        ("log verified with full replay, cold process", ("pbem", "verify", str(game))),
        ("dice of a log verified alone, cold process", ("pbem", "dice", "verify", str(game / "referee"))),
    ):
        yield label, cold(lambda _, command=command: command, sizes.cold)  # type: ignore[misc]
    file = game / "referee" / "game.log"
    count = verify_file(file).count
    for label, check in (
        ("entries verified with full replay", lambda: verify_file(file, GameReplay())),
        ("entries verified without rules", lambda: verify_file(file)),
    ):
        rate = count / seconds(check, sizes.cold)
        yield label, f"{rate:,.0f}/s ({count_noun(count, 'entry')}; {LOG:,} at this rate: {LOG / rate:.1f} s)"


if __name__ == "__main__":
    console.spare()  # as the commands do
    with tempfile.TemporaryDirectory() as place:
        tell(figures(asked(), Path(place)))
