"""The robot: one mail in, what came of it out. It is read, judged and told, in this order, each in its room.

Whatever ends it half-way, the same mail again leads to the same log and the same mails: an entry that stands
in the log is answered again, and the outbox knows a mail by its name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pbem import errors
from pbem.entry import game_papers
from pbem.entry.bodies import Ack, Roll
from pbem.entry.border import Unverified, VerifiedEntry, verified_of, verify_each
from pbem.entry.entries import SignedEntry
from pbem.log import shown
from pbem.mail import faults
from pbem.mail.letter import Letterhead
from pbem.play.filer import Filer
from pbem.play.judging import Judging
from pbem.play.shell import Receipt
from pbem.robot.received import Mail, Outcome, Received
from pbem.robot.word_desk import WordDesk
from pbem.rules.table import Table
from pbem.tell import answers, mailwords
from pbem.tell.letters import Letters, Occasion


class Robot:
    """The referee's, at his desk."""

    def __init__(self, letters: Letters) -> None:
        self._desk, self._letters = letters.desk, letters
        self._judging = Judging(letters.desk)
        self._by_word = WordDesk(letters)

    def unread(self, error: faults.MailRefused, data: bytes, now: int | None) -> Received:
        """Answer a mail that could not be read, if it may be answered. Raises as `answer`."""
        if isinstance(error, faults.MailIgnored):
            return Received("ignored", f"{error} [{error.code}]\n")
        text, why = mailwords.refused(None, error), occasion(data, error.letterhead, now)
        table = self._desk.at_hand
        file = self._letters.answer(table, None, "refused", text, why) if error.answerable else None
        return Received("refused", text, (file,) if file else ())

    def begin(self, side: str, mail: Mail) -> list[Path]:
        """Tell all sides that the game begins, or `side` again, which has joined; raises as `answer`."""
        why = occasion(mail.data, mail.letter, mail.now)
        self._desk.settle(mail.now)
        table = self._desk.at_hand
        last = _opened_at_once(table)
        receipt = Receipt(Table.load(self._desk.folder.log, self._desk.build, upto=last), 0, last)
        if self._letters.untold(receipt):
            return self._letters.news(receipt.table, 0, last, why)
        return self._letters.told_already(side, why) or self._letters.told_again(
            receipt.table, side, 0, last, why
        )

    def answer(self, mail: Mail) -> Received:
        """Take in the entries of a mail. One that is no good raises nothing and changes nothing; raises what
        the folder or the machine is to blame for: `errors.FOLDERS_FAULT`, OSError.
        """
        letter = mail.letter
        why = replace(occasion(mail.data, letter, mail.now), press=letter.press)
        filed, said, files = self._file(letter.papers, why) if letter.papers else (False, "", [])
        if letter.entries:
            entries = verify_each(letter.entries)
            walk = self._desk.at_hand.walk
            shown.refuse_left_behind(self._desk.folder, walk, verified_of(entries))
            judged = self._judged(entries, why, letter.boxes)
            return replace(judged, text=said + judged.text, files=(*files, *judged.files))
        if filed:
            outcome: Outcome = "refused" if "refused [" in said else "accepted"
            return Received(outcome, said + self._unwritten(), tuple(files))
        if (side := self._by_word.side(letter.sender)) is None:
            if (heard := self._by_word.elsewhere(letter, why)) is not None:
                return Received("refused", heard.text, heard.files)
            text = mailwords.UNSIGNED_LOG if letter.logs else mailwords.UNSIGNED
            file = self._letters.answer(self._desk.at_hand, None, "refused", text, why)
            return Received("refused", text, (file,) if file else ())
        heard = self._by_word.hear(side, letter, why)
        if heard.began:
            return Received("accepted", f"{side} had joined\n", tuple(self.begin(side, mail)))
        if heard.signed is not None:
            judged = self._judged(verify_each([heard.signed]), why)
            return replace(judged, files=(*heard.files, *judged.files))
        text = heard.text + self._unwritten()
        return Received("accepted" if heard.good else "refused", text, heard.files)

    def _judged(
        self, entries: Sequence[VerifiedEntry | Unverified], why: Occasion, boxes: Sequence[bytes] = ()
    ) -> Received:
        """Judge entries with the boxes that came with them, and tell all whom it concerns the outcome."""
        found, waited = self._judging.judge(entries, why.now, boxes)
        files = answers.tell(self._letters, found, why)
        self._judging.let_go(waited)
        text = answers.said(found, self._desk.at_hand) + self._unwritten()
        return Received("accepted" if found.receipts or found.kept else "refused", text, tuple(files))

    def _file(self, papers: Sequence[SignedEntry], why: Occasion) -> tuple[bool, str, list[Path]]:
        """Take in standing papers, up to the first that is no good, and receipt them to all: whether there
        are any, what to say of them at the terminal, the mails."""
        mine = [signed for signed in papers if game_papers.is_one(signed)]
        table, said = self._desk.at_hand, ""
        made: list[tuple[game_papers.Receipt, SignedEntry]] = []
        files: list[Path] = []
        try:
            made.extend(Filer(self._desk.folder, table).take(mine))
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


def _opened_at_once(table: Table) -> int:
    """The newest entry of those with which the robot opened dice for a side by mail word as the game began; 0
    if there were none."""
    last = 0
    for entry in table.walk.history[1:]:
        by_word = isinstance(entry.body, Ack) and entry.body.word
        if not by_word and not (last and isinstance(entry.body, Roll)):
            break
        last = entry.seq
    return last


def occasion(data: bytes, letterhead: Letterhead | None, now: int | None) -> Occasion:
    """The mail of these bytes as something to answer."""
    return Occasion(hashlib.sha256(data).hexdigest()[:16], letterhead, now)
