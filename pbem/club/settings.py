"""What a club is and allows: `club.yaml` in its folder, read whole or refused with all its faults. How its
mail comes and goes stands in `post.yaml` beside it, with the one address from which it writes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError

from modules.definition.files import typed_fault
from modules.definition.formats.fields import Line, Part, formed
from modules.written import source
from pbem.errors import Refusal
from pbem.post.outbox import ADDRESS
from pbem.reason_codes import Code

NAME = "club.yaml"

TEMPLATE = """\
# A club of games by mail. Edit it and post.yaml beside it, then: pbem club run --dir FOLDER
name: Our wargames club
operator: you@example.org        # who is told when a game or a mail is in trouble
# games: [three_battles/hastings, hastings_pulsipher/small]   # what may be begun; without it every game
# logs: true                     # the pages offer the logs of ended games, with mail addresses
# limits:
#   mails: 100                   # of one sender in a day, and signed by one seat of a game; what comes
#                                # after it is put off until the next day
#   answers: 30                  # to one sender in a day, to what changes no game
#   strangers: 8                 # the same, with all that others have passed on, to an address that plays
#                                # nothing
#   questions: 5                 # to one address in a day, whether it asked for what came in its name
#   games: 3                     # that one person may begin in a day
#   invitations: 5               # that one address gets in a day
#   game: 400                    # mails of one game in a day, but for what its players have signed
"""
"""What `pbem club init` writes."""

Address = Annotated[str, formed(f"^{ADDRESS}$", "one mail address, such as ann@example.org", max_length=254)]


class Limits(Part):
    """How much is done in a day (86,400 seconds from midnight UTC)."""

    mails: int = Field(default=100, ge=1, le=100_000)
    answers: int = Field(default=30, ge=1, le=100_000)
    strangers: int = Field(default=8, ge=1, le=1_000)
    questions: int = Field(default=5, ge=1, le=100)
    games: int = Field(default=3, ge=0, le=1_000)
    invitations: int = Field(default=5, ge=1, le=1_000)
    game: int = Field(default=400, ge=10, le=100_000)


class ClubFile(Part):
    """The settings as they are written."""

    name: Line
    operator: Address
    games: tuple[Line, ...] = ()
    limits: Limits = Limits()
    logs: bool = False


def read(file: Path) -> ClubFile:
    """Read a club's settings; raises `bad-club-file`, one FILE:LINE:COLUMN: FAULT a line."""
    if not file.is_file():
        raise Refusal(
            Code.BAD_CLUB_FILE,
            f"{file} is missing: it says whose club this is; `pbem club init` writes one to edit",
        )
    parsed = source.read(file, str(file))
    faults = list(parsed.faults)
    if not faults:
        try:
            return ClubFile.model_validate(parsed.data)
        except ValidationError as error:
            faults = [typed_fault(parsed, dict(one), ClubFile) for one in error.errors()]
    raise Refusal(Code.BAD_CLUB_FILE, "\n".join(str(fault) for fault in sorted(faults)))
