"""Folders that lie in the database as rows: a worker has a copy of each on its own disk as long as it needs
it, brings it up to date before it works in it, and writes back what it changed in the same transaction.

The log is the rows of `entry`, each with its exact bytes; mails are rows of `outbox`; every other file is a
row of `file`, the snapshot one of `snapshot`. All but entries are closed with the club's key. A copy is kept
for the next mail, and thrown away whenever a transaction was taken back.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from pbem import errors
from pbem.club.database.connection import Connection
from pbem.club.database.encryption import Sealer
from pbem.disk import atomic_files
from pbem.entry.entries import SignedEntry
from pbem.log.log_file import FIRST_LINE, LogText
from pbem.log.party.folder import LOG
from pbem.play.snapshots import NAME as SNAPSHOT
from pbem.post.faults import BadEnvelope
from pbem.post.outbox import OutgoingMail
from pbem.reason_codes import Code

_BOXES = {"outbox": "waiting", "sent": "sent", "undeliverable": "undeliverable"}
_PLACES = {state: place for place, state in _BOXES.items()}
_ID = re.compile(rb"^Message-ID:\s*(<[^<>\s]+>)", re.IGNORECASE | re.MULTILINE)
_SECRET = 0o600

Stamp = tuple[int, int, int]
"""Size, time of the last change and number of a file: what tells that it was written."""


@dataclass(slots=True)
class FolderCopy:
    """A folder of the database on this worker's disk. `stamps`: of its files when it was last the same as the
    rows; `entries`: how many stood in its log."""

    name: str
    place: Path
    version: int = -1
    entries: int = 0
    size: int = 0
    stamps: dict[str, Stamp] = field(default_factory=dict)


class Folders:
    """The folders that this worker has on its disk; `most`: how many it keeps there."""

    def __init__(self, base: Connection, sealer: Sealer, place: Path, most: int = 256) -> None:
        self._base, self._sealer, self._place, self._most = base, sealer, place, most
        self._held: dict[str, FolderCopy] = {}
        self._taken: dict[str, FolderCopy] = {}

    def take(self, name: str, *, alone: bool = True) -> None:
        """Bring a folder up to date, and have it alone until the transaction ends (else only read it).
        Raises DatabaseFault or `club-key`."""
        if name in self._taken:
            return
        if alone:
            self._lock(name)
        held = self._held.pop(name, None) or FolderCopy(name, self.path(name))
        self._held[name] = held
        try:
            self._bring_up_to_date(held)
        except errors.PbemError:
            self._throw_away(self._held.pop(name))
            raise
        self._taken[name] = held

    def lock(self, name: str) -> None:
        """Have a folder alone that was only read before."""
        self._lock(name)
        self._bring_up_to_date(self._taken[name])

    def open_mail(self, game: str, name: str, envelope: str, sealed: bytes) -> OutgoingMail:
        """A mail of a folder from its row; raises `club-key`."""
        return unseal_mail(self._sealer, game, name, envelope, sealed)

    def path(self, name: str) -> Path:
        """Where the copy of a folder lies."""
        return self._place / "games" / name if name else self._place

    def keep(self) -> None:
        """Write back what was changed in all that were taken; raises DatabaseFault, and StaleEntry where an
        entry would stand in the place of another."""
        for held in list(self._taken.values()):
            self._write_back(held)

    def end(self, *, stands: bool) -> list[str]:
        """The transaction is over. Where it does not stand, the copies of what was taken are thrown away;
        else those that were not used for longest, over the limit. The names of what was thrown away."""
        gone = [] if stands else list(self._taken)
        self._taken.clear()
        over = [name for name in self._held if name and name not in gone]
        gone += over[: max(0, len(over) - self._most)]
        for name in gone:
            self._throw_away(self._held.pop(name))
        return gone

    # --- from the rows -------------------------------------------------------------------------------------

    def _lock(self, name: str) -> None:
        self._base.execute("SELECT pg_advisory_xact_lock(hashtextextended('senlac ' || ?, 0))", (name,))

    def _bring_up_to_date(self, held: FolderCopy) -> None:
        found = self._base.fetch_row("SELECT version FROM held WHERE name = ?", (held.name,))
        if found is None:
            raise errors.Refusal(Code.NO_SUCH_GAME, f"there is no game {held.name!r} in the database")
        if found[0] == held.version:
            return
        atomic_files.DISK.make_directory(held.place)
        for path in self._newer_files(held):
            held.stamps.pop(path, None)
            if stamp := _stamp(held.place / path):
                held.stamps[path] = stamp
        self._read_log(held)
        held.version = found[0]

    def _newer_files(self, held: FolderCopy) -> Iterator[str]:
        """Write what is newer than the copy; the paths."""
        for path, sealed in self._base.execute(
            "SELECT path, sealed FROM file WHERE game = ? AND version > ?", (held.name, held.version)
        ):
            file = held.place / path
            if sealed is None:
                file.unlink(missing_ok=True)
            else:
                _write(file, self._sealer.open(bytes(sealed), "file", held.name, path))
            yield path
        for (sealed,) in self._base.execute(
            "SELECT sealed FROM snapshot WHERE game = ? AND version > ?", (held.name, held.version)
        ):
            with suppress(errors.Refusal):  # one that is damaged is missed by nobody
                _write(held.place / SNAPSHOT, self._sealer.open(bytes(sealed), "snapshot", held.name))
                yield SNAPSHOT
        for name, digest, envelope, state in self._base.execute(
            "SELECT name, digest, envelope, state FROM outbox WHERE game = ? AND version > ?",
            (held.name, held.version),
        ):
            for place in _BOXES:
                (held.place / place / f"{name}.eml").unlink(missing_ok=True)
                held.stamps.pop(f"{place}/{name}.eml", None)
            if state in _PLACES:
                path = f"{_PLACES[state]}/{name}.eml"
                _write(held.place / path, make_empty_mail(name, envelope, digest).encode())
                yield path

    def _read_log(self, held: FolderCopy) -> None:
        rows = list(
            self._base.execute(
                "SELECT seq, signatures, data FROM entry WHERE game = ? AND seq >= ? ORDER BY seq",
                (held.name, held.entries),
            )
        )
        if not rows:
            return
        if [row[0] for row in rows] != list(range(held.entries, held.entries + len(rows))):
            raise errors.BrokenLog(
                f"entries of game {held.name} are missing in the database",
                errors.LogFault(Code.EMPTY_LOG, ""),
            )
        text = b"".join(bytes(signatures) + b" " + bytes(data) + b"\n" for _, signatures, data in rows)
        file = held.place / LOG
        if held.entries:
            with file.open("ab") as log:
                log.write(text)
        else:
            _write(file, FIRST_LINE + text, 0o644)
        held.entries += len(rows)
        held.size = file.stat().st_size

    # --- to the rows ---------------------------------------------------------------------------------------

    def _write_back(self, held: FolderCopy) -> None:
        files, changed, gone = _changed_files(held)
        log = held.place / LOG
        grown = bool(held.name) and log.is_file() and log.stat().st_size != held.size
        if not changed and not gone and not grown:
            return
        if not held.name:
            self.lock("")  # what others have written meanwhile is missed by no copy
            files, changed, gone = _changed_files(held)
        held.version = self._base.fetch_row(
            "UPDATE held SET version = version + 1 WHERE name = ? RETURNING version", (held.name,)
        )[0]
        if grown:
            self._write_log(held, log)
        for path in gone:
            self._remove(held, path, files)
        held.stamps = files
        for path in changed:
            self._put(held, path)

    def _write_log(self, held: FolderCopy, log: Path) -> None:
        lines = LogText.parse(log.read_bytes()).lines
        if len(lines) < held.entries:
            raise errors.StaleEntry(f"the log of game {held.name} has lost entries")
        for seq, line in enumerate(lines[held.entries :], held.entries):
            signatures, _, data = line.partition(b" ")
            if SignedEntry.from_record(line).to_record() != line:
                raise errors.StaleEntry(f"entry {seq} of game {held.name} is not in its own bytes")
            self._base.execute("INSERT INTO entry VALUES (?, ?, ?, ?)", (held.name, seq, signatures, data))
        held.entries, held.size = len(lines), log.stat().st_size

    def _remove(self, held: FolderCopy, path: str, files: dict[str, Stamp]) -> None:
        place, _, file = path.partition("/")
        if path == SNAPSHOT:
            self._base.execute("DELETE FROM snapshot WHERE game = ?", (held.name,))
        elif place not in _BOXES:
            self._base.execute(
                "UPDATE file SET sealed = NULL, version = ? WHERE game = ? AND path = ?",
                (held.version, held.name, path),
            )
        elif not any(f"{other}/{file}" in files for other in _BOXES):
            self._base.execute(
                "UPDATE outbox SET state = 'dropped', sealed = NULL, version = ? "
                "WHERE game = ? AND name = ? AND state = 'waiting'",
                (held.version, held.name, file.removesuffix(".eml")),
            )

    def _put(self, held: FolderCopy, path: str) -> None:
        data = (held.place / path).read_bytes()
        if path == SNAPSHOT:
            self._base.execute(
                "INSERT INTO snapshot VALUES (?, ?, ?) ON CONFLICT (game) "
                "DO UPDATE SET sealed = excluded.sealed, version = excluded.version",
                (held.name, self._sealer.seal(data, "snapshot", held.name), held.version),
            )
            return
        if path.partition("/")[0] in _BOXES and path.endswith(".eml"):
            self._put_mail(held, Path(path).stem, data, _BOXES[path.partition("/")[0]])
            return
        self._base.execute(
            "INSERT INTO file VALUES (?, ?, ?, ?) ON CONFLICT (game, path) "
            "DO UPDATE SET sealed = excluded.sealed, version = excluded.version",
            (held.name, path, self._sealer.seal(data, "file", held.name, path), held.version),
        )

    def _put_mail(self, held: FolderCopy, name: str, data: bytes, state: str) -> None:
        mail = OutgoingMail.decode(name, data)
        if not mail.message and self._move_row(held, name, mail.digest, state):
            return
        head = mail.message.partition(b"\r\n\r\n")[0]
        found = _ID.search(head)
        envelope = data.partition(b"\r\n")[0].decode("ascii")
        self._base.execute(
            "INSERT INTO outbox (game, name, digest, message_id, envelope, sealed, state, version) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                held.name,
                name,
                mail.digest,
                found[1].decode("ascii", "replace") if found else None,
                envelope,
                self._sealer.seal(data, "mail", held.name, name) if mail.message else None,
                state,
                held.version,
            ),
        )
        path = f"{_PLACES[state]}/{name}.eml"
        _write(held.place / path, mail.drop_message().encode())
        if stamp := _stamp(held.place / path):
            held.stamps[path] = stamp

    def _move_row(self, held: FolderCopy, name: str, digest: str, state: str) -> bool:
        """Whether a mail has its row already and only lies elsewhere now: the answer to it came."""
        row = self._base.fetch_row(
            "UPDATE outbox SET state = ?, version = ?, "
            "sealed = CASE WHEN ? = 'sent' THEN NULL ELSE sealed END "
            "WHERE game = ? AND name = ? AND digest = ? RETURNING number",
            (state, held.version, state, held.name, name, digest),
        )
        return row is not None

    @staticmethod
    def _throw_away(held: FolderCopy) -> None:
        if held.name:
            shutil.rmtree(held.place, ignore_errors=True)
        elif held.place.is_dir():
            for path, _ in list(_files(held.place, club=True)):
                (held.place / path).unlink(missing_ok=True)


def make_empty_mail(name: str, envelope: str, digest: str) -> OutgoingMail:
    """A mail of the outbox without its message, which is gone or not needed."""
    mail = OutgoingMail.decode(name, envelope.encode("ascii"))
    return OutgoingMail(name, b"", mail.to, mail.delivered, mail.refused, digest)


def unseal_mail(sealer: Sealer, game: str, name: str, envelope: str, sealed: bytes) -> OutgoingMail:
    """A mail of the outbox from its row. The envelope tells who has got it; whom it is for is closed with it,
    so that nobody who writes to the database has it sent to himself. Raises `club-key`."""
    first = OutgoingMail.decode(name, sealer.open(sealed, "mail", game, name))
    try:
        mail = OutgoingMail.decode(name, envelope.encode() + b"\r\n" + first.message)
    except BadEnvelope:
        mail = None
    if mail is None or mail.to != first.to:
        raise errors.Refusal(
            Code.CLUB_KEY, f"mail {game} {name} in the database was for {', '.join(first.to)}"
        )
    return mail


def _changed_files(held: FolderCopy) -> tuple[dict[str, Stamp], list[str], list[str]]:
    """The files of a copy, those that were written since it was the same as the rows, and those that went."""
    files = dict(_files(held.place, club=not held.name))
    changed = [path for path, stamp in files.items() if held.stamps.get(path) != stamp]
    return files, changed, [path for path in held.stamps if path not in files]


def _files(place: Path, *, club: bool) -> Iterator[tuple[str, Stamp]]:
    """The files of a folder with their stamps, but for the log, and what may be deleted at any time; of that
    the snapshot alone is kept for other workers."""
    if not club and (stamp := _stamp(place / SNAPSHOT)) is not None:
        yield SNAPSHOT, stamp
    waits = [place]
    while waits:
        folder = waits.pop()
        with os.scandir(folder) as found:
            for each in found:
                if each.name.startswith(".") or (folder == place and each.name == LOG):
                    continue
                if each.is_dir(follow_symlinks=False):
                    if not (club and folder == place and each.name == "games"):
                        waits.append(Path(each.path))
                    continue
                info = each.stat(follow_symlinks=False)
                path = PurePosixPath(Path(each.path).relative_to(place))
                yield str(path), (info.st_size, info.st_mtime_ns, info.st_ino)


def _stamp(file: Path) -> Stamp | None:
    try:
        info = file.stat()
    except FileNotFoundError:
        return None
    return info.st_size, info.st_mtime_ns, info.st_ino


def _write(file: Path, data: bytes, mode: int = _SECRET) -> None:
    """A file of a copy: it need not outlast this machine, so nothing waits for the disk."""
    atomic_files.DISK.make_directory(file.parent)
    file.unlink(missing_ok=True)
    fd = atomic_files.DISK.create(file, mode)
    try:
        atomic_files.DISK.write(fd, data)
    finally:
        os.close(fd)
