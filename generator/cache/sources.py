"""The digest of what draws: the art, the code, the libraries that render. It is taken without importing any
of it, nor what a game is.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import generator
import modules
from generator.art_folder import find_art
from modules.plain_files import read
from modules.written.source import MAX_BYTES

_RENDERERS = ("resvg", "uharfbuzz", "svgwrite", "typst", "pikepdf", "lxml", "zlib-ng")
_READ = ("definition", "engine", "geometry", "written")
"""Rooms of `modules` from which pictures are drawn."""

_READ_ALONE = ("amounts.py", "templates.py")
"""Files of `modules` beside them that word what is drawn."""

_ENDINGS = (".py", ".json", ".html", ".css", ".js")


def digest_with(said: str, options: str, beside: Iterable[Path] = ()) -> str:
    """The digest of what draws with what a game says, `options` in words, and the files `beside` it, where
    they are there. Raises MissingArtError without art."""
    total = hashlib.sha256(f"{said} {options} {sources_digest()}\n".encode())
    for file in beside:
        there = _digest_of_strangers(file)
        total.update(f"{file.name} {there}\n".encode())
    return total.hexdigest()


def sources_digest() -> str:
    """The digest of the art, of the code that draws and of the libraries that render.

    Raises MissingArtError without art.
    """
    total = hashlib.sha256()
    for name in _RENDERERS:
        total.update(f"{name} {_version(name)}\n".encode())
    for label, file in _sources():
        total.update(f"{label} {_digest(file)}\n".encode())
    return total.hexdigest()


def _version(name: str) -> str:
    """Of a library; nothing where it is not installed, which makes no PDF then."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _sources() -> Iterator[tuple[str, str]]:
    """The files of the art, and the code that draws and that it draws from, named without their folder."""
    games = Path(next(iter(modules.__path__)))
    rooms = (Path(next(iter(generator.__path__))), *(games / room for room in _READ))
    for label, file in _below(find_art()):
        yield f"art/{label}", file
    for room in rooms:
        for label, file in _below(room):
            if label.endswith(_ENDINGS):
                yield f"{room.name}/{label}", file
    for name in _READ_ALONE:
        yield f"modules/{name}", str(games / name)


def _below(folder: Path) -> list[tuple[str, str]]:
    """The files below a folder, in the order of their names in it. Of these hundreds no Path is made: that
    would take longer than to read them."""
    start = len(str(folder)) + 1
    found = ((where, name) for where, _, names in os.walk(folder) for name in names)
    files = (os.path.join(where, name) for where, name in found)  # noqa: PTH118
    return sorted((file[start:].replace(os.sep, "/"), file) for file in files)


def _digest_of_strangers(file: Path) -> str:
    """The digest of a file beside a definition; empty where there is none. What cannot be read is another
    thing than none: that is a fault of the game."""
    try:
        return hashlib.sha256(read(file, MAX_BYTES, file.parent)).hexdigest()
    except FileNotFoundError:
        return ""
    except OSError:
        return "not read"


def _digest(file: str) -> str:
    with open(file, "rb", buffering=0) as opened:  # noqa: PTH123
        return hashlib.sha256(opened.read()).hexdigest()
