"""Scenarios and armies as conditions, and the degree of numbers that codes of attacks bear."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import worlds
from upkeep_meadow import folder

from modules import library
from modules.definition.formats.clauses.conditions import Times
from modules.definition.rule_clauses import clauses_in


@pytest.mark.parametrize(
    ("times", "armies", "holds"),
    [
        ({"scenarios": ["only"]}, (), True),
        ({"scenarios": ["other"]}, (), False),
        ({"armies": ["shaken", "broken"]}, ("broken",), True),
        ({"armies": ["shaken"]}, ("broken",), False),
        ({"not_armies": ["shaken"]}, ("broken",), True),
        ({"not_armies": ["shaken"]}, ("broken", "shaken"), False),
    ],
)
def test_a_clause_holds_in_its_scenarios_and_by_the_state_of_armies(
    times: dict[str, Any], armies: tuple[str, ...], holds: bool
) -> None:
    asked = worlds.typed(Times, times)
    field = worlds.field(worlds.battle(worlds.clauses()), {}, armies=frozenset(armies))
    assert field.is_now(asked) is holds


WHOLE = {
    "rule": "4.1", "table": "crt", "stack": "as_one", "hexes": "one", "duties": [],
    "strength": {
        "by": "odds", "attack": "combat", "defence": "combat", "round": "defender", "above": "clamp",
        "below": "clamp", "crossing": "all",
    },
}  # fmt: skip
GONE = {"do": "eliminate", "of": "defenders"}
HAND = {"do": "hand"}
CHOICE = {"do": "choose", "of": "defenders", "between": [[GONE], [HAND]]}
HALF = {"rule": "4.3", "table": "crt", "stack": "as_one", "hexes": "one"}


def _degrees(path: Path, **attacks: dict[str, Any]) -> dict[str, str]:
    """The degree of each number under these attacks."""
    phase = {"rule": "4", "does": "attack", "declare": "one_by_one", "by": [*attacks]}
    made = folder(path, {"phases": {"combat": phase}, "attacks": attacks})
    found = library.definition(str(made)).carried_numbers
    return {number: each.by for number, each in found.items() if number.startswith("4")}


@pytest.mark.parametrize(("effects", "by"), [([GONE], "program"), ([HAND], "half"), ([CHOICE], "half")])
def test_the_number_of_a_code_is_half_if_a_hand_carries_it_out(
    tmp_path: Path, effects: list[Any], by: str
) -> None:
    results = {"AR": [], "-": [], "DR": [], "DE": effects}
    assert _degrees(tmp_path, whole={**WHOLE, "results": results}) == {
        "4": "program",
        "4.1": "program",
        "4.2": by,
    }


def test_a_phase_is_half_if_one_of_its_attacks_is(tmp_path: Path) -> None:
    whole = {**WHOLE, "results": {"AR": [], "-": [], "DR": [], "DE": [GONE]}}
    assert _degrees(tmp_path, whole=whole, half=HALF) == {
        "4": "half",
        "4.1": "program",
        "4.2": "program",
        "4.3": "half",
    }


def test_clauses_are_found_wherever_they_stand(tmp_path: Path) -> None:
    rules = {
        "rebuild": {
            "depot": {
                "rule": "10", "side": "blue", "points": [{"points": 1}], "saved": False, "once_a_unit": True,
                "new": [{"rule": "10.1", "at": ["west"], "reduced": True}], "restore": [{"rule": "10.2"}],
            }
        },
        "victory": {"decide": [{"rule": "12", "wins": "draw", "level": "drawn", "checked": "end"}]},
    }  # fmt: skip
    found = library.definition(str(folder(tmp_path, rules))).rules_file
    assert found is not None
    where = {placed.number: placed.where for placed in clauses_in(found)}
    assert where["10.1"] == "rules.yaml rebuild depot new 1"
    assert where["12"] == "rules.yaml victory decide 1"
