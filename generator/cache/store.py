"""A folder of things that were drawn once: to be drawn again they cost only time.

Each file tells what it holds by its name and begins with the digest of its content, so that one that was cut
off is drawn anew. That is no defence against one who writes there: the folder must be the user's own.
Several processes may use it at once; it may be deleted at any time. No link in it is followed, and only files
that bear the sign of a store are removed.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from modules.plain_files import is_folder, is_link, read

SIGN = b"senlac-drawn/1\n"
_DIGEST = 32
_MOST = 1 << 28
_INPUTS = re.compile(r"[0-9a-f]{16}\Z")
_NAME = re.compile(r"[0-9a-f]{32}\Z|\.[0-9a-f]{32}\.[0-9a-f]{8}\Z")
"""What a store calls its folders and files."""


class Store:
    """What was drawn of one thing from one state of everything that goes into it (`inputs`, a digest).

    What other inputs gave of the same thing is removed when the first of these is kept. Without a folder, or
    where a link stands in its place, nothing is kept.
    """

    def __init__(self, folder: Path | None, thing: str, inputs: str) -> None:
        self._all = None if folder is None else folder / thing
        self._here = None if self._all is None else self._all / inputs[:16]
        if any(part is not None and is_link(part) for part in (folder, self._all, self._here)):
            self._all = self._here = None
        self._asked: set[Path] = set()

    def get(self, key: str, draw: Callable[[], bytes]) -> bytes:
        """What is kept under a key, or else what `draw` gives, kept from then on."""
        kept = self.find(key)
        if kept is None:
            kept = draw()
            self.keep(key, kept)
        return kept

    def find(self, key: str) -> bytes | None:
        """What is kept under a key, and is whole."""
        path = self._path(key)
        return None if path is None else _read(path)

    def keep(self, key: str, data: bytes) -> None:
        """Write a file whole or not at all. A disk that takes nothing costs only the time to draw again."""
        path = self._path(key)
        if path is None:
            return
        temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        try:
            if not path.parent.is_dir():
                self._clear()
                path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(SIGN + hashlib.sha256(data).digest() + data)
            temporary.replace(path)
        except OSError:
            with suppress(OSError):
                temporary.unlink()

    def drop_others(self) -> None:
        """Remove what this store was not asked for: once all of a thing was asked for, it is of no use."""
        if self._here is not None and is_folder(self._here):
            for path in self._here.iterdir():
                if path not in self._asked:
                    remove(path)

    def _path(self, key: str) -> Path | None:
        if self._here is None:
            return None
        path = self._here / hashlib.sha256(key.encode()).hexdigest()[:32]
        self._asked.add(path)
        return path

    def _clear(self) -> None:
        if self._all is not None and is_folder(self._all):
            for other in self._all.iterdir():
                if other != self._here and _INPUTS.match(other.name) and is_folder(other):
                    for path in other.iterdir():
                        remove(path)
                    with suppress(OSError):  # somebody else's file keeps it
                        other.rmdir()


def remove(path: Path) -> None:
    """Unlink a file that a store wrote; another process may have been sooner."""
    if _NAME.match(path.name) and (path.name.startswith(".") or _is_signed(path)):
        with suppress(OSError):
            path.unlink()


def _is_signed(path: Path) -> bool:
    """Whether a file is one that a store wrote."""
    try:
        return read(path, _MOST, path.parent).startswith(SIGN)
    except OSError:
        return False


def _read(path: Path) -> bytes | None:
    """The content of a file that is whole."""
    try:
        found = read(path, _MOST, path.parent)
    except OSError:
        return None
    start = len(SIGN) + _DIGEST
    data = found[start:]
    whole = found[:start] == SIGN + hashlib.sha256(data).digest()
    return data if whole else None
