"""The game that a log is about, told from every other: its rules, and the data or the file that they read."""

from typing import ClassVar, Self

from pydantic import model_validator

from pbem.entry.field_types import (
    CarriedFiles,
    Data,
    Hex,
    Maybe,
    Positive,
    Record,
    ShortText,
    Token,
    misfit_of,
)


class RulesIdentity(Record):
    """Rules and their data. The behaviour of the rules has a number and a fingerprint; `version` is told.
    `data`: the values that they read of an installed game, by file; charters of before have none. `files` and
    `art`: of a game from a file the files by which it is played, and the files that are looked at."""

    version: ShortText
    behaviour: Positive
    fingerprint: Hex
    data: Maybe[Data] = None
    files: Maybe[CarriedFiles] = None
    art: Maybe[CarriedFiles] = None

    @model_validator(mode="after")
    def _check_files(self) -> Self:
        if (self.files is None) != (self.art is None):
            raise misfit_of("both lists of a game's file, or neither")
        if self.files is not None and (self.data is not None or not self.files):
            raise misfit_of("a game that is installed (`data`), or one from a file (`files`, not empty)")
        return self


class Module(RulesIdentity):
    """The game whose rules they are, by its name."""

    type: ClassVar[str] = "module"
    id: Token
