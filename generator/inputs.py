"""Whether a command would draw anything new: a digest of all that goes into what it makes.

A picture depends on the definition, the art, the code that draws, the libraries that render, and the
options. Equal digests therefore mean equal pictures; the files themselves are checked against the manifest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path

import modules
from generator.art import find_art
from modules.definition import Definition

_RENDERERS = ("resvg", "fonttools", "svgwrite", "typst", "pikepdf", "lxml")


def inputs_digest(definition: Definition, options: str, beside: Iterable[Path] = ()) -> str:
    """The digest of everything that goes into what a command makes: `options` in words, and the files
    `beside` the definition, where they are there.

    Raises MissingArtError without art.
    """
    total = hashlib.sha256(f"{definition.digest} {options}\n".encode())
    for file in beside:
        there = _digest(file) if file.is_file() else ""
        total.update(f"{file.name} {there}\n".encode())
    game, tables, rulings = definition.game, definition.tables, definition.rulings_file
    files = (definition.counters_file, definition.terrain_file, definition.cards_file)
    for part in (game, *files, tables, rulings):
        total.update(repr(part).encode())  # the digest is of files; a caller may have changed a part since
    for name in sorted(definition.maps):
        total.update(repr(definition.maps[name]).encode())
    for name in sorted(definition.area_maps):
        total.update(repr(definition.area_maps[name]).encode())
    for name in sorted(definition.sheets):
        total.update(repr(definition.sheets[name]).encode())
    for name in sorted(definition.boards):
        total.update(repr(definition.boards[name]).encode())
    for name in sorted(definition.scenarios):
        total.update(repr(definition.scenarios[name]).encode())
    for name in _RENDERERS:
        total.update(f"{name} {version(name)}\n".encode())
    for label, file in _sources():
        total.update(f"{label} {hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()


def _sources() -> Iterator[tuple[str, Path]]:
    """The files of the art, and the code that draws and that it draws from, named without their folder."""
    art, games = find_art(), Path(next(iter(modules.__path__)))
    rooms = (Path(__file__).parent, games / "definition", games / "geometry", games / "engine")
    for file in sorted(p for p in art.rglob("*") if p.is_file()):
        yield f"art/{file.relative_to(art).as_posix()}", file
    for room in rooms:
        for file in sorted([*room.rglob("*.py"), *room.rglob("*.json")]):
            yield f"{room.name}/{file.relative_to(room).as_posix()}", file


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
