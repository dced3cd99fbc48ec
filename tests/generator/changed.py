"""Games of a stranger's, for tests: a new one with parts that no shipped game has yet, as the next boards
need them, and a copy of a shipped one under another name."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from generator.new_game.start import start_game
from modules import library
from modules.definition import Definition, load

Changes = dict[str, tuple[tuple[str, str], ...]]
"""By file: each text and what stands in its place."""


def changed(folder: Path, changes: Changes) -> Path:
    """The folder of a new game with these changes, the files that it lacks made of the second texts."""
    start_game(folder, title="The mill bridge")
    for name, pairs in changes.items():
        file = folder / name
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        for old, new in pairs:
            assert old in text, f"{name} has no {old!r}"
            text = text.replace(old, new, 1) if old else text + new
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def game_with(folder: Path, changes: Changes) -> Definition:
    """The same, loaded."""
    return load(changed(folder, changes))


def own_copy(name: str, folder: Path, *without: str) -> Path:
    """A copy of a shipped game as a stranger may have it: under another name, and without what only its own
    rules read; `without` are patterns of files to leave out."""
    ignored = shutil.ignore_patterns("__pycache__", *without)
    shutil.copytree(library.folder(name), folder, ignore=ignored)
    for file in folder.rglob("*.yaml"):
        text = file.read_text(encoding="utf-8")
        text = re.sub(r"^special:\n( .*\n)+", "", text, flags=re.MULTILINE)
        file.write_text(text.replace(f"game: {name}\n", "game: my_game\n"), encoding="utf-8")
    return folder
