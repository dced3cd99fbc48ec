"""What the driver asks of a game on hexes: positions set up by hand and described, counters as they lie."""

from __future__ import annotations

import difflib
from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from modules.engine.amendments import CounterPlacement, CounterState, Fact, FactValue
from modules.engine.errors import Illegal, UnknownThingError
from modules.engine.hexes.facing import FacedUnit
from modules.engine.hexes.field import HexBattle, HexField
from modules.engine.hexes.state import RESERVE, SET_UP, HexState
from modules.engine.hexes.turn import Turn
from modules.engine.position import PlacedCounter
from modules.engine.rules.arrangement_rules import Arrangement
from modules.engine.rules.full_rules import FullRules

S = TypeVar("S", bound=HexState[Any])
F = TypeVar("F", bound=HexField[Any, Any])

OTHERS = "others"
"""In an arrangement: every counter that is not named."""


class Words(NamedTuple):
    """The words of a game for what a counter is. `states`: the fields of its units that are true or not;
    `markers`: those of them that show as a marker on the counter, with its name; `off_map`: places beside the
    map, each with that of `ViewRules.off_map`, where counters that have yet to enter stay `entering`.
    `enemies`, `stacking`: the rules by which no hex holds enemies, or two units. `values`: words for other
    fields of a unit, each with the field and what it is then, such as `NE` for the facing NE."""

    states: tuple[str, ...]
    markers: Mapping[str, str]
    off_map: Mapping[str, str]
    enemies: str
    stacking: str
    values: Mapping[str, tuple[str, str]] = MappingProxyType({})


class HexRules(FullRules[S], Generic[F, S]):
    """A game's rules for one battle on hexes."""

    battle: HexBattle
    turn: Turn
    words: Words

    @abstractmethod
    def field_of(self, state: S) -> F:
        """The battlefield of a state."""

    @abstractmethod
    def books(self, state: S) -> Mapping[str, dict[str, int]]:
        """The numbers of a state by kind, as `facts` names them: `losses` of a side, `event` of any name."""

    def book_names(self) -> Mapping[str, Collection[str]]:
        """Of the kinds of numbers whose book fills up during the game the names that may come into it."""
        return {}

    def numbered(self) -> Mapping[str, Collection[int]]:
        """The kinds of numbers that stand for something, and which of them do: none."""
        return {}

    def usual(self, counter: str) -> Mapping[str, str]:  # noqa: ARG002 - for games to override
        """What the fields with `values` are for a counter on the map of which nothing is said."""
        return {}

    def read_back(self, state: S) -> S:
        state.places.roll = self.battle.roll
        return state

    # --- positions set up by hand ------------------------------------------------------------------

    def arrange(self, asked: Arrangement) -> S:
        state = self.start()
        self._go_to(state, asked)
        for counter, description in self._described(asked).items():
            place, *states = (part.strip() for part in description.split(","))
            on_map, values = place in self.battle.board.grid, self.words.values
            if not (on_map or place in self.words.off_map) or {*states} - {*self.words.states, *values}:
                raise UnknownThingError(description, "place or state")
            said = {values[word][0]: values[word][1] for word in states if word in values}
            flags = dict.fromkeys((word for word in states if word not in values), True)
            state.put(counter, at=place, **{**(self.usual(counter) if on_map else {}), **said}, **flags)
        self._check_stacks(state)
        books = self.books(state)
        for name, value in asked.facts.items():
            kind, _, key = name.partition(" ")
            book = books.get(kind)
            if book is None or (key not in book and key not in self.book_names().get(kind, ())):
                raise UnknownThingError(name, "fact")
            self._check_number(kind, value)
            book[key] = value
        return state

    def _go_to(self, state: S, asked: Arrangement) -> None:
        """Puts a state that is about to start into a phase. Raises UnknownThingError."""
        known = {*self.turn.stages, *((SET_UP, side) for side in self.turn.setting_up)}
        known |= {(phase, side) for phase in (state.phase, *self.between) for side in self.sides}
        if (asked.phase, asked.active) not in known:
            raise UnknownThingError(f"{asked.active} {asked.phase}", "phase")
        state.turn, state.phase, state.active = asked.turn, asked.phase, asked.active
        if asked.phase == SET_UP:
            state.setting_up = self.turn.setting_up.index(asked.active)

    def _described(self, asked: Arrangement) -> dict[str, str]:
        """The description of each counter that is named; `others` names all the rest."""
        named = {self.grammar.counter(w): d for w, d in asked.units.items() if w != OTHERS}
        if OTHERS not in asked.units:
            return named
        return dict.fromkeys(self.battle.counters, asked.units[OTHERS]) | named

    def _check_stacks(self, state: S) -> None:
        """No position that play cannot reach: no enemies in a hex, and one unit. Raises Illegal."""
        for hex_id, there in state.occupants.items():
            if len({self.battle.counters[unit_id].side for unit_id in there}) > 1:
                raise Illegal(self.words.enemies, f"{' and '.join(there)} are enemies and share {hex_id}")
            if sum(unit_id not in self.battle.roll.sharing for unit_id in there) > 1:
                raise Illegal(self.words.stacking, f"{' and '.join(there)} share {hex_id}: one unit per hex")

    # --- what all have agreed on -------------------------------------------------------------------

    def amend(self, state: S, facts: Sequence[Fact]) -> None:
        """Where a counter is put, its states stay as they are; of a number nothing else follows."""
        for fact in facts:
            if not isinstance(fact, FactValue) and fact.counter not in state.units:
                raise UnknownThingError(fact.counter, "counter in this battle")
            if isinstance(fact, CounterPlacement):
                self._check_place(fact.place)
                state.put(fact.counter, at=RESERVE)  # so that two may change places
        for fact in facts:
            self._amend(state, fact)
        self._check_stacks(state)

    def _check_place(self, place: str) -> None:
        if place not in self.battle.board.grid and place not in self.words.off_map:
            raise UnknownThingError(place, "place")

    def _check_number(self, kind: str, number: int) -> None:
        known = self.numbered().get(kind)
        if known is not None and number not in known:
            raise UnknownThingError(str(number), f"{kind} ({min(known)} to {max(known)})")

    def _amend(self, state: S, fact: Fact) -> None:
        match fact:
            case CounterPlacement(counter, place):
                state.put(counter, at=place)
            case CounterState(counter, name, True) if name in self.words.values:
                state.put(counter, **dict([self.words.values[name]]))
            case CounterState(counter, name, holds):
                if name not in self.words.states:
                    raise UnknownThingError(name, f"state of a counter ({', '.join(self.words.states)})")
                state.put(counter, **{name: holds})
            case FactValue(name, number):
                kind, _, key = name.partition(" ")
                book = self.books(state).get(kind, {})
                if key not in book:
                    near = difflib.get_close_matches(name, self.facts(state), n=3, cutoff=0.4)
                    raise UnknownThingError(name, "number", tuple(near))
                self._check_number(kind, number)
                book[key] = number

    def facts(self, state: S) -> dict[str, int]:
        return {f"{kind} {key}": n for kind, book in self.books(state).items() for key, n in book.items()}

    def describe(self, state: S, counter: str) -> str:
        unit_id = self.grammar.counter(counter)
        unit = state.units[unit_id]
        usual = self.usual(unit_id) if unit.at in self.battle.board.grid else {}
        said = [
            word
            for word, (name, value) in self.words.values.items()
            if name in usual and getattr(unit, name) == value != usual[name]
        ]
        return ", ".join([unit.at, *said, *(name for name in self.words.states if getattr(unit, name))])

    # --- counters as they lie ----------------------------------------------------------------------

    def map_of(self, state: S) -> str:  # noqa: ARG002 - a battle is fought on one map
        return self.battle.scenario.map

    def position(self, state: S) -> tuple[PlacedCounter, ...]:
        """Of a hex the unit first, those who share it on top."""
        sharing = self.battle.roll.sharing
        return tuple(
            self._placed(state, unit_id, hex_id)
            for hex_id in sorted(state.occupants)
            for unit_id in sorted(state.occupants[hex_id], key=lambda u: u in sharing)
        )

    def off_map(self, state: S) -> tuple[PlacedCounter, ...]:
        entering = self.battle.entry_steps
        placed = []
        for unit_id, unit in state.units.items():
            if unit.at in self.words.off_map:
                waits = unit.at == RESERVE and unit_id in entering
                place = "entering" if waits else self.words.off_map[unit.at]
                placed.append(replace(self._placed(state, unit_id, place), markers=()))
        return tuple(placed)

    def _placed(self, state: S, unit_id: str, place: str) -> PlacedCounter:
        unit = state.units[unit_id]
        markers = tuple(name for flag, name in self.words.markers.items() if getattr(unit, flag))
        turned = self.field_of(state).turned(unit_id)
        facing = unit.facing if isinstance(unit, FacedUnit) else ""
        return PlacedCounter(
            unit_id, self.battle.counters[unit_id].side, place, turned, markers, facing=facing
        )
