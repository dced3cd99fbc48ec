"""Whether files have changed: by their names, their times and their sizes, without opening one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeAlias

_Seen: TypeAlias = dict[str, tuple[int, int]]


class FileWatch:
    """A file, or all files in a folder and below it, but for those that begin with a dot."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen = self._look()

    def has_changed(self) -> bool:
        """Whether the files are others than when this was asked last."""
        before, self._seen = self._seen, self._look()
        return self._seen != before

    def _look(self) -> _Seen:
        found: _Seen = {}
        if self._path.is_dir():
            for folder, inner, names in os.walk(self._path):
                inner[:] = [each for each in inner if not each.startswith((".", "__"))]
                for name in names:
                    if not name.startswith("."):
                        _note(os.path.join(folder, name), found)  # noqa: PTH118 - twice a second, for all files
        else:
            _note(str(self._path), found)
        return found


def _note(file: str, found: _Seen) -> None:
    try:
        said = os.stat(file)  # noqa: PTH116
    except OSError:  # gone meanwhile, as where an editor puts one file in the place of another
        return
    found[file] = (said.st_mtime_ns, said.st_size)
