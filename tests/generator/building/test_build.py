"""The build: stable names, a manifest that is true, the same bytes each run, and all or nothing."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import pytest
from changed import own_copy
from looks import TAPESTRY
from lxml import etree
from PIL import Image
from smaller import hastings

from generator.building import MANIFEST, Built, DrawingStoppedError, PictureTooLargeError, build, making
from generator.building.drawn import drawings_of
from generator.building.units import GUIDE, SIGNS, units_of
from generator.charts.guide import guide_charts
from generator.counters.printed import CounterError
from generator.drawing import raster
from generator.drawing.raster import png
from modules import library
from modules.definition import Definition

pytestmark = pytest.mark.whole

GAME = hastings()
DPI = 40


def renamed(name: str) -> Definition:
    """The game with a leader of another name."""
    file = GAME.counters_file
    entry = file.counters["S-Harold"].model_copy(update={"name": name})
    return replace(
        GAME, counters_file=file.model_copy(update={"counters": {**file.counters, "S-Harold": entry}})
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(GAME, tmp_path_factory.mktemp("built"), dpi=DPI)


def _die(*_: object) -> None:
    """What the kernel does to a process that takes too much memory."""
    os._exit(9)


def files_in(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_every_counter_marker_map_and_chart_has_an_svg_and_a_png(built: Built) -> None:
    found = set(files_in(built.folder))
    wanted = {f"counters/{c}-{face}" for c in GAME.counters for face in ("front", "back")}
    wanted |= {f"counters/marker-{name}" for name in GAME.game.markers}
    wanted |= {f"maps/map-{name}" for name in GAME.maps}
    wanted |= {"charts/hastings-crt", "charts/hastings-terrain", "charts/hastings-turns"}
    for stem in wanted:
        assert {f"{stem}.svg", f"{stem}.png"} <= found
    assert found == set(built.files)


def test_the_manifest_tells_what_is_there(built: Built) -> None:
    manifest = json.loads((built.folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["game"] == "three_battles"
    assert manifest["digest"] == GAME.digest
    assert manifest["dpi"] == {"counters": DPI, "maps": DPI, "charts": DPI}
    told: dict[str, str] = {}
    for picture in manifest["pictures"]:
        told |= picture["sha256"]
        (shot,) = (name for name in picture["sha256"] if name.endswith(".png"))
        with Image.open(built.folder / shot) as image:
            assert list(image.size) == picture["px"]
        for side, pixels in zip(picture["mm"], picture["px"], strict=True):
            assert pixels == pytest.approx(side * DPI / 25.4, abs=1)
    there = files_in(built.folder)
    del there["manifest.json"]
    assert told == {name: hashlib.sha256(data).hexdigest() for name, data in there.items()}


def test_the_manifest_says_which_face_and_how_many(built: Built) -> None:
    pictures = built.manifest["pictures"]
    assert {"counter": "S-guard", "face": "back"}.items() <= next(
        p for p in pictures if p.get("counter") == "S-guard" and p["face"] == "back"
    ).items()
    marker = next(p for p in pictures if p.get("marker") == "disordered")
    assert marker["count"] == GAME.game.markers["disordered"].count


def test_svg_needs_no_font(built: Built) -> None:
    for file in ("counters/S-guard-front.svg", "maps/map-hastings.svg", "charts/hastings-crt.svg"):
        root = etree.parse(built.folder / file).getroot()
        assert root.find(".//{http://www.w3.org/2000/svg}text") is None


def test_svg_and_png_of_a_map_are_one_picture(built: Built) -> None:
    made = png(TAPESTRY, (built.folder / "maps/map-hastings.svg").read_text(encoding="utf-8"), dpi=DPI)
    assert made == (built.folder / "maps/map-hastings.png").read_bytes()


def test_same_bytes_whatever_the_number_of_processes(built: Built, tmp_path: Path) -> None:
    build(GAME, tmp_path, dpi=DPI, workers=1)
    assert files_in(tmp_path) == files_in(built.folder)


@pytest.mark.long
def test_same_bytes_of_a_large_picture_whatever_the_number_of_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raster, "_MOST_AT_ONCE", 500_000)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))  # other bytes than those of this machine
    alone, together = (tmp_path / name for name in ("alone", "together"))
    build(GAME, alone, only=["maps"], dpi=DPI, workers=1)
    build(GAME, together, only=["maps"], dpi=DPI, workers=2)
    assert files_in(alone) == files_in(together)
    with Image.open(together / "maps/map-hastings.png") as image:
        image.load()
        assert image.width * image.height > 500_000


def test_only_some(tmp_path: Path) -> None:
    made = build(GAME, tmp_path, only=["charts"], dpi=DPI)
    assert {name.split("/")[0] for name in made.files} == {"charts", "manifest.json"}


def test_counters_are_finer_than_sheets_unless_asked(tmp_path: Path) -> None:
    others = {group for group in GAME.counters_file.counters if group != "S-Harold"}
    made = build(without(others), tmp_path, only=["counters", "charts"]).manifest
    assert made["dpi"] == {"counters": 300, "charts": 150}
    for picture in made["pictures"]:
        assert picture["px"][0] == pytest.approx(
            picture["mm"][0] * made["dpi"][picture["what"]] / 25.4, abs=1
        )


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    build(GAME, tmp_path, only=["charts"], dpi=DPI)
    assert (tmp_path / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize("workers", [1, 2])
def test_what_cannot_be_drawn_leaves_the_folder_as_it_was(tmp_path: Path, workers: int) -> None:
    build(GAME, tmp_path, only=["charts"], dpi=DPI)
    before = files_in(tmp_path)
    with pytest.raises(CounterError, match=r"counter S-Harold, front, field '\{name\}'"):
        build(renamed("Harold Godwineson, King of the English"), tmp_path, dpi=DPI, workers=workers)
    assert files_in(tmp_path) == before


def test_a_full_disk_leaves_the_folder_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(GAME, tmp_path, only=["charts"], dpi=DPI)
    before = files_in(tmp_path)
    written = Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        if path.name.startswith("S-fyrd-7"):
            raise OSError(28, "No space left on device", str(path))
        return written(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        build(GAME, tmp_path, only=["counters"], dpi=DPI)
    assert files_in(tmp_path) == before


def test_a_build_that_fails_makes_no_folder(tmp_path: Path) -> None:
    with pytest.raises(CounterError):
        build(renamed("Harold Godwineson, King of the English"), tmp_path / "new", only=["counters"], dpi=DPI)
    assert not (tmp_path / "new").exists()


def test_a_process_that_dies_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "_start", _die)
    with pytest.raises(DrawingStoppedError, match="out of memory"):
        build(GAME, tmp_path / "out", only=["counters"], dpi=DPI)
    assert not (tmp_path / "out").exists()


def test_too_many_pixels_are_refused_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(PictureTooLargeError, match=r"million pixels at 2400 dpi.*use --dpi \d+ or less"):
        build(GAME, tmp_path, only=["maps"], dpi=2400)


def test_progress_counts_to_the_end(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    build(GAME, tmp_path, only=["counters"], dpi=DPI, progress=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    groups = {counter.group for counter in GAME.counters.values()}
    assert told[-1] == (len(groups) + len(GAME.game.markers),) * 2


def test_a_game_in_a_folder_is_built_like_a_shipped_one(tmp_path: Path) -> None:
    copy = own_copy("three_battles", tmp_path / "my_game", "*.py")
    made = build(library.definition(str(copy)), tmp_path / "out", only=["charts"], dpi=DPI)
    shipped = build(library.definition("three_battles"), tmp_path / "shipped", only=["charts"], dpi=DPI)
    assert set(made.files) == set(shipped.files)
    assert MANIFEST in made.files
    assert str(tmp_path) not in (tmp_path / "out" / MANIFEST).read_text(encoding="utf-8")


def test_what_stands_already_is_not_drawn_again(tmp_path: Path) -> None:
    first = build(GAME, tmp_path, only=["charts"], dpi=DPI)
    before = {name: (tmp_path / name).stat().st_mtime_ns for name in first.files}
    again = build(GAME, tmp_path, only=["charts"], dpi=DPI)
    assert first.drawn == len(first.manifest["pictures"]) and again.drawn == 0
    assert set(again.files) == set(first.files)
    assert {name: (tmp_path / name).stat().st_mtime_ns for name in first.files} == before


@pytest.mark.parametrize("change", ["file", "option", "game", "manifest"])
def test_whatever_changed_is_drawn_again(tmp_path: Path, change: str) -> None:
    first = build(GAME, tmp_path, only=["charts"], dpi=DPI)
    game, dpi, damaged = GAME, DPI, tmp_path / "charts/hastings-crt.png"
    sound = damaged.read_bytes()
    if change == "file":
        damaged.write_bytes(sound[:-1])
    elif change == "option":
        dpi = DPI + 10
    elif change == "game":
        game = renamed("Godwinson")
    else:
        (tmp_path / "manifest.json").write_text('{"game": "three', encoding="utf-8")
    again = build(game, tmp_path, only=["charts"], dpi=dpi)
    assert first.drawn
    assert again.drawn
    if change == "file":
        assert damaged.read_bytes() == sound


def stronger(group: str) -> Definition:
    """The game with one more strength point on the counters of a group."""
    file = GAME.counters_file
    entry = file.counters[group]
    changed = entry.model_copy(update={"values": {**entry.values, "combat": entry.values["combat"] + 1}})
    return replace(
        GAME, counters_file=file.model_copy(update={"counters": {**file.counters, group: changed}})
    )


def test_only_what_changed_is_drawn_again(built: Built, tmp_path: Path) -> None:
    shutil.copytree(built.folder, tmp_path, dirs_exist_ok=True)
    again = build(stronger("S-guard"), tmp_path, dpi=DPI)
    entries = zip(built.manifest["pictures"], again.manifest["pictures"], strict=True)
    changed = {picture["title"] for old, picture in entries if old["inputs"] != picture["inputs"]}
    assert not any(title.startswith("Map") for title in changed)
    charts = {p["title"] for p in again.manifest["pictures"] if p["what"] == "charts"}
    assert len(changed - charts) == 2
    assert again.drawn == len(changed)
    whole = build(stronger("S-guard"), tmp_path / "whole", dpi=DPI)
    assert files_in(tmp_path / "whole") == {
        name: data for name, data in files_in(tmp_path).items() if not name.startswith("whole")
    }
    assert whole.drawn == len(whole.manifest["pictures"])


@pytest.mark.parametrize("name", library.games())
def test_guides_are_drawn_from_examples_alone(name: str) -> None:
    game = library.definition(name)
    guides = [unit for unit in units_of(game, "charts") if unit.name in (GUIDE, SIGNS)]
    told = [drawing for unit in guides for _, drawing in drawings_of(TAPESTRY, unit, game)]
    assert told == [chart.drawing() for chart in guide_charts(TAPESTRY, game, text_as="paths")]


def test_a_build_that_finds_all_as_it_was_loads_nothing_that_draws(built: Built, tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path\n"
        "from generator.building import build; from modules import library\n"
        "game, out = library.definition(sys.argv[1]), Path(sys.argv[2])\n"
        "drawn = build(game, out, only=['charts'], dpi=40).drawn\n"
        "heavy = {'lxml', 'resvg', 'fontTools', 'svgwrite', 'multiprocessing'} & set(sys.modules)\n"
        "print(bool(drawn), sorted(heavy))\n"
    )
    run = [sys.executable, "-c", program, "three_battles", str(tmp_path)]
    first, second = (subprocess.run(run, capture_output=True, text=True, check=True).stdout for _ in range(2))
    assert first.startswith("True")
    assert second == "False []\n"


def test_a_changed_counter_is_drawn_without_other_processes(
    built: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(built.folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(making, "ProcessPoolExecutor", None)
    assert build(stronger("S-guard"), tmp_path, dpi=DPI).drawn
    with pytest.raises(TypeError):
        build(GAME, tmp_path, only=["counters"], dpi=DPI + 1)


# --- a part at a time ----------------------------------------------------------------------------------


def test_parts_built_one_by_one_are_the_whole(built: Built, tmp_path: Path) -> None:
    for part in ("charts", "counters", "maps"):
        made = build(GAME, tmp_path, only=[part], dpi=DPI)
        assert {name.split("/")[0] for name in made.files} == {part, "manifest.json"}
    assert files_in(tmp_path) == files_in(built.folder)
    assert not build(GAME, tmp_path, dpi=DPI).drawn


def without(groups: Collection[str]) -> Definition:
    """The game without some counters, which its scenarios do not set up then."""
    left = {group: e for group, e in GAME.counters_file.counters.items() if group not in groups}
    game = replace(GAME, counters_file=GAME.counters_file.model_copy(update={"counters": left}))
    scenarios = {}
    for name, battle in game.hex_scenarios.items():
        setups = [
            setup.model_copy(update={"at": {c: h for c, h in setup.at.items() if c in game.counters}})
            for setup in battle.setup
        ]
        scenarios[name] = battle.model_copy(update={"setup": tuple(setups)})
    return replace(game, scenarios=scenarios)


def test_what_the_game_no_longer_has_is_removed_from_its_part(built: Built, tmp_path: Path) -> None:
    shutil.copytree(built.folder, tmp_path, dirs_exist_ok=True)
    (tmp_path / "counters/S-Harold-back.svg").write_text("changed by hand")
    (tmp_path / "counters/mine.svg").write_text("never ours")
    build(without({"S-Harold"}), tmp_path, only=["charts"], dpi=DPI)
    assert (tmp_path / "counters/S-Harold-front.svg").exists()
    made = build(without({"S-Harold"}), tmp_path, only=["counters"], dpi=DPI)
    left = {name for name in files_in(tmp_path) if "Harold" in name or "mine" in name}
    assert left == {"counters/S-Harold-back.svg", "counters/mine.svg"}
    told = {name for picture in made.manifest["pictures"] for name in picture["sha256"]}
    assert told == set(files_in(tmp_path)) - left - {"manifest.json"}


def test_a_part_that_lost_a_file_is_drawn_again(built: Built, tmp_path: Path) -> None:
    shutil.copytree(built.folder, tmp_path, dirs_exist_ok=True)
    (tmp_path / "maps/map-hastings.png").unlink()
    kept = build(renamed("Godwinson"), tmp_path, only=["counters"], dpi=DPI).manifest
    assert {picture["what"] for picture in kept["pictures"]} == {"counters", "maps", "charts"}
    assert build(GAME, tmp_path, only=["maps"], dpi=DPI).drawn
    assert (tmp_path / "maps/map-hastings.png").exists()


def test_another_game_has_another_folder(built: Built, tmp_path: Path) -> None:
    shutil.copytree(built.folder, tmp_path, dirs_exist_ok=True)
    before = files_in(tmp_path)
    other = replace(GAME, game=GAME.game.model_copy(update={"game": "other"}))
    with pytest.raises(FileExistsError, match="holds the pictures of three_battles"):
        build(other, tmp_path, only=["charts"], dpi=DPI)
    assert files_in(tmp_path) == before


@pytest.mark.parametrize("name", ["../precious", "counters/../../precious", "/precious", "notes/x"])
def test_a_manifest_of_somebody_else_removes_nothing(tmp_path: Path, name: str) -> None:
    out = tmp_path / "out"
    target = (out / name).resolve() if name != "/precious" else tmp_path / "precious"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text("mine")
    digest = hashlib.sha256(b"mine").hexdigest()
    listed = str(target) if name == "/precious" else name
    told = {"game": "three_battles", "inputs": {}, "dpi": {}}
    told["pictures"] = [{"what": "charts", "sha256": {listed: digest}}]
    out.mkdir(exist_ok=True)
    (out / "manifest.json").write_text(json.dumps(told), encoding="utf-8")
    build(GAME, out, only=["charts"], dpi=DPI)
    assert target.read_text() == "mine"
