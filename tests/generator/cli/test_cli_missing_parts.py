"""`senlac` on a game whose rules lack a part that a command needs: the error says which, and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from race import RaceRules
from replaced import SCENARIO, SeenRace, replaced
from test_cli_odds import CASE

STUDY = ("study", SCENARIO, "--games", 1, "--workers", 1)


@pytest.fixture
def case(tmp_path: Path) -> Path:
    file = tmp_path / "attack.yaml"
    file.write_text(CASE)
    return file


@pytest.mark.parametrize(
    ("rules", "words", "lacks"),
    [
        (RaceRules, ("cases", "CASE"), "ViewRules (for pictures, reports and studies) and ArrangementRules"),
        (SeenRace, ("cases", "CASE"), "ArrangementRules (for rule cases):"),
        (SeenRace, ("odds", SCENARIO, "--case", "CASE"), "ArrangementRules (for rule cases):"),
        (RaceRules, (*STUDY, "--players", "random,random"), "ViewRules"),
        (SeenRace, STUDY, "AdviceRules (for the policy, the search and odds):"),
        (SeenRace, (*STUDY, "--players", "search,random"), "AdviceRules"),
        (SeenRace, (*STUDY, "--watch", 1), "AdviceRules"),
    ],
)
def test_a_command_that_needs_more_says_so(senlac, case: Path, tmp_path: Path, rules, words, lacks) -> None:
    out = ("--out", tmp_path / "study") if words[0] == "study" else ()
    with replaced(rules):
        ran = senlac(*(case if word == "CASE" else word for word in words), *out)
    told = " ".join((ran.out + ran.err).split())
    assert ran.code == 1
    assert f"the rules of {rules.__name__} lack {lacks}" in told
    assert "`senlac docs simple-game` shows how" in told
    assert not (tmp_path / "study").exists()


def test_a_study_of_random_players_needs_no_advice(senlac, tmp_path: Path) -> None:
    with replaced(SeenRace):
        ran = senlac(*STUDY, "--players", "random,random", "--out", tmp_path / "study")
    assert (ran.code, ran.err) == (0, "")
    assert (tmp_path / "study" / "report.md").exists()
