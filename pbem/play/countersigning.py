"""Entries that several parties sign: a game taken back, a new player. Each adds his signature to the copy
that he was sent; the author gathers them, and appends the entry once none is missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pbem import errors
from pbem.codes import Code
from pbem.disk import whole
from pbem.entry import armor
from pbem.entry.bodies import Adopt, Rollback, Ruling, Substitute
from pbem.entry.entries import Entry, OpenedEntry, SignedEntry, cosign, open_entry, sign
from pbem.log import adoptions
from pbem.log.folder import LOG, Folder
from pbem.log.parties import SHARED, Parties
from pbem.mail import parcels
from pbem.rules import games
from pbem.rules.games import Build, rules_of
from pbem.rules.table import Table


@dataclass(frozen=True, slots=True)
class Gathered:
    """An entry with the signatures so far, in the file that goes round. `missing`: who has yet to sign, by
    role; the newcomer of a `substitute` by the role that he takes over."""

    file: Path
    entry: Entry
    signed: SignedEntry
    missing: tuple[str, ...]


def propose(
    folder: Folder, body: Rollback | Ruling | Substitute | Adopt, build: Build = rules_of
) -> Gathered:
    """Sign such an entry as its author, for the others to sign; raises a LogFault if it cannot come next."""
    table = Table.load(folder.log, games.under(build, body if isinstance(body, Adopt) else None))
    author = folder.role(table.walk.parties)
    entry = table.next_entry(author, body)
    signed = sign(entry, folder.key())
    table.walk.check_shared(signed)
    if isinstance(body, Ruling) and table.walk.rules:
        table.walk.rules.try_out(entry)
    return _gathered(folder, table, signed)


def countersign(folder: Folder, file: Path, build: Build = rules_of) -> Gathered:
    """Add this party's signature; a newcomer's folder has no log yet, and he signs by his key alone.

    Raises `nothing-to-sign` for an entry that needs no more of his, a LogFault for one that cannot come
    next.
    """
    *before, signed = parcels.read(file).entries
    opened = open_entry(signed)
    if not isinstance(opened.entry.body, SHARED):
        raise errors.Refusal(
            Code.NOTHING_TO_SIGN,
            f"{file}: only a ruling, a rollback, a substitute or an adopt needs signatures of others",
        )
    if not (folder.path / LOG).is_file():
        return sign_as_newcomer(folder, signed)
    key = folder.key()
    if key.public.raw not in opened.signers:
        signed = cosign(signed, key)
    table = Table.load(folder.log, games.under(build, adoptions.newest([signed])))
    seq = table.seq
    for each in before:  # the order that is out goes into the log before what replaces its answerer
        try:
            table.walk.step(each)
        except errors.RepeatedEntry:
            continue
    made = _gathered(folder, table, signed)
    folder.log.append(*table.walk.entries[seq + 1 :])
    return made


def sign_as_newcomer(folder: Folder, signed: SignedEntry) -> Gathered:
    """Sign by the folder's key alone what makes its owner a party; raises `nothing-to-sign` if it does
    not."""
    opened, key = open_entry(signed), folder.key()
    body = opened.entry.body
    if not isinstance(body, Substitute) or body.key != key.public.line:
        raise errors.Refusal(
            Code.NOTHING_TO_SIGN, f"{opened.entry} does not ask for a signature of the key in {folder.path}"
        )
    if key.public.raw not in opened.signers:
        signed = cosign(signed, key)
    path = folder.shared_file(opened.entry.seq, opened.entry.type)
    return _written(Gathered(path, opened.entry, signed, ()))


def gather(folder: Folder, table: Table, signed: SignedEntry) -> SignedEntry:
    """An entry as it came, or one that several sign with the signatures that were gathered before.

    Raises SignaturesMissing, with those that came kept, or a LogFault.
    """
    if not isinstance(open_entry(signed).entry.body, SHARED):
        return signed
    made = _gathered(folder, table, signed)
    if made.missing:
        raise errors.SignaturesMissing(
            f"{made.entry} is kept in {made.file}; still to sign: {', '.join(made.missing)}", made.missing
        )
    return made.signed


def waiting(folder: Folder, table: Table) -> list[Gathered]:
    """What can come next in the log and lacks signatures, as far as this folder has them."""
    place = folder.shared_file(0, "any").parent
    found = []
    for file in sorted(place.glob(f"{table.seq + 1:04d}-*.pbem")):
        (signed,) = armor.read(file)
        try:
            made = _of(folder, table, signed)
        except errors.LogFault:
            continue  # the game went another way
        found += [made] if made.missing else []
    return found


def _gathered(folder: Folder, table: Table, signed: SignedEntry) -> Gathered:
    return _written(_of(folder, table, signed))


def _of(folder: Folder, table: Table, signed: SignedEntry) -> Gathered:
    """An entry with the signatures on it and those that were gathered before; raises a LogFault."""
    opened = table.walk.check_shared(signed)
    entry = opened.entry
    file = folder.shared_file(entry.seq, entry.type)
    found = _by_key(opened)
    if file.exists():
        (before,) = armor.read(file)
        if before.data == signed.data:
            found |= _by_key(open_entry(before))
    if table.walk.parties[entry.author].key not in found:
        # Else anybody could put his own in the place of the one that goes round.
        raise errors.LogFault(
            Code.WRONG_SIGNER, f"{entry} must carry its author's signature, and this one does not"
        )
    order = table.walk.parties.signers(entry)
    blobs = tuple(found[raw] for raw in order if raw in found)
    missing = tuple(_whose(table.walk.parties, entry, raw) for raw in order if raw not in found)
    return Gathered(file, entry, SignedEntry(signed.data, blobs), missing)


def _written(made: Gathered) -> Gathered:
    whole.DISK.make_directory(made.file.parent)
    armor.write(made.file, [made.signed])
    return made


def _by_key(opened: OpenedEntry) -> dict[bytes, bytes]:
    return dict(zip(opened.signers, opened.signed.signatures, strict=True))


def _whose(parties: Parties, entry: Entry, raw: bytes) -> str:
    known = next((role for role in parties.roles if parties[role].key == raw), "")
    return entry.body.role if not known and isinstance(entry.body, Substitute) else known
