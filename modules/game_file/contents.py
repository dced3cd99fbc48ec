"""From a game's folder to the files of it that its file carries: all that the program reads there.

A designer's folder has other things in it: notes, scans, what editors leave behind. They stay where they are,
and are named.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from modules import plain_files
from modules.game_file.archive import MOST_BYTES, TOO_LARGE
from modules.game_file.names import CASES, KINDS, SLOTS, TEXT, BadFileName, check_names
from modules.written.folder import FOLDERS, SINGLE
from modules.written.own_art import ART

BESIDE: Final = ("vassal.yaml",)
"""YAML of a game that is no part of its definition: words for VASSAL."""

_CACHE: Final = "__pycache__"
_FONTS: Final = (".otf", ".ttf", ".woff", ".woff2")


@dataclass(frozen=True, slots=True)
class Contents:
    """The bytes of each file by its name in the folder, and the names of what stays there."""

    files: dict[str, bytes]
    left_out: tuple[str, ...]


def read_contents(folder: Path) -> Contents:
    """What a game's file carries of a folder. Raises BadFileName for a name or kind that it cannot carry, and
    OSError for what cannot be read, such as a link."""
    carried: dict[str, Path] = {}
    left_out: list[str] = []
    for name, path in _files(folder):
        if is_carried(name):
            carried[name] = path
        elif name.startswith(f"{ART}/") and path.suffix.lower() in _FONTS:
            raise BadFileName(
                f"{name}: a game's file carries no fonts, whose licences differ: take it out of {ART}/ and "
                "use a typeface that comes with Senlac, or hand over the folder"
            )
        else:
            left_out.append(name)
    check_names(sorted(carried))
    return Contents(_read(carried, folder), (*left_out, *_other_folders(folder)))


def _read(carried: dict[str, Path], folder: Path) -> dict[str, bytes]:
    read: dict[str, bytes] = {}
    left = MOST_BYTES
    for name, path in carried.items():
        read[name] = plain_files.read(path, plain_files.MOST_OF_ART, folder)
        left -= len(read[name])
        if left < 0:  # before the next one is read: there may be thousands
            raise BadFileName(TOO_LARGE)
    return read


def _other_folders(folder: Path) -> Iterator[str]:
    """The folders in which a game has nothing."""
    for path in plain_files.list_files(folder, folder):
        if (
            plain_files.is_folder(path)
            and path.name not in (*FOLDERS, CASES, ART, _CACHE)
            and path.name[0] != "."
        ):
            yield f"{path.name}/"


def is_carried(name: str) -> bool:
    """Whether a file of this name is one that the program reads. No other spelling of it is, whatever the
    system of the reader takes for the same.

    >>> is_carried("counters.yaml"), is_carried("Counters.yaml"), is_carried("maps/old/karsk.yaml")
    (True, False, False)
    """
    room, _, rest = name.partition("/")
    if not rest:
        return name in (*SINGLE, *BESIDE, SLOTS) or name.endswith(TEXT)
    if room == ART:
        return name.endswith(KINDS)
    return "/" not in rest and name.endswith(".yaml")


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files at the top of a folder, in those that a game has, its rule cases among them, and in that of
    its art; hidden ones are none, nor what Python leaves behind."""
    rooms = [plain_files.list_files(folder, folder)]
    rooms += [plain_files.list_files(folder / room, folder) for room in (*FOLDERS, CASES)]
    rooms.append(plain_files.list_files(folder / ART, folder, below=True))
    for path in (path for room in rooms for path in room):
        inside = path.relative_to(folder)
        if not any(part.startswith(".") for part in inside.parts) and not plain_files.is_folder(path):
            yield inside.as_posix(), path
