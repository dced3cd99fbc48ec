"""A folder holds at most so many modules that a reader sees its story at a glance."""

from __future__ import annotations

from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
ROOMS = ("art", "generator", "modules", "pbem", "scripts", "tests")
STRICT = ("pbem", "modules/engine", "modules/definition")
"""Here no folder is over the limit, and none goes on the list."""

MOST = 20
LIST = Path(__file__).with_name("folder_sizes.yaml")


def sizes() -> dict[str, int]:
    """The modules of each folder that is over the limit, beside its `__init__`."""
    folders = {path.parent for room in ROOMS for path in (ROOT / room).rglob("*.py")}
    counted = {
        folder.relative_to(ROOT).as_posix(): sum(path.name != "__init__.py" for path in folder.glob("*.py"))
        for folder in folders
    }
    return {folder: number for folder, number in counted.items() if number > MOST}


def test_no_folder_of_the_rooms_that_an_auditor_reads_is_over_the_limit() -> None:
    assert [folder for folder in sizes() if folder.startswith(STRICT)] == []


def test_the_list_of_full_folders_only_shrinks() -> None:
    """A folder that grows, a new full one, and an entry that is too high are all faults: mend the folder or,
    where it has become smaller, the list."""
    listed = yaml.safe_load(LIST.read_text(encoding="utf-8"))
    assert sizes() == listed
    assert list(listed) == sorted(listed)
