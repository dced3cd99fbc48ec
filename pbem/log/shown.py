"""The record of what a party has signed and shown: each link once, and no second entry for one place.

The file `shown` lies beside the chain. Its lines are `SEQ LINK DIGEST AT`: the place in the log, the link
that was shown there (`-` for none), the SHA-256 of the signed bytes, the time by the owner's clock (0 if
unknown). What is written down first may leave the folder afterwards, never the other way round. The record
knows its own folder by a note that lies outside of it (`disk.witness`): a folder that was copied to another
PC or put back from a backup signs nothing, until those who may have got an entry of it have said in a signed
receipt what they hold.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from pbem import errors
from pbem.codes import Code
from pbem.disk import lock, whole, witness
from pbem.entry import armor
from pbem.entry.bodies import Ack, Proof, seen_in
from pbem.entry.entries import Entry, SignedEntry
from pbem.log import refusals
from pbem.log.folder import Folder, next_link
from pbem.log.parties import SHARED
from pbem.log.walk import Walk

FILE: Final = "shown"
_TITLE: Final = "senlac-shown/1"
_LINE: Final = re.compile(r"(\d{1,9}) ([0-9a-f]{64}|-) ([0-9a-f]{64}) (\d{1,16})")
_NAMED: Final = re.compile(r"([a-z][a-z0-9_-]{0,31}) (\d{1,9}) ([0-9a-f]{64})((?: [0-9a-f]{64})*)")
_NO_LINK: Final = "-"
MOVED: Final = "999999999 moved\n"
"""The note of a folder that goes on elsewhere: of more than was ever shown in one."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One entry that the folder's owner has signed and let go, at Unix time `at`."""

    seq: int
    link: str
    digest: str
    at: int

    @property
    def line(self) -> str:
        """As it stands in the record."""
        return f"{self.seq} {self.link} {self.digest} {self.at}"


@dataclass(frozen=True, slots=True)
class Named:
    """What a receipt allows: after entry `seq` only what `digests` name, or what bears the receipt's own
    digest as a proof that it was signed later."""

    role: str
    seq: int
    receipt: str
    digests: tuple[str, ...]

    @property
    def line(self) -> str:
        """As it stands in the record."""
        return " ".join(("receipt", self.role, str(self.seq), self.receipt, *self.digests))


@dataclass(frozen=True, slots=True)
class Record:
    """The file `shown`: of which chain and game, what was shown, what receipts allow, and the entries that
    were about to be appended to the log when it was last written (a crash may have come between)."""

    tip: str
    game: str
    shown: tuple[Shown, ...] = ()
    named: tuple[Named, ...] = ()
    ahead: tuple[SignedEntry, ...] = ()

    def text(self) -> str:
        """The whole file."""
        lines = [_TITLE, f"chain {self.tip}", f"game {self.game or _NO_LINK}"]
        lines += [each.line for each in self.named]
        lines += [each.line for each in self.shown]
        lines += [f"ahead {each.to_record().decode('utf-8')}" for each in self.ahead]
        return "".join(f"{line}\n" for line in lines)

    def mark(self, count: int) -> str:
        """What is noted outside of the folder when `count` entries were shown: how many, and their digest."""
        lines = [f"{each.line}\n" for each in self.shown[:count]]
        named = [f"{each.line}\n" for each in self.named]
        return f"{count} {hashlib.sha256(''.join((self.tip, *named, *lines)).encode()).hexdigest()}\n"


def begin(folder: Folder, tip: str) -> None:
    """Begin the record of a chain that was made this moment: nothing of it was shown to anybody."""
    _write(folder, Record(tip, ""))


def refuse_other(folder: Folder, game: str) -> None:
    """Raise `chain-used` if links of the folder's chain were shown in another game than this."""
    record = _read(folder)
    if record is not None and record.game not in ("", game):
        raise errors.Refusal(
            Code.CHAIN_USED,
            f"the dice chain in {folder.path} is that of game {record.game[:8]}: who has seen its links "
            f"would know dice of this one. Begin in a new folder, with a chain of its own",
        )


def has_record(folder: Folder) -> bool:
    """Whether there is a record that can be read."""
    return _read(folder) is not None


def is_own(folder: Folder) -> bool:
    """Whether the record is there and this folder is the one that it knows, neither copied nor put back."""
    record = _read(folder)
    return record is not None and _fresh(record)


def note_of(folder: Folder) -> tuple[str, str] | None:
    """Under which name, and what, is noted outside of a folder that is the true one; None for any other."""
    record = _read(folder)
    return (record.tip, record.mark(len(record.shown))) if record is not None and _fresh(record) else None


def record_of(folder: Folder) -> Record:
    """The record; raises RestoredFolder where it is missing, or the folder is not the one that it knows."""
    record = _read(folder)
    if record is None or not _fresh(record):
        raise errors.RestoredFolder(
            f"{folder.path} was put back from a backup or copied to this PC: what it has signed since is not "
            "in it, and a second entry for one place would let the others choose. Nothing is signed here "
            "until they have said what they hold: `pbem restore` asks them"
        )
    if record.tip != folder.chain().tip:
        raise errors.StrangeFolder(f"{folder.path / FILE} is the record of another dice chain")
    return record


def next_unseen(folder: Folder, walk: Walk, role: str) -> str:
    """The first link of a party's chain that was shown to nobody, for one that is given away.

    Raises as `record_of`, `link-exhausted`, or StrangeFolder for another chain.
    """
    chain, party = folder.chain(), walk.parties[role]
    link, count = next_link(chain, party), party.revealed
    seen = set() if walk.parties.charter.simulated else {each.link for each in record_of(folder).shown}
    while link in seen:
        count += 1
        link = chain.reveal(count)
    return link


def let_go(folder: Folder, walk: Walk, entries: Sequence[SignedEntry], now: int | None = None) -> None:
    """Write down that these entries leave the folder now; those of others among them are passed over.

    `walk`: the log, with these or without them; `now`: Unix seconds. Raises RestoredFolder, OldLog,
    `link-shown`, `already-signed` or `not-named`; then nothing may leave.
    """
    if not walk.parties.charter.simulated:
        with lock.held(folder.path / FILE):
            _let_go(folder, walk, entries, now, ahead=False)


def append(folder: Folder, walk: Walk, entries: Sequence[SignedEntry], now: int | None = None) -> None:
    """Append to the folder's log what the walk has taken in, with what the owner signs by that let go first.

    A crash in between is made good by `complete`. Raises as `let_go` and `GameLog.append`.
    """
    if not entries:
        return
    if walk.parties.charter.simulated:
        folder.log.append(*entries)
        return
    with lock.held(folder.path / FILE):
        first = Entry.decode(entries[0].data).seq
        if folder.log.length() != first:
            raise errors.StaleEntry("another entry was appended first; run the command again")
        _let_go(folder, walk, entries, now, ahead=True)
        folder.log.append(*entries)


def _let_go(
    folder: Folder, walk: Walk, entries: Sequence[SignedEntry], now: int | None, *, ahead: bool
) -> None:
    record = record_of(folder)
    refuse_other(folder, walk.game)
    me = folder.role(walk.parties)
    freed = refusals.freed(folder, walk.parties, me)
    said = list(record.shown)
    first = Entry.decode(entries[0].data).seq if entries else 0
    for signed in entries:
        entry = Entry.decode(signed.data)
        place = _Place(entry, walk, entries, first)
        if entry.author != me or isinstance(entry.body, SHARED):
            continue
        one = Shown(entry.seq, _link(entry), signed.head, now or 0)
        if any(each.digest == one.digest for each in said):
            continue
        _check(folder, place, said, one, freed)
        _check_named(record, entry, one, freed)
        said.append(one)
    made = replace(record, game=walk.game, shown=tuple(said), ahead=tuple(entries) if ahead else ())
    if made != record:
        _write(folder, made)


def complete(folder: Folder) -> None:
    """Append to the folder's log what was about to be appended when the process ended; raises OSError, or
    what the log raises."""
    record = _read(folder)
    if record is None or not record.ahead:
        return
    with lock.held(folder.path / FILE):
        count = folder.log.length()
        rest = [each for each in record.ahead if Entry.decode(each.data).seq >= count]
        if rest and Entry.decode(rest[0].data).seq == count and _fresh(record):
            folder.log.append(*rest)


def times(folder: Folder) -> dict[str, int]:
    """When each entry of the owner left the folder, in Unix seconds by his clock, by its digest; those of
    which that is not known are left out."""
    record = _read(folder)
    return {each.digest: each.at for each in record.shown if each.at} if record else {}


def pending(folder: Folder, walk: Walk) -> list[Shown]:
    """What the owner has sent and nobody has answered: neither in the log, nor its place taken, nor
    refused."""
    record = _read(folder)
    if record is None:
        return []
    me = folder.role(walk.parties)
    freed = refusals.freed(folder, walk.parties, me) | refusals.ahead(folder, walk.parties, me)
    return [each for each in record.shown if each.seq >= len(walk.entries) and each.digest not in freed]


def renewed(folder: Folder, walk: Walk, role: str, receipts: Iterable[Named]) -> None:
    """Take the folder for the true one again, by the receipts of all who may hold an entry of `role`, its
    owner: what of his stands in the log was shown."""
    record = _read(folder) or Record(folder.chain().tip, walk.game)
    known = {each.digest for each in record.shown}
    logged = [
        Shown(entry.seq, _link(entry), signed.head, entry.at or 0)
        for signed, entry in zip(walk.entries, walk.history, strict=True)
        if entry.author == role
        and signed.head not in known
        and not isinstance(entry.body, SHARED)
        and entry.seq
    ]
    shown = sorted((*record.shown, *logged), key=lambda each: each.seq)
    _write(folder, Record(folder.chain().tip, walk.game, tuple(shown), tuple(receipts)))


def proofs(folder: Folder, seq: int) -> tuple[Proof, ...]:
    """What the owner's entry for place `seq` names, so that everybody can see that it came after the
    receipts."""
    record = _read(folder)
    named = record.named if record else ()
    return tuple(
        Proof(author=each.role, seq=each.seq, digest=each.receipt) for each in named if each.seq + 1 == seq
    )


@dataclass(frozen=True, slots=True)
class _Place:
    """The place of an entry that is to be let go, after the log and what is let go with it, before it."""

    entry: Entry
    walk: Walk
    with_it: Sequence[SignedEntry]
    first: int
    """The place of the first of these."""

    def digest(self, seq: int) -> str | None:
        """What stands at a place before this one; None for this one and later ones."""
        if seq >= self.entry.seq:
            return None
        return (self.walk.entries[seq] if seq < self.first else self.with_it[seq - self.first]).head


def _check(folder: Folder, place: _Place, said: Sequence[Shown], one: Shown, freed: Set[str]) -> None:
    """Raise unless this entry may be shown beside what was shown before."""
    entry = place.entry
    for before in said:
        stands = place.digest(before.seq)
        if stands == before.digest and one.link == before.link != _NO_LINK:
            raise errors.Refusal(
                Code.LINK_SHOWN, f"this link of your chain stands in entry {before.seq} already"
            )
        if stands is not None or before.digest in freed or _is_earlier(folder, place, before):
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
    if isinstance(entry.body, Ack) and entry.body.burnt and any(one.link == each.link for each in said):
        raise errors.Refusal(Code.LINK_SHOWN, "a link that is given away must have been shown to nobody")


def _is_earlier(folder: Folder, place: _Place, before: Shown) -> bool:
    """Whether an entry says what was refused for its time alone, with an earlier one."""
    entry = place.entry
    if before.digest not in refusals.ahead(folder, place.walk.parties, entry.author):
        return False
    kept = armor.read(folder.move_file(before.seq, entry.author))
    first = next((Entry.decode(each.data) for each in kept if each.head == before.digest), None)
    if first is None or entry.at is None or first.at is None:
        return False
    return first.says == entry.says and entry.at < first.at


def _check_named(record: Record, entry: Entry, one: Shown, freed: Set[str]) -> None:
    """After a restore: only what a receipt names or, where none names anything, what names the receipts."""
    for receipt in record.named:
        if receipt.seq + 1 != entry.seq:
            continue
        names = [digest for digest in receipt.digests if digest not in freed]
        if one.digest in names:
            continue
        if names or receipt.receipt not in {each.digest for each in seen_in(entry.body)}:
            raise errors.Refusal(
                Code.NOT_NAMED,
                f"the receipt of {receipt.role} says that you have signed another entry for place "
                f"{entry.seq} "
                f"already ({', '.join(each[:8] for each in names) or 'none'}): send that one again",
            )


def _link(entry: Entry) -> str:
    burnt = entry.body.burnt if isinstance(entry.body, Ack) else None
    return entry.link or burnt or _NO_LINK


def _fresh(record: Record) -> bool:
    """Whether the note outside of the folder is of this record, or of an earlier state of it (a crash came
    before the note)."""
    noted = witness.note(record.tip)
    if noted is None:
        return False
    count = int(noted.partition(" ")[0])
    return count <= len(record.shown) and record.mark(count) == noted


def _write(folder: Folder, record: Record) -> None:
    """The record first: if the note then fails, the record is ahead of it, which is told from one behind
    it."""
    whole.replace(folder.path / FILE, record.text().encode(), mode=0o600)
    witness.keep(record.tip, record.mark(len(record.shown)))


def _read(folder: Folder) -> Record | None:
    """The record, or None if there is none, or a damaged one: both know no folder."""
    file: Path = folder.path / FILE
    try:
        return _parsed(file.read_bytes())
    except (FileNotFoundError, ValueError, errors.BadRecord):
        return None


@lru_cache(maxsize=64)
def _parsed(data: bytes) -> Record | None:
    """It is read several times for one mail, and has a line for each entry that was ever signed."""
    title, chain, game, *lines = data.decode("utf-8").splitlines()
    if title != _TITLE:
        return None
    shown, named, ahead = list[Shown](), list[Named](), list[SignedEntry]()
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "ahead":
            ahead.append(SignedEntry.from_record(rest.encode()))
        elif word == "receipt" and (found := _NAMED.fullmatch(rest)):
            named.append(Named(found[1], int(found[2]), found[3], tuple(found[4].split())))
        elif found := _LINE.fullmatch(line):
            shown.append(Shown(int(found[1]), found[2], found[3], int(found[4])))
        else:
            return None
    whose, name = chain.partition(" ")[2], game.partition(" ")[2]
    return Record(whose, "" if name == _NO_LINK else name, tuple(shown), tuple(named), tuple(ahead))
