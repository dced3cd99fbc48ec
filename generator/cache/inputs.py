"""Whether a command would draw anything new: a digest of all that goes into what it makes.

A picture depends on the definition, the art, the code that draws, the libraries that render, and the
options. Equal digests therefore mean equal pictures; the files themselves are checked against the manifest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import fields
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import generator
import modules
from generator.art_folder import find_art
from modules.definition import Definition
from modules.definition.source import MAX_BYTES
from modules.plain_files import read

_RENDERERS = ("resvg", "fonttools", "svgwrite", "typst", "pikepdf", "lxml", "zlib-ng")


PARTS = tuple(f.name for f in fields(Definition) if f.name not in ("folder", "digest"))
"""The fields of a definition that say what the game is."""


def inputs_digest(definition: Definition, options: str, beside: Iterable[Path] = ()) -> str:
    """The digest of everything that goes into what a command makes: `options` in words, and the files
    `beside` the definition, where they are there.

    Raises MissingArtError without art.
    """
    total = hashlib.sha256(f"{definition.digest} {options} {sources_digest()}\n".encode())
    for file in beside:
        there = _digest_of_strangers(file)
        total.update(f"{file.name} {there}\n".encode())
    for name in PARTS:
        total.update(repr(getattr(definition, name)).encode())  # a caller may have changed a part since
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


def _sources() -> Iterator[tuple[str, Path]]:
    """The files of the art, and the code that draws and that it draws from, named without their folder."""
    art, games = find_art(), Path(next(iter(modules.__path__)))
    rooms = (Path(next(iter(generator.__path__))), games / "definition", games / "geometry", games / "engine")
    for file in sorted(p for p in art.rglob("*") if p.is_file()):
        yield f"art/{file.relative_to(art).as_posix()}", file
    for room in rooms:
        for file in sorted([*room.rglob("*.py"), *room.rglob("*.json")]):
            yield f"{room.name}/{file.relative_to(room).as_posix()}", file


def _digest_of_strangers(file: Path) -> str:
    """The digest of a file beside a definition; empty where there is none. What cannot be read is another
    thing than none: that is a fault of the game."""
    try:
        return hashlib.sha256(read(file, MAX_BYTES, file.parent)).hexdigest()
    except FileNotFoundError:
        return ""
    except OSError:
        return "not read"


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
