"""Times that are held against the clock of whoever takes an entry in."""

from __future__ import annotations

from typing import Final

from pbem import errors
from pbem.entry import bodies
from pbem.entry.entries import Entry
from pbem.log import deadlines
from pbem.log.log_verifier import LogVerifier
from pbem.reason_codes import Code

ALLOWED: Final = 600
"""Seconds by which two clocks may differ."""

AHEAD: Final = 86_400
"""Seconds by which another's clock may be ahead when he states a time, or behind when he answers."""


def refuse_claim(verifier: LogVerifier, entry: Entry, now: int | None) -> None:
    """Raise `late-too-early` for a claim that would be next, whatever time it states, if by the clock `now`,
    Unix seconds, two times of the side are not over."""
    if now is None or not isinstance(entry.body, bodies.Claim):
        return
    first = deadlines.claim_time(verifier.entries_before_batch, entry.body)
    if first is not None and now < first - ALLOWED:
        raise errors.LogFault(
            Code.LATE_TOO_EARLY,
            f"{entry} claims the game, and by the clock here the time of {entry.body.role} is not over "
            f"twice before {deadlines.format_time(first)}",
        )


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
