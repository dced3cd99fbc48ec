"""Attacks by names: two things of a game whose files would be one, also where capitals do not count."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from generator.building import build
from generator.building.writing import SameNameError
from generator.checking.faults import faults_of
from generator.new_game import start_game
from modules.definition import DefinitionError, load

DPI = 30


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "mygame"
    start_game(folder)
    return folder


def change(game: Path, file: str, **changes: object) -> None:
    """Adds to mappings of a file: the keys are paths with dots for `__`."""
    path = game / file
    data = yaml.safe_load(path.read_text("utf-8"))
    for at, value in changes.items():
        here = data
        *way, last = at.split("__")
        for step in way:
            here = here.setdefault(step, {})
        here.setdefault(last, {}).update(value)
    path.write_text(json.dumps(data), "utf-8")


LEADER = {"nation": "raider", "kind": "leader", "name": "Orm", "values": {"leadership": 2, "movement": 4}}
LEADER |= {"source": "rulebook 5", "spares": 1}


@pytest.mark.parametrize(
    ("first", "second"), [("R-Wulf", "R-wulf"), ("R-wulf-1", "r-Wulf"), ("R-foot-2", "R-FOOT")]
)
def test_ids_that_differ_only_in_capitals_are_refused(game: Path, first: str, second: str) -> None:
    alike = {**LEADER, "count": 2}
    more = {first: LEADER, second: LEADER if second.endswith("wulf") else alike}
    change(game, "counters.yaml", counters=more)
    told = "\n".join(str(fault) for fault in faults_of(game))
    assert "differ only in case" in told


@pytest.mark.parametrize(
    "word", ["marker", "Marker", "state", "back", "card", "hidden", "chart", "map", "board"]
)
def test_ids_that_begin_as_other_pictures_are_refused(game: Path, word: str) -> None:
    """A counter `marker` and a marker `front` were one file."""
    change(game, "counters.yaml", counters={f"{word}-x": LEADER, word: LEADER})
    told = [str(fault) for fault in faults_of(game) if "begins the names of other pictures" in str(fault)]
    assert len(told) == 2


def test_charts_of_one_name_are_refused(game: Path) -> None:
    """A list of tables.yaml that is called as the turn track is."""
    table = yaml.safe_load((game / "tables.yaml").read_text("utf-8"))["odds"]["crt"]
    change(game, "tables.yaml", odds={"turns": table})
    told = [str(fault) for fault in faults_of(game)]
    assert any("two charts" in fault and "mill_bridge-turns" in fault for fault in told)


def test_a_build_gives_no_name_twice(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What no check has seen, as of a definition that was made by hand."""
    monkeypatch.setattr("modules.definition.checks.counters._differs", lambda *_: None)
    change(game, "counters.yaml", counters={"R-Wulf": LEADER, "R-wulf": LEADER})
    sums = yaml.safe_load((game / "counters.yaml").read_text("utf-8"))
    sums["sums"] = []
    (game / "counters.yaml").write_text(json.dumps(sums), "utf-8")
    try:
        definition = load(game)
    except DefinitionError as error:
        pytest.fail(str(error))
    with pytest.raises(SameNameError, match=r"R-[Ww]ulf-front"):
        build(definition, tmp_path / "out", only=["counters"], dpi=DPI)
    assert not (tmp_path / "out").exists()
