"""Files written so that a crash leaves either the old state or the new one, never something between.

All steps that reach the disk go through one small seam, `Disk`, so that a test can kill the process at
each of them. Windows knows no fsync of a folder and does without.
"""

from __future__ import annotations

import os
import secrets
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TypeAlias

from pbem import errors
from pbem.reason_codes import Code

BINARY: int = getattr(os, "O_BINARY", 0)
"""For each `os.open`: without it Windows turns line ends about."""

POSIX = hasattr(os, "getuid")
"""Whether modes say who may read a file, and names may hold a colon: told by what Windows lacks."""

Making: TypeAlias = Callable[[os.stat_result], bytes]
"""Makes the bytes of a file from what the system says of it before they are in it."""

_WAITS: ContextVar[bool] = ContextVar("waits", default=True)


class Disk:
    """The operations that change a disk, one method each."""

    def create(self, path: Path, mode: int) -> int:
        """Open a file that is not there yet; returns the descriptor."""
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, mode)

    def write(self, fd: int, data: bytes) -> None:
        """Write all of `data` at the descriptor's position."""
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(fd, rest) :]

    def fsync(self, fd: int) -> None:
        """Wait until the file's content is on the disk."""
        if _WAITS.get():
            os.fsync(fd)

    def truncate(self, fd: int, size: int) -> None:
        """Cut the file to `size` bytes."""
        os.ftruncate(fd, size)

    def link(self, source: Path, target: Path) -> None:
        """Give the file a second name; fails if the name is taken."""
        if (
            sys.platform == "win32"
        ):  # folders kept in step with a cloud take no links; a move fails in the same way
            source.rename(target)
        else:
            os.link(source, target)

    def rename(self, source: Path, target: Path) -> None:
        """Move the file onto `target`, replacing it."""
        source.replace(target)

    def unlink(self, path: Path) -> None:
        """Remove a name if it is there."""
        path.unlink(missing_ok=True)

    def make_directory(self, path: Path, mode: int = 0o700) -> None:
        """Make a folder and those above it, if they are not there: keys, orders and mails lie in them, so
        that nobody else may look or write, whatever the umask."""
        missing = [each for each in (path, *path.parents) if not each.exists()]
        for each in reversed(missing[1:]):
            each.mkdir(mode, exist_ok=True)
        path.mkdir(mode, exist_ok=True)

    def sync_directory(self, path: Path) -> None:
        """Wait until the directory's names are on the disk, where a folder can be opened."""
        if not hasattr(os, "O_DIRECTORY") or not _WAITS.get():
            return
        fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)


DISK = Disk()


@contextmanager
def without_fsync() -> Iterator[None]:
    """Until the end of the block nothing waits for the disk: what is written is a copy, which need not
    outlast this machine."""
    before = _WAITS.set(False)
    try:
        yield
    finally:
        _WAITS.reset(before)


def write_new(path: Path, data: bytes, *, mode: int = 0o644, disk: Disk = DISK) -> None:
    """Write a file that must not be there yet; raises FileExists and leaves the old file alone."""
    temporary = _write_temporary(path, lambda _: data, mode, disk)
    try:
        disk.link(temporary, path)
    except FileExistsError as error:
        raise errors.FileExists(
            f"{path} exists already and is never overwritten; choose another name"
        ) from error
    finally:
        disk.unlink(temporary)
    disk.sync_directory(path.parent)


def replace(path: Path, data: bytes, *, mode: int = 0o644, disk: Disk = DISK) -> None:
    """Write a file, replacing the one that is there; raises `not-a-plain-file` and leaves anything else
    alone.
    """
    replace_with_new(path, lambda _: data, mode=mode, disk=disk)


def replace_with_new(path: Path, make: Making, *, mode: int = 0o644, disk: Disk = DISK) -> None:
    """As `replace`, with bytes that are made from what the system says of the file that is to hold them."""
    _refuse_all_but_files(path)
    temporary = _write_temporary(path, make, mode, disk)
    try:
        disk.rename(temporary, path)
    finally:
        disk.unlink(temporary)
    disk.sync_directory(path.parent)


def _refuse_all_but_files(path: Path) -> None:
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        what = "a link" if stat.S_ISLNK(mode) else "a folder" if stat.S_ISDIR(mode) else "no plain file"
        raise errors.Refusal(
            Code.NOT_A_PLAIN_FILE, f"{path} is {what} and will not be overwritten; choose another name"
        )


def _write_temporary(path: Path, make: Making, mode: int, disk: Disk) -> Path:
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        fd = disk.create(temporary, mode)
    except OSError as error:  # told of the file that was asked for: the other name means nothing to anybody
        raise OSError(error.errno, error.strerror, str(path)) from error
    try:
        disk.write(fd, make(os.fstat(fd)))
        disk.fsync(fd)
    except OSError as error:
        disk.unlink(temporary)
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        os.close(fd)
    return temporary
