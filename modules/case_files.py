"""Rule cases as they are written: the types of their files, where those of a game stand, and reading.

`senlac docs rule-cases` describes the format. The cases of a game from a folder or a file stand in its folder
`cases`, those of a game that ships among the tests.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

from pydantic import Field, ValidationError

from modules.definition.files import typed_faults
from modules.definition.formats.fields import MANY, SOME, Line, Name, Part, RuleNumber, Text
from modules.game_file.names import CASES
from modules.game_registry import name_of
from modules.plain_files import is_there, list_files
from modules.written import source
from modules.written.faults import DefinitionError, Fault, SourcePlace

_Fact = Annotated[int, Field(ge=-9_999, le=9_999)]
HERE: Final = Path()
"""Whence the file of a fault is found: it is named as it was given."""


class Asked(Part):
    """The decision that must be due: whose, of which kind, and (all of) its choices as the viewer sees them.
    `player`: who answers, where a side has several."""

    side: str
    player: str | None = None
    kind: str
    choices: tuple[str, ...] | None = None
    includes: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()


class Refused(Part):
    """An order that must be refused: by which rule, and words that the reason must hold. Also one for a phase
    that was passed over because nothing could be done in it."""

    side: str
    order: str
    rule: RuleNumber
    says: Line | None = None


class Step(Part):
    """One step of a case; exactly one key. `order` is written `SIDE: ORDER`. `shuffle` names the cards that
    lie on top, counted from 0; the others follow in order. `shown` are cards of secret packs that are dealt
    or revealed, each with its number in the pack before it was shuffled, counted from 0."""

    order: str | None = None
    dice: tuple[int, ...] | None = None
    shuffle: tuple[int, ...] | None = None
    shown: dict[str, int] | None = None
    asked: Asked | None = None
    refused: Refused | None = None
    rolls: tuple[str, ...] | None = None


class Then(Part):
    """What must hold at the end: places of counters, facts, whose phase it is, what was told (and not told),
    and the outcome: `winner` (empty: a draw) and `level`, how well. `view`: what a side, or the `public`,
    sees at places: a counter, `hidden` (one that it may not know) or `nothing`."""

    units: dict[str, str] = Field(default_factory=dict)
    facts: dict[str, int] = Field(default_factory=dict)
    view: dict[str, dict[str, str]] = Field(default_factory=dict)
    phase: str | None = None
    told: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()
    winner: str | None = None
    level: str | None = None


class Case(Part):
    """One case. `viewer`: it is seen by this side or player, or the `public`. `rulings`: those that it
    shows, by their words."""

    rule: RuleNumber
    rulings: tuple[Name, ...] = ()
    title: Text
    options: tuple[str, ...] = ()
    turn: int = Field(default=1, ge=1, le=199)
    viewer: str | None = None
    phase: str
    units: dict[str, str] = Field(max_length=MANY)
    facts: dict[str, _Fact] = Field(default_factory=dict, max_length=MANY)
    play: tuple[Step, ...] = Field(default=(), max_length=SOME)
    then: Then = Then()


class CaseFile(Part):
    """A file of cases, all of one scenario, written GAME/SCENARIO; in a game's own folder its name alone."""

    scenario: Line
    cases: tuple[Case, ...] = Field(min_length=1, max_length=MANY)


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
