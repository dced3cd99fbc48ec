"""Attacks by links: nothing is removed or written through one, and of what is no link only what is ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.cache.files import write_bytes
from generator.cache.staging import PREFIX, clear, staging
from generator.cache.store import Store

INPUTS, OTHER = "a" * 64, "b" * 64


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The home of a user, with what must not be lost."""
    home = tmp_path / "home"
    for name in ("photos/child.jpg", "0123456789abcdef/thesis.tex", "notes.txt"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text("dear")
    return home


def files_in(folder: Path) -> dict[str, str]:
    return {
        p.relative_to(folder).as_posix(): p.read_text(errors="replace")
        for p in folder.rglob("*")
        if p.is_file()
    }


@pytest.mark.parametrize("linked", [".cache", ".cache/game", f".cache/game/{INPUTS[:16]}"])
def test_a_store_that_leads_elsewhere_is_none(tmp_path: Path, home: Path, linked: str) -> None:
    before = files_in(home)
    link = tmp_path / "stranger" / linked
    link.parent.mkdir(parents=True)
    link.symlink_to(home)
    (home / "game").mkdir()
    for inputs in (INPUTS, OTHER):
        store = Store(tmp_path / "stranger/.cache", "game", inputs)
        assert store.get("one", lambda: b"1") == b"1"
        store.drop_others()
    assert {name: text for name, text in files_in(home).items() if name in before} == before
    if linked != f".cache/game/{INPUTS[:16]}":
        assert files_in(home) == before


def test_a_store_removes_only_what_a_store_wrote(tmp_path: Path) -> None:
    Store(tmp_path, "game", INPUTS).keep("one", b"1")
    strange = {
        "photos/child.jpg": "dear",
        f"{INPUTS[:16]}/notes.txt": "dear",
        "c" * 16 + "/" + "0" * 32: "no",
    }
    for name, text in strange.items():
        (tmp_path / "game" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "game" / name).write_text(text)
    (tmp_path / "game" / ("d" * 16)).symlink_to(tmp_path / "game" / "photos")
    Store(tmp_path, "game", OTHER).keep("one", b"2")
    kept = files_in(tmp_path / "game")
    assert strange.items() <= kept.items()
    assert len(kept) == len(strange) + 1
    store = Store(tmp_path, "game", OTHER)
    (tmp_path / "game" / OTHER[:16] / "mine.txt").write_text("dear")
    store.drop_others()
    assert (tmp_path / "game" / OTHER[:16] / "mine.txt").exists()


def test_a_store_reads_nothing_through_a_link(tmp_path: Path) -> None:
    Store(tmp_path / "a", "game", INPUTS).keep("one", b"forged")
    (forged,) = (path for path in (tmp_path / "a").rglob("*") if path.is_file())
    here = tmp_path / "b" / forged.relative_to(tmp_path / "a")
    here.parent.mkdir(parents=True)
    here.symlink_to(forged)
    assert Store(tmp_path / "b", "game", INPUTS).find("one") is None


def test_a_folder_of_the_name_of_a_staging_folder_stays(tmp_path: Path) -> None:
    mine = tmp_path / f"{PREFIX}notes"
    mine.mkdir()
    (mine / "thesis.tex").write_text("dear")
    clear(tmp_path)
    with staging(tmp_path):
        pass
    assert (mine / "thesis.tex").read_text() == "dear"


@pytest.mark.parametrize("there", [True, False])
def test_a_file_is_not_written_through_a_link(tmp_path: Path, there: bool) -> None:
    target = tmp_path / "target"
    if there:
        target.write_text("dear")
    link = tmp_path / "game.vmod"
    link.symlink_to(target)
    with pytest.raises(FileExistsError, match="is a link"):
        write_bytes(link, b"module")
    assert target.exists() == there
    assert not there or target.read_text() == "dear"


def test_no_lock_is_taken_through_a_link(tmp_path: Path, home: Path) -> None:
    out, notes = tmp_path / "out", home / "notes.txt"
    out.mkdir()
    (out / ".lock").symlink_to(notes)
    with pytest.raises(OSError, match=r"\.lock"), staging(out):
        pytest.fail("held")
    assert notes.read_text() == "dear"


@pytest.mark.parametrize("kind", ["link", "folder"])
def test_a_folder_with_a_lock_that_no_run_made_stays_and_stops_nobody(
    tmp_path: Path, home: Path, kind: str
) -> None:
    left = tmp_path / f"{PREFIX}x"
    left.mkdir()
    (left / "senlac-staging").touch()
    if kind == "link":
        (left / ".lock").symlink_to(home / "notes.txt")
    else:
        (left / ".lock").mkdir()
    with staging(tmp_path) as place:
        assert place.is_dir()
    assert left.is_dir()
    assert (home / "notes.txt").read_text() == "dear"
