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
from pbem.mail.author_text import PRESS
from pbem.play.orders.order_file import MAX_BYTES, MAX_LINES
from pbem.reason_codes import Code

NAME: Final = "table-draft.json"
BEFORE: Final = "table-draft-before.txt"
"""The lines that were in a draft when something else was signed in their place."""
MOST_CHARACTERS: Final = 4000
_LIMITS: Final = (
    f"a draft has at most {MAX_LINES} lines; a line has at most {MOST_CHARACTERS} characters and no line end "
    "in it"
)
_ONE_LINE: Final = r"^[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*$"
Line = Annotated[str, Field(max_length=MOST_CHARACTERS, pattern=_ONE_LINE)]


class Draft(BaseModel):
    """A draft on the log up to entry `seq` with this `head`. `standing`: standing orders as they shall be
    filed, None where those that count stay."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    format: Literal["senlac-draft/1"] = "senlac-draft/1"
    number: int = Field(default=0, ge=0, le=2**50)
    """Not so great that a page would round it."""
    seq: int = Field(default=-1, ge=-1)
    head: str = ""
    lines: list[Line] = Field(default=[], max_length=MAX_LINES)
    press: list[Line] = Field(default=[], max_length=MAX_LINES)
    standing: list[Line] | None = Field(default=None, max_length=MAX_LINES)

    def change(self, **fields: object) -> Draft:
        """The next draft, with other values in these fields. Raises OrderFileFault for lines that no draft
        takes."""
        try:
            return Draft.model_validate({**self.model_dump(), "number": self.number + 1, **fields})
        except ValidationError as error:
            raise errors.OrderFileFault(_LIMITS) from error


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
        raise describe_damage(folder, told) from error


def describe_damage(folder: Path, told: str) -> errors.Refusal:
    """The refusal of a draft that is not as the table has kept it; `told` says of what in it."""
    what = f"{folder / NAME} is not a draft that the table has kept ({told}): move it away, and begin anew"
    return errors.Refusal(Code.BAD_DRAFT, what)


def write_draft(folder: Path, draft: Draft) -> None:
    """Keeps a draft, so that a crash leaves the one before or this one. Raises OSError."""
    text = json.dumps(draft.model_dump(), indent=1, ensure_ascii=False) + "\n"
    atomic_files.replace(folder / NAME, text.encode(), mode=0o600)


def put_aside(folder: Path, draft: Draft) -> None:
    """Keeps what a draft that will not be used has said, as a file of orders. Raises OSError."""
    said = (*draft.lines, *(f"{PRESS}{line}" for line in draft.press))
    atomic_files.replace(folder / BEFORE, "".join(f"{line}\n" for line in said).encode(), mode=0o600)
