"""Traces at one moment: from which hexes a way leads where it must, found by one search from all its ends.

The hex in which a unit stands is no part of its way: neither zones nor ground close it. All others are, the
end too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Protocol

from modules.definition.formats.clauses.upkeep import Trace
from modules.engine.stacks.battle import StackBattle
from modules.engine.stacks.map_rules import MapRules
from modules.engine.stacks.moment import Moment
from modules.engine.stacks.tracing.holding import holds_place
from modules.engine.stacks.zones import Zones

Distances = Mapping[str, int]
"""The hexes from which a trace leads where it must, each with the number of hexes on its way."""
_ENDLESS = 1_000_000


class Tracing(Protocol):
    """What traces look at."""

    battle: StackBattle
    map_rules: MapRules
    moment: Moment

    @property
    def zones(self) -> Zones:
        """The zones of control."""

    def side(self, counter: str) -> str:
        """Whose a counter is."""

    def at(self, counter: str) -> str | None:
        """The hex where a counter lies; None off the map."""

    def stacks_of(self, side: str) -> Mapping[str, tuple[str, ...]]:
        """The hexes where counters of a side lie, with those."""

    def enemy_hexes(self, side: str) -> Mapping[str, tuple[str, ...]]:
        """The hexes where enemies of a side lie, with those."""


class Traces:
    """The traces of all units at a moment. Each search is made once."""

    def __init__(self, field: Tracing) -> None:
        self._field, self._clauses = field, field.battle.rules.traces
        self._found: dict[tuple[str, str, str, tuple[int, ...]], Distances] = {}

    def leads(self, counter: str, name: str) -> bool:
        """Whether a trace leads from a counter where it must."""
        here = self._field.at(counter)
        return here is not None and here in self.distances(counter, name)

    def leads_from(self, counter: str, place: str, name: str) -> bool:
        """Whether it would lead from a place, if the counter stood there."""
        return place in self.distances(counter, name)

    def length(self, counter: str, name: str) -> int | None:
        """How many hexes the shortest way of a trace has; None where there is none."""
        here = self._field.at(counter)
        return None if here is None else self.distances(counter, name).get(here)

    def is_for(self, counter: str, name: str) -> bool:
        """Whether there is such a trace for a counter now."""
        field, clause = self._field, self._clauses[name]
        of = not clause.of or counter in field.battle.counters_of(clause.of)
        return of and field.battle.times_test(clause.when).holds(field.moment)

    def distances(self, counter: str, name: str) -> Distances:
        """The hexes from which a trace leads for a counter, wherever that stands."""
        if not self.is_for(counter, name):
            return {}
        field, clause = self._field, self._clauses[name]
        kind = field.map_rules.barring_kind(field.battle.counters[counter].kind)
        key = name, field.side(counter), kind, self._zones_for(clause, counter)
        if key not in self._found:
            self._found[key] = _Search(field, clause, counter).distances()
        return self._found[key]

    def _zones_for(self, clause: Trace, counter: str) -> tuple[int, ...]:
        """The zones that close ways of a counter's."""
        return () if clause.zones == "open" else self._field.zones.binding(counter)


class _Search:
    """One search, for a trace and a counter, or one like it."""

    def __init__(self, field: Tracing, clause: Trace, counter: str) -> None:
        self._field, self._clause, self._side = field, clause, field.side(counter)
        self._kind = field.battle.counters[counter].kind
        self._closed = self._closed_hexes(counter)
        self._most = _ENDLESS if clause.hexes is None else clause.hexes

    def _closed_hexes(self, counter: str) -> Collection[str]:
        """The hexes through which no way leads, but for prohibited ground."""
        field, clause = self._field, self._clause
        closed = set(field.enemy_hexes(self._side))
        if clause.not_into:
            closed |= field.map_rules.places.find(clause.not_into)
        if clause.zones != "open":
            opened = field.stacks_of(self._side) if clause.zones == "friend_opens" else ()
            for effect in field.zones.effects(counter, ()):
                closed.update(hex_id for hex_id in effect.covers if hex_id not in opened)
        return closed

    def _ends(self) -> Iterator[str]:
        """The hexes where the trace may end."""
        field, clause = self._field, self._clause
        if clause.to:
            places = field.map_rules.places.find(clause.to)
            yield from (h for h in places if not clause.held or holds_place(field, self._side, h))
        if clause.to_units:
            named = field.battle.counters_of(clause.to_units)  # where enemies lie no way leads
            yield from (here for each in named if (here := field.at(each)) is not None)

    def distances(self) -> Distances:
        """All hexes from which it leads, those along roads first, then so many hexes before these."""
        found = dict.fromkeys(self._ends(), 0)
        if not self._clause.along:
            self._spread(found, found, self._most, on_road=False)
            return found
        self._spread(found, found, self._most, on_road=True)
        edge: Collection[str] = tuple(found)
        for _ in range(self._clause.before):
            edge = self._step_back(found, edge)
        return found

    def _spread(self, found: dict[str, int], start: Iterable[str], most: int, *, on_road: bool) -> None:
        """Adds the hexes from which ways lead to those that are found already."""
        ring, length = list(start), 0
        while ring and length < most:
            length += 1
            before = ring
            ring = []
            for here in before:
                for there in self._back_from(here, on_road=on_road):
                    if there not in found:
                        found[there] = length
                        ring.append(there)

    def _step_back(self, found: dict[str, int], edge: Collection[str]) -> Collection[str]:
        """Adds the hexes from which one more step leads to those that were found with as many; those are the
        edge of the next."""
        shorter: dict[str, int] = {}
        for here in edge:
            length = found[here] + 1
            for there in self._back_from(here, on_road=False) if length <= self._most else ():
                if length < min(found.get(there, _ENDLESS), shorter.get(there, _ENDLESS)):
                    shorter[there] = length
        found.update(shorter)
        return tuple(shorter)

    def _back_from(self, here: str, *, on_road: bool) -> Iterator[str]:
        """The hexes from which a step of the trace leads into a hex."""
        rules, clause = self._field.map_rules, self._clause
        if here in self._closed or rules.barred_ground(here, self._kind) is not None:
            return
        for there in rules.board.neighbours[here]:
            fact = rules.fact(there, here)
            if on_road and set(clause.along).isdisjoint(fact.roads):
                continue
            if set(clause.not_across).isdisjoint(fact.across) and not rules.is_shut(fact):
                yield there
