"""Attacks by what a stranger leaves where we write: forged caches, manifests and seals are not believed."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from forked import senlac
from looks import TAPESTRY
from smaller import small_game

from generator.building import MANIFEST, build
from generator.building import manifest as told
from generator.building.taking import Sources, take
from generator.building.units import units_of
from generator.cache import own
from generator.cache.own import Made, own_cache
from generator.cache.seal import sealed, unbroken
from generator.cache.store import SIGN, Store
from generator.vassal.format.container import zip_bytes
from generator.vassal.make import _inputs, write_module
from generator.vassal.module.planning import USUAL

DPI = 30
FORGED = b"\x89PNG forged"


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache of a user who has made nothing yet."""
    cache = tmp_path_factory.mktemp("user")
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    return cache / "senlac"


def forged(folder: Path) -> None:
    """What a build left, with a picture of each counter changed and the manifest in step with it."""
    manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    for picture in manifest["pictures"]:
        for name in picture["sha256"]:
            (folder / name).write_bytes(FORGED)
            picture["sha256"][name] = hashlib.sha256(FORGED).hexdigest()
        picture["title"] = "forged"
    (folder / MANIFEST).write_text(told.text(manifest), "utf-8")


def files_in(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


# --- the user's own cache --------------------------------------------------------------------------------


def test_the_cache_is_the_users_alone(nobody: Path) -> None:
    assert own_cache() == nobody
    assert nobody.stat().st_mode & 0o777 == 0o700
    nobody.chmod(0o755)
    assert own_cache() == nobody
    assert nobody.stat().st_mode & 0o777 == 0o700


def test_a_cache_that_others_could_write_is_none(nobody: Path, tmp_path: Path, monkeypatch) -> None:
    assert own_cache()
    nobody.chmod(0o777)
    assert own_cache() is None
    nobody.rmdir()
    nobody.symlink_to(tmp_path)
    assert own_cache() is None
    nobody.unlink()
    nobody.write_text("a file")
    assert own_cache() is None
    nobody.unlink()
    assert own_cache()
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert own_cache() is None
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert own_cache() is None


def test_where_the_system_has_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert own_cache() == tmp_path / ".cache" / "senlac"


def test_without_a_cache_all_is_made_anew(nobody: Path, tmp_path: Path) -> None:
    nobody.write_text("a file")
    first = build(small_game(), tmp_path, only=["charts"], dpi=DPI)
    assert build(small_game(), tmp_path, only=["charts"], dpi=DPI).drawn == first.drawn > 0


def test_the_cache_is_bounded(tmp_path: Path) -> None:
    made = Made(tmp_path)
    for number in range(20):
        made.note(str(number), "x" * 1000)
        for path in (tmp_path / "made").rglob("*"):
            os.utime(path, (path.stat().st_mtime - 10,) * 2)
    (tmp_path / "notes.txt").write_text("mine" * 1000)
    made.trim(12_000)
    assert sum(len(data) for data in files_in(tmp_path).values()) <= 12_000
    assert made.of("0") is None
    assert made.of("19") == "x" * 1000
    assert (tmp_path / "notes.txt").exists()


# --- what lies where we write ------------------------------------------------------------------------------


@pytest.mark.whole
def test_a_cache_beside_a_module_is_not_read(nobody: Path, tmp_path: Path) -> None:
    """The folder that `senlac module` once believed: whatever lies there, the module is the same."""
    first = tmp_path / "first.vmod"
    folder = tmp_path / "game"
    senlac("new", folder).check_returncode()
    senlac("module", folder, "--out", first).check_returncode()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    beside = tmp_path / "x" / ".cache"
    for path in (path for path in nobody.rglob("*") if path.is_file()):
        copy = beside / path.relative_to(nobody)
        copy.parent.mkdir(parents=True, exist_ok=True)
        data = path.read_bytes()[47:].replace(b"IDAT", b"IEND")
        copy.write_bytes(b"senlac-drawn/1\n" + hashlib.sha256(data).digest() + data)
    (nobody / "made").rename(nobody / "unmade")
    before = files_in(beside)
    senlac("module", folder, "--out", tmp_path / "x" / "game.vmod").check_returncode()
    assert (tmp_path / "x" / "game.vmod").read_bytes() == first.read_bytes()
    assert files_in(beside) == before


def test_a_forged_manifest_keeps_no_picture(nobody: Path, tmp_path: Path) -> None:
    sound = build(small_game(), tmp_path / "sound", only=["counters", "charts"], dpi=DPI).folder
    build(small_game(), tmp_path / "out", only=["counters", "charts"], dpi=DPI)
    forged(tmp_path / "out")
    build(small_game(), tmp_path / "out", only=["counters"], dpi=DPI)
    manifest = json.loads((tmp_path / "out" / MANIFEST).read_text("utf-8"))
    assert {picture["what"] for picture in manifest["pictures"]} == {"counters"}
    assert not any(picture["title"] == "forged" for picture in manifest["pictures"])
    with pytest.raises(FileExistsError, match="no build wrote it"):
        build(small_game(), tmp_path / "out", only=["charts"], dpi=DPI)
    shutil.rmtree(tmp_path / "out" / "charts")
    build(small_game(), tmp_path / "out", only=["charts"], dpi=DPI)
    assert files_in(tmp_path / "out") == files_in(sound)


def test_pictures_of_a_forged_build_are_not_taken(nobody: Path, tmp_path: Path) -> None:
    build(small_game(), tmp_path, only=["counters"], dpi=DPI)
    forged(tmp_path)
    asked = {unit: float(DPI) for unit in units_of(small_game(), "counters")}
    taken = take(
        TAPESTRY, small_game(), asked, Sources(built=tmp_path, made=Made.by_user()), form="png", workers=1
    )
    assert all(plate.data != FORGED for plates in taken.values() for plate in plates)


def test_a_module_with_a_forged_seal_is_made_anew(nobody: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.vmod"
    inputs = _inputs(small_game(), USUAL)
    data = sealed(zip_bytes({"buildFile.xml": b"forged"}), inputs, {"images": 1})
    out.write_bytes(data)
    assert unbroken(out, inputs, Made.by_user()) is None
    assert write_module(small_game(), out).drawn
    assert b"forged" not in out.read_bytes()
    assert not write_module(small_game(), out).drawn


@pytest.mark.parametrize("deep", ["[" * 200_000, '{"game": ' + "[" * 200_000])
def test_a_deep_manifest_is_no_traceback(nobody: Path, tmp_path: Path, deep: str) -> None:
    (tmp_path / MANIFEST).write_text(deep)
    if deep.startswith("["):
        with pytest.raises(FileExistsError, match="no build wrote it"):
            build(small_game(), tmp_path, only=["charts"], dpi=DPI)
    else:
        assert build(small_game(), tmp_path, only=["charts"], dpi=DPI).drawn


def test_a_manifest_removes_nothing_that_the_user_did_not_make(nobody: Path, tmp_path: Path) -> None:
    (tmp_path / "charts").mkdir()
    (tmp_path / "charts/child.png").write_text("dear")
    entry = {"what": "charts", "inputs": "a" * 64, "sha256": {}}
    entry["sha256"] = {"charts/child.png": hashlib.sha256(b"dear").hexdigest()}
    name = small_game().name
    (tmp_path / MANIFEST).write_text(json.dumps({"game": name, "dpi": {}, "pictures": [entry]}))
    build(small_game(), tmp_path, only=["charts"], dpi=DPI)
    assert (tmp_path / "charts/child.png").read_text() == "dear"


# --- what stands in the way of a build ---------------------------------------------------------------------


@pytest.mark.parametrize("linked", ["", "charts", "manifest.json"])
def test_a_build_follows_no_link(nobody: Path, tmp_path: Path, linked: str) -> None:
    home, out = tmp_path / "home", tmp_path / "out"
    home.mkdir()
    (home / "notes.txt").write_text("dear")
    link = out / linked
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(home if linked != "manifest.json" else home / "notes.txt")
    with pytest.raises(FileExistsError, match=r"link|no build wrote"):
        build(small_game(), out, only=["charts"], dpi=DPI)
    assert files_in(home) == {"notes.txt": b"dear"}


def test_a_build_overwrites_no_file_that_none_made(nobody: Path, tmp_path: Path) -> None:
    name = build(small_game(), tmp_path / "sound", only=["charts"], dpi=DPI).files[0]
    (tmp_path / "out" / name).parent.mkdir(parents=True)
    (tmp_path / "out" / name).write_text("dear")
    with pytest.raises(FileExistsError, match="no build wrote it"):
        build(small_game(), tmp_path / "out", only=["charts"], dpi=DPI)
    assert files_in(tmp_path / "out") == {name: b"dear"}


def test_of_two_games_built_at_once_into_one_folder_one_is_refused(nobody: Path, tmp_path: Path) -> None:
    game = small_game()
    other = replace(game, game=game.game.model_copy(update={"game": "other"}))

    def meanwhile(done: int, _: int) -> None:
        if done == 1:
            build(other, tmp_path, only=["charts"], dpi=DPI)

    with pytest.raises(FileExistsError, match="holds the pictures of other"):
        build(game, tmp_path, only=["charts"], dpi=DPI, progress=meanwhile)
    assert json.loads((tmp_path / MANIFEST).read_text("utf-8"))["game"] == "other"
    assert not build(other, tmp_path, only=["charts"], dpi=DPI).drawn


def test_the_store_of_one_game_is_not_cleared_by_another_of_its_name(tmp_path: Path) -> None:
    assert own.MOST_BYTES > 1 << 20
    one, two = (Store(tmp_path, f"game-{folder}", "a" * 64) for folder in ("1", "2"))
    one.keep("x", b"1")
    two.keep("x", b"2")
    two.drop_others()
    assert one.find("x") == b"1"


@pytest.mark.parametrize("attack", ["forged", "left out"])
def test_one_picture_of_a_unit_changed_in_step_with_the_manifest_is_drawn_anew(
    attack: str, nobody: Path, tmp_path: Path
) -> None:
    """The front of a counter as somebody else painted it, beside the back that the user has made."""
    out = tmp_path / "out"
    build(small_game(), out, only=["counters"], dpi=DPI)
    first = files_in(out)
    manifest = json.loads((out / MANIFEST).read_text("utf-8"))
    inputs = [picture["inputs"] for picture in manifest["pictures"]]
    at = next(at for at, key in enumerate(inputs) if inputs.count(key) > 1)
    picture = manifest["pictures"][at]
    for name in picture["sha256"]:
        (out / name).write_bytes(FORGED)
        picture["sha256"][name] = hashlib.sha256(FORGED).hexdigest()
    if attack == "left out":
        manifest["pictures"].pop(at)
    (out / MANIFEST).write_text(told.text(manifest), "utf-8")
    if attack == "left out":
        with pytest.raises(FileExistsError, match="no build wrote it"):
            build(small_game(), out, only=["counters"], dpi=DPI)
        return
    assert build(small_game(), out, only=["counters"], dpi=DPI).drawn > 1
    assert files_in(out) == first


NOTES: dict[str, bytes] = {
    "no JSON": b"{",
    "no text": b"\xff\xfe",
    "nested": b"[" * 100_000,
    "another kind": b"7",
    "a mapping": b'{"a": 1}',
    "pictures of nothing": b"[30, 7]",
    "entries of nothing": b"[30, [7]]",
    "a huge number": b"9" * 5000,
}


@pytest.mark.parametrize("note", NOTES.values(), ids=NOTES)
def test_a_note_that_cannot_be_read_is_none(note: bytes, nobody: Path, tmp_path: Path) -> None:
    game, out = small_game(), tmp_path / "out"
    first = build(game, out, only=["charts"], dpi=DPI)
    notes = [path for path in (nobody / "made").rglob("*") if path.is_file()]
    assert notes
    for path in notes:
        path.write_bytes(SIGN + hashlib.sha256(note).digest() + note)
    charts = {unit: float(DPI) for unit in units_of(game, "charts")}
    assert take(TAPESTRY, game, charts, Sources(built=out, made=Made.by_user()), form="png", workers=1)
    assert build(game, out, only=["charts"], dpi=DPI).drawn == first.drawn


def test_a_store_whose_pictures_cannot_be_read_is_drawn_anew(tmp_path: Path) -> None:
    game, store = small_game(), Store(tmp_path, "thing", "1" * 16)
    charts = {unit: float(DPI) for unit in units_of(game, "charts")}
    first = take(TAPESTRY, game, charts, Sources(store), form="png", workers=1)
    for path in [path for path in tmp_path.rglob("*") if path.is_file()]:
        path.write_bytes(SIGN + hashlib.sha256(b"[[7]]\n").digest() + b"[[7]]\n")
    assert take(TAPESTRY, game, charts, Sources(store), form="png", workers=1) == first
