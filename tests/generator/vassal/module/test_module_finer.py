"""A module at high resolution: the same module with twice the px, and saves of its own."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from looks import TAPESTRY
from lxml import etree
from PIL import Image
from plans import shipped_plan
from typer.testing import CliRunner

from generator.cli.app import app
from generator.new_game.start import start_game
from generator.vassal.format.archive import open_archive
from generator.vassal.format.container import read_save
from generator.vassal.format.maps import map_window
from generator.vassal.lint import lint_file
from generator.vassal.make import write_module
from generator.vassal.module.finer import finer
from generator.vassal.module.hexes import HexModule
from generator.vassal.module.names import HIGH, Rendering
from generator.vassal.module.planning import Sizes, plan_module
from generator.vassal.positions.read_position import read_position
from generator.vassal.positions.save_game import plan_of
from generator.vassal.positions.saves_of import saves_of
from generator.vassal.positions.setups_hexes import set_up
from modules import library
from modules.definition import load

FINE = Sizes(resolution="high")


def hexes(sizes: Sizes) -> HexModule:
    plan = shipped_plan("three_battles", sizes)
    assert isinstance(plan, HexModule)
    return plan


def test_every_hex_and_box_lies_at_twice_the_px() -> None:
    usual, fine = hexes(Sizes()), hexes(FINE)
    for name, plan in usual.maps.items():
        other = fine.maps[name]
        assert max(abs(2 * a - b) for a, b in zip(plan.size, other.size, strict=True)) <= 1
        for hex_id in plan.sheet.frame.grid.ids:
            near = zip(plan.at(hex_id), other.at(hex_id), strict=True)
            assert max(abs(2 * a - b) for a, b in near) <= 2
            assert other.placement.name(*other.at(hex_id)) == hex_id
    assert fine.roster.ids == usual.roster.ids


def test_what_vassal_counts_in_px_goes_with_the_boards() -> None:
    window = map_window("Map", [], zoom_levels=(0.5, 1.0, 2.0), start_zoom=1.0, thickness=3)
    found = finer(window, Rendering(TAPESTRY, 124, resolution="high"))
    parts = {part.name.rpartition(".")[2]: part.attributes for part in found.walk()}
    assert parts["Zoomer"] == {"zoomLevels": "0.25,0.5,1", "zoomStart": "2"}
    assert parts["StackMetrics"]["exSepX"] == "12" and parts["StackMetrics"]["unexSepY"] == "8"
    assert parts["CounterDetailViewer"]["zoomlevel"] == "1" and parts["Map"]["thickness"] == "6"
    assert finer(window, Rendering(TAPESTRY, 62)) is window


def test_pieces_have_the_same_images_on_larger_boards(tmp_path: Path) -> None:
    start_game(tmp_path / "mill", title="The mill bridge")
    game, found = load(tmp_path / "mill"), []
    for name in ("screen", "high"):
        write_module(game, tmp_path / f"{name}.vmod", Sizes(hex=24, counter=20, resolution=name), workers=1)  # type: ignore[arg-type]
        assert lint_file(tmp_path / f"{name}.vmod", None) == []
        found.append(zipfile.ZipFile(tmp_path / f"{name}.vmod"))
    usual, fine = found
    faces = [name for name in usual.namelist() if name.endswith("-front.png")]
    assert faces and all(usual.read(name) == fine.read(name) for name in faces)
    (small,), (large,) = ([n for n in each.namelist() if "/map-mill" in n] for each in found)
    widths = [Image.open(BytesIO(z.read(n))).size[0] for z, n in ((usual, small), (fine, large))]
    assert abs(2 * widths[0] - widths[1]) <= 1
    titles = [etree.fromstring(each.read("buildFile.xml")).get("name") for each in found]
    assert titles == ["The mill bridge", "The mill bridge" + HIGH]


def test_a_save_tells_the_resolution_of_its_module(tmp_path: Path) -> None:
    path = tmp_path / "h.vsav"
    command = ["vassal", "save", "three_battles/hastings", "--resolution", "high", "--out", str(path)]
    assert CliRunner().invoke(app, command).exit_code == 0
    name, plan = plan_of(path)
    found = read_position(plan, read_save(open_archive(path)).text)
    game = library.definition("three_battles")
    assert (name, found.unplaced) == ("three_battles", ())
    assert sorted(found.placed, key=repr) == sorted(set_up(game, game.hex_scenarios["hastings"]), key=repr)
    usual = read_position(hexes(Sizes()), read_save(open_archive(path)).text)
    assert usual.unplaced or usual.placed != found.placed


@pytest.mark.parametrize("name", library.games())
def test_every_game_has_a_module_at_high_resolution(name: str) -> None:
    definition = library.definition(name)
    plan = plan_module(definition, FINE)
    assert plan.metadata.name == definition.game.title + HIGH and saves_of(plan).setups()
