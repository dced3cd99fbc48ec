"""Decisions in the middle of an attack: no act by hand, but objections, which may take away what a decision
was about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from meadow import RETREAT, fault, give, laid_out

from modules import library
from modules.engine.driver import Play
from modules.engine.stacks.advice import positions
from modules.engine.stacks.advice.goals import pull
from modules.engine.state_digest import digest

UNITS = {"B-inf-1": "0402", "R-inf-1": "0502", "R-inf-2": "0502", "B-guard": "0401"}
STEP = {"do": "step", "of": "defenders"}
GAMES = Path(__file__).parents[1]


def test_nothing_is_by_hand_in_the_middle_of_an_attack(tmp_path: Path) -> None:
    play = laid_out(tmp_path, "blue combat", UNITS, {"results": {"DR": [STEP]}})
    give(play, "attack B-inf-1,B-guard > R-inf-1,R-inf-2", 5)
    assert (play.request.side, play.request.kind) == ("red", "losses")
    assert [str(each) for each in play.request.options.legal()] == ["lose R-inf-1", "lose R-inf-2"]
    for line in ("hand 4.2 flip R-inf-1", "retract"):
        assert "nothing is by hand in the middle of an attack" in fault(play, line)
    assert "4.2" in fault(play, "done")


def _battle(effects: list[dict[str, object]]) -> dict[str, object]:
    return {"results": {"DR": effects}, "retreat": RETREAT}


def _with_an_objection(path: Path, effects: list[dict[str, object]]) -> Play:
    """B-inf-2 was put on the map by hand and attacks alone; Red objects when it loses a step."""
    units = {"R-inf-1": "0502", "R-inf-2": "0502", "B-inf-2": "reserve", "B-guard": "0104"}
    play = laid_out(path, "blue arrival", units, _battle(effects))
    give(play, "hand 2 put B-inf-2 0402", "done", "done")
    give(play, "attack B-inf-2 > R-inf-1,R-inf-2", 5)
    return give(play, 'object 1 "too early"', "lose R-inf-1")


def test_an_upheld_objection_takes_a_unit_out_of_a_decision(tmp_path: Path) -> None:
    play = _with_an_objection(tmp_path, [STEP, {"do": "retreat", "of": "attackers", "hexes": 1}])
    assert (play.request.side, play.request.kind) == ("blue", "retreat")
    give(play, "uphold 1")
    assert play.state.at["B-inf-2"] == "reserve"
    assert [str(each) for each in play.request.options.legal()] == ["done"]
    give(play, "done")
    assert (play.request.side, play.request.kind) == ("blue", "attack")


def test_a_referee_judges_an_objection_in_the_middle_of_an_attack(tmp_path: Path) -> None:
    """The attack: a copy of the table whose attacks ask as the first one does would let the author judge."""
    alone = laid_out(tmp_path, "blue arrival", {"R-inf-1": "0502", "R-inf-2": "0502"}, _battle([STEP]))
    play = Play(alone.rules.under_referee(), alone.state)
    give(play, "hand 2 put B-inf-2 0402", "done", "done")
    give(play, "attack B-inf-2 > R-inf-1,R-inf-2", 5, 'object 1 "too early"')
    (objection,) = play.state.objections
    assert objection.judges == ()


def test_a_point_in_the_middle_of_an_attack_is_kept(tmp_path: Path) -> None:
    play = laid_out(tmp_path, "blue combat", UNITS, {"results": {"DR": [STEP, dict(STEP)]}})
    give(play, "attack B-inf-1,B-guard > R-inf-1,R-inf-2", 5, "lose R-inf-1")
    again = Play.restore(play.rules, play.snapshot())
    for each in (play, again):
        assert each.request.kind == "losses"
        give(each, "lose R-inf-2")
    assert digest(play.state) == digest(again.state)


@pytest.mark.parametrize(
    ("game", "scenario", "kinds"),
    [
        ("ruled_games/moscow", "winter", {"losses", "retreat", "advance"}),
        ("ruled_games/depots", "may", {"losses", "retreat", "advance", "effects"}),
        ("ruled_games/metz", "september", {"withdraw", "retreat", "advance"}),
        ("by_rules/three_high", "plain", set()),
    ],
)
def test_standing_orders_know_the_kinds_to_which_attacks_lead(
    game: str, scenario: str, kinds: set[str]
) -> None:
    rules = library.rules(str(GAMES / game), scenario, ())
    known = {"withdraw", "losses", "retreat", "advance", "effects"}
    assert rules.standing_vocabulary().kinds.keys() & known == kinds


def test_the_general_player_looks_at_the_board_once_for_all_ways(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each unit of a large stack has dozens of ways: what the map is worth is worked out for all at once."""
    looks = 0

    def look(*args: Any) -> Any:
        nonlocal looks
        looks += 1
        return pull(*args)

    monkeypatch.setattr(positions, "pull", look)
    battle = {"results": {"DR": [{"do": "retreat", "of": "defenders", "hexes": 2}]}, "retreat": RETREAT}
    play = laid_out(tmp_path, "blue combat", UNITS, battle)
    give(play, "attack B-inf-1,B-guard > R-inf-1,R-inf-2", 5)
    assert len(play.request.options.legal()) > 4
    given = play.rules.advise(play.request, play.state, None)
    assert given.verb == "retreat"
    assert looks == 1


def test_defenders_do_not_advance_into_a_hex_that_attackers_leave_as_they_advance(tmp_path: Path) -> None:
    results = {
        code: [{"do": "eliminate", "of": "defenders", "number": 1}] for code in ("DE", "DR", "-", "AR")
    }
    advance = {
        "rule": "4.5", "who": "both", "units": "all", "hexes": 1, "must": False, "zones": "ignored",
    }  # fmt: skip
    battle = {"hexes": "several", "results": results, "advance": advance}
    units = {"B-inf-1": "0402", "R-inf-1": "0502", "R-inf-2": "0503"}
    play = laid_out(tmp_path, "blue combat", units, battle)
    give(play, "attack B-inf-1 > R-inf-1,R-inf-2", 3, "lose R-inf-1", "advance B-inf-1 0502")
    assert (play.request.kind, play.request.side) == ("attack", "blue")
