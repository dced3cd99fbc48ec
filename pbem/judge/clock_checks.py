"""Times that are held against the clock of whoever takes an entry in."""

from __future__ import annotations

from typing import Final

from pbem import errors
from pbem.entry import bodies
from pbem.entry.entries import Entry
from pbem.log import deadlines
from pbem.log.log_verifier import LogVerifier
from pbem.reason_codes import Code

AHEAD: Final = 86_400
"""Seconds by which another's clock may be ahead when he states a time, or behind when he answers."""


def refuse_ahead(verifier: LogVerifier, entry: Entry, now: int | None) -> None:
    """Raise `time-ahead` for a time that is not the log's and far ahead of the clock `now`, Unix seconds: no
    time goes back, so nobody could be late before it."""
    if now is None or not isinstance(entry.body, bodies.TimedBody):
        return
    if entry.body.at > max(now + AHEAD, verifier.time or 0):
        raise errors.LogFault(
            Code.TIME_AHEAD,
            f"{entry} states a time ({deadlines.format_time(entry.body.at)}) that is more than a "
            "day ahead of the "
            "clock here: set the clock of the PC that signed it, and send the same again when that has come",
        )
