"""Every command that draws, and every door by which a played game is shown, works for a game of any style and
for one with art of its own. What these games name is in no other style: a command that takes that of another
fails."""

from __future__ import annotations

import io
import json
import re
import shutil
import zipfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image

from generator.art_folder import find_art, shipped_folders, styles
from generator.drawing.raster import png
from generator.look import look_of
from generator.new_game import start_game
from generator.new_game.start import starts
from generator.position import position_drawing
from generator.position.mailing import mail_png
from generator.vassal.positions.kept_plans import plan_for
from generator.vassal.positions.moments import first_moment
from generator.vassal.positions.saves_of import saves_of
from generator.vassal.positions.scenes import Scene
from generator.vassal.positions.standings import Standing
from generator.vassal.positions.write_position import game_log, position_save
from modules.definition import Definition, load
from modules.engine.position import PlacedCounter

OWN = "own art"
GAMES = [OWN, *(f"{style}, {grid}" for style, grid in starts())]


def with_own_art(folder: Path) -> None:
    """A game whose nation, kind, layout and marker are of art that it brings itself."""
    start_game(folder, style="modern")
    modern = shipped_folders("modern")[-1]
    for kind in ("palettes", "figures", "layouts"):
        (folder / "art" / kind).mkdir(parents=True)
    palettes = (modern / "palettes" / "sides.yaml").read_text(encoding="utf-8")
    (own,) = re.findall(r"^khaki: .*\n", palettes, re.MULTILINE)
    (folder / "art/palettes/sides.yaml").write_text(own.replace("khaki:", "raspberry:"), encoding="utf-8")
    shutil.copy(find_art() / "styles/modern/figures/nato/armour.svg", folder / "art/figures/unicorn.svg")
    shutil.copy(modern / "layouts/nato.yaml", folder / "art/layouts/mine.yaml")
    file = folder / "game.yaml"
    text = file.read_text(encoding="utf-8")
    for old, new in (
        ("palette: khaki", "palette: raspberry"),
        ("figure: nato/infantry, layout: nato", "figure: unicorn, layout: mine"),
        ("figure: glyphs/cross", "figure: unicorn"),
    ):
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module", params=GAMES)
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("styles") / "mine"
    if request.param == OWN:
        with_own_art(where)
    else:
        style, grid = request.param.split(", ")
        start_game(where, style=style, grid=grid)
    return where


@pytest.fixture(scope="module")
def game(folder: Path) -> Definition:
    return load(folder)


def setup(game: Definition) -> tuple[str, Sequence[PlacedCounter]]:
    """The map of the only scenario, and what stands on it at the start."""
    (scenario,) = game.scenarios.values()
    (name,) = (*game.maps, *game.area_maps)
    return name, saves_of(plan_for(game)).set_up(scenario)


def test_each_style_is_among_them() -> None:
    assert {style for style, _ in starts()} == set(styles())


def test_a_game_has_no_fault(senlac, folder: Path) -> None:
    assert senlac("check", folder).code == 0


def test_a_save_is_written_and_read_back_whole(
    senlac, folder: Path, game: Definition, tmp_path: Path
) -> None:
    (name,) = game.scenarios
    save = tmp_path / "start.vsav"
    ran = senlac("vassal", "save", f"{folder}/{name}", "--out", save)
    assert (ran.code, ran.err) == (0, "")
    read = senlac("vassal", "read", save, "--game", folder, "--json")
    assert (read.code, read.err) == (0, "")
    _, placed = setup(game)
    found = Counter(each["place"] for each in json.loads(read.out)["placed"] if each["counter"])
    assert found == Counter(each.place for each in placed if each.counter)


def test_counters_are_drawn(senlac, folder: Path, tmp_path: Path) -> None:
    ran = senlac("build", folder, "--only", "counters", "--dpi", "30", "--out", tmp_path / "pictures")
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize(
    "words", [("--only", "cover"), ("--only", "markers", "--ink-saver"), ("--only", "markers", "--greyscale")]
)
def test_pages_of_a_kit_are_made(senlac, folder: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    ran = senlac("kit", folder, *words, "--out", tmp_path / "kit.pdf")
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.whole
@pytest.mark.parametrize(
    ("words", "ending"),
    [
        (("build",), ""),
        (("kit",), ".pdf"),
        (("kit", "--proof"), ".png"),
        (("kit", "--cut-file"), ".svg"),
        (("preview",), ".html"),
    ],
)
def test_all_of_a_game_is_drawn(
    senlac, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], ending: str
) -> None:
    monkeypatch.chdir(tmp_path)  # a kit of which a proof is asked for is written here
    command, *option = words
    ran = senlac(command, folder, *(option or ["--out"]), tmp_path / f"made{ending}")
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.whole
@pytest.mark.parametrize("images", ["png", "svg"])
def test_a_module_is_made_without_findings_and_its_set_up_read(
    senlac, folder: Path, game: Definition, tmp_path: Path, images: str
) -> None:
    module, save = tmp_path / "mine.vmod", tmp_path / "start.vsav"
    assert senlac("module", folder, "--images", images, "--out", module).code == 0
    assert senlac("lint", module).code == 0
    (name,) = game.scenarios
    with zipfile.ZipFile(module) as whole:
        save.write_bytes(whole.read(f"{name}.vsav"))
    assert senlac("vassal", "read", save, "--game", folder).code == 0


# --- what is shown of a played game ----------------------------------------------------------------------


def test_a_position_is_drawn_for_a_mail_and_for_a_screen(game: Definition) -> None:
    where, placed = setup(game)
    assert Image.open(io.BytesIO(mail_png(game, where, placed))).width > 300
    drawing = position_drawing(game, where, placed, crop=True)
    assert Image.open(io.BytesIO(png(look_of(game), drawing.svg, dpi=40))).width > 100


def test_a_position_becomes_a_save_and_a_log(game: Definition) -> None:
    where, placed = setup(game)
    (name,) = game.scenarios
    standing = Standing(where, placed, first_moment(game, game.scenarios[name]), {})
    assert position_save(game, name, standing, "as it stands")
    assert game_log(game, name, standing, [Scene(["told"], (), standing)], "how it went")
