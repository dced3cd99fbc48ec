"""To which place of which game a save or log belongs: a line that stands in a property of the file, and
that VASSAL keeps from the save that a player opens to the log that he records."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pbem import errors
from pbem.log.log_verifier import LogVerifier
from pbem.reason_codes import Code

_FORM = re.compile(r"senlac-record/1 (?P<game>[0-9a-f]{64}) (?P<seq>[0-9]{1,9}) (?P<head>[0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Origin:
    """A place in the record of a game: its newest entry, by number and digest."""

    game: str
    seq: int
    head: str

    def __str__(self) -> str:
        return f"senlac-record/1 {self.game} {self.seq} {self.head}"

    @classmethod
    def after_entry(cls, verifier: LogVerifier, seq: int) -> Origin:
        """The place after an entry of a log."""
        return cls(verifier.game, seq, verifier.entries[seq].head)


def read(text: str) -> Origin | None:
    """The origin that a property tells; None for a text that is none."""
    found = _FORM.fullmatch(text)
    return None if found is None else Origin(found["game"], int(found["seq"]), found["head"])


def check(origin: Origin, verifier: LogVerifier, what: str) -> None:
    """Raises `other-position`, naming the place, unless a file was made where the game stands."""
    now = len(verifier.entries) - 1
    if origin.game != verifier.game:
        raise errors.BadVassalLog(
            Code.OTHER_POSITION,
            f"{what} was recorded in game {origin.game[:8]}; this is game {verifier.game[:8]}: give "
            "the folder "
            "of that game with --dir",
        )
    if origin.seq > now:
        raise errors.BadVassalLog(
            Code.OTHER_POSITION,
            f"{what} was recorded after entry {origin.seq}; your log has entries to {now}: take in the mails "
            "that are missing with `pbem receive`",
        )
    if verifier.entries[origin.seq].head != origin.head:
        raise errors.BadVassalLog(
            Code.OTHER_POSITION,
            f"{what} was recorded after an entry {origin.seq} that is not that of your log "
            f"({origin.head[:8]}, yours is {verifier.entries[origin.seq].head[:8]}): open the "
            "position of today "
            "and record again",
        )
    if origin.seq < now:
        raise errors.BadVassalLog(
            Code.OTHER_POSITION,
            f"{what} was recorded on the position after entry {origin.seq}; since then the game went on to "
            f"entry {now}: open the position of today (`pbem show --out now.vsav`) and record again",
        )
