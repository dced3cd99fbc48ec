"""What pictures, saves and receipts show of an arranged battle: its counters with their marks, its state."""

from __future__ import annotations

from typing import Any

import pytest

from modules import library
from modules.engine.errors import UnknownThingError
from modules.engine.position import PlacedCounter
from modules.engine.rules.arrangement_rules import Arrangement

UNITS = {
    "S-Harold": "3010",
    "S-huscarl-1": "3010, reduced, disordered",
    "N-knight-1": "2810, charging",
    "others": "lost",
}


def arranged(battle: str, side: str, units: dict[str, str], facts: dict[str, int]) -> tuple[Any, Any]:
    rules = library.rules("three_battles", battle, [])
    return rules, rules.arrange(Arrangement(3, "combat", side, units, facts))


def test_counters_lie_with_their_marks_and_leaders_on_their_units() -> None:
    rules, state = arranged("hastings", "norman", UNITS, {})
    assert rules.position(state) == (
        PlacedCounter("N-knight-1", "norman", "2810", False, ("charge",)),
        PlacedCounter("S-huscarl-1", "saxon", "3010", True, ("disordered",)),
        PlacedCounter("S-Harold", "saxon", "3010"),
    )


def test_what_waits_and_what_is_lost_lies_beside_the_map() -> None:
    units = {"S-fyrd-1": "reserve", "S-fyrd-2": "lost", "V-archer-2": "4906", "others": "lost"}
    rules, state = arranged("stamford_bridge", "saxon", units, {})
    beside = {each.counter: (each.side, each.place) for each in rules.off_map(state)}
    assert beside["S-fyrd-1"] == ("saxon", "entering")
    assert beside["S-fyrd-2"] == ("saxon", "lost")
    assert beside["V-archer-1"] == ("viking", "lost")
    assert "V-archer-2" not in beside
    assert len(beside) + 1 == len(state.units)
    rules, state = arranged("hastings", "saxon", {"S-huscarl-1": "reserve, reduced", "others": "lost"}, {})
    assert PlacedCounter("S-huscarl-1", "saxon", "forces", True) in rules.off_map(state)


def test_the_summary_tells_turn_phase_losses_and_points() -> None:
    rules, state = arranged("hastings", "norman", UNITS, {"losses saxon": 7})
    told = dict(rules.summary(state))
    assert told["Turn"] == f"3 of {rules.battle.scenario.turns}"
    assert told["Phase"] == "Norman army: Combat"
    morale = rules.battle.scenario.morale["saxon"]
    assert told[morale.name] == f"7 lost of {morale.demoralization} / {morale.disintegration}"
    assert all(told[f"{name} points"].isdigit() for name in ("Norman", "Saxon"))


@pytest.mark.parametrize(
    ("counter", "face_down", "lone"), [("", False, True), ("", True, False), ("N-foot-1", False, False)]
)
def test_markers_lie_alone_where_no_counter_is_known_or_hidden(
    counter: str, face_down: bool, lone: bool
) -> None:
    assert PlacedCounter(counter, "norman", "37", False, ("wound",), face_down).lone is lone


@pytest.mark.parametrize(
    ("units", "facts", "told"),
    [
        ({"S-fyrd-1": "3010, asleep"}, {}, "3010, asleep"),
        ({"S-fyrd-1": "9999"}, {}, "9999"),
        ({}, {"losses danish": 1}, "losses danish"),
        ({}, {"moods saxon": 1}, "moods saxon"),
    ],
)
def test_what_a_battle_has_not_cannot_be_arranged(
    units: dict[str, str], facts: dict[str, int], told: str
) -> None:
    with pytest.raises(UnknownThingError, match=told):
        arranged("hastings", "norman", units, facts)


def test_a_campaign_arranges_the_phases_of_its_battles() -> None:
    rules = library.rules("three_battles", "campaign", [])
    with pytest.raises(UnknownThingError, match="invader york/combat"):
        rules.arrange(Arrangement(2, "york/combat", "invader", {}, {}))
