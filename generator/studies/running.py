"""A study on the cores of this machine: batches in processes of their own, kept as they come."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, nullcontext
from multiprocessing import get_context
from typing import Final, TypeAlias

from generator.studies.counting import share_of
from generator.studies.games import Row, played
from generator.studies.plan import Plan, StudyFault
from generator.studies.rows import BATCH, Rows

Told: TypeAlias = Callable[[int, int], None]
"""Takes how many games are done, of how many."""

_TRIES: Final = 5


def run(rows: Rows, workers: int = 0, until: float = 0.0, told: Told | None = None) -> None:
    """Plays what is missing. A process that is killed costs its batch, which is played again.

    `workers`: processes, 0 for one on each core, 1 for this one; `until`: no more once the interval of each
    side's share of wins in each arm is that narrow to either side (0: all games). Raises StudyFault where
    processes end again and again.
    """
    count = workers or os.cpu_count() or 1
    for _ in range(_TRIES):
        try:
            _run(rows, count, until, told or _silent)
            return
        except BrokenProcessPool:
            continue
    raise StudyFault(f"processes were killed {_TRIES} times, for want of memory perhaps: try --workers 1")


def _run(rows: Rows, count: int, until: float, told: Told) -> None:
    missing, plan = rows.missing(), rows.plan
    total = plan.games * len(plan.arms)
    done = total - sum(rows.count(first) for _, first in missing)
    told(done, total)
    rounds = len(plan.arms) * count
    with _pool(count) as pool:
        for start in range(0, len(missing), rounds):
            if until and _is_narrow(rows, until):
                return
            for (arm, first), found in _results(rows, missing[start : start + rounds], pool):
                rows.keep(arm, first, found)
                done += rows.count(first)
                told(done, total)


def _pool(count: int) -> AbstractContextManager[ProcessPoolExecutor | None]:
    if count == 1:
        return nullcontext()
    return ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_leave_interrupts)


def _leave_interrupts() -> None:
    """Ctrl-C is for the process that started the workers: they end with it, after their batch."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _results(
    rows: Rows, due: Sequence[tuple[int, int]], pool: ProcessPoolExecutor | None
) -> Iterator[tuple[tuple[int, int], Sequence[Row]]]:
    """The rows of each batch, as they come."""
    if pool is None:
        yield from ((each, _batch(rows.plan, *each, rows.count(each[1]))) for each in due)
        return
    jobs = {pool.submit(_batch, rows.plan, *each, rows.count(each[1])): each for each in due}
    yield from ((jobs[job], job.result()) for job in as_completed(jobs))


def _silent(done: int, of: int) -> None:
    """Tells nobody."""


def _batch(plan: Plan, arm: int, first: int, count: int) -> Sequence[Row]:
    return [played(plan, arm, seed) for seed in range(first, first + count)]


def _is_narrow(rows: Rows, until: float) -> bool:
    """Whether each share of wins is known well enough, of as many games of each arm."""
    by_arm: dict[str, list[Row]] = {}
    for row in rows.all():
        by_arm.setdefault(row["arm"], []).append(row)
    if len(by_arm) < len(rows.plan.arms) or any(len(those) < BATCH for those in by_arm.values()):
        return False
    shares = [
        share_of(sum(row["winner"] == winner for row in those), len(those))
        for those in by_arm.values()
        for winner in {row["winner"] for row in those}
    ]
    return all(each.high - each.low <= 2 * until for each in shares)
