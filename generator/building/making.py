"""Making: the units of a build are drawn by several processes, the largest first."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any, Literal

from generator.building.drawn import DRAWN
from generator.building.picture import DPI, Picture, What, picture
from modules.definition import Definition

Progress = Callable[[int, int], None]
"""Called with the number of units that are done and of all."""

_FIRST: tuple[What, ...] = ("maps", "charts", "boards", "cards", "blocks", "counters")
"""The largest work first, so that no process waits for it at the end."""
_FEW = 2
"""So many units, none of them a sheet, are drawn sooner than processes start."""


class DrawingStoppedError(RuntimeError):
    """A process that drew was ended from outside, most often for want of memory."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What is drawn in one go; see `DRAWN`."""

    what: What
    name: str


@dataclass(frozen=True, slots=True)
class _Job:
    unit: Unit
    half: Literal["", "svg", "png"] = ""

    def run(self, definition: Definition, asked: float | None) -> list[Picture]:
        what, name = self.unit.what, self.unit.name
        drawn, dpi = DRAWN[what], DPI[what] if asked is None else asked
        excerpt = drawn.excerpt(definition, name)
        found = drawn.drawings(excerpt, name, "text" if self.half == "png" else "paths")
        if self.half == "svg":
            return [Picture(what, about, drawing, b"", (0, 0)) for about, drawing in found]
        made = [picture(what, about, drawing, dpi) for about, drawing in found]
        return [replace(p, drawing=replace(p.drawing, svg="")) for p in made] if self.half else made


def make(
    definition: Definition,
    units: Iterable[Unit],
    *,
    dpi: float | None = None,
    workers: int = 2,
    progress: Progress | None = None,
) -> dict[Unit, list[Picture]]:
    """The pictures of each unit. Raises CounterError and the other errors of art and drawing,
    PictureTooLargeError, DrawingStoppedError."""
    jobs = _jobs(units)
    if workers < 2 or (len(jobs) <= _FEW and not any(job.half for job in jobs)):
        done: Iterator[tuple[_Job, list[Picture]]] = ((job, job.run(definition, dpi)) for job in jobs)
        return _gathered(jobs, done, progress)
    try:
        return _in_processes(definition, jobs, dpi, workers, progress)
    except BrokenProcessPool as fault:
        raise DrawingStoppedError(
            "a process that drew was ended (out of memory?): use a lower --dpi, or --only counters"
        ) from fault


def _jobs(units: Iterable[Unit]) -> list[_Job]:
    ordered = sorted(units, key=lambda unit: _FIRST.index(unit.what))
    jobs: list[_Job] = []
    for half in ("png", "svg"):
        jobs += [_Job(unit, half) for unit in ordered if DRAWN[unit.what].halves]
    return jobs + [_Job(unit) for unit in ordered if not DRAWN[unit.what].halves]


def _in_processes(
    definition: Definition, jobs: Sequence[_Job], dpi: float | None, workers: int, progress: Progress | None
) -> dict[Unit, list[Picture]]:
    with ProcessPoolExecutor(workers, initializer=_start, initargs=(definition, dpi)) as pool:
        futures = {pool.submit(_work, job): job for job in jobs}
        try:
            return _gathered(jobs, _completed(futures), progress)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _completed(futures: dict[Future[list[Picture]], _Job]) -> Iterator[tuple[_Job, list[Picture]]]:
    for future in as_completed(futures):
        yield futures[future], future.result()


def _gathered(
    jobs: Sequence[_Job], done: Iterable[tuple[_Job, list[Picture]]], progress: Progress | None
) -> dict[Unit, list[Picture]]:
    """All pictures by unit; an SVG and a PNG that were made apart are put together."""
    made: dict[_Job, list[Picture]] = {}
    for job, pictures in done:
        made[job] = pictures
        if progress is not None:
            progress(len(made), len(jobs))
    return {unit: _joined(made, unit, jobs) for unit in dict.fromkeys(job.unit for job in jobs)}


def _joined(made: dict[_Job, list[Picture]], unit: Unit, jobs: Sequence[_Job]) -> list[Picture]:
    found: dict[PurePosixPath, Picture] = {}
    for each in (p for job in jobs if job.unit == unit for p in made[job]):
        half = found.setdefault(each.stem, each)
        if half is not each:
            drawn, shot = (half, each) if half.drawing.svg else (each, half)
            found[each.stem] = replace(drawn, png=shot.png, pixels=shot.pixels)
    return list(found.values())


_here: dict[str, Any] = {}


def _start(definition: Definition, dpi: float | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
    _here.update(definition=definition, dpi=dpi)


def _work(job: _Job) -> list[Picture]:
    return job.run(_here["definition"], _here["dpi"])
