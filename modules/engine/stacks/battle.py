"""What of a game on stacks stays the same: board, counters, clauses, and what their words mean."""

from __future__ import annotations

from collections.abc import Mapping, Set
from functools import cached_property

from modules.definition import Definition
from modules.definition.formats.clauses.conditions import Times, Turns, Units
from modules.definition.formats.clauses.upkeep import Control
from modules.definition.formats.rules import RulesFile
from modules.definition.formats.scenarios import Entry, HexScenario
from modules.definition.rule_words import CounterWords
from modules.engine.stacks.conditions import TimesTest, UnitsTest, turn_numbers
from modules.engine.stacks.map_rules import map_rules_of
from modules.engine.stacks.moment import Moment


class StackBattle:
    """A scenario under its `rules.yaml` with these options of it."""

    def __init__(self, definition: Definition, scenario: HexScenario, options: frozenset[str]) -> None:
        self.definition, self.scenario, self.options = definition, scenario, options
        self.rules = definition.rules_file or RulesFile(rules=1, book=definition.game.title)
        self.map_rules = map_rules_of(definition.maps[scenario.map], definition.terrain, self.rules)
        self.board = self.map_rules.board
        self.counters = definition.counters
        self.side_of: Mapping[str, str] = {counter: c.side for counter, c in self.counters.items()}
        self.sides = tuple(dict.fromkeys((*scenario.sides, *self.side_of.values())))
        self.rank: Mapping[str, int] = {counter: i for i, counter in enumerate(self.counters)}
        self._words = CounterWords(definition.game, self.counters, self.rules.groups)
        self._units: dict[int, UnitsTest] = {}
        self._times: dict[int, TimesTest] = {}
        self.covers: dict[tuple[int, str], tuple[object, dict[str, list[str]]]] = {}
        """Of each zone and side the last cover that was worked out, with what it was worked out of."""

    def counters_of(self, words: tuple[str, ...]) -> frozenset[str]:
        """The counters that are of one of the words; without a word all."""
        return self._words.find(words)

    def units_test(self, units: Units) -> UnitsTest:
        """A condition of units with what its words mean. Its part of the file lives as long as the battle."""
        found = self._units.get(id(units))
        if found is None:
            found = self._units[id(units)] = UnitsTest.of_units(units, self._words, self.map_rules.places)
        return found

    def times_test(self, times: Times) -> TimesTest:
        """A condition of times with what its words mean under the options of this battle."""
        found = self._times.get(id(times))
        if found is None:
            found = self._times[id(times)] = TimesTest.of(
                times, self.rules.turns, self.scenario.scenario, self.options
            )
        return found

    @cached_property
    def on_side(self) -> Mapping[str, Set[str]]:
        """The counters of each side."""
        return {side: frozenset(c for c, own in self.side_of.items() if own == side) for side in self.sides}

    @cached_property
    def controlled(self) -> Mapping[str, Control]:
        """The hexes that clauses of control are for, each with the first that names it."""
        clauses = reversed(self.rules.control)
        return {h: clause for clause in clauses for h in self.map_rules.places.find(clause.places)}

    @cached_property
    def entry_of(self) -> Mapping[str, Entry]:
        """How each counter enters that comes during the game."""
        entries = reversed(self.scenario.entries)
        return {counter: entry for entry in entries for counter in entry.counters}

    def in_turns(self, words: Turns, turn: int) -> bool:
        """Whether a turn is one of those; without a word any is."""
        return not words or turn in turn_numbers(words, self.rules.turns)

    def holds(self, times: Times, moment: Moment) -> bool:
        """Whether a condition of times holds at a moment."""
        return self.times_test(times).holds(moment)
