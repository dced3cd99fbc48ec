"""Making: the units of a build are drawn by several processes, the largest first.

A picture with more pixels than are rendered at once is drawn by one process, its strips are rendered by all.
"""

from __future__ import annotations

import signal
from collections.abc import Collection, Iterable, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Any

from generator.building.drawn import drawings_of
from generator.building.picture import (
    DrawingStoppedError,
    Picture,
    Progress,
    What,
    picture,
    raster_of,
)
from generator.building.units import Unit
from modules.definition import Definition

_FIRST: tuple[What, ...] = ("maps", "charts", "boards", "cards", "blocks", "counters")
"""The largest work first, so that no process waits for it at the end."""
_FEW = 4
"""So many units, at most one of them large, are drawn sooner than processes start and load what draws: a
changed counter asks for its group and both guides."""


def _pictures(unit: Unit, definition: Definition, dpi: float, *, apart: bool = False) -> list[Picture]:
    """The pictures of a unit at a resolution; `apart`: without the PNG where it is made of strips, which
    others render."""
    return [
        picture(unit.what, about, drawing, dpi, apart=apart)
        for about, drawing in drawings_of(unit, definition)
    ]


def make(
    definition: Definition,
    asked: Mapping[Unit, float],
    *,
    workers: int = 2,
    progress: Progress | None = None,
) -> dict[Unit, list[Picture]]:
    """The pictures of each unit that is asked for, at so many dpi. Raises CounterError and the other errors
    of art and drawing, PictureTooLargeError, DrawingStoppedError."""
    queue = sorted(asked, key=lambda unit: _FIRST.index(unit.what))
    if workers < 2 or _are_few(queue):
        done = ((unit, _pictures(unit, definition, asked[unit])) for unit in queue)
        return _gathered(done, len(queue), progress)
    try:
        with ProcessPoolExecutor(workers, initializer=_start, initargs=(definition, asked)) as pool:
            try:
                return _finished(pool, _in_processes(pool, queue, progress), asked)
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
    except BrokenProcessPool as fault:
        raise DrawingStoppedError(
            "a process that drew was ended (out of memory?): end others first, or build at a lower --dpi"
        ) from fault


def _are_few(units: Collection[Unit]) -> bool:
    few = len(units) <= _FEW and sum(unit.large for unit in units) <= 1
    return few and all(unit.what != "maps" for unit in units)  # a map may be rendered in strips


def _gathered(
    done: Iterable[tuple[Unit, list[Picture]]], count: int, progress: Progress | None
) -> dict[Unit, list[Picture]]:
    made: dict[Unit, list[Picture]] = {}
    for unit, pictures in done:
        made[unit] = pictures
        if progress is not None:
            progress(len(made), count)
    return made


def _in_processes(pool: Executor, queue: list[Unit], progress: Progress | None) -> dict[Unit, list[Picture]]:
    futures = {pool.submit(_work, unit): unit for unit in queue}
    done = ((futures[future], future.result()) for future in as_completed(futures))
    return _gathered(done, len(queue), progress)


def _finished(
    pool: Executor, made: dict[Unit, list[Picture]], asked: Mapping[Unit, float]
) -> dict[Unit, list[Picture]]:
    """All pictures with their PNG: of those that have none yet the strips are rendered."""
    large = [(each, asked[unit]) for unit, pictures in made.items() for each in pictures if not each.png]
    rasters = [raster_of(each.drawing, dpi) for each, dpi in large]
    # All are asked for before the first is waited for, so that no process waits.
    strips = [[pool.submit(raster.strip, i) for i in range(raster.strips)] for raster in rasters]
    whole = {
        each.stem: replace(each, png=raster.joined([future.result() for future in futures]))
        for (each, _), raster, futures in zip(large, rasters, strips, strict=True)
    }
    return {unit: [whole.get(each.stem, each) for each in pictures] for unit, pictures in made.items()}


_here: dict[str, Any] = {}


def _start(definition: Definition, asked: Mapping[Unit, float]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
    _here.update(definition=definition, asked=asked)


def _work(unit: Unit) -> list[Picture]:
    return _pictures(unit, _here["definition"], _here["asked"][unit], apart=True)
