"""Two scenarios on one map with a sheet of each; two sheets on one paper: check, build, module, preview."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from two_sides import two_sided_game

from generator.building import build
from generator.checking.faults import faults_of
from generator.look import look_of
from generator.preview.page import make_preview
from generator.sheets.hexes import map_sheet
from generator.vassal.format.archive import read_archive
from generator.vassal.format.container import deobfuscate
from generator.vassal.module.hexes import HexModule
from generator.vassal.module.planning import plan_module
from generator.vassal.positions.moments import first_moment
from generator.vassal.positions.read_position import read_position
from generator.vassal.positions.saves_of import saves_of
from modules.definition import Definition
from modules.definition.loader import load

SHEETS = ["canal-canal", "canal-relief", "rear"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return two_sided_game(tmp_path_factory.mktemp("two") / "game")


@pytest.fixture(scope="module")
def game(folder: Path) -> Definition:
    return load(folder)


def test_the_game_has_no_fault_and_a_sheet_for_each_scenario(folder: Path, game: Definition) -> None:
    assert faults_of(folder) == []
    assert list(game.printed_sheets) == SHEETS
    assert [game.sheet_of(each).name for each in game.hex_scenarios.values()] == SHEETS


def test_each_sheet_has_the_marks_track_and_panels_of_its_scenario(game: Definition) -> None:
    sheets = {name: map_sheet(look_of(game), game, name) for name in SHEETS}
    turns = {name: sum(of.startswith("turn ") for of in each.spots) for name, each in sheets.items()}
    assert turns == {"canal-canal": 8, "canal-relief": 5, "rear": 4}
    svg = {name: each.drawing.svg for name, each in sheets.items()}
    assert "The relief column · The same evening" in svg["canal-relief"]
    assert "The relief column" not in svg["canal-canal"]
    assert "West bank" in svg["canal-canal"]  # the area of a free set-up
    assert "West bank" not in svg["canal-relief"]


def test_both_sides_of_a_paper_are_of_one_size(game: Definition) -> None:
    first, front, back = (map_sheet(look_of(game), game, name).size for name in SHEETS)
    assert front == back
    assert front != first


def test_a_build_tells_the_scenario_and_the_back(game: Definition, tmp_path: Path) -> None:
    build(game, tmp_path, only=("maps",), dpi=20)
    told = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))["pictures"]
    assert [(each.get("map"), each.get("scenario"), each.get("back")) for each in told] == [
        ("canal-canal", "canal", None),
        ("canal-relief", "relief", "rear"),
        ("rear", None, None),
    ]


def test_a_preview_has_each_sheet_with_its_own_set_up(game: Definition) -> None:
    page = make_preview(game).data.decode()
    assert [page.count(f'data-layer="setup-{name}"') for name in game.hex_scenarios] == [1, 1, 1]
    assert "on the other side of its paper: The rear" in page
    assert "on the other side of its paper: The canal (The relief column)" in page


def test_a_module_has_a_board_for_each_sheet_and_a_save_lies_on_that_of_its_scenario(
    game: Definition,
) -> None:
    plan = plan_module(game)
    assert isinstance(plan, HexModule)
    assert {name: each.title for name, each in plan.maps.items()} == {
        "canal-canal": "The canal (The bridges over the canal)",
        "canal-relief": "The canal (The relief column)",
        "rear": "The rear",
    }
    assert plan.maps["canal-relief"].size == plan.maps["rear"].size
    saves = saves_of(plan)
    for name, board in (("canal", "canal-canal"), ("relief", "canal-relief"), ("retreat", "rear")):
        scenario = game.hex_scenarios[name]
        save = saves.position(scenario, saves.set_up(scenario), first_moment(game, scenario), "x")
        text = deobfuscate(read_archive(save, "x").read("savedGame"))
        assert plan.maps[board].title in text
        found = read_position(plan, text)
        assert found.maps == (scenario.map,)
        assert {each.counter for each in found.placed} == {c for side in scenario.setup for c in side.at}
