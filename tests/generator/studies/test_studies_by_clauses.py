"""Studies of games of which the program knows the clauses alone."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from generator.new_game.start import start_game
from generator.studies import plan as planning
from generator.studies import report
from generator.studies.games import match_of, played
from generator.studies.plan import Arm, Plan, StudyFault, checked
from modules import library

GAMES = Path(__file__).parents[2] / "modules" / "ruled_games"
METZ = Plan(str(GAMES / "metz"), "september", ("policy", "policy"), (Arm("as shipped"),), 1)


def canal(tmp_path: Path) -> Plan:
    """A game of which hands carry out a part."""
    start_game(tmp_path / "canal", "Canal", "modern", "hexes")
    game = str(tmp_path / "canal")
    scenario = next(iter(library.definition(game).scenarios))
    return Plan(game, scenario, ("policy", "policy"), (Arm("as shipped"),), 1)


def test_a_game_by_clauses_is_studied_and_each_attack_is_counted_once() -> None:
    row = played(checked(METZ), 0, 1)
    assert (row["winner"], row["rule"]) in {("american", "2.4"), ("german", "2.4")}
    fights = sum(sum(places.values()) for places in row["fights"].values())
    defenders = row["fired"]["6.0"]  # each result is told once
    assert 0 < fights <= defenders
    assert json.loads(json.dumps(played(METZ, 0, 1))) == json.loads(json.dumps(row))


def test_a_counter_that_has_left_the_map_is_not_lost() -> None:
    play = match_of(METZ, 0, 0).run()
    left = {each.counter for each in play.rules.off_map(play.state) if each.place == "exited"}
    assert left
    assert not left & {*played(METZ, 0, 0)["lost"]}


def test_values_of_a_game_by_clauses_are_varied() -> None:
    name = f"{METZ.game}/september"
    varied = planning.asked(name, "policy,policy", "", vary=("counters.G-pz.combat=3..9",))
    first, last = (planning.definition_of(METZ.game, arm) for arm in (varied.arms[0], varied.arms[-1]))
    assert [each.counters_file.counters["G-pz"].values["combat"] for each in (first, last)] == [3, 9]
    rows = [played(checked(varied), arm, 0)["fired"] for arm in (0, 6)]
    assert rows[0] != rows[1]


def test_a_game_by_half_says_so_and_takes_no_random_player(tmp_path: Path) -> None:
    plan = checked(canal(tmp_path))
    told = report.markdown(report.report(plan, [played(plan, 0, 0)]))
    assert "by hand it does nothing, under 2.10" in told
    assert "by hand it does nothing" not in report.markdown(report.report(METZ, [played(METZ, 0, 0)]))
    with pytest.raises(StudyFault, match="a random player would do anything by hand"):
        checked(replace(plan, players=("random", "policy")))


def test_a_copy_elsewhere_is_the_same_study_and_other_clauses_are_another(tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere"
    shutil.copytree(METZ.game, moved)
    assert replace(METZ, game=str(moved)).mark == METZ.mark
    other = tmp_path / "other"
    shutil.copytree(METZ.game, other)
    file = other / "rules.yaml"
    file.write_text(file.read_text().replace("hexes: 1", "hexes: 2", 1))
    assert replace(METZ, game=str(other)).mark != METZ.mark


def test_nobody_searches_in_a_game_that_is_data() -> None:
    with pytest.raises(StudyFault, match=r"nobody searches in .*metz, which is data alone"):
        checked(replace(METZ, players=("search", "policy")))
