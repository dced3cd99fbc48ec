"""What studies cost: games a second on one core, two workers of a local Dask cluster against one, a Dask task
against its batch, and memory over many games of the shortest scenario.

    .venv/bin/python scripts/bench_studies.py [--batches 20] [--games 1000]

Efficiency is told twice: by the clock, which tells something on a machine that does nothing else, and by how
evenly two workers share the CPU time, less what tasks cost: that is what is left of two cores where each has
one of its own. Cost is CPU time, memory bytes: these tell something anywhere.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from generator.studies import running
from generator.studies.cluster import cluster
from generator.studies.games import played
from generator.studies.plan import Arm, Plan
from generator.studies.rows import BATCH, Rows

distributed: Any = import_module("distributed")
SHORTEST = Plan("hastings_pulsipher", "small", ("policy", "policy"), (Arm("as shipped"),), BATCH)
EMPTY = 100
"""Tasks of nothing, to see what one costs."""


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--batches", type=int, default=20, help="of 20 games, for each count of workers")
    parser.add_argument("--games", type=int, default=1000, help="for memory")
    args = parser.parse_args(argv)
    print("| what | figure |\n|---|---|")
    seconds = one_core(40)
    print(f"| games a second of CPU, one core | {1 / seconds:.1f} |", flush=True)
    cost = task_cost()
    print(f"| CPU of a task, here and on the worker | {1000 * cost:.1f} ms |")
    print(f"| of its batch of {BATCH} games | {100 * cost / (BATCH * seconds):.2f} % |", flush=True)
    (clock_one, _), (clock_two, even) = (studied(args.batches, workers) for workers in (1, 2))
    print(f"| two workers against one, by the clock | {clock_one / clock_two / 2:.2f} |")
    print(
        f"| by an even share of the CPU time, less tasks | {even * (1 - cost / (BATCH * seconds)):.2f} |",
        flush=True,
    )
    before, after = memory(args.games)
    print(f"| memory after 100 games, and after {args.games} | {before:.1f} MB, {after:.1f} MB |")
    return 0


def one_core(games: int) -> float:
    """CPU seconds of a game, after the first, which reads the data."""
    played(SHORTEST, 0, 0)
    begun = time.process_time()
    for seed in range(games):
        played(SHORTEST, 0, seed)
    return (time.process_time() - begun) / games


def task_cost() -> float:
    """CPU seconds of a task that does nothing, of the one who asks and of the scheduler and worker, which are
    threads of this process here."""
    inside = {"threads_per_worker": 1, "processes": False, "dashboard_address": None}
    with distributed.LocalCluster(n_workers=1, **inside) as local, distributed.Client(local) as client:
        jobs: Any = client.get_executor(pure=False)
        jobs.submit(nothing, SHORTEST.mark, SHORTEST, 0, 0, 0).result()
        begun = time.process_time()
        for at in range(EMPTY):
            jobs.submit(nothing, SHORTEST.mark, SHORTEST, 0, at, 0).result()
        return (time.process_time() - begun) / EMPTY


def nothing(mark: str, plan: Plan, arm: int, first: int, count: int) -> Sequence[Any]:
    """A batch of no games, with all that goes with one."""
    return running.batch_there(mark, plan, arm, first, count)


def studied(batches: int, workers: int) -> tuple[float, float]:
    """A study on so many workers that have read the data: seconds by the clock, and the mean CPU time of a
    worker as a part of that of the busiest (1: all had as much to do)."""
    inside = {"threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(n_workers=workers, **inside) as local, distributed.Client(local) as client:
        client.run(played, SHORTEST, 0, 0)
        begun = client.run(time.process_time)
        with tempfile.TemporaryDirectory() as folder:
            rows = Rows(Path(folder), replace(SHORTEST, games=batches * BATCH))
            clock = time.monotonic()
            running.run(rows, cluster(local.scheduler_address))
            clock = time.monotonic() - clock
        busy = [spent - begun[worker] for worker, spent in client.run(time.process_time).items()]
    return clock, sum(busy) / len(busy) / max(busy)


def memory(games: int) -> tuple[float, float]:
    """The most memory that this process had after a hundred games and at the end, in MB."""
    found = []
    for seed in range(games):
        played(SHORTEST, 0, seed)
        if seed in (99, games - 1):
            found.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    return found[0], found[-1]


if __name__ == "__main__":
    sys.exit(main())
