"""A study on the cores of this machine or on a cluster: batches in processes, kept as they come."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager, nullcontext
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, Final, TypeAlias

from generator.studies.counting import share_of
from generator.studies.games import Row, played
from generator.studies.plan import Plan, StudyFault
from generator.studies.rows import BATCH, Rows

Told: TypeAlias = Callable[[int, int], None]
"""Takes how many games are done, of how many."""

_TRIES: Final = 5
_RARELY: Final = 50_000
"""New objects between two searches of the memory while a batch is played."""
AHEAD: Final = 2
"""Batches that are handed out for each process, so that none waits for its next."""


class LostWorker(Exception):
    """A batch whose process was killed, too often for the cluster to try again by itself."""


class Workers:
    """Processes that play batches: an executor, and how many batches may be out at once (asked anew, as
    machines come and go)."""

    def __init__(self, executor: Executor, room: Callable[[], int]) -> None:
        self.executor, self.room = executor, room


Pool: TypeAlias = Callable[[], AbstractContextManager[Workers | None]]
"""Begins and ends what plays: without workers it is this process."""


def run(rows: Rows, pool: Pool, until: float = 0.0, told: Told | None = None) -> None:
    """Plays what is missing. A process that is killed costs its batch, which is played again.

    `until`: no more once the interval of each side's share of wins in each arm is that narrow to either side
    (0: all games). Raises StudyFault where processes end again and again, or play by other rules.
    """
    rows.begin()
    for _ in range(_TRIES):
        try:
            _run(rows, pool, until, told or _silent)
            return
        except (BrokenProcessPool, LostWorker):
            continue
    raise StudyFault(f"processes were killed {_TRIES} times, for want of memory perhaps: try --workers 1")


def here(workers: int = 0) -> Pool:
    """This machine. `workers`: processes, 0 for one on each core, 1 for this one."""
    count = workers or os.cpu_count() or 1
    return nullcontext if count == 1 else lambda: _cores(count)


@contextmanager
def _cores(count: int) -> Iterator[Workers]:
    spawn = get_context("spawn")
    with ProcessPoolExecutor(count, mp_context=spawn, initializer=_begin_worker) as pool:
        yield Workers(pool, lambda: AHEAD * count)


def _run(rows: Rows, pool: Pool, until: float, told: Told) -> None:
    missing, plan = rows.missing(), rows.plan
    total = plan.games * len(plan.arms)
    done = total - sum(rows.count(first) for _, first in missing)
    told(done, total)
    with pool() as workers:
        rounds = len(plan.arms) * (workers.room() if workers else 1) if until else max(1, len(missing))
        for start in range(0, len(missing), rounds):
            if until and _is_narrow(rows, until):
                return
            for (arm, first), found in _results(rows, missing[start : start + rounds], workers):
                rows.keep(arm, first, found)
                done += rows.count(first)
                told(done, total)


def _begin_worker() -> None:
    """Ctrl-C is for the process that started the workers: they end with it, after their batch; where it was
    killed, at once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Nobody else ends a worker whose parent was killed: it waits for its next batch for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _results(
    rows: Rows, due: Sequence[tuple[int, int]], workers: Workers | None
) -> Iterator[tuple[tuple[int, int], Sequence[Row]]]:
    """The rows of each batch, as they come: no more are out than there is room for."""
    if workers is None:
        yield from ((each, _batch(rows.plan, *each, rows.count(each[1]))) for each in due)
        return
    out: dict[Future[Any], tuple[int, int]] = {}
    mark = rows.plan.mark
    for each in due:
        job = workers.executor.submit(batch_there, mark, rows.plan, *each, rows.count(each[1]))
        out[job] = each
        if len(out) >= workers.room():
            yield from _finished(out)
    while out:
        yield from _finished(out)


def _finished(out: dict[Future[Any], tuple[int, int]]) -> Iterator[tuple[tuple[int, int], Sequence[Row]]]:
    """Waits for the next batches, and forgets them."""
    done, _ = wait(out, return_when=FIRST_COMPLETED)
    for job in done:
        yield out.pop(job), job.result()


def batch_there(mark: str, plan: Plan, arm: int, first: int, count: int) -> Sequence[Row]:
    """A batch in another process. Raises StudyFault where its rules or data are others than those of who
    asks: `mark` is his plan's."""
    if plan.mark != mark:
        raise StudyFault("a worker has other rules or data: install the same Senlac on all machines")
    return _batch(plan, arm, first, count)


def _silent(done: int, of: int) -> None:
    """Tells nobody."""


def _batch(plan: Plan, arm: int, first: int, count: int) -> Sequence[Row]:
    with _seldom_searched():
        return [played(plan, arm, seed) for seed in range(first, first + count)]


@contextmanager
def _seldom_searched() -> Iterator[None]:
    """Memory is searched for unreachable objects more seldom than usual: a game leaves few of them, and the
    searches take a tenth of its time."""
    before = gc.get_threshold()
    gc.set_threshold(_RARELY, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


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
