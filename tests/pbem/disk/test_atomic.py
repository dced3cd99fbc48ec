"""Files put in their place in one step: never over anything but a file, and told by their own name."""

import os

import pytest
from refusing import refuses

from pbem.disk import atomic_files
from pbem.reason_codes import Code


def test_a_file_is_replaced(tmp_path):
    file = tmp_path / "file"
    for data in (b"one", b"two"):
        atomic_files.replace(file, data)
        assert file.read_bytes() == data
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("what", ["a link", "a folder", "no plain file"])
def test_anything_else_is_left_alone(tmp_path, what):
    path, target = tmp_path / "name", tmp_path / "target"
    target.write_bytes(b"mine")
    if what == "a link":
        path.symlink_to(target)
    elif what == "a folder":
        path.mkdir()
    else:
        os.mkfifo(path)
    before = path.lstat()
    with refuses(Code.NOT_A_PLAIN_FILE, match=f"name is {what} and will not be overwritten"):
        atomic_files.replace(path, b"new")
    assert path.lstat().st_ino == before.st_ino
    assert target.read_bytes() == b"mine"
    assert sorted(tmp_path.iterdir()) == [path, target]


def test_a_link_to_nothing_is_left_alone_too(tmp_path):
    path = tmp_path / "name"
    path.symlink_to(tmp_path / "nothing")
    with refuses(Code.NOT_A_PLAIN_FILE):
        atomic_files.replace(path, b"new")
    assert not (tmp_path / "nothing").exists()


def test_an_error_names_the_file_that_was_asked_for(tmp_path):
    path = tmp_path / "no" / "file"
    for write in (atomic_files.replace, atomic_files.write_new):
        with pytest.raises(FileNotFoundError) as caught:
            write(path, b"data")
        assert caught.value.filename == str(path)
