"""A moment of a game as its rules look at it: when it is, what lies where, and what was done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Moment:
    """`side`: whose phase it is. `stacks`: what lies in each place, hexes and others, the lowest first; `at`:
    the same by counter. `states`: the markers of a counter, and `reduced`; `lost`: the steps that a block has
    lost; `deeds`: what a counter has done in this turn; a counter without any is left out. `acted`: the
    counters that have moved or attacked in this phase;
    `defended`: those that were attacked in it; `entered_over`: how many came in over each hex in it; `owing`:
    the counters that owed an attack, or had to be attacked, when it began. `holders`: which side controls a
    place; `armies`: the states of armies that hold; `replacements`: the points left of each clause of
    `rebuild`; `rebuilt`: the counters that were rebuilt or restored in this turn, `rebuilt_at`: how many were
    in each hex in this phase."""

    turn: int
    phase: str
    side: str
    stacks: Mapping[str, tuple[str, ...]]
    at: Mapping[str, str]
    states: Mapping[str, frozenset[str]] = field(default_factory=lambda: NOTHING)
    deeds: Mapping[str, frozenset[str]] = field(default_factory=lambda: NOTHING)
    lost: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    acted: frozenset[str] = frozenset()
    defended: frozenset[str] = frozenset()
    entered_over: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    owing: frozenset[str] = frozenset()
    holders: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    armies: frozenset[str] = frozenset()
    replacements: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    rebuilt: frozenset[str] = frozenset()
    rebuilt_at: Mapping[str, int] = field(default_factory=lambda: NOTHING)
