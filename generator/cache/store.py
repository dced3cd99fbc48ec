"""A folder of things that were drawn once: to be drawn again they cost only time.

Each file tells what it holds by its name and begins with the digest of its content, so that one that was cut
off or changed is drawn anew. Several processes may use a folder at once; it may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import secrets
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

_SIGN = b"senlac-drawn/1\n"
_DIGEST = 32


class Store:
    """What was drawn of one thing from one state of everything that goes into it (`inputs`, a digest).

    What other inputs gave of the same thing is removed when the first of these is kept. Without a folder
    nothing is kept.
    """

    def __init__(self, folder: Path | None, thing: str, inputs: str) -> None:
        self._all = None if folder is None else folder / thing
        self._here = None if self._all is None else self._all / inputs[:16]
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
            temporary.write_bytes(_SIGN + hashlib.sha256(data).digest() + data)
            temporary.replace(path)
        except OSError:
            with suppress(OSError):
                temporary.unlink()

    def drop_others(self) -> None:
        """Remove what this store was not asked for: once all of a thing was asked for, it is of no use."""
        if self._here is not None and self._here.is_dir():
            with suppress(OSError):
                for path in self._here.iterdir():
                    if path not in self._asked:
                        path.unlink(missing_ok=True)  # another process may have been sooner

    def _path(self, key: str) -> Path | None:
        if self._here is None:
            return None
        path = self._here / hashlib.sha256(key.encode()).hexdigest()[:32]
        self._asked.add(path)
        return path

    def _clear(self) -> None:
        if self._all is not None and self._all.is_dir():
            for other in self._all.iterdir():
                if other != self._here:  # another process may have made it meanwhile
                    shutil.rmtree(other, ignore_errors=True)


def _read(path: Path) -> bytes | None:
    """The content of a file that is whole."""
    try:
        found = path.read_bytes()
    except OSError:
        return None
    start = len(_SIGN) + _DIGEST
    data = found[start:]
    whole = found[:start] == _SIGN + hashlib.sha256(data).digest()
    return data if whole else None
