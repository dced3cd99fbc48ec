"""A `late` that came before its time by the clock here is not taken in, whatever time it states: all are
sent a signed refusal of it. Nor does the referee take in a time that is far ahead of his clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem import errors
from pbem.codes import Code
from pbem.entry import bodies
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.slips import OpenedSlip
from pbem.log import deadlines, refusals
from pbem.log.folder import Folder
from pbem.log.verify import walked
from pbem.log.walk import Walk

ALLOWED: Final = 600
"""Seconds by which two clocks may differ."""

_AHEAD: Final = 86_400
"""Seconds by which another's clock may be ahead when he states a time."""


def refuse_ahead(walk: Walk, entry: Entry, now: int | None) -> None:
    """Raise `time-ahead` for a time that is not the log's and far ahead of the clock `now`, Unix seconds: no
    time goes back, so nobody could be late before it."""
    if now is None or not isinstance(entry.body, bodies.Timed):
        return
    if entry.body.at > max(now + _AHEAD, walk.time or 0):
        raise errors.LogFault(
            Code.TIME_AHEAD,
            f"{entry} states a time ({deadlines.when(entry.body.at)}) that is more than a day ahead of the "
            "clock here: set the clock of the PC that signed it, and send the same again when that has come",
        )


def refuse(folder: Folder, entries: Sequence[SignedEntry], now: int) -> OpenedSlip | None:
    """The signed refusal of the first `late` among these that comes before its time by the clock `now`, Unix
    seconds; kept, and the same again for the same. None where there is none."""
    walk = walked(folder.log)
    for signed in entries:
        try:
            entry = walk.step(signed)
        except errors.RepeatedEntry:
            continue
        except errors.PbemError:
            return None  # whoever takes it in says what is wrong with it
        late = entry.body
        if not isinstance(late, bodies.Late):
            continue
        due = deadlines.clock(walk.history[:-1], late.role, late.kind)
        if due is None or now >= due.end - ALLOWED:
            continue
        return refusals.made(folder, walk, entry.seq, signed.head, Code.LATE_TOO_EARLY)
    return None
