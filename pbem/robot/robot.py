"""The robot: one mail in, what came of it out. It is read, judged and told, in this order, each in its room.

Whatever ends it half-way, the same mail again leads to the same log and the same mails: an entry that stands
in the log is answered again, and the outbox knows a mail by its name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pbem import errors
from pbem.entry import game_papers
from pbem.entry.entries import SignedEntry
from pbem.mail import faults
from pbem.mail.letter import Letter, Letterhead
from pbem.play.filing import Filings
from pbem.play.judging import Judge
from pbem.play.referee import Receipt
from pbem.rules.table import Table
from pbem.tell import answers, mailwords
from pbem.tell.letters import Letters, Occasion


@dataclass(frozen=True, slots=True)
class Received:
    """What became of a mail: `text` for a person at the terminal, `files` are the mails that it led to."""

    outcome: Literal["accepted", "refused", "ignored"]
    text: str
    files: tuple[Path, ...] = ()


class Robot:
    """The referee's, at his desk."""

    def __init__(self, letters: Letters) -> None:
        self._desk, self._letters = letters.desk, letters
        self._judge = Judge(letters.desk)

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
        nothing; raises what the folder or the machine is to blame for: `errors.FOLDERS_FAULT`, OSError.
        """
        why = occasion(data, letter, now)
        filed, said, files = self._file(letter.papers, why)
        if filed and not letter.entries:
            return Received(
                "refused" if "refused [" in said else "accepted", said + self._unwritten(), tuple(files)
            )
        if not letter.entries:
            text = mailwords.UNSIGNED
            file = self._letters.answer(self._desk.table(), None, "refused", text, why)
            return Received("refused", text, (file,) if file else ())
        found, waited = self._judge.judge(letter.entries, now)
        files += answers.tell(self._letters, found, why)
        self._judge.let_go(waited)
        text = said + answers.said(found, self._desk.table()) + self._unwritten()
        return Received("accepted" if found.receipts or found.kept else "refused", text, tuple(files))

    def _file(self, papers: Sequence[SignedEntry], why: Occasion) -> tuple[bool, str, list[Path]]:
        """Take in standing papers, up to the first that is no good, and receipt them to all: whether there
        are any, what to say of them at the terminal, the mails."""
        mine = [signed for signed in papers if game_papers.is_one(signed)]
        table, said = self._desk.table(), ""
        made: list[tuple[game_papers.Receipt, SignedEntry]] = []
        files: list[Path] = []
        try:
            made.extend(Filings(self._desk.folder, table).take(mine))
        except errors.FOLDERS_FAULT:
            raise
        except errors.PbemError as error:
            role = answers.author_of(table, mine)
            file = self._letters.answer(table, role, "refused", mailwords.refused_paper(error), why)
            said, files = f"standing orders: refused [{error.code}]: {error}\n", [file] if file else []
        told = self._letters.receipts(table, made, why)
        for receipt, _ in made:
            said += f"standing orders number {receipt.number} of {receipt.side} have come\n"
        return bool(mine), said, [*told, *files]

    def _unwritten(self) -> str:
        """Which mails could not be written since this was last asked."""
        said = "".join(f"{why}\n" for why in self._letters.unwritten)
        self._letters.unwritten.clear()
        return said


def occasion(data: bytes, letterhead: Letterhead | None, now: int | None) -> Occasion:
    """The mail of these bytes as something to answer."""
    return Occasion(hashlib.sha256(data).hexdigest()[:16], letterhead, now)
