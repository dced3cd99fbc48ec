"""What `senlac check` says of clauses of upkeep and victory that cannot be carried out, or do nothing."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from upkeep_meadow import faults

from generator.checking.faults import faults_of

TRACE = {"home": {"rule": "8.1", "to": ["west"], "zones": "open"}}
SUPPLY = [{"rule": "8.2", "trace": ["home"], "mark": "cut_off"}]
JUDGED = {"arrival": {"rule": "8", "does": "supply", "of": "own"}}
RECOVERY = {"rule": "7.1", "state": "disordered"}
REBUILD = {"rule": "10", "side": "blue", "points": [{"points": 1}], "saved": False, "once_a_unit": False}
NEW = {"rule": "10.2", "at": ["west"], "reduced": False}
ARMY = {"rule": "11", "side": "blue", "lost": "units", "at_least": 2}
DECISION = {"rule": "12", "wins": "blue", "level": "held", "checked": "end"}
HELD = {"side": "blue", "places": ["town"]}
CONTROL = {"rule": "9", "places": ["town"], "by": "last_to_enter"}
POINTS = {"rule": "12.1", "side": "blue", "each": "unit", "points": 1, "counted": "end"}


def _changed(**when: Any) -> dict[str, Any]:
    return {"movement": {"march": {"changes": [{"rule": "3", "add": -1, "when": when}]}}}


def _depot(**more: Any) -> dict[str, Any]:
    return {"rebuild": {"depot": {**REBUILD, **more}}}


def _scored(**more: Any) -> dict[str, Any]:
    return {"victory": {"points": [{**POINTS, **more}], "decide": [DECISION]}}


def _decide(**more: Any) -> dict[str, Any]:
    return {"victory": {"decide": [{**DECISION, **more}, DECISION]}}


FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "phase of supply without supply": ({"phases": JUDGED}, "`supply` is missing"),
    "unknown trace": ({"supply": [{**SUPPLY[0], "trace": ["way"]}], "traces": TRACE}, "names of `traces`"),
    "unknown trace in a condition": ({"phases": {"movement": {"units": {"trace": ["way"]}}}}, "found 'way'"),
    "no marker": ({"traces": TRACE, "supply": [{**SUPPLY[0], "mark": "hungry"}]}, "markers of game.yaml"),
    "reduced recovers": ({"recovery": {"rally": {**RECOVERY, "state": "reduced"}}}, "a clause of `rebuild`"),
    "die beyond its sides": ({"recovery": {"rally": {**RECOVERY, "die": 7}}}, "expected 2 to 6"),
    "nothing to rebuild": ({"rebuild": {"depot": REBUILD}}, "what the points are for"),
    "of the enemy": (_depot(new=[{**NEW, "units": {"of": ["R-inf"]}}]), "of blue"),
    "a lost unit at a place": (
        _depot(new=[{**NEW, "units": {"at": ["town"]}}]), "lies in no hex",
    ),
    "start beyond the places": (
        {"control": [{**CONTROL, "start": {"red": ["hill"]}}]},
        "is none of the `places`",
    ),
    "start where places are occupied": (
        {"control": [{**CONTROL, "by": "occupied", "start": {"red": ["town"]}}]},
        "leave this out",
    ),
    "two at the start": (
        {"control": [{**CONTROL, "start": {"red": ["town"], "blue": ["town"]}}]},
        "at the start already",
    ),
    "unknown army": (_changed(armies=["shaken"]), "names of `armies`"),
    "unknown scenario": (_changed(scenarios=["dusk"]), "scenarios on hexes"),
    "over at once": (_decide(checked="at_once"), "the game would be over at once"),
    "too many hexes": (_decide(holds=[{**HELD, "at_least": 2}]), "expected at most 1"),
    "both hold": (_decide(holds=[HELD, {**HELD, "side": "red"}]), "cannot both control 0305"),
    "points of nothing": (_decide(points=[{"side": "blue", "at_least": 3}]), "no clause brings points"),
    "at least above at most": (_decide(counted=[{"at_least": 3, "at_most": 2}]), "this never holds"),
    "lost at a place": (
        _scored(where="lost", units={"at": ["town"]}),
        "lies in no hex",
    ),
    "value that nobody bears": (
        _scored(each="morale"), "found 'morale'",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_clause_that_cannot_be_carried_out_is_refused(name: str, tmp_path: Path) -> None:
    rules, says = FAULTS[name]
    found = faults(tmp_path, rules)
    assert any(says in each for each in found), found


WARNINGS: dict[str, tuple[dict[str, Any], str]] = {
    "unused trace": ({"traces": TRACE}, "no clause asks for the trace 'home'"),
    "unused army": ({"armies": {"shaken": ARMY}}, "no clause asks for the army 'shaken'"),
    "unused recovery": ({"recovery": {"rally": RECOVERY}}, "no phase uses 'rally'"),
    "never judged": ({"traces": TRACE, "supply": SUPPLY}, "supply is never judged"),
    "closed to no zone": ({"traces": {"home": {**TRACE["home"], "zones": "closed"}}}, "there are no `zones`"),
    "too few to lose": ({"armies": {"shaken": {**ARMY, "at_least": 99}}}, "this never holds"),
    "points never read": (
        _depot(new=[NEW], points=[{"points": 1}, {"points": 2, "turns": [2]}]),
        "never read",
    ),
    "nothing to restore": (
        _depot(restore=[{"rule": "10.3", "units": {"of": ["armour"]}}]),
        "there is nothing to restore",
    ),
    "no decision left": (
        {"victory": {"decide": [{**DECISION, "holds": [HELD]}]}}, "name the outcome by hand",
    ),
    "never reached": (
        {"victory": {"decide": [DECISION, {**DECISION, "holds": [HELD]}]}}, "never reached at the end",
    ),
    "traces of the enemy": (
        {
            "traces": {"home": {**TRACE["home"], "of": ["blues"]}},
            "groups": {"blues": {"sides": ["blue"]}, "reds": {"sides": ["red"]}},
            "supply": [{**SUPPLY[0], "units": {"of": ["reds"]}}],
        },
        "none of these traces is `of` units of red",
    ),
    "a side that never wins": (_decide(holds=[HELD]), "no decision is won by 'red'"),
    "units of both sides": (_scored(), "units of blue, red are meant"),
    "nobody leaves": (
        _scored(where="exited"), "no phase has `exits`",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WARNINGS)
def test_a_clause_that_does_nothing_is_told(name: str, tmp_path: Path) -> None:
    rules, says = WARNINGS[name]
    assert faults(tmp_path, rules) == []
    found = faults(tmp_path, rules, warnings=True)
    assert any(says in each for each in found), found


def test_what_holds_is_not_told(tmp_path: Path) -> None:
    """A trace of some units of a side, and a decision that asks twice for places of one side."""
    held = _decide(holds=[HELD, HELD])
    assert faults(tmp_path / "held", held) == []
    groups = {"blues": {"sides": ["blue"]}}
    traces = {"home": {**TRACE["home"], "of": ["B-inf"]}}
    supply = [{**SUPPLY[0], "units": {"of": ["blues"]}}]
    rules = {"groups": groups, "traces": traces, "supply": supply}
    found = faults(tmp_path / "part", rules, warnings=True)
    assert [each for each in found if "none of these traces" in each] == []


def test_replacements_in_the_phase_of_the_enemy_are_told(tmp_path: Path) -> None:
    game = tmp_path / "moscow"
    shutil.copytree(Path(__file__).parents[1] / "ruled_games" / "moscow", game)
    assert faults_of(game) == []
    rules = (game / "rules.yaml").read_text(encoding="utf-8")
    changed = rules.replace("by: [german_replacements]", "by: [soviet_replacements]")
    (game / "rules.yaml").write_text(changed, encoding="utf-8")
    told = [each.message for each in faults_of(game) if each.message.startswith("the phase is")]
    assert told == ["the phase is that of german, and these clauses are for soviet"]
