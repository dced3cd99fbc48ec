"""The one place that locks: a process holds a file or folder alone, on Linux, macOS and Windows.

Held is a lock file of its own, `.NAME.lock` beside a file and `.lock` inside a folder: on Windows nobody
could read a locked file, and a folder cannot be locked there at all. The system frees the lock when its
process ends, however it ends; so a lock file that a killed process left, or that came along in a copy, stops
nobody, and the next who holds it removes it. Readers hold nothing: what cannot be written can be read.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_AGAIN = 0.01
"""Seconds between two attempts of one who waits."""


@contextmanager
def hold(thing: Path, *, wait: bool = True) -> Iterator[bool]:
    """Whether this process holds the thing until the end of the block; False only where it does not wait.

    Raises OSError that names the thing where no lock file can be made, or what stands in its place.
    """
    from filelock import FileLock, Timeout  # a command that only reads needs none

    file = lock_file(thing)
    lock = FileLock(file, timeout=-1 if wait else 0, poll_interval=_AGAIN)
    try:
        lock.acquire()
    except Timeout:
        yield False
        return
    except OSError as error:  # of a link or folder in its place, which the user has to take away
        blame = file if os.path.lexists(file) else thing
        raise OSError(error.errno, error.strerror, str(blame)) from error
    try:
        yield True
    finally:
        # Before it is let go: whoever waits sees that what he opened has no name any more, and tries anew.
        # Windows removes no file that is open; there `filelock` does it afterwards.
        with suppress(PermissionError):
            file.unlink(missing_ok=True)
        lock.release()


def lock_file(thing: Path) -> Path:
    """Where the lock file of a file or folder lies, by whatever links it was reached."""
    real = thing.resolve()
    return real / ".lock" if real.is_dir() else real.with_name(f".{real.name}.lock")
