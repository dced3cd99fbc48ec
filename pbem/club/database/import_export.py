"""A club goes from a folder into a database, and back: nobody is locked in. What goes on in one place signs
nothing any more in the other.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from pbem import errors
from pbem.club import settings
from pbem.club.club_folder import ClubFolder
from pbem.club.database.club_database import DatabaseClub
from pbem.club.database.connection import Connection
from pbem.club.database.encryption import Sealer
from pbem.club.database.game_folders import Folders, make_empty_mail
from pbem.club.database.restore_watch import RestoreWatch
from pbem.club.game_index import Index
from pbem.disk import atomic_files
from pbem.disk.machine_memory import THIS_PC
from pbem.log.party import disclosures, signing_record
from pbem.log.party.folder import Folder
from pbem.reason_codes import Code

_KEPT = (
    *("club.yaml", "outbox", "sent", "undeliverable"),
    *("waiting", "asked", "stopped", "wanted", "aside", "put_off"),
)
"""What belongs to no game and goes along."""


def workplace(where: str, sealer: Sealer, place: Path, remembered: Path) -> DatabaseClub:
    """The club in a database, for who works in `place`."""
    base = Connection(where)
    return DatabaseClub(
        place, base, Folders(base, sealer, place), RestoreWatch(base, remembered, sealer.id), []
    )


def import_club(hall: ClubFolder, there: DatabaseClub) -> list[str]:
    """Put a club into a database in which there is none; the names of its games. A game that cannot be put
    there leaves everything as it was. Raises `club-database`, DatabaseFault or OSError."""
    names = hall.names()
    notes = [note for name in names for note in _notes(hall.game(name).path)]
    try:
        _import_rows(hall, there, names, notes)
    except BaseException:
        for tip, said in notes:  # it goes on where it was
            THIS_PC.keep(tip, said)
        raise
    return names


def _import_rows(
    hall: ClubFolder, there: DatabaseClub, names: list[str], notes: list[tuple[str, str]]
) -> None:
    with there.work():
        if there.names() or (there.path / settings.NAME).is_file():
            raise errors.Refusal(Code.CLUB_DATABASE, "there is a club in this database already")
        there.folders.lock("")
        for name in _KEPT:
            _copy(hall.path / name, there.path / name)
        for name in names:
            there.base.execute("INSERT INTO held (name) VALUES (?)", (name,))
            folder = there.game(name)
            _copy(hall.game(name).path, folder.path)
        there.folders.keep()
        Index(there, there.base).refresh(names)
        for tip, said in notes:
            there.watch.keep(tip, said)
            THIS_PC.keep(
                tip, disclosures.MOVED
            )  # before the other counts: better neither of the two than both


def export_club(there: DatabaseClub, hall: ClubFolder, *, moves: bool) -> list[str]:
    """Write the club of a database as plain folders; the names of its games. It `moves` there, and the
    database signs nothing any more; or these are copies that sign nothing. Raises DatabaseFault, FileExists
    or OSError."""
    if (hall.path / "games").exists() or (hall.path / "club.yaml").exists():
        raise errors.FileExists(f"there is a club in {hall.path}")
    notes: list[tuple[str, str]] = []
    with there.work():
        names = there.names()
        for name in ["", *names]:
            _export_game(there, name, hall.path / "games" / name if name else hall.path)
            if moves and name:
                notes += _notes(there.game(name).path)
        for tip, _ in notes:
            there.watch.keep(tip, disclosures.MOVED)
    for tip, said in notes:
        THIS_PC.keep(tip, said)
    return names


def _export_game(there: DatabaseClub, name: str, place: Path) -> None:
    there.folders.take(name)
    source = there.folders.path(name)
    atomic_files.DISK.make_directory(place)
    for entry in sorted(source.iterdir()):
        if not entry.name.startswith(".") and entry.name not in ("games", "outbox", "sent", "undeliverable"):
            _copy(entry, place / entry.name)
    for state, mail, envelope, digest, sealed in there.base.execute(
        "SELECT state, name, envelope, digest, sealed FROM outbox WHERE game = ? ORDER BY number", (name,)
    ):
        if sealed is None:
            it = make_empty_mail(mail, envelope, digest)
        else:
            it = there.folders.open_mail(name, mail, envelope, bytes(sealed))
        folder = place / {"waiting": "outbox"}.get(state, state)
        if state != "dropped":
            atomic_files.DISK.make_directory(folder)
            atomic_files.replace(folder / f"{mail}.eml", it.encode(), mode=0o600)


def _notes(path: Path) -> Iterator[tuple[str, str]]:
    """What is noted of a game, and of each side by mail word in it, where they are the true ones."""
    for file in sorted(path.rglob(signing_record.FILE)):
        if (note := disclosures.machine_note(Folder(file.parent))) is not None:
            yield note


def _copy(source: Path, target: Path) -> None:
    """A file or a folder with all in it, each with its own mode; locks and caches are left out."""
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True, ignore=_hidden)
    elif source.is_file():
        atomic_files.DISK.make_directory(target.parent)
        shutil.copy(source, target)


def _hidden(_: str, names: list[str]) -> list[str]:
    return [name for name in names if name.startswith(".")]
