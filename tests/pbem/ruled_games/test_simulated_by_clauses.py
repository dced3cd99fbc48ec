"""Whole games by clauses between two general players, as signed logs."""

from pathlib import Path

import pytest
from commands import pbem

from generator.new_game.start import start_game
from pbem.disk import game_shelf

GAMES = Path(__file__).parents[2] / "modules" / "ruled_games"
SCENARIOS = ("moscow/winter", "metz/september", "depots/may", "depots/must")


@pytest.fixture(params=SCENARIOS)
def out(request, tmp_path):
    code, said, err = pbem("simulate", f"{GAMES}/{request.param}", "--out", tmp_path / "game", "--seed", "2")
    assert (code, err) == (0, "")
    assert "by hand it does nothing" not in said
    assert "The game is over" in said
    return tmp_path / "game"


def test_each_folder_can_be_read_without_the_game_s_folder(out):
    for party in sorted(out.iterdir()):
        game_shelf.forget()
        code, said, err = pbem("status", "--dir", party)
        assert (code, err) == (0, ""), party
        assert "By hand" in said
    game_shelf.forget()
    code, story, _ = pbem("story", "--dir", out / "referee")
    assert code == 0
    assert "attackers" in story
    assert "surplus" not in story


def test_a_game_by_half_says_what_its_players_cannot_do(tmp_path):
    start_game(tmp_path / "mine", "Mine", "modern", "hexes")
    code, said, _ = pbem("simulate", f"{tmp_path}/mine/canal", "--out", tmp_path / "game")
    assert code == 0
    assert said.startswith(
        "The program plays by the clauses of rules.yaml; by hand it does nothing, under 2.10"
    )
