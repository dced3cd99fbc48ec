"""`senlac study`: from the command line to a report, and what it says of a study that cannot be made."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from generator.new_game.start import TEMPLATES
from generator.studies.games import played
from generator.studies.plan import Arm, Plan
from generator.vassal.format.archive import open_archive
from generator.vassal.format.container import read_save

CARDS = "hastings_pulsipher/small"
MODERN = TEMPLATES / "modern"


def test_a_study_is_made_and_gone_on_with(senlac, tmp_path: Path) -> None:
    words = ("study", CARDS, "--workers", 1, "--out", tmp_path / "study", "--json")
    first = json.loads(senlac(*words, "--games", 2).out)
    assert first["games"] == 2
    ran = senlac(*words, "--games", 3)
    assert (ran.code, json.loads(ran.out)["games"], ran.err) == (0, 3, "")
    assert "| as shipped | 3 |" in (tmp_path / "study" / "report.md").read_text()
    assert (tmp_path / "study" / "report.html").read_text().endswith("</html>\n")


def test_who_searches_with_no_budget_plays_his_usual_style(senlac, tmp_path: Path) -> None:
    words = ("--players", "search,policy", "--budget", 0, "--workers", 1, "--games", 1)
    assert senlac("study", CARDS, *words, "--out", tmp_path).code == 0
    plan = Plan("hastings_pulsipher", "small", ("search", "policy"), (Arm("as shipped"),), 1, 0)
    kept = json.loads((tmp_path / "rows" / "000-000000000.jsonl").read_text())
    assert kept == played(plan, 0, 0)
    by_policy = played(replace(plan, players=("policy", "policy")), 0, 0)
    assert kept["decisions"] != by_policy["decisions"]


def test_a_game_is_played_again_as_a_log_of_vassal(senlac, tmp_path: Path) -> None:
    row = played(Plan("hastings_pulsipher", "small", ("policy",) * 2, (Arm("as shipped"),), 2), 0, 1)
    ran = senlac("study", CARDS, "--games", 2, "--out", tmp_path, "--watch", 1, "--json")
    assert json.loads(ran.out)["log"] == str(tmp_path / "game-1.vlog")
    text = read_save(open_archive(tmp_path / "game-1.vlog")).text
    assert f"The game is over: {row['winner']}, {row['level']}" in text


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((CARDS, "--players", "policy"), 1, "has 2 players (saxon, norman): name one for each"),
        (("hastings_pulsipher/large",), 2, "there is no scenario 'large'"),
        (("nothing/small",), 2, "there is no game 'nothing'"),
        ((CARDS, "--until", "soon"), 1, "'soon' is not a percentage such as 0.5%"),
        ((CARDS, "--against", "nowhere"), 2, "nowhere: no game here"),
        (
            (CARDS, "--against", MODERN),
            1,
            f"modern/game.yaml:9:1: found 'my_game': expected {CARDS[:18]!r}",
        ),
        ((CARDS, "--options", "99"), 1, "has no option '99'"),
        ((CARDS, "--watch", 1), 1, "there is no game 1: the study has 1, counted from 0"),
    ],
)
def test_a_study_that_cannot_be_made(senlac, tmp_path: Path, words, code: int, said: str) -> None:
    ran = senlac("study", *words, "--games", 1, "--workers", 1, "--out", tmp_path / "study")
    assert (ran.code, ran.out) == (code, "")
    assert said in " ".join(ran.err.split())
    assert not (tmp_path / "study").exists()
