"""Files that a program which keeps folders in step lays beside ours, where two computers have written one:
`shown (conflicted copy).txt`, `game (1).log`, `moves/0005-red-LAPTOP.pbem`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from pbem import errors
from pbem.entry import armor
from pbem.entry.entries import SignedEntry
from pbem.log.log_file import LogText
from pbem.log.party.folder import LOG, Folder

RECORD: Final = "shown"
_MOVE: Final = re.compile(r"\d{4,9}-(.+?)(\.draft)?\.pbem")
_MARKS: Final = re.compile(r"\(|conflict|versions? en conflit|konflikt| \d|-[A-Z]", re.IGNORECASE)
_LARGEST: Final = 50_000_000
"""Bytes of a file that is looked into."""


def find_copies(folder: Folder, roles: Collection[str]) -> tuple[Path, ...]:
    """The copies of the record, of the log and of moves that lie in a folder; by their names alone, which
    is quick. A move that is named after none of these `roles`, those of the charter, is a copy. Raises
    OSError."""
    found = [folder.path / name for name in _names(folder.path) if _is_copy(name)]
    moves = folder.move_file(0, "any").parent
    found += [moves / name for name in _names(moves) if _is_copy_of_move(name, roles)]
    return tuple(sorted(found))


def _names(place: Path) -> list[str]:
    try:
        return os.listdir(place)  # noqa: PTH208 - a folder of many moves is listed each time
    except FileNotFoundError:
        return []


def _is_copy(name: str) -> bool:
    if name in (RECORD, LOG):
        return False
    stem = next((each for each in (RECORD, Path(LOG).stem) if name.startswith(each)), "")
    return bool(stem) and bool(_MARKS.search(name[len(stem) :]))


def _is_copy_of_move(name: str, roles: Collection[str]) -> bool:
    found = _MOVE.fullmatch(name)
    return found is not None and found[1] not in roles


def entries(file: Path) -> Iterator[SignedEntry]:
    """The entries in such a copy of a log or move; none of a file that is neither, or damaged."""
    with suppress(OSError, errors.PbemError):
        if file.stat().st_size > _LARGEST:
            return
        if file.suffix == ".pbem":
            yield from armor.read(file)
        elif not file.name.startswith(RECORD):
            yield from LogText.parse(file.read_bytes()).records()
