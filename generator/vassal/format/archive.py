"""A stranger's .vmod, .vsav or .vlog, opened with care: nothing is unpacked, nothing grows beyond limits.

Whatever is wrong with the zip itself is one ContainerError (no zip, truncated, damaged) or ArchiveError
(encrypted, too large, names that lead out of it).
"""

import io
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from lzma import LZMAError
from pathlib import Path

from generator.vassal.format.errors import ArchiveError, ContainerError
from modules.amounts import count_noun
from modules.plain_files import read

LARGEST_FILE = 1 << 30
LARGEST_ENTRY = 256 << 20
LARGEST_TOTAL = 4 << 30
LARGEST_TEXT = 64 << 20
"""Bytes; the largest modules of VASSAL's library are half a GB, their largest build files 30 MB."""

MOST_ENTRIES = 65_535

_ENCRYPTED = 1
_DAMAGE = (
    zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, LZMAError, struct.error, EOFError,
    NotImplementedError, RuntimeError, ValueError, OverflowError, OSError, IndexError,
)  # fmt: skip
"""What Python's own reader raises for a damaged zip."""


@dataclass(frozen=True)
class Archive:
    """The files of a zip, by their full names; `doubled` are names that stand in it more than once."""

    name: str
    entries: Mapping[str, zipfile.ZipInfo]
    doubled: tuple[str, ...]
    data: bytes

    def __contains__(self, entry: str) -> bool:
        return entry in self.entries

    @cached_property
    def _opened(self) -> zipfile.ZipFile:
        """Opened once: to read the list of files again for each of them takes their number squared."""
        return zipfile.ZipFile(io.BytesIO(self.data))

    def read(self, entry: str, largest: int = LARGEST_ENTRY) -> bytes:
        """The content of a file, checked against its checksum.

        Raises KeyError, ContainerError where it is damaged, ArchiveError where it is larger than `largest`.
        """
        info = self.entries[entry]
        if info.file_size > largest:
            raise ArchiveError(
                f"{self.name}: {entry} has {count_noun(info.file_size, 'byte')}, more than {largest}"
            )
        try:
            return self._opened.read(info)
        except _DAMAGE as error:
            reason = str(error) or type(error).__name__
            raise ContainerError(f"{self.name}: {entry} is damaged ({reason})") from error


def open_archive(path: Path) -> Archive:
    """Open a file. Raises OSError, ContainerError, ArchiveError."""
    if path.stat().st_size > LARGEST_FILE:
        raise ArchiveError(
            f"{path}: {count_noun(path.stat().st_size, 'byte')}: too large for a module or save"
        )
    return read_archive(read(path, LARGEST_FILE), str(path))


def read_archive(data: bytes, name: str) -> Archive:
    """Open a zip that is already in memory, such as a save within a module; `name` stands in messages."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = [info for info in archive.infolist() if not info.is_dir()]
    except _DAMAGE as error:
        raise ContainerError(
            f"{name}: not a VASSAL module, save or log: not a complete zip ({error})"
        ) from error
    if infos and min(info.header_offset for info in infos) > 0:
        raise ContainerError(f"{name}: not a VASSAL module, save or log: only part of it is a zip")
    _check(infos, name)
    counts = Counter(info.filename for info in infos)
    doubled = tuple(sorted(entry for entry, number in counts.items() if number > 1))
    return Archive(name, {info.filename: info for info in infos}, doubled, data)


def _check(infos: list[zipfile.ZipInfo], name: str) -> None:
    if len(infos) > MOST_ENTRIES:
        raise ArchiveError(f"{name}: {count_noun(len(infos), 'file')}: too many for a module or save")
    total = sum(info.file_size for info in infos)
    largest = max((info.file_size for info in infos), default=0)
    if total > LARGEST_TOTAL or largest > LARGEST_ENTRY:
        raise ArchiveError(f"{name}: unpacked it would be {count_noun(total, 'byte')}: too large, not opened")
    for info in infos:
        parts = info.filename.replace("\\", "/").split("/")
        if ".." in parts or info.filename.startswith(("/", "\\")) or ":" in parts[0]:
            raise ArchiveError(f"{name}: the file name {info.filename!r} leads out of the zip: not opened")
        if info.flag_bits & _ENCRYPTED:
            raise ArchiveError(f"{name}: {info.filename!r} is encrypted: VASSAL cannot read it either")
