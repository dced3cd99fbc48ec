"""What receipts allow a party whose folder was put back: what its next entry must name, and what of its own
counts no more.
"""

from __future__ import annotations

from pbem.entry.bodies import Proof
from pbem.log.log_verifier import LogVerifier
from pbem.log.party import refusal_records, signing_record
from pbem.log.party.holdings import Holdings
from pbem.log.party.signing_record import ReceiptAllowance, SigningRecord


def is_void(holdings: Holdings, digest: str) -> bool:
    """Whether an own entry of this digest counts no more: the folder was restored since, and no receipt names
    it."""
    record = signing_record.read(holdings)
    return record is not None and digest in record.void


def proofs(holdings: Holdings, verifier: LogVerifier, role: str) -> tuple[Proof, ...]:
    """What the next entry of `role`, the owner, names, so that everybody can see that it came after
    the receipts."""
    record = signing_record.read(holdings)
    named = open_receipts(record, verifier, role, len(verifier.entries)) if record else ()
    return tuple(Proof(author=each.role, seq=each.seq, digest=each.receipt) for each in named)


def open_receipts(
    record: SigningRecord, verifier: LogVerifier, role: str, upto: int
) -> tuple[ReceiptAllowance, ...]:
    """The receipts after which nothing of the owner's stands in the log before place `upto`."""
    return tuple(
        each
        for each in record.named
        if not any(refusal_records.is_own(entry, role) for entry in verifier.history[each.seq + 1 : upto])
    )
