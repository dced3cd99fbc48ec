"""Ways over a board: the steps that its ground allows, with their costs as lists, and what they reach."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import chain
from sys import maxsize

Steps = Sequence[tuple[str, int]]
"""Places to which steps lead, each with what it costs in whole units of MP."""


@dataclass(frozen=True, eq=False)
class Ways:
    """From each place the steps that the ground allows. Made once for all games on a board. `_whole`: the
    ways of which these are a part. `least`: what no step costs less than, where steps are worked out only as
    a search comes to them."""

    steps: Mapping[str, Steps]
    _whole: Ways | None = field(default=None, repr=False)
    least: int | None = None
    _parts: dict[str, Ways] = field(default_factory=dict, repr=False)

    @cached_property
    def cheapest(self) -> int:
        """What no step costs less than: the cheapest of the whole."""
        if self.least is not None:
            return self.least
        if self._whole is not None:
            return self._whole.cheapest
        return min((cost for steps in self.steps.values() for _, cost in steps), default=0)

    @cached_property
    def backward(self) -> Mapping[str, Steps]:
        """The same steps by where they lead: each place with those from which one comes to it."""
        found: dict[str, list[tuple[str, int]]] = {place: [] for place in self.steps}
        for one, steps in self.steps.items():
            for there, cost in steps:
                found[there].append((one, cost))
        return found

    def only(self, name: str, keep: Callable[[str, str], bool]) -> Ways:
        """The steps, from one place to another, that also keep a rule; worked out once for each `name`."""
        if name not in self._parts:
            kept = {
                one: tuple(step for step in steps if keep(one, step[0])) for one, steps in self.steps.items()
            }
            self._parts[name] = Ways(kept, self)
        return self._parts[name]

    def without(self, barred: Collection[tuple[str, str]]) -> Ways:
        """The steps but these, for a moment: not kept."""
        changed = {
            one: tuple(step for step in self.steps[one] if (one, step[0]) not in barred)
            for one in {one for one, _ in barred}
        }
        return Ways({**self.steps, **changed}, self)

    def cost(self, one: str, other: str) -> int | None:
        """What a step costs, in whole units of MP; None where the ground allows none."""
        return next((cost for there, cost in self.steps[one] if there == other), None)


class Reach:
    """What can be reached: `costs` of each place in whole units of MP, and of others that cannot; `ways` to
    each place, the start left out, its ids written in one: they are all of the same length."""

    __slots__ = ("costs", "ways")

    def __init__(self, costs: dict[str, int], ways: dict[str, str]) -> None:
        self.costs, self.ways = costs, ways

    def path(self, place: str) -> tuple[str, ...]:
        """The way to a place."""
        way, width = self.ways[place], len(place)
        return tuple([way[i : i + width] for i in range(0, len(way), width)])


def marches(goals: Iterable[str], ways: Ways) -> dict[str, int]:
    """What the march from each place to the nearest of the goals costs, in whole units of MP; places from
    which there is none are left out."""
    least = dict.fromkeys(goals, 0)
    by_cost = [list(least)]
    backward, known_of = ways.backward, least.get
    for so_far, waiting in enumerate(by_cost):  # both lists are lengthened while they are walked
        for place in waiting:
            if least[place] < so_far:
                continue  # a cheaper way has been found since
            for beside, cost in backward[place]:
                total = so_far + cost
                if total < known_of(beside, maxsize):
                    least[beside] = total
                    by_cost += ([] for _ in range(total + 1 - len(by_cost)))
                    by_cost[total].append(beside)
    return least


def reach(
    start: str,
    first: Steps,
    budget: int,
    ways: Ways,
    closed: Iterable[Iterable[str]] = (),
    stops: Container[str] = frozenset(),
) -> Reach:
    """Every place but the start that can be reached for at most `budget` units.

    `first`: the steps that may come first. `closed` places are not entered, and from `stops` no step leads
    on. Of ways of equal cost the one with the smaller ids is kept: the answer is the same each time.
    """
    least = dict.fromkeys(chain.from_iterable(closed), -1)
    least[start] = 0
    found: dict[str, str] = {start: ""}
    by_cost: list[list[str]] = [[""], *([] for _ in range(budget - ways.cheapest))]
    width = len(first[0][0]) if first else 0
    steps, known_of, beyond, spendable = ways.steps, least.get, budget + 1, len(by_cost)
    for so_far, waiting in enumerate(by_cost):
        waiting.sort()
        for way in waiting:  # a step that costs nothing lengthens the list while it is walked
            here = way[-width:]
            if way and found[here] != way:
                continue  # a better way has been found since
            for there, cost in steps[here] if way else first:
                total = so_far + cost
                known = known_of(there, beyond)
                if total >= known and (total > known or total > budget or found[there] <= way + there):
                    continue
                least[there] = total
                found[there] = longer = way + there
                if total < spendable and there not in stops:
                    by_cost[total].append(longer)
    del found[start]
    return Reach(least, found)


def reach_over_free_steps(
    start: str,
    first: Steps,
    budget: int,
    ways: Ways,
    closed: Iterable[Iterable[str]] = (),
    stops: Container[str] = frozenset(),
) -> Reach:
    """The same where steps may cost nothing: of ways of equal cost the one with fewest steps is kept, then
    the one with the smaller ids. By smaller ids alone a way would wind over all the hexes that cost
    nothing."""
    least = dict.fromkeys(chain.from_iterable(closed), -1)
    least[start] = 0
    found: dict[str, str] = {}
    waiting = [(cost, len(there), there) for there, cost in first if cost <= budget]
    heapify(waiting)
    width = len(first[0][0]) if first else 0
    while waiting:
        cost, length, way = heappop(waiting)
        here = way[-width:]
        if here in least:
            continue
        least[here], found[here] = cost, way
        for there, more in ways.steps[here] if here not in stops else ():
            if there not in least and cost + more <= budget:
                heappush(waiting, (cost + more, length + width, way + there))
    return Reach(least, found)
