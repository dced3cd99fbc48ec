"""A moment of a battle of stacks: who lies where, whose zones reach which hexes, how full the hexes are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import Final

from modules.definition.formats.clauses.conditions import REDUCED, Times, Units
from modules.definition.formats.counters import number_of
from modules.engine.stacks.battle import StackBattle
from modules.engine.stacks.moment import Moment
from modules.engine.stacks.stacking import StackCounts
from modules.engine.stacks.tracing.traces import Traces
from modules.engine.stacks.zones import Zones

ENTERING: Final = "entering"
RESERVE: Final = "reserve"
"""The places beside the map where counters lie that come later, or are to be set up."""
_BESIDE: Final = 5
"""Hexes: nearer ones are looked through, for others it is asked how far each counter is."""


class StackField:
    """A position. It does not change, so that what is worked out of it stays true."""

    def __init__(self, battle: StackBattle, moment: Moment) -> None:
        self.battle, self.moment = battle, moment
        self.board, self.map_rules = battle.board, battle.map_rules

    # --- counters ----------------------------------------------------------------------------------

    def side(self, counter: str) -> str:
        """Whose a counter is."""
        return self.battle.side_of[counter]

    def at(self, counter: str) -> str | None:
        """The hex where a counter lies; None off the map."""
        place = self.moment.at.get(counter)
        return place if place in self.map_rules.hexes else None

    def value(self, counter: str, name: str) -> int:
        """A value as `strength`, rounded down."""
        return floor(self._number(counter, name, reduced=self._is_reduced(counter)))

    def full_value(self, counter: str, name: str) -> int:
        """A value of a counter at its full strength, rounded down."""
        return floor(self._number(counter, name, reduced=False))

    def strength(self, counter: str, name: str) -> Fraction:
        """A value on the face that is up, or of a block on the edge that is up; 0 where it has none. 3½ and
        [5] are numbers too."""
        return Fraction(self._number(counter, name, reduced=self._is_reduced(counter)))

    def _is_reduced(self, counter: str) -> bool:
        return REDUCED in self.moment.states.get(counter, ())

    def _number(self, counter: str, name: str, *, reduced: bool) -> Fraction | int:
        known = self.battle.counters[counter]
        if known.strengths and name == self.battle.definition.counters_file.strength:
            return known.strengths[self.moment.lost.get(counter, 0) if reduced else 0]
        face, printed = known.front, known.printed
        if reduced and known.back is not None:
            face, printed = known.back, known.printed_back
        found = face.get(name)
        return found if found is not None else number_of(printed.get(name, "")) or 0

    def is_of(self, counter: str, units: Units) -> bool:
        """Whether a condition holds for a unit as it stands."""
        return self.battle.units_test(units).holds(self, counter)

    def is_now(self, times: Times) -> bool:
        """Whether a condition holds at this moment."""
        return self.battle.times_test(times).holds(self.moment)

    # --- who lies where ----------------------------------------------------------------------------

    @cached_property
    def _held(self) -> Mapping[str, dict[str, tuple[str, ...]]]:
        found: dict[str, dict[str, tuple[str, ...]]] = {side: {} for side in self.battle.sides}
        stacks, sides, hexes = self.moment.stacks, self.battle.side_of, self.map_rules.hexes
        for place in sorted(stacks):
            if place in hexes:
                stack = stacks[place]
                if len(stack) == 1:
                    found[sides[stack[0]]][place] = stack
                    continue
                owners = {sides[counter] for counter in stack}
                for side in owners:
                    mine = stack if len(owners) == 1 else tuple(c for c in stack if sides[c] == side)
                    found[side][place] = mine
        return found

    def stacks_of(self, side: str) -> Mapping[str, tuple[str, ...]]:
        """The hexes where counters of a side lie, with those, the lowest first."""
        return self._held[side]

    def on_map(self, side: str) -> Sequence[str]:
        """The units of a side on the map, without leaders, in the order of the counter list."""
        return [unit for unit in self.all_on_map(side) if not self._is_leader(unit)]

    def all_on_map(self, side: str) -> Sequence[str]:
        """The counters of a side on the map, in the order of the counter list."""
        units = (unit for stack in self._held[side].values() for unit in stack)
        return sorted(units, key=self.battle.rank.__getitem__)

    def enemy_hexes(self, side: str) -> Mapping[str, tuple[str, ...]]:
        """The hexes where enemies of a side lie, with those."""
        others = [self._held[each] for each in self._held if each != side]
        if len(others) == 1:
            return others[0]
        return {h: units for held in others for h, units in held.items()}

    @cached_property
    def counts(self) -> StackCounts:
        """What the clauses of stacking count."""
        return StackCounts(self)

    # --- for the conditions of a set-up ------------------------------------------------------------

    def called(self, counter: str) -> str:
        """How reports name a counter."""
        return counter

    def sharing_on_map(self, side: str) -> Sequence[str]:
        """The leaders of a side on the map."""
        return [unit for unit in self.all_on_map(side) if self._is_leader(unit)]

    def lying_beside(self, counter: str, hex_id: str) -> Sequence[str]:
        """All others that lie in the hex of a counter and in those beside it."""
        hexes, stacks = (hex_id, *self.board.neighbours[hex_id]), self.moment.stacks
        return [other for h in hexes for other in stacks.get(h, ()) if other != counter]

    def units_in(self, hex_id: str) -> Sequence[str]:
        """The counters in a hex that are no leaders."""
        return [unit for unit in self.moment.stacks.get(hex_id, ()) if not self._is_leader(unit)]

    def _is_leader(self, counter: str) -> bool:
        return self.battle.counters[counter].role == "leader"

    def with_placed(self, placed: Mapping[str, str]) -> StackField:
        """The position with counters placed in hexes besides."""
        before = self.moment
        stacks = {p: tuple(c for c in stack if c not in placed) for p, stack in before.stacks.items()}
        for counter, hex_id in placed.items():
            stacks[hex_id] = (*stacks.get(hex_id, ()), counter)
        return StackField(self.battle, replace(before, stacks=stacks, at={**before.at, **placed}))

    # --- zones and neighbourhood -------------------------------------------------------------------

    @cached_property
    def zones(self) -> Zones:
        """The zones of control."""
        return Zones(self)

    def in_enemy_zone(self, counter: str) -> bool:
        """Whether a counter stands in a ZOC of an enemy that binds it."""
        here = self.at(counter)
        return any(here in effect.covers for effect in self.zones.effects(counter, (counter,)))

    @cached_property
    def traces(self) -> Traces:
        """Where the traces of units lead."""
        return Traces(self)

    def has_trace(self, counter: str, traces: tuple[str, ...]) -> bool:
        """Whether one of these traces leads from a counter where it must."""
        return any(self.traces.leads(counter, name) for name in traces)

    def is_near(self, counter: str, others: frozenset[str], hexes: int) -> bool:
        """Whether one of these is within so many hexes of a counter: one of its own side, where they are of
        that too."""
        here, side = self.at(counter), self.side(counter)
        if here is None:
            return False
        own = others & self.battle.on_side[side] or others
        if hexes <= _BESIDE:
            lying = (o for h in self.board.within(here, hexes) for o in self.moment.stacks.get(h, ()))
            return any(each in own and each != counter for each in lying)
        far = self.board.distance
        places = (self.at(each) for each in own if each != counter)
        return any(place is not None and far(here, place) <= hexes for place in places)
