"""What a unit may spend, reckoned in the fixed order and told in it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import worlds

from modules.engine.stacks.allowances import reckon

MUD = {"turns": ["mud"]}
TIRED = {"state": ["tired"]}
CASES: dict[str, tuple[dict[str, Any], Fraction, str]] = {
    "value": ({"budget": "movement"}, Fraction(4), "movement 4"),
    "number": ({"budget": 3}, Fraction(3), "3 MP"),
    "hexes": ({"hexes": 2}, Fraction(2), "2 hexes"),
    "the first that holds": (
        {
            "budget": "movement",
            "instead": [
                {"budget": 9, "units": {"of": ["armour"]}, "rule": "1"},
                {"hexes": 1, "when": MUD, "units": TIRED, "rule": "2"},
                {"budget": 2, "rule": "3"},
            ],
        },
        Fraction(1), "mud, tired: 1 hex",
    ),
    "up": (
        {"budget": 3, "changes": [{"times": "1/2", "round": "up", "units": TIRED, "rule": "1"}]},
        Fraction(2), "3 MP, tired: half, 2 MP",
    ),
    "down": (
        {"budget": 3, "changes": [{"times": "1/2", "round": "down", "rule": "1"}]},
        Fraction(1), "3 MP, half, 1 MP",
    ),
    "exact": (
        {"budget": 3, "changes": [{"times": "1/2", "round": "exact", "when": MUD, "rule": "1"}]},
        Fraction(3, 2), "3 MP, mud: half, 1 1/2 MP",
    ),
    "in their order": (
        {"budget": 3, "changes": [
            {"times": "1/2", "round": "down", "add": 1, "rule": "1"},
            {"times": 2, "round": "exact", "rule": "1"},
            {"times": "2/3", "round": "up", "units": {"not_state": ["reduced"]}, "rule": "1"}]},
        Fraction(3), "3 MP, half, +1, doubled, not reduced: times 2/3, 3 MP",
    ),
    "never below nothing": (
        {"budget": 1, "changes": [{"add": -3, "rule": "1"}, {"add": 2, "rule": "1"}]},
        Fraction(2), "1 MP, -3, +2, 2 MP",
    ),
    "only what holds": (
        {"budget": 3, "changes": [{"add": 1, "when": {"turns": [2]}, "rule": "1"},
            {"add": 1, "units": {"was": ["moved"]}, "rule": "1"}]},
        Fraction(3), "3 MP",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_an_allowance_is_reckoned_in_the_fixed_order(name: str) -> None:
    march, amount, told = CASES[name]
    rules = worlds.clauses(movement={"march": {"rule": "3", **march}}, turns={"mud": [1]})
    known = worlds.battle(rules)
    now = worlds.field(known, {"B-1": "0101"}, states={"B-1": ["tired"]})
    found = reckon(now, "B-1", known.rules.movement["march"])
    assert (found.amount, found.told) == (amount, told)


def test_a_reduced_unit_has_the_value_of_its_back() -> None:
    known = worlds.battle(worlds.clauses())
    now = worlds.field(known, {"B-1": "0101"}, states={"B-1": ["reduced"]})
    assert reckon(now, "B-1", known.rules.movement["march"]).told == "movement 3"
