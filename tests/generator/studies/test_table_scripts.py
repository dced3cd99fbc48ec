"""The scripts that make the tables of READMEs: what stands in a row, and what they say of a mistake."""

from __future__ import annotations

import runpy
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from modules import library
from modules.hastings_pulsipher.player.network import LEARNT

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


@pytest.mark.long
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
        (("learn", "small", "saxon", "--out", "nowhere"), "there is no nowhere/small-saxon.txt"),
        (("learn", "small", "saxon", "--games", "0"), "a round has a game at least"),
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

    monkeypatch.setattr(library, "load_weighing", none)
    with pytest.raises(SystemExit) as stopped:
        script("levels", CARDS, "--games", 1, "--budget", 0)
    told = capsys.readouterr()
    assert (stopped.value.code, told.out) == (2, "")
    assert f"{CARDS} has no evaluation" in told.err


@pytest.mark.long
def test_what_was_learnt_is_learnt_on(script, tmp_path: Path) -> None:
    """The other files are left; the same words give the same weights, and others than before."""
    texts = []
    for name in ("one", "two"):
        folder = Path(shutil.copytree(LEARNT, tmp_path / name))
        (line,) = script(
            "learn", "small", "saxon", "--games", 3, "--noise", 0.1, "--workers", 1, "--out", folder
        )
        assert line.startswith("round 1: won ") and " of 3, " in line
        texts.append((folder / "small-saxon.txt").read_text(encoding="utf-8"))
        assert {
            file.name for file in folder.iterdir() if file.read_bytes() != (LEARNT / file.name).read_bytes()
        } == {"small-saxon.txt"}
    assert texts[0] == texts[1] != (LEARNT / "small-saxon.txt").read_text(encoding="utf-8")


def test_learning_wins_more() -> None:
    """From nothing, of positions whose worth hangs on one number."""
    learn = runpy.run_path(str(SCRIPTS / "learn.py"))
    chance = np.random.default_rng(1)
    numbers = chance.normal(0, 1, (2000, 3))
    worth = (numbers[:, 1] > 0.3).astype(float)
    net = learn["Layers"](
        chance.normal(0, 0.3, (4, 3)), np.zeros(4), chance.normal(0, 0.3, (2, 4)), np.zeros(2), np.zeros(2),
        np.zeros(3), np.zeros(1),
    )  # fmt: skip
    for number in range(100):
        net = learn["fitted"](net, numbers, worth, number)
    right = (net.chances(numbers)[0] > 0.5) == (worth > 0.5)
    assert right.mean() > 0.95


def test_what_is_learnt_goes_down_the_slope() -> None:
    """The slope is what the surprise changes by, for a weight that is changed a little."""
    learn = runpy.run_path(str(SCRIPTS / "learn.py"))
    chance = np.random.default_rng(1)
    numbers, worth = chance.normal(0, 1, (50, 3)), chance.random(50)
    shapes = ((4, 3), (4,), (2, 4), (2,), (2,), (3,), (1,))
    net = learn["Layers"](*(chance.normal(0, 1, shape) for shape in shapes))

    def surprise(layers: Any) -> float:
        chances = layers.chances(numbers)[0]
        return float(-np.mean(worth * np.log(chances) + (1 - worth) * np.log(1 - chances)))

    for weights, slopes in zip(net, net.slopes(numbers, worth), strict=True):
        before, place = surprise(net), (0,) * weights.ndim
        weights[place] += 1e-6
        assert slopes[place] == pytest.approx((surprise(net) - before) / 1e-6, abs=1e-4)


def test_a_mirror_turns_left_and_right() -> None:
    mirror = runpy.run_path(str(SCRIPTS / "learn.py"))["mirror"]
    inputs = [
        "column 1: hits",
        "column 2: hits",
        "left: units 1",
        "right: units 1",
        "left, units: near",
        "turn 1",
    ]
    inputs.append("right, units: near")
    assert mirror(inputs, 2, ("left", "right")) == [1, 0, 3, 2, 6, 5, 4]
