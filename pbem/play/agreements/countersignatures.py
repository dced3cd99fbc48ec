"""Entries that several parties sign: a game taken back, a new player. Each adds his signature to the copy
that he was sent; the author gathers them, and appends the entry once none is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pbem import errors
from pbem.entry import armor
from pbem.entry.bodies import Adopt, Claim, Rollback, Ruling, Silence, Substitute
from pbem.entry.entries import Entry, SignedEntry, cosign, sign
from pbem.entry.field_types import REFEREE
from pbem.entry.verified_entries import VerifiedEntry, verify_entry
from pbem.judge import clock_checks, closed_lines, due_moments, shared_entries
from pbem.judge.shared_entries import SharedEntry
from pbem.log import adoptions
from pbem.log.log_verifier import LogVerifier
from pbem.log.parties import SHARED
from pbem.log.party import disclosures, refusal_records, restoration_receipts
from pbem.log.party.chain_links import next_link
from pbem.log.party.folder import LOG, Folder
from pbem.log.verification import verify_entries
from pbem.play import acceptance
from pbem.play.agreements import adopted_reading, brought_files
from pbem.reason_codes import Code
from pbem.rules import rules_lookup
from pbem.rules.rules_lookup import Build, rules_of
from pbem.rules.table import Table


def propose(
    folder: Folder, body: Rollback | Ruling | Substitute | Adopt | Silence | Claim, build: Build = rules_of
) -> SharedEntry:
    """Sign such an entry as its author, for the others to sign.

    Raises a LogFault if it cannot come next, `nothing-to-sign` if without a referee its author has to act,
    or an entry of the author's own is out for the place.
    """
    home = folder.host
    table = Table.load(home.log, rules_lookup.adopt_rules(build, body if isinstance(body, Adopt) else None))
    author = folder.role(table.verifier.parties)
    _refuse_put_back(home, table, body)
    entry = due_moments.add_moments(table.charter, table.next_entry(author, body))
    signed = _earlier_proposal(home, entry) or sign(entry, folder.key())
    table.verifier.check_shared(verify_entry(signed))
    adopted_reading.check_reading(home, body, build)
    _refuse_owing(table, entry)
    made = shared_entries.gather_signatures(home, table, verify_entry(signed))
    _refuse_out(folder, table.verifier, made)
    if isinstance(body, Ruling) and table.verifier.rules:
        table.verifier.rules.try_out(entry)
    _note(home, table.verifier, signed, body)
    brought_files.keep_adopted(home, body, table.charter.module.id)
    return shared_entries.keep(home, _name_earlier_proposal(home, made))


def _name_earlier_proposal(home: Folder, made: SharedEntry) -> SharedEntry:
    """The same with what was proposed for this place before."""
    beside = tuple(file for file in _files(home, made.entry.seq) if file != made.file)
    if not made.file.exists():
        return replace(made, beside=beside)
    same = _earlier_proposal(home, made.entry) is not None
    return replace(made, lay="the same" if same else "another", beside=beside)


def _earlier_proposal(home: Folder, entry: Entry) -> SignedEntry | None:
    """What was proposed before for the same place, if it says the same but for its time: who was asked to
    sign that is not asked to sign another."""
    file = home.shared_file(entry.seq, entry.type)
    try:
        (before,) = armor.read(file)
    except (OSError, ValueError, errors.PbemError):
        return None
    return before if Entry.decode(before.data).content == entry.content else None


def countersign(folder: Folder, file: Path, build: Build = rules_of, now: int | None = None) -> SharedEntry:
    """Add this party's signature; a newcomer's folder has no log yet, and he signs by his key alone. For a
    side by mail word the referee signs, with what lies in `word/SIDE` of his folder.

    Who has to act next signs last, so that nobody else keeps what he waits for while his time runs; without a
    referee it then stands in his log. Raises `nothing-to-sign` for an entry that needs no signature of his,
    or not yet, a LogFault for one that cannot come next.
    """
    from pbem.mail import entry_files  # a status asks what waits here, and needs no mail

    parcel = entry_files.read_entries(file)
    *before, signed = parcel.entries
    opened = verify_entry(signed)
    brought_files.hand_along([signed], parcel.games)
    if not isinstance(opened.entry.body, SHARED):
        raise errors.Refusal(
            Code.NOTHING_TO_SIGN,
            f"{file}: only a ruling, a rollback, a substitute or an adopt needs signatures of others",
        )
    home = folder.host
    if not (home.path / LOG).is_file() or _is_strange(home, folder):
        return sign_as_newcomer(folder, signed)
    table = Table.load(home.log, rules_lookup.adopt_rules(build, adoptions.find_newest([signed])))
    seq = table.seq
    _take_order(home, table, before, opened.entry)
    _check_signable(folder, table, opened, build, now)
    key = folder.key()
    _note(home, table.verifier, signed, opened.entry.body)
    if key.public.raw not in opened.signers:
        signed = cosign(signed, key)
    made = shared_entries.gather_signatures(home, table, verify_entry(signed))
    out = table.verifier.entries[seq + 1 :]
    _try_out(table, made)
    brought_files.keep_adopted(home, opened.entry.body, table.charter.module.id)
    shared_entries.keep(home, made)
    home.log.append(*out)
    if not made.missing and not table.verifier.parties.has_referee:
        home.log.append(
            made.signed_entry
        )  # nobody puts entries in order, and nothing else can stand there now
    return made


def _check_signable(
    folder: Folder, table: Table, opened: VerifiedEntry, build: Build, now: int | None
) -> None:
    """Raise as `countersign` for an entry that cannot come next, or that the folder's owner must not sign
    now."""
    home = folder.host
    _refuse_put_back(home, table, opened.entry.body)
    due_moments.check_entry(table.charter, opened.entry)
    adopted_reading.check_reading(home, opened.entry.body, build)
    refuse_completed(home, table.verifier, opened.signed.data)
    _refuse_yet(folder, table, shared_entries.gather_signatures(home, table, opened), build, now)


def _take_order(folder: Folder, table: Table, before: Sequence[SignedEntry], shared: Entry) -> None:
    """Take in the order that is out and goes into the log before what replaces its answerer. Raises
    `nothing-to-sign` for anything else before a shared entry: what its author alone has signed, such as a
    `late`, comes in by the mails of the game, where it is looked at."""
    for each in before:
        try:
            if restoration_receipts.is_void(folder, each.head):
                raise errors.Refusal(
                    Code.NOTHING_TO_SIGN,
                    f"{Entry.decode(each.data)} comes with it, which you signed before your folder was "
                    "restored: it counts no more",
                )
            entry = table.verifier.apply(verify_entry(each))
        except errors.RepeatedEntry:
            continue
        batch, body = table.verifier.batch, shared.body
        out = batch is not None and batch.seq == entry.seq
        if not (
            out and isinstance(body, Substitute) and body.role == table.verifier.parties.closer(entry.author)
        ):
            raise errors.Refusal(
                Code.NOTHING_TO_SIGN,
                f"{entry} is not in your log: take in the mail that brings it with `pbem receive`, and sign "
                f"{shared} after that",
            )


def _try_out(table: Table, made: SharedEntry) -> None:
    """Raise what log and rules raise for an entry that could not stand: who signs it last could write nothing
    else there. The table has taken it in then, or is spoilt."""
    if not made.missing:
        table.verifier.apply(made.verified)
    elif isinstance(made.entry.body, Ruling) and table.verifier.rules:
        table.verifier.rules.try_out(made.entry)


def _is_strange(home: Folder, folder: Folder) -> bool:
    """Whether the folder's owner is no party of the game in a log: one who is to become it."""
    key = folder.key().public.raw
    parties = verify_entries(home.log).parties
    return all(parties[role].key != key for role in parties.roles)


def _refuse_owing(table: Table, entry: Entry) -> None:
    """Raise `nothing-to-sign` where nobody puts entries in order and the author of this one has to act next:
    once he moves instead, who has the other signatures would choose which of the two stands."""
    parties = table.verifier.parties
    if not parties.has_referee and table.verifier.batch is None and entry.author in table.owing_roles:
        raise errors.Refusal(
            Code.NOTHING_TO_SIGN,
            "you have to act next, so you sign last what all sign: let "
            f"{parties.next_role(entry.author)} propose it, or move first",
        )


def refuse_completed(folder: Folder, verifier: LogVerifier, but: bytes = b"") -> None:
    """Raise `completion_times` if the folder's owner holds an entry for the next place that all have signed,
    other than `but`: who sends another first, and that one when he has seen the dice, would choose."""
    for signed in _files_for_place(folder, len(verifier.entries)):
        opened = verify_entry(signed)
        if (
            signed.data != but
            and opened.entry.prev == verifier.head
            and opened.signers == verifier.parties.signers(opened.entry)
        ):
            raise errors.LogFault(
                Code.COMPLETED,
                f"{opened.entry} bears the signatures of all, yours too, and stands at this place: send it "
                f"({folder.shared_file(opened.entry.seq, opened.entry.type)}) and write after it",
            )


def _refuse_put_back(home: Folder, table: Table, body: Any) -> None:
    """Raise as `disclosures.check` in a folder that may have forgotten what of its owner's is out. A new
    chain is agreed on all the same: where the old one is lost, or who would give a receipt, nothing else
    helps."""
    if not isinstance(body, Substitute):
        disclosures.check(home, table.verifier)


def _note(home: Folder, verifier: LogVerifier, signed: SignedEntry, body: Any) -> None:
    """Write down that this is signed here; a new chain is signed in a folder that was put back too."""
    if not isinstance(body, Substitute) or disclosures.is_own(home, verifier):
        disclosures.note_signed(home, verifier.parties, signed.head)


def _refuse_out(folder: Folder, verifier: LogVerifier, made: SharedEntry) -> None:
    """Raise `nothing-to-sign` while an entry of the owner is out for the place: who holds it knows its dice,
    and with the other whole would choose."""
    refused = refusal_records.answered_entries(folder, verifier.parties, folder.role(verifier.parties))
    seq = made.entry.seq
    out = [each for each in disclosures.list_pending(folder, verifier) if each.seq == seq]
    if _is_out_for_its_time(folder, verifier, seq) or any(each.signed_place not in refused for each in out):
        raise errors.Refusal(
            Code.NOTHING_TO_SIGN,
            f"your entry for place {made.entry.seq} is out: whoever holds it knows its dice. Take in the "
            "answer, or the signed refusal of it, before you sign anything else for that place",
        )


def _is_out_for_its_time(folder: Folder, verifier: LogVerifier, seq: int) -> bool:
    """Whether an entry of the owner for a place was refused for its time alone. Nobody can check that, so it
    frees the place for the same with an earlier time and for nothing that others sign."""
    ahead = refusal_records.early_entries(folder, verifier.parties, folder.role(verifier.parties))
    return any(place == seq for place, _ in ahead & disclosures.list_signed(folder))


def _refuse_yet(folder: Folder, table: Table, made: SharedEntry, build: Build, now: int | None) -> None:
    """Raise `nothing-to-sign` for who has to act next while others have not signed, for who has an entry out
    for the place, and for who says that somebody is silent of whom he was shown an entry."""
    me, said = folder.role(table.verifier.parties), made.entry.body
    _refuse_out(folder, table.verifier, made)
    if me in made.last and me not in made.asked_roles:
        raise errors.Refusal(
            Code.NOTHING_TO_SIGN,
            f"you have to act next, so you sign {made.entry} last: first "
            f"{', '.join(made.asked_roles)}. Until it "
            "is whole your time runs on, and an entry of yours may take its place",
        )
    clock_checks.refuse_claim(table.verifier, made.entry, now)
    if isinstance(said, Silence | Claim) and acceptance.has_observed_entry(
        folder.host, said.role, made.entry.seq, now, build
    ):
        raise errors.Refusal(
            Code.NOTHING_TO_SIGN,
            f"{said.role} is not silent: you were shown its entry for place {made.entry.seq}",
        )


def sign_as_newcomer(folder: Folder, signed: SignedEntry) -> SharedEntry:
    """Sign by the folder's key alone what makes its owner a party; raises `nothing-to-sign` if it does
    not, or if he would be the referee of a game without what only a referee holds: it could never be
    ended."""
    opened, key = verify_entry(signed), folder.key()
    body = opened.entry.body
    if not isinstance(body, Substitute) or body.key != key.public.line:
        raise errors.Refusal(
            Code.NOTHING_TO_SIGN, f"{opened.entry} does not ask for a signature of the key in {folder.path}"
        )
    _refuse_unasked(folder, body)
    if body.role == REFEREE:
        _refuse_unfit(folder, opened.entry)
    if key.public.raw not in opened.signers:
        signed = cosign(signed, key)
    path = folder.shared_file(opened.entry.seq, opened.entry.type)
    return shared_entries.keep(folder, SharedEntry(path, verify_entry(signed), ()))


def _refuse_unasked(folder: Folder, body: Substitute) -> None:
    """Raise `nothing-to-sign` for what would let a program decide in the place of the newcomer, or the
    referee sign for them: that is theirs to say, and not the proposer's."""
    by_word = body.word and folder.host.path == folder.path
    if body.computer or by_word:
        what = "the computer decides for you" if body.computer else "you play by mail word"
        raise errors.Refusal(
            Code.NOTHING_TO_SIGN,
            f"it says that {what}, which you have not asked for: let it be proposed anew",
        )


def _refuse_unfit(folder: Folder, entry: Entry) -> None:
    """Raise `nothing-to-sign` for a new referee without what the old one alone held: the game's secret, keys,
    chains and closed lines of sides by mail word."""
    if not (folder.path / LOG).is_file():
        raise errors.Refusal(
            Code.NOTHING_TO_SIGN,
            f"{entry} makes you the referee of a game that you do not have: take in the mails with the game "
            "so far with `pbem join`",
        )
    verifier = verify_entries(folder.log)
    try:
        if (commitment := verifier.parties.commitment()) is not None:
            folder.secret(commitment)
    except (OSError, errors.PbemError) as error:
        raise errors.Refusal(
            Code.NOTHING_TO_SIGN,
            f"only who holds the referee's secret can take over this game, and {folder.secret_file} is not "
            "it: get the file `secret` from who was referee, or the game ends here",
        ) from error
    for side in verifier.parties.sides:
        if verifier.parties[side].word and not _has_secrets(folder, verifier, side):
            raise errors.Refusal(
                Code.NOTHING_TO_SIGN,
                f"{side} plays by mail word, and {folder.word(side).path} does not hold its key and chain, "
                f"or {folder.path / 'lines'} not what its orders closed: get the folders `word` and `lines` "
                "from who was referee",
            )


def _has_secrets(folder: Folder, verifier: LogVerifier, side: str) -> bool:
    """Whether a folder has all that a referee signs and opens with for a side by mail word."""
    own = folder.word(side)
    try:
        mine = own.key().public.raw == verifier.parties[side].key
        next_link(own.chain(), verifier.parties[side])
        orders = [
            verifier.history[seq]
            for seq in verifier.closings.open_orders
            if verifier.history[seq].author == side
        ]
        return mine and all(closed_lines.load_lines(folder, order) is not None for order in orders)
    except (OSError, errors.PbemError):
        return False


def list_waiting(folder: Folder, table: Table) -> list[SharedEntry]:
    """What can come next in the log and lacks signatures, as far as this folder has them."""
    found = []
    for signed in _files_for_place(folder, table.seq + 1):
        try:
            made = shared_entries.gather_signatures(folder, table, verify_entry(signed))
        except errors.LogFault:
            continue  # the game went another way
        found += [made] if made.missing else []
    return found


def completion_times(folder: Folder, verifier: LogVerifier, seq: int) -> Iterator[float]:
    """When each entry for a place was whole in this folder, Unix seconds by the clock of its disk."""
    for file in _files(folder, seq):
        for signed in armor.read(file):
            opened = verify_entry(signed)
            if opened.signers == verifier.parties.signers(opened.entry):
                yield file.stat().st_mtime


def _files_for_place(folder: Folder, seq: int) -> Iterator[SignedEntry]:
    """What several sign for a place, as far as this folder has it."""
    for file in _files(folder, seq):
        yield from armor.read(file)


def _files(folder: Folder, seq: int) -> list[Path]:
    return sorted(folder.shared_file(0, "any").parent.glob(f"{seq:04d}-*.pbem"))
