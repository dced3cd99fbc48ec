"""Where files wait until all are made: a folder inside the one that they are for, gone when a run ends.

A run that is killed leaves its staging folder behind. Each run holds a lock on its own, which ends with its
process, so the next run can tell a dead run's folder from a live one's. Where there are no such locks, on
Windows, nothing is cleared.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from modules.plain_files import is_folder

if sys.platform != "win32":
    import fcntl

PREFIX = ".senlac-"
_SIGN = "senlac-staging"
"""An empty file of this name tells a folder of ours from one that only is called so."""


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """While no other run is: waits until the one that is lets go. Raises OSError."""
    held = _hold(folder, wait=True)
    try:
        yield
    finally:
        _let_go(held)


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
        held = _hold(place, wait=False)
        (place / _SIGN).touch()
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)
        _let_go(held)


def clear(out: Path) -> None:
    """Remove what runs that were killed left in a folder; what live ones use stays."""
    if any(out.glob(f"{PREFIX}*")):
        with alone(out):
            _clear(out)


def _clear(out: Path) -> None:
    for left in out.glob(f"{PREFIX}*"):
        if is_folder(left) and _is_ours(left):
            held = _hold(left, wait=False)
            if held is not None:
                shutil.rmtree(left, ignore_errors=True)
            _let_go(held)


def _is_ours(left: Path) -> bool:
    """Whether a folder bears our sign, or is empty: a run may have been killed before it signed."""
    names = {each.name for each in left.iterdir()}
    return not names or (_SIGN in names and (left / _SIGN).lstat().st_size == 0)


def _hold(folder: Path, *, wait: bool) -> int | None:
    """A lock on a folder that ends with the process; None where another run holds it."""
    if sys.platform == "win32":
        return None
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor


def _let_go(held: int | None) -> None:
    if held is not None:
        os.close(held)
