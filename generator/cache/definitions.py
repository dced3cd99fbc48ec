"""What was read and checked of the games that ship, kept in the user's own cache (`Store`): a command that
only asks what a game is reads no YAML and checks nothing twice. It is found by the bytes of all files of the
game, and of the code that reads them."""

from __future__ import annotations

import hashlib
import os
import sys
from functools import cache
from pathlib import Path

import pydantic

import modules
from generator.cache.own import own_cache
from generator.cache.store import Store

_THING = "definitions"
_READERS = ("definition", "geometry", "written")
"""The rooms of `modules` that say what a definition is."""


class Definitions:
    """A keeper (`modules.definition_cache`) in a folder of one's own; without one nothing is kept."""

    def __init__(self, cache: Path | None) -> None:
        self._store = Store(cache, _THING, code_digest())

    def find(self, what: str, folder: Path) -> bytes | None:
        """What is kept of a game's folder; None where nothing is, or anything has changed since."""
        return self._store.find(_key(what, folder))

    def keep(self, what: str, folder: Path, data: bytes) -> None:
        """Keep it; a disk that takes nothing costs only the time to make it again."""
        self._store.keep(_key(what, folder), data)


@cache
def by_user() -> Definitions:
    """The keeper of who runs the command."""
    return Definitions(own_cache())


def _key(what: str, folder: Path) -> str:
    return f"{what} {_digest(_below(folder))}"


def code_digest() -> str:
    """The digest of the code that reads and checks, and of the libraries that it reads with."""
    said = f"{sys.version} {pydantic.VERSION} {_digest(code_files())}"
    return hashlib.sha256(said.encode()).hexdigest()


def code_files() -> list[str]:
    """The files of that code, those of inner rooms too."""
    games = next(iter(modules.__path__))
    files = [*_in(games, ".py")]
    for room in _READERS:
        below = ((where, name) for where, _, names in os.walk(f"{games}/{room}") for name in names)
        files += sorted(f"{where}/{name}" for where, name in below if name.endswith(".py"))
    for room in _names(games):
        files += _in(f"{games}/{room}", "special.py")
    return files


def _names(folder: str) -> list[str]:
    return sorted(each.name for each in os.scandir(folder) if each.is_dir())


def _in(folder: str, ending: str) -> list[str]:
    return sorted(each.path for each in os.scandir(folder) if each.name.endswith(ending))


def _below(folder: Path) -> list[str]:
    """The data of a game that ships: all its files but code."""
    return sorted(
        f"{where}/{name}"
        for where, _, names in os.walk(folder)
        for name in names
        if not name.endswith((".py", ".pyc"))
    )


def _digest(files: list[str]) -> str:
    """Of files with their names. Of a hundred no Path is made: that would take longer than to read them."""
    total = hashlib.sha256()
    for file in files:
        with open(file, "rb", buffering=0) as opened:  # noqa: PTH123
            total.update(f"{file} {hashlib.sha256(opened.read()).hexdigest()}\n".encode())
    return total.hexdigest()
