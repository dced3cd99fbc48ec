"""Entries that several parties sign: the signatures of each are gathered until it is whole.

What lies in the room `shared` is the entry with the signatures that came so far, by place and type.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pbem import errors
from pbem.entry import armor
from pbem.entry.bodies import Substitute
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.verified_entries import VerifiedEntry, merge_signatures, verify_entry
from pbem.log.parties import Parties
from pbem.log.party.holdings import Holdings, shared_name
from pbem.reason_codes import Code
from pbem.rules.table import Table


@dataclass(frozen=True, slots=True)
class SharedEntry:
    """An entry with the signatures so far, in the file that goes round. `missing`: who has yet to sign, by
    role; the newcomer of a `substitute` by the role that he takes over. `last`: who of them has to act next
    in the game, and so signs when all others have. `lay`: what lay in the file before, where it was proposed.
    `beside`: files of other entries for the same place, of which one can stand."""

    file: Path
    verified: VerifiedEntry
    missing: tuple[str, ...]
    last: tuple[str, ...] = ()
    lay: Literal["nothing", "the same", "another"] = "nothing"
    beside: tuple[Path, ...] = ()

    @property
    def entry(self) -> Entry:
        """What it says."""
        return self.verified.entry

    @property
    def signed_entry(self) -> SignedEntry:
        """Its bytes with the signatures so far."""
        return self.verified.signed

    @property
    def asked_roles(self) -> tuple[str, ...]:
        """Who is asked to sign now: those who have to act next one by one, when no other is missing."""
        others = tuple(role for role in self.missing if role not in self.last)
        return others or self.last[:1]


def collect(holdings: Holdings, table: Table, verified: VerifiedEntry) -> VerifiedEntry:
    """An entry that several sign, with the signatures that were gathered before.

    Raises SignaturesMissing, with those that came kept, or a LogFault.
    """
    made = keep(holdings, gather_signatures(holdings, table, verified))
    if made.missing:
        then = f" ({made.last[-1]} last)" if made.last and made.missing != made.last else ""
        raise errors.MissingSignatures(
            f"{made.entry} is kept in {made.file}; still to sign: {', '.join(made.missing)}{then}",
            made.missing,
        )
    return made.verified


def gather_signatures(holdings: Holdings, table: Table, verified: VerifiedEntry) -> SharedEntry:
    """An entry with the signatures on it and those that were gathered before; raises a LogFault."""
    table.verifier.check_shared(verified)
    entry, parties = verified.entry, table.verifier.parties
    name = shared_name(entry.seq, entry.type)
    if (data := holdings.read(name)) is not None:
        (before,) = armor.entries(data, name)
        if before.data == verified.signed.data:
            verified = merge_signatures(verified, verify_entry(before), parties.signers(entry))
    verified = merge_signatures(verified, verified, parties.signers(entry))
    if parties[entry.author].key not in verified.signers:
        # Else anybody could put his own in the place of the one that goes round.
        raise errors.LogFault(
            Code.WRONG_SIGNER, f"{entry} must carry its author's signature, and this one does not"
        )
    order = parties.signers(entry)
    missing = tuple(_role_of_key(parties, entry, raw) for raw in order if raw not in verified.signers)
    return SharedEntry(Path(holdings.path_of(name)), verified, missing, _last_signers(table, entry, missing))


def keep(holdings: Holdings, made: SharedEntry) -> SharedEntry:
    """Keep what was gathered."""
    holdings.keep(shared_name(made.entry.seq, made.entry.type), armor.text([made.signed_entry]))
    return made


def _last_signers(table: Table, entry: Entry, missing: Sequence[str]) -> tuple[str, ...]:
    """Who of those whose signature is missing has to act next: with a referee he could be called late
    meanwhile, without one who has it whole could choose between it and his move."""
    parties = table.verifier.parties
    if table.verifier.batch is not None:
        return ()
    mine = {
        role for role in missing if role in table.owing_roles and parties[role].key in parties.signers(entry)
    }
    return tuple(role for role in parties.roles if role in mine)


def _role_of_key(parties: Parties, entry: Entry, raw: bytes) -> str:
    known = next((role for role in parties.roles if parties[role].key == raw), "")
    return entry.body.role if not known and isinstance(entry.body, Substitute) else known
