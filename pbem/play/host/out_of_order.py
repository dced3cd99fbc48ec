"""Entries that came before their time: kept as files, one each, until the ones before them have come."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pbem.disk import atomic_files
from pbem.entry import armor
from pbem.entry.entries import Entry, SignedEntry
from pbem.log.party.folder import Folder

AHEAD: Final = 64
"""An entry that is further ahead than this is not waited for, nor more than so many of one party."""


class OutOfOrderQueue:
    """The folder `held` of a party: NNNN-ROLE-HEAD.pbem for place NNNN in the log."""

    def __init__(self, folder: Folder) -> None:
        self._path = folder.path / "held"

    def keep(self, signed: SignedEntry, seq: int) -> bool:
        """Keep an entry until the log has reached `seq`; whether it can be waited for at all."""
        entry = Entry.decode(signed.data)
        file = self._path / f"{entry.seq:04d}-{entry.author}-{signed.head[:16]}.pbem"
        # By author: nobody takes the place of another's entries.
        others = [each for each in self._files() if _author(each) == entry.author and each != file]
        if not seq < entry.seq <= seq + AHEAD or len(others) >= AHEAD:
            return False
        atomic_files.DISK.make_directory(self._path)
        armor.write(file, [signed])
        return True

    def due_entries(self, seq: int) -> list[SignedEntry]:
        """Those whose time has come in a log that ends with `seq`, and those whose place is taken."""
        return [signed for file in self._files() if _place(file) <= seq + 1 for signed in armor.read(file)]

    def waiting_entries(self, seq: int) -> list[SignedEntry]:
        """All that wait for a log that ends with `seq`."""
        return [one for file in self._files() if _place(file) > seq for one in armor.read(file)]

    def release(self, signed: SignedEntry) -> None:
        """Keep an entry no longer: it stands in the log, or was refused, and its author was told."""
        for file in self._files():
            if file.stem.endswith(signed.head[:16]):
                atomic_files.DISK.unlink(file)

    def _files(self) -> list[Path]:
        return sorted(self._path.glob("[0-9]*-*.pbem"), key=_place) if self._path.is_dir() else []


def _place(file: Path) -> int:
    return int(file.name.partition("-")[0])


def _author(file: Path) -> str:
    return file.stem.partition("-")[2].rpartition("-")[0]
