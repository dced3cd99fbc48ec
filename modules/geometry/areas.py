"""Areas: which are adjacent, along which borders a road runs, how far it is from one to another, and how few
colours tell neighbours apart.

Knows no game: an area is a word, a border a pair of words.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from modules.amounts import count_noun

Border = frozenset[str]
"""Two areas that are adjacent, in no order."""


class UnknownArea(Exception):
    """An area that the map does not have."""


class BorderError(Exception):
    """A border that is none: of an area with itself, or a road between areas that are not adjacent."""


@dataclass(frozen=True)
class AreaGraph:
    """Areas and their borders. `roads`: the names of the roads that cross each border that has any."""

    areas: tuple[str, ...]
    borders: frozenset[Border]
    roads: Mapping[Border, tuple[str, ...]]

    @classmethod
    def of(
        cls,
        areas: Iterable[str],
        borders: Iterable[tuple[str, str]],
        roads: Mapping[str, Iterable[tuple[str, str]]],
    ) -> AreaGraph:
        """A graph; a road's links are borders too. Raises UnknownArea, BorderError."""
        known = tuple(dict.fromkeys(areas))
        links: dict[Border, list[str]] = {}
        for name, pairs in roads.items():
            for pair in pairs:
                links.setdefault(_border(pair, known), []).append(name)
        plain = {_border(pair, known) for pair in borders}
        return cls(known, frozenset(plain | links.keys()), {b: tuple(names) for b, names in links.items()})

    def neighbours(self, area: str) -> tuple[str, ...]:
        """The adjacent areas, in the order of the map. Raises UnknownArea."""
        try:
            return self._around[area]
        except KeyError:
            raise UnknownArea(area) from None

    @cached_property
    def _around(self) -> dict[str, tuple[str, ...]]:
        return {
            area: tuple(other for other in self.areas if frozenset((area, other)) in self.borders)
            for area in self.areas
        }

    def adjacent(self, one: str, other: str) -> bool:
        """Whether two areas share a border."""
        return frozenset((one, other)) in self.borders

    def roads_between(self, one: str, other: str) -> tuple[str, ...]:
        """The roads that cross the border of two areas; none where there is no road or no border."""
        return self.roads.get(frozenset((one, other)), ())

    def within(self, start: str, steps: int, closed: Container[str] = ()) -> dict[str, int]:
        """The areas that a move of at most `steps` reaches, each with the fewest steps, `start` with 0.

        A move may end in a `closed` area, but not go on from it. Raises UnknownArea.

        >>> borders, roads = [("Kent", "Sussex")], {"Stane Street": [("Sussex", "Surrey")]}
        >>> shires = AreaGraph.of(("Kent", "Sussex", "Surrey"), borders, roads)
        >>> shires.within("Kent", 2)
        {'Kent': 0, 'Sussex': 1, 'Surrey': 2}
        >>> shires.within("Kent", 2, closed={"Sussex"})
        {'Kent': 0, 'Sussex': 1}
        """
        found, queue = {start: 0}, deque([start])
        while queue:
            here = queue.popleft()
            if found[here] == steps or (here in closed and here != start):
                continue
            for other in self.neighbours(here):
                if other not in found:
                    found[other] = found[here] + 1
                    queue.append(other)
        return found

    def parts(self) -> tuple[frozenset[str], ...]:
        """The areas in parts that no border joins, in the order of the map; one part is as it should be."""
        left, found = list(self.areas), []
        while left:
            part = frozenset(self.within(left[0], len(self.areas)))
            found.append(part)
            left = [area for area in left if area not in part]
        return tuple(found)

    def colours(self, of: int) -> dict[str, int]:
        """A number from 0 for each area so that no neighbours have the same, all numbers below `of` about as
        often; the same areas, the same numbers. Raises BorderError where `of` numbers do not suffice.

        Areas are taken from the least joined up (smallest last), with which six suffice for any plane map.
        """
        order: list[str] = []
        left = list(self.areas)
        while left:
            low = min(left, key=lambda area: sum(other in left for other in self.neighbours(area)))
            order.append(low)
            left.remove(low)
        given: dict[str, int] = {}
        for area in reversed(order):
            near = {given[other] for other in self.neighbours(area) if other in given}
            free = [number for number in range(of) if number not in near]
            if not free:
                raise BorderError(
                    f"{count_noun(of, 'colour')} are too few to tell {area} from its neighbours"
                )
            given[area] = min(free, key=lambda number: (list(given.values()).count(number), number))
        return given


def _border(pair: tuple[str, str], known: tuple[str, ...]) -> Border:
    for area in pair:
        if area not in known:
            raise UnknownArea(area)
    if pair[0] == pair[1]:
        raise BorderError(f"{pair[0]} cannot border itself")
    return frozenset(pair)
