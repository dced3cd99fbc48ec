"""What is kept of games that ship: the same game as read anew, found as long as nothing has changed."""

from __future__ import annotations

import os
import pickle
import shutil
from pathlib import Path

import pytest

import modules
from generator.cache.definitions import Definitions, code_files
from modules import definition_cache, library
from modules.definition import load
from modules.definition.packing import NotPacked, packed, unpacked


@pytest.mark.parametrize("name", library.games())
def test_a_game_comes_back_as_it_was(name: str) -> None:
    read = load(library.folder(name))
    kept = unpacked(packed(read), read.folder)
    assert kept == read
    assert repr(kept) == repr(read)  # the types of all parts too


class Opens:
    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        return open, ("called", "w")


@pytest.mark.parametrize("part", [Opens(), Path("a"), library.Behaviour(1, "")])
def test_what_is_no_part_of_a_definition_is_not_made(
    part: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NotPacked, match="is no part of a definition"):
        unpacked(pickle.dumps({"game": part}), tmp_path)
    assert [*tmp_path.iterdir()] == []


@pytest.fixture
def game(tmp_path: Path) -> Path:
    shutil.copytree(library.folder("hastings_pulsipher"), tmp_path / "game")
    return tmp_path / "game"


def test_it_is_found_until_a_file_of_the_game_changes(game: Path, tmp_path: Path) -> None:
    Definitions(tmp_path).keep("definition", game, b"kept")
    assert Definitions(tmp_path).find("definition", game) == b"kept"
    assert Definitions(tmp_path).find("behaviour", game) is None
    changed = game / "counters.yaml"
    before = changed.stat()
    changed.write_bytes(changed.read_bytes().replace(b"Harold", b"Harald"))
    os.utime(changed, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert Definitions(tmp_path).find("definition", game) is None


def test_it_is_found_by_the_code_that_read_it(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Definitions(tmp_path).keep("definition", game, b"kept")
    monkeypatch.setattr("pydantic.VERSION", "9")
    assert Definitions(tmp_path).find("definition", game) is None


def test_the_code_of_inner_rooms_counts_too() -> None:
    """A changed type of a file's data must not find what the old type has read."""
    room = Path(next(iter(modules.__path__))) / "definition"
    assert {str(path) for path in room.rglob("*.py")} <= set(code_files())


def test_a_new_file_beside_the_others_is_looked_for(game: Path, tmp_path: Path) -> None:
    Definitions(tmp_path).keep("definition", game, b"kept")
    (game / "scenarios" / "second.yaml").write_text("scenario: second\n")
    assert Definitions(tmp_path).find("definition", game) is None


def test_without_a_folder_of_ones_own_all_is_read_anew(game: Path) -> None:
    keeper = Definitions(None)
    keeper.keep("definition", game, b"kept")
    assert keeper.find("definition", game) is None


def test_it_is_made_once(game: Path, tmp_path: Path) -> None:
    made: list[int] = []

    def make() -> bytes:
        made.append(1)
        return b"made"

    assert (
        definition_cache.get_or_build("definition", game, make)
        == definition_cache.get_or_build("definition", game, make)
        == b"made"
    )
    assert len(made) == 2
    with definition_cache.use_backend(lambda: Definitions(tmp_path)):
        assert (
            definition_cache.get_or_build("definition", game, make)
            == definition_cache.get_or_build("definition", game, make)
            == b"made"
        )
    assert len(made) == 3
    definition_cache.get_or_build("definition", game, make)
    assert len(made) == 4  # nothing is cached after the block


@pytest.mark.parametrize(
    "forged", [pickle.dumps({"game": Opens()}), b"\x80\x05junk", pickle.dumps({}), b"[1]"]
)
def test_what_was_kept_and_then_forged_is_read_anew(
    forged: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a right digest before it, as who writes there can make one: no command fails of it."""
    said = library.behaviour("hastings_pulsipher")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(library.definition_cache, "get_or_build", lambda what, folder, make: forged)
    read = library.definition.__wrapped__("hastings_pulsipher")
    assert read == load(library.folder("hastings_pulsipher"))
    assert library.behaviour.__wrapped__("hastings_pulsipher") == said
    assert [*tmp_path.iterdir()] == []
