"""The one reader of files that a stranger may have made: plain files, of a bounded size, through no link.

A link could lead out of the folder, a pipe would never end, a device may do anything when it is read. None is
opened. What is read is what was looked at, for the file is looked at once more when it is open.
"""

from __future__ import annotations

import errno
import io
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from modules.amounts import count_noun

MOST_FILES = 2_000
"""So many files a folder may hold that are listed."""

MOST_OF_ART = 16_000_000
"""Bytes of one file of a game's art: a font of many scripts is the largest that a game needs."""

_CAREFULLY = (
    os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_REPARSE_POINT = 0x400


class NotPlain(OSError):
    """A name that does not stand for a plain file of a size that is read: a link, a folder, a pipe."""

    def __init__(self, file: Path, why: str) -> None:
        super().__init__(errno.EINVAL, f"{why}: put a plain file here", str(file))


def read(file: Path, most: int, within: Path | None = None) -> bytes:
    """All of a plain file of at most so many bytes. `within` is a folder that may be a stranger's: no link
    below it is followed. Without it the file is one that the user has named, and may be a link itself.

    Raises NotPlain, and other OSError where there is none or it cannot be read.
    """
    info = check(file, most, within)
    handle = os.open(file, _CAREFULLY | (0 if within is None else _NO_LINK))
    with os.fdopen(handle, "rb") as opened:
        now = os.fstat(handle)
        if (now.st_dev, now.st_ino) != (info.st_dev, info.st_ino):
            raise NotPlain(file, "it was changed while it was read")
        _refuse_all_but_files(file, now, most)
        data = opened.read(most + 1)
    if len(data) > most:
        raise NotPlain(file, _too_large(most))
    return data


def check(file: Path, most: int, within: Path | None = None) -> os.stat_result:
    """The size and kind of a plain file that another program will read by its name; raises as `read`."""
    if within is not None:
        _refuse_links(file, within)
    info = file.stat() if within is None else file.lstat()
    _refuse_all_but_files(file, info, most)
    return info


def is_there(file: Path) -> bool:
    """Whether anything stands under a name, be it a link that leads nowhere."""
    return os.path.lexists(file)


def is_link(path: Path) -> bool:
    """Whether a name leads elsewhere: a symbolic link, or a junction of Windows."""
    try:
        info = path.lstat()
    except OSError:
        return False
    return _is_symbolic(info)


def is_folder(path: Path) -> bool:
    """Whether a folder stands there itself, not a link to one."""
    return path.is_dir() and not is_link(path)


def text(file: Path, most: int, within: Path | None = None) -> str:
    """A plain file of text in UTF-8, its line ends as "\\n". Raises as `read`, and UnicodeDecodeError."""
    return text_of(read(file, most, within))


def text_of(data: bytes) -> str:
    """Text in UTF-8, its line ends as "\\n", without a byte order mark. Raises UnicodeDecodeError."""
    return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8-sig").read()


def list_files(folder: Path, within: Path, *, below: bool = False) -> list[Path]:
    """What stands in a folder within a stranger's, or that itself, in the order of names; with `below` every
    file beneath it. Nothing where there is none. Raises NotPlain for a folder that is a link, and for one
    with too many names."""
    _refuse_links(folder, within)
    found: list[Path] = []
    for path in _beneath(folder) if below else _in(folder):
        found.append(path)
        if len(found) > MOST_FILES:
            raise NotPlain(folder, f"more than {MOST_FILES} files")
    return sorted(found)


def _in(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield from folder.iterdir()


def _beneath(folder: Path) -> Iterator[Path]:
    for where, _, names in os.walk(folder, followlinks=False):
        yield from (Path(where, name) for name in names)


def _refuse_links(file: Path, within: Path) -> None:
    here = within
    for part in file.relative_to(within).parts:
        here = here / part
        if part == os.pardir or is_link(here):
            raise NotPlain(file, "a link, which may lead out of the game's folder")


def _refuse_all_but_files(file: Path, info: os.stat_result, most: int) -> None:
    if not stat.S_ISREG(info.st_mode):
        raise NotPlain(file, "this is no file")
    if info.st_size > most:
        raise NotPlain(file, _too_large(most))


def _too_large(most: int) -> str:
    size = f"{most // 1_000_000} MB" if most >= 1_000_000 else count_noun(most, "byte")
    return f"the file is larger than {size}"


def _is_symbolic(info: os.stat_result) -> bool:
    return stat.S_ISLNK(info.st_mode) or bool(getattr(info, "st_file_attributes", 0) & _REPARSE_POINT)
