"""Ways from area to area: so many borders at most, more where the whole way follows roads.

A way is the areas from the first to the last. Whether it still follows roads only belongs to the search: a
node is an area with or without that, so that a way by road is found beside a shorter one across country."""

from __future__ import annotations

from collections import deque
from collections.abc import Container
from dataclasses import dataclass
from itertools import pairwise

from modules.amounts import count_noun
from modules.geometry.areas import AreaGraph

Way = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Gait:
    """How far a block goes: `areas` across any border, `by_road` where each border on the way has a road."""

    areas: int
    by_road: int


def follows_roads(graph: AreaGraph, way: Way) -> bool:
    """Whether a road crosses each border on the way."""
    return all(graph.roads_between(one, other) for one, other in pairwise(way))


def reached(
    graph: AreaGraph, start: str, gait: Gait, stops: Container[str], closed: Container[str] = ()
) -> dict[str, Way]:
    """The areas that a move from `start` reaches, each with one of its shortest ways. A way ends in the first
    of `stops` that it enters, and enters none that is `closed`."""
    found: dict[str, Way] = {}
    seen = {(start, True)}
    queue: deque[tuple[Way, bool]] = deque([((start,), True)])
    while queue:
        way, by_road = queue.popleft()
        if (len(way) > 1 and way[-1] in stops) or len(way) > gait.by_road:
            continue
        for other in graph.neighbours(way[-1]):
            still = by_road and bool(graph.roads_between(way[-1], other))
            if other in closed or (other, still) in seen or (not still and len(way) > gait.areas):
                continue
            seen.add((other, still))
            if other != start:
                found.setdefault(other, (*way, other))
            queue.append(((*way, other), still))
    return found


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why a way cannot be gone. `kind`: `border` (no border there), `length`, `stop` (it goes on from an area
    where it must end), `still` (it goes nowhere)."""

    kind: str
    text: str


def obstacle(graph: AreaGraph, way: Way, gait: Gait, stops: Container[str]) -> Obstacle | None:
    """What stands in a way that somebody wants to go; None where nothing does."""
    if len(way) < 2:
        return Obstacle("still", "a way has at least two areas")
    for one, other in pairwise(way):
        if not graph.adjacent(one, other):
            return Obstacle("border", f"{one} and {other} have no border in common")
    for area in way[1:-1]:
        if area in stops:
            return Obstacle("stop", f"the enemy is in {area}: the way ends there")
    far = gait.by_road if follows_roads(graph, way) else gait.areas
    if len(way) - 1 > far:
        return Obstacle("length", f"{count_noun(len(way) - 1, 'area')}, and here it is {far} at most")
    return None
