"""The files of a game's own art: which there are, each with its digest. What they say, `generator` reads."""

from __future__ import annotations

import hashlib
from pathlib import Path

from modules import plain_files
from modules.written.faults import Fault, SourcePlace

ART = "art"
"""The folder of a game in which its own art lies."""

MOST_OF_ALL_ART = 64_000_000
"""Bytes of all files of a game's art together."""


def read_art(folder: Path) -> tuple[dict[str, str], list[Fault]]:
    """The SHA-256 of each file of a game's art by its name in `art/`, and what cannot be read."""
    found: dict[str, str] = {}
    faults: list[Fault] = []
    size = 0
    try:
        paths = plain_files.list_files(folder / ART, folder, below=True)
    except OSError as error:
        return {}, [Fault(SourcePlace(f"{ART}/"), str(error.strerror))]
    for path in paths:
        name = path.relative_to(folder / ART).as_posix()
        if not name.isprintable():
            told = "the name has characters that cannot be printed: rename it"
            faults.append(Fault(SourcePlace(f"{ART}/{ascii(name)[1:-1]}"), told))
            continue
        if any(part.startswith(".") for part in Path(name).parts):
            continue  # what systems and editors leave behind
        try:
            data = plain_files.read(path, plain_files.MOST_OF_ART, folder)
            size += len(data)
            found[name] = hashlib.sha256(data).hexdigest()
        except OSError as error:
            faults.append(Fault(SourcePlace(f"{ART}/{name}"), str(error.strerror)))
        if size > MOST_OF_ALL_ART:
            told = f"with this file the art has more than {MOST_OF_ALL_ART // 1_000_000} MB: leave some out"
            return {}, [*faults, Fault(SourcePlace(f"{ART}/{name}"), told)]
    return found, faults
