"""The tables of rooms in the READMEs name every room and file that is there, and no other."""

from __future__ import annotations

import ast
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
    """Those of inner rooms too; `mail` and `post` are told as a whole."""
    text = PBEM_ROOMS.read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([a-z]+)/` \| (.*) \|$", text, flags=re.MULTILINE))
    missing = {
        room: [name for name in files_below(PBEM / room) if f"`{name}`" not in told]
        for room, told in rows.items()
        if room not in {"mail", "post"}
    }
    assert {room: names for room, names in missing.items() if names} == {}


def files_below(room: Path) -> list[str]:
    files = (file for file in room.rglob("*.py") if "migrations" not in file.parts)
    return sorted({file.stem for file in files} - {"__init__"})


def test_no_two_files_of_tests_have_one_name() -> None:
    """pytest imports them by their names alone."""
    names = Counter(file.name for file in (PBEM.parent / "tests").rglob("*.py") if "data" not in file.parts)
    assert [name for name, number in names.items() if number > 1 and name != "conftest.py"] == []


def test_the_way_of_a_mail_is_ten_types_at_most_and_each_lies_where_it_is_told() -> None:
    """The table is what an auditor begins with: whoever adds a type to the way changes it here."""
    text = part(PBEM / "README.md", "## The way of a mail")
    rows = re.findall(r"^\| `([A-Z]\w+)` \| `([a-z_/.]+)` \|", text, flags=re.MULTILINE)
    assert 5 <= len(rows) <= 10
    for name, file in rows:
        assert re.search(rf"^class {name}\b", (PBEM / file).read_text("utf-8"), re.MULTILINE), name
    names = [name for name, _ in rows]
    judging = ast.parse((PBEM / "judge" / "judgement.py").read_text("utf-8"))
    (judge,) = (each for each in judging.body if isinstance(each, ast.FunctionDef) and each.name == "judge")
    assert judge.returns is not None
    taken = [ast.unparse(each.annotation) for each in judge.args.args if each.annotation]
    assert [*taken, ast.unparse(judge.returns)] == ["State", "Arrival", "tuple[State, Effects]"]
    assert {"State", "Arrival", "Effects"} <= set(names)


def test_where_things_are_decided_is_told_of_what_is_there() -> None:
    text = part(PBEM / "README.md", "## The way of a mail")
    rows = re.findall(r"^\| [a-z][^|`]*(?:`[^`]+`[^|`]*)?\| (.*) \|$", text, flags=re.MULTILINE)
    rows = [each for each in rows if ".py`" in each]
    assert len(rows) >= 9
    for row in rows:
        names = re.findall(r"`([^`]+)`", row)
        files = [PBEM / name for name in names if name.endswith(".py")]
        assert files and all(file.is_file() for file in files), row
        functions = [
            name for name in names if "/" not in name and not (PBEM / "robot" / f"{name}.py").is_file()
        ]
        texts = "".join(file.read_text("utf-8") for file in files)
        assert all(re.search(rf"\b(?:def|class) {name}\b", texts) for name in functions), row
