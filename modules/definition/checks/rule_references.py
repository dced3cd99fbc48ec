"""What the words of `rules.yaml` refer to: counters, places, markers, terrain, values, turns, options. Each
unknown word is told with those that could stand there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Final, Literal

from modules.definition.files import MOST_FAULTS, Files, known_word
from modules.definition.formats.clauses.conditions import REDUCED, Times, Turns, Units
from modules.definition.formats.counters import CountersFile, number_of
from modules.definition.formats.game import GameFile
from modules.definition.formats.maps import MapFile
from modules.definition.formats.rules import RulesFile
from modules.definition.formats.scenarios import HexScenario
from modules.definition.formats.terrain import TerrainFile
from modules.definition.model import Counter
from modules.definition.rule_words import ALL, CounterWords, PlaceWords, SeveralMeaningsError
from modules.written.source import Path_

_MOST_COMPARED: Final = 300


@dataclass
class References:
    """The words of a rules.yaml in a game with these counters and maps. `used`: the names of its groups and
    turns that clauses use. `misspelt`: names like one that is not there; that no clause uses them is no
    news."""

    files: Files
    file: str
    rules: RulesFile
    game: GameFile
    counters: Mapping[str, Counter]
    maps: Mapping[str, MapFile]
    used: set[tuple[str, str]] = field(default_factory=set)
    misspelt: set[str] = field(default_factory=set)
    _told: set[str] = field(default_factory=set)

    @cached_property
    def scenarios(self) -> dict[str, HexScenario]:
        """The scenarios on hexes, by file."""
        return self.files.of(HexScenario)

    @cached_property
    def _counter_words(self) -> CounterWords:
        return CounterWords(self.game, self.counters, self.rules.groups)

    @cached_property
    def _place_words(self) -> dict[str, PlaceWords]:
        """For each map on which a scenario is played, the words for its places."""
        chart = self.files.of(TerrainFile).get("terrain.yaml")
        played = {scenario.map for scenario in self.scenarios.values()}
        if chart is None:
            return {}
        return {
            name: PlaceWords(each, chart.terrain, self.rules.groups)
            for name, each in self.maps.items()
            if name in played
        }

    @cached_property
    def maps_are_known(self) -> bool:
        """Whether the terrain chart, and every map on which a scenario is played, could be read: else a place
        may be there."""
        played = {scenario.map for scenario in self.scenarios.values()}
        return played <= self.maps.keys() and self.files.typed.keys() >= {"terrain.yaml"}

    @cached_property
    def counters_are_known(self) -> bool:
        """Whether nothing is cut from the files that say which counters there are: else one may be there."""
        gone = self.files.gone.keys() & {"game.yaml", "counters.yaml", self.file}
        return not gone and not self.files.cut

    def fault(self, path: Path_, message: str) -> None:
        """Notes a mistake."""
        self.files.fault(self.file, path, message)

    def warn(self, path: Path_, message: str) -> None:
        """Notes what does nothing."""
        self.files.warn(self.file, path, message)

    @cached_property
    def _named_elsewhere(self) -> frozenset[str]:
        """Names of kinds, nations, sides and formations that the counters, and their nations, have: one that
        is not there is told where these name it."""
        found = {nation.side for nation in self.game.nations.values()}
        for file in self.files.of(CountersFile).values():
            for entry in file.counters.values():
                found |= {entry.kind, entry.nation, entry.formation or entry.kind}
        return frozenset(found)

    def name(self, path: Path_, word: str, among: Iterable[str], home: str = "") -> bool:
        """Whether a name is one of those; if not, the fault names the nearest first, and where their `home`
        is."""
        names = list(among)
        if self.files.told[self.file] <= MOST_FAULTS:
            near = _alike(word, names)
            self.misspelt |= set(near)
            names = list(dict.fromkeys((*near, *names)))
        return known_word(self.files, self.file, path, word, names, home)

    def well_spelt(self, names: Iterable[str]) -> list[str]:
        """Names without those for which an unknown word may be meant."""
        return [name for name in names if name not in self.misspelt]

    def names(self, path: Path_, words: Iterable[str], among: Iterable[str], home: str) -> None:
        """The same for each of a list."""
        for i, word in enumerate(words):
            self.name((*path, i), word, among, home)

    def _names_of_game(self, path: Path_, words: Iterable[str], among: Iterable[str], home: str) -> None:
        """The same for names that counters have."""
        for i, word in enumerate(words):
            if word not in self._named_elsewhere:
                self.name((*path, i), word, among, home)

    # --- counters and places -----------------------------------------------------------------------

    def find_counters(self, path: Path_, words: tuple[str, ...]) -> frozenset[str]:
        """The counters that words mean, all without a word. Unknown words are faults, and mean none."""
        found: set[str] = set() if words else set(self.counters)
        for i, word in enumerate(words):
            self.used.add(("groups", word))
            meanings = self._counter_words.meanings(word)
            if not meanings:
                if word not in self._named_elsewhere:
                    self.name((*path, i), word, self._counter_words.words)
                continue
            self._one_meaning((*path, i), word, meanings.values(), tuple(meanings))
            found |= next(iter(meanings.values()))
        return frozenset(found)

    def check_places(self, path: Path_, words: tuple[str, ...]) -> None:
        """Notes the words that mean no place of any map."""
        for i, word in enumerate(words):
            self.used.add(("groups", word))
            known = False
            for each in self._place_words.values():
                things = each.things(word)
                known = known or bool(things)
                if len(things) > 1:
                    self._one_meaning((*path, i), word, each.meanings(word).values(), things)
            if not known and self.maps_are_known:
                self._unknown_place((*path, i), word)

    def find_places(self, words: tuple[str, ...]) -> dict[str, frozenset[str]]:
        """The hexes that words mean, by map."""
        found: dict[str, frozenset[str]] = {}
        for name, each in self._place_words.items():
            one_by_one = (next(iter(each.meanings(word).values()), frozenset()) for word in words)
            found[name] = frozenset[str]().union(*one_by_one)
        return found

    def _unknown_place(self, path: Path_, word: str) -> None:
        if word.isdecimal():
            maps = ", ".join(self._place_words)
            self.files.unknown_word(self.file, path, word, f"there is no hex {word} on the map {maps}")
            return
        words = [known for each in self._place_words.values() for known in each.words]
        self.name(path, word, dict.fromkeys(words))

    def _one_meaning(
        self, path: Path_, word: str, meanings: Collection[frozenset[str]], things: tuple[str, ...]
    ) -> None:
        """Notes a word that means several things, once."""
        if len(set(meanings)) > 1 and self.counters_are_known and word not in self._told:
            self._told.add(word)
            self.fault(path, str(SeveralMeaningsError(word, things)))

    def check_groups(self) -> None:
        """Notes the unknown names in groups, and groups whose own name says something else already."""
        game, keys = self.game, ("kinds", "sides", "nations", "formations")
        entries = {counter.group: None for counter in self.counters.values()}
        for name, group in self.rules.groups.items():
            path = ("groups", name)
            if name == ALL:
                self.fault(path, f"{ALL!r} means every counter: choose another name")
                continue
            for key in keys:
                home = f"{key} of game.yaml"
                self._names_of_game((*path, key), getattr(group, key), getattr(game, key), home)
            for i, word in enumerate(group.counters):
                if word not in self.counters:
                    self.name((*path, "counters", i), word, entries, "entries of counters.yaml")
            self.terrain((*path, "terrain"), group.terrain, "hex")
            for key in ("areas", "hexes"):
                self._in_group_of_places((*path, key), getattr(group, key), key)
            meanings = self._counter_words.meanings(name)
            if group.is_of_counters:
                self._one_meaning(path, name, meanings.values(), tuple(meanings))
                if not self._counter_words.in_group(group) and self.counters_are_known:
                    self.warn(path, f"no counter is in the group {name!r}")
            for each in self._place_words.values() if group.is_of_places else ():
                things = each.things(name)
                if len(things) > 1:
                    self._one_meaning(path, name, each.meanings(name).values(), things)

    def _in_group_of_places(self, path: Path_, words: tuple[str, ...], key: str) -> None:
        if not self.maps_are_known:
            return
        areas = dict.fromkeys(area for name in self._place_words for area in self.maps[name].areas)
        for i, word in enumerate(words):
            if key == "areas":
                self.name((*path, i), word, areas, "areas of the maps")
            elif not any(each.things(word) for each in self._place_words.values()):
                self._unknown_place((*path, i), word)

    # --- other files -------------------------------------------------------------------------------

    def terrain(self, path: Path_, words: tuple[str, ...], where: Literal["hex", "hexside", "road"]) -> None:
        """Notes the names that are no terrain of this sort."""
        chart = self.files.of(TerrainFile).get("terrain.yaml")
        if chart is not None:
            names = [name for name, each in chart.terrain.items() if each.where == where]
            self.names(path, words, names, f"terrain.yaml, `where: {where}`")

    def markers(self, path: Path_, words: tuple[str, ...]) -> None:
        """Notes the states that are no markers."""
        self.names(path, words, (*self.game.markers, REDUCED), "markers of game.yaml")

    def value(self, path: Path_, word: str, of: frozenset[str], also: tuple[str, ...] = ()) -> None:
        """Notes a value that the game does not have, or that none of these counters bears as a number."""
        if word in also or not self.name(path, word, (*also, *self.game.values), "values of game.yaml"):
            return
        counters = [self.counters[each] for each in sorted(of)]
        strengths = {file.strength for file in self.files.of(CountersFile).values()}
        borne = any(
            word in counter.front
            or (counter.strengths and word in strengths)
            or number_of(counter.printed.get(word, "")) is not None
            for counter in counters
        )
        if counters and not borne and self.counters_are_known:
            values = {value for counter in counters for value in (*counter.front, *counter.printed)}
            listed = ", ".join(value for value in self.game.values if value in values) or "none"
            self.fault(path, f"no counter that is meant bears {word!r} as a number: they bear {listed}")

    # --- conditions --------------------------------------------------------------------------------

    def turn(self, path: Path_, turn: int) -> None:
        """Notes a turn that no scenario has."""
        most = max((each.turns for each in self.scenarios.values()), default=0)
        if turn > most:
            self.fault(path, f"found {turn}: expected 1 to {most}, the turns of the longest scenario")

    def times(self, path: Path_, times: Times) -> None:
        """Notes the turns, phases, sides, scenarios, options and armies that are not there."""
        self.turn_words((*path, "turns"), times.turns)
        phases = dict.fromkeys(phase.id for phase in self.game.sequence)
        self.names((*path, "phases"), times.phases, phases, "phases of game.yaml")
        self._names_of_game((*path, "sides"), times.sides, self.game.sides, "sides of game.yaml")
        options = dict.fromkeys(name for each in self.scenarios.values() for name in each.offered)
        for key in ("option", "not_option"):
            self.names((*path, key), getattr(times, key), options, "options of the scenarios")
        self.not_both(path, "option", times.option, times.not_option)
        names = [each.scenario for each in self.scenarios.values()]
        self.names((*path, "scenarios"), times.scenarios, names, "scenarios on hexes")
        for key in ("armies", "not_armies"):
            self.names((*path, key), getattr(times, key), self.rules.armies, "names of `armies`")
        self.not_both(path, "armies", times.armies, times.not_armies)

    def turn_words(self, path: Path_, words: Turns) -> None:
        """Notes the words that mean no turn."""
        for i, turn in enumerate(words):
            if isinstance(turn, str):
                self.used.add(("turns", turn))
                self.name((*path, i), turn, self.rules.turns, "names of `turns`")
            else:
                self.turn((*path, i), turn)

    def trace_names(self, path: Path_, names: tuple[str, ...]) -> None:
        """Notes the words that are no traces."""
        self.used |= {("traces", name) for name in names}
        self.names(path, names, self.rules.traces, "names of `traces`")

    def units(self, path: Path_, units: Units) -> frozenset[str]:
        """The counters that a condition may mean; what in it refers to nothing is a fault."""
        meant = self.find_counters((*path, "of"), units.of)
        without = self.find_counters((*path, "not_of"), units.not_of) if units.not_of else frozenset()
        for key in ("state", "not_state"):
            self.markers((*path, key), getattr(units, key))
        self.not_both(path, "state", units.state, units.not_state)
        for key in ("at", "not_at"):
            self.check_places((*path, key), getattr(units, key))
        self.not_both(path, "at", units.at, units.not_at)
        self.not_both(path, "was", units.was, units.not_was)
        for key in ("trace", "not_trace"):
            self.trace_names((*path, key), getattr(units, key))
        self.not_both(path, "trace", units.trace, units.not_trace)
        if units.near is not None:
            self.find_counters((*path, "near", "of"), units.near.of)
        if meant and not meant - without and self.counters_are_known:
            self.fault((*path, "not_of"), "all that `of` means is taken out again: no counter is left")
        return meant - without

    def not_both(self, path: Path_, key: str, words: tuple[str, ...], without: tuple[str, ...]) -> None:
        """Notes a condition that can never hold: one of these, which none of the others may be."""
        if words and set(words) <= set(without):
            message = f"`{key}` and `not_{key}` name the same: the condition never holds"
            self.fault((*path, f"not_{key}"), message)


def _alike(word: str, names: list[str]) -> list[str]:
    """The names for which an unknown word may be meant; none among very many names."""
    if word in names or len(names) > _MOST_COMPARED:
        return []
    return get_close_matches(word, names, 3)
