"""The map of Senlac ridge keeps what the rulebook says of the ground, and every check can fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from land import CHECKS, Fact, changed, faults

from modules import library
from modules.definition.formats.maps import MapFile
from modules.ledger import read_ledger

GAME = library.definition("shield_wall")
MAP = GAME.maps["hastings"]
HERE = Path(__file__).parent
FACTS: list[Fact] = yaml.safe_load((HERE / "shield_wall_land.yaml").read_text(encoding="utf-8"))["hastings"]


def wrong(each_map: MapFile) -> list[str]:
    return faults(each_map, GAME.terrain, GAME.hex_scenarios["hastings"], FACTS)


def test_the_ridge_is_as_the_rulebook_says() -> None:
    assert wrong(MAP) == []


def test_every_rule_that_is_cited_is_one_of_the_rulebook() -> None:
    assert {fact["rule"] for fact in FACTS} <= {
        rule.number for rule in read_ledger(library.folder("shield_wall")).rules
    }


def test_every_check_is_used_by_a_map() -> None:
    others = yaml.safe_load((HERE / "three_battles_land.yaml").read_text(encoding="utf-8"))
    used = [fact["holds"] for facts in (FACTS, *others.values()) for fact in facts]
    assert set(used) == set(CHECKS)


# --- spoiled maps ------------------------------------------------------------------------------------------


def _area(name: str, **other: Any) -> Any:
    return lambda areas: {**areas, name: {**areas[name], **other}}


def _brook(*sides: tuple[str, str]) -> Any:
    """The brook with hexsides added, or taken out where it has them."""

    def made(features: list[dict[str, Any]]) -> list[dict[str, Any]]:
        between = [s for s in features[0]["between"] if tuple(s) not in sides]
        added = [list(s) for s in sides if list(s) not in features[0]["between"]]
        return [{**features[0], "between": [*between, *added]}]

    return made


def _road(*path: str) -> Any:
    return lambda roads: [{**roads[0], "path": [*path, *roads[0]["path"][len(path) :]]}]


def _row(b: str, letter: str, columns: range = range(1, 22)) -> dict[str, str]:
    return {f"{a:02}{b}": letter for a in columns}


SPOILED: dict[str, tuple[dict[str, Any], str]] = {
    "a sheet with a row more": (
        {"areas": _area("south", b=[17, 24]), "terrain": _row("24", "w")},
        "147 hexes, at least 168",
    ),
    "a narrow ridge": ({"terrain": {"0407": "s", "1807": "s"}}, "13 hexes, at least 15"),
    "Saxons in the woods": ({"terrain": {"0311": "w"}}, "276 hexes, at least 277"),
    "zones that overlap": ({"areas": _area("north", b=[1, 17])}, "do not follow one another"),
    "a start line in the field": ({"areas": _area("start_line", b=[18, 18])}, "start_line is not that row"),
    "a road that ends in the field": (
        {"roads": lambda r: [{**r[0], "path": r[0]["path"][1:]}]},
        "no northern end",
    ),
    "a road that counts on the slope": (
        {
            "areas": _area(
                "road_on_hill", hexes=["1101", "1102", "1103", "1104", "1105", "1106", "1107", "1108", "1109"]
            )
        },
        "is not the road on the hill",
    ),
    "a hill hex less": ({"terrain": {"1006": "s"}}, "71 hexes, at least 72"),
    "a cliff": ({"terrain": {"0909": "."}}, "are beside clear or woods or swamp"),
    "a slope of the wrong height": ({"levels": {"0910": "2"}}, "0910 is of level 2, not 1"),
    "a flat slope": (
        {"levels": {f"{a:02}{b:02}": "2" for a in range(1, 22) for b in range(1, 25)}},
        "levels alone",
    ),
    "no brook": ({"hexsides": lambda s: [{**s[0], "terrain": "road"}]}, "no single line"),
    "no swamp": (
        {"terrain": dict.fromkeys(("0313", "0414", "0514", "0614", "0515"), ".")},
        "0 hexes, at least 1",
    ),
    "a field that nobody reaches": ({"terrain": _row("14", "m")}, "no way to"),
    "a gap in the brook": ({"hexsides": _brook(("0513", "0514"))}, "no single line"),
    "a longer brook": ({"hexsides": _brook(("1113", "1114"))}, "21 hexsides"),
    "a brook on the ridge": ({"hexsides": _brook(("1108", "1109"))}, "something else than"),
    "a steep slope more": ({"terrain": {"0809": "S"}}, "6 hexes, at least 5"),
    "a ridge of steep slopes": (
        {"terrain": {f"{a:02}{b}": "S" for a in range(1, 22) for b in ("09", "10")}},
        "more than 3 MP",
    ),
    "a wide slope": ({"terrain": _row("11", "s"), "levels": _row("11", "1")}, "it is more than 11 MP"),
    "a road up": ({"terrain": {"1109": "h"}}, "it is less than 11 MP"),
    "an arrival elsewhere": ({"areas": _area("arrival", hexes=["1102"])}, "the area arrival is"),
    "an arrival in the woods": ({"terrain": {"1101": "w"}}, "nobody can stand in 1101"),
}


@pytest.mark.parametrize("spoiled", SPOILED)
def test_a_spoiled_map_is_found_out(spoiled: str) -> None:
    change, says = SPOILED[spoiled]
    found = wrong(changed(MAP, change))
    assert any(says in line for line in found), found
