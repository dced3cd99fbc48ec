"""Each key of zones, stacking and conditions once where it holds and once where it does not: a move that is
refused by the clause, and the same move that is legal."""

from __future__ import annotations

from typing import Any

import pytest
import worlds

from modules.definition.formats.clauses.moving import MovePhase
from modules.engine.orders import Grammar
from modules.engine.stacks.moving import MoveOptions
from modules.engine.stacks.orders import KINDS

AT = {"B-1": "0202", "B-2": "0203", "R-1": "0401"}
ORDER = "move B-1 0302-0303"
"""By 0302, which lies in the zone of R-1, to 0303, which does not."""


def options(
    rules: dict[str, Any],
    at: dict[str, str],
    ground: dict[str, Any],
    scenario: tuple[str, ...],
    now: dict[str, Any],
) -> MoveOptions:
    """Blue's moves."""
    known = worlds.battle(worlds.clauses(**rules), worlds.small_map(**ground), scenario)
    clause = known.rules.phases["movement"]
    assert isinstance(clause, MovePhase)
    return MoveOptions(worlds.field(known, {**AT, **at}, **now), clause)


def ruled(
    rules: dict[str, Any], *, order: str = ORDER, at: dict[str, str] | None = None,
    ground: dict[str, Any] | None = None, options_of: tuple[str, ...] = (), **now: Any,
) -> str:  # fmt: skip
    """The number by which an order is refused; empty where it is legal."""
    found = options(rules, at or {}, ground or {}, options_of, now)
    fault = found.fault(
        Grammar(KINDS, found.field.battle.counters, {*found.field.map_rules.hexes}).parse(order)
    )
    return "" if fault is None else fault.rule


ZONE = {"of": ["red"], "stop": True, "leave": "free", "hop": "free", "rule": "4"}
Kept = dict[str, Any]
ZONES: dict[str, tuple[Kept, Kept, Kept]] = {
    # name: the clause, the moment in which it refuses, the one in which it does not
    "of": ({"of": ["armour"]}, {"at": {"R-1": "lost", "RT-1": "0401"}}, {}),
    "state": ({"state": ["alert"]}, {"states": {"R-1": ["alert"]}}, {}),
    "not_state": ({"not_state": ["tired"]}, {}, {"states": {"R-1": ["tired"]}}),
    "binds": ({"binds": ["B-1"]}, {}, {"at": {"B-3": "0202"}, "order": "move B-3 0302-0303"}),
    "reach": ({"reach": 2}, {"at": {"R-1": "0501"}}, {"at": {"R-1": "0601"}}),
    "not_across": ({"not_across": ["river"]}, {}, {"ground": {"hexsides": {"river": [["0401", "0302"]]}}}),
    "not_into": ({"not_into": ["0302"]}, {"at": {"B-1": "0201"}, "order": "move B-1 0301-0201"}, {}),
    "cancelled_by_friends": ({"cancelled_by_friends": True}, {}, {"at": {"B-2": "0302"}}),
    "when turns": ({"when": {"turns": [1]}}, {}, {"turn": 2}),
    "when phases": ({"when": {"phases": ["movement"]}}, {}, {"phase": "combat"}),
    "when sides": ({"when": {"sides": ["red"]}}, {"side": "red", "order": "move R-1 0302-0303"}, {}),
    "when option": ({"when": {"option": ["mud"]}}, {"options_of": ("mud",)}, {}),
    "when not_option": ({"when": {"not_option": ["mud"]}}, {}, {"options_of": ("mud",)}),
    "stop": ({"stop": True}, {}, {"order": "move B-1 0302"}),
    "ground that blocks": ({}, {}, {"ground": {"rows": ("......", "..w...", "......")}}),
}


@pytest.mark.parametrize("name", ZONES)
def test_a_key_of_a_zone_holds_it_back_or_lets_it_go(name: str) -> None:
    clause, refused, legal = ZONES[name]
    rules = {"zones": [{**ZONE, **clause}]}
    if name == "when sides":
        rules = {"zones": [{**ZONE, "of": ["all"], **clause}]}
    assert ruled(rules, **refused) == "4"
    assert ruled(rules, **legal) == ""


FULL = {"limit": 1, "holds": "move_end", "rule": "5"}
INTO = "move B-1 0203"
STACKING: dict[str, tuple[Kept, Kept, Kept]] = {
    "limit": ({"limit": 2}, {"at": {"B-3": "0203"}}, {}),
    "count": ({"limit": 5, "count": "combat"}, {}, {"states": {"B-2": ["reduced"]}}),
    "holds always": ({"holds": "always"}, {"order": "move B-1 0203-0204"}, {"order": "move B-1 0201"}),
    "holds move_end": ({}, {}, {"order": "move B-1 0203-0204"}),
    "of": ({"of": ["B-1", "armour"]}, {"at": {"BT-1": "0203"}}, {}),
    "free": ({"free": ["leader"]}, {}, {"at": {"B-2": "0606", "BL": "0203"}}),
    "free mover": ({"free": ["leader"]}, {}, {"at": {"BL": "0202"}, "order": "move BL 0203"}),
    "at": ({"at": ["0203"]}, {}, {"at": {"B-2": "0201"}, "order": "move B-1 0201"}),
    "when": ({"when": {"turns": [1]}}, {}, {"turn": 2}),
    "its own hex": ({}, {}, {"order": "move B-1 0201-0202"}),
}


@pytest.mark.parametrize("name", STACKING)
def test_a_key_of_stacking_fills_a_hex_or_leaves_room(name: str) -> None:
    clause, refused, legal = STACKING[name]
    rules = {"stacking": [{**FULL, **clause}]}
    assert ruled(rules, **{"order": INTO, **refused}) == "5"
    assert ruled(rules, **{"order": INTO, **legal}) == ""


UNITS: dict[str, tuple[Kept, Kept, Kept]] = {
    "of": ({"of": ["infantry"]}, {}, {"at": {"BT-1": "0202"}, "order": "move BT-1 0302"}),
    "not_of": ({"not_of": ["armour"]}, {}, {"at": {"BT-1": "0202"}, "order": "move BT-1 0302"}),
    "state": ({"state": ["tired"]}, {"states": {"B-1": ["tired"]}}, {}),
    "not_state": ({"not_state": ["tired"]}, {}, {"states": {"B-1": ["tired"]}}),
    "at": ({"at": ["0202"]}, {}, {"at": {"B-1": "0301"}}),
    "not_at": ({"not_at": ["0202"]}, {"at": {"B-1": "0301"}}, {}),
    "was": ({"was": ["moved"]}, {"deeds": {"B-1": ["moved"]}}, {}),
    "not_was": ({"not_was": ["moved"]}, {}, {"deeds": {"B-1": ["moved"]}}),
    "zone enemy": ({"zone": "enemy"}, {"at": {"R-1": "0102"}}, {}),
    "zone none": ({"zone": "none"}, {}, {"at": {"R-1": "0102"}}),
    "near": ({"near": {"of": ["leader"], "hexes": 2}}, {"at": {"BL": "0204"}}, {"at": {"BL": "0205"}}),
    "near its own": ({"near": {"of": ["infantry"], "hexes": 1}}, {}, {"at": {"B-2": "0606", "R-1": "0102"}}),
    "near an enemy": (
        {"near": {"of": ["red"], "hexes": 2}},
        {"at": {"R-1": "0401"}},
        {"at": {"R-1": "0501"}},
    ),
}


@pytest.mark.parametrize("name", UNITS)
def test_a_key_of_a_condition_of_units_holds_or_not(name: str) -> None:
    """A halt in the hex that is entered first, for these units alone."""
    units, refused, legal = UNITS[name]
    halt = {"into": ["0302"], "units": units, "rule": "3.4"}
    rules = {
        "movement": {"march": {"rule": "3", "budget": 5, "halts": [halt], "zones": "ignored"}},
        "zones": [{**ZONE, "stop": False}],
    }
    assert ruled(rules, **refused) == "3.4"
    order = str(legal.get("order", ORDER))
    assert ruled(rules, **{**legal, "order": order if order == ORDER else f"{order}-0303"}) == ""


TWO = {"R-1": "0401", "R-2": "0403"}
"""Two enemies whose zones meet: 0302 is in that of the first, 0303 in that of the second, 0402 in both."""
STEPS: dict[str, tuple[Kept, str, str]] = {
    # name: the clause, an order of 4 MP, and the number by which it is refused
    "no stop": ({}, "move B-1 0302-0303-0304", ""),
    "enter": ({"enter": 1}, "move B-1 0302-0303", ""),
    "enter, too dear": ({"enter": "3/2"}, "move B-1 0302-0303", "3"),
    "leave": ({"leave": 1}, "move B-1 0302-0303-0203", "3"),
    "leave, just so": ({"leave": "1/2"}, "move B-1 0302-0303-0203", ""),
    "locked on its way": ({"leave": "combat_only"}, "move B-1 0302-0303", "4"),
    "hop free": ({}, "move B-1 0302-0402", ""),
    "hop not_same": ({"hop": "not_same"}, "move B-1 0302-0303", ""),
    "hop not_same, the same": ({"hop": "not_same"}, "move B-1 0302-0402", "4"),
    "hop never": ({"hop": "never"}, "move B-1 0302-0303", "4"),
    "enter never": ({"enter": "never"}, "move B-1 0302", "4"),
}


@pytest.mark.parametrize("name", STEPS)
def test_a_zone_costs_or_bars_steps_alike_in_lists_and_checks(name: str) -> None:
    clause, order, number = STEPS[name]
    rules = {"zones": [{**ZONE, "stop": False, **clause}]}
    assert ruled(rules, order=order, at=TWO) == number
    found = options(rules, TWO, {}, (), {})
    moves = found.moves_of(("B-1",))
    for move in moves:
        found.judge(move)
    if not number:
        assert order[-4:] in {move.path[-1] for move in moves}


WHEN: dict[str, Kept] = {
    "costs": {"costs": [{"into": ["0302"], "mp": 9, "when": {"turns": [1]}, "rule": "3.1"}]},
    "halts": {"halts": [{"into": ["0302"], "when": {"turns": [1]}, "rule": "3.1"}]},
    "changes": {"changes": [{"add": -3, "when": {"turns": [1]}, "rule": "3.1"}]},
    "instead": {"instead": [{"budget": 1, "when": {"turns": [1]}, "rule": "3.1"}]},
}


@pytest.mark.parametrize("name", WHEN)
def test_a_part_of_movement_holds_at_its_time(name: str) -> None:
    rules = {"movement": {"march": {"rule": "3", "budget": "movement", **WHEN[name]}}}
    assert ruled(rules) != ""
    assert ruled(rules, turn=2) == ""


def test_rails_keep_a_unit_to_the_lines_that_are_named() -> None:
    rules = {"movement": {"march": {"rule": "3", "budget": 9, "along": ["rail"], "cost": 1}}}
    ground = {"roads": {"rail": [["0202", "0302"]], "road": [["0302", "0303"]]}}
    assert ruled(rules, ground=ground, order="move B-1 0302") == ""
    assert ruled(rules, ground=ground) == "3"


def test_zones_that_are_ignored_do_nothing() -> None:
    rules = {"movement": {"march": {"rule": "3", "budget": 9, "zones": "ignored"}}, "zones": [ZONE]}
    assert ruled(rules) == ""
    assert ruled({"zones": [ZONE]}) == "4"
