"""What the words of `rules.yaml` mean on a game's counters and on one of its maps; checks and rules ask here.

A word may be the name of several things if all of them mean the same. A place of another map is nowhere on
this one, so that a clause serves a game of several maps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from modules.definition.formats.clauses.conditions import Group
from modules.definition.formats.game import GameFile
from modules.definition.formats.maps import MapFile
from modules.definition.formats.terrain import HexTerrain, Terrain
from modules.definition.model import Counter
from modules.definition.places import area_holds, hex_grid, terrain_by_hex

ALL: Final = "all"
"""The word for every counter."""

Meanings = dict[str, frozenset[str]]
"""What a word means as each of the things whose name it is: a side, a kind, an area."""

_GROUP: Final = "group of rules.yaml"


class UnknownWordError(LookupError):
    """A word that is the name of nothing; `among` are the words that are."""

    def __init__(self, word: str, among: Sequence[str]) -> None:
        super().__init__(f"found {word!r}: expected one of {', '.join(among)}")
        self.word, self.among = word, among


class SeveralMeaningsError(ValueError):
    """A word that is the name of several things which are not the same."""

    def __init__(self, word: str, things: Sequence[str]) -> None:
        named = " and ".join(f"the {thing}" for thing in things)
        advice = "write a group with a name of its own that says which, and name the group here"
        super().__init__(f"{word!r} is {named}, and they are not the same: {advice}")
        self.word, self.things = word, things


class CounterWords:
    """The words for counters: `all`, a group of rules.yaml, a side, nation, kind or formation, an entry of
    counters.yaml, a counter's id."""

    def __init__(
        self, game: GameFile, counters: Mapping[str, Counter], groups: Mapping[str, Group] | None = None
    ) -> None:
        self._counters = counters
        self._groups = {name: group for name, group in (groups or {}).items() if group.is_of_counters}
        self._found: dict[tuple[str, ...], frozenset[str]] = {}
        self._meant: dict[str, Meanings] = {}
        self._named: dict[str, Mapping[str, frozenset[str]]] = {
            "side": self._by(lambda counter: counter.side, game.sides),
            "nation": self._by(lambda counter: counter.nation, game.nations),
            "kind": self._by(lambda counter: counter.kind, game.kinds),
            "formation": self._by(lambda counter: counter.formation, game.formations),
            "entry of counters.yaml": self._by(lambda counter: counter.group),
            "counter": self._by(lambda counter: counter.id),
        }

    def _by(
        self, key: Callable[[Counter], str | None], names: Iterable[str] = ()
    ) -> Mapping[str, frozenset[str]]:
        """The counters by what the key says of each, and the names that are borne by none."""
        found: dict[str, set[str]] = {name: set() for name in names}
        for counter in self._counters.values():
            word = key(counter)
            if word is not None:
                found.setdefault(word, set()).add(counter.id)
        return {name: frozenset(ids) for name, ids in found.items()}

    @property
    def words(self) -> tuple[str, ...]:
        """Every word but the ids of counters of which several are alike."""
        things = [name for thing, names in self._named.items() if thing != "counter" for name in names]
        return tuple(dict.fromkeys((ALL, *self._groups, *things)))

    def meanings(self, word: str) -> Meanings:
        """What a word means as each thing whose name it is; empty where it is the name of nothing."""
        if word not in self._meant:
            self._meant[word] = self._look_up(word)
        return self._meant[word]

    def _look_up(self, word: str) -> Meanings:
        found = {thing: names[word] for thing, names in self._named.items() if word in names}
        if word in self._groups:
            found[_GROUP] = self.in_group(self._groups[word])
        if word == ALL:
            found["word for every counter"] = frozenset(self._counters)
        return found

    def in_group(self, group: Group) -> frozenset[str]:
        """The counters of a group: of one of each list that it has."""
        keys = (
            ("side", group.sides), ("nation", group.nations), ("kind", group.kinds),
            ("formation", group.formations),
        )  # fmt: skip
        found = frozenset(self._counters)
        for thing, names in keys:
            if names:
                found &= _union(self._named[thing].get(name, frozenset()) for name in names)
        if group.counters:
            entries, ids = self._named["entry of counters.yaml"], self._named["counter"]
            found &= _union(each.get(name, frozenset()) for name in group.counters for each in (entries, ids))
        return found

    def find(self, words: tuple[str, ...]) -> frozenset[str]:
        """The ids of the counters that are of one of the words; without a word all of them. Raises
        UnknownWordError, SeveralMeaningsError."""
        if words not in self._found:
            one_by_one = (_one(word, self.meanings(word), self.words) for word in words)
            self._found[words] = _union(one_by_one) if words else frozenset(self._counters)
        return self._found[words]


class PlaceWords:
    """The words for hexes of a map: a group of rules.yaml, a terrain of hexes, an area of the map, a hex."""

    def __init__(
        self, map_file: MapFile, terrain: Mapping[str, Terrain], groups: Mapping[str, Group] | None = None
    ) -> None:
        self._map, self._grid, self._chart = map_file, hex_grid(map_file.grid), terrain
        self._groups = {name: group for name, group in (groups or {}).items() if group.is_of_places}
        self._found: dict[tuple[str, ...], frozenset[str]] = {}
        self._areas: dict[str, frozenset[str]] = {}

    @cached_property
    def _terrain(self) -> Mapping[str, frozenset[str]]:
        """The hexes of each terrain: worked out once a word asks for them."""
        there: dict[str, set[str]] = {}
        for hex_id, name in terrain_by_hex(self._map, self._chart).items():
            there.setdefault(name, set()).add(hex_id)
        return {name: frozenset(hexes) for name, hexes in there.items()}

    @property
    def words(self) -> tuple[str, ...]:
        """Every word but the hexes."""
        chart = [name for name, entry in self._chart.items() if isinstance(entry, HexTerrain)]
        return tuple(dict.fromkeys((*self._groups, *chart, *self._map.areas)))

    def things(self, word: str) -> tuple[str, ...]:
        """The things whose name a word is; nothing where it is the name of nothing here."""
        named = {
            _GROUP: word in self._groups,
            "terrain": isinstance(self._chart.get(word), HexTerrain),
            "area": word in self._map.areas,
            "hex": word in self._grid,
        }
        return tuple(thing for thing, is_its_name in named.items() if is_its_name)

    def meanings(self, word: str) -> Meanings:
        """What a word means as each thing whose name it is; empty where it is the name of nothing here."""
        return {thing: self._meaning(thing, word) for thing in self.things(word)}

    def _meaning(self, thing: str, word: str) -> frozenset[str]:
        if thing == _GROUP:
            return self.in_group(self._groups[word])
        if thing == "terrain":
            return self._terrain.get(word, frozenset())
        return self._area(word) if thing == "area" else frozenset((word,))

    def in_group(self, group: Group) -> frozenset[str]:
        """The hexes of a group: of one of each list that it has."""
        found = frozenset(self._grid.ids)
        if group.terrain:
            found &= _union(self._terrain.get(name, frozenset()) for name in group.terrain)
        if group.areas:
            found &= _union(self._area(name) for name in group.areas)
        return found & frozenset(group.hexes) if group.hexes else found

    def _area(self, name: str) -> frozenset[str]:
        if name not in self._areas:
            area = self._map.areas.get(name)
            there = () if area is None else (h for h in self._grid.ids if area_holds(area, h, self._grid))
            self._areas[name] = frozenset(there)
        return self._areas[name]

    def find(self, words: tuple[str, ...]) -> frozenset[str]:
        """The hexes that are of one of the words; without a word all of the map. A word that is known on
        another map only is nowhere on this one. Raises SeveralMeaningsError."""
        if words not in self._found:
            one_by_one = (_one(word, self.meanings(word)) for word in words)
            self._found[words] = _union(one_by_one) if words else frozenset(self._grid.ids)
        return self._found[words]


def _one(word: str, meanings: Meanings, among: Sequence[str] = ()) -> frozenset[str]:
    """The one meaning of a word; of one without any, where there are words that it could be, none."""
    if not meanings and among:
        raise UnknownWordError(word, among)
    if len(set(meanings.values())) > 1:
        raise SeveralMeaningsError(word, tuple(meanings))
    return next(iter(meanings.values()), frozenset())


def _union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*sets)
