"""`senlac study`: from the command line to a report, and what it says of a study that cannot be made."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

CARDS = "hastings_pulsipher/small"


def test_a_study_is_made_and_gone_on_with(senlac, tmp_path: Path) -> None:
    words = ("study", CARDS, "--workers", 1, "--out", tmp_path / "study", "--json")
    first = json.loads(senlac(*words, "--games", 2).out)
    assert first["games"] == 2
    ran = senlac(*words, "--games", 3)
    assert (ran.code, json.loads(ran.out)["games"], ran.err) == (0, 3, "")
    assert "| as shipped | 3 |" in (tmp_path / "study" / "report.md").read_text()
    assert (tmp_path / "study" / "report.html").read_text().endswith("</html>\n")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((CARDS, "--players", "policy"), 1, "has 2 players (saxon, norman): name one for each"),
        (("hastings_pulsipher/large",), 2, "there is no scenario 'large'"),
        (("nothing/small",), 2, "there is no game 'nothing'"),
        ((CARDS, "--until", "soon"), 1, "'soon' is not a percentage such as 0.5%"),
        ((CARDS, "--against", "nowhere"), 2, "nowhere: no game here"),
        ((CARDS, "--options", "99"), 1, "has no option '99'"),
        (("three_battles/campaign", "--players", "search,policy"), 1, "has no evaluation"),
    ],
)
def test_a_study_that_cannot_be_made(senlac, tmp_path: Path, words, code: int, said: str) -> None:
    ran = senlac("study", *words, "--games", 1, "--workers", 1, "--out", tmp_path / "study")
    assert (ran.code, ran.out) == (code, "")
    assert said in " ".join(ran.err.split())
    assert not (tmp_path / "study").exists()
