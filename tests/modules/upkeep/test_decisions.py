"""Points and decisions at the table: when they are looked at, and what an outcome waits for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from upkeep_meadow import give, laid_out, rules_of, told

from modules.engine.amendments import parse_fact
from modules.engine.driver import Play
from modules.engine.stacks.upkeep.deciding import Verdict
from tests.modules.stacks import worlds

HOLDS = {
    "rule": "12",
    "wins": "blue",
    "level": "decisive",
    "checked": "at_once",
    "holds": [{"side": "blue", "places": ["hill"]}],
}
OTHERWISE = {"rule": "12.1", "wins": "draw", "level": "drawn", "checked": "end"}


def _decide(*decisions: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"victory": {"decide": [*decisions, OTHERWISE], **more}}


def test_an_outcome_that_may_rest_on_acts_by_hand_waits_for_the_other_side(tmp_path: Path) -> None:
    units = {"B-inf-1": "0302", "B-inf-2": "0301", "R-inf-1": "0801"}
    play = laid_out(tmp_path, _decide(HOLDS), "blue movement", units)
    give(play, "hand 99 put B-inf-2 0303")
    assert (play.request.side, play.state.outcome) == ("blue", None)  # it may take that back
    give(play, "done")
    assert (play.request.side, play.request.kind) == ("red", "outcome")
    give(play, 'object outcome "B-inf-2 was never there"')
    assert (play.request.side, play.state.phase, play.state.outcome) == ("blue", "combat", None)


def test_it_stands_if_the_other_side_lets_it(tmp_path: Path) -> None:
    units = {"B-inf-1": "0302", "B-inf-2": "0301", "R-inf-1": "0801"}
    play = laid_out(tmp_path, _decide(HOLDS), "blue movement", units)
    give(play, "hand 99 put B-inf-2 0303", "done", "done")
    assert play.request is None
    assert (play.state.outcome.winner, play.state.outcome.rule) == ("blue", "12")
    assert "0302, 0303" in play.state.outcome.reason


def test_an_act_that_is_undone_decides_nothing(tmp_path: Path) -> None:
    units = {"B-inf-1": "0302", "B-inf-2": "0301", "R-inf-1": "0801"}
    play = laid_out(tmp_path, _decide(HOLDS), "blue movement", units)
    give(play, "hand 99 put B-inf-2 0303", "done", 'object 1 "no"', "done")
    assert (play.request.side, play.state.outcome) == ("blue", None)
    give(play, "uphold 1")
    assert play.state.at["B-inf-2"] == "0301"


def test_no_decision_is_looked_at_while_sides_set_up(tmp_path: Path) -> None:
    rules = _decide({**HOLDS, "holds": [{"side": "blue", "places": ["west"], "at_least": 1}]})
    setup = {"setup": {"rule": "6", "does": "set_up"}}
    play = Play(rules_of(tmp_path, {**rules, "phases": setup}))
    give(play, "deploy", "done")
    assert play.state.phase != "setup"
    assert play.state.outcome is None
    give(play, *["done"] * 1)
    assert play.state.outcome is not None


def test_points_of_turns_add_up_and_the_first_decision_of_the_end_holds(tmp_path: Path) -> None:
    points = [
        {"rule": "12.2", "side": "red", "each": "hex", "at": ["town"], "points": 2, "counted": "turn"},
        {
            "rule": "12.3",
            "side": "blue",
            "each": "unit",
            "units": {"of": ["armour"]},
            "points": 1,
            "counted": "end",
        },
    ]
    lead = {"rule": "12", "level": "marginal", "checked": "end"}
    rules = _decide(
        {**lead, "wins": "blue", "points": [{"side": "blue", "more_by": 1}]},
        {**lead, "wins": "red", "points": [{"side": "red", "percent": 200}]},
        points=points,
    )
    units = {"R-inf-1": "0305", "B-arm-1": "0101"}
    play = laid_out(tmp_path, rules, "red exploitation", units, turn=5)
    give(play, "done")
    assert play.rules.facts(play.state)["points red"] == 2
    assert ("Points", "Red 2, Blue 1") in play.rules.summary(play.state)
    give(play, *["done"] * 8)
    assert (play.state.outcome.winner, play.state.outcome.reason) == ("red", "points: red 4, blue 1")


def test_nothing_against_nothing_is_no_multiple(tmp_path: Path) -> None:
    points = [
        {
            "rule": "12.2",
            "side": "red",
            "each": "unit",
            "units": {"of": ["armour"]},
            "where": "lost",
            "points": 1,
            "counted": "end",
        }
    ]
    lead = {
        "rule": "12",
        "wins": "red",
        "level": "much",
        "checked": "end",
        "points": [{"side": "red", "percent": 150}],
    }
    play = laid_out(tmp_path, _decide(lead, points=points), "red exploitation", {"R-inf-1": "0305"}, turn=6)
    give(play, "done")
    assert (play.state.outcome.winner, play.state.outcome.level) == ("", "drawn")


def test_without_a_decision_that_holds_the_players_name_the_outcome(tmp_path: Path) -> None:
    rules = {"victory": {"decide": [{**HOLDS, "checked": "end"}]}}
    play = laid_out(tmp_path, rules, "red exploitation", {"R-inf-1": "0305"}, turn=6)
    give(play, "done")
    assert (play.state.phase, play.state.outcome) == ("ending", None)


@pytest.mark.parametrize("recovers", [True, False])
def test_the_state_of_an_army_ends_only_if_it_recovers(tmp_path: Path, recovers: bool) -> None:
    army = {"rule": "11", "side": "blue", "lost": "units", "at_least": 1, "recovers": recovers}
    rules = {"armies": {"shaken": army}}
    play = laid_out(tmp_path, rules, "blue movement", {"B-inf-1": "0101"})
    give(play, "hand 99 eliminate B-inf-1")
    assert play.rules.facts(play.state)["army shaken"] == 0  # it may be taken back
    give(play, "done")
    assert play.rules.facts(play.state)["army shaken"] == 1
    assert "shaken holds: blue has lost 1 of units, 1 are enough" in told(play)
    give(play, "hand 99 put B-inf-1 0101", "done")
    assert play.rules.facts(play.state)["army shaken"] == int(not recovers)


def test_what_all_agree_on_may_be_points_and_places(tmp_path: Path) -> None:
    control = [{"rule": "9", "places": ["town", "hill"], "by": "last_to_enter", "start": {"red": ["town"]}}]
    points = [{"rule": "12.2", "side": "red", "each": "hex", "at": ["town"], "points": 2, "counted": "turn"}]
    play = laid_out(
        tmp_path, {"control": control, **_decide(HOLDS, points=points)}, "blue movement", {"B-inf-1": "0101"}
    )
    said = ("blue controls 0305 1", "points red 7", "B-inf-1 at 0302")
    play.rules.amend(play.state, [parse_fact(text, play.rules.grammar) for text in said])
    facts = play.rules.facts(play.state)
    assert facts["points red"] == 7
    assert facts["blue controls 0305"] == facts["blue controls 0302"] == 1
    assert "red controls 0305" not in facts


def test_places_entered_by_hand_are_controlled_but_not_those_of_an_act_taken_back(tmp_path: Path) -> None:
    control = [{"rule": "9", "places": ["town", "hill"], "by": "last_to_enter"}]
    play = laid_out(tmp_path, {"control": control}, "blue movement", {"B-inf-1": "0101"})
    give(
        play,
        "hand 99 put B-inf-1 0305",
        "hand 99 put B-inf-1 0302",
        "hand 99 flip B-inf-1",
        "retract",
        "retract",
    )
    give(play, "hand 99 put B-inf-1 0101")
    assert play.rules.facts(play.state).get("blue controls 0305") is None
    give(play, "done")
    facts = play.rules.facts(play.state)
    assert (facts.get("blue controls 0305"), facts.get("blue controls 0302")) == (1, None)


def test_units_that_pass_a_place_control_it_also_in_a_phase_by_hand(tmp_path: Path) -> None:
    control = [{"rule": "9", "places": ["town"], "by": "last_to_enter"}]
    play = laid_out(tmp_path, {"control": control}, "blue arrival", {"B-inf-1": "0101"})
    give(play, "hand 99 put B-inf-1 0305", "hand 99 put B-inf-1 0101", "done")
    assert play.rules.facts(play.state).get("blue controls 0305") == 1


def test_another_act_that_is_taken_back_leaves_the_place_that_was_entered(tmp_path: Path) -> None:
    control = [{"rule": "9", "places": ["town"], "by": "last_to_enter"}]
    play = laid_out(tmp_path, {"control": control}, "blue arrival", {"B-inf-1": "0101"})
    give(
        play,
        "hand 99 put B-inf-1 0305",
        "hand 99 flip B-inf-1",
        "retract",
        "hand 99 put B-inf-1 0101",
        "done",
    )
    assert play.rules.facts(play.state).get("blue controls 0305") == 1


def test_a_side_that_does_not_fight_in_the_scenario_has_no_points() -> None:
    lead = {"rule": "12", "wins": "green", "level": "won", "checked": "at_once"}
    victory = {"decide": [{**lead, "points": [{"side": "green", "at_least": 1}]}, OTHERWISE]}
    known = worlds.battle(worlds.clauses(victory=victory))
    assert Verdict(worlds.field(known, {}), {"blue": 3}).find(("at_once",)) is None
