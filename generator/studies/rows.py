"""The rows of a study on the disk: a file for each batch of games, whole or not there, and one for all.

A batch is named by its arm and its first seed: what is there is not played again, and nothing is there twice.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from sys import intern
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from generator.cache.files import write_bytes
from generator.studies.games import Row
from generator.studies.plan import Plan, StudyFault
from modules import plain_files
from modules.terminal import find_hidden, find_stacked_marks

BATCH: Final = 20
"""Games in a file."""
_STUDY: Final = "study.json"
_BATCHES: Final = "rows"
_MOST: Final = 64_000_000
_LONGEST: Final = 300
_NESTED: Final = ("losses", "places", "fights", "fired", "lost", "idle")
"""What is kept as JSON in a column of text."""


def _to_be_seen(text: str) -> str:
    if find_hidden(text) is not None or find_stacked_marks(text) is not None:
        raise ValueError("a character that cannot be seen")
    return text


_Word = Annotated[str, Field(max_length=_LONGEST), AfterValidator(_to_be_seen)]
_Count = Annotated[int, Field(ge=0, le=10**9)]
_Seed = Annotated[int, Field(ge=0, lt=1 << 63)]
_Turn = Annotated[str, Field(pattern=r"^[0-9]{1,4}$")]


class _Kept(BaseModel):
    """A row as it is kept (`games.Row`); anybody may have written the file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    arm: _Word
    budget: _Count
    decisions: _Count
    dice: _Word
    fights: dict[_Word, dict[_Word, _Count]]
    fired: dict[_Word, _Count]
    game: _Word
    idle: list[_Word]
    level: _Word
    losses: dict[_Turn, dict[_Word, _Count]]
    lost: list[_Word]
    options: _Word
    places: dict[_Word, dict[_Word, _Count]]
    players: _Word
    rule: _Word
    scenario: _Word
    seed: _Seed
    turns: Annotated[int, Field(ge=0, le=9999)]
    winner: _Word

    @model_validator(mode="after")
    def _tells_of_its_last_turn(self) -> _Kept:
        if str(self.turns) not in self.losses:
            raise ValueError("its last turn has no losses")
        return self


class Rows:
    """The folder of a study."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        """Raises StudyFault for a folder that holds another study, or rows of nobody knows what; OSError."""
        self.folder, self.plan = folder, plan
        self._firsts = range(plan.first, plan.first + plan.games, BATCH)
        self._names = [arm.name for arm in plan.arms]
        self._said = f"{json.dumps({'mark': plan.mark})}\n".encode()
        if plain_files.is_there(file := folder / _STUDY):
            if plain_files.read(file, _MOST, folder) != self._said:
                raise StudyFault(
                    f"{folder} holds another study, or one by other rules or data: choose another folder"
                )
        elif plain_files.list_files(folder / _BATCHES, folder):
            raise StudyFault(f"{folder} holds rows, but no {_STUDY} that says of what: choose another folder")

    def begin(self) -> None:
        """Writes down of which study the rows are. Raises OSError."""
        write_bytes(self.folder / _STUDY, self._said)

    def file(self, arm: int, first: int) -> Path:
        """Where a batch is kept."""
        return self.folder / _BATCHES / f"{arm:03d}-{first:09d}.jsonl"

    def missing(self) -> list[tuple[int, int]]:
        """The batches that have yet to be played, arm and first seed: the same seeds of all arms together."""
        arms = range(len(self.plan.arms))
        return [(arm, first) for first in self._firsts for arm in arms if not self._is_whole(arm, first)]

    def _is_whole(self, arm: int, first: int) -> bool:
        file = self.file(arm, first)
        return plain_files.is_there(file) and len(self._of(arm, first)) >= self.count(first)

    def count(self, first: int) -> int:
        """How many games a batch has: the last may have fewer."""
        return min(BATCH, self.plan.first + self.plan.games - first)

    def keep(self, arm: int, first: int, rows: Sequence[Row]) -> None:
        """Keeps a batch, so that a crash leaves all of it or nothing."""
        write_bytes(self.file(arm, first), "".join(f"{_text(row)}\n" for row in rows).encode())

    def _of(self, arm: int, first: int) -> list[Row]:
        """The rows of a batch. Raises StudyFault for a file that is damaged, or of other games."""
        file = self.file(arm, first)
        found: list[Row] = []
        for at, text in enumerate(
            plain_files.read(file, _MOST, self.folder).removesuffix(b"\n").split(b"\n")
        ):
            try:
                row = dict(_Kept.model_validate_json(text))
            except ValidationError:
                row = {}
            if (row.get("arm"), row.get("seed")) != (self._names[arm], first + at):
                raise StudyFault(
                    f"{file}, line {at + 1}: the file is damaged: delete it, and its games are played again"
                )
            found.append(_shared(row))
        return found

    def place_of(self, number: int) -> tuple[int, int]:
        """Arm and seed of a game by its number, from 0 in the order of `all`; of games that have yet to be
        played, as they will stand there. Raises StudyFault."""
        at = number
        for arm, whole in enumerate(self._seeds()):
            if at < len(whole):
                return arm, whole[at]
            at -= len(whole)
        raise StudyFault(f"there is no game {number}: the study has {number - at}, counted from 0")

    def _seeds(self) -> list[list[int]]:
        """The seeds of each arm: those that are there; all of them where nothing was played."""
        arms = range(len(self.plan.arms))
        there = [[f for f in self._firsts if plain_files.is_there(self.file(arm, f))] for arm in arms]
        return [
            [seed for first in each for seed in range(first, first + self.count(first))]
            for each in (there if any(there) else [[*self._firsts] for _ in arms])
        ]

    def all(self) -> Iterator[Row]:
        """The rows that are there, by arm and seed."""
        for arm in range(len(self.plan.arms)):
            for first in self._firsts:
                if plain_files.is_there(self.file(arm, first)):
                    yield from self._of(arm, first)[: self.count(first)]


def _shared(value: Any) -> Any:
    """The same, with each text kept once for all rows: most are names of counters, places and rules."""
    if isinstance(value, dict):
        return {intern(name): _shared(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_shared(each) for each in value]
    return intern(value) if isinstance(value, str) else value


def _text(row: Row) -> str:
    return json.dumps(row, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def write_parquet(rows: Sequence[Row], file: Path) -> bool:
    """All rows as Parquet, the same bytes for the same rows; False where pyarrow is not installed."""
    if find_spec("pyarrow") is None:
        return False
    import io

    import pyarrow
    import pyarrow.parquet

    flat = [{k: _text_of(v) if k in _NESTED else v for k, v in row.items()} for row in rows]
    buffer = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(flat), buffer, compression="zstd")
    write_bytes(file, buffer.getvalue())
    return True


def _text_of(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
