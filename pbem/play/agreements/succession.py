"""Somebody takes a role over: his folder comes from the mails that he gets, the order that is out goes into
the log before him, and who gathered the signatures of all sends the whole entry round.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem import errors
from pbem.entry import armor
from pbem.entry.bodies import Substitute
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.verified_entries import VerifiedEntry, keep_verified, verify_each, verify_entry
from pbem.judge import due_moments, prohibitions, shared_entries
from pbem.judge.shared_entries import SharedEntry
from pbem.keys.openssh_keys import PublicKey
from pbem.log import adoptions
from pbem.log.log_file import GameLog
from pbem.log.parties import SHARED, Parties
from pbem.log.party import observed_entries, refusal_records
from pbem.log.party.folder import LOG, Folder
from pbem.log.verification import verify_entries
from pbem.play.agreements import countersignatures, lateness
from pbem.rules import rules_lookup
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.rules_lookup import Build, rules_of
from pbem.rules.table import Table


def take_pending_entry(folder: Folder, role: str, build: Build = rules_of) -> list[SignedEntry]:
    """Append the entry that is out and that `role` does not answer to the folder's log, so that a new chain
    of his comes after it; what was appended. Raises what the rules raise."""
    table = Table.load(folder.log, build)
    parties = table.verifier.parties
    if table.verifier.batch is not None:
        return []
    for each in keep_verified(
        verify_each((*observed_entries.list_observed(folder), *_own_entries(folder, table)))
    ):
        entry = each.entry
        placed = (entry.seq, entry.prev) == (table.seq + 1, table.verifier.head)
        if placed and entry.link is not None and parties.closer(entry.author) == role != entry.author:
            try:
                prohibitions.refuse_again(folder, table.verifier, each)
                if refusal_records.is_held_back(refusal_records.receipts(folder), table.verifier, each):
                    continue  # its author's folder was restored since, and it stays out
                table.verifier.apply(each)
            except errors.PbemError:  # whoever sent it: what the log does not take in is not out
                table = Table.load(folder.log, build)
                continue
            folder.log.append(each.signed)
            return [each.signed]
    return []


def _own_entries(folder: Folder, table: Table) -> list[SignedEntry]:
    file = folder.move_file(table.seq + 1, folder.role(table.verifier.parties))
    return armor.read(file) if file.is_file() else []


def take_over(
    folder: Folder, entries: Sequence[SignedEntry], build: Build = rules_of, now: int | None = None
) -> SharedEntry | None:
    """The newcomer's folder: its log from the charter on, and the newcomer's signature on what makes a party
    of them; None as long as that has not come. The same mails again change nothing.

    Raises `nothing-to-sign` where it asks for no signature of the folder's key, `late-too-early` for a `late`
    before its time by the clock `now`, Unix seconds, `due-differs`, or what the log and the rules raise.
    """
    key = folder.key().public.line
    rest = list(entries)
    if rest and not (folder.path / LOG).is_file():
        first = verify_entry(rest[0])
        GameReplay(rules_lookup.adopt_rules(build, adoptions.find_newest(rest))).begin(first.entry)
        due_moments.check_entry(Parties(first).charter, first.entry)
        GameLog.create(folder.path / LOG, rest.pop(0))
    table = Table.load(folder.log, build)
    before = table.seq
    made = None
    for signed in rest:
        entry = verify_entry(signed).entry
        mine = isinstance(entry.body, Substitute) and entry.body.key == key
        if mine and entry.seq == table.seq + 1:
            folder.log.append(*table.verifier.entries[before + 1 :])
            before = table.seq
            made = countersignatures.sign_as_newcomer(folder, signed)
            continue
        try:
            table.verifier.apply(verify_entry(signed))
        except errors.RepeatedEntry:
            continue
        lateness.refuse_early(table.verifier, now)
    folder.log.append(*table.verifier.entries[before + 1 :])
    return made


def is_expected(folder: Folder, entries: Sequence[VerifiedEntry]) -> bool:
    """Whether these hold the whole entry by which the folder's owner, who is no party yet, becomes one."""
    key = folder.key().public.line
    bodies = [each.entry.body for each in entries]
    return any(isinstance(body, Substitute) and body.key == key for body in bodies)


def arrive(
    folder: Folder, entries: Sequence[VerifiedEntry], build: Build = rules_of, now: int | None = None
) -> Table:
    """The newcomer takes in the entry that all have signed, and nothing after it: from then on the newcomer
    is a party, and what comes with it is looked at as what comes to every party. Raises what the log raises,
    and `late-too-early` as `take_over`."""
    key = folder.key().public.line
    table = Table.load(folder.log, build)
    before = table.seq
    for each in entries:
        try:
            body = table.verifier.apply(each).body
        except errors.RepeatedEntry:
            continue
        lateness.refuse_early(table.verifier, now)
        if isinstance(body, Substitute) and body.key == key:
            break
    folder.log.append(*table.verifier.entries[before + 1 :])
    return table


def find_own_proposal(folder: Folder, entries: Sequence[VerifiedEntry]) -> VerifiedEntry | None:
    """What the folder's owner has proposed and comes back with a signature, if it is that."""
    if not entries:
        return None
    verifier = verify_entries(folder.log)
    entry = entries[-1].entry
    mine = isinstance(entry.body, SHARED) and entry.author == folder.role(verifier.parties)
    return entries[-1] if mine and entry.seq == len(verifier.entries) else None


def find_signing_request(folder: Folder, entries: Sequence[VerifiedEntry]) -> Entry | None:
    """What somebody else has proposed and waits for a signature of the folder's owner, if it is that."""
    verifier, last = verify_entries(folder.log), entries[-1]
    entry, mine = last.entry, PublicKey.load(folder.public_file).raw
    if not isinstance(entry.body, SHARED) or entry.game != verifier.game or entry.seq < len(verifier.entries):
        return None
    return entry if mine in verifier.parties.signers(entry) and mine not in last.signers else None


def complete(folder: Folder, proposal: VerifiedEntry, build: Build = rules_of) -> Table:
    """Add the signatures that came, and append the entry when none is missing any more.

    Raises SignaturesMissing, with those that came kept, or a LogFault.
    """
    table = Table.load(folder.log, rules_lookup.adopt_rules(build, adoptions.find_newest([proposal.signed])))
    whole = shared_entries.collect(folder, table, proposal)
    table.verifier.apply(whole)
    folder.log.append(whole.signed)
    return table
