"""Making: the units of a build are drawn by several processes, the largest first.

A picture with more pixels than are rendered at once is drawn by one process, its strips are rendered by all.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from generator.building.drawn import boards_of_map, drawings_together
from generator.building.picture import (
    Cut,
    DrawingStoppedError,
    Picture,
    What,
    cut_of,
    pictures_of,
    raster_of,
    together,
)
from generator.building.units import Unit
from generator.drawing.art import Look
from generator.drawing.strips import Rows
from modules.definition import Definition

T = TypeVar("T")

_FIRST: tuple[What, ...] = ("maps", "charts", "boards", "cards", "blocks", "counters")
"""The largest work first, so that no process waits for it at the end."""
_FEW = 4
"""So many units, at most one of them large, are drawn sooner than processes start and load what draws: a
changed counter asks for its group and both guides."""


Keep = Callable[[Unit, Picture], T]
"""What is done with a picture of a unit, in the process that has made it; what that gives is handed on."""


def make(
    look: Look,
    definition: Definition,
    asked: Mapping[Unit, float],
    keep: Keep[T],
    *,
    workers: int = 2,
) -> Generator[tuple[Unit, list[T]], None, None]:
    """Each unit that is asked for, at so many dpi, as it is done, with what `keep` gives of its pictures. To
    be closed where not all are taken. Raises CounterError and the other errors of art and drawing,
    PictureTooLargeError, DrawingStoppedError, and as `keep`."""
    queue = _queue(asked)
    if workers < 2 or _are_few(asked):
        for units in queue:
            made = _pictures(look, units, definition, asked)
            yield from ((unit, [keep(unit, each) for each in made[unit]]) for unit in units)
        return
    try:
        with ProcessPoolExecutor(
            workers, initializer=_start, initargs=(look, definition, asked, keep)
        ) as pool:
            try:
                yield from _in_processes(look, pool, queue, asked, keep)
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
    except BrokenProcessPool as fault:
        raise DrawingStoppedError(
            "a drawing process was killed (out of memory?): close other programs, or build at a lower --dpi"
        ) from fault


_Together = tuple[Unit, ...]
"""Units that are made of one drawing."""


def _queue(units: Collection[Unit]) -> list[_Together]:
    """Units in the order in which they are made, those of one drawing together."""
    found: dict[object, list[Unit]] = {}
    for unit in sorted(units, key=lambda unit: _FIRST.index(unit.what)):
        found.setdefault((unit.together, unit.in_play), []).append(unit)
    return [tuple(each) for each in found.values()]


def _pictures(
    look: Look,
    units: _Together,
    definition: Definition,
    asked: Mapping[Unit, float],
    *,
    apart: bool = False,
) -> dict[Unit, list[Picture]]:
    """The pictures of units at their resolutions; `apart`: without PNGs where one is made of strips, which
    others render."""
    found: dict[Unit, list[Picture]] = {unit: [] for unit in units}
    if units[0].what == "maps" and units[0].in_play:
        return {unit: _boards(look, unit, definition, asked[unit]) for unit in units}
    drawn = list(drawings_together(look, units, definition))
    left = apart and any(cut_of(look, drawing, asked[unit]).raster.strips > 1 for unit, _, drawing in drawn)
    told = [(unit.what, about, drawing, asked[unit]) for unit, about, drawing in drawn]
    for (unit, _, _), picture in zip(drawn, pictures_of(look, told, rendered=not left), strict=True):
        found[unit].append(picture)
    return found


def _boards(look: Look, unit: Unit, definition: Definition, dpi: float) -> list[Picture]:
    """A map as a module shows it: with the ids of its hexes, then without; of areas as it is."""
    from generator.drawing.colours import in_few_colours

    ground, ids = boards_of_map(look, unit, definition)
    raster = raster_of(look, ground, dpi)
    made = in_few_colours(raster, None if ids is None else raster_of(look, ids, dpi))
    size, about = (raster.width, raster.height), {"map": unit.name}
    drawings = (replace(ground, name=f"map-{unit.name}"), ground)
    return [
        Picture(unit.what, dict(about), drawing, data, size)
        for drawing, data in zip(drawings, made, strict=False)
    ]


def _are_few(units: Collection[Unit]) -> bool:
    few = len(units) <= _FEW and sum(unit.large for unit in units) <= 1
    return few and all(unit.what != "maps" for unit in units)  # a map may be rendered in strips


def _in_processes(
    look: Look, pool: Executor, queue: Sequence[_Together], asked: Mapping[Unit, float], keep: Keep[T]
) -> Iterator[tuple[Unit, list[T]]]:
    futures = [pool.submit(_work, units) for units in queue]
    in_strips: list[_Coming] = []
    for future in as_completed(futures):
        made = future.result()
        yield from ((unit, work.kept) for unit, work in made.items() if not work.unfinished)
        # Strips are asked for before any is waited for, so that no process waits.
        in_strips += _in_strips(
            look, {unit: work.unfinished for unit, work in made.items() if work.unfinished}, asked, pool
        )
    pictures: dict[Unit, list[T]] = {}
    for each in in_strips:
        for unit, picture in each.pictures():
            pictures.setdefault(unit, []).append(keep(unit, picture))
    yield from pictures.items()


def _in_strips(
    look: Look, unfinished: Mapping[Unit, Sequence[Picture]], asked: Mapping[Unit, float], pool: Executor
) -> Iterator[_Coming]:
    """The rasters of pictures, their strips asked for."""
    drawn = [(unit, picture) for unit, pictures in unfinished.items() for picture in pictures]
    cuts = [cut_of(look, picture.drawing, asked[unit]) for unit, picture in drawn]
    for raster, places in together(cuts).items():
        windows = [cuts[place].window for place in places]
        strips = tuple(pool.submit(raster.strip_of, each, windows) for each in range(raster.strips))
        yield _Coming(tuple((*drawn[place], cuts[place]) for place in places), strips)


@dataclass(frozen=True, slots=True)
class _Work:
    """A unit drawn: what `keep` gave of its pictures, or these themselves where strips are still to come."""

    kept: list[Any] = field(default_factory=list)
    unfinished: list[Picture] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Coming:
    """Pictures that are cut from one raster, of which the strips are rendered."""

    drawn: tuple[tuple[Unit, Picture, Cut], ...]
    strips: tuple[Future[list[Rows]], ...]

    def pictures(self) -> Iterator[tuple[Unit, Picture]]:
        """Waits for the strips."""
        strips = [each.result() for each in self.strips]
        for (unit, picture, (raster, window)), rows in zip(
            self.drawn, zip(*strips, strict=True), strict=True
        ):
            yield unit, replace(picture, png=raster.part(window, rows))


_here: dict[str, Any] = {}


def _start(look: Look, definition: Definition, asked: Mapping[Unit, float], keep: Keep[Any]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
    _here.update(look=look, definition=definition, asked=asked, keep=keep)


def _work(units: _Together) -> dict[Unit, _Work]:
    made = _pictures(_here["look"], units, _here["definition"], _here["asked"], apart=True)
    return {unit: _worked(unit, pictures) for unit, pictures in made.items()}


def _worked(unit: Unit, pictures: list[Picture]) -> _Work:
    if all(each.png for each in pictures):
        return _Work([_here["keep"](unit, each) for each in pictures])
    return _Work(unfinished=pictures)
