"""What the user's own programs on this PC remember of a thing that lies in a folder: by that the folder can
tell that it is a copy, or older than it was.

The notes lie among the user's own state (`$XDG_STATE_HOME/senlac` or `~/.local/state/senlac`,
`%LOCALAPPDATA%\\senlac`, `~/Library/Application Support/senlac`), away from the folder, so that no backup of
it brings them back. A backup of everything does: so each note bears what the system says of its own file,
which number it has and when it was last touched. A note that was put back, or copied to another PC, lies in
another file, or in one that was touched later than the note says.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Protocol

from platformdirs import user_state_path

from pbem.disk import atomic_files, file_locks


class Memory(Protocol):
    """What remembers in the place of this PC, for folders that are on no PC: those of a club in a
    database."""

    def note(self, name: str) -> str | None:
        """As the function."""
        ...

    def keep(self, name: str, said: str) -> None:
        """As the function."""
        ...

    def machine_id(self) -> str:
        """As the function."""
        ...

    def hold(self, name: str) -> AbstractContextManager[object]:
        """As the function."""
        ...


class ThisPC:
    """The user's own state on this PC."""

    def note(self, name: str) -> str | None:
        """As the function."""
        return _read_note(name)

    def keep(self, name: str, said: str) -> None:
        """As the function."""
        _write_note(name, said)

    def machine_id(self) -> str:
        """As the function."""
        return hashlib.sha256(_identity(_anchor()).encode()).hexdigest()[:16]

    def hold(self, name: str) -> AbstractContextManager[object]:
        """As the function."""
        return file_locks.hold(_anchor().with_name(name))


THIS_PC = ThisPC()
_MEMORY: ContextVar[Memory] = ContextVar("memory", default=THIS_PC)


@contextmanager
def use_memory(memory: Memory) -> Iterator[None]:
    """Until the end of the block what is noted is noted there."""
    before = _MEMORY.set(memory)
    try:
        yield
    finally:
        _MEMORY.reset(before)


def note(name: str) -> str | None:
    """What was noted last under a name, on this PC and in this file system; else None. Raises OSError."""
    return _MEMORY.get().note(name)


def keep(name: str, said: str) -> None:
    """Note this durably, in the place of what was noted before; raises OSError."""
    _MEMORY.get().keep(name, said)


def machine_id() -> str:
    """What tells this PC and file system from others, 16 hex digits; raises OSError."""
    return _MEMORY.get().machine_id()


def hold(name: str) -> AbstractContextManager[object]:
    """No other program on this PC notes anything under this name until the end of the block. Raises
    OSError."""
    return _MEMORY.get().hold(name)


_ANCHOR = "anchor"
_OWN = "own"
"""The first word of a note that bears what the system says of its own file; one of an earlier release bears
the same of the anchor of that time."""
_FIRST_ANCHOR = b"Made once. If it is another file, the notes beside it were put back.\n"
_SECOND_ANCHOR = b"Made once. It tells this PC and file system from others.\n"
_AT_ONCE = 5 * 10**9
"""Nanoseconds within which a file gets its name after its bytes."""


def _read_note(name: str) -> str | None:
    file = _folder() / name
    try:
        with file.open(encoding="utf-8", newline="\n") as opened:
            info, text = os.fstat(opened.fileno()), opened.read()
        first, _, said = text.partition("\n")
        is_own = first.startswith(_OWN)
        good = _is_same_file(info, first) if is_own else first == _identity(file.with_name(_ANCHOR))
    except (FileNotFoundError, UnicodeDecodeError):
        return None
    return said if good else None


def _write_note(name: str, said: str) -> None:
    anchor = _anchor()
    if anchor.read_bytes() == _FIRST_ANCHOR:
        _renew(anchor)
    _write(anchor.with_name(name), said)


def _write(file: Path, said: str) -> None:
    """Write the note; once more where the disk was so slow that it would not know itself. Where that helps
    nothing, the system's clock and that of its disk differ: then the file's number says all."""
    for timed in (atomic_files.POSIX, atomic_files.POSIX, False):
        atomic_files.replace_with_new(file, partial(_encode_note, said=said, timed=timed), mode=0o600)
        if _read_note(file.name) == said:
            return


def _encode_note(info: os.stat_result, said: str, timed: bool) -> bytes:
    """A note with its first line: the number of its file, which on Windows never comes again, and where
    numbers come again the time."""
    return f"{_OWN} {info.st_ino} {info.st_ctime_ns if timed else 0}\n{said}".encode()


def _renew(anchor: Path) -> None:
    """Let the notes of an earlier release bear what the system says of their own files, and make their anchor
    anew: by that one no older note counts any more."""
    with file_locks.hold(anchor):
        if anchor.read_bytes() != _FIRST_ANCHOR:
            return
        names = [file.name for file in anchor.parent.iterdir() if not file.name.startswith((".", _ANCHOR))]
        for name in sorted(names):
            said = _read_note(name)
            if said is not None:
                _write(anchor.with_name(name), said)
        atomic_files.replace(anchor, _SECOND_ANCHOR)


def _anchor() -> Path:
    """The file that is made once."""
    folder = _folder()
    anchor = folder / _ANCHOR
    if not anchor.exists():
        atomic_files.DISK.make_directory(folder)
        atomic_files.replace(anchor, _SECOND_ANCHOR)
    return anchor


def _folder() -> Path:
    return user_state_path("senlac", appauthor=False) / "shown"


def _identity(file: Path) -> str:
    """What no tool that restores or copies files can give back: the file's number and, on POSIX, the time of
    its last change, which nobody sets; on Windows that of its making."""
    info = file.stat()
    return f"{info.st_ino} {info.st_ctime_ns}"


def _is_same_file(info: os.stat_result, first: str) -> bool:
    """Whether the first line of a note says of its file what the system says. A file gets its name at once
    after its bytes, and that is the last change of it."""
    found = re.fullmatch(rf"{_OWN} (\d{{1,20}}) (\d{{1,20}})", first)
    if found is None or int(found[1]) != info.st_ino:
        return False
    return found[2] == "0" or 0 <= info.st_ctime_ns - int(found[2]) <= _AT_ONCE
