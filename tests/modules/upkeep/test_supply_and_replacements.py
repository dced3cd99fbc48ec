"""What supply does to units, who recovers, who comes back: where several clauses meet, and at the edges."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from upkeep_meadow import folder, give, laid_out, rules_of, told

from modules.engine.driver import Play
from modules.engine.errors import Illegal
from modules.engine.state_digest import digest

NEAR = {"rule": "8.1", "to": ["west"], "hexes": 2, "zones": "open"}
FAR = {"rule": "8.1", "to": ["west"], "hexes": 5, "zones": "open"}
SUPPLY = {"arrival": {"rule": "8", "does": "supply", "of": "own"}}


def _supply(*clauses: dict[str, Any]) -> dict[str, Any]:
    return {"phases": SUPPLY, "traces": {"near": NEAR, "far": FAR}, "supply": list(clauses)}


def test_a_marker_stays_as_long_as_one_clause_that_gives_it_finds_no_supply(tmp_path: Path) -> None:
    rules = _supply(
        {"rule": "8.2", "trace": ["far"], "mark": "cut_off"},
        {"rule": "8.3", "units": {"of": ["armour"]}, "trace": ["near"], "mark": "cut_off"},
    )
    units = {"B-arm-1": "0503, cut_off", "B-inf-1": "0504, cut_off", "R-inf-1": "0805"}
    play = laid_out(tmp_path, rules, "blue arrival", units)
    marks = {unit: play.state.face(unit).marks for unit in units}
    assert marks == {"B-arm-1": ("cut_off",), "B-inf-1": (), "R-inf-1": ()}  # it is not the phase of Red
    assert told(play) == ["in supply, cut_off no more: B-inf-1"]


def test_each_clause_counts_for_itself_and_supply_ends_the_row(tmp_path: Path) -> None:
    rules = _supply({"rule": "8.2", "trace": ["near"], "eliminate_after": 2})
    play = laid_out(tmp_path, rules, "blue arrival", {"B-inf-1": "0602", "B-inf-2": "0502"})
    facts = play.rules.facts(play.state)
    assert facts["without supply B-inf-1"] == facts["without supply B-inf-2"] == 1
    give(play, "move B-inf-2 0402", *["done"] * 7)
    assert play.state.at["B-inf-1"] == "lost"
    assert play.state.at["B-inf-2"] == "0402"
    assert "without supply B-inf-2" not in play.rules.facts(play.state)
    assert play.events[-1].rule == "8.2"


def test_all_units_are_judged_before_one_is_eliminated(tmp_path: Path) -> None:
    """The armour opens the way of the infantry, and is gone only afterwards."""
    rules = {
        "phases": SUPPLY,
        "zones": [{"rule": "4", "of": ["all"], "stop": True, "leave": "free", "hop": "free"}],
        "traces": {"line": {**NEAR, "zones": "friend_opens"}, "none": {**NEAR, "hexes": 0}},
        "supply": [
            {"rule": "8.2", "units": {"of": ["armour"]}, "trace": ["none"], "eliminate_after": 1},
            {"rule": "8.3", "units": {"of": ["infantry"]}, "trace": ["line"], "mark": "cut_off"},
        ],
    }
    units = {"B-arm-1": "0302", "B-inf-1": "0402", "R-inf-1": "0301", "R-inf-2": "0403"}
    play = laid_out(tmp_path, rules, "blue arrival", units)
    assert (play.state.at["B-arm-1"], play.state.face("B-inf-1").marks) == ("lost", ())
    play = laid_out(tmp_path, rules, "blue arrival", {**units, "B-arm-1": "0101"})
    assert play.state.face("B-inf-1").marks == ("cut_off",)


def _rebuild(**more: Any) -> dict[str, Any]:
    made = {"rule": "10.1", "side": "blue", "points": [{"points": 5}], "saved": False, "once_a_unit": False}
    phase = {"arrival": {"rule": "10", "does": "rebuild", "by": ["depot"]}}
    return {"phases": phase, "rebuild": {"depot": {**made, **more}}}


@pytest.mark.parametrize(("at", "rule"), [("0101", "10.2"), ("0102", "5"), ("0506", "1")])
def test_no_unit_comes_back_among_enemies_in_a_full_hex_or_on_prohibited_ground(
    tmp_path: Path, at: str, rule: str
) -> None:
    new = [{"rule": "10.2", "at": ["west", "marsh"], "reduced": False}]
    rules = _rebuild(new=new) | {"stacking": [{"rule": "5", "limit": 1, "holds": "phase_end"}]}
    chart = folder(tmp_path, rules) / "terrain.yaml"
    text = chart.read_text(encoding="utf-8")
    chart.write_text(text.replace("letter: m, mp: 3", "letter: m, mp: prohibited"), encoding="utf-8")
    units = {"B-inf-1": "lost", "B-guard": "0102", "R-inf-1": "0101"}
    play = laid_out(tmp_path, rules, "blue arrival", units)
    fault = play.request.options.fault_of(play.rules.grammar.parse(f"rebuild B-inf-1 {at}"))
    assert fault is not None
    assert fault.rule == rule
    assert f"rebuild B-inf-1 {at}" not in map(str, play.request.options.legal())


def test_replacements_of_the_other_side_are_refused_and_a_value_may_be_the_cost(tmp_path: Path) -> None:
    rules = _rebuild(new=[{"rule": "10.2", "at": ["west"], "reduced": True, "cost": "combat"}])
    play = laid_out(
        tmp_path, rules, "blue arrival", {"B-inf-1": "lost", "B-guard": "lost", "R-inf-1": "lost"}
    )
    with pytest.raises(Illegal, match="not your unit"):
        give(play, "rebuild R-inf-1 0101")
    with pytest.raises(Illegal, match="B-guard costs 6 replacements: 5 left"):
        give(play, "rebuild B-guard 0101")
    give(play, "rebuild B-inf-1 0101")
    assert play.state.face("B-inf-1").back
    assert told(play)[-1] == "B-inf-1 comes back reduced at 0101 (4 replacements, 1 left)"


def test_a_counter_of_one_side_comes_back_as_it_is(tmp_path: Path) -> None:
    rules = _rebuild(new=[{"rule": "10.2", "at": ["west"], "reduced": True}])
    play = laid_out(tmp_path, rules, "blue arrival", {"B-art": "lost"})
    give(play, "rebuild B-art 0101")
    assert not play.state.face("B-art").back


def test_units_recover_by_themselves_before_the_player_chooses(tmp_path: Path) -> None:
    recovery = {
        "choice": {"rule": "7.2", "state": "cut_off", "most": 1},
        "rally": {"rule": "7.1", "state": "disordered", "die": 3},
    }
    phase = {"arrival": {"rule": "7", "does": "recover", "by": ["choice", "rally"]}}
    units = {"B-inf-1": "0101, disordered", "B-inf-2": "0102, disordered, cut_off"}
    play = laid_out(tmp_path, {"phases": phase, "recovery": recovery}, "blue arrival", units)
    assert [die.sides for die in play.request.dice] == [6]
    play.answer((3,))
    play.answer((2,))
    give(play, "recover B-inf-2")
    assert [play.state.face(unit).marks for unit in units] == [(), ("disordered",)]


def test_dice_of_recovery_are_no_acts_by_hand(tmp_path: Path) -> None:
    recovery = {"rally": {"rule": "7.1", "state": "disordered", "die": 3}}
    phase = {"arrival": {"rule": "7", "does": "recover", "by": ["rally"]}}
    rules = {"phases": phase, "recovery": recovery}
    play = laid_out(tmp_path, rules, "blue arrival", {"B-inf-1": "0101, disordered"})
    play.answer((3,))
    assert play.rules.facts(play.state)["rolls"] == 0


# --- rules that are adopted in the middle of a game ---------------------------------------------------

HOLDS = {"rule": "12", "wins": "blue", "level": "held", "checked": "at_once"}
DRAWN = {"rule": "12.1", "wins": "draw", "level": "drawn", "checked": "end"}


def _adopted(tmp_path: Path) -> Play[Any]:
    rules = {
        "control": [{"rule": "9", "places": ["town"], "by": "occupied"}],
        "victory": {"decide": [{**HOLDS, "holds": [{"side": "blue", "places": ["town"]}]}, DRAWN]},
    }
    play = Play(rules_of(tmp_path, rules).as_adopted())
    give(play, "done", "done", "hand 99 put B-inf-1 0305", "done", "done", "done")
    return play


def test_what_would_have_won_the_game_before_the_clause_was_adopted_does_not(tmp_path: Path) -> None:
    play = _adopted(tmp_path)
    assert play.state.outcome is None
    give(play, "done", "hand 99 put B-inf-1 0101", "done", "done")
    play.end_the_past()
    give(play, "done")
    assert play.state.outcome is None


def test_what_holds_when_the_clause_is_adopted_wins_with_the_next_order(tmp_path: Path) -> None:
    play = _adopted(tmp_path)
    before = play.snapshot()
    play.end_the_past()
    assert play.state.outcome is None
    give(play, "done")
    assert play.state.outcome is not None
    again = Play.restore(play.rules, before)
    again.end_the_past()
    give(again, "done")
    assert digest(again.state) == digest(play.state)


def test_a_clause_of_supply_judges_at_its_times_and_a_phase_of_both_judges_all(tmp_path: Path) -> None:
    rules = _supply({"rule": "8.2", "trace": ["near"], "mark": "cut_off", "when": {"turns": [2]}})
    rules["phases"] = {"arrival": {"rule": "8", "does": "supply", "of": "both"}}
    units = {"B-inf-1": "0702", "R-inf-1": "0805"}
    assert told(laid_out(tmp_path, rules, "blue arrival", units)) == []
    both = laid_out(tmp_path, rules, "blue arrival", units, turn=2)
    assert told(both) == ["without supply, now cut_off: R-inf-1, B-inf-1"]


def test_a_unit_that_was_off_the_map_begins_its_row_anew(tmp_path: Path) -> None:
    rules = _supply({"rule": "8.2", "trace": ["near"], "eliminate_after": 3})
    play = laid_out(tmp_path, rules, "blue arrival", {"B-inf-1": "0602"})
    give(play, "hand 99 put B-inf-1 reserve", "done", "hand 99 put B-inf-1 0602", "done", *["done"] * 5)
    assert play.rules.facts(play.state)["without supply B-inf-1"] == 1


def test_a_unit_may_be_restored_in_the_turn_in_which_it_comes_back(tmp_path: Path) -> None:
    new, restore = [{"rule": "10.2", "at": ["west"], "reduced": True}], [{"rule": "10.3"}]
    play = laid_out(tmp_path, _rebuild(new=new, restore=restore), "blue arrival", {"B-inf-1": "lost"})
    give(play, "rebuild B-inf-1 0101", "restore B-inf-1")
    assert not play.state.face("B-inf-1").back
    with pytest.raises(Illegal, match="not a reduced unit"):
        give(play, "restore B-inf-1")


def test_points_bring_something_at_their_times(tmp_path: Path) -> None:
    points = [{"rule": "12.2", "side": "red", "each": "hex", "at": ["town"], "points": 2, "counted": "turn"}]
    points[0] |= {"when": {"turns": [2]}}
    rules = {"victory": {"points": points, "decide": [DRAWN]}}
    play = laid_out(tmp_path, rules, "red exploitation", {"R-inf-1": "0305"})
    give(play, "done")
    assert play.rules.facts(play.state)["points red"] == 0
    give(play, *["done"] * 8)
    assert play.rules.facts(play.state)["points red"] == 2
