"""Conditions of rules.yaml with what their words mean: when a clause holds, and for which units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from modules.amounts import count_noun
from modules.definition.formats.clauses.conditions import Times, Turns, Units
from modules.definition.rule_words import CounterWords, PlaceWords
from modules.engine.stacks.moment import Moment

_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class TimesTest:
    """When a clause holds. `possible`: whether the scenario and its options let it hold at all; a set that is
    None lets all pass. `words`: the condition as a player is told of it."""

    possible: bool
    turns: frozenset[int] | None
    phases: frozenset[str] | None
    sides: frozenset[str] | None
    armies: frozenset[str] | None
    not_armies: frozenset[str]
    words: str

    @classmethod
    def of(
        cls, times: Times, turns: Mapping[str, tuple[int, ...]], scenario: str, options: frozenset[str]
    ) -> TimesTest:
        """The test of a condition in a scenario under these options."""
        wanted = not times.option or not options.isdisjoint(times.option)
        there = not times.scenarios or scenario in times.scenarios
        names = [word if isinstance(word, str) else f"turn {word}" for word in times.turns]
        names += [f"without {option}" for option in times.not_option]
        names += [f"not {army}" for army in times.not_armies]
        told = (tuple(names), times.phases, times.sides, times.scenarios, times.option, times.armies)
        return cls(
            wanted and there and options.isdisjoint(times.not_option),
            turn_numbers(times.turns, turns) if times.turns else None,
            frozenset(times.phases) if times.phases else None,
            frozenset(times.sides) if times.sides else None,
            frozenset(times.armies) if times.armies else None,
            frozenset(times.not_armies),
            ", ".join(filter(None, map(_listed, told))),
        )

    def holds(self, moment: Moment) -> bool:
        """Whether it holds at a moment."""
        return (
            self.possible
            and (self.turns is None or moment.turn in self.turns)
            and (self.phases is None or moment.phase in self.phases)
            and (self.sides is None or moment.side in self.sides)
            and (self.armies is None or not self.armies.isdisjoint(moment.armies))
            and self.not_armies.isdisjoint(moment.armies)
        )


def turn_numbers(words: Turns, turns: Mapping[str, tuple[int, ...]]) -> frozenset[int]:
    """The turns that words mean, by the names that a file has for turns."""
    return frozenset(n for word in words for n in (turns[word] if isinstance(word, str) else (word,)))


class Surroundings(Protocol):
    """What a condition of units looks at."""

    @property
    def moment(self) -> Moment:
        """The moment."""

    def at(self, counter: str) -> str | None:
        """The hex where a counter lies; None off the map."""

    def in_enemy_zone(self, counter: str) -> bool:
        """Whether a counter stands in a ZOC of an enemy."""

    def is_near(self, counter: str, others: frozenset[str], hexes: int) -> bool:
        """Whether a counter has one of these within so many hexes: of its own side, where they are of that
        too."""

    def has_trace(self, counter: str, traces: tuple[str, ...]) -> bool:
        """Whether one of these traces leads from a counter where it must."""


@dataclass(frozen=True, slots=True)
class UnitsTest:
    """Which units a clause is for. A set that is None lets all pass. `words`: the condition as a player is
    told of it. `always`: nothing is asked of a unit."""

    always: bool
    of: frozenset[str] | None
    not_of: frozenset[str]
    states: frozenset[str]
    not_states: frozenset[str]
    at: frozenset[str] | None
    not_at: frozenset[str]
    was: frozenset[str]
    not_was: frozenset[str]
    zone: str | None
    near: tuple[frozenset[str], int] | None
    trace: tuple[str, ...]
    not_trace: tuple[str, ...]
    words: str

    @classmethod
    def of_units(cls, units: Units, counters: CounterWords, places: PlaceWords) -> UnitsTest:
        """The test of a condition on a map."""
        near = units.near
        return cls(
            not any(getattr(units, name) for name in type(units).model_fields),
            counters.find(units.of) if units.of else None,
            counters.find(units.not_of) if units.not_of else _NONE,
            frozenset(units.state),
            frozenset(units.not_state),
            places.find(units.at) if units.at else None,
            places.find(units.not_at) if units.not_at else _NONE,
            frozenset(units.was),
            frozenset(units.not_was),
            units.zone,
            None if near is None else (counters.find(near.of), near.hexes),
            units.trace,
            units.not_trace,
            _told(units),
        )

    def holds(self, field: Surroundings, counter: str) -> bool:
        """Whether a unit is one of them as it stands."""
        return self.always or (
            (self.of is None or counter in self.of)
            and counter not in self.not_of
            and self._state_holds(field.moment, counter)
            and self._place_holds(field, counter)
        )

    def _state_holds(self, moment: Moment, counter: str) -> bool:
        states, deeds = moment.states.get(counter, _NONE), moment.deeds.get(counter, _NONE)
        return (
            (not self.states or not states.isdisjoint(self.states))
            and states.isdisjoint(self.not_states)
            and (not self.was or not deeds.isdisjoint(self.was))
            and deeds.isdisjoint(self.not_was)
        )

    def _place_holds(self, field: Surroundings, counter: str) -> bool:
        here = field.at(counter)
        return (
            (self.at is None or here in self.at)
            and here not in self.not_at
            and (self.zone is None or field.in_enemy_zone(counter) == (self.zone == "enemy"))
            and (self.near is None or field.is_near(counter, *self.near))
            and (not self.trace or field.has_trace(counter, self.trace))
            and not (self.not_trace and field.has_trace(counter, self.not_trace))
        )


def _told(units: Units) -> str:
    """A condition of units in a player's words: `disordered`, `infantry, not at town`."""
    zone = {"enemy": ("in an enemy ZOC",), "none": ("in no enemy ZOC",), None: ()}[units.zone]
    near = units.near
    within = () if near is None else (f"{_tell_distance(near.hexes)} of {_listed(near.of)}",)
    named = (
        ("", units.of), ("not ", units.not_of), ("", units.state), ("not ", units.not_state),
        ("at ", units.at), ("not at ", units.not_at), ("has ", units.was), ("has not ", units.not_was),
        ("with the trace ", units.trace), ("without the trace ", units.not_trace),
    )  # fmt: skip
    return ", ".join([*(f"{word}{_listed(those)}" for word, those in named if those), *zone, *within])


def _tell_distance(hexes: int) -> str:
    return f"within {count_noun(hexes, 'hex')}" if hexes else "in the hex"


def _listed(words: tuple[str, ...]) -> str:
    return " or ".join(words)
