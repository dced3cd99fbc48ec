"""What a party was shown of another's entry before it stood in the log: the order itself, sent again to all,
or a notice of it. Its next entry names it, so that nobody can say later that the order was not out.
"""

from __future__ import annotations

import re
from typing import Final

from pbem.disk import atomic_files
from pbem.entry.bodies import Proof, seen_in
from pbem.entry.entries import Entry, SignedEntry
from pbem.log.log_verifier import LogVerifier
from pbem.log.party.folder import Folder
from pbem.log.party.holdings import Holdings

_FILE: Final = re.compile(r"(\d{4,9})-([a-z][a-z0-9_-]{0,31})-([0-9a-f]{64})")

_ROOM: Final = "noticed"
_MOST: Final = 16
"""Entries of others that one entry names."""

_EACH: Final = 4
"""Entries of one party for one place that are kept: honest programs have one out, or two that crossed."""


def keep_observed(folder: Folder, proof: Proof, signed: SignedEntry | None = None) -> None:
    """Keep that the folder's owner was shown this, with the entry itself where it was, unless several of the
    same party for the same place are kept already; raises OSError."""
    place = folder.path / _ROOM
    atomic_files.DISK.make_directory(place)
    file = place / f"{proof.seq:04d}-{proof.author}-{proof.digest}"
    if file.exists() and (signed is None or file.stat().st_size):
        return  # when it was shown first counts
    if file.exists() or len(list(place.glob(f"{proof.seq:04d}-{proof.author}-*"))) < _EACH:
        atomic_files.replace(file, b"" if signed is None else signed.to_record())


def observed_for(folder: Folder, author: str, seq: int) -> tuple[list[SignedEntry], float | None]:
    """The entries of this party for a place that the owner was shown; and since when a notice of one is here
    without the entry, Unix seconds by the clock of the folder's disk, None if there is none."""
    found, bare = list[SignedEntry](), list[float]()
    for file in sorted((folder.path / _ROOM).glob(f"{seq:04d}-{author}-*")):
        if data := file.read_bytes():
            found.append(SignedEntry.from_record(data))
        else:
            bare.append(file.stat().st_mtime)
    return found, min(bare, default=None)


def list_observed(folder: Folder) -> list[SignedEntry]:
    """The entries themselves that were shown, the newest place first."""
    files = sorted((folder.path / _ROOM).glob("[0-9]*"), reverse=True)
    return [SignedEntry.from_record(data) for file in files if (data := file.read_bytes())]


def list_unnamed(holdings: Holdings, verifier: LogVerifier, entry: Entry) -> tuple[Proof, ...]:
    """What the owner was shown for places up to that of the entry, the newest first, and neither stands in
    the log nor was named in an entry of his before."""
    names = [name for name in reversed(holdings.list_names(_ROOM)) if name[:1].isdecimal()]
    if not names:
        return ()
    named = {
        proof.digest
        for each in verifier.history
        if each.author == entry.author
        for proof in seen_in(each.body)
    }
    found = []
    for name in names:
        if said := _FILE.fullmatch(name):
            proof = Proof(seq=int(said[1]), author=said[2], digest=said[3])
            stands = verifier.entries[proof.seq].head if proof.seq < len(verifier.entries) else ""
            if proof.seq <= entry.seq and proof.digest not in named | {stands}:
                found.append(proof)
    return tuple(found[:_MOST])
