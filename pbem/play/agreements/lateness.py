"""A `late` that came before its time by the clock here is not taken in, whatever time it states, nor an
answer that is dated long before the order that it answers was signed here, nor one that says another moment
at which a time is over than is worked out here: all are sent a signed refusal of it. Nor does the referee
take in a time that is far ahead of the referee's clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem import errors
from pbem.entry import bodies
from pbem.entry.entries import Entry
from pbem.entry.peer_notices import OpenedSlip
from pbem.entry.verified_entries import VerifiedEntry
from pbem.judge import clock_checks, due_moments
from pbem.log import deadlines
from pbem.log.log_verifier import LogVerifier
from pbem.log.party import disclosures
from pbem.log.party.folder import Folder
from pbem.log.verification import verify_entries
from pbem.play.agreements import countersignatures
from pbem.play.refusals import refusal_papers
from pbem.reason_codes import Code

ALLOWED: Final = 600
"""Seconds by which two clocks may differ."""


def refuse_early(verifier: LogVerifier, now: int | None) -> None:
    """Raise `late-too-early` if the newest entry of a walk is a `late` before its time by the clock `now`,
    Unix seconds; `due-differs` or `zone-unknown` as `due_moments.check_entry`."""
    due_moments.check_entry(verifier.parties.charter, verifier.history[-1])
    late = verifier.history[-1].body
    if now is None or not isinstance(late, bodies.Lateness):
        return
    due = deadlines.start_clock(verifier.history[:-1], late.role, late.kind)
    if due is not None and now < due.end - ALLOWED:
        raise errors.LogFault(
            Code.LATE_TOO_EARLY,
            f"{verifier.history[-1]} says that {late.role} is late, and by the clock here the time "
            "is not over "
            f"before {deadlines.format_time(due.end)}",
        )


def refuse(folder: Folder, entries: Sequence[VerifiedEntry], now: int) -> OpenedSlip | None:
    """The signed refusal of the first of these that is a `late` before its time by the clock `now`, Unix
    seconds, an answer dated before what it answers, or one that says another moment at which a time is over
    than is worked out here; kept, and the same again for the same. None where there is none."""
    verifier = verify_entries(folder.log)
    signed_at = disclosures.signing_times(folder)
    for each in entries:
        try:
            entry = verifier.apply(each)
        except errors.RepeatedEntry:
            continue
        except errors.PbemError:
            return None  # whoever takes it in says what is wrong with it
        if _says_other_moment(verifier, entry):
            return refusal_papers.say(folder, verifier, entry.seq, each.head, Code.DUE_DIFFERS)
        late = entry.body
        if not isinstance(late, bodies.Lateness):
            out = signed_at.get(verifier.entries[entry.seq - 1].head)
            if out and verifier.parties.charter.deadlines and _is_backdated(entry, out, now):
                return refusal_papers.say(folder, verifier, entry.seq, each.head, Code.BACKDATED)
            continue
        due = deadlines.start_clock(verifier.history[:-1], late.role, late.kind)
        if due is not None and _was_completed(folder, verifier, entry, due.end):
            return refusal_papers.say(folder, verifier, entry.seq, each.head, Code.COMPLETED)
        if due is None or now >= due.end - ALLOWED:
            continue
        return refusal_papers.say(folder, verifier, entry.seq, each.head, Code.LATE_TOO_EARLY)
    return None


def _says_other_moment(verifier: LogVerifier, entry: Entry) -> bool:
    """Whether an entry says another moment at which a time is over than is worked out here. Where this PC has
    no data of the zone, whoever takes the entry in says so."""
    try:
        due_moments.check_entry(verifier.parties.charter, entry)
    except errors.PbemError as error:
        return error.code == Code.DUE_DIFFERS
    return False


def _was_completed(folder: Folder, verifier: LogVerifier, late: Entry, end: int) -> bool:
    """Whether the folder's owner, who signs last, had signed in time what all have signed for the place at
    which he is said to be late."""
    if not isinstance(late.body, bodies.Lateness) or late.body.role != folder.role(verifier.parties):
        return False
    return any(at <= end for at in countersignatures.completion_times(folder, verifier, late.seq))


def _is_backdated(answer: Entry, out: int, now: int) -> bool:
    """Whether an answer states a time long before the order that it answers left this folder, at Unix time
    `out`: the next side would be late before it was asked. A clock here that was ahead once is none now."""
    at = answer.stated_time
    return at is not None and at < min(out, now) - clock_checks.AHEAD
