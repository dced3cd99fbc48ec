"""The files of a game's own art: which there are, each with its digest. What they say, `generator` reads."""

from __future__ import annotations

import hashlib
from pathlib import Path

from modules import plain_files
from modules.written.faults import Fault, SourcePlace

ART = "art"
"""The folder of a game in which its own art lies."""


def read_art(folder: Path) -> tuple[dict[str, str], list[Fault]]:
    """The SHA-256 of each file of a game's art by its name in `art/`, and what cannot be read."""
    found: dict[str, str] = {}
    faults: list[Fault] = []
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
            found[name] = hashlib.sha256(plain_files.read(path, plain_files.MOST_OF_ART, folder)).hexdigest()
        except OSError as error:
            faults.append(Fault(SourcePlace(f"{ART}/{name}"), str(error.strerror)))
    return found, faults
