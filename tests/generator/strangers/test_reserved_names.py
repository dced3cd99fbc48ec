"""Attacks by a folder whose game.yaml names a game that ships: it gets none of that game's code, cases or
caches, and no code of its own is ever run.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from forked import senlac

from generator.checking.faults import faults_of
from generator.new_game import start_game
from generator.vassal.module.orders.kinds import orders_of
from modules import case_files, game_registry, library
from modules.definition.files import typed
from modules.written.folder import read

NAME = "three_battles"
RESERVED = f"found {NAME!r}: this is the name of a game that comes with Senlac: choose another name"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """All of the game, byte for byte, in a folder of the same name elsewhere."""
    return Path(shutil.copytree(game_registry.HERE / NAME, tmp_path / NAME))


def test_a_copy_is_told_so_though_the_game_itself_was_just_found_sound(copy: Path) -> None:
    """Both say the same, and what was found sound is kept by what it says."""
    assert faults_of(game_registry.HERE / NAME) == []
    for _ in range(2):
        told = [str(fault) for fault in faults_of(copy)]
        assert told.count(f"game.yaml:1:1: {RESERVED}") == 1
    assert faults_of(game_registry.HERE / NAME) == []


@pytest.mark.parametrize("command", ["check", "build", "module", "kit", "preview", "rules"])
def test_every_command_tells_it_and_writes_nothing(copy: Path, tmp_path: Path, command: str) -> None:
    out = {"build": "out", "module": "out.vmod", "kit": "out.pdf", "preview": "out.html"}.get(command)
    done = senlac(command, copy, *(["--out", tmp_path / out] if out else []))
    assert done.returncode == 1
    said = done.stdout + done.stderr
    assert said.count(f"game.yaml:1:1: {RESERVED}") == 1
    assert "Traceback" not in said
    assert [*tmp_path.iterdir()] == [copy]


def test_a_new_game_takes_no_such_name(tmp_path: Path) -> None:
    done = senlac("new", tmp_path / "Three Battles")
    assert (done.returncode, done.stdout) == (1, "")
    assert f"{NAME!r} is the name of a game that comes with Senlac: choose another folder name" in done.stderr
    assert [*tmp_path.iterdir()] == []


def test_what_is_found_by_the_name_is_for_its_own_folder(copy: Path) -> None:
    """Even for a definition that came in by another way."""
    game = library.definition(NAME)
    assert typed(read(copy)).parts == {}
    assert orders_of(game) and orders_of(replace(game, folder=copy)) == ()
    assert case_files.cases_folder(game.folder) and case_files.cases_folder(copy) is None


CARDS = "hastings_pulsipher"
MAKING = ("check", "build", "preview", "module")
CODE = ("__init__.py", "conftest.py", "rules.py", "special.py", "sitecustomize.py", "player/__init__.py")


@pytest.mark.parametrize("named", [NAME, "my_game"])
def test_no_code_of_a_strangers_folder_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    """Not even by commands that are called in it."""
    folder, mark, out = tmp_path / "mine", tmp_path / "ran", tmp_path / "out"
    start_game(folder)
    game = folder / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("game: mine\n", f"game: {named}\n"), "utf-8")
    for name in CODE:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(f"open({str(mark)!r}, 'w')\n", "utf-8")
    monkeypatch.chdir(folder)
    program = str(Path(sys.executable).parent / "senlac")
    subprocess.run([program, "check", "."], capture_output=True, check=False)
    for words in (
        ("list",), ("check", "."), ("rules", ".", "--missing"), ("provenance", "."),
        ("preview", ".", "--out", out / "out.html"),
        ("build", ".", "--only", "charts", "--dpi", "30", "--out", out / "pictures"),
        ("module", ".", "--out", out / "out.vmod"),
        ("study", f"{CARDS}/small", "--against", ".", "--games", "1", "--out", out / "study"),
    ):  # fmt: skip
        done = senlac(*words)
        assert "Traceback" not in done.stderr
        assert not mark.exists(), words
        made = words[0] in ("list", "provenance") or (words[0] in MAKING and named != NAME)
        assert done.returncode == (0 if made else 1), (words, done.stderr)
