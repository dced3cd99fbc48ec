"""How things lie on the table before an order and after it, and what the difference is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from modules.amounts import count_noun
from modules.engine.position import PlacedCounter
from modules.engine.rules.view_rules import ViewRules

OFF: Final = "off the map"


@dataclass(frozen=True, slots=True)
class Lie:
    """Where each counter lies, with its states, as one seat sees it; and the numbers of the game."""

    counters: Mapping[str, str]
    numbers: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Change:
    """A counter that lay `before` in one place or state and lies `after` in another."""

    counter: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.counter} {self.before} -> {self.after}"


def lie_of(rules: ViewRules[Any], state: Any, seat: str) -> Lie:
    """What a seat sees of a state. A counter that it may not know is called by its place."""
    seen = rules.view(state, seat)
    placed = (*rules.position(seen), *rules.off_map(seen))
    counters = {
        each.counter or f"{each.side} in {each.place}": _words(each) for each in placed if not each.lone
    }
    return Lie(counters, rules.facts(seen))


def _words(placed: PlacedCounter) -> str:
    states = ["reduced"] if placed.reduced else []
    states += [*placed.markers, *([placed.facing] if placed.facing else [])]
    states += [f"{count_noun(placed.steps_lost, 'step')} lost"] if placed.steps_lost else []
    return ", ".join([placed.place, *states])


def changes(before: Lie, after: Lie) -> tuple[Change, ...]:
    """The counters that lie otherwise, by name."""
    names = sorted({*before.counters, *after.counters})
    pairs = ((name, before.counters.get(name, OFF), after.counters.get(name, OFF)) for name in names)
    return tuple(Change(name, was, then) for name, was, then in pairs if was != then)


def numbers_changed(before: Lie, after: Lie) -> tuple[tuple[str, int], ...]:
    """The numbers that changed, each by how much."""
    names = sorted({*before.numbers, *after.numbers})
    pairs = ((name, after.numbers.get(name, 0) - before.numbers.get(name, 0)) for name in names)
    return tuple((name, by) for name, by in pairs if by)
