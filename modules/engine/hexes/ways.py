"""Ways over a board: the steps that its ground allows, with their costs as lists, and what they reach."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

Steps = Sequence[tuple[str, int]]
"""Places to which steps lead, each with what it costs in whole units of MP."""


@dataclass(frozen=True, eq=False)
class Ways:
    """From each place the steps that the ground allows. Made once for all games on a board."""

    steps: Mapping[str, Steps]
    _parts: dict[str, Ways] = field(default_factory=dict, repr=False)

    def only(self, name: str, keep: Callable[[str, str], bool]) -> Ways:
        """The steps, from one place to another, that also keep a rule; worked out once for each `name`."""
        if name not in self._parts:
            kept = {
                one: tuple(step for step in steps if keep(one, step[0])) for one, steps in self.steps.items()
            }
            self._parts[name] = Ways(kept)
        return self._parts[name]

    def cost(self, one: str, other: str) -> int | None:
        """What a step costs, in whole units of MP; None where the ground allows none."""
        return next((cost for there, cost in self.steps[one] if there == other), None)


@dataclass(frozen=True, slots=True)
class Reach:
    """What can be reached: of each place the least cost, in whole units of MP, and the way, the start left
    out. `costs` also holds other places, which cannot."""

    costs: dict[str, int]
    paths: dict[str, tuple[str, ...]]


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
    least: dict[str, int] = {}
    for places in closed:
        least.update(dict.fromkeys(places, -1))
    least[start] = 0
    paths: dict[str, tuple[str, ...]] = {start: ()}
    beyond = budget + 1
    by_cost: list[list[tuple[str, ...]]] = [[] for _ in range(budget + 1)]
    by_cost[0].append(())
    for so_far, waiting in enumerate(by_cost):
        waiting.sort()
        for path in waiting:  # a step that costs nothing lengthens the list while it is walked
            here = path[-1] if path else start
            if paths[here] is not path:
                continue  # a better way has been found since
            for there, cost in ways.steps[here] if path else first:
                total, known = so_far + cost, least.get(there, beyond)
                if total > known or total > budget:
                    continue
                way = (*path, there)
                if total == known and paths[there] <= way:
                    continue
                least[there], paths[there] = total, way
                if there not in stops:
                    by_cost[total].append(way)
    del paths[start]
    return Reach(least, paths)
