"""A new game with parts that no shipped game has yet, for tests of what the next boards need."""

from __future__ import annotations

from pathlib import Path

from generator.new_game.start import start_game
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
