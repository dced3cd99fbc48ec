"""What a party signs is written down before it is shown: each link once, and no second entry for one place.

What is in the record (`signing_record`) may leave the folder afterwards, never the other way round; the bytes
of the file that leaves it are written down with it, so that the next command lays that file where it was to
lie. The record knows its own folder by a note outside of it (`disk.witness`): a folder that was copied to
another PC or put back from a backup signs nothing, until the parties that may hold an entry of it have said
in a signed receipt what they hold. Nor does a folder in which an entry of its owner's turns up that the
record does not know: the game was gone on with in another folder.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeVar

from pbem import errors
from pbem.disk import atomic_files, machine_memory
from pbem.entry import armor, standing_papers
from pbem.entry.bodies import Ack, Move, Substitute, seen_in
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.field_types import REFEREE
from pbem.entry.field_types import Record as Shape
from pbem.entry.standing_papers import GamePaper
from pbem.entry.verified_entries import VerifiedEntry, verify_entry
from pbem.log.deadlines import moments_in
from pbem.log.log_file import GameLog
from pbem.log.log_verifier import LogVerifier
from pbem.log.parties import SHARED, Parties
from pbem.log.party import (
    refusal_records,
    restoration_receipts,
    signing_record,
    simulation_secrets,
    sync_copies,
)
from pbem.log.party.chain_links import next_link
from pbem.log.party.folder import LOG, Folder
from pbem.log.party.refusal_records import Signed
from pbem.log.party.signing_record import (
    NO_LINK,
    PRESS,
    DisclosedEntry,
    PlannedFile,
    ReceiptAllowance,
    SigningRecord,
)
from pbem.reason_codes import Code

S = TypeVar("S", bound=Shape)

MOVED: Final = "999999999 moved\n"
"""The note of a folder that goes on elsewhere: of more than was ever shown in one."""
_ASKED: Final = "-asked"
"""After the name of a folder's note: that of its question for receipts."""
_LEFT: Final = "999999998 left\n"
"""The note of a folder to which an entry came that its owner has signed in another one."""


def begin(folder: Folder, tip: str) -> None:
    """Begin the record of a chain that was made this moment: nothing of it was shown to anybody."""
    signing_record.write(folder, SigningRecord(tip, ""))


def has_machine_note(folder: Folder) -> bool:
    """Whether something is noted of the folder's chain on this PC. Raises OSError."""
    return machine_memory.note(folder.chain().tip) is not None


def disclose_charter(folder: Folder, charter: SignedEntry) -> None:
    """Write down that the game of a host's folder begins with this charter, before it leaves. A crash before
    the log is made good by `write_planned_files`. Raises RestoredFolder or LeftBehind where nothing may be
    signed, `chain-used`."""
    with signing_record.hold_record(folder):
        record = record_of(folder)
        refuse_other(folder, charter.head)
        made = (*record.papers, charter.head)
        signing_record.write(folder, replace(record, game=charter.head, papers=made, ahead=(charter,)))


def regain_charter(folder: Folder, charter: SignedEntry) -> None:
    """Write a charter that has come back into the record of the folder that had signed it. The note outside
    stays as it is: if it says no more than that, then nothing was signed since. Where the folder was the true
    one, the charter was signed in another. Raises OSError."""
    with signing_record.hold_record(folder):
        tip = folder.chain().tip
        record = signing_record.read(folder) or SigningRecord(tip, "")
        if signing_record.read_fresh(folder) is not None:
            machine_memory.keep(tip, _LEFT)
        papers = tuple(dict.fromkeys((*record.papers, charter.head)))
        signing_record.write_first(folder, replace(record, game=charter.head, papers=papers))


def refuse_other(folder: Folder, game: str) -> None:
    """Raise `chain-used` if links of the folder's chain were shown in another game than this."""
    record = signing_record.read(folder)
    if record is not None and record.game not in ("", game):
        raise errors.Refusal(
            Code.CHAIN_USED,
            f"the dice chain in {folder.path} is that of game {record.game[:8]}: who has seen its links "
            f"would know dice of this one. Begin in a new folder, with a chain of its own",
        )


def has_record(folder: Folder) -> bool:
    """Whether there is a record that can be read."""
    return signing_record.read(folder) is not None


def is_own(folder: Folder, verifier: LogVerifier | None = None) -> bool:
    """Whether this folder is the one that goes on, neither copied nor put back; with its log, nor left behind
    by its owner. One of which key and chain are known to all always is."""
    try:
        if verifier is not None and simulation_secrets.is_open_to_all(folder, verifier.parties):
            return True
        record_of(folder, verifier)
    except (errors.RestoredFolder, errors.AbandonedFolder, errors.StrangeFolder):
        return False
    except errors.Refusal as error:
        if error.code != Code.BAD_CHAIN_FILE:
            raise
        return False
    return True


def machine_note(folder: Folder) -> tuple[str, str] | None:
    """Under which name, and what, is noted outside of a folder that is the true one; None for any other."""
    record = signing_record.read_fresh(folder)
    return (record.tip, record.mark) if record is not None else None


def record_of(folder: Folder, verifier: LogVerifier | None = None, upto: int | None = None) -> SigningRecord:
    """The record. Raises RestoredFolder where it is missing, or the folder is not the one that it knows;
    LeftBehind where its owner has gone on elsewhere, as the log shows up to place `upto`, or a copy that
    another PC has laid here."""
    record = signing_record.read_fresh(folder)
    if record is None:
        found = signing_record.read(folder)
        if found is not None and machine_memory.note(found.tip) == _LEFT:
            raise _abandoned(folder, "an entry of yours has come that you signed there")
        raise errors.RestoredFolder(
            f"{folder.path} was put back from a backup or copied to this PC, or the program's own files on "
            "this PC were (see `pbem docs two-computers`). It does not know what it has signed since, and a "
            "second entry for one place would let the others choose. Nothing is signed here until they have "
            "said what they hold: `pbem restore` asks them"
        )
    if record.tip != folder.chain().tip:
        raise errors.StrangeFolder(f"{folder.path / signing_record.FILE} is the record of another dice chain")
    if verifier is not None:
        _refuse_abandoned(folder, verifier, record, len(verifier.entries) if upto is None else upto)
    return record


def check(folder: Folder, verifier: LogVerifier) -> None:
    """Raise as `record_of` where nothing may be signed in a folder whose owner is a party of its game."""
    if not simulation_secrets.is_open_to_all(folder, verifier.parties):
        record_of(folder, verifier)


def _refuse_abandoned(folder: Folder, verifier: LogVerifier, record: SigningRecord, upto: int) -> None:
    me = folder.role(verifier.parties)
    entry = _find_unknown_entry(verifier, me, record, upto)
    if entry is not None:
        raise _abandoned(folder, f"{entry} is yours, and this folder has no record of it")
    for file in sync_copies.find_copies(folder, verifier.parties.roles):
        found = next(_find_unknown_places(file, verifier.parties, me, record), None)
        if found is not None:
            raise _abandoned(
                folder,
                f"{file} was laid there by a program that keeps folders in step, and shows that you have "
                f"signed for place {found} on another PC; once you have restored, move that file away",
            )


def _abandoned(folder: Folder, why: str) -> errors.AbandonedFolder:
    return errors.AbandonedFolder(
        f"{folder.path} was left behind: {why}. The game goes on in another folder, on this PC or another, "
        "and two entries of yours for one place would let the others choose. Nothing is signed here: play on "
        "there; or, to play on here, `pbem restore` asks the others what they hold"
    )


def _find_unknown_entry(verifier: LogVerifier, me: str, record: SigningRecord, upto: int) -> Entry | None:
    """The newest entry of the owner's in the log before place `upto`, if the record does not know it. Those
    before it were known when it was signed."""
    known = record.digests
    for seq in range(min(upto, len(verifier.entries)) - 1, max(record.settled_place, 0), -1):
        entry = verifier.history[seq]
        if isinstance(entry.body, Substitute) and entry.body.role == me:
            return None  # whoever had the role before signed with another key or chain
        if entry.author == me and not isinstance(entry.body, SHARED):
            return None if verifier.entries[seq].head in known else entry
    return None


def _find_unknown_places(file: Path, parties: Parties, me: str, record: SigningRecord) -> Iterator[int]:
    """The places for which a copy shows an entry of the owner's that the record does not know."""
    known = record.digests
    if file.name.startswith(signing_record.FILE):
        other = signing_record.read_file(file)
        lines = other.shown if other is not None and other.tip == record.tip else ()
        yield from (
            each.seq for each in lines if each.seq > record.settled_place and each.digest not in known
        )
    for signed in sync_copies.entries(file):
        if signed.head in known or f'"author":"{me}"'.encode() not in signed.data:
            continue
        try:
            entry = _signed_by(parties, me, verify_entry(signed))
        except errors.PbemError:
            continue
        if entry is not None and entry.seq > max(record.settled_place, 0):
            yield entry.seq


def _signed_by(parties: Parties, me: str, verified: VerifiedEntry) -> Entry | None:
    """The entry, if the present key of a party has signed it for this game. What others sign too was gathered
    by many hands, and a draft is no entry of a log."""
    entry = verified.entry
    if isinstance(entry.body, SHARED) or (isinstance(entry.body, Move) and entry.link is None):
        return None
    mine = (entry.game, entry.author) == (parties.game, me) and verified.signers == (parties[me].key,)
    return entry if mine else None


def find_foreign_signature(
    folder: Folder, verifier: LogVerifier, entries: Iterable[VerifiedEntry]
) -> errors.AbandonedFolder | None:
    """What is to be raised where one of these entries, which have come from others, is one of the owner's, or
    as the referee of a side by mail word, that was signed in another folder: from then on this one signs
    nothing, until receipts are in. Raises OSError."""
    record = signing_record.read_fresh(folder)
    if record is None:
        return None
    try:
        me = folder.role(verifier.parties)
    except errors.StrangeFolder:  # a replaced party: nothing that it signs counts any more
        return None
    if simulation_secrets.is_open_to_all(folder, verifier.parties):
        return None
    word = [side for side in verifier.parties.sides if me == REFEREE and verifier.parties[side].word]
    known, first = record.digests, max(record.settled_place, _last_rotation(verifier, me))
    for each in entries:
        found = (_signed_by(verifier.parties, role, each) for role in (me, *word) if each.head not in known)
        entry = next(filter(None, found), None)
        if entry is None or entry.seq <= first or _is_in_log(verifier, entry, each.signed):
            continue
        if not _is_of_before(record, verifier, entry):
            machine_memory.keep(record.tip, _LEFT)
            return _abandoned(folder, f"{entry} has come, which you signed there")
    return None


def _is_of_before(record: SigningRecord, verifier: LogVerifier, entry: Entry) -> bool:
    """Whether an entry was signed before the folder was restored: it names no receipt, as the next one has
    to."""
    named = {
        each.receipt
        for each in restoration_receipts.open_receipts(record, verifier, entry.author, len(verifier.entries))
    }
    return bool(named) and not named & {each.digest for each in seen_in(entry.body)}


def _last_rotation(verifier: LogVerifier, me: str) -> int:
    """The place of the newest `substitute` of a role: what its owner signed for places before it does not
    count any more, whoever sends it back; 0 without one."""
    found = (each for each in reversed(verifier.history) if isinstance(each.body, Substitute))
    return next((each.seq for each in found if isinstance(each.body, Substitute) and each.body.role == me), 0)


def _is_in_log(verifier: LogVerifier, entry: Entry, signed: SignedEntry) -> bool:
    return entry.seq < len(verifier.entries) and verifier.entries[entry.seq].head == signed.head


def refuse_abandoned(folder: Folder, verifier: LogVerifier, entries: Iterable[VerifiedEntry]) -> None:
    """As `find_foreign_signature`, and raise it."""
    if (left := find_foreign_signature(folder, verifier, entries)) is not None:
        raise left


def next_undisclosed_link(folder: Folder, verifier: LogVerifier, role: str) -> str:
    """The first link of a party's chain that was shown to nobody, for one that is given away.

    Raises as `record_of`, `link-exhausted`, or StrangeFolder for another chain.
    """
    chain, party = folder.chain(), verifier.parties[role]
    link, count = next_link(chain, party), party.revealed
    open_to_all = simulation_secrets.is_open_to_all(folder, verifier.parties)
    seen = set() if open_to_all else {each.link for each in record_of(folder, verifier).shown}
    while link in seen:
        count += 1
        link = chain.reveal(count)
    return link


def disclose(
    folder: Folder,
    verifier: LogVerifier,
    entries: Sequence[SignedEntry],
    now: int | None = None,
    files: Sequence[PlannedFile] = (),
) -> None:
    """Write down that these entries leave the folder now, then the files in which they do; entries of others
    among them are passed over.

    A crash in between is made good by `write_planned_files`. `verifier`: the log, with these or without them;
    `now`: Unix seconds. Raises RestoredFolder, LeftBehind, OldLog, `link-shown`, `already-signed` or
    `not-named`; then nothing may leave.
    """
    if simulation_secrets.is_open_to_all(folder, verifier.parties):
        _write_files(folder, files)
        return
    with signing_record.hold_record(folder):
        _disclose(folder, verifier, entries, now, files=files)
        _write_files(folder, files)


def append(
    folder: Folder, verifier: LogVerifier, entries: Sequence[SignedEntry], now: int | None = None
) -> None:
    """Append to the folder's log what the walk has taken in, with what the owner signs by that let go first.

    A crash in between is made good by `write_planned_files`. Raises as `disclose` and `GameLog.append`.
    """
    if not entries:
        return
    if simulation_secrets.is_open_to_all(folder, verifier.parties):
        folder.log.append(*entries)
        return
    if isinstance(Entry.decode(entries[0].data).body, Substitute):
        # What all have signed: a folder that was put back takes it in too, for nothing else may help it.
        _refuse_stale(folder, entries[0])
        folder.log.append(entries[0])
        append(folder, verifier, entries[1:], now)
        return
    with signing_record.hold_record(folder):
        _refuse_stale(folder, entries[0])
        _disclose(folder, verifier, entries, now, ahead=entries)
        folder.log.append(*entries)


def _refuse_stale(folder: Folder, signed: SignedEntry) -> None:
    if folder.log.length() != Entry.decode(signed.data).seq:
        raise errors.StaleEntry("another entry was appended first; run the command again")


def _disclose(
    folder: Folder,
    verifier: LogVerifier,
    entries: Sequence[SignedEntry],
    now: int | None,
    *,
    ahead: Sequence[SignedEntry] = (),
    files: Sequence[PlannedFile] = (),
) -> None:
    first = Entry.decode(entries[0].data).seq if entries else len(verifier.entries)
    record = record_of(folder, verifier, first)
    refuse_other(folder, verifier.game)
    me = folder.role(verifier.parties)
    freed = refusal_records.freed_entries(folder, verifier.parties, me) | record.voided_entries
    said, papers = list(record.shown), list(record.papers)
    receipts = restoration_receipts.open_receipts(record, verifier, me, first)
    for signed in entries:
        entry = Entry.decode(signed.data)
        place = _EntryPlace(entry, verifier, entries, first)
        if isinstance(entry.body, SHARED):
            continue
        if entry.author != me:
            if me == REFEREE and verifier.parties[entry.author].word and signed.head not in papers:
                papers.append(signed.head)
            continue
        one = DisclosedEntry(entry.seq, _link(entry), signed.head, now or 0)
        if any(each.digest == one.digest for each in said):
            continue
        _check(folder, place, said, one, freed)
        _check_named(receipts, entry, one, freed)
        receipts = ()  # what follows comes after the first that names them
        said.append(one)
    made = replace(
        record,
        game=verifier.game,
        shown=tuple(said),
        papers=tuple(papers),
        ahead=tuple(ahead),
        begun=tuple(files),
    )
    if made != record:
        signing_record.write(folder, made)


def write_planned_files(folder: Folder) -> None:
    """Append to the folder's log, and write of its files, what was about to be when the process ended. Raises
    OSError, or what the log raises."""
    record = signing_record.read(folder)
    if record is None or not (record.ahead or list_unwritten(folder)):
        return
    with signing_record.hold_record(folder):
        record = signing_record.read(folder)
        if record is None or not signing_record.is_fresh(record):
            return
        _write_files(folder, record.begun)
        log = GameLog(folder.path / LOG)
        count = log.length() if record.ahead and log.path.is_file() else 0
        rest = [each for each in record.ahead if Entry.decode(each.data).seq >= count]
        if rest and Entry.decode(rest[0].data).seq == count:
            if not count:
                GameLog.create(log.path, rest.pop(0))  # the charter of a host
            log.append(*rest)


def list_unwritten(folder: Folder) -> tuple[Path, ...]:
    """The files that were about to be written, or taken away, when the process ended. Raises OSError."""
    record = signing_record.read(folder)
    begun = record.begun if record is not None and signing_record.is_fresh(record) else ()
    return tuple(folder.path / each.name for each in begun if not _is_written(folder, each))


def press_of(folder: Folder, seq: int) -> tuple[str, ...]:
    """The words that go with the mail of the entry that left the folder last, if that is for place `seq`."""
    record = signing_record.read(folder)
    if record is None or not record.shown or record.shown[-1].seq != seq:
        return ()
    said = next((each.data for each in record.begun if each.name == PRESS), None)
    return tuple((said or b"").decode("utf-8").splitlines())


def _is_written(folder: Folder, begun: PlannedFile) -> bool:
    file = folder.path / begun.name
    if begun.name == PRESS:
        return True
    try:
        return file.read_bytes() == begun.data
    except FileNotFoundError:
        return begun.data is None


def _write_files(folder: Folder, files: Iterable[PlannedFile]) -> None:
    for each in files:
        file = folder.path / each.name
        if _is_written(folder, each):
            continue
        if each.data is None:
            atomic_files.DISK.unlink(file)
            continue
        atomic_files.DISK.make_directory(file.parent)
        # What leaves the folder anybody may read; nothing else.
        atomic_files.replace(file, each.data, mode=0o644 if file.parent != folder.path else 0o600)


def sign_paper(folder: Folder, parties: Parties, said: S, *, put_back: bool = False) -> GamePaper[S]:
    """A paper signed by the folder's owner, and written down before it leaves. With `put_back` a folder that
    was put back signs it too, and writes nothing down: a receipt without which another such folder could not
    go on, an objection to what another has signed. Raises as `note_signed`, and what the key's file
    raises."""
    made = standing_papers.sign(said, folder.key())
    if not put_back or is_own(folder):
        note_signed(folder, parties, made.digest)
    return made


def note_signed(folder: Folder, parties: Parties, digest: str) -> None:
    """Write down that something of this digest is signed in the folder, which is no entry of its owner's
    alone. A folder that was put back does not know it, and so is told from the true one. Raises
    RestoredFolder or LeftBehind where nothing may be signed."""
    if simulation_secrets.is_open_to_all(folder, parties):
        return
    with signing_record.hold_record(folder):
        record = record_of(folder)
        if digest not in record.papers:
            signing_record.write(folder, replace(record, papers=(*record.papers, digest)))


def signing_times(folder: Folder) -> dict[str, int]:
    """When each entry of the owner left the folder, in Unix seconds by his clock, by its digest; those of
    which that is not known are left out."""
    record = signing_record.read(folder)
    return {each.digest: each.at for each in record.shown if each.at} if record else {}


def list_signed(folder: Folder) -> frozenset[Signed]:
    """All that the folder's owner has signed and let go."""
    record = signing_record.read(folder)
    return frozenset(each.signed_place for each in record.shown) if record else frozenset()


def list_pending(folder: Folder, verifier: LogVerifier) -> list[DisclosedEntry]:
    """What the owner has sent and nobody has answered: neither in the log, nor its place taken, nor
    refused."""
    record = signing_record.read(folder)
    if record is None:
        return []
    me = folder.role(verifier.parties)
    freed = refusal_records.freed_entries(folder, verifier.parties, me) | refusal_records.early_entries(
        folder, verifier.parties, me
    )
    freed |= record.voided_entries
    return [
        each for each in record.shown if each.seq >= len(verifier.entries) and each.signed_place not in freed
    ]


def confirm_restored(
    folder: Folder, verifier: LogVerifier, role: str, receipts: Iterable[ReceiptAllowance]
) -> None:
    """Take the folder for the true one again, by the receipts of all who may hold an entry of `role`, its
    owner: what of his stands in the log was shown."""
    record = signing_record.read(folder) or SigningRecord(folder.chain().tip, verifier.game)
    known = {each.digest for each in record.shown}
    logged = [
        DisclosedEntry(entry.seq, _link(entry), signed.head, entry.stated_time or 0)
        for signed, entry in zip(verifier.entries, verifier.history, strict=True)
        if entry.author == role
        and signed.head not in known
        and not isinstance(entry.body, SHARED)
        and entry.seq
    ]
    shown = sorted((*record.shown, *logged), key=lambda each: each.seq)
    named = tuple(receipts)
    held = {digest for each in named for digest in each.digests}
    place = min((each.seq for each in named), default=len(verifier.entries) - 1)
    stand = {each.head for each in verifier.entries}
    void = [each.digest for each in shown if each.seq > place and each.digest not in held | stand]
    void += [each for each in record.void if each not in void]
    papers = record.papers
    if verifier.history[0].author == role and verifier.game not in papers:
        papers = (*papers, verifier.game)  # its charter: a folder put back to before it is told from this one
    made = SigningRecord(
        folder.chain().tip, verifier.game, tuple(shown), named, papers=papers, void=tuple(void)
    )
    signing_record.write(folder, made)


def note_question(folder: Folder, digest: str) -> None:
    """Note outside of the folder that its owner has asked for receipts: what a backup brings back, or a copy
    bears, is no question of this folder. Raises OSError."""
    tip = folder.chain().tip
    before = machine_memory.note(f"{tip}{_ASKED}")
    count = int(before.partition(" ")[0]) + 1 if before else 0
    machine_memory.keep(f"{tip}{_ASKED}", f"{count} {_question(tip, digest)}")


def was_asked(folder: Folder, digest: str) -> bool:
    """Whether the question of this digest was asked on this PC, and nothing was signed here since."""
    tip = folder.chain().tip
    noted = machine_memory.note(f"{tip}{_ASKED}")
    return noted is not None and noted.partition(" ")[2] == _question(tip, digest)


def _question(tip: str, digest: str) -> str:
    """What is noted of a question: its digest, and the note of the folder at that time."""
    now = hashlib.sha256((machine_memory.note(tip) or "").encode()).hexdigest()
    return f"{digest} {now}\n"


def is_restored_by(folder: Folder, receipts: Iterable[str]) -> bool:
    """Whether receipts of these digests have made the folder the true one already."""
    record = signing_record.read_fresh(folder)
    return record is not None and {*receipts} <= {each.receipt for each in record.named}


@dataclass(frozen=True, slots=True)
class _EntryPlace:
    """The place of an entry that is to be let go, after the log and what is let go with it, before it."""

    entry: Entry
    verifier: LogVerifier
    with_it: Sequence[SignedEntry]
    first: int
    """The place of the first of these."""

    def digest(self, seq: int) -> str | None:
        """What stands at a place before this one; None for this one and later ones."""
        if seq >= self.entry.seq:
            return None
        return (self.verifier.entries[seq] if seq < self.first else self.with_it[seq - self.first]).head


def _check(
    folder: Folder,
    place: _EntryPlace,
    said: Sequence[DisclosedEntry],
    one: DisclosedEntry,
    freed: Set[Signed],
) -> None:
    """Raise unless this entry may be shown beside what was shown before."""
    entry = place.entry
    for before in said:
        stands = place.digest(before.seq)
        if stands == before.digest and one.link == before.link != NO_LINK:
            raise errors.Refusal(
                Code.LINK_SHOWN, f"this link of your chain stands in entry {before.seq} already"
            )
        if stands is not None or before.signed_place in freed or _is_earlier(folder, place, before):
            continue
        if before.seq > entry.seq:
            raise errors.OldLog(
                f"{folder.log.path} ends with entry {entry.seq - 1}, but your record says that you have "
                f"signed "
                f"entry {before.seq}: this is an old copy of the log, and going on with it would put a "
                f"second "
                "entry in a place that is taken. Replace it by the newest game.log of any party and check "
                "that with `pbem verify`"
            )
        raise errors.Refusal(
            Code.ALREADY_SIGNED,
            f"you have signed another entry for place {entry.seq} in the log, and nobody has answered it: "
            f"send that "
            f"one again ({folder.move_file(entry.seq, entry.author)}). A second one would be a fork. The "
            f"place is "
            "free once you have taken in a refusal that names the line and its rule, or another entry for it",
        )
    shown = (each for each in said if one.link == each.link and not _is_earlier(folder, place, each))
    if isinstance(entry.body, Ack) and entry.body.burnt and any(shown):
        raise errors.Refusal(Code.LINK_SHOWN, "a link that is given away must have been shown to nobody")


def _is_earlier(folder: Folder, place: _EntryPlace, before: DisclosedEntry) -> bool:
    """Whether an entry says what was refused for its time alone, with an earlier one or other moments."""
    entry = place.entry
    if before.signed_place not in refusal_records.early_entries(folder, place.verifier.parties, entry.author):
        return False
    kept = armor.read(folder.move_file(before.seq, entry.author))
    first = next((Entry.decode(each.data) for each in kept if each.head == before.digest), None)
    if first is None or entry.stated_time is None or first.stated_time is None:
        return False
    if first.content != entry.content or entry.stated_time > first.stated_time:
        return False
    return entry.stated_time < first.stated_time or moments_in(first) != moments_in(entry)


def _check_named(
    receipts: Sequence[ReceiptAllowance], entry: Entry, one: DisclosedEntry, freed: Set[Signed]
) -> None:
    """After a restore: only what a receipt names or, where none names anything, what names the receipts."""
    here = {each: each.digests if each.seq + 1 == entry.seq else () for each in receipts}
    if any(one.digest in digests for digests in here.values()):
        return  # a party that answers holds it, whatever the others have seen
    for receipt, digests in here.items():
        names = [digest for digest in digests if (entry.seq, digest) not in freed]
        if names or receipt.receipt not in {each.digest for each in seen_in(entry.body)}:
            raise errors.Refusal(
                Code.NOT_NAMED,
                f"the receipt of {receipt.role} says that you have signed another entry for place "
                f"{entry.seq} "
                f"already ({', '.join(each[:8] for each in names) or 'none'}): send that one again",
            )


def _link(entry: Entry) -> str:
    burnt = entry.body.burnt if isinstance(entry.body, Ack) else None
    return entry.link or burnt or NO_LINK
