"""Rule cases as they are written: where those of a game stand, and reading (`definition.formats.cases` has
the types).

`senlac docs rule-cases` describes the format. The cases of a game from a folder or a file stand in its folder
`cases`, those of a game that ships among the tests.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pydantic import ValidationError

from modules.definition.files import typed_faults
from modules.definition.formats.cases import CaseFile
from modules.game_file.names import CASES
from modules.game_registry import name_of
from modules.plain_files import is_there, list_files
from modules.written import source
from modules.written.faults import DefinitionError, Fault, SourcePlace

HERE: Final = Path()
"""Whence the file of a fault is found: it is named as it was given."""


def parse(file: Path) -> tuple[CaseFile, source.Source]:
    """The cases in a file, and where each thing stands. Raises DefinitionError with every fault."""
    parsed = source.read(file, str(file), file.parent)
    if parsed.faults:
        raise DefinitionError(HERE, parsed.faults)
    try:
        return CaseFile.model_validate(parsed.data), parsed
    except ValidationError as error:
        raise DefinitionError(HERE, typed_faults(parsed, error, CaseFile)) from None


def read_cases(file: Path) -> CaseFile:
    """The cases in a file. Raises DefinitionError with every fault of its text."""
    return parse(file)[0]


def files_in(path: Path) -> list[Path]:
    """The case files that a path means: itself, or every .yaml below a folder."""
    if not path.is_dir():
        return [path]
    return [file for file in list_files(path, path, below=True) if file.suffix == ".yaml"]


def cases_folder(folder: Path) -> Path | None:
    """The rule cases of the game in this folder: its own, of one that ships in a checkout those among the
    tests, installed those beside the games. None where there are none."""
    here, game = Path(__file__).parent, name_of(folder)
    places = (here / "rule_cases" / game, here.parent / "tests" / "rules" / game) if game else ()
    return next((place for place in (*places, *([] if game else [folder / CASES])) if place.is_dir()), None)


def game_around(file: Path) -> Path | None:
    """The folder of the game among whose own cases a file is; None for any other file."""
    room = file.absolute().parent
    return room.parent if room.name == CASES and is_there(room.parent / "game.yaml") else None


def misnamed(folder: Path) -> list[Fault]:
    """The files of a folder of cases that look like such and are not read."""
    message = "this file is not read: rule cases end in .yaml; rename it"
    return [
        Fault(SourcePlace(str(file)), message)
        for file in list_files(folder, folder)
        if file.suffix.lower() in (".yml", ".yaml") and file.suffix != ".yaml"
    ]
