"""A `late` that came before its time by the clock here is not taken in, whatever time it states, nor an
answer that is dated long before the order that it answers was signed here, nor one that says another moment
at which a time is over than is worked out here: all are sent a signed refusal of it. Nor does the referee
take in a time that is far ahead of the referee's clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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


def refuse_early(verifier: LogVerifier, now: int | None) -> None:
    """Raise `late-too-early` if the newest entry of a walk is a `late` before its time by the clock `now`,
    Unix seconds; `due-differs` or `zone-unknown` as `due_moments.check_entry`."""
    due_moments.check_entry(verifier.parties.charter, verifier.history[-1])
    late = verifier.history[-1].body
    if now is None or not isinstance(late, bodies.Lateness):
        return
    due = deadlines.start_clock(verifier.history[:-1], late.role, late.kind)
    if due is not None and now < due.end - clock_checks.ALLOWED:
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
        code = _find_fault(folder, verifier, entry, signed_at, now)
        if code is not None:
            return refusal_papers.say(folder, verifier, entry.seq, each.head, code)
    return None


def _find_fault(
    folder: Folder, verifier: LogVerifier, entry: Entry, signed_at: Mapping[str, int], now: int
) -> Code | None:
    """What is wrong with the newest entry of a walk by what the folder's owner alone knows. `signed_at`: when
    each own entry, by its digest, was signed."""
    if _says_other_moment(verifier, entry):
        return Code.DUE_DIFFERS
    late = entry.body
    if isinstance(late, bodies.Claim):
        return Code.CLAIM_CONTESTED if _was_sent(folder, late.role, late.at) else None
    if not isinstance(late, bodies.Lateness):
        out = signed_at.get(verifier.entries[entry.seq - 1].head)
        dated = out and verifier.parties.charter.deadlines and _is_backdated(entry, out, now)
        return Code.BACKDATED if dated else None
    before = verifier.history[:-1]
    due = deadlines.start_clock(before, late.role, late.kind)
    if due is None:
        return None
    claims = due.then == deadlines.CLAIM and deadlines.is_repeated(before, late)
    if claims and _was_sent(folder, late.role, due.end):
        return Code.CLAIM_CONTESTED
    if _was_completed(folder, verifier, entry, due.end):
        return Code.COMPLETED
    return Code.LATE_TOO_EARLY if now < due.end - clock_checks.ALLOWED else None


def _was_sent(folder: Folder, role: str, end: int) -> bool:
    """Whether the folder's owner is this role, and an entry of theirs for the next place had left the folder
    before `end`, Unix seconds."""
    verifier = verify_entries(folder.log)
    if role != folder.role(verifier.parties):
        return False
    return any(each.at <= end for each in disclosures.list_pending(folder, verifier))


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
