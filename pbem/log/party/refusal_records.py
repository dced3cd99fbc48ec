"""The signed refusals and disputes in a folder: what was refused of whom, and whether its place in the log is
free by that.

A refusal frees a place only if its reason is one that can be checked, and the program of the refused author
has checked it. Else the party that answers the dice would refuse a legal order, see the next one with the
same link, and choose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from pbem import errors
from pbem.entry import armor, peer_notices
from pbem.entry.bodies import Substitute, seen_in
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.peer_notices import Dispute, OpenedSlip
from pbem.entry.verified_entries import VerifiedEntry
from pbem.log.log_verifier import LogVerifier
from pbem.log.parties import SHARED, Parties
from pbem.log.party.holdings import Holdings
from pbem.reason_codes import Code

BY_ANYBODY: Final = frozenset(
    {
        Code.BAD_BODY,
        Code.WRONG_SIGNER,
        Code.NOT_ENTITLED,
        Code.WRONG_PREV,
        Code.LINK_WRONG,
        Code.LINK_MISSING,
        Code.LINK_NOT_DUE,
        Code.LINK_EXHAUSTED,
        Code.ROLL_DUE,
        Code.BURN_DUE,
        Code.TIME_BACK,
    }
)
"""What any reader finds in the bytes and the log, without the rules."""

BY_RULES: Final = frozenset({Code.RULES_REFUSE, Code.NOT_YOUR_DECISION})
"""What anybody finds with the rules. It frees no place, but a party that says so of what is legal is
convicted."""

FOR_TIME: Final = frozenset({Code.TIME_AHEAD, Code.DUE_DIFFERS})
"""What is wrong with the time that an entry states, or with the moments that follow from it, by the clock or
the zone data of whoever answers it: no reader of the log can check that."""

Signed: TypeAlias = tuple[int, str]
"""An entry that was signed: its place, and the digest of its bytes. A refusal speaks of both, so that none
can name one entry and the place of another."""

_ROOM: Final = "refusals"
_PAPER: Final = ".pbem"
_EACH: Final = 64
"""Refusals of one party for one place that are kept."""


def is_binding(said: peer_notices.Refusal) -> bool:
    """Whether the reason of a refusal can be checked: then its author must never take the entry in, and the
    refused author may sign another one if the reason is true."""
    return said.code in BY_ANYBODY or (said.code == Code.LINE_REFUSED and said.line is not None)


def keep_refusal(holdings: Holdings, slip: OpenedSlip) -> None:
    """Keep a refusal or a dispute; the same again changes nothing. Raises OSError."""
    holdings.keep(f"{_ROOM}/{_name(slip)}.pbem", armor.encode(slip.signed, armor.PAPER).encode("ascii"))


def _name(slip: OpenedSlip) -> str:
    said = slip.said
    return f"{said.seq:04d}-{said.author}-{slip.digest[:16]}"


def is_full(holdings: Holdings, seq: int, author: str) -> bool:
    """Whether as many refusals of `author` for a place are kept as anybody honest could need."""
    names = holdings.list_names(_ROOM)
    of_place = [name for name in names if name.startswith(f"{seq:04d}-{author}-") and name.endswith(_PAPER)]
    return len(of_place) >= _EACH


def list_refusals(holdings: Holdings) -> Iterator[OpenedSlip]:
    """All refusals that are kept, the oldest place first; a damaged one is passed over."""
    return (slip for slip in _papers(holdings) if isinstance(slip.said, peer_notices.Refusal))


def _papers(holdings: Holdings) -> Iterator[OpenedSlip]:
    return read_all(
        holdings, (f"{_ROOM}/{name}" for name in holdings.list_names(_ROOM) if name[:1].isdecimal())
    )


def read_all(holdings: Holdings, names: Iterable[str]) -> Iterator[OpenedSlip]:
    """The papers under these names, in order; a missing or damaged one, or what is none, is passed over."""
    for name in sorted(names):
        data = holdings.read(name) if name.endswith(_PAPER) else None
        if data is None:
            continue
        try:
            yield peer_notices.open_slip(armor.decode(data.decode("ascii", "replace"), armor.PAPER))
        except errors.PbemError:
            continue


def confirm(holdings: Holdings, slip: OpenedSlip) -> None:
    """Note that the owner's own program finds the reason of this refusal true. Raises OSError."""
    holdings.keep(_confirmed_name(slip), f"{slip.digest}\n".encode())


def _confirmed_name(slip: OpenedSlip) -> str:
    return f"{_ROOM}/{_name(slip)}.true"


def _is_confirmed(holdings: Holdings, slip: OpenedSlip) -> bool:
    return holdings.read(_confirmed_name(slip)) is not None


def disputes(holdings: Holdings) -> Iterator[tuple[OpenedSlip, Dispute]]:
    """All disputes that are kept, the oldest place first; a damaged one is passed over."""
    for slip in _papers(holdings):
        if isinstance(slip.said, Dispute):
            yield slip, slip.said


def find_refusal(holdings: Holdings, signed: SignedEntry, author: str) -> OpenedSlip | None:
    """The refusal of an entry that `author` has signed and that binds `author`, if there is one."""
    for slip in list_refusals(holdings):
        said = slip.said
        if (
            isinstance(said, peer_notices.Refusal)
            and said.author == author
            and said.digest == signed.head
            and is_binding(said)
        ):
            return slip
    return None


def is_held_back(papers: Iterable[OpenedSlip], verifier: LogVerifier, opened: VerifiedEntry) -> bool:
    """Whether one of these says, by the answerer of its author, that this very entry stays out: a refusal
    that binds, or a receipt that leaves it out. Nobody answers an author who is no party."""
    parties = verifier.parties
    if opened.entry.author not in parties.roles:
        return False
    closer = parties.closer(opened.entry.author)
    return any(
        (slip.said.game, slip.said.author) == (parties.game, closer)
        and (_refuses(slip, opened) or is_left_out(verifier, slip, opened.signed, opened.entry))
        and parties.had_key(closer, slip.signer)
        for slip in papers
    )


def _refuses(slip: OpenedSlip, opened: VerifiedEntry) -> bool:
    said = slip.said
    place = opened.entry.seq, opened.head
    return isinstance(said, peer_notices.Refusal) and (said.seq, said.digest) == place and is_binding(said)


def is_left_out(verifier: LogVerifier, slip: OpenedSlip, signed: SignedEntry, entry: Entry) -> bool:
    """Whether a paper is a receipt whose author says that it did not hold this entry, and the entry, the
    first of its author's after the receipt's place in the log, was not signed after it."""
    said = slip.said
    return (
        isinstance(said, peer_notices.HoldingNotice)
        and not said.asks
        and not isinstance(entry.body, SHARED)  # who gave the receipt has signed it
        and entry.author == said.of
        and _is_first_after(verifier, said, entry)
        and signed.head not in said.digests
        and slip.digest not in {each.digest for each in seen_in(entry.body)}
    )


def _is_first_after(verifier: LogVerifier, said: peer_notices.HoldingNotice, entry: Entry) -> bool:
    if not said.seq < entry.seq <= len(verifier.entries) or verifier.entries[said.seq].head != said.head:
        return False
    if entry.prev != verifier.entries[entry.seq - 1].head:
        return False
    between = verifier.history[said.seq + 1 : entry.seq]
    return not any(is_own(each, said.of) or is_newcomer(each, said.of) for each in between)


def is_own(entry: Entry, role: str) -> bool:
    """Whether a role alone has signed an entry."""
    return entry.author == role and not isinstance(entry.body, SHARED)


def is_newcomer(entry: Entry, role: str) -> bool:
    """Whether an entry gives a role to another key or chain."""
    return isinstance(entry.body, Substitute) and entry.body.role == role


def apply_kept_papers(holdings: Holdings, verifier: LogVerifier) -> None:
    """Let a walk of the owner's log know the refusals and receipts that are kept."""
    verifier.is_refused = lambda verifier, opened: is_held_back(
        (*list_refusals(holdings), *receipts(holdings)), verifier, opened
    )


def receipts(holdings: Holdings) -> Iterator[OpenedSlip]:
    """The receipts that the owner was given, and those that the owner gave; a damaged one is
    passed over."""
    return read_all(holdings, (f"receipts/{name}" for name in holdings.list_names("receipts")))


def freed_entries(holdings: Holdings, parties: Parties, role: str) -> frozenset[Signed]:
    """The places and digests of what `role`, the owner, has signed, its answerer has refused by a
    paper that binds, and the owner's program has found faulty too: their places are free."""
    refused = is_by_closer(holdings, parties, role)
    return frozenset(
        (said.seq, said.digest)
        for slip, said in refused
        if is_binding(said) and _is_confirmed(holdings, slip)
    )


def answered_entries(holdings: Holdings, parties: Parties, role: str) -> frozenset[Signed]:
    """The places and digests of what `role` has signed and its answerer has refused in a way that convicts
    the answerer if it was legal, or is taken in later: what a box or a clock shows is none. Without a
    referee no rules decide who is right, so only a refusal that binds counts."""
    refused = is_by_closer(holdings, parties, role)
    return frozenset((said.seq, said.digest) for _, said in refused if answers(parties, said))


def answers(parties: Parties, said: peer_notices.Refusal) -> bool:
    """Whether a refusal is one by which its author may be convicted, so that the refused author may sign with
    all what takes the place."""
    return is_binding(said) or (parties.has_referee and said.code in BY_RULES)


def early_entries(holdings: Holdings, parties: Parties, role: str) -> frozenset[Signed]:
    """The places and digests of what `role` has signed and its answerer has refused for the time that it
    states alone, or the moments after it: the same may be signed with an earlier time and the moments worked
    out anew. Nobody can check that, so nothing else of it may be another."""
    refused = is_by_closer(holdings, parties, role)
    return frozenset(
        (said.seq, said.digest)
        for slip, said in refused
        if said.code in FOR_TIME and _is_confirmed(holdings, slip)
    )


def is_by_closer(
    holdings: Holdings, parties: Parties, role: str
) -> Iterator[tuple[OpenedSlip, peer_notices.Refusal]]:
    """The refusals that are kept by the party that answers `role`."""
    for slip in list_refusals(holdings):
        said = slip.said
        if not isinstance(said, peer_notices.Refusal) or said.game != parties.game:
            continue
        if said.author == parties.closer(role) and parties.had_key(said.author, slip.signer):
            yield slip, said
