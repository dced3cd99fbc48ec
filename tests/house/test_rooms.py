"""The tables of rooms in the READMEs name every room and file that is there, and no other."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

GENERATOR = Path(__file__).parents[2] / "generator"
PBEM = GENERATOR.parent / "pbem"
ROOMS = GENERATOR / "docs" / "reference" / "rooms.md"
DRAWING = ROOMS.with_name("drawing.md")
PBEM_ROOMS = PBEM / "docs" / "reference" / "pbem-rooms.md"


def first_cells(text: str) -> list[str]:
    """What stands in backquotes in the first cells of the tables of a text."""
    rows = re.findall(r"^\| (`[^|]+`) \|", text, flags=re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`([^`]+)`", row)]


def part(file: Path, heading: str) -> str:
    """The text below a heading, to the next one of the same depth or higher."""
    depth = len(heading.split(" ")[0])
    text = file.read_text(encoding="utf-8").split(f"\n{heading}\n")[1]
    return re.split(rf"^#{{1,{depth}}} ", text, flags=re.MULTILINE)[0]


def files_of(room: Path) -> list[str]:
    return sorted(file.stem for file in room.glob("*.py") if file.name != "__init__.py")


def test_every_room_of_the_generator_is_told() -> None:
    told = first_cells(part(ROOMS, "## The rooms"))
    rooms = [f"{each.parent.name}/" for each in GENERATOR.glob("*/__init__.py")]
    assert sorted(told) == sorted([*rooms, *(f"{name}.py" for name in files_of(GENERATOR))])


def test_every_file_of_the_drawing_stack_is_told() -> None:
    told = first_cells(DRAWING.read_text(encoding="utf-8"))
    assert sorted(told) == files_of(GENERATOR / "drawing")


@pytest.mark.parametrize(
    ("room", "heading"),
    [
        ("format", "### `format/`: VASSAL's files"),
        ("module", "### `module/`: a game as a module"),
        ("positions", "### `positions/`: saves and logs"),
        ("logs", "### `logs/`: what a person recorded"),
    ],
)
def test_every_file_of_the_rooms_of_vassal_is_told(room: str, heading: str) -> None:
    text = part(ROOMS, heading)
    within = [f"{each.parent.name}/" for each in (GENERATOR / "vassal" / room).glob("*/__init__.py")]
    assert sorted(first_cells(text)) == sorted([*files_of(GENERATOR / "vassal" / room), *within])


def test_every_room_of_pbem_is_told_in_the_order_of_imports() -> None:
    told = first_cells(PBEM_ROOMS.read_text(encoding="utf-8"))
    rooms = [f"{each.parent.name}/" for each in PBEM.glob("*/__init__.py")]
    assert sorted(told) == sorted([*rooms, *(name for name in files_of(PBEM) if name != "__main__")])
    linter = tomllib.loads((PBEM.parent / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    (layers,) = (each["layers"] for each in linter["contracts"] if each.get("containers") == ["pbem"])
    kept = [room for layer in layers for room in layer.split(" | ")]
    assert [name.rstrip("/") for name in told] == kept


def test_every_file_of_pbem_is_told_in_its_room() -> None:
    text = PBEM_ROOMS.read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([a-z]+)/` \| (.*) \|$", text, flags=re.MULTILINE))
    silent = {"mail", "post", "cli"}  # told as a whole
    missing = {
        room: [name for name in files_of(PBEM / room) if f"`{name}`" not in told]
        for room, told in rows.items()
        if room not in silent
    }
    assert {room: names for room, names in missing.items() if names} == {}


def test_no_two_files_of_tests_have_one_name() -> None:
    """pytest imports them by their names alone."""
    names = Counter(file.name for file in (PBEM.parent / "tests").rglob("*.py") if "data" not in file.parts)
    assert [name for name, number in names.items() if number > 1 and name != "conftest.py"] == []
