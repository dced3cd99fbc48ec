"""What the user's own programs on this PC remember of a thing that lies in a folder: by that the folder can
tell that it is a copy, or older than it was.

The notes lie among the user's own state (`$XDG_STATE_HOME/senlac` or `~/.local/state/senlac`,
`%LOCALAPPDATA%\\senlac`, `~/Library/Application Support/senlac`), away from the folder, so that no backup of
it brings them back. A backup of everything does: so each note bears what the system says of one file beside
them, `anchor`, which is made once and never written again. A file that was put back, or copied to another
PC, is another file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Protocol

from platformdirs import user_state_path

from pbem.disk import whole


class Memory(Protocol):
    """What remembers in the place of this PC, for folders that are on no PC: those of a club in a
    database."""

    def note(self, name: str) -> str | None:
        """As the function."""
        ...

    def keep(self, name: str, said: str) -> None:
        """As the function."""
        ...

    def here(self) -> str:
        """As the function."""
        ...


class ThisPC:
    """The user's own state on this PC."""

    def note(self, name: str) -> str | None:
        """As the function."""
        return _note_of(name)

    def keep(self, name: str, said: str) -> None:
        """As the function."""
        _keep_at(name, said)

    def here(self) -> str:
        """As the function."""
        return hashlib.sha256(_identity(_anchor()).encode()).hexdigest()[:16]


THIS_PC = ThisPC()
_MEMORY: ContextVar[Memory] = ContextVar("memory", default=THIS_PC)


@contextmanager
def remembered_by(memory: Memory) -> Iterator[None]:
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


def here() -> str:
    """What tells this PC and file system from others, 16 hex digits; raises OSError."""
    return _MEMORY.get().here()


def _note_of(name: str) -> str | None:
    folder = _folder()
    try:
        first, _, said = (folder / name).read_text(encoding="utf-8").partition("\n")
        return said if first == _identity(folder / _ANCHOR) else None
    except (FileNotFoundError, UnicodeDecodeError):
        return None


def _keep_at(name: str, said: str) -> None:
    anchor = _anchor()
    whole.replace(anchor.with_name(name), f"{_identity(anchor)}\n{said}".encode(), mode=0o600)


_ANCHOR = "anchor"


def _anchor() -> Path:
    """The file that is made once."""
    folder = _folder()
    anchor = folder / _ANCHOR
    if not anchor.exists():
        whole.DISK.make_directory(folder)
        whole.replace(anchor, b"Made once. If it is another file, the notes beside it were put back.\n")
    return anchor


def _folder() -> Path:
    return user_state_path("senlac", appauthor=False) / "shown"


def _identity(file: Path) -> str:
    """What no tool that restores or copies files can give back: the file's number and, on POSIX, the time of
    its last change, which nobody sets; on Windows that of its making."""
    info = file.stat()
    return f"{info.st_ino} {info.st_ctime_ns}"
