"""What the refusal of an entry says, as the party signs it that answers the entry and does not take it in."""

from __future__ import annotations

from pbem import errors
from pbem.entry.bodies import Move, lines_of
from pbem.entry.entries import Entry
from pbem.entry.peer_notices import OpenedSlip, Refusal
from pbem.entry.verified_entries import VerifiedEntry
from pbem.log.log_verifier import LogVerifier
from pbem.log.parties import SHARED
from pbem.log.party import refusal_records
from pbem.log.party.holdings import Holdings
from pbem.reason_codes import Code


def is_due(holdings: Holdings, verifier: LogVerifier, verified: VerifiedEntry) -> bool:
    """Whether a refusal of this entry would be a paper of its owner's, asked while the entry does not stand
    in the walk: the entry came in its place, by a party who may write here, and the owner answers it."""
    entry, parties = verified.entry, verifier.parties
    me = holdings.role(parties)
    placed = (entry.game, entry.seq, entry.prev) == (verifier.game, len(verifier.entries), verifier.head)
    strange = entry.author not in parties.active or entry.author == me
    if not placed or strange or isinstance(entry.body, SHARED):
        return False
    return verified.signers == (parties[entry.author].key,) and me == parties.closer(entry.author)


def compose_refusal(
    holdings: Holdings, verifier: LogVerifier, verified: VerifiedEntry, error: errors.PbemError
) -> Refusal | OpenedSlip | None:
    """What the refusal of an entry says that `is_due`, or the one that was signed of it before. None for what
    no reader finds and is the owner's own lack, or after very many."""
    me, entry = holdings.role(verifier.parties), verified.entry
    before = refusal_records.find_refusal(holdings, verified.signed, me)
    if before is not None:
        return before
    if error.code in refusal_records.BY_ANYBODY and not _is_public(verifier, verified):
        return None
    if refusal_records.is_full(holdings, entry.seq, me):
        return None
    line, rule = _line_and_rule(entry, error)
    return Refusal(
        game=verifier.game,
        author=me,
        seq=entry.seq,
        digest=verified.head,
        code=str(error.code),
        line=line,
        rule=rule,
    )


def due_refusal(
    holdings: Holdings, verifier: LogVerifier, verified: VerifiedEntry, error: errors.PbemError
) -> Refusal | OpenedSlip | None:
    """What the refusal of an entry says that does not stand in the walk, if one is due."""
    return (
        compose_refusal(holdings, verifier, verified, error) if is_due(holdings, verifier, verified) else None
    )


def _is_public(verifier: LogVerifier, verified: VerifiedEntry) -> bool:
    """Whether any reader of the log finds a fault in an entry, without rules. What its answerer's own answer
    lacks, such as a link, is no fault of the entry's author."""
    try:
        verifier.copy_without_rules().apply(verified)
    except errors.PbemError as error:
        return error.code in refusal_records.BY_ANYBODY
    return False


def _line_and_rule(entry: Entry, error: errors.PbemError) -> tuple[int | None, str | None]:
    """Which line of those in clear breaks which rule; of an order that shows none, since all of them are
    closed, any line."""
    if error.code != Code.LINE_REFUSED or not isinstance(error, errors.RefusedLine):
        return None, None
    body = entry.body
    shown = error.index < len(lines_of(body)) or (isinstance(body, Move) and not body.lines)
    return (error.index, error.rule or None) if shown else (None, None)
