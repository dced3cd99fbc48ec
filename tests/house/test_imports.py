"""The one way of imports: generator -> modules <- pbem, and no game knows another (also in lint-imports)."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = sorted(p.parent.name for p in (ROOT / "modules").glob("*/game.yaml"))
FILES = sorted(p for room in ("generator", "modules", "pbem") for p in (ROOT / room).rglob("*.py"))


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def room_of(file: Path) -> str:
    parts = file.relative_to(ROOT).parts
    return f"modules.{parts[1]}" if parts[0] == "modules" and parts[1] in GAMES else parts[0]


def forbidden(file: Path, name: str) -> bool:
    room, target = room_of(file), name.split(".")
    game = target[1] if target[0] == "modules" and len(target) > 1 and target[1] in GAMES else None
    if game is not None:
        return room != f"modules.{game}"
    if room.startswith("modules"):
        return target[0] in ("generator", "pbem")
    return room == "generator" and target[0] == "pbem"


@pytest.mark.parametrize("file", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_run_one_way(file: Path) -> None:
    assert not [name for name in imported(file) if forbidden(file, name)]


def contract(name: str) -> dict[str, list[str]]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    (found,) = [each for each in settings["contracts"] if each["name"] == name]
    return found


def test_the_contracts_cover_every_game_and_every_general_room() -> None:
    rooms = {
        p.stem for p in (ROOT / "modules").iterdir() if (p / "__init__.py").exists() or p.suffix == ".py"
    }
    games = {f"modules.{game}" for game in GAMES if game in rooms}  # the others are data alone
    general = contract("general rooms know no game")
    assert set(general["forbidden_modules"]) == games
    assert set(general["source_modules"]) == {
        "generator", "pbem", *(f"modules.{room}" for room in rooms - {"__init__"} - set(GAMES)),
    }  # fmt: skip
    assert set(contract("no game knows another")["modules"]) == games


RULES_MAY_NOT_READ = {"random", "time", "datetime", "secrets", "os", "socket", "uuid"}


@pytest.mark.parametrize(
    "file", [f for f in FILES if room_of(f).startswith("modules")], ids=lambda p: str(p.relative_to(ROOT))
)
def test_nothing_in_modules_reads_a_clock_or_draws(file: Path) -> None:
    assert not RULES_MAY_NOT_READ & {name.split(".")[0] for name in imported(file)}


@pytest.mark.parametrize("file", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_general_rooms_name_no_game(file: Path) -> None:
    """A game may stand in an example of a command's help, nowhere else outside its own room."""
    if room_of(file) not in ("generator", "pbem", "modules"):
        return
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            words = {n.value for n in ast.walk(node) if isinstance(n, ast.Constant)}
            assert not words & set(GAMES), f"{file.name}:{node.lineno} decides by a game's name"
