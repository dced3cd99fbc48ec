"""Measuring: parts in this process, whole commands in cold processes."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

BIN = Path(sys.executable).parent


class Failed(Exception):
    """A command whose cost is asked for, and which failed: its words and what it said."""


def seconds(work: Callable[[], object], runs: int, clock: Callable[[], float] = time.perf_counter) -> float:
    """Median time of some runs, after one that is not counted where there are several."""
    if runs > 1:
        work()
    times = []
    for _ in range(runs):
        begun = clock()
        work()
        times.append(clock() - begun)
    return statistics.median(times)


def once(*command: str, cache: Path | None = None) -> tuple[float, float]:
    """Wall time of a command in a process of its own, in seconds, and the most memory that it took, in MB;
    `cache`: where it keeps what it has drawn. Raises Failed."""
    begun = time.perf_counter()
    usage = _run([str(BIN / command[0]), *command[1:]], cache)
    return time.perf_counter() - begun, usage.ru_maxrss / 1024


def cold(command: Callable[[int], Sequence[str]], runs: int, caches: Path | None = None) -> str:
    """Median wall time and memory of a command, which is asked for anew by the number of each run, so that
    it finds nothing that is made already, with `caches` nothing drawn either; after one run that is not
    counted where there are several. Raises Failed."""
    own = [None if caches is None else caches / str(run) for run in range(runs + 1)]
    first = 1 if runs == 1 else 0
    found = [once(*command(run), cache=own[run]) for run in range(first, runs + 1)][1 - first :]
    wall, peak = (statistics.median(values) for values in zip(*found, strict=True))
    return f"{wall:.2f} s, {peak:.0f} MB"


def effort(*command: str, runs: int) -> float:
    """The least time of the processor, in seconds, that a command takes in a process of its own. Raises
    Failed."""
    usages = [_run(command, None) for _ in range(runs)]
    return min(usage.ru_utime + usage.ru_stime for usage in usages)


def _run(command: Sequence[str], cache: Path | None) -> Any:
    environment = os.environ if cache is None else {**os.environ, "XDG_CACHE_HOME": str(cache)}
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment, text=True
    ) as process:
        assert process.stderr is not None
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if status:
        last = (said.strip().splitlines() or ["it says nothing"])[-1]
        raise Failed(f"`{' '.join(command)}` failed: {last}")
    return usage


def tell(rows: Iterable[tuple[str, str]]) -> None:
    """Prints each figure in its line: what, a TAB, how much."""
    try:
        for name, figure in rows:
            print(f"{name}\t{figure}", flush=True)
    except Failed as fault:
        raise SystemExit(str(fault)) from None
