"""Strangers' zips: read within limits, or refused with one clear error."""

import io
import struct
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.vassal.format import archive
from generator.vassal.format.archive import open_archive, read_archive
from generator.vassal.format.container import zip_bytes
from generator.vassal.format.errors import ArchiveError, ContainerError

SOUND = zip_bytes({"buildFile.xml": b"<a/>" * 50, "images/a.png": bytes(range(256))})


def zipped(*names, flags=0, size=None):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name in names:
            file.writestr(zipfile.ZipInfo(name), b"x")
    data = bytearray(buffer.getvalue())
    start = data.index(b"PK\x01\x02")
    data[start + 8] |= flags
    if size is not None:
        data[start + 24 : start + 28] = struct.pack("<I", size)
    return bytes(data)


def test_a_sound_zip_is_read(tmp_path):
    path = tmp_path / "a.vmod"
    path.write_bytes(SOUND)
    found = open_archive(path)
    assert "images/a.png" in found and "images/b.png" not in found
    assert found.read("images/a.png") == bytes(range(256))
    assert found.doubled == ()


@pytest.mark.parametrize("data", [b"", b"no zip", SOUND[:-30], SOUND[: len(SOUND) // 2], SOUND[40:90]])
def test_what_is_no_zip_or_not_all_of_one_is_refused(data):
    with pytest.raises(ContainerError, match=r"a\.vmod: not a VASSAL module, save or log"):
        read_archive(data, "a.vmod")


@pytest.mark.parametrize("name", ["../a", "images/../../a", "/etc/passwd", "..\\a", "C:/a"])
def test_names_that_lead_out_are_refused(name):
    with pytest.raises(ArchiveError, match="leads out"):
        read_archive(zipped("a", name), "a.vmod")


def test_an_encrypted_zip_is_refused():
    with pytest.raises(ArchiveError, match="encrypted"):
        read_archive(zipped("a", flags=1), "a.vmod")


def test_a_bomb_is_refused_before_it_is_unpacked(monkeypatch):
    with pytest.raises(ArchiveError, match="too large"):
        read_archive(zipped("a", size=archive.LARGEST_ENTRY + 1), "a.vmod")
    monkeypatch.setattr(archive, "MOST_ENTRIES", 1)
    with pytest.raises(ArchiveError, match="2 files: too many"):
        read_archive(zipped("a", "b"), "a.vmod")
    with pytest.raises(ArchiveError, match="more than 10"):
        read_archive(zipped("a", size=11), "a.vmod").read("a", 10)


def test_a_file_too_large_is_not_even_read(tmp_path, monkeypatch):
    path = tmp_path / "a.vmod"
    path.write_bytes(SOUND)
    monkeypatch.setattr(archive, "LARGEST_FILE", 10)
    with pytest.raises(ArchiveError, match="too large"):
        open_archive(path)


def test_a_name_that_stands_twice_is_known():
    with pytest.warns(UserWarning, match="Duplicate"):
        data = zipped("a", "a")
    assert read_archive(data, "x").doubled == ("a",)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(SOUND) - 1), st.integers(0, 255)), min_size=1, max_size=6))
def test_a_damaged_zip_gives_its_files_or_one_clear_error(changes):
    data = bytearray(SOUND)
    for place, value in changes:
        data[place] = value
    try:
        found = read_archive(bytes(data), "a.vmod")
        for name in found.entries:
            found.read(name, 1 << 20)
    except ContainerError as error:
        assert str(error).startswith("a.vmod")
