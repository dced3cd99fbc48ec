"""Where files wait until all are made: a folder inside the one that they are for, gone when a run ends.

A run that is killed leaves its staging folder behind. Each run holds a lock on its own, which ends with its
process, so the next run can tell a dead run's folder from a live one's.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from modules.plain_files import is_folder

PREFIX = ".senlac-"
_LOCK = ".lock"
_SIGN = "senlac-staging"
"""An empty file of this name tells a folder of ours from one that only is called so."""


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """While no other run is: waits until the one that is lets go. Raises OSError."""
    lock = FileLock(folder / _LOCK, poll_interval=0.01)
    try:
        lock.acquire()
    except OSError as error:
        blame = folder / _LOCK if os.path.lexists(folder / _LOCK) else folder
        raise OSError(error.errno, error.strerror, str(blame)) from error
    try:
        yield
    finally:
        # Before it is let go, so that a run that waits sees that what it opened has no name any more. Windows
        # removes no file that is open; there `filelock` does it afterwards.
        with suppress(PermissionError):
            (folder / _LOCK).unlink(missing_ok=True)
        lock.release()


@contextmanager
def made(out: Path) -> Iterator[None]:
    """A folder that is made where it is missing, and is gone again where the block fails. Raises OSError."""
    missing = [each for each in (out, *out.parents) if not each.exists()]
    try:
        out.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        with suppress(OSError):  # somebody else may have put something there
            for each in missing:
                each.rmdir()
        raise


@contextmanager
def staging(out: Path) -> Iterator[Path]:
    """A new folder inside `out` for the files of this run. Raises OSError that names `out`."""
    with alone(out):  # between making the folder and holding it nobody may take it for a dead run's
        _clear(out)
        try:
            place = Path(tempfile.mkdtemp(prefix=PREFIX, dir=out))
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(out)) from error
        lock = FileLock(place / _LOCK)
        lock.acquire()
        (place / _SIGN).touch()
    try:
        yield place
    finally:
        lock.release()  # Windows removes no file that is open
        shutil.rmtree(place, ignore_errors=True)


def clear(out: Path) -> None:
    """Remove what runs that were killed left in a folder; what live ones use stays."""
    if any(out.glob(f"{PREFIX}*")):
        with alone(out):
            _clear(out)


def _clear(out: Path) -> None:
    for left in out.glob(f"{PREFIX}*"):
        if is_folder(left) and _is_ours(left) and _is_dead(left):
            shutil.rmtree(left, ignore_errors=True)


def _is_ours(left: Path) -> bool:
    """Whether a folder bears our sign, or is empty: a run may have been killed before it signed."""
    names = {each.name for each in left.iterdir()} - {_LOCK}
    return not names or (_SIGN in names and (left / _SIGN).lstat().st_size == 0)


def _is_dead(left: Path) -> bool:
    """Whether no run holds a staging folder. Nobody takes hold of one that another run has made. What has no
    lock of ours in it (a link, a folder) was not left by a run."""
    try:
        FileLock(left / _LOCK, timeout=0).acquire().lock.release()
    except (Timeout, OSError):
        return False
    return True
