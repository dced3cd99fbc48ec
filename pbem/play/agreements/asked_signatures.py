"""What others have proposed and ask the owner of a folder to sign, as it came by mail: it is kept until it is
signed, or the game has gone another way.

    asked/0023-rollback-blue.pbem    the entries of the mail, the proposal last
    asked/0023-adopt-blue.eml        the whole mail, where the file of a game came along

Each party has one file for a place in the log and a type, so nobody fills a folder with proposals.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbem import errors
from pbem.disk import atomic_files
from pbem.entry import armor
from pbem.entry.entries import SignedEntry
from pbem.entry.verified_entries import verify_entry
from pbem.judge import shared_entries
from pbem.judge.shared_entries import SharedEntry
from pbem.log import adoptions
from pbem.log.log_verifier import LogVerifier
from pbem.log.party.folder import Folder
from pbem.play.agreements import brought_files
from pbem.rules import rules_lookup
from pbem.rules.rules_lookup import Build, rules_of
from pbem.rules.table import Table

ROOM: Final = "asked"


@dataclass(frozen=True, slots=True)
class AskedSignature:
    """A proposal that asks for the signature of the folder's owner: its file with the bytes that were read,
    and what was gathered. `table`: the game after which it would stand, by the rules that it asks for."""

    file: Path
    data: bytes
    made: SharedEntry
    table: Table

    @property
    def id(self) -> str:
        """What tells the proposal from another, whoever has signed it by now."""
        return self.made.signed_entry.head[:16]

    @property
    def digest(self) -> str:
        """What tells this file from one with any other byte: SHA-256 in hex."""
        return hashlib.sha256(self.data).hexdigest()


def keep(folder: Folder, verifier: LogVerifier, entries: Sequence[SignedEntry], mail: bytes = b"") -> None:
    """Keep the proposal that ends these entries, if its author has signed it and it is for a place that they
    lead to. `mail`: the bytes of the mail, if the file of a game came along. Files that are of no use any
    more go. Raises OSError."""
    for file in _files(folder):
        if int(file.name.partition("-")[0]) < len(verifier.entries):
            atomic_files.DISK.unlink(file)
    proposal = verify_entry(entries[-1])
    entry = proposal.entry
    is_near = entry.seq < len(verifier.entries) + len(entries)
    if not is_near or verifier.parties[entry.author].key not in proposal.signers:
        return
    name = f"{ROOM}/{entry.seq:04d}-{entry.type}-{entry.author}"
    kept, dropped = (".eml", ".pbem") if mail else (".pbem", ".eml")
    folder.keep(name + kept, mail or armor.text(entries))
    atomic_files.DISK.unlink(folder.path / (name + dropped))


def list_asked(folder: Folder, build: Build = rules_of) -> list[AskedSignature]:
    """Those that can come next in the log, in the order of their files; the owner may have signed them
    already. Raises OSError."""
    found = (_open(folder, file, build) for file in _files(folder))
    return [asked for asked in found if asked is not None]


def _open(folder: Folder, file: Path, build: Build) -> AskedSignature | None:
    """A proposal with the signatures so far; None where the game went another way."""
    from pbem.mail import entry_files  # a status asks what waits here, and needs no mail

    data = file.read_bytes()
    try:
        parcel = entry_files.read_entries(file)
        *before, signed = parcel.entries
        brought_files.hand_along([signed], parcel.games)
        table = Table.load(folder.log, rules_lookup.adopt_rules(build, adoptions.find_newest([signed])))
        for each in before:
            with suppress(errors.RepeatedEntry):
                table.verifier.apply(verify_entry(each))
        made = shared_entries.gather_signatures(folder, table, verify_entry(signed))
    except errors.PbemError:
        return None
    return AskedSignature(file, data, made, table)


def _files(folder: Folder) -> Iterator[Path]:
    yield from sorted((folder.path / ROOM).glob("[0-9]*-*"))
