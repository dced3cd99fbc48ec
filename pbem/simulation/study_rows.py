"""A row of a study (`senlac study`), as far as it says what was played and what came of it."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from modules.amounts import count_noun
from modules.library import PLAYERS, Contest
from pbem import errors
from pbem.reason_codes import Code

_Name = Annotated[str, Field(max_length=200)]


class StudyRow(BaseModel):
    """One game. `players` has commas between them, `options` blanks; `dice` is empty where they came from
    the study's own stream. `winner`, `level` and `rule` are its outcome, `decisions` counts answers of all
    kinds."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")

    game: _Name
    scenario: _Name
    options: _Name
    players: _Name
    budget: Annotated[int, Field(ge=0, le=10_000_000)]
    seed: Annotated[int, Field(ge=0, lt=2**53)]
    dice: _Name
    winner: _Name
    level: _Name
    rule: _Name
    decisions: int

    @property
    def contest(self) -> Contest:
        """The game that it tells of."""
        options, players = tuple(self.options.split()), tuple(self.players.split(","))
        return Contest(self.game, self.scenario, options, players, self.budget, self.seed)


def parse_row_name(text: str) -> tuple[Path, int]:
    """The file and the number in FILE:N. Raises `bad-row`."""
    file, colon, number = text.rpartition(":")
    if not (file and colon and number.isascii() and number.isdecimal() and len(number) < 10):
        raise errors.Refusal(Code.BAD_ROW, f"{text!r} is not FILE:N, such as fulford/rows.parquet:17")
    return Path(file), int(number)


def read_row(file: Path, number: int) -> StudyRow:
    """A row of `rows.parquet` by its number, counted from 0. Raises `bad-row`, OSError."""
    if find_spec("pyarrow") is None:
        raise errors.Refusal(
            Code.BAD_ROW,
            f"{file} is read with pyarrow, which is not installed: `pip install senlac[studies]`",
        )
    with file.open("rb"):  # an OSError of its own, with the file's name
        read = _columns(file)
    if number >= len(read):
        raise errors.Refusal(
            Code.BAD_ROW, f"{file} has {count_noun(len(read), 'game')}, counted from 0: none is {number}"
        )
    try:
        row = StudyRow.model_validate(read.slice(number, 1).to_pylist()[0])
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise errors.Refusal(Code.BAD_ROW, f"{file}: game {number}: {where}: {first['msg']}") from error
    strange = [each for each in row.contest.players if each not in PLAYERS]
    if strange:
        raise errors.Refusal(Code.BAD_ROW, f"{file}: game {number}: there is no player {strange[0]!r}")
    return row


def _columns(file: Path) -> Any:
    """The columns of a Parquet file that a row is made of."""
    import pyarrow
    import pyarrow.parquet

    try:
        names = pyarrow.parquet.read_schema(file).names
        if missing := [name for name in StudyRow.model_fields if name not in names]:
            raise errors.Refusal(
                Code.BAD_ROW,
                f"{file} has no column {missing[0]!r}: it is no study, or that of another Senlac",
            )
        return pyarrow.parquet.read_table(file, columns=list(StudyRow.model_fields))
    except (pyarrow.ArrowException, OSError) as error:  # damaged pages come as an OSError without a file
        raise errors.Refusal(Code.BAD_ROW, f"{file} is no Parquet file that can be read: {error}") from error
