"""Where an entry is signed: what its author was shown outside of the log is named in it, and nothing that he
has signed for the same place is signed in other bytes.
"""

from __future__ import annotations

from dataclasses import replace

from pbem import errors
from pbem.entry import armor
from pbem.entry.bodies import Proof, Seeing
from pbem.entry.border import VerifiedEntry, sign_entry, verify_entry
from pbem.entry.entries import Entry
from pbem.log import allowances, notices, refusals
from pbem.log.holdings import Holdings, move_name
from pbem.log.walk import Walk


def signed(holdings: Holdings, walk: Walk, entry: Entry) -> VerifiedEntry:
    """The entry signed with the owner's key, with what its author was shown; raises what the key's file
    does.

    What lies signed in moves/ for this place and says the same is given back as it is; with an earlier time,
    where it was refused because its own was ahead of the clock of who answers it.
    """
    name = move_name(entry.seq, entry.author)
    data = holdings.read(name)
    if data is not None and (kept := _ahead(holdings, walk, data, entry) or _kept(holdings, data, entry)):
        return kept
    return sign_entry(_seeing(holdings, walk, entry), holdings.key())


def _seeing(holdings: Holdings, walk: Walk, entry: Entry) -> Entry:
    if not isinstance(entry.body, Seeing):
        return entry
    seen = (*allowances.proofs(holdings, walk, entry.author), *notices.unnamed(holdings, walk, entry))
    unique = tuple(dict.fromkeys((each.author, each.seq, each.digest) for each in seen))
    proofs = tuple(Proof(author=author, seq=seq, digest=digest) for author, seq, digest in unique)
    return replace(entry, body=entry.body.but(seen=proofs)) if proofs else entry


def _kept(holdings: Holdings, data: bytes, entry: Entry) -> VerifiedEntry | None:
    """What was signed before for the same place, if it says the same but for its time and what was seen."""
    try:
        found = armor.entries(data, "the move")
    except errors.PbemError:
        return None
    same = (each for each in found if Entry.decode(each.data).says == entry.says)
    kept = next((each for each in same if not allowances.is_void(holdings, each.head)), None)
    return None if kept is None else verify_entry(kept)


def _ahead(holdings: Holdings, walk: Walk, data: bytes, entry: Entry) -> VerifiedEntry | None:
    """What was refused for its time alone, signed with that of `entry` if it is an earlier one."""
    if entry.at is None:
        return None
    refused = refusals.ahead(holdings, walk.parties, entry.author)
    for signed in armor.entries(data, "the move"):
        first = Entry.decode(signed.data)
        same = (first.prev, first.type, first.link) == (entry.prev, entry.type, entry.link)
        if (first.seq, signed.head) in refused and same and first.at is not None:
            at = min(entry.at, first.at)
            if at == first.at:
                return verify_entry(signed)
            return sign_entry(replace(first, body=first.body.but(at=at)), holdings.key())
    return None
