"""The draft of a player at the table: the lines that are said and not signed yet, in a file of their own.

It is not the file of orders, which a robot signs at the word `send`. Its number grows with each change, also
when the log has gone on: so a page that shows an older draft is told so, whatever has changed it. For
example, draft 12 has two lines on entry 5; a second window takes one back, and the draft is number 13.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pbem import errors
from pbem.disk import atomic_files
from pbem.play.orders.order_file import MAX_BYTES, MAX_LINES
from pbem.reason_codes import Code

NAME: Final = "table-draft.json"
BEFORE: Final = "table-draft-before.txt"
"""The lines that were in a draft when something else was signed in their place."""
Line = Annotated[str, Field(max_length=4000)]


class Draft(BaseModel):
    """A draft on the log up to entry `seq` with this `head`. `standing`: standing orders as they shall be
    filed, None where those that count stay."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    format: Literal["senlac-draft/1"] = "senlac-draft/1"
    number: int = Field(default=0, ge=0)
    seq: int = Field(default=-1, ge=-1)
    head: str = ""
    lines: list[Line] = Field(default=[], max_length=MAX_LINES)
    press: list[Line] = Field(default=[], max_length=MAX_LINES)
    standing: list[Line] | None = Field(default=None, max_length=MAX_LINES)

    def change(self, **fields: object) -> Draft:
        """The next draft, with other values in these fields."""
        return Draft.model_validate({**self.model_dump(), "number": self.number + 1, **fields})


def read_draft(folder: Path) -> Draft:
    """The draft in a folder, an empty one where there is none. Raises `bad-draft`, OSError."""
    file = folder / NAME
    try:
        with file.open("rb") as stream:
            data = stream.read(4 * MAX_BYTES + 1)
    except FileNotFoundError:
        return Draft()
    try:
        return Draft.model_validate(json.loads(data))
    except (ValueError, RecursionError) as error:  # a ValidationError is one
        told = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
        raise errors.Refusal(
            Code.BAD_DRAFT,
            f"{file} is not a draft that the table has kept ({told}): move it away, and begin anew",
        ) from error


def write_draft(folder: Path, draft: Draft) -> None:
    """Keeps a draft, so that a crash leaves the one before or this one. Raises OSError."""
    text = json.dumps(draft.model_dump(), indent=1, ensure_ascii=False) + "\n"
    atomic_files.replace(folder / NAME, text.encode(), mode=0o600)


def put_aside(folder: Path, draft: Draft) -> None:
    """Keeps the lines of a draft that will not be used, for the player to look at. Raises OSError."""
    atomic_files.replace(folder / BEFORE, "".join(f"{line}\n" for line in draft.lines).encode(), mode=0o600)
