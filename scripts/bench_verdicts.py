"""What a game by mail costs: an entry of its log verified, with the rules and without, and a mail judged and
answered; beside a yardstick (`bench_play.py`), so that the machine does not count. One line a figure: what, a
TAB, how much. `BEFORE` says what it cost before protocol 2.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from bench_mailed import NOW, before, moves, referee_of
from bench_play import yardstick
from bench_sizes import Sizes, asked

from pbem.log.party.folder import LOG, Folder
from pbem.log.verification import verify_file
from pbem.robot.inbox import Inbox
from pbem.rules.replay.game_replay import GameReplay

BY_RULES, ALONE, MAIL = (
    "an entry verified by the rules",
    "an entry verified without them",
    "a mail judged and answered",
)
BEFORE = {
    ("three_battles", BY_RULES): 185.5,
    ("three_battles", ALONE): 45.7,
    ("three_battles", MAIL): 6392.0,
    ("hastings_pulsipher", BY_RULES): 144.2,
    ("hastings_pulsipher", ALONE): 65.0,
    ("hastings_pulsipher", MAIL): 14844.0,
}
"""Thousandths of a yardstick at commit 017eb06, by this script in one run. On a busy machine two runs of the
same code differ by a fifth: a ratio counts when several runs give it."""


def cost(work: Callable[[], object], runs: int) -> float:
    """The least process time of some runs, in yardsticks (the least of as many, in turn)."""
    sticks, times = [], []
    for _ in range(runs):
        sticks.append(yardstick())
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times) / min(sticks)


def _by_rules(log: Path) -> None:
    verify_file(log, GameReplay())


def judged(referee: Folder, out: Path, samples: int) -> float:
    """A mail in the middle of the game, answered to both sides by a robot that has the game on its table: the
    mean of some, each the least of two, in yardsticks."""
    found = moves(referee)
    middle = sorted(found)[len(found) // 2 :][:samples]
    sticks, spent = [], 0.0
    for seq in middle:
        times = []
        for _ in range(2):
            inbox = Inbox(before(referee, seq, out / "one"))
            inbox.desk.table()
            sticks.append(yardstick())
            begun = time.process_time()
            received = inbox.receive(found[seq], NOW)
            times.append(time.process_time() - begun)
            if received.outcome != "accepted":
                raise SystemExit(f"entry {seq}: {received.text}")
        spent += min(times)
    return spent / len(middle) / min(sticks)


def figures(sizes: Sizes, out: Path) -> Iterator[tuple[str, str, float]]:
    """The game, what is done, and what it costs in thousandths of a yardstick."""
    games = (("three_battles", "hastings"), ("hastings_pulsipher", "full"))
    runs = sizes.effort + 2 if sizes.whole else 1
    for game, scenario in games if sizes.whole else games[1:]:
        referee = referee_of(game, scenario, out / game, sizes)
        log = referee.path / LOG
        entries = len(log.read_bytes().splitlines()) - 1
        yield game, BY_RULES, cost(partial(_by_rules, log), runs) * 1000 / entries
        yield game, ALONE, cost(partial(verify_file, log), runs) * 1000 / entries
        yield game, MAIL, judged(referee, out, sizes.samples) * 1000


def main() -> None:
    with tempfile.TemporaryDirectory() as out:
        for game, what, thousandths in figures(asked(), Path(out)):
            was = BEFORE[game, what]
            times = f"{thousandths / was:.2f} times what it was before protocol 2"
            print(f"{what}, {game}\t{thousandths:.2f} thousandths of a yardstick, {times}", flush=True)


if __name__ == "__main__":
    main()
