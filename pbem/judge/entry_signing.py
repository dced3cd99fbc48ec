"""Where an entry is signed: what its author was shown outside of the log is named in it, and nothing that he
has signed for the same place is signed in other bytes.
"""

from __future__ import annotations

from dataclasses import replace

from pbem import errors
from pbem.entry import armor
from pbem.entry.bodies import ObservingBody, Proof
from pbem.entry.entries import Entry
from pbem.entry.verified_entries import VerifiedEntry, sign_entry, verify_entry
from pbem.judge import due_moments
from pbem.log.log_verifier import LogVerifier
from pbem.log.party import observed_entries, refusal_records, restoration_receipts
from pbem.log.party.holdings import Holdings, move_name


def sign_own(holdings: Holdings, verifier: LogVerifier, entry: Entry) -> VerifiedEntry:
    """The entry signed with the owner's key, with what its author was shown and the moments at which times
    are over that begin with it; raises what the key's file does, or `zone-unknown`.

    What lies signed in moves/ for this place and says the same is given back as it is; with an earlier time,
    where it was refused because its own was ahead of the clock of who answers it.
    """
    entry = due_moments.add_moments(verifier.parties.charter, entry)
    name = move_name(entry.seq, entry.author)
    data = holdings.read(name)
    if data is not None and (
        kept := _refused_for_time(holdings, verifier, data, entry) or _earlier_signed(holdings, data, entry)
    ):
        return kept
    return sign_entry(_name_observed(holdings, verifier, entry), holdings.key())


def _name_observed(holdings: Holdings, verifier: LogVerifier, entry: Entry) -> Entry:
    if not isinstance(entry.body, ObservingBody):
        return entry
    seen = (
        *restoration_receipts.proofs(holdings, verifier, entry.author),
        *observed_entries.list_unnamed(holdings, verifier, entry),
    )
    unique = tuple(dict.fromkeys((each.author, each.seq, each.digest) for each in seen))
    proofs = tuple(Proof(author=author, seq=seq, digest=digest) for author, seq, digest in unique)
    return replace(entry, body=entry.body.replace(seen=proofs)) if proofs else entry


def _earlier_signed(holdings: Holdings, data: bytes, entry: Entry) -> VerifiedEntry | None:
    """What was signed before for the same place, if it says the same but for its time and what was seen."""
    try:
        found = armor.entries(data, "the move")
    except errors.PbemError:
        return None
    same = (each for each in found if Entry.decode(each.data).content == entry.content)
    kept = next((each for each in same if not restoration_receipts.is_void(holdings, each.head)), None)
    return None if kept is None else verify_entry(kept)


def _refused_for_time(
    holdings: Holdings, verifier: LogVerifier, data: bytes, entry: Entry
) -> VerifiedEntry | None:
    """What was refused for its time alone, signed with that of `entry` if it is an earlier one, and with the
    moments worked out anew."""
    if entry.stated_time is None:
        return None
    refused = refusal_records.early_entries(holdings, verifier.parties, entry.author)
    for signed in armor.entries(data, "the move"):
        first = Entry.decode(signed.data)
        same = (first.prev, first.type, first.link) == (entry.prev, entry.type, entry.link)
        if (first.seq, signed.head) in refused and same and first.stated_time is not None:
            at = min(entry.stated_time, first.stated_time)
            mended = replace(first, body=first.body.replace(at=at))
            mended = due_moments.add_moments(verifier.parties.charter, mended)
            return verify_entry(signed) if mended == first else sign_entry(mended, holdings.key())
    return None
