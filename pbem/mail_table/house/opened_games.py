"""The folders of games that were opened on this PC, the newest first, noted in the user's own data.

The notes are `tables.json` in `$XDG_DATA_HOME/senlac` or `~/.local/share/senlac`, `%LOCALAPPDATA%\\senlac`,
`~/Library/Application Support/senlac`. They hold names of folders and nothing else, and may be deleted.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from pbem.disk import atomic_files, file_locks

MOST_NOTED: Final = 50
_FILE: Final = "tables.json"


class OpenedGames:
    """The notes of one user. `file`: where they lie, if it is another place than usual."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or user_data_path("senlac", appauthor=False) / _FILE

    def list_folders(self) -> list[Path]:
        """The folders that are still there, and may be entered. Notes that somebody has damaged count for
        nothing."""
        return [folder for folder in self._read() if os.access(folder, os.R_OK | os.X_OK)]

    def note(self, folder: Path) -> None:
        """Note a folder as the newest one. Raises OSError, `not-a-plain-file`."""
        atomic_files.DISK.make_directory(self._file.parent)
        with file_locks.hold(self._file):
            known = [each for each in self._read() if each != folder]
            said = {"folders": [str(each) for each in (folder, *known)][:MOST_NOTED]}
            atomic_files.replace(self._file, (json.dumps(said, indent=1) + "\n").encode(), mode=0o600)

    def _read(self) -> list[Path]:
        try:
            noted = json.loads(self._file.read_text("utf-8"))["folders"]
            return [Path(each) for each in noted[:MOST_NOTED] if isinstance(each, str) and "\0" not in each]
        except (OSError, ValueError, TypeError, KeyError):
            return []
