"""The scripts that make the tables of READMEs: what stands in a row, and what they say of a mistake."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path

import pytest

from modules import library

SCRIPTS = Path(__file__).parents[3] / "scripts"
CARDS = "hastings_pulsipher/small"


@pytest.fixture
def script(capsys: pytest.CaptureFixture[str]) -> Callable[..., list[str]]:
    def run(name: str, *words: object) -> list[str]:
        assert runpy.run_path(str(SCRIPTS / f"{name}.py"))["main"]([str(word) for word in words]) == 0
        return capsys.readouterr().out.splitlines()

    return run


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


def test_a_balance_goes_on_with_what_has_been_played(script, tmp_path: Path) -> None:
    words = ("balance", CARDS, "--workers", 1, "--out", tmp_path, "--games")
    first, later = script(*words, 2)[2:], script(*words, 21)[2:]
    assert {cells(row)[1] for row in first} == {"2"}
    assert {cells(row)[1] for row in later} == {"21"}
    shares = [float(cells(row)[4].split(" %")[0]) for row in later]
    assert sum(shares) == pytest.approx(100, abs=1)
    assert len(list((tmp_path / "small" / "rows").iterdir())) == 2


def test_levels_play_from_each_seat(script) -> None:
    rows = [cells(row) for row in script("levels", CARDS, "--games", 3, "--budget", 0, "--random")[2:]]
    assert [row[1] for row in rows] == ["policy", "search 0", "random"]
    assert {row[5] for row in rows} == {"6"}
    assert rows[0][3] == "50 %"
    assert rows[2][2] == "saxon 0, norman 0"


def test_weights_are_told_as_they_stand_in_the_file(script) -> None:
    first, _ = script("weights", CARDS, "--games", 1)
    assert first.startswith("    weights: {units: ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("balance", "nothing", "--out"), "there is no game 'nothing'"),
        (("balance", "three_battles/york", "--out"), "there is no scenario 'york'"),
        (("levels", "nothing/small"), "there is no game 'nothing'"),
        (("levels", CARDS, "three_battles"), "there is no scenario ''"),
        (("weights", "three_battles/york"), "there is no scenario 'york'"),
    ],
)
def test_a_mistake_is_told_before_a_game_is_played(
    script, capsys, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    more = [tmp_path / "rows"] if words[-1] == "--out" else []
    with pytest.raises(SystemExit) as stopped:
        script(*words, *more)
    told = capsys.readouterr()
    assert (stopped.value.code, told.out) == (2, "")
    assert said in told.err
    assert not list(tmp_path.iterdir())


def test_who_searches_where_nothing_tells_positions_apart(script, capsys, monkeypatch) -> None:
    def none(game: str, scenario: str) -> None:
        raise library.NoEvaluation(f"{game}/{scenario} has no evaluation")

    monkeypatch.setattr(library, "weighing", none)
    with pytest.raises(SystemExit) as stopped:
        script("levels", CARDS, "--games", 1, "--budget", 0)
    told = capsys.readouterr()
    assert (stopped.value.code, told.out) == (2, "")
    assert f"{CARDS} has no evaluation" in told.err
