"""What the user's own programs on this PC remember of a thing that lies in a folder: by that the folder can
tell that it is a copy, or older than it was.

The notes lie among the user's own state (`$XDG_STATE_HOME/senlac` or `~/.local/state/senlac`,
`%LOCALAPPDATA%\\senlac`, `~/Library/Application Support/senlac`), away from the folder, so that no backup of
it brings them back. A backup of everything does: so each note bears what the system says of one file beside
them, `anchor`, which is made once and never written again. A file that was put back, or copied to another
PC, is another file.
"""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_state_path

from pbem.disk import whole


def note(name: str) -> str | None:
    """What was noted last under a name, on this PC and in this file system; else None. Raises OSError."""
    folder = _folder()
    try:
        first, _, said = (folder / name).read_text(encoding="utf-8").partition("\n")
        return said if first == _identity(folder / _ANCHOR) else None
    except (FileNotFoundError, UnicodeDecodeError):
        return None


def keep(name: str, said: str) -> None:
    """Note this durably, in the place of what was noted before; raises OSError."""
    folder = _folder()
    whole.DISK.make_directory(folder)
    anchor = folder / _ANCHOR
    if not anchor.exists():
        whole.replace(anchor, b"Made once. If it is another file, the notes beside it were put back.\n")
    whole.replace(folder / name, f"{_identity(anchor)}\n{said}".encode(), mode=0o600)


_ANCHOR = "anchor"


def _folder() -> Path:
    return user_state_path("senlac", appauthor=False) / "shown"


def _identity(file: Path) -> str:
    """What no tool that restores or copies files can give back: the file's number and, on POSIX, the time of
    its last change, which nobody sets; on Windows that of its making."""
    info = file.stat()
    return f"{info.st_ino} {info.st_ctime_ns}"
