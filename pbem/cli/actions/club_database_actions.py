"""What the commands of a club in a database do and print. Each function gives its exit code."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

from modules.amounts import count_noun
from pbem import errors
from pbem.cli.actions import club_actions, post_actions
from pbem.cli.output import tell
from pbem.club import club_folder
from pbem.club.club_folder import ClubFolder
from pbem.club.database import encryption, import_export, migration, recovery
from pbem.club.database.club_database import DatabaseClub
from pbem.club.database.connection import DatabaseFault
from pbem.club.database.encryption import Sealer
from pbem.club.database.worker import Worker
from pbem.disk import atomic_files, file_locks
from pbem.mail.limits import MAX_BYTES
from pbem.post.faults import Unreachable
from pbem.post.folder_rounds import Pace
from pbem.post.post_settings import NAME, PostSettings
from pbem.post.robot_log import LogNote, Tell
from pbem.post.stop_signal import Stop
from pbem.post.transports import Source, TooBig, WaitingMail
from pbem.reason_codes import Code

_REMEMBERED = "seen"
"""In a worker's folder: how far it has seen the database count."""


def new_key(file: Path, as_json: bool) -> int:
    """A key."""
    made = encryption.make(file)
    said = f"{file}: give it to each worker, and keep a copy apart from the database and its backups\n"
    tell({"file": str(file), "id": made.id} if as_json else said)
    return 0


def import_club(path: Path, where: str, key: Path, as_json: bool) -> int:
    """A club goes into a database."""
    place, sealer = club_folder.open_club(path), Sealer.load(key)
    migration.upgrade(where, sealer)
    with _busy(path), _there(where, sealer, path / _REMEMBERED) as there:
        names = import_export.import_club(place, there)
    tell(
        {"games": names}
        if as_json
        else f"{count_noun(len(names), 'game')} in the database; play goes on there\n"
    )
    return 0


def export_club(path: Path, where: str, key: Path, moves: bool, as_json: bool) -> int:
    """Plain folders of a club."""
    atomic_files.DISK.make_directory(path)
    with _there(where, Sealer.load(key), path / f".{_REMEMBERED}") as there:
        names = import_export.export_club(there, ClubFolder(path), moves=moves)
    how = "go on there" if moves else "are copies, which sign nothing"
    tell(
        {"games": names, "moved": moves} if as_json else f"{path}: {count_noun(len(names), 'game')}: {how}\n"
    )
    return 0


def confirm_restored(path: Path, where: str, key: Path, now: int, as_json: bool) -> int:
    """Players are asked."""
    (path / _REMEMBERED).unlink(missing_ok=True)  # what it was before
    with _there(where, Sealer.load(key), path / _REMEMBERED) as there:
        asked = recovery.confirm_restored(there, now)
    goes_on = "goes on from the backup: all play by mail word, and are told"
    lines = [f"{name}: {', '.join(to) + ' are asked' if to else goes_on}" for name, to in asked.items()]
    said = "\n".join(lines or ["no game goes on that could ask anybody"]) + "\n"
    tell({"asked": {name: list(to) for name, to in asked.items()}} if as_json else said)
    return 0


def resume(path: Path, where: str, key: Path, file: Path | None, word: str, now: int, as_json: bool) -> int:
    """A game goes on."""
    post, sealer = PostSettings.read(file or path / NAME), Sealer.load(key)
    with _busy(path), _copies(path) as copies:
        worker = Worker(where, sealer, copies, path / _REMEMBERED, post.sender, post.sink())
        try:
            with worker.hall.work():
                return club_actions.resume_game(worker.desk, word, now, as_json)
        finally:
            worker.close()


def write_again(path: Path, where: str, key: Path, address: str, as_json: bool) -> int:
    """An address gets mail again."""
    with _there(where, Sealer.load(key), path / _REMEMBERED) as there, there.work():
        return club_actions.write_again(there, address, as_json)


def rekey(where: str, old: Path, new: Path, as_json: bool) -> int:
    """Another key."""
    sealer = Sealer.load(new)
    count = recovery.reencrypt(where, Sealer.load(old), sealer)
    said = f"{count_noun(count, 'row')} closed with {new}: start the workers with it\n"
    tell({"rows": count, "id": sealer.id} if as_json else said)
    return 0


def work(
    path: Path, where: str, key: Path, file: Path | None, pace: Pace, pictured: bool, as_json: bool
) -> int:
    """A worker, until it is told to stop."""
    post, sealer = PostSettings.read(file or path / NAME), Sealer.load(key)
    post.look_at_passwords()
    migration.upgrade(where, sealer)
    stop, teller = post_actions.catch_signals(), post_actions.teller(as_json)
    heard = nullcontext() if pace.once else post.listen(MAX_BYTES, stop.nudge)
    with _busy(path), _copies(path) as copies, heard:
        worker = Worker(
            where, sealer, copies, path / _REMEMBERED, post.sender, post.sink(), pictured=pictured
        )
        try:
            while not stop.is_set():
                code = _round(worker, post.sources(MAX_BYTES), stop, teller)
                if pace.once:
                    return code
                stop.wait(pace.every)
            return 0
        finally:
            worker.close()


def _round(worker: Worker, sources: Sequence[Source], stop: Stop, tell_note: Tell) -> int:
    """All mail that waits, then all that there is to do."""
    try:
        for source in sources:
            _fetch(worker, source, stop, tell_note)
        for job in (worker.take_up, worker.take_in, worker.keep_time, worker.send):
            while not stop.is_set() and (notes := job(int(time.time()))):
                for note in notes:
                    tell_note(note)
    except Unreachable as error:
        tell_note(LogNote("trouble", "server", str(error)))
        return 1
    except DatabaseFault as error:
        tell_note(LogNote("trouble", "database", str(error.strerror)))
        return 2
    return 0


def _fetch(worker: Worker, source: Source, stop: Stop, tell_note: Tell) -> None:
    """Mail is the database's before it is settled where it came from."""
    try:
        for mail in source.waiting_mails():
            refused = _put(worker, mail, tell_note)
            source.settle(mail, refused=refused)
            if stop.is_set():
                break
    finally:
        source.close()


def _put(worker: Worker, mail: WaitingMail, tell_note: Tell) -> bool:
    if isinstance(mail.data, TooBig):
        tell_note(
            LogNote(
                "refused", mail.name, f"not read: its {count_noun(mail.data.size, 'byte')} are over the limit"
            )
        )
        return True
    worker.put(mail.data, int(time.time()))
    return False


@contextmanager
def _there(where: str, sealer: Sealer, remembered: Path) -> Iterator[DatabaseClub]:
    """The club in a database, with a place for copies that is taken away afterwards."""
    with tempfile.TemporaryDirectory(prefix="senlac-club-") as place:
        there = import_export.workplace(where, sealer, Path(place), remembered)
        try:
            yield there
        finally:
            there.base.close()


@contextmanager
def _copies(path: Path) -> Iterator[Path]:
    """Where a worker has its copies: what one that was killed has left is taken away, as keys lie open in
    it."""
    place = path / "copies"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(mode=0o700)
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


@contextmanager
def _busy(path: Path) -> Iterator[None]:
    """One process works in a folder; raises `club-busy`."""
    with file_locks.hold(path / "work", wait=False) as alone:
        if not alone:
            raise errors.Refusal(Code.CLUB_BUSY, f"another process works in {path}: give each a folder")
        yield
