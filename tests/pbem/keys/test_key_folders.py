"""Folders in which keys lie are their owner's alone, whatever the umask of who runs the command."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.disk import atomic_files
from pbem.log.party.folder import Folder
from pbem.log.party.key_creation import make_secrets, take_key

pytestmark = pytest.mark.skipif(not atomic_files.POSIX, reason="modes mean nothing here")


@pytest.fixture
def open_to_all() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def modes_below(top: Path) -> set[int]:
    return {stat.S_IMODE(path.stat().st_mode) for path in top.rglob("*") if path.is_dir()}


@pytest.mark.usefixtures("open_to_all")
def test_no_other_user_can_look_into_a_folder_of_keys_or_put_another_in_its_place(tmp_path: Path) -> None:
    make_secrets(Folder(tmp_path / "deep/below/blue"), length=4)
    take_key(Folder(tmp_path / "taken/red"), tmp_path / "deep/below/blue" / Folder(Path()).key_file.name)
    assert modes_below(tmp_path) == {0o700}


@pytest.mark.usefixtures("open_to_all")
def test_a_folder_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir(0o750)
    atomic_files.DISK.make_directory(tmp_path / "own" / "new")
    atomic_files.DISK.make_directory(tmp_path / "own" / "new")
    assert stat.S_IMODE((tmp_path / "own").stat().st_mode) == 0o750
    assert modes_below(tmp_path / "own") == {0o700}
