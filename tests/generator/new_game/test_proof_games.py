"""A game of each style that ships: from nothing to module and kit without a fault or a warning."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from looks import TAPESTRY

from generator.charts.odds import results_chart
from generator.charts.terrain import combat_text
from generator.checking.faults import faults_of
from generator.kit.make import make_kit
from generator.look import look_of
from generator.new_game.start import start_game, starts
from generator.vassal.lint import lint_file
from generator.vassal.make import write_module
from modules.definition import load


@pytest.mark.whole
@pytest.mark.parametrize(("style", "grid"), [start for start in starts() if start[0] != "tapestry"])
def test_from_nothing_to_module_and_kit(style: str, grid: str, tmp_path: Path) -> None:
    folder = tmp_path / "mygame"
    start_game(folder, style=style, grid=grid)
    assert faults_of(folder) == []
    game = load(folder)
    assert look_of(game).folders[-1].name == (game.game.style.like or "tapestry")
    write_module(game, tmp_path / "mygame.vmod", workers=1)
    assert lint_file(tmp_path / "mygame.vmod") == []
    with zipfile.ZipFile(tmp_path / "mygame.vmod") as module:
        text = module.read("buildFile.xml").decode()
    assert all(f'"{each.count}d{each.sides}"' in text for each in game.game.dice.values())
    kit = make_kit(game)
    assert kit.data.startswith(b"%PDF") and kit.pieces == len(game.counters) + sum(
        marker.count for marker in game.game.cut_markers.values()
    )


def test_effects_of_terrain_and_values_that_are_no_numbers(tmp_path: Path) -> None:
    start_game(tmp_path / "mygame", style="modern")
    game = load(tmp_path / "mygame")
    told = {name: combat_text(kind, game.game.kinds) for name, kind in game.terrain.items()}
    assert told["canal"] == "defence tripled" and told["bridge"] == "2 columns left"
    assert told["town"] == "defence doubled; DRM −1"
    pioneers, guns = game.counters["G-pio"], game.counters["G-art"]
    assert pioneers.shown(game.game) == {"defence": "2", "movement": "6", "attack": "3½"}
    assert guns.printed == {"attack": "[6]"} and pioneers.designation == "58"
    text = (tmp_path / "mygame" / "counters.yaml").read_text()
    (tmp_path / "mygame" / "counters.yaml").write_text(text.replace('strength: "49½"', "strength: 49"))
    assert [fault.message for fault in faults_of(tmp_path / "mygame")] == [
        "the counters of german add up to 49½, not 49"
    ]


def test_a_tint_follows_the_tone_of_a_result(tmp_path: Path) -> None:
    start_game(tmp_path / "mygame")
    crt = load(tmp_path / "mygame").tables.odds["crt"]
    tints = TAPESTRY.palette("chart").under("tints")
    svg = results_chart(TAPESTRY, "crt", crt).drawing().svg
    assert svg.count(tints["2"]) == sum(row.count("AE") for row in crt.rows.values())
    assert svg.count(tints["5"]) == sum(row.count("DE") for row in crt.rows.values())
