"""What lint-imports cannot see: whether its contracts name every game, what code reads and decides by."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
MODULES = ROOT / "modules"
GAMES = sorted(p.parent.name for p in MODULES.glob("*/game.yaml"))
WITH_CODE = [game for game in GAMES if list((MODULES / game).rglob("*.py"))]
FILES = sorted(p for room in ("generator", "modules", "pbem") for p in (ROOT / room).rglob("*.py"))
GENERAL = [p for p in FILES if not set(p.relative_to(ROOT).parts) & set(GAMES)]


@cache
def nodes(file: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))


def imported(file: Path) -> Iterator[str]:
    for node in nodes(file):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def contract(name: str) -> dict[str, Any]:
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    (found,) = (each for each in linter["contracts"] if each["name"] == name)
    return dict(found)


def test_the_contracts_of_imports_name_every_game_and_every_general_room() -> None:
    """A game or room that is added must be added there, else lint-imports lets it import what it likes."""
    games = {f"modules.{game}" for game in WITH_CODE}
    rooms = {p.stem for p in MODULES.iterdir() if p.suffix == ".py" or (p / "__init__.py").is_file()}
    general = {f"modules.{room}" for room in rooms - {"__init__"}} - games
    assert len(games) >= 2
    apart, unknown = contract("no game knows another"), contract("general rooms know no game")
    assert (apart["type"], set(apart["modules"])) == ("independence", games)
    assert (unknown["type"], set(unknown["forbidden_modules"])) == ("forbidden", games)
    assert set(unknown["source_modules"]) == {"generator", "pbem", *general}


def test_a_game_with_code_is_a_package_that_lint_imports_finds() -> None:
    assert [game for game in WITH_CODE if not (MODULES / game / "__init__.py").is_file()] == []


ADVICE = {"advise", "advise_in", "features", "army", "styles"}
"""What a game's rules say by its built-in player: all of it is for players, no log is replayed by it."""


def _uses(file: Path, game: str) -> Iterator[tuple[str, str]]:
    """Each use of what a file takes from its game's player, with the part of the class in which it stands."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    taken = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and f"{game}.player" in f"{node.module}"
        for alias in node.names
    }
    for node in tree.body:
        for part in node.body if isinstance(node, ast.ClassDef) else [node]:
            names = [part.name] if isinstance(part, ast.FunctionDef) else _assigned(part)
            within = names[0] if names else ast.unparse(part)[:40]
            yield from ((n.id, within) for n in ast.walk(part) if isinstance(n, ast.Name) and n.id in taken)


def _assigned(node: ast.AST) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


@pytest.mark.parametrize("game", WITH_CODE)
def test_what_a_log_is_replayed_by_asks_no_player(game: str) -> None:
    """A better player in a next release must not change a game in progress. So what its words of standing
    orders pick, and all else that a reader works out again, takes nothing from `player/`."""
    rules = list((MODULES / game).glob("*.py"))
    asking = [file for file in rules if any(f"{game}.player" in name for name in imported(file))]
    assert [file.name for file in asking] == ["sequence.py"]
    allowed = {"filled_in": {"determinize"}}
    wrong = [use for use in _uses(asking[0], game) if use[1] not in allowed.get(use[0], ADVICE)]
    assert wrong == []
    assert contract("standing words ask no player")["forbidden_modules"] == ["modules.*.player"]


RULES_MAY_NOT_READ = {"random", "time", "datetime", "secrets", "os", "socket", "uuid"}


def test_nothing_in_modules_reads_a_clock_or_draws() -> None:
    reader = MODULES / "plain_files.py"  # opens files, and knows no game
    files = [file for file in FILES if MODULES in file.parents and file != reader]
    assert len(files) > 50
    found = {
        str(file.relative_to(ROOT)): names
        for file in files
        if (names := RULES_MAY_NOT_READ & {name.split(".")[0] for name in imported(file)})
    }
    assert found == {}


def test_general_rooms_name_no_game() -> None:
    """A game may stand in an example of a command's help, nowhere else outside its own room."""
    assert len(GENERAL) > 100
    found = [
        f"{file.relative_to(ROOT)}:{node.lineno} decides by a game's name"
        for file in GENERAL
        for node in nodes(file)
        if isinstance(node, ast.Compare)
        and {n.value for n in ast.walk(node) if isinstance(n, ast.Constant)} & set(GAMES)
    ]
    assert found == []
