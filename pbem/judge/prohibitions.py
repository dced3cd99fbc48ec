"""What a party must never take in: an entry that it has refused by a paper that binds, and one that a receipt
leaves out. Another may have been signed since, so whoever took the first in would choose between two.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem import errors
from pbem.entry.peer_notices import OpenedSlip, Refusal
from pbem.entry.verified_entries import VerifiedEntry
from pbem.log.log_verifier import LogVerifier
from pbem.log.party import refusal_records
from pbem.log.party.holdings import Holdings
from pbem.reason_codes import Code

_ROOM: Final = "receipts"


def refuse_again(holdings: Holdings, verifier: LogVerifier, verified: VerifiedEntry) -> None:
    """Raise `refused-before` for an entry whose refusal binds the owner: another may have been
    signed since."""
    slip = refusal_records.find_refusal(holdings, verified.signed, holdings.role(verifier.parties))
    if slip is not None and isinstance(slip.said, Refusal):
        raise errors.LogFault(
            Code.REFUSED_BEFORE,
            f"this entry was refused before [{slip.said.code}], and the refusal stands: sign a new one",
        )


def refuse_unnamed(holdings: Holdings, verifier: LogVerifier, verified: VerifiedEntry) -> None:
    """Raise `not-named` for an entry of a party that the owner answers, and that a receipt of the
    owner's left out; or for one of the owner's own, which a receipt of the party that answers left out."""
    entry, signed = verified.entry, verified.signed
    try:
        me = holdings.role(verifier.parties)
    except errors.StrangeFolder:  # another has the role by now
        return
    given = list_given_receipts(holdings) if verifier.parties.closer(entry.author) == me else ()
    closer = verifier.parties.closer(me)
    got = (
        each
        for each in refusal_records.receipts(holdings)
        if entry.author == me and each.said.author == closer
    )
    for slip in (*given, *(got if closer != me else ())):
        said = slip.said
        if said.game == verifier.game and refusal_records.is_left_out(verifier, slip, signed, entry):
            raise errors.LogFault(
                Code.NOT_NAMED,
                f"{entry} is not named in the receipt that {said.author} gave when the folder of "
                f"{entry.author} was put back, and was signed before it: only what names the receipt counts",
            )


def list_given_receipts(holdings: Holdings) -> Iterator[OpenedSlip]:
    """The receipts that the owner has given to others; a damaged one is passed over."""
    names = (name for name in holdings.list_names(_ROOM) if name.startswith("to-"))
    return refusal_records.read_all(holdings, (f"{_ROOM}/{name}" for name in names))
