"""The games that lie in a folder: files that carry one, and folders with one."""

from __future__ import annotations

from pathlib import Path

from modules import plain_files
from modules.game_file.names import is_named


def games_in(folder: Path) -> list[Path]:
    """The files called like a game's, and the folders with a game.yaml, in the order of their names; none
    where there is no such folder. Raises OSError for one that cannot be read."""
    return [
        path
        for path in plain_files.list_files(folder, folder)
        if (plain_files.is_there(path / "game.yaml") if path.is_dir() else is_named(path.name))
    ]
