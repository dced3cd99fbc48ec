"""Whether the database is the one that it was: not put back from a backup, which has forgotten what was
signed and shown since. Then nothing is signed until the operator says so and the players have been asked.

A dump that was put back, or a point in time, is another database by its numbers. A copy of its disk is not:
so each worker keeps, outside of the database, how far it has seen it count, and what it noted last of each
game: whoever may write to the database cannot put one game back alone, before a worker that has seen more
of it. `machine_memory` rows stand for what a
machine remembers of a folder (`pbem.disk.machine_memory`); those of an epoch before count for nothing.
"""

from __future__ import annotations

import secrets
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from pbem.club.database.connection import Connection
from pbem.club.database.migration import VERSION, identity
from pbem.errors import Refusal
from pbem.reason_codes import Code

_PUT_BACK = (
    "the database was put back from a backup{}: what was signed since is not in it, and a link that "
    "was shown could be shown again. Nothing is signed until you have run `pbem club "
    "restored`, which asks the "
    "players of each game what they hold"
)


class RestoreWatch:
    """What the database says of itself, in the transaction that is open; `file`: what this worker remembers
    of it."""

    def __init__(self, base: Connection, file: Path, key: str) -> None:
        self._base, self._file, self._key = base, file, key
        self._games = file.with_name(f"{file.name}-games")
        self._epoch = ""
        self._noted: dict[str, str] = {}
        """In the transaction that is open."""
        self._known: tuple[str, object] | None = None

    def check_database(self) -> None:
        """Raise `club-restored`, `club-key` or `club-database` where nothing may be done."""
        self._noted.clear()
        row = self._base.fetch_row(
            "SELECT key, epoch, identity, last_value, version_num FROM club, serial, alembic_version"
        )
        if row is None:
            raise Refusal(
                Code.CLUB_DATABASE, "there is no club in the database: `pbem club import` puts one in"
            )
        key, self._epoch, was, serial, version = row
        if version != VERSION:
            raise Refusal(
                Code.CLUB_DATABASE,
                f"the tables of the database are of version {version}, and this program works with "
                f"{VERSION}: stop all workers, install the newest version for each, and start them",
            )
        if key != self._key:
            raise Refusal(
                Code.CLUB_KEY, f"the database is closed with key {key}, and this worker has {self._key}"
            )
        if (was, self._base.number) != self._known:  # who puts it back ends all connections
            if was != identity(self._base):
                raise Refusal(Code.CLUB_RESTORED, _PUT_BACK.format(""))
            self._known = (was, self._base.number)
        epoch, seen = self._read_last()
        if epoch == self._epoch and seen > serial:
            raise Refusal(
                Code.CLUB_RESTORED, _PUT_BACK.format(f" ({seen} changes were seen, it has {serial})")
            )

    def count_change(self) -> int:
        """One more change; the number is remembered when it stands (`remember`). No transaction takes a
        number back, and none waits for another."""
        return int(self._base.fetch_row("SELECT nextval('serial')")[0])

    def remember(self, serial: int) -> None:
        """Remember how far it has counted; raises OSError. Not forced to the disk: a machine that fails may
        forget the last seconds, a process that is killed forgets nothing."""
        _put(self._file, f"{self._epoch} {serial}\n")
        for name, said in self._noted.items():
            self._games.mkdir(0o700, exist_ok=True)
            _put(self._games / name, f"{self._epoch} {said}")
        self._noted.clear()

    def begin_epoch(self) -> None:
        """From now on this database is the true one, and every game's folder in it is one that was put
        back."""
        self._base.execute(
            "UPDATE club SET epoch = ?, identity = ?", (secrets.token_hex(8), identity(self._base))
        )

    # As the memory of folders (`pbem.disk.machine_memory`):

    def note(self, name: str) -> str | None:
        """What was noted last under a name in this epoch; None where this worker has noted more."""
        found = self._base.fetch_row(
            "SELECT said FROM witness WHERE name = ? AND epoch = ?", (name, self._epoch)
        )
        if found is None or _is_older(str(found[0]), self._read_note(name)):
            return None
        return str(found[0])

    def keep(self, name: str, said: str) -> None:
        """Note this in the place of what was noted before."""
        self._base.execute(
            "INSERT INTO witness VALUES (?, ?, ?) "
            "ON CONFLICT (name) DO UPDATE SET epoch = excluded.epoch, said = excluded.said",
            (name, self._epoch, said),
        )
        self._noted[name] = said

    def machine_id(self) -> str:
        """The epoch: it is another when the database was put back."""
        return self._epoch

    def hold(self, name: str) -> AbstractContextManager[object]:
        """A worker has its games to itself until the transaction ends."""
        return nullcontext(name)

    def _read_note(self, name: str) -> str:
        """What this worker noted last under a name in this epoch; nothing if it has not."""
        try:
            epoch, _, said = (self._games / name).read_text(encoding="ascii").partition(" ")
        except FileNotFoundError:
            return ""
        return said if epoch == self._epoch else ""

    def _read_last(self) -> tuple[str, int]:
        try:
            epoch, serial = self._file.read_text(encoding="ascii").split()
            return epoch, int(serial)
        except (FileNotFoundError, ValueError):
            return "", 0


def _is_older(said: str, seen: str) -> bool:
    """Whether a note of a folder (`pbem.log.party.signing_record.Record.mark`) is of less than one that was
    seen, or of as much of something else."""
    if not seen or said == seen:
        return False
    return int(said.partition(" ")[0]) <= int(seen.partition(" ")[0])


def _put(file: Path, text: str) -> None:
    new = file.with_name(f".{file.name}.new")
    new.write_text(text, encoding="ascii")
    new.replace(file)
