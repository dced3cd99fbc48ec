"""What the record of a party's folder says, and its file: `shown`, beside the chain.

Its lines are `SEQ LINK DIGEST AT`: the place in the log, the link that was shown there (`-` for none), the
SHA-256 of the signed bytes, the time by the owner's clock (0 if unknown); `paper DIGEST` for all else that
was signed in the folder; and what `SigningRecord` says besides.
"""

from __future__ import annotations

import base64
import hashlib
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from pbem import errors
from pbem.disk import atomic_files, machine_memory
from pbem.entry.entries import SignedEntry
from pbem.log.party import sync_copies
from pbem.log.party.folder import Folder
from pbem.log.party.holdings import Holdings
from pbem.log.party.refusal_records import Signed

FILE: Final = sync_copies.RECORD
_TITLE: Final = "senlac-shown/1"
_LINE: Final = re.compile(r"(\d{1,9}) ([0-9a-f]{64}|-) ([0-9a-f]{64}) (\d{1,16})")
_NAMED: Final = re.compile(r"([a-z][a-z0-9_-]{0,31}) (\d{1,9}) ([0-9a-f]{64})((?: [0-9a-f]{64})*)")
_PAPER: Final = re.compile("(paper|void) ([0-9a-f]{64})")
_BEGUN: Final = re.compile(r"((?:moves/)?[a-z0-9][a-z0-9._-]{0,99}) ([A-Za-z0-9+/=]*|-)")
_PLACE: Final = re.compile("[0-9a-f]{16}")
NO_LINK: Final = "-"


@dataclass(frozen=True, slots=True)
class DisclosedEntry:
    """One entry that the folder's owner has signed and let go, at Unix time `at`."""

    seq: int
    link: str
    digest: str
    at: int

    @property
    def signed_place(self) -> Signed:
        """Its place and the digest of its bytes."""
        return self.seq, self.digest

    @property
    def line(self) -> str:
        """As it stands in the record."""
        return f"{self.seq} {self.link} {self.digest} {self.at}"


@dataclass(frozen=True, slots=True)
class ReceiptAllowance:
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
class PlannedFile:
    """A file of the folder that is written next: its name in it and its bytes, none where it is taken away;
    or, as `PRESS`, the words that go with the mail."""

    name: str
    data: bytes | None

    @classmethod
    def for_file(cls, folder: Folder, file: Path, data: bytes) -> PlannedFile:
        """A file in the folder."""
        return cls(file.relative_to(folder.path).as_posix(), data)

    @property
    def line(self) -> str:
        """As it stands in the record."""
        text = NO_LINK if self.data is None else base64.b64encode(self.data).decode("ascii")
        return f"begun {self.name} {text}"


PRESS: Final = "press"


@dataclass(frozen=True, slots=True)
class SigningRecord:
    """The file `shown`: of which chain and game, what was shown, what receipts allow; and, as a crash may
    have come after it was last written, the entries that were about to be appended to the log then, and the
    files that were about to be written. `place`: which PC has written it. `papers`: digests of what was
    signed in the folder and is no entry of its owner's alone: papers, a signature on what all sign, an entry
    of a side by mail word. `void`: digests of entries that were shown before a restore, and that no receipt
    names: the parties that gave one never take them in."""

    tip: str
    game: str
    shown: tuple[DisclosedEntry, ...] = ()
    named: tuple[ReceiptAllowance, ...] = ()
    ahead: tuple[SignedEntry, ...] = ()
    begun: tuple[PlannedFile, ...] = ()
    place: str = ""
    papers: tuple[str, ...] = ()
    void: tuple[str, ...] = ()

    def text(self) -> str:
        """The whole file."""
        lines = [_TITLE, f"chain {self.tip}", f"game {self.game or NO_LINK}"]
        lines += [f"place {self.place}"] if self.place else []
        lines += [each.line for each in self.named]
        lines += [each.line for each in self.shown]
        lines += [f"paper {digest}" for digest in self.papers]
        lines += [f"void {digest}" for digest in self.void]
        lines += [each.line for each in self.begun]
        lines += [f"ahead {each.to_record().decode('utf-8')}" for each in self.ahead]
        return "".join(f"{line}\n" for line in lines)

    @property
    def digests(self) -> frozenset[str]:
        """All that the folder knows of what its owner has signed."""
        named = {digest for each in self.named for digest in each.digests}
        return frozenset(each.digest for each in self.shown) | named | frozenset(self.papers)

    @property
    def voided_entries(self) -> frozenset[Signed]:
        """The places and digests of what counts no more since the folder was restored."""
        return frozenset(each.signed_place for each in self.shown if each.digest in self.void)

    @property
    def settled_place(self) -> int:
        """The last place for which receipts say all: what was signed before counts no more for it."""
        return max((each.seq + 1 for each in self.named), default=-1)

    @property
    def mark(self) -> str:
        """What is noted outside of the folder of all that it says."""
        return self.mark_of(len(self.shown), len(self.papers))

    def mark_of(self, count: int, papers: int) -> str:
        """The same when `count` entries and `papers` papers were signed: how many in all, how many papers if
        any, and the digest of their lines."""
        lines = [f"{each.line}\n" for each in self.shown[:count]]
        named = [f"{each.line}\n" for each in self.named]
        aside = [f"paper {digest}\n" for digest in self.papers[:papers]]
        digest = hashlib.sha256("".join((self.tip, *named, *lines, *aside)).encode()).hexdigest()
        return f"{count + papers} {papers} {digest}\n" if papers else f"{count} {digest}\n"


def is_fresh(record: SigningRecord) -> bool:
    """Whether the note outside of the folder is of this record, or of an earlier state of it (a crash came
    before the note, on this PC: one that another PC has written came here with the folder)."""
    noted = machine_memory.note(record.tip)
    if noted is None or noted == record.mark:
        return noted is not None
    total, *rest = noted.split()
    papers = int(rest[0]) if len(rest) > 1 else 0
    count = int(total) - papers
    if count > len(record.shown) or papers > len(record.papers) or record.mark_of(count, papers) != noted:
        return False
    return record.place in ("", machine_memory.machine_id())


_HOLDS = threading.local()


@contextmanager
def hold_record(folder: Folder) -> Iterator[None]:
    """No other program writes the record of this folder, or of a copy of it on this PC, until the end of the
    block: copies share the note. Within such a block another one of the same folder is as good as none.
    Raises OSError."""
    record = read(folder)
    name = record.tip if record is not None else FILE
    mine: set[str] = _HOLDS.__dict__.setdefault("names", set())
    if name in mine:
        yield
        return
    with machine_memory.hold(name):
        mine.add(name)
        try:
            yield
        finally:
            mine.discard(name)


def read_fresh(folder: Folder) -> SigningRecord | None:
    """The record, if the folder is the one that it knows; else None. Record and note are written one after
    the other: so before a no they are read once more while nobody writes. Raises OSError."""
    record = read(folder)
    if record is not None and is_fresh(record):
        return record
    if record is None or not folder.path.is_dir():
        return None
    with hold_record(folder):
        record = read(folder)
        return record if record is not None and is_fresh(record) else None


def write(folder: Folder, record: SigningRecord) -> None:
    """The record first: if the note then fails, the record is ahead of it, which is told from one behind
    it."""
    write_first(folder, record)
    machine_memory.keep(record.tip, record.mark)


def write_first(folder: Folder, record: SigningRecord) -> None:
    """The record alone, without the note. Raises OSError."""
    record = replace(record, place=machine_memory.machine_id())
    atomic_files.replace(folder.path / FILE, record.text().encode(), mode=0o600)


def read(holdings: Holdings) -> SigningRecord | None:
    """The record, or None if there is none, or a damaged one: both know no folder."""
    return _parse_or_none(holdings.read(FILE))


def read_file(file: Path) -> SigningRecord | None:
    """The same of any file."""
    try:
        return _parse_or_none(file.read_bytes())
    except FileNotFoundError:
        return None


def _parse_or_none(data: bytes | None) -> SigningRecord | None:
    try:
        return None if data is None else _parse(data)
    except (ValueError, errors.BadRecord):
        return None


@lru_cache(maxsize=64)
def _parse(data: bytes) -> SigningRecord | None:
    """It is read several times for one mail, and has a line for each entry that was ever signed."""
    if not data.endswith(b"\n"):
        return None  # cut: what is left of the last line may look whole
    title, chain, game, *lines = data.decode("utf-8").splitlines()
    if title != _TITLE:
        return None
    shown, named, ahead = list[DisclosedEntry](), list[ReceiptAllowance](), list[SignedEntry]()
    begun, place = list[PlannedFile](), ""
    aside: dict[str, list[str]] = {"paper": [], "void": []}
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "ahead":
            ahead.append(SignedEntry.from_record(rest.encode()))
        elif word == "receipt" and (found := _NAMED.fullmatch(rest)):
            named.append(ReceiptAllowance(found[1], int(found[2]), found[3], tuple(found[4].split())))
        elif word == "begun" and (found := _BEGUN.fullmatch(rest)):
            text = None if found[2] == NO_LINK else base64.b64decode(found[2], validate=True)
            begun.append(PlannedFile(found[1], text))
        elif word == "place" and _PLACE.fullmatch(rest):
            place = rest
        elif found := _PAPER.fullmatch(line):
            aside[found[1]].append(found[2])
        elif found := _LINE.fullmatch(line):
            shown.append(DisclosedEntry(int(found[1]), found[2], found[3], int(found[4])))
        else:
            return None
    whose, name = chain.partition(" ")[2], game.partition(" ")[2]
    named_game = "" if name == NO_LINK else name
    return SigningRecord(
        tip=whose,
        game=named_game,
        shown=tuple(shown),
        named=tuple(named),
        ahead=tuple(ahead),
        begun=tuple(begun),
        place=place,
        papers=tuple(aside["paper"]),
        void=tuple(aside["void"]),
    )
