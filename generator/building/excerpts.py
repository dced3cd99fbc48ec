"""Excerpts: the part of a definition that a picture may be drawn from, and its digest.

A picture is drawn from its excerpt alone, so what is not in the digest cannot be in the picture: where the
digest is as it was, so is the picture.
"""

from __future__ import annotations

import hashlib
from dataclasses import fields, replace
from functools import cached_property
from typing import Any

from generator.cache.inputs import PARTS
from generator.cache.sources import sources_digest
from modules.definition import Definition
from modules.definition.formats.counters import CounterEntry, CountersFile
from modules.definition.formats.scenarios import CardScenario, Scenario
from modules.definition.formats.tables import TablesFile


def of_piece(definition: Definition, group: str) -> Definition:
    """For the counters of a group, or where there is no such group for a marker: no others, and no sheets."""
    all_entries = definition.counters_file.counters
    entries = {group: all_entries[group]} if group in all_entries else {}
    return replace(
        definition,
        counters_file=_with_counters(definition, entries),
        tables=TablesFile(),
        rulings_file=definition.rulings_file.model_copy(update={"rulings": {}}),
        terrain_file=None,
        cards_file=None,
        displays_file=None,
        players_file=None,
        **_without_sheets(definition),
    )


def of_pieces(definition: Definition) -> Definition:
    """For all that is drawn of pieces together, as the guide, and for cards: no sheets."""
    return replace(definition, **_without_sheets(definition))


def of_examples(definition: Definition) -> Definition:
    """For the guides to counters, which show some as examples: of each sort the first, and no sheets.

    Entries are of one sort where they have the same kind, nation and steps, and values and words of the same
    names: all that an example is chosen for.
    """
    first: dict[tuple[object, ...], str] = {}
    for name, entry in definition.counters_file.counters.items():
        reduced = None if entry.reduced is None else tuple(entry.reduced)
        sort = (entry.kind, entry.nation, tuple(entry.values), reduced, entry.steps and len(entry.steps))
        first.setdefault((*sort, entry.formation is None), name)
    entries = {name: definition.counters_file.counters[name] for name in first.values()}
    return replace(of_pieces(definition), counters_file=_with_counters(definition, entries))


def of_map(definition: Definition, name: str) -> Definition:
    """For the sheet of a map, of hexes or areas: no other map but that on its back, and of the counters all
    but their values."""
    names = _both_sides(definition, name)
    return replace(
        definition,
        counters_file=_without_values(definition),
        maps={key: each for key, each in definition.maps.items() if key in names},
        area_maps={key: each for key, each in definition.area_maps.items() if key in names},
        sheets=tuple(each for each in definition.sheets if each.map in names),
        scenarios={key: each for key, each in definition.scenarios.items() if names & _grounds(each)},
        boards={},
        campaigns={},
    )


def _both_sides(definition: Definition, name: str) -> set[str]:
    """The maps of a sheet and of the other side of its paper, whose size is that of both."""
    sheets = definition.printed_sheets
    if name not in sheets:
        return {name}
    backs = [each for each in sheets.values() if each.name == sheets[name].back or each.back == name]
    return {each.map for each in (sheets[name], *backs)}


def of_board(definition: Definition, name: str) -> Definition:
    """For a board of squares and its edges, or a display apart: no map, no other board."""
    boards = {name: definition.boards[name]} if name in definition.boards else {}
    return replace(
        definition, **{**_without_sheets(definition), "boards": boards, "scenarios": definition.scenarios}
    )


def of_scenario(definition: Definition, name: str) -> Definition:
    """For the charts of a scenario: no other scenario, nor a map that is not its own; of the counters all but
    their values where they are no cards."""
    scenario = definition.scenarios[name]
    here = replace(
        definition,
        scenarios={name: scenario},
        maps={key: each for key, each in definition.maps.items() if key in _grounds(scenario)},
        sheets=(),
        campaigns={},
    )
    if isinstance(scenario, CardScenario):
        return here
    return replace(here, counters_file=_without_values(definition))


def _grounds(scenario: Scenario) -> set[str]:
    """The maps on which a scenario is played."""
    on = {getattr(scenario, "map", None), getattr(scenario, "area_map", None)}
    return {each for each in on if each is not None}


def _without_values(definition: Definition) -> CountersFile:
    entries = {
        group: entry.model_copy(update={"values": {}, "reduced": None if entry.reduced is None else {}})
        for group, entry in definition.counters_file.counters.items()
    }
    return _with_counters(definition, entries)


def _with_counters(definition: Definition, entries: dict[str, CounterEntry]) -> CountersFile:
    return definition.counters_file.model_copy(update={"counters": entries, "sums": ()})


def _without_sheets(definition: Definition) -> dict[str, Any]:
    """Fields of a definition that hold one thing for each map, board or scenario, empty."""
    empty: dict[str, Any] = {
        f.name: {} for f in fields(definition) if isinstance(getattr(definition, f.name), dict)
    }
    return {**empty, "sheets": ()}


class Digests:
    """The digests of excerpts of one definition, with the art, code and libraries that draw them."""

    def __init__(self, definition: Definition) -> None:
        self._whole = definition

    @cached_property
    def _common(self) -> str:
        return sources_digest()

    @cached_property
    def _parts(self) -> dict[str, str]:
        return {name: _digest(getattr(self._whole, name)) for name in PARTS}

    def of(self, excerpt: Definition, words: str) -> str:
        """The digest of an excerpt, and of `words` that tell what is made of it and how."""
        total = hashlib.sha256(f"{self._common} {words}\n".encode())
        for name in PARTS:
            part = getattr(excerpt, name)
            same = part is getattr(self._whole, name)
            total.update((self._parts[name] if same else _digest(part)).encode())
        return total.hexdigest()


def _digest(part: object) -> str:
    return hashlib.sha256(repr(part).encode()).hexdigest()
