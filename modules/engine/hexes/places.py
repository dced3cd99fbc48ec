"""Who stands where: an index of a state's units by hex and by side, with the hexes that their ZOC reach.

It is worked out from the units and kept in step with each change. Copies of a state share it until one of
them changes, so that a copy costs nothing here.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Collection, Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from modules.engine.hexes.board import Board


@dataclass(frozen=True, eq=False)
class Roll:
    """The counters of a battle as its map sees them: whose each is, in the order of the counter list, who
    stands in a hex together with others (a leader who is no unit), and whose ZOC reaches the hexes around.
    `arc`: where ZOC depend on the state of a unit, such as its facing, the hexes that they reach by it."""

    board: Board
    sides: Mapping[str, str]
    sharing: Set[str]
    zoc: Set[str]
    arc: Callable[[str, Any], Collection[str]] | None = None

    def reach(self, counter: str, unit: Any) -> Collection[str]:
        """The hexes that the ZOC of a counter on the map reaches, for the state of its unit."""
        if counter not in self.zoc:
            return ()
        return self.board.zoc_reach(unit.at) if self.arc is None else self.arc(counter, unit)

    @cached_property
    def order(self) -> dict[str, int]:
        """The place of each counter in the list."""
        return {counter: i for i, counter in enumerate(self.sides)}


class Places:
    """`occupants`: who stands in each hex, in the order in which they came. `filled`: the unit in each hex
    that has one. For each side, `units` and `sharing` on the map in the order of the counter list, `held`:
    the hexes that its units fill, and `zoc`: the hexes that its ZOC reach, each with how many units'."""

    __slots__ = ("filled", "held", "occupants", "roll", "shared", "sharing", "units", "zoc")

    def __init__(self, roll: Roll) -> None:
        sides = dict.fromkeys(roll.sides.values())
        self.roll = roll
        self.shared = False
        self.occupants: dict[str, tuple[str, ...]] = {}
        self.filled: dict[str, str] = {}
        self.units: dict[str, list[str]] = {side: [] for side in sides}
        self.sharing: dict[str, list[str]] = {side: [] for side in sides}
        self.held: dict[str, dict[str, str]] = {side: {} for side in sides}
        self.zoc: dict[str, dict[str, int]] = {side: {} for side in sides}

    def share(self) -> Places:
        """The same index, for one state more."""
        self.shared = True
        return self

    def own(self) -> Places:
        """An index that no other state has: this one, or a copy."""
        if not self.shared:
            return self
        copy = Places.__new__(Places)
        copy.roll, copy.shared = self.roll, False
        copy.occupants, copy.filled = self.occupants.copy(), self.filled.copy()
        copy.units = {side: those.copy() for side, those in self.units.items()}
        copy.sharing = {side: those.copy() for side, those in self.sharing.items()}
        copy.held = {side: those.copy() for side, those in self.held.items()}
        copy.zoc = {side: those.copy() for side, those in self.zoc.items()}
        return copy

    def move(self, counter: str, before: Any, after: Any) -> None:
        """Takes a counter from one place to another, either of which may be off the map; given are the states
        of its unit."""
        board, side = self.roll.board.neighbours, self.roll.sides[counter]
        ranks = self.sharing[side] if counter in self.roll.sharing else self.units[side]
        if before.at in board:
            self._leave(counter, side, before)
            if after.at not in board:
                ranks.remove(counter)
        elif after.at in board:
            insort(ranks, counter, key=self.roll.order.__getitem__)
        if after.at in board:
            self._enter(counter, side, after)

    def turn(self, counter: str, before: Any, after: Any) -> None:
        """Changes what the ZOC of a counter on the map reaches from where it stands."""
        side = self.roll.sides[counter]
        self._count(side, self.roll.reach(counter, before), -1)
        self._count(side, self.roll.reach(counter, after), 1)

    def _leave(self, counter: str, side: str, unit: Any) -> None:
        place = unit.at
        left = tuple(other for other in self.occupants[place] if other != counter)
        if left:
            self.occupants[place] = left
        else:
            del self.occupants[place]
        self._count(side, self.roll.reach(counter, unit), -1)
        if counter not in self.roll.sharing:
            del self.held[side][place]
            del self.filled[place]

    def _enter(self, counter: str, side: str, unit: Any) -> None:
        place = unit.at
        self.occupants[place] = (*self.occupants.get(place, ()), counter)
        self._count(side, self.roll.reach(counter, unit), 1)
        if counter not in self.roll.sharing:
            self.held[side][place] = self.filled[place] = counter

    def _count(self, side: str, reached: Collection[str], by: int) -> None:
        counts = self.zoc[side]
        for place in reached:
            count = counts.get(place, 0) + by
            if count:
                counts[place] = count
            else:
                del counts[place]
