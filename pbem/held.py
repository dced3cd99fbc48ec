"""Entries that came before their time: kept as files, one each, until the ones before them have come."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pbem import armor, atomic
from pbem.entries import Entry, SignedEntry
from pbem.gamefolder import Folder

_AHEAD: Final = 64
"""An entry that is further ahead than this is not waited for."""


class Held:
    """The folder `held` of a party: NNNN-HEAD.pbem for place NNNN in the log."""

    def __init__(self, folder: Folder) -> None:
        self._path = folder.path / "held"

    def keep(self, signed: SignedEntry, seq: int) -> bool:
        """Keep an entry until the log has reached `seq`; whether it can be waited for at all."""
        place = Entry.decode(signed.data).seq
        if not seq < place <= seq + _AHEAD or len(self._files()) >= 4 * _AHEAD:
            return False
        atomic.DISK.make_directory(self._path)
        armor.write(self._path / f"{place:04d}-{signed.head[:16]}.pbem", [signed])
        return True

    def next(self, seq: int) -> list[SignedEntry]:
        """Those that come next in a log that ends with `seq`; those whose place is taken are let go."""
        found = []
        for file in self._files():
            place = int(file.name[:4])
            if place == seq + 1:
                found += armor.read(file)
            elif place <= seq:
                file.unlink()
        return found

    def waiting(self, seq: int) -> list[SignedEntry]:
        """All that wait for a log that ends with `seq`."""
        return [one for file in self._files() if int(file.name[:4]) > seq for one in armor.read(file)]

    def let_go(self, signed: SignedEntry) -> None:
        """Wait no longer for an entry that was refused."""
        for file in self._files():
            if file.stem.endswith(signed.head[:16]):
                file.unlink()

    def _files(self) -> list[Path]:
        return sorted(self._path.glob("[0-9][0-9][0-9][0-9]-*.pbem")) if self._path.is_dir() else []
