"""Whether a command would draw anything new: a digest of all that goes into it, and what stands there.

A picture depends on the definition, the art, the code that draws, the libraries that render, and the
options. Equal digests therefore mean equal pictures; the files themselves are checked against the manifest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import modules
from generator.art import find_art
from modules.definition import Definition

MANIFEST = "manifest.json"
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
    for part in (definition.game, definition.counters_file, definition.terrain_file, definition.tables):
        total.update(repr(part).encode())  # the digest is of files; a caller may have changed a part since
    for name in sorted(definition.maps):
        total.update(repr(definition.maps[name]).encode())
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


def standing(out: Path, inputs: str) -> dict[str, Any] | None:
    """The manifest of a folder that holds just what a build with these inputs would write; else None."""
    try:
        manifest = json.loads((out / MANIFEST).read_bytes())
        if not isinstance(manifest, dict) or manifest.get("inputs") != inputs:
            return None
        whole = all(_digest(out / name) == digest for name, digest in recorded(manifest).items())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None  # whatever is wrong with what stands there, drawing it anew mends it
    return manifest if whole else None


def recorded(manifest: dict[str, Any]) -> dict[str, str]:
    """Each file of a manifest with its SHA-256."""
    return {name: digest for picture in manifest["pictures"] for name, digest in picture["sha256"].items()}


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
