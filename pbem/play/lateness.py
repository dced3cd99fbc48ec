"""A `late` that came before its time by the clock here is not taken in, whatever time it states, nor an
answer that is dated long before the order that it answers was signed here: all are sent a signed refusal of
it. Nor does the referee take in a time that is far ahead of his clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem import errors
from pbem.codes import Code
from pbem.entry import bodies
from pbem.entry.border import VerifiedEntry
from pbem.entry.entries import Entry
from pbem.entry.slips import OpenedSlip
from pbem.judge import clocks
from pbem.log import deadlines, shown
from pbem.log.folder import Folder
from pbem.log.verify import walked
from pbem.log.walk import Walk
from pbem.play import countersigning, refusing

ALLOWED: Final = 600
"""Seconds by which two clocks may differ."""


def refuse_early(walk: Walk, now: int | None) -> None:
    """Raise `late-too-early` if the newest entry of a walk is a `late` before its time by the clock `now`,
    Unix seconds."""
    late = walk.history[-1].body
    if now is None or not isinstance(late, bodies.Late):
        return
    due = deadlines.clock(walk.history[:-1], late.role, late.kind)
    if due is not None and now < due.end - ALLOWED:
        raise errors.LogFault(
            Code.LATE_TOO_EARLY,
            f"{walk.history[-1]} says that {late.role} is late, and by the clock here the time is not over "
            f"before {deadlines.when(due.end)}",
        )


def refuse(folder: Folder, entries: Sequence[VerifiedEntry], now: int) -> OpenedSlip | None:
    """The signed refusal of the first of these that is a `late` before its time by the clock `now`, Unix
    seconds, or an answer dated before what it answers; kept, and the same again for the same. None where
    there is none."""
    walk = walked(folder.log)
    signed_at = shown.times(folder)
    for each in entries:
        try:
            entry = walk.step(each)
        except errors.RepeatedEntry:
            continue
        except errors.PbemError:
            return None  # whoever takes it in says what is wrong with it
        late = entry.body
        if not isinstance(late, bodies.Late):
            out = signed_at.get(walk.entries[entry.seq - 1].head)
            if out and walk.parties.charter.deadlines and _is_backdated(entry, out, now):
                return refusing.say(folder, walk, entry.seq, each.head, Code.BACKDATED)
            continue
        due = deadlines.clock(walk.history[:-1], late.role, late.kind)
        if due is not None and _was_completed(folder, walk, entry, due.end):
            return refusing.say(folder, walk, entry.seq, each.head, Code.COMPLETED)
        if due is None or now >= due.end - ALLOWED:
            continue
        return refusing.say(folder, walk, entry.seq, each.head, Code.LATE_TOO_EARLY)
    return None


def _was_completed(folder: Folder, walk: Walk, late: Entry, end: int) -> bool:
    """Whether the folder's owner, who signs last, had signed in time what all have signed for the place at
    which he is said to be late."""
    if not isinstance(late.body, bodies.Late) or late.body.role != folder.role(walk.parties):
        return False
    return any(at <= end for at in countersigning.completed(folder, walk, late.seq))


def _is_backdated(answer: Entry, out: int, now: int) -> bool:
    """Whether an answer states a time long before the order that it answers left this folder, at Unix time
    `out`: the next side would be late before it was asked. A clock here that was ahead once is none now."""
    at = answer.at
    return at is not None and at < min(out, now) - clocks.AHEAD
