"""The zip of a game: the same bytes for the same files, and nothing else is read as one."""

from __future__ import annotations

import io
import stat
import struct
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from modules.game_file import archive, opened
from modules.game_file.archive import pack_files, unpack_files
from modules.game_file.names import BadFileName, BadGameFile

FILES = {"game.yaml": b"game: karsk\n", "maps/karsk.yaml": b"map: karsk\n", "art/figures/tank.svg": b"<svg/>"}
PACKED = pack_files(FILES)
BOMB = b"0" * 50_000_000


def zipped(*entries: tuple[str | zipfile.ZipInfo, bytes], how: int = zipfile.ZIP_STORED) -> bytes:
    """A zip by another program."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", how) as made:
        for name, data in entries:
            made.writestr(name, data)
    return buffer.getvalue()


def as_we_do(name: str, mode: int = stat.S_IFREG | 0o644) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, mode << 16
    return info


def with_names(*names: str) -> bytes:
    """Entries beside a game.yaml, as our own zips have them."""
    with warnings.catch_warnings(action="ignore"):  # of names that are there twice
        return zipped(*((as_we_do(name), b"x") for name in ("game.yaml", *names)))


def listed(count: int) -> bytes:
    """A zip of one file that lists it very often."""
    start = PACKED.rindex(b"PK\1\2")
    end = PACKED.rindex(b"PK\5\6")
    lists = PACKED[start:end] * count
    tail = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 600, 600, len(lists), start, 0)
    return PACKED[:start] + lists + tail


def overlapping() -> bytes:
    """Two entries of the list that share the bytes of one file."""
    packed = bytearray(pack_files({"art/a.svg": bytes(5000), "art/b.svg": b"", "game.yaml": b"x"}))
    first, second = (packed.index(b"PK\1\2"), packed.index(b"PK\1\2", packed.index(b"PK\1\2") + 1))
    packed[second + 16 : second + 28] = packed[first + 16 : first + 28]
    packed[second + 42 : second + 46] = packed[first + 42 : first + 46]
    return bytes(packed)


def lying() -> bytes:
    """Four thousand million bytes of a file, so the list says."""
    packed = bytearray(PACKED)
    at = packed.index(b"PK\1\2")
    packed[at + 24 : at + 28] = b"\xfe\xff\xff\xff"
    return bytes(packed)


def encrypted() -> bytes:
    packed = bytearray(PACKED)
    packed[packed.index(b"PK\1\2") + 8] |= 1
    return bytes(packed)


def commented() -> bytes:
    packed = PACKED[:-2]
    return packed + struct.pack("<H", 5) + b"hello"


ATTACKS: dict[str, tuple[Callable[[], bytes], str]] = {
    "a link": (lambda: zipped((as_we_do("game.yaml", stat.S_IFLNK | 0o777), b"/etc/passwd")), "a link or a"),
    "a folder": (lambda: zipped((as_we_do("game.yaml"), b""), (as_we_do("maps/"), b"")), "not every system"),
    "twice": (lambda: with_names("a.md", "a.md"), "there twice"),
    "differing in case": (
        lambda: with_names("Maps/a.yaml", "maps/a.yaml"),
        "differs from Maps/a.yaml only in",
    ),
    "code": (lambda: with_names("rules.py"), "carries .yaml, .svg, .png, .md and no other"),
    "a font": (lambda: with_names("art/fonts/a.ttf"), "and no other kind"),
    "a zip": (lambda: with_names("art/a.zip"), "and no other kind"),
    "an ending in capitals": (lambda: with_names("maps/a.YAML"), "and no other kind"),
    "upwards": (lambda: with_names("../a.yaml"), "not every system"),
    "upwards within": (lambda: with_names("maps/../../a.yaml"), "not every system"),
    "absolute": (lambda: with_names("/etc/a.yaml"), "not every system"),
    "a drive": (lambda: with_names("C:a.yaml"), "not every system"),
    "backslash": (lambda: with_names("maps\\a.yaml"), "not every system"),
    "a device": (lambda: with_names("maps/CON.yaml"), "not every system"),
    "a hidden file": (lambda: with_names(".git/a.yaml"), "not every system"),
    "a letter that is another elsewhere": (lambda: with_names("maps/caf\u00e9.yaml"), "not every system"),
    "a name without end": (lambda: with_names(f"{'a' * 200}.yaml"), "longer than 160"),
    "deflated": (lambda: zipped(("game.yaml", BOMB), how=zipfile.ZIP_DEFLATED), "compressed or encrypted"),
    "a bomb of LZMA": (lambda: zipped(("game.yaml", BOMB), how=zipfile.ZIP_LZMA), "compressed or encrypted"),
    "overlapping": (overlapping, "larger than itself|not a game's file|not as"),
    "lying sizes": (lying, "larger than itself"),
    "encrypted": (encrypted, "compressed or encrypted"),
    "something before": (lambda: b"#!/bin/sh\n" + PACKED, "not a game's file"),
    "a zip before": (lambda: PACKED + PACKED, "not as `senlac pack` writes it|not a game's file"),
    "something after": (lambda: PACKED + b"\n", "something follows its end"),
    "a comment": (commented, "something follows its end|not as"),
    "cut off": (lambda: PACKED[:-30], "damaged on the way"),
    "a bit": (lambda: PACKED.replace(b"game: karsk", b"game: karsl"), "damaged on the way"),
    "a list of a million": (lambda: listed(900_000), "not as `senlac pack` writes it"),
    "too many files": (lambda: zipped(*((as_we_do(f"art/{n}.md"), b"") for n in range(601))), "not as"),
    "nothing": (lambda: b"", "not a game's file"),
    "no zip": (lambda: b"PK" + bytes(100), "damaged on the way"),
    "another order": (
        lambda: zipped((as_we_do("tables.yaml"), b"x"), (as_we_do("game.yaml"), b"x")),
        "not as",
    ),
    "a time": (lambda: zipped(("game.yaml", b"x")), "not as `senlac pack` writes it"),
    "no game": (lambda: pack_files({"tables.yaml": b"x"}), "no game in it"),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_what_is_no_game_is_refused_in_one_line_that_names_the_file(name: str) -> None:
    make, says = ATTACKS[name]
    with pytest.raises(BadGameFile, match=says) as told:
        opened.parse_bytes(make(), Path("karsk.senlac"))
    assert str(told.value).startswith("karsk.senlac: ")
    assert len(str(told.value).splitlines()) == 1


def test_the_same_files_are_the_same_bytes_whatever_their_order() -> None:
    assert unpack_files(PACKED, "karsk") == FILES
    assert pack_files(dict(reversed(FILES.items()))) == PACKED


def test_nothing_is_packed_that_could_not_be_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadFileName, match="only in case"):
        pack_files({"a.md": b"", "A.md": b""})
    with pytest.raises(BadFileName, match="more than 600 files"):
        pack_files({f"art/{n}.md": b"" for n in range(601)})
    monkeypatch.setattr(archive, "MOST_BYTES", 10)
    with pytest.raises(BadFileName, match="together: leave some out"):
        pack_files({"game.yaml": bytes(11)})


def test_a_file_larger_than_any_game_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_BYTES", -700_000)
    with pytest.raises(BadGameFile, match="larger than"):
        unpack_files(PACKED, "karsk")
