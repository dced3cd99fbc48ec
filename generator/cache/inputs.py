"""Whether a command would draw anything new: a digest of all that goes into what it makes.

A picture depends on the definition, the art, the code that draws, the libraries that render, and the
options. Equal digests therefore mean equal pictures; the files themselves are checked against the manifest.
"""

from __future__ import annotations

import hashlib
import os
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

_RENDERERS = ("resvg", "uharfbuzz", "svgwrite", "typst", "pikepdf", "lxml", "zlib-ng")


PARTS = tuple(f.name for f in fields(Definition) if f.name not in ("folder", "digest"))
"""The fields of a definition that say what the game is."""


def inputs_digest(definition: Definition, options: str, beside: Iterable[Path] = ()) -> str:
    """The digest of everything that goes into what a command makes: `options` in words, and the files
    `beside` the definition, where they are there.

    Raises MissingArtError without art.
    """
    total = hashlib.sha256(digest_as_read(definition, options, beside).encode())
    for name in PARTS:
        total.update(repr(getattr(definition, name)).encode())  # a caller may have changed a part since
    return total.hexdigest()


def digest_as_read(definition: Definition, options: str, beside: Iterable[Path] = ()) -> str:
    """The same of a definition of which nothing has been changed since its files were read."""
    total = hashlib.sha256(f"{definition.digest} {options} {sources_digest()}\n".encode())
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
    rooms = (Path(next(iter(generator.__path__))), games / "definition", games / "geometry", games / "engine")
    for label, file in _below(find_art()):
        yield f"art/{label}", file
    for room in rooms:
        for label, file in _below(room):
            if label.endswith((".py", ".json")):
                yield f"{room.name}/{label}", file


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
