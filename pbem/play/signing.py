"""Where an entry is signed: what its author was shown outside of the log is named in it, and nothing that he
has signed for the same place is signed in other bytes.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pbem import errors
from pbem.entry import armor
from pbem.entry.bodies import Proof, Seeing
from pbem.entry.entries import Entry, SignedEntry, sign
from pbem.log import notices, refusals, shown
from pbem.log.folder import Folder
from pbem.log.walk import Walk


def signed(folder: Folder, walk: Walk, entry: Entry) -> SignedEntry:
    """The entry signed with the folder's key, with what its author was shown; raises what the key's file
    does.

    What lies signed in moves/ for this place and says the same is given back as it is; with an earlier time,
    where it was refused because its own was ahead of the clock of who answers it.
    """
    file = folder.move_file(entry.seq, entry.author)
    kept = _ahead(folder, walk, file, entry) or _kept(folder, file, entry)
    return kept or sign(_seeing(folder, walk, entry), folder.key())


def _seeing(folder: Folder, walk: Walk, entry: Entry) -> Entry:
    if not isinstance(entry.body, Seeing):
        return entry
    seen = (*shown.proofs(folder, walk, entry.author), *notices.unnamed(folder, walk, entry))
    unique = tuple(dict.fromkeys((each.author, each.seq, each.digest) for each in seen))
    proofs = tuple(Proof(author=author, seq=seq, digest=digest) for author, seq, digest in unique)
    return replace(entry, body=entry.body.but(seen=proofs)) if proofs else entry


def _kept(folder: Folder, file: Path, entry: Entry) -> SignedEntry | None:
    """What was signed before for the same place, if it says the same but for its time and what was seen."""
    try:
        found = armor.read(file)
    except (OSError, errors.PbemError):
        return None
    same = (each for each in found if Entry.decode(each.data).says == entry.says)
    return next((each for each in same if not shown.is_void(folder, each.head)), None)


def _ahead(folder: Folder, walk: Walk, file: Path, entry: Entry) -> SignedEntry | None:
    """What was refused for its time alone, signed with that of `entry` if it is an earlier one."""
    if entry.at is None or not file.is_file():
        return None
    refused = refusals.ahead(folder, walk.parties, entry.author)
    for signed in armor.read(file):
        first = Entry.decode(signed.data)
        same = (first.prev, first.type, first.link) == (entry.prev, entry.type, entry.link)
        if (first.seq, signed.head) in refused and same and first.at is not None:
            at = min(entry.at, first.at)
            return (
                signed if at == first.at else sign(replace(first, body=first.body.but(at=at)), folder.key())
            )
    return None
