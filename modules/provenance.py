"""Where each datum of a game comes from: stated by the rulebook, found, deduced or reconstructed.

Every part of a definition that bears a `source` is listed with its place. What is mixed counts as the least
certain: a value that is half rulebook and half reconstruction is a reconstruction.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from modules.definition.faults import Place
from modules.definition.files import read_files
from modules.definition.source import Path_, Source

Origin = Literal["rulebook", "found", "deduced", "reconstruction"]
ORIGINS: tuple[Origin, ...] = ("rulebook", "found", "deduced", "reconstruction")


@dataclass(frozen=True, slots=True)
class Datum:
    """One part of a definition: where it stands, what it is, where it comes from in words."""

    place: Place
    what: str
    origin: Origin
    source: str


def provenance(folder: Path) -> list[Datum]:
    """Every datum of a game's folder that names its source, file by file. Raises NoSuchGame."""
    files = read_files(folder)
    found = [datum for name in sorted(files.sources) for datum in _of_file(files.sources[name])]
    return sorted(found, key=lambda datum: datum.place)


def _of_file(source: Source) -> Iterator[Datum]:
    for path, part in _parts(source.data, ()):
        words = part.get("source")
        if isinstance(words, str):
            yield Datum(source.place(path), _name(path), origin_of(words), words)


def _parts(value: Any, path: Path_) -> Iterator[tuple[Path_, dict[str, Any]]]:
    if isinstance(value, dict):
        yield path, value
        for key, inner in value.items():
            yield from _parts(inner, (*path, key))
    elif isinstance(value, tuple):
        for index, inner in enumerate(value):
            yield from _parts(inner, (*path, index))


def _name(path: Path_) -> str:
    return ".".join(str(step) for step in path) or "the whole file"


def origin_of(source: str) -> Origin:
    """What kind of source words name: the least certain that they mention; without any, a rule's number."""
    lower = source.lower()
    return next((origin for origin in reversed(ORIGINS) if origin in lower), "rulebook")
