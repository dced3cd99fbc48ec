"""Every cell of the tables of Hastings: 1066 is what a battle looks up there: a position that leads to each
column, each roll of the dice, and what was then told or has become of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from modules import library
from modules.cases import Case, played
from modules.definition.formats.tables import TablesFile, TotalsRow
from modules.engine.driver import Play
from modules.hastings_berg.battle import STRATEGIES

SCENARIO = "hastings_berg/hastings"
TABLES: TablesFile = library.definition("hastings_berg").tables
DIE = range(1, 7)
CLASSES = "abcde"
ELSEWHERE = {"N-foot-12": "2310", "S-fyrd-17": "0124"}
"""Somebody on each side, so that the battle goes on."""
WALLS = {"shield_wall center": 1}


def after(phase: str, units: Mapping[str, str], play: list[dict[str, Any]], **more: Any) -> Play[Any]:
    """The game after a case of this sort."""
    case = {
        "rule": "0",
        "title": "a look-up",
        "phase": phase,
        "units": {**ELSEWHERE, **units},
        "play": play,
        **more,
    }
    return played(SCENARIO, Case.model_validate(case, strict=False))


def told(play: Play[Any], rule: str) -> list[str]:
    return [event.text for event in play.events if event.rule == rule]


def row_of(rows: Mapping[str, TotalsRow], column: str, total: int) -> str:
    """The row in which a total is printed in a column."""
    (name,) = (name for name, row in rows.items() if total in row.on.get(column, ()))
    return name


# --- melee -----------------------------------------------------------------------------------------------

OURS, THEIRS = "1210", "1110"
MELEES: dict[int, tuple[str, tuple[str, ...], dict[str, int]]] = {
    # the differential, who attacks, who defends, orders
    -6: ("N-foot-1", ("S-housecarl-1",), {**WALLS, "shield_wall norman_foot": 1}),
    -5: ("N-foot-1", ("S-housecarl-1", "S-Gyrth"), WALLS),
    -4: ("N-foot-1", ("S-housecarl-1",), WALLS),
    -3: ("N-foot-1", ("S-thegn-1", "S-Gyrth"), WALLS),
    -2: ("N-foot-1", ("S-thegn-1",), WALLS),
    -1: ("N-foot-1", ("S-housecarl-1",), {}),
    0: ("N-foot-1", ("S-thegn-1",), {}),
    1: ("N-foot-1", ("S-fyrd-1",), {}),
    2: ("N-foot-1", ("S-slinger-1",), {}),
    3: ("N-knight-1", ("S-fyrd-1",), {}),
    4: ("N-knight-1", ("S-slinger-1",), {}),
    5: ("F-knight-1", ("S-slinger-1", "F-Eustace"), {}),
    6: ("N-guard", ("S-slinger-1",), {}),
}
COLUMN = {-6: "-6", -5: "-5", -4: "-4", -3: "-3", -2: "-2", -1: "-1", 0: "0", 1: "+1", 2: "+2/+3", 3: "+2/+3",
          4: "+4/+5", 5: "+4/+5", 6: "+6"}  # fmt: skip


@pytest.mark.parametrize("ahead", MELEES)
@pytest.mark.parametrize(("table", "options"), [("melee", ()), ("melee_mended", ("mended_melee",))])
def test_melee_reads_each_cell(table: str, options: tuple[str, ...], ahead: int) -> None:
    entry = TABLES.differentials[table]
    column = entry.columns.index(COLUMN[ahead])
    attacker, with_them, facts = MELEES[ahead]
    units = {attacker: OURS, **{u: OURS if u.startswith("F") else THEIRS for u in with_them}}
    order = f"norman: attack {attacker} > {with_them[0]}"
    for value in DIE:
        play = after(
            "norman melee", units, [{"order": order}, {"dice": [value]}], facts=facts, options=options
        )
        said = told(play, "9.1")[0]
        assert said.endswith(f"({ahead:+d}): {value}, {entry.rows[str(value)][column]}"), said


def test_the_melees_reach_every_column() -> None:
    for table in TABLES.differentials.values():
        assert {*table.columns} == {*COLUMN.values()}
    assert MELEES.keys() == COLUMN.keys()


# --- fire ------------------------------------------------------------------------------------------------

FIRES: dict[str, tuple[dict[str, str], str, str]] = {
    # the column, who fires from where, at whom where
    "1-4": ({"S-slinger-1": "1110"}, "N-foot-1", "1310"),
    "1-3": ({"S-slinger-1": "1110"}, "B-foot-1", "1310"),
    "1-2": ({"S-slinger-1": "1110"}, "N-bowman-1", "1310"),
    "1-1.5": ({"S-javelin-1": "1110"}, "B-foot-1", "1310"),
    "1-1": ({"N-bowman-1": "1410"}, "S-fyrd-1", "1110"),
    "1.5-1": ({"N-bowman-1": "1410"}, "S-slinger-1", "1110"),
    "2-1": ({"N-bowman-1": "1310"}, "S-slinger-1", "1110"),
    "3-1": ({"N-bowman-1": "1410", "N-bowman-2": "1411"}, "S-slinger-1", "1110"),
    "4-1": ({"N-bowman-1": "1310", "N-bowman-2": "1311"}, "S-slinger-1", "1110"),
    "5-1": ({"N-bowman-1": "1210", "N-bowman-2": "1209"}, "S-slinger-1", "1110"),
}


@pytest.mark.parametrize("column", FIRES)
def test_fire_reads_each_cell(column: str) -> None:
    entry = TABLES.odds["missile_results"]
    firing, target, there = FIRES[column]
    side = "saxon" if next(iter(firing)).startswith("S") else "norman"
    order = f"{side}: fire {','.join(firing)} > {there}"
    for value in DIE:
        play = after(f"{side} missiles", {**firing, target: there}, [{"order": order}, {"dice": [value]}])
        said = told(play, "7.5.2")[0]
        cell = entry.rows[str(value)][entry.columns.index(column)]
        assert said.endswith(f" at {column.replace('-', ':')}: {value}, {cell}"), said


def test_the_fires_reach_every_column() -> None:
    assert tuple(FIRES) == TABLES.odds["missile_results"].columns


# --- morale, rally, leaders ------------------------------------------------------------------------------

SHAKEN = {
    # the class, a unit of it, a die by which a bow three hexes off makes it check
    "a": ("S-housecarl-1", 5),
    "b": ("S-thegn-1", 4),
    "c": ("S-fyrd-1", 2),
    "d": ("S-levy-1", 2),
    "e": ("S-slinger-1", 1),
}
HELD = {"steady": "holds", "disrupted": "is disrupted", "routed": "routs"}


@pytest.mark.parametrize("column", CLASSES)
def test_a_morale_check_reads_each_cell(column: str) -> None:
    unit_id, hit = SHAKEN[column]
    for value in DIE:
        fire = [{"order": "norman: fire N-bowman-1 > 1110"}, {"dice": [hit]}, {"dice": [value]}]
        play = after("norman missiles", {"N-bowman-1": "1410", unit_id: "1110"}, fire)
        name = row_of(TABLES.totals["morale_check"].rows, column, value)
        assert told(play, "7.1.6")[0].endswith(f"{value} at class {column.upper()}, {HELD[name]}")
        assert bool(play.state.units[unit_id].disrupted) == (name == "disrupted")


@pytest.mark.parametrize("column", CLASSES)
def test_rally_reads_each_cell(column: str) -> None:
    unit_id, _ = SHAKEN[column]
    for value in DIE:
        play = after("saxon rally", {unit_id: "0514, disrupted"}, [{"dice": [value]}])
        name = row_of(TABLES.totals["rally_check"].rows, column, value)
        says = "rallies" if name == "rallied" else "stays disrupted"
        assert told(play, "9.5.2")[0] == f"{unit_id} {says}: {value} at class {column.upper()}"
        assert play.state.units[unit_id].disrupted == (name == "remains")


HURT = {
    "killed": {"at": "lost"},
    "light": {"wounded": True, "weakened": True},
    "grave": {"wounded": True, "flipped": True},
    "shaken": {"shaken": True},
    "nothing": {},
}
STATES = ("wounded", "weakened", "flipped", "shaken")


@pytest.mark.parametrize("total", range(2, 13))
@pytest.mark.parametrize(
    ("column", "phase", "firing", "order", "hit"),
    [
        ("fire", "norman missiles", {"N-bowman-1": "1210", "N-bowman-2": "1209"},
         "norman: fire N-bowman-1,N-bowman-2 > 1110", 6),
        ("melee", "norman melee", {"N-guard": "1210"}, "norman: attack N-guard > S-slinger-1", 3),
    ],
)  # fmt: skip
def test_a_leader_casualty_reads_each_cell(
    column: str, phase: str, firing: dict[str, str], order: str, hit: int, total: int
) -> None:
    units = {**firing, "S-slinger-1": "1110", "S-Gyrth": "1110"}
    dice = [max(1, total - 6), min(6, total - 1)]
    play = after(phase, units, [{"order": order}, {"dice": [hit]}, {"dice": dice}])
    name = row_of(TABLES.totals["leader_casualty"].rows, column, total)
    leader = play.state.units["S-Gyrth"]
    hurt = {state: True for state in STATES if getattr(leader, state)}
    assert (hurt or ({"at": "lost"} if leader.at == "lost" else {})) == HURT[name]


# --- orders and ratings ----------------------------------------------------------------------------------

BOXES = {
    "saxon_orders": ("center", "center"),
    "knight_orders": ("norman_knights", "norman"),
    "foot_orders": ("norman_foot", "norman"),
}
WORD = re.compile(r"_[12]$")


@pytest.mark.parametrize("table", BOXES)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_dice_for_orders_read_each_cell(table: str, strategy: str) -> None:
    box, root = BOXES[table]
    rows = TABLES.totals[table].rows
    ours = {"knight_orders": "N-knight-1", "foot_orders": "N-foot-1"}.get(table, "B-foot-1")
    for total in range(2, 13):
        dice = [max(1, total - 6), min(6, total - 1)]
        rolls = [dice] if root == "norman" else [[3, 4], dice]
        play = after(
            "norman orders",
            {"N-foot-12": "lost", ours: "2010"},
            [{"dice": each} for each in rolls],
            facts={f"strategy {root}": STRATEGIES.index(strategy) + 1, "strategy breton": 2},
        )
        name = row_of(rows, strategy, total)
        if name == "optional":
            assert getattr(play.request, "kind", "") == "optional"
            continue
        facts = play.rules.facts(play.state)
        assert facts[f"{WORD.sub('', name)} {box}"] == (2 if name.endswith("_2") else 1)
        assert f"{box.replace('_', ' ')}: {rows[name].name}" in told(play, "4.2.3")


@pytest.mark.parametrize("rating", range(-15, 16))
@pytest.mark.parametrize(
    ("side", "unit_id", "box"), [("saxon", "S-fyrd-1", "center"), ("norman", "F-foot-1", "french")]
)
def test_each_rating_counts_as_its_band_says(side: str, unit_id: str, box: str, rating: int) -> None:
    (shift,) = (b.value for b in TABLES.bands[f"effects_{side}"].bands if b.first <= rating <= b.last)
    play = after(
        f"{side} rally", {unit_id: "0514, disrupted"}, [{"dice": [6]}], facts={f"rating {box}": rating}
    )
    worse = CLASSES[CLASSES.index("c") - shift].upper()
    assert told(play, "9.5.2")[0].endswith(f"at class {worse}")


@pytest.mark.parametrize("rating", [-15, -5, 10])
def test_class_e_stays_e(rating: int) -> None:
    play = after(
        "saxon rally", {"S-slinger-1": "0514, disrupted"}, [{"dice": [6]}], facts={"rating center": rating}
    )
    assert told(play, "9.5.2")[0].endswith("at class E")
