"""The maps of the three battles keep what the rulebook says of the ground, and every check can fail."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
import yaml
from land import Fact, changed, faults

from modules import library
from modules.definition.formats.maps import MapFile
from modules.engine.hexes.board import Board
from modules.ledger import read_ledger

GAME = library.definition("three_battles")
FACTS: dict[str, list[Fact]] = yaml.safe_load(
    Path(__file__).with_name("three_battles_land.yaml").read_text(encoding="utf-8")
)


def wrong(name: str, each_map: MapFile) -> list[str]:
    return faults(each_map, GAME.terrain, GAME.hex_scenarios[name], FACTS[name])


@pytest.mark.parametrize("name", FACTS)
def test_the_land_is_as_the_rulebook_says(name: str) -> None:
    assert wrong(name, GAME.maps[name]) == []


def test_every_map_is_checked() -> None:
    assert set(FACTS) == set(GAME.maps)


def test_every_rule_that_is_cited_is_one_of_the_rulebook() -> None:
    rules = {fact["rule"] for facts in FACTS.values() for fact in facts}
    assert rules <= {rule.number for rule in read_ledger(library.folder("three_battles")).rules}


# --- natural land ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FACTS)
def test_slopes_are_walked_level_by_level(name: str) -> None:
    """Steps of two levels are the rare lips of a steep face; there are none of three."""
    board = Board(GAME.maps[name], GAME.terrain)
    pairs = [(h, n) for h in board.grid.ids for n in board.neighbours[h] if h < n]
    steps = Counter(abs(board.level(one) - board.level(other)) for one, other in pairs)
    assert set(steps) <= {0, 1, 2}
    assert steps[2] <= 0.05 * steps[1]


@pytest.mark.parametrize("name", FACTS)
def test_no_level_ends_in_a_ruled_line(name: str) -> None:
    """Not more than two rows in a row have the same profile."""
    rows = list(GAME.maps[name].levels.rows.values()) if GAME.maps[name].levels else []
    alike = [sum(1 for _ in same) for row, same in groupby(rows) if len(set(row)) > 1]
    assert max(alike, default=0) <= 2


# --- spoiled maps ------------------------------------------------------------------------------------------


def _without(*between: str) -> Any:
    def cut(sides: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [
            {**each, "between": [s for s in each["between"] if set(s) != set(between)] or each["between"][:1]}
            for each in sides
        ]

    return cut


def _shorter(roads: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**roads[0], "path": roads[0]["path"][1:]}]


def _overlay(terrain: str, *hexes: str) -> Any:
    return lambda overlays: [
        *overlays,
        {"terrain": terrain, "hexes": list(hexes), "source": "reconstruction: made up"},
    ]


def _hexside(terrain: str, one: str, other: str) -> Any:
    return lambda sides: [
        *sides,
        {"terrain": terrain, "between": [[one, other]], "source": "reconstruction: made up"},
    ]


def _area(name: str, **other: Any) -> Any:
    return lambda areas: {**areas, name: {**areas[name], **other}}


def _all_levels(name: str, old: str, new: str) -> dict[str, str]:
    rows = GAME.maps[name].levels.rows if GAME.maps[name].levels else {}
    first = GAME.maps[name].grid.a.first
    return {
        f"{first + i:02}{b}": new for b, row in rows.items() for i, letter in enumerate(row) if letter in old
    }


BANK = [f"{a:02}05" for a in range(1, 30)]
SPOILED: dict[str, tuple[str, dict[str, Any], str]] = {
    "a line without its stagger": (
        "hastings",
        {"grid": lambda g: {**g, "shifted": "odd"}, "roads": lambda r: [], "hexsides": lambda s: []},
        "no straight line",
    ),
    "a knight in the river": ("hastings", {"overlays": _overlay("ouse", "1722")}, "nobody can stand in 1722"),
    "Senlac too high": ("hastings", {"levels": {"3317": "7"}}, "the highest level is 7"),
    "Telham too low": ("hastings", {"levels": _all_levels("hastings", "7", "6")}, "no hex of level [7]"),
    "a hill without room": (
        "hastings",
        {"levels": _all_levels("hastings", "56", "4")},
        "0 hexes, at least 76",
    ),
    "a road that ends in the field": ("hastings", {"roads": _shorter}, "no eastern end"),
    "an exit beside the road": (
        "hastings",
        {"exits": lambda e: {**e, "north": {**e["north"], "hex": "6013"}}},
        "not the end of the road",
    ),
    "an exit for the wrong side": (
        "hastings",
        {"exits": lambda e: {**e, "east": {**e["east"], "sides": ["norman"]}}},
        "open to ('norman',)",
    ),
    "hills in each other": ("hastings", {"areas": _area("telham", a=[1, 40])}, "do not follow one another"),
    "too much dry ground": ("fulford", {"terrain": {f"{a:02}11": "." for a in range(1, 30)}}, "at most 27"),
    "no river in xx05": ("fulford", {"terrain": dict.fromkeys(BANK, ".")}, "0 hexes, at least 1"),
    "a dam in the Ouse": ("fulford", {"terrain": dict.fromkeys(BANK, ".")}, "in one piece"),
    "a wall of water": ("fulford", {"terrain": {f"{a:02}08": "R" for a in range(1, 30)}}, "no way from"),
    "one archer too many": (
        "fulford",
        {"terrain": {f"{a:02}04": "R" for a in range(5, 30)}},
        "behind the line",
    ),
    "a hill at Fulford": (
        "fulford",
        {"hexsides": _hexside("derwent", "1503", "1504")},
        "terrain of another battle",
    ),
    "an edge under water": ("fulford", {"terrain": {f"{a:02}01": "R" for a in range(1, 30)}}, "the edge up"),
    "a gap in the Derwent": ("stamford_bridge", {"hexsides": _without("3908", "3909")}, "walked around"),
    "a loose end": ("stamford_bridge", {"hexsides": _hexside("derwent", "5514", "5614")}, "lie on one bank"),
    "a second bridge": (
        "stamford_bridge",
        {"hexsides": _hexside("bridge", "3908", "3909")},
        "bridges stand at",
    ),
    "no road over the bridge": (
        "stamford_bridge",
        {"roads": lambda r: [{**r[0], "path": r[0]["path"][:5]}]},
        "no road crosses it",
    ),
    "a camp that is larger": (
        "stamford_bridge",
        {"areas": _area("camp", a=[44, 52], hexes=None)},
        "not those hexes",
    ),
    "a detachment without room": (
        "stamford_bridge",
        {"areas": _area("west", hexes=["3101", "3102"])},
        "only 1 hexes",
    ),
    "an entry on the wrong bank": (
        "stamford_bridge",
        {"areas": _area("saxon_entry", hexes=["3120"])},
        "not that edge",
    ),
    "a camp in a lake": (
        "stamford_bridge",
        {"overlays": _overlay("ouse", *(f"{a}0{b}" for a in range(45, 52) for b in (6, 7, 8)))},
        "nobody can enter",
    ),
}


@pytest.mark.whole
@pytest.mark.parametrize("spoiled", SPOILED)
def test_a_spoiled_map_is_found_out(spoiled: str) -> None:
    name, change, says = SPOILED[spoiled]
    found = wrong(name, changed(GAME.maps[name], change))
    assert any(says in line for line in found), found
