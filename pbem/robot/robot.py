"""The robot: one mail in, what came of it out. The referee's judges, appends, rolls and writes to all sides.

Whatever ends it half-way, the same mail again leads to the same log and the same mails: an entry that stands
in the log is answered again, and the outbox knows a mail by its name.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from pbem import errors, refusals
from pbem.entry.entries import OpenedEntry, SignedEntry, open_entry
from pbem.entry.shapes import REFEREE
from pbem.mail import faults
from pbem.mail.letter import Letter, Letterhead
from pbem.play.held import Held
from pbem.play.referee import Receipt
from pbem.rules.table import Table
from pbem.tell import mailwords, reports
from pbem.tell.letters import Letters, Occasion


@dataclass(frozen=True, slots=True)
class Received:
    """What became of a mail: `text` for a person at the terminal, `files` are the mails that it led to."""

    outcome: Literal["accepted", "refused", "ignored"]
    text: str
    files: tuple[Path, ...] = ()


@dataclass(slots=True)
class _Findings:
    """What came of the entries of one mail."""

    receipts: list[Receipt] = field(default_factory=list)
    refused: list[tuple[OpenedEntry | None, errors.PbemError]] = field(default_factory=list)
    kept: list[tuple[OpenedEntry, str]] = field(default_factory=list)

    held: list[SignedEntry] = field(default_factory=list)


_Notes: TypeAlias = dict[str | None, list[tuple[str, str]]]
"""By party, what is said of entries that were not taken in: a word for it, and the text."""


class Robot:
    """The referee's, at his desk."""

    def __init__(self, letters: Letters) -> None:
        self._desk, self._letters = letters.desk, letters
        self._held = Held(letters.desk.folder)

    def unread(self, error: faults.MailRefused, data: bytes, now: int | None) -> Received:
        """Answer a mail that could not be read, if it may be answered. Raises as `answer`."""
        if isinstance(error, faults.MailIgnored):
            return Received("ignored", f"{error} [{error.code}]\n")
        text, why = mailwords.refused(None, error), occasion(data, error.letterhead, now)
        table = self._desk.table()
        file = self._letters.answer(table, None, "refused", text, why) if error.answerable else None
        return Received("refused", text, (file,) if file else ())

    def begin(self, side: str, letter: Letter, data: bytes, now: int | None) -> list[Path]:
        """Tell all sides that the game begins, or `side` again, which has joined; raises as `answer`."""
        receipt = Receipt(Table.load(self._desk.folder.log, self._desk.build, upto=0), 0, 0)
        why = occasion(data, letter, now)
        if self._letters.untold(receipt):
            return self._letters.news(receipt.table, 0, 0, why)
        return self._letters.told_already(side, why) or self._letters.told_again(
            receipt.table, side, 0, 0, why
        )

    def answer(self, letter: Letter, data: bytes, now: int | None) -> Received:
        """Take in the entries of a mail, at Unix time `now`. One that is no good raises nothing and changes
        nothing; raises what the folder or the machine is to blame for: `refusals.FOLDERS_FAULT`, OSError.
        """
        why = occasion(data, letter, now)
        if not letter.entries:
            text = mailwords.UNSIGNED
            file = self._letters.answer(self._desk.table(), None, "refused", text, why)
            return Received("refused", text, (file,) if file else ())
        found = _Findings()
        for signed in letter.entries:
            self._take(signed, found, why.now)
        last = found.receipts[-1:]
        if last:
            self._take_held(found, why.now)
        notes = self._notes(found, why)
        files = [*self._tell(found, last, why, notes), *self._tell_rest(notes, why)]
        for signed in found.held:
            self._held.let_go(signed)
        text = _said(found) + self._unwritten()
        return Received("accepted" if found.receipts or found.kept else "refused", text, tuple(files))

    def _unwritten(self) -> str:
        """Which mails could not be written since this was last asked."""
        said = "".join(f"{why}\n" for why in self._letters.unwritten)
        self._letters.unwritten.clear()
        return said

    def _take(self, signed: SignedEntry, found: _Findings, now: int | None) -> None:
        """Judge one entry; what is wrong with the folder is raised."""
        opened = None
        try:
            opened = open_entry(signed)
            found.receipts.append(self._desk.apply(signed, now))
        except refusals.FOLDERS_FAULT:
            raise
        except errors.SignaturesMissing as waiting:
            if opened is not None:
                found.kept.append((opened, mailwords.to_sign(opened.entry, waiting.missing)))
        except errors.PbemError as error:
            table = self._desk.table()
            early = isinstance(error, errors.WrongSeq) and opened and table.walk.parties.known(opened.signers)
            if early and opened and self._held.keep(signed, table.seq):
                found.kept.append((opened, mailwords.kept(opened.entry, table)))
            else:
                found.refused.append((opened, error))

    def _take_held(self, found: _Findings, now: int | None) -> None:
        """Entries whose turn has come by the new ones."""
        while waiting := [
            signed for signed in self._held.due(self._desk.table().seq) if signed not in found.held
        ]:
            for signed in waiting:
                self._take(signed, found, now)
                found.held.append(signed)

    def _notes(self, found: _Findings, why: Occasion) -> _Notes:
        """What is said of entries that were not taken in, by the party to which it is said: the one whose key
        has signed it, else (None) whoever wrote the mail."""
        table = self._desk.table()
        notes: _Notes = {}
        for opened, text in found.kept:
            notes.setdefault(_signer(table, opened, why), []).append(("kept", text))
        for maybe, error in found.refused:
            entry = maybe.entry if maybe else None
            role = entry.author if entry and maybe and _is_party(table, maybe) else None
            notes.setdefault(role, []).append(("refused", mailwords.refused(entry, error)))
        return notes

    def _tell(self, found: _Findings, last: list[Receipt], why: Occasion, notes: _Notes) -> list[Path]:
        """To all sides what is new, or to its author again what was taken in before, the last of this mail;
        what else is to be said to them in the same mail.

        What stands in the log and was told to nobody, since the process ended before, is new.
        """
        new = [each for each in found.receipts if not each.repeated or self._letters.untold(each)]
        new.sort(key=lambda receipt: receipt.last)
        if new:
            more = {side: _joined(notes.pop(side, [])) for side in new[-1].table.walk.parties.sides}
            return self._letters.news(new[-1].table, new[0].first, new[-1].last, why, more)
        if not last:
            return []
        receipt = last[0]
        author = _author(receipt.table, receipt.first)
        if author == REFEREE:
            return []
        more_to_author = _joined(notes.pop(author, []))
        return self._letters.told_already(author, why) or self._letters.told_again(
            receipt.table, author, receipt.first, receipt.last, why, more_to_author
        )

    def _tell_rest(self, notes: _Notes, why: Occasion) -> list[Path]:
        """To each who was told nothing else, one mail."""
        table, made = self._desk.table(), []
        for role, said in notes.items():
            word = "refused" if any(word == "refused" for word, _ in said) else "kept"
            made.append(self._letters.answer(table, role, word, _joined(said), why))
        return [file for file in made if file]


def _joined(said: list[tuple[str, str]]) -> str:
    return "\n".join(text for _, text in said)


def occasion(data: bytes, letterhead: Letterhead | None, now: int | None) -> Occasion:
    """The mail of these bytes as something to answer."""
    return Occasion(hashlib.sha256(data).hexdigest()[:16], letterhead, now)


def _is_party(table: Table, opened: OpenedEntry) -> bool:
    """Whether the one who is named as the author has signed it, with his present key."""
    parties, author = table.walk.parties, opened.entry.author
    return author in parties.sides and opened.signers == (parties[author].key,)


def _signer(table: Table, opened: OpenedEntry, why: Occasion) -> str | None:
    """The side that signed it: of several the one from whose address the mail came."""
    parties, sender = table.walk.parties, why.letterhead.sender.lower() if why.letterhead else ""
    signed = [side for side in parties.sides if parties[side].key in opened.signers]
    return next((side for side in signed if parties[side].mail.lower() == sender), next(iter(signed), None))


def _author(table: Table, seq: int) -> str:
    return table.walk.history[seq].author


def _said(found: _Findings) -> str:
    """For the terminal: what all may read."""
    lines = [reports.receipt(receipt, REFEREE) for receipt in found.receipts]
    lines += [f"{opened.entry}: {text}\n" for opened, text in found.kept]
    lines += [
        f"{opened.entry if opened else 'An entry'}: refused [{error.code}]: {error}\n"
        for opened, error in found.refused
    ]
    return "".join(lines)
