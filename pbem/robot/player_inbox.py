"""A player's inbox: what the referee sent is taken in; without a referee the other side's move is answered
with the dice that this side owes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modules.amounts import counted
from pbem import errors
from pbem.begin import joining
from pbem.entry import game_papers
from pbem.entry.border import VerifiedEntry, verify_entry
from pbem.mail import faults
from pbem.mail.letter import Letter
from pbem.mail.read import read
from pbem.play import peers, succession
from pbem.play.filer import Filer
from pbem.robot import arrivals, papers
from pbem.robot.host_inbox import unread
from pbem.robot.party_inbox import PartyInbox
from pbem.robot.received import Mail, Received
from pbem.tell import letters, proposals, reports

_NOTHING: Final = (
    "This mail holds no signed entry, so there is nothing to take in. Read it in your mail program.\n"
)
_LOG: Final = (
    "This mail holds a VASSAL log, and no signed entry: there is nothing to take in. If it is yours, save "
    "the file, and `pbem move FILE.vlog` signs what it says; if another player sent it, he has still to "
    "sign his orders.\n"
)
_INVITED: Final = "This mail holds an invitation or a join. Answer an invitation with `pbem join`.\n"
_ASKED: Final = (
    "{} waits for your signature, and changes nothing until all have signed. If you agree: "
    "`pbem countersign` with this mail, and send what it names\n"
)
_COMPLETE: Final = (
    "All have signed your proposal: it stands in your log, and the mails to all are in outbox/.\n"
)


class PlayerInbox(PartyInbox):
    """Of a side's folder, before its game has begun too; with a referee or without one."""

    def read(self, data: bytes, now: int | None, part: Letter | None) -> Received:
        """Take in a mail; a player reads what a referee's robot writes by itself too."""
        try:
            letter = part or self._read(data)
        except faults.MailRefused as error:
            return unread(error)
        return self.receive(Mail(data, letter, now))

    def _read(self, data: bytes) -> Letter:
        letter = read(data, from_robot=True)
        return read(data) if letter.papers and self._host() is not None else letter

    def _take(self, mail: Mail) -> Received:
        letter, begun = mail.letter, self._begun
        receipts = [signed for signed in letter.papers if game_papers.is_one(signed)] if begun else []
        if not letter.entries and not receipts:
            return Received("ignored", _INVITED if letter.papers else _LOG if letter.logs else _NOTHING)
        told, entries = "", list[VerifiedEntry]()
        try:
            if receipts and self._desk.table().walk.parties.refereed:
                filer = Filer(self._folder, self._desk.table())
                told = "".join(reports.receipted(filer.shown(signed)) for signed in receipts)
            if not letter.entries:
                return Received("accepted" if told else "ignored", told or _NOTHING)
            entries = [verify_entry(each) for each in letter.entries]
            if not begun:
                joining.begin(self._folder, entries[0], self._desk.build)
            done = self._gather(entries, mail.now) or self._follow(mail, entries)
        except errors.FOLDERS_FAULT:
            raise
        except errors.SignaturesMissing as waiting:
            files = proposals.send_to_last(self._folder, self._desk.table(), mail.now, build=self._desk.build)
            return Received("accepted", f"{waiting}\n", tuple(files))
        except errors.PbemError as error:
            return self._not_taken(entries if self._begun else (), error, mail.now)
        return Received(done.outcome, told + done.text, done.files, done.unanswered)

    def _gather(self, entries: Sequence[VerifiedEntry], now: int | None) -> Received | None:
        """What becomes of an entry that all sign: its owner's, which comes back, or one that asks him."""
        if (proposal := succession.own_proposal(self._folder, entries)) is not None:
            table = succession.complete(self._folder, proposal, self._desk.build)
            files = proposals.send_completed(self._folder, table, now, self._desk.build)
            return Received("accepted", _COMPLETE, tuple(files))
        asked = succession.asked_to_sign(self._folder, entries)
        return None if asked is None else Received("accepted", _ASKED.format(asked))

    def _follow(self, mail: Mail, entries: Sequence[VerifiedEntry]) -> Received:
        if not self._desk.table().walk.parties.refereed:
            return self._answer_peer(mail, entries)
        if (early := papers.refuse_early(self._folder, entries, mail.now)) is not None:
            return Received("refused", early.text, early.files)
        if said := papers.shown_order(self._folder, entries):
            return Received("accepted", said, unanswered=True)
        role = self._desk.seat.role
        receipt = self._desk.follow(entries, mail.letter.boxes)
        told = reports.receipt(receipt, role)  # before the table is that of everybody again
        table = self._desk.table()
        done = arrivals.settle(self._folder, table.walk)
        unasked = letters.send_unasked(self._folder, table, mail.now)
        text = told + reports.arrived(done) + reports.unasked(unasked)
        shown = papers.disputed(self._folder, table.walk, mail.now) if table.walk.ended else []
        return Received("accepted", text, (*([unasked] if unasked else []), *shown))

    def _answer_peer(self, mail: Mail, entries: Sequence[VerifiedEntry]) -> Received:
        """Without a referee: the other side's move is answered at once with the dice that this side owes."""
        role = self._desk.seat.role
        exchange = peers.answer(self._folder, entries, self._desk.build, mail.now)
        receipt = exchange.receipt
        files = () if exchange.file is None else (letters.send_answer(self._folder, receipt, role, mail.now),)
        done = arrivals.settle(self._folder, self._desk.table().walk)
        return Received("accepted", reports.receipt(receipt, role) + reports.arrived(done), files)

    def _not_taken(
        self, entries: Sequence[VerifiedEntry], error: errors.PbemError, now: int | None
    ) -> Received:
        """What is wrong with a player's mail, or what of it was kept until the rest comes."""
        if isinstance(error, errors.NewsMissing) and error.kept:
            return Received("accepted", f"{counted(error.kept, 'box')} of news kept. {error}\n")
        files = papers.refused(self._folder, entries, error, now) if entries else ()
        sent = "; the mails in outbox/ say so" if files else ""
        return Received("refused", f"refused [{error.code}]: {error}. Your log is unchanged{sent}\n", files)
