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
from pbem.entry import standing_papers
from pbem.entry.bodies import Ack, Roll
from pbem.entry.entries import SignedEntry
from pbem.entry.verified_entries import UnverifiedEntry, VerifiedEntry, keep_verified, verify_each
from pbem.log.party import disclosures
from pbem.mail import faults
from pbem.mail.letter import Letterhead
from pbem.messages import letter_text
from pbem.messages.letters import mail_answers
from pbem.messages.letters.game_letters import GameLetters, Occasion
from pbem.play.host.judge_shell import Receipt
from pbem.play.host.mail_judgement import MailJudge
from pbem.play.standing_orders import StandingOrders
from pbem.robot.desk_answers import DeskAnswer
from pbem.robot.mail_outcome import MailInHand, MailOutcome, Outcome
from pbem.robot.mail_word_desk import MailWordDesk
from pbem.robot.request_desk import RequestDesk
from pbem.rules.table import Table


class Robot:
    """The referee's, at his desk."""

    def __init__(self, letters: GameLetters) -> None:
        self._desk, self._letters = letters.desk, letters
        self._judging = MailJudge(letters.desk)
        self._by_word, self._requests = MailWordDesk(letters), RequestDesk(letters)

    def answer_unreadable(self, error: faults.MailRefused, data: bytes, now: int | None) -> MailOutcome:
        """Answer a mail that could not be read, if it may be answered. Raises as `answer`."""
        if isinstance(error, faults.MailIgnored):
            return MailOutcome("ignored", f"{error} [{error.code}]\n")
        text, why = letter_text.refused_text(None, error), occasion(data, error.letterhead, now)
        if error.letterhead is not None and error.answerable:
            heard = self._by_word.answer_unreadable(error.letterhead.sender, error, why)
            if heard is not None:
                return MailOutcome("refused", heard.text, heard.files)
        table = self._desk.current_table
        file = self._letters.answer(table, None, "refused", text, why) if error.answerable else None
        return MailOutcome("refused", text, (file,) if file else ())

    def begin(self, side: str, mail: MailInHand) -> list[Path]:
        """Tell all sides that the game begins, or `side` again, which has joined; raises as `answer`."""
        why = occasion(mail.data, mail.letter, mail.now)
        self._desk.settle(mail.now)
        table = self._desk.current_table
        last = _newest_forced_opening(table)
        receipt = Receipt(Table.load(self._desk.folder.log, self._desk.build, upto=last), 0, last)
        if self._letters.list_untold(receipt):
            return self._letters.news(receipt.table, 0, last, why)
        return self._letters.find_told(side, why) or self._letters.tell_again(
            receipt.table, side, 0, last, why
        )

    def answer(self, mail: MailInHand) -> MailOutcome:
        """Take in the entries of a mail. One that is no good raises nothing and changes nothing; raises what
        the folder or the machine is to blame for: `errors.FOLDERS_FAULT`, OSError.
        """
        letter = mail.letter
        why = replace(occasion(mail.data, letter, mail.now), press=letter.press)
        filed, said, files = self._file(letter.papers, why) if letter.papers else (False, "", [])
        if letter.entries:
            entries = verify_each(letter.entries)
            verifier = self._desk.current_table.verifier
            disclosures.refuse_abandoned(self._desk.folder, verifier, keep_verified(entries))
            judged = self._judge(entries, why, letter.boxes)
            more = self._finish_rollback(why)
            return replace(judged, text=said + judged.text, files=(*files, *judged.files, *more))
        if filed:
            outcome: Outcome = "refused" if "refused [" in said else "accepted"
            return MailOutcome(outcome, said + self._list_unwritten(), tuple(files))
        if (side := self._by_word.side(letter.sender)) is None:
            if (asked := self._requests.answer_program(letter, why)) is not None:
                return self._carry_out(asked, why)
            if (heard := self._by_word.answer_stranger(letter, why)) is not None:
                return MailOutcome("refused", heard.text, heard.files)
            text = letter_text.UNSIGNED_LOG if letter.logs else letter_text.UNSIGNED
            file = self._letters.answer(self._desk.current_table, None, "refused", text, why)
            return MailOutcome("refused", text, (file,) if file else ())
        heard = self._by_word.answer_mail(side, letter, why)
        if heard.began:
            return MailOutcome("accepted", f"{side} had joined\n", tuple(self.begin(side, mail)))
        return self._carry_out(heard, why)

    def _carry_out(self, heard: DeskAnswer, why: Occasion) -> MailOutcome:
        """What came of words: an entry that was signed by them is judged as all entries are."""
        if heard.signed is not None:
            judged = self._judge(verify_each([heard.signed]), why)
            return replace(judged, files=(*heard.files, *judged.files))
        text = heard.text + self._list_unwritten()
        return MailOutcome("accepted" if heard.good else "refused", text, heard.files)

    def _finish_rollback(self, why: Occasion) -> tuple[Path, ...]:
        """After a signature on a rollback: the mails to those whose turn it is now, or to all."""
        heard = self._requests.finish_rollback(why)
        if heard.signed is None:
            return heard.files
        return self._judge(verify_each([heard.signed]), why).files

    def _judge(
        self, entries: Sequence[VerifiedEntry | UnverifiedEntry], why: Occasion, boxes: Sequence[bytes] = ()
    ) -> MailOutcome:
        """Judge entries with the boxes that came with them, and tell all whom it concerns the outcome."""
        found, waited = self._judging.judge(entries, why.now, boxes)
        files = mail_answers.send_answers(self._letters, found, why)
        self._judging.release_entry(waited)
        text = mail_answers.summarize(found, self._desk.current_table) + self._list_unwritten()
        return MailOutcome("accepted" if found.receipts or found.kept else "refused", text, tuple(files))

    def _file(self, papers: Sequence[SignedEntry], why: Occasion) -> tuple[bool, str, list[Path]]:
        """Take in standing papers, up to the first that is no good, and receipt them to all: whether there
        are any, what to say of them at the terminal, the mails."""
        mine = [signed for signed in papers if standing_papers.is_one(signed)]
        table, said = self._desk.current_table, ""
        made: list[tuple[standing_papers.Receipt, SignedEntry]] = []
        files: list[Path] = []
        try:
            made.extend(StandingOrders(self._desk.folder, table).take(mine))
        except errors.FOLDERS_FAULT:
            raise
        except errors.PbemError as error:
            role = mail_answers.author_of(table, mine)
            file = self._letters.answer(table, role, "refused", letter_text.refused_paper_text(error), why)
            said, files = f"standing orders: refused [{error.code}]: {error}\n", [file] if file else []
        told = self._letters.receipts(table, made, why)
        for receipt, _ in made:
            said += f"standing orders number {receipt.number} of {receipt.side} have come\n"
        return bool(mine), said, [*told, *files]

    def _list_unwritten(self) -> str:
        """Which mails could not be written since this was last asked."""
        said = "".join(f"{why}\n" for why in self._letters.unwritten)
        self._letters.unwritten.clear()
        return said


def _newest_forced_opening(table: Table) -> int:
    """The newest entry of those with which the robot opened dice for a side by mail word as the game began; 0
    if there were none."""
    last = 0
    for entry in table.verifier.history[1:]:
        by_word = isinstance(entry.body, Ack) and entry.body.word
        if not by_word and not (last and isinstance(entry.body, Roll)):
            break
        last = entry.seq
    return last


def occasion(data: bytes, letterhead: Letterhead | None, now: int | None) -> Occasion:
    """The mail of these bytes as something to answer."""
    return Occasion(hashlib.sha256(data).hexdigest()[:16], letterhead, now)
