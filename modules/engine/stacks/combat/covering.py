"""Which of the hexes that must be attacked can all be, each by a unit of its own.

Each hex weighs as much as the counters in it that must be attacked. A hex for which no unit is free gets one
if others change their hexes, along a way from hex to unit to hex; if that frees none, the lightest hex of all
these is left. When units and counters have fought, only those hexes are covered anew that have lost theirs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet


class Covering:
    """The best of all for `weights` of hexes and the hexes that each unit reaches. `units`: by hex, the unit
    that attacks it."""

    def __init__(self, weights: Mapping[str, int], reach: Mapping[str, Collection[str]]) -> None:
        self._weights = dict(weights)
        self._by: dict[str, list[str]] = {hex_id: [] for hex_id in weights}
        for unit, hexes in reach.items():
            for hex_id in hexes:
                if hex_id in self._by:
                    self._by[hex_id].append(unit)
        self.units: dict[str, str] = {}
        self._hexes: dict[str, str] = {}
        self._cover_all(weights, ())

    @property
    def total(self) -> int:
        """What the hexes weigh together that are attacked."""
        return sum(self._weights[hex_id] for hex_id in self.units)

    def after(self, fought: Collection[str], left: Mapping[str, int]) -> int:
        """The best total when these units have fought, and these hexes weigh but so much."""
        kept = self.units, self._hexes, self._weights
        self.units, self._hexes, self._weights = dict(self.units), dict(self._hexes), dict(self._weights)
        bare = {hex_id for hex_id, weight in left.items() if weight}
        released = [self._leave(hex_id) for hex_id in left]
        if any(unit and unit not in fought for unit in released):
            bare |= self._weights.keys() - self.units.keys() - left.keys()
        orphans = [self._hexes[unit] for unit in fought if unit in self._hexes]
        for hex_id in orphans:
            self._leave(hex_id)
        self._weights |= left
        self._cover_all({*bare, *orphans}, fought)
        total = self.total
        self.units, self._hexes, self._weights = kept
        return total

    def _leave(self, hex_id: str) -> str:
        """Leave a hex; the unit that had it."""
        unit = self.units.pop(hex_id, "")
        if unit:
            del self._hexes[unit]
        return unit

    def _cover_all(self, hexes: Collection[str], fought: Collection[str]) -> None:
        """Cover what can be, the heaviest first. What hangs together with a hex that nothing lighter makes
        room for is of no use to the next."""
        lost = set(fought)
        for hex_id in sorted(hexes, key=lambda h: (-self._weights[h], h)):
            lost |= self._cover(hex_id, lost)

    def _cover(self, hex_id: str, lost: Collection[str]) -> AbstractSet[str]:
        """Find a unit for a hex: if none is free, and none becomes free when others change their hexes, the
        lightest of these hexes is left; or this one, and the units are returned that were asked in vain."""
        came: dict[str, tuple[str, str]] = {}  # by hex, the hex that takes its unit, and that unit
        seen, front, lightest = set[str](), [hex_id], hex_id
        for here in front:
            for unit in self._by[here]:
                if unit in seen or unit in lost:
                    continue
                seen.add(unit)
                there = self._hexes.get(unit, "")
                if not there:
                    self._pass_on(here, unit, came)
                    return frozenset()
                came[there] = here, unit
                front.append(there)
                if self._weights[there] < self._weights[lightest]:
                    lightest = there
        if lightest == hex_id:
            return seen
        here, unit = came[lightest]
        self._leave(lightest)
        self._pass_on(here, unit, came)
        return frozenset()

    def _pass_on(self, hex_id: str, unit: str, came: Mapping[str, tuple[str, str]]) -> None:
        """A hex takes a unit that is free; the hex that takes the unit it had, and so on."""
        while True:
            before = self.units.get(hex_id, "")
            self.units[hex_id], self._hexes[unit] = unit, hex_id
            if not before:
                return
            hex_id, unit = came[hex_id][0], before
