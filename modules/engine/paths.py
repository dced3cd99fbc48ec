"""Movement: which places can be reached with how many MP, and a path explained step by step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush

Places = Callable[[str], tuple[str, ...]]
"""The places next to a place."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Entering a place: its cost in whole units, and whether the mover must stop there."""

    cost: int
    stop: bool = False


Enter = Callable[[str, str], Entry | None]
"""What it costs to enter the second place from the first; None where that is not allowed."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A place that can be reached: the least cost and the path, the start left out."""

    cost: int
    path: tuple[str, ...]


def reach(start: str, budget: int, neighbours: Places, enter: Enter) -> dict[str, Arrival]:
    """Every place that can be reached from `start` for at most `budget` units, the start left out.

    Of paths of equal cost the one with the smaller ids is kept, so that the answer is the same each time.
    """
    best: dict[str, Arrival] = {}
    queue: list[tuple[int, tuple[str, ...]]] = [(0, ())]
    settled: set[str] = set()
    while queue:
        cost, path = heappop(queue)
        here = path[-1] if path else start
        if here in settled:
            continue
        settled.add(here)
        for there in neighbours(here):
            if there in settled:
                continue
            entry = enter(here, there)
            if entry is None or cost + entry.cost > budget:
                continue
            total = cost + entry.cost
            known = best.get(there)
            if known is None or (total, (*path, there)) < (known.cost, known.path):
                best[there] = Arrival(total, (*path, there))
                if not entry.stop:
                    heappush(queue, (total, (*path, there)))
    best.pop(start, None)
    return best
