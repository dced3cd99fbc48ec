"""The ways that orders name, and where their places lie on a map: so a log shows a march place by place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from modules.engine.orders import Order, counters_of, parts_of, places_of

Spot = tuple[str, int, int]
"""A map window and px on it."""


@dataclass(frozen=True)
class Ground:
    """Where the pieces of each place of a map lie: in one way for all, or in one for each side."""

    layouts: tuple[Mapping[str, Spot], ...] = ()

    @cached_property
    def _places(self) -> dict[Spot, tuple[str, Mapping[str, Spot]]]:
        found: dict[Spot, tuple[str, Mapping[str, Spot]]] = {}
        for layout in self.layouts:
            for place, spot in layout.items():
                found.setdefault(spot, (place, layout))
        return found

    def place(self, spot: Spot) -> str:
        """The place of a spot; empty for one beside the map."""
        return self._places[spot][0] if spot in self._places else ""

    def legs(self, ways: Sequence[Way], counter: str, start: Spot, end: Spot) -> list[Spot]:
        """Where a piece that goes from one spot to another comes on its way, the last as well where the way
        leads there; empty for one that goes by no way. `counter`: its id, empty if it is none or unknown."""
        layout = self._places.get(start, self._places.get(end, ("", {})))[1]
        names = _legs(ways, counter, self.place(start), self.place(end), layout)
        return [layout[name] for name in names]


@dataclass(frozen=True, slots=True)
class Way:
    """Places one after the other, by which the counters go that an order names, or who stand at its begin.
    `fresh`: it was just given; an older one may wait for dice."""

    counters: frozenset[str]
    places: tuple[str, ...]
    fresh: bool = True


def counters_and_places(order: Order) -> tuple[frozenset[str], frozenset[str]]:
    """Whom and where an order names: who acts, and at whom it points."""
    return frozenset(counters_of(order)), frozenset(places_of(order))


def ways_of(orders: Sequence[Order]) -> list[Way]:
    """The ways that orders name: the places at which nothing is aimed."""
    found = []
    for order in orders:
        named: dict[str, list[str]] = {"counter": [], "place": []}
        for part in parts_of(type(order)):
            if part.what in named and not part.aimed:
                value = getattr(order, part.name)
                named[part.what] += [value] if isinstance(value, str) else value
        if named["place"]:
            found.append(Way(frozenset(named["counter"]), tuple(named["place"])))
    return found


def _legs(ways: Sequence[Way], counter: str, start: str, end: str, ground: Mapping[str, Spot]) -> list[str]:
    """The places of the ways behind `start`, up to `end` or, by an order just given to this counter that it
    did not end in, all of them: there it left the map, fell, or was thrown back."""
    own = [way for way in ways if counter and counter in way.counters]
    if own:
        places = [place for way in own for place in way.places if place in ground]
        fresh = any(way.fresh for way in own)
        if start in (places[:1] if fresh else places):
            places = places[places.index(start) + 1 :]
        return _upto(end, places) or (places if fresh else [])
    for way in ways:
        places = [place for place in way.places if place in ground]
        if start in places and (found := _upto(end, places[places.index(start) + 1 :])):
            return found
    return []


def _upto(end: str, places: list[str]) -> list[str]:
    """The places up to the last time that `end` is among them; none where it is not."""
    return places[: len(places) - places[::-1].index(end)] if end in places else []
