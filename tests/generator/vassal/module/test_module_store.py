"""Pictures of a module that are kept beside it, or were made by a build: the same module in less time."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from generator.building import build
from generator.drawing import raster
from generator.new_game.start import start_game
from generator.vassal.make import write_module
from generator.vassal.module.planning import Sizes
from modules.definition import Definition, load

SIZES = Sizes(hex=80, counter=32)
COUNTERS, SHEETS = 102, 127
"""The dpi at which counters of 5/8 in have 64 px, and hexes of 16 mm 80 px."""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Definition:
    folder = tmp_path_factory.mktemp("game") / "mill"
    start_game(folder, title="The mill bridge")
    return load(folder)


@pytest.fixture(scope="module")
def fresh(game: Definition, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The module of pictures that were drawn for it."""
    return module(game, tmp_path_factory.mktemp("fresh") / "fresh.vmod")


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The width of each PNG that is made."""
    told: list[int] = []
    real = raster.Raster.png

    def png(self: raster.Raster) -> bytes:
        told.append(self.width)
        return real(self)

    monkeypatch.setattr(raster.Raster, "png", png)
    return told


def module(game: Definition, out: Path, store: Path | None = None, built: Path | None = None) -> bytes:
    assert write_module(game, out, SIZES, workers=1, store=store, built=built).drawn
    return out.read_bytes()


def stronger(game: Definition) -> Definition:
    """The game with a unit of another strength, and the sums that fit, in the folder where it is."""
    file = game.folder / "counters.yaml"
    text = file.read_text(encoding="utf-8")
    for old, new in (("values: {combat: 3, movement: 3}", "values: {combat: 4, movement: 3}"), ("27", "32")):
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
    return load(game.folder)


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.whole
def test_with_a_store_the_bytes_are_the_same_and_nothing_is_drawn_twice(
    game: Definition, fresh: bytes, tmp_path: Path, rendered: list[int]
) -> None:
    assert module(game, tmp_path / "a.vmod", tmp_path / "store") == fresh
    assert rendered
    rendered.clear()
    assert module(game, tmp_path / "b.vmod", tmp_path / "store") == fresh
    assert not rendered
    shutil.rmtree(tmp_path / "store")
    assert module(game, tmp_path / "c.vmod", tmp_path / "store") == fresh


def test_of_a_changed_game_what_changed_is_drawn_and_the_rest_kept(
    game: Definition, tmp_path: Path, rendered: list[int]
) -> None:
    game = load(Path(shutil.copytree(game.folder, tmp_path / "mill")))
    module(game, tmp_path / "a.vmod", tmp_path / "store")
    whole, before = len(rendered), files(tmp_path / "store")
    rendered.clear()
    changed = stronger(game)
    taken = module(changed, tmp_path / "a.vmod", tmp_path / "store")
    assert 0 < len(rendered) < whole / 2
    after = files(tmp_path / "store")
    assert 0 < len(before.keys() - after.keys()) == len(after.keys() - before.keys())
    assert taken == module(changed, tmp_path / "b.vmod")


def test_broken_files_of_the_store_are_drawn_anew(game: Definition, fresh: bytes, tmp_path: Path) -> None:
    module(game, tmp_path / "a.vmod", tmp_path / "store")
    for i, (path, whole) in enumerate(files(tmp_path / "store").items()):
        path.write_bytes((whole[: len(whole) // 2], b"", whole[:-1] + b"x", b"foreign")[i % 4])
    assert module(game, tmp_path / "b.vmod", tmp_path / "store") == fresh


@pytest.mark.whole
def test_what_a_build_drew_is_taken(
    game: Definition, fresh: bytes, tmp_path: Path, rendered: list[int]
) -> None:
    module(game, tmp_path / "a.vmod")
    alone = len(rendered)
    out = tmp_path / "pictures"
    build(game, out, only=["counters"], dpi=COUNTERS, workers=1)
    build(game, out, only=["maps", "charts"], dpi=SHEETS, workers=1)
    rendered.clear()
    assert module(game, tmp_path / "b.vmod", built=out) == fresh
    shown = zipfile.ZipFile(tmp_path / "b.vmod").namelist()
    faces = [name for name in shown if name.endswith(("-front.png", "-back.png"))]
    charts = [name for name in shown if "/chart-" in name]
    sheets = [name for name in shown if "/map-" in name]
    assert faces and charts and sheets
    assert len(rendered) <= alone - len(faces) - len(charts) - len(sheets)


@pytest.mark.whole
def test_two_runs_at_once_write_the_same_module(game: Definition, fresh: bytes, tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path\n"
        "from generator.vassal.make import write_module\n"
        "from generator.vassal.module.planning import Sizes\n"
        "from modules.definition import load\n"
        "game, out, store = map(Path, sys.argv[1:])\n"
        "write_module(load(game), out, Sizes(hex=80, counter=32), store=store)\n"
    )
    words = [sys.executable, "-c", program, str(game.folder)]
    outs = [tmp_path / f"{number}.vmod" for number in range(2)]
    runs = [subprocess.Popen([*words, str(out), str(tmp_path / "store")]) for out in outs]
    assert [run.wait() for run in runs] == [0, 0]
    assert [out.read_bytes() for out in outs] == [fresh, fresh]
    assert module(game, tmp_path / "later.vmod", tmp_path / "store") == fresh
