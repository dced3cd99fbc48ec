"""The ridge of the tests as a stranger's game with a rules.yaml that uses each section once."""

from __future__ import annotations

import shutil
from pathlib import Path

HERE = Path(__file__).parent
RIDGE = HERE.parent / "ridge"

_MARKERS = """\
markers:
  tired: {name: Tired, count: 8, text: tired, source: "reconstruction: for tests"}
"""
_ENTRIES = """\
entries:
  - side: norman
    turn: 2
    counters: [N-foot-5]
    hexes: ["0110"]
    rule: "3.4"
    source: "reconstruction: for tests"
options:
  rain: {name: Rain, text: The ground is wet., rule: "3.5"}
"""


def make_ridge(folder: Path) -> Path:
    """The game in a new folder."""
    shutil.copytree(RIDGE, folder)
    shutil.copy(HERE / "ridge.rules.yaml", folder / "rules.yaml")
    shutil.copy(HERE / "ridge.tables.yaml", folder / "tables.yaml")
    change(folder, "game.yaml", "sequence:", f"{_MARKERS}sequence:")
    change(folder, "counters.yaml", "formation: gray, count: 4", "formation: gray, count: 5")
    _append(folder, "scenarios/ridge.yaml", _ENTRIES)
    return folder


def change(folder: Path, file: str, old: str, new: str) -> None:
    """Writes `new` in the place of the first `old` of a file."""
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text, f"{file} has no {old!r}"
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")


def _append(folder: Path, file: str, text: str) -> None:
    with (folder / file).open("a", encoding="utf-8") as written:
        written.write(text)


def write_cases(folder: Path, name: str, *cases: str, scenario: str = "ridge") -> Path:
    """A file of rule cases in the folder of the game."""
    (folder / "cases").mkdir(exist_ok=True)
    file = folder / "cases" / name
    file.write_text(f"scenario: {scenario}\ncases:\n{''.join(cases)}", encoding="utf-8")
    return file
