"""Mistakes in whole attacks: each is told at the key where it is made, with what would be legal."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.checking.faults import faults_of

sys.path.insert(0, str(Path(__file__).parents[3] / "scripts" / "pages"))

from rules_reference import GAME, put_into

RULES: dict[str, Any] = {
    "rules": 1,
    "book": "The rules of the meadow",
    "phases": {"combat": {"rule": "4", "does": "attack", "by": ["battle"], "declare": "one_by_one"}},
    "attacks": {
        "battle": {
            "rule": "4.1", "table": "crt", "stack": "as_one", "hexes": "one", "duties": [],
            "strength": {
                "by": "odds", "attack": "combat", "defence": "combat", "round": "defender", "above": "clamp",
                "below": "clamp", "crossing": "all",
            },
            "results": {"AR": [], "-": [], "DR": [], "DE": []},
        }
    },
}  # fmt: skip
MISTAKES: dict[str, dict[str, dict[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("mistakes.yaml").read_text(encoding="utf-8")
)

THIRD: dict[str, dict[str, Any]] = {
    "sides": {"green": {"name": "Green", "short": "Green", "letter": "N", "palette": "khaki"}},
    "nations": {"green": {"name": "Green", "side": "green", "letter": "N", "palette": "khaki"}},
    "counters": {
        "N-inf": {
            "nation": "green", "kind": "infantry", "values": {"combat": 4, "movement": 4, "points": 2},
            "source": "rulebook 1",
        }
    },
}  # fmt: skip
"""Of a third side."""


def _made(folder: Path, change: dict[str, Any], terrain: str = "") -> Path:
    game = folder / "meadow"
    shutil.copytree(GAME, game)
    rules = json.loads(json.dumps(put_into(RULES, change)))  # no part is the same as another
    text = yaml.safe_dump(rules, sort_keys=False, default_flow_style=False)
    (game / "rules.yaml").write_text(text, encoding="utf-8")
    if terrain:
        file = game / "terrain.yaml"
        file.write_text(file.read_text("utf-8").replace("letter: w,", f"letter: w, {terrain},"), "utf-8")
    return game


def test_the_rules_of_these_tests_have_no_faults(tmp_path: Path) -> None:
    assert [str(each) for each in faults_of(_made(tmp_path, {})) if not each.warning] == []


@pytest.mark.parametrize("name", MISTAKES["faults"])
def test_a_mistake_is_told_once_at_its_key(name: str, tmp_path: Path) -> None:
    mistake = MISTAKES["faults"][name]
    game = _made(tmp_path, mistake["change"])
    (told,) = faults_of(game)
    line = (game / "rules.yaml").read_text("utf-8").splitlines()[told.place.line - 1]
    assert (told.warning, mistake["at"] in line, mistake["says"] in told.message) == (False, True, True), told


@pytest.mark.parametrize("name", MISTAKES["warnings"])
def test_a_clause_that_does_nothing_is_a_warning(name: str, tmp_path: Path) -> None:
    mistake = MISTAKES["warnings"][name]
    (told,) = faults_of(_made(tmp_path, mistake["change"]))
    assert (told.warning, mistake["says"] in told.message) == (True, True), told


def test_what_of_the_chart_no_attack_looks_up_is_a_warning(tmp_path: Path) -> None:
    dice = MISTAKES["faults"]["a duty of dice"]["change"]
    more = "shift: -1, combat: [defender_doubled], bonuses: [{to: defence, value: 1}]"
    game = _made(tmp_path, put_into(dice, {"attacks": {"battle": {"duties": []}}}), more)
    told = " ".join(each.message for each in faults_of(game) if each.warning)
    assert "no attack is read by a column" in told
    assert "no attack asks for the strength of defenders, so that defender_doubled does nothing" in told
    assert "no attack looks up `bonuses`: write modifiers with `add` in rules.yaml" in told


def test_one_attack_does_not_strike_two_enemies_at_once(tmp_path: Path) -> None:
    """Their owners would have to choose together which unit takes a loss."""
    game = _made(tmp_path, {"attacks": {"battle": {"hexes": "several"}}})
    assert [each for each in faults_of(game) if not each.warning] == []
    for name, key in (("game.yaml", "sides"), ("game.yaml", "nations"), ("counters.yaml", "counters")):
        known = yaml.safe_load((game / name).read_text("utf-8"))
        known[key] |= THIRD[key]
        (game / name).write_text(yaml.safe_dump(known, sort_keys=False), encoding="utf-8")
    told = [each.message for each in faults_of(game) if "several enemies at once" in each.message]
    assert told == [
        "one attack may strike several enemies at once, of blue, green, red: write `one`, or a way of attack "
        "for each enemy by `targets`"
    ]


def test_two_ways_of_attack_have_no_duties_at_the_same_time(tmp_path: Path) -> None:
    duty = {"rule": "4.3", "of": "attackers", "owed_in": "reach", "when": {"turns": [1]}}
    battle = {**RULES["attacks"]["battle"], "once": ["attackers"], "duties": [duty]}
    second = {**battle, "duties": [{**duty, "when": {"turns": [2]}}]}
    by = {"phases": {"combat": {"by": ["battle", "second"]}}}
    apart = _made(tmp_path / "apart", by | {"attacks": {"battle": battle, "second": second}})
    assert faults_of(apart) == []
    (told,) = faults_of(_made(tmp_path / "both", by | {"attacks": {"battle": battle, "second": battle}}))
    assert told.message.startswith("'battle' and 'second' have duties at the same time")
