"""Senlac Hill keeps what the rulebook says of it, and every check can fail."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from land import CHECKS, Fact, Land

from modules import library
from modules.definition.formats.maps import MapFile
from modules.engine.hexes.board import Board
from modules.geometry import sightline

GAME = library.definition("hastings_berg")
BATTLE = GAME.hex_scenarios["hastings"]
FACTS: list[Fact] = yaml.safe_load(
    Path(__file__).with_name("hastings_berg_land.yaml").read_text(encoding="utf-8")
)["hastings"]
CODES = {
    "norman": {
        "breton_bowmen": "B-bowman", "breton_foot": "B-foot", "breton_knights": "B-knight",
        "norman_bowmen": "N-bowman", "norman_foot": "N-foot", "norman_knights": "N-knight",
        "french_bowmen": "F-bowman", "french_foot": "F-foot", "french_knights": "F-knight",
        "guard": "N-guard",
    },
    "saxon": {"housecarls": "S-housecarl", "saxon_bowmen": "S-bowman"},
}  # fmt: skip


def between(land: Land, fact: Fact) -> str:
    """The hexes of the line from one hex to the other."""
    line = sightline(land.grid, fact["from"], fact["to"])
    return "" if [*line.hexes] == fact["hexes"] else f"between them lie {line.hexes}"


def of_levels(land: Land, fact: Fact) -> str:
    there = {h for h in land.grid.ids if land.board.level(h) in fact["levels"]}
    return "" if there == set(land.area(fact["area"])) else "the area is not those hexes"


def hidden(land: Land, fact: Fact) -> str:
    told = land.board.sight_blocked_by(fact["from"], fact["to"])
    return "" if fact["by"] in told else f"the line is blocked by {told or 'nothing'}"


def hillock(land: Land, fact: Fact) -> str:
    """Higher than the hexes around it, which are higher than those around them."""
    top = fact["hex"]
    ring = set(land.board.neighbours[top])
    around = set(land.grid.within(top, 2)) - ring - {top}
    level = land.board.level
    if not (level(top) > max(map(level, ring)) >= min(map(level, ring)) > max(map(level, around))):
        return f"{top} is no hill of its own"
    return "" if set(land.area(fact["area"])) == ring | {top} else "the area is not that hill"


def below(land: Land, fact: Fact) -> str:
    """Of one level, each so near to higher ground."""
    levels = {land.board.level(h) for h in fact["hexes"]}
    if len(levels) > 1:
        return f"levels {sorted(levels)}"
    near = (land.grid.within(h, fact["within"]) for h in fact["hexes"])
    high = [any(land.board.level(n) > max(levels) for n in hexes) for hexes in near]
    return "" if all(high) else "no higher ground is near"


def ridges(land: Land, fact: Fact) -> str:
    level = land.board.level
    sides = [side for kind, side in land.sides() if kind == fact["kind"]]
    flat = [side for side in sides if level(side[0]) == level(side[1])]
    return f"flat at {flat}" if flat or not sides else ""


def stretch(land: Land, fact: Fact) -> str:
    """Part of the road, from hex to hex, and no longer than it must be."""
    path = list(land.board.map.roads[0].path)
    part = path[path.index(fact["from"]) : path.index(fact["to"]) + 1] if fact["from"] in path else []
    if set(part) != set(land.area(fact["area"])):
        return f"between them it runs through {part}"
    return "" if len(part) == land.board.distance(fact["from"], fact["to"]) + 1 else "it makes a detour"


def codes(land: Land, fact: Fact) -> str:
    """As many hexes as counters, for each code."""
    side = fact["side"]
    wrong = [
        name
        for name, group in CODES[side].items()
        if len(land.area(name)) != sum(c.group == group for c in GAME.counters.values())
    ]
    drawn = GAME.game.parameters["fyrd_at_start"].value
    thegns = sum(c.group == "S-thegn" for c in GAME.counters.values())
    if side == "saxon" and len(land.area("fyrd_thegns")) != drawn + thegns:
        wrong.append("fyrd_thegns")
    return f"too few or too many hexes: {wrong}" if wrong else ""


def afar(land: Land, fact: Fact) -> str:
    """Every Norman set-up hex, within the limits of 11.5.4, on clear ground."""
    hexes = [h for name in CODES["norman"] for h in land.area(name)]
    hill, reform = land.area(fact["from"]), set(land.area("reform"))
    near = [h for h in hexes if min(land.board.distance(h, s) for s in hill) < fact["hexes"]]
    wrong = [h for h in hexes if h not in reform or land.board.terrain_name(h) != "clear"]
    return f"{near + wrong} will not do" if near or wrong else ""


def uncoded(land: Land, fact: Fact) -> str:
    coded = {h for area in land.board.map.areas.values() if area.palette for h in area.hexes or ()}
    return f"{coded & set(fact['hexes'])} bear codes" if coded & set(fact["hexes"]) else ""


OWN: dict[str, Callable[[Land, Fact], str]] = {
    check.__name__: check
    for check in (
        between, of_levels, hidden, hillock, below, ridges, stretch, codes, afar, uncoded,
    )
}  # fmt: skip


def wrong(each_map: MapFile) -> list[str]:
    land = Land(Board(each_map, GAME.terrain), BATTLE)
    told = ((fact, (CHECKS | OWN)[fact["holds"]](land, fact)) for fact in FACTS)
    return [f"{fact['rule']} ({fact['holds']}): {why}" for fact, why in told if why]


def changed(change: dict[str, Any]) -> MapFile:
    """The map with `levels` or `terrain` of some hexes changed, or other parts by a function."""
    data = GAME.maps["hastings"].model_dump(mode="json", exclude_none=True)
    for of in ("levels", "terrain"):
        for hex_id, letter in change.get(of, {}).items():
            row = list(data[of]["rows"][hex_id[:2]])
            row[int(hex_id[2:]) - 1] = letter
            data[of]["rows"][hex_id[:2]] = "".join(row)
    for part in ("grid", "areas", "roads", "hexsides"):
        if part in change:
            change[part](data[part])
    return MapFile.model_validate_json(json.dumps(data))


def test_the_land_is_as_the_rulebook_says() -> None:
    assert wrong(GAME.maps["hastings"]) == []


def hexes_of(name: str, change: Callable[[list[str]], object]) -> Callable[[Any], object]:
    return lambda areas: change(areas[name]["hexes"])


SPOILED = {
    "odd rows are shifted": ({"grid": lambda g: g.update(shifted="odd")}, "7.2.4 (between)"),
    "east and west are exchanged": ({"grid": lambda g: g["b"].update(toward="right")}, "11.5.4 (order"),
    "rows run north": ({"grid": lambda g: g["a"].update(toward="up")}, "11.4.1 (order"),
    "a hill without a top": ({"levels": {f"{a:02d}{b:02d}": "4" for a in range(1, 9) for b in range(8, 26)}},
                             "5.3.3 (top)"),
    "the hill lost a hex": ({"levels": {"0808": "3"}}, "11.5.6 (of_levels)"),
    "a small hill": ({"areas": hexes_of("senlac", lambda h: h.__delitem__(slice(40, None)))},
                     "11.5.6 (room)"),
    "0909 is as high": ({"levels": {"0909": "4"}}, "7.2.4 (hidden)"),
    "no hill in the valley": ({"levels": {"1419": "1"}}, "5.3.3 (hillock)"),
    "0919 stands out": ({"levels": {"0919": "2"}}, "5.3.3 (below)"),
    "a ridge on the level": ({"levels": {"0913": "4"}}, "5.3.2 (ridges)"),
    "the road ends in the valley": ({"roads": lambda r: r[0]["path"].__delitem__(slice(0, 4))},
                                    "12.1.1 (road)"),
    "the road misses 0811": ({"roads": lambda r: r[0]["path"].__delitem__(slice(0, 17))},
                             "12.1.1 (stretch)"),
    "a knight too few": ({"areas": hexes_of("breton_knights", lambda h: h.pop())}, "11.1 (codes)"),
    "a fyrd too many": ({"areas": hexes_of("fyrd_thegns", lambda h: h.append("0311"))}, "11.2 (codes)"),
    "bowmen under the hill": ({"areas": hexes_of("norman_bowmen", lambda h: h.__setitem__(0, "1013"))},
                              "11.3 (afar)"),
    "foot in the marsh": ({"terrain": {"1314": "m"}}, "11.3 (afar)"),
    "the struck hex": ({"areas": hexes_of("french_foot", lambda h: h.__setitem__(0, "1307"))},
                       "13.2 (uncoded)"),
    "no room to reform": ({"areas": lambda a: a["reform"].update(a=[22, 24], b=[6, 26])}, "11.5.4 (room)"),
}  # fmt: skip


@pytest.mark.parametrize("case", SPOILED)
def test_spoiled_land_is_found(case: str) -> None:
    change, told = SPOILED[case]
    assert any(each.startswith(told) for each in wrong(changed(change)))


def test_every_check_of_its_own_is_used_and_can_fail() -> None:
    assert OWN.keys() <= {fact["holds"] for fact in FACTS}
    failing = {told.partition("(")[2].rstrip(")") for _, told in SPOILED.values()}
    assert OWN.keys() <= failing


def test_levels_rise_step_by_step() -> None:
    board = Board(GAME.maps["hastings"], GAME.terrain)
    steps = {
        abs(board.level(one) - board.level(other))
        for one, around in board.neighbours.items()
        for other in around
    }
    assert steps == {0, 1}


def test_tracks_of_ratings_hold_what_the_rules_allow() -> None:
    most = GAME.game.parameters["rating_most"].value
    for entry in GAME.tables.bands.values():
        assert (entry.bands[0].first, entry.bands[-1].last) == (-most, most)


def test_what_a_period_is_prolonged_by_fits_the_track() -> None:
    added = [GAME.game.parameters[name].value for name in ("hold_some_turns", "hold_most_turns")]
    assert max(added) == BATTLE.added_turns
