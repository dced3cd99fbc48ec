"""The cache of the user, where the system has such folders, and what the user himself has made.

Nothing that lies in a game's folder, or where a command is to write, is believed about its content: whoever
made it could have made the words about it too. What is kept here nobody else can write. Without such a folder
everything is made anew; it may be deleted at any time.
"""

from __future__ import annotations

import json
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from generator.cache.store import Store, remove
from modules.plain_files import is_link

MOST_BYTES = 1 << 30
"""So much may lie in the cache; beyond that what was written first is removed."""

_FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_WRITTEN_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH
_MADE = "made"
_FORM = "1" * 16
"""Of the notes; another one would be another form, and clear the folder."""


def own_cache() -> Path | None:
    """The user's own folder, made where it is missing: `$XDG_CACHE_HOME/senlac` or `~/.cache/senlac`,
    `~/Library/Caches/senlac` or `%LOCALAPPDATA%\\senlac\\Cache`. None where it cannot be made, is a link, or
    others could have written to it."""
    folder = user_cache_path("senlac", appauthor=False)
    try:
        if not folder.is_absolute() or is_link(folder):
            return None
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder if _is_private(folder) else None
    except OSError:
        return None


def _is_private(folder: Path) -> bool:
    """Whether a folder is the user's alone. On Windows, where modes mean nothing, it lies in his profile."""
    user = getattr(os, "geteuid", None)
    if user is None:
        return True
    info = folder.stat()
    if info.st_uid != user() or info.st_mode & _WRITTEN_BY_OTHERS:
        return False
    if info.st_mode & _FOR_OTHERS:
        folder.chmod(stat.S_IMODE(info.st_mode) & ~_FOR_OTHERS)
    return True


class Made:
    """What this user has made: for each digest of all that goes into a thing, what was noted of it."""

    def __init__(self, cache: Path | None) -> None:
        self._cache = cache
        self._notes = Store(cache, _MADE, _FORM)

    @classmethod
    def by_user(cls) -> Made:
        """As noted in the user's own cache."""
        return cls(own_cache())

    def of(self, inputs: str) -> Any:
        """What was noted; None where nothing was."""
        noted = self._notes.find(inputs)
        if noted is None:
            return None
        try:
            return json.loads(noted)
        except (ValueError, RecursionError):
            return None  # whatever wrote that, making the thing anew mends it

    def note(self, inputs: str, facts: Any) -> None:
        """Note facts, which JSON can hold."""
        self._notes.keep(inputs, json.dumps(facts).encode())

    def trim(self, most: int = MOST_BYTES) -> None:
        """Remove what was written first, until the cache holds no more than so many bytes."""
        if self._cache is None:
            return
        found: list[tuple[float, int, Path]] = []
        for where, _, names in os.walk(self._cache, followlinks=False):
            for name in names:
                with suppress(OSError):  # another process may have been sooner
                    info = Path(where, name).lstat()
                    found.append((info.st_mtime, info.st_size, Path(where, name)))
        total = sum(size for _, size, _ in found)
        for _, size, path in sorted(found):
            if total <= most:
                break
            remove(path)
            total -= size
