"""What receipts allow a party whose folder was put back: what its next entry must name, and what of its own
counts no more.
"""

from __future__ import annotations

from pbem.entry.bodies import Proof
from pbem.log import own_record, refusals
from pbem.log.holdings import Holdings
from pbem.log.own_record import Named, Record
from pbem.log.walk import Walk


def is_void(holdings: Holdings, digest: str) -> bool:
    """Whether an own entry of this digest counts no more: the folder was restored since, and no receipt names
    it."""
    record = own_record.read(holdings)
    return record is not None and digest in record.void


def proofs(holdings: Holdings, walk: Walk, role: str) -> tuple[Proof, ...]:
    """What the next entry of `role`, the owner, names, so that everybody can see that it came after
    the receipts."""
    record = own_record.read(holdings)
    named = open_receipts(record, walk, role, len(walk.entries)) if record else ()
    return tuple(Proof(author=each.role, seq=each.seq, digest=each.receipt) for each in named)


def open_receipts(record: Record, walk: Walk, role: str, upto: int) -> tuple[Named, ...]:
    """The receipts after which nothing of the owner's stands in the log before place `upto`."""
    return tuple(
        each
        for each in record.named
        if not any(refusals.is_own(entry, role) for entry in walk.history[each.seq + 1 : upto])
    )
