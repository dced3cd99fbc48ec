"""The store of what was drawn: whole files or none, nothing that is of no use, several processes at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from generator.cache.store import Store


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_what_other_inputs_gave_is_removed(tmp_path: Path) -> None:
    for inputs in ("a" * 64, "b" * 64):
        assert Store(tmp_path, "map", inputs).get("one", lambda: b"1") == b"1"
        assert Store(tmp_path, "map", inputs).get("two", lambda: b"2") == b"2"
    Store(tmp_path, "other", "c" * 64).get("one", lambda: b"3")
    assert [path.parent.name for path in files(tmp_path)] == ["b" * 16, "b" * 16, "c" * 16]


def test_a_folder_that_takes_nothing_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    store = Store(tmp_path / "file", "map", "a" * 64)
    assert store.get("one", lambda: b"1") == b"1"
    assert (tmp_path / "file").read_text() == "no folder"


def test_many_at_once_leave_whole_files(tmp_path: Path) -> None:
    def one(number: int) -> bytes:
        store = Store(tmp_path, "map", "a" * 64)
        return b"".join(store.get(f"{i}", lambda i=i: bytes([i]) * 10_000) for i in range(20))

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(one, range(8)))) == 1
    assert len(files(tmp_path)) == 20


def test_what_was_not_asked_for_is_dropped(tmp_path: Path) -> None:
    before = Store(tmp_path, "map", "a" * 64)
    for key in ("one", "two", "three"):
        before.keep(key, key.encode())
    now = Store(tmp_path, "map", "a" * 64)
    assert now.find("one") == b"one"
    now.keep("four", b"four")
    now.drop_others()
    assert [before.find(key) for key in ("one", "two", "three", "four")] == [b"one", None, None, b"four"]


def test_without_a_folder_nothing_is_kept() -> None:
    store = Store(None, "map", "a" * 64)
    store.keep("one", b"1")
    store.drop_others()
    assert store.find("one") is None
