"""Where each datum of a game comes from: stated by the rulebook, found, deduced or reconstructed.

Every part of a definition that bears a `source` is listed with its place. What is mixed counts as the least
certain: a value that is half rulebook and half reconstruction is a reconstruction. A source that says none
of these is a fault of its file, and nothing is listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from modules.definition.formats.fields import FORMS
from modules.definition.formats.origins import ORIGINS, PATTERN, Origin, origin_of
from modules.written.faults import DefinitionError, Fault, SourcePlace
from modules.written.folder import read
from modules.written.source import Path_, Source

__all__ = ["ORIGINS", "Datum", "Origin", "provenance"]

_FORM = re.compile(PATTERN)


@dataclass(frozen=True, slots=True)
class Datum:
    """One part of a definition: where it stands, what it is, where it comes from in words."""

    place: SourcePlace
    what: str
    origin: Origin
    source: str


def provenance(folder: Path) -> list[Datum]:
    """Every datum of a game's folder that names its source, file by file.

    Raises NoSuchGame, and DefinitionError for what names none that there is: then nobody can count them.
    """
    files = read(folder)
    faults: list[Fault] = []
    found: list[Datum] = []
    for name in sorted(files.sources):
        source = files.sources[name]
        faults += source.faults
        for path, words in _sources(source):
            if isinstance(words, str) and _FORM.match(words):
                found.append(Datum(source.place(path), _name(path), origin_of(words), words))
            else:
                message = f"found {words!r}: expected {FORMS[PATTERN]}"
                faults.append(source.fault((*path, "source"), message))
    if faults:
        raise DefinitionError(folder, faults)
    return sorted(found, key=lambda datum: datum.place)


def _sources(source: Source) -> Iterator[tuple[Path_, Any]]:
    for path, part in _parts(source.data, ()):
        if "source" in part:
            yield path, part["source"]


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
