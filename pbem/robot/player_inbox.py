"""A player's inbox: what the referee sent is taken in; without a referee the other side's move is answered
with the dice that this side owes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from modules.amounts import count_noun
from pbem import errors
from pbem.entry import standing_papers
from pbem.entry.bodies import Claim, Roll
from pbem.entry.verified_entries import VerifiedEntry, verify_entry
from pbem.log import adoptions
from pbem.mail import faults
from pbem.mail.letter import Letter
from pbem.mail.reader import read
from pbem.messages import report_text
from pbem.messages.letters import adoption_letters, game_letters, peer_letters, proposal_letters
from pbem.messages.letters.game_letters import Picture
from pbem.play import reader_zones
from pbem.play.agreements import asked_signatures, brought_files, succession
from pbem.play.host import peer_exchange
from pbem.play.host.referee_desk import RefereeDesk
from pbem.play.standing_orders import StandingOrders
from pbem.robot import confirmed_deliveries, received_papers
from pbem.robot.host_inbox import HostInbox, report_unreadable
from pbem.robot.mail_outcome import MailInHand, MailOutcome
from pbem.robot.party_inbox import PartyInbox
from pbem.rules import rules_lookup
from pbem.setup import join_request

_NOTHING: Final = (
    "This mail holds no signed entry, so there is nothing to take in. Read it in your mail program.\n"
)
_LOG: Final = (
    "This mail holds a VASSAL log, and no signed entry: there is nothing to take in. If it is yours, save "
    "the file, and `pbem move FILE.vlog` signs what it says; if another player sent it, he has still to "
    "sign his orders.\n"
)
_INVITED: Final = "This mail holds an invitation or a join. Answer an invitation with `pbem join`.\n"
_BY_ANOTHER: Final = (
    "{} is not for you to answer: {} does, and the mail with that answer brings it to you, too. You need do "
    "nothing.\n"
)
_ASKED: Final = (
    "{} waits for your signature, and changes nothing until all have signed. If you agree: "
    "`pbem countersign` with this mail, and send what it names\n"
)
_COMPLETE: Final = (
    "All have signed your proposal: it stands in your log, and the mails to all are in outbox/.\n"
)


class PlayerInbox(PartyInbox):
    """Of a side's folder, before its game has begun too; with a referee or without one."""

    def __init__(
        self, desk: RefereeDesk, host: Callable[[], HostInbox | None], picture: Picture | None = None
    ) -> None:
        super().__init__(desk, host)
        self._picture = picture

    def read(self, data: bytes, now: int | None, part: Letter | None) -> MailOutcome:
        """Take in a mail; a player reads what a referee's robot writes by itself too."""
        try:
            letter = part or self._read(data)
        except faults.MailRefused as error:
            return report_unreadable(error)
        return self.receive(MailInHand(data, letter, now))

    def _read(self, data: bytes) -> Letter:
        letter = read(data, from_robot=True)
        return read(data) if letter.papers and self._host() is not None else letter

    def _take(self, mail: MailInHand) -> MailOutcome:
        letter, begun = mail.letter, self._has_begun
        receipts = [signed for signed in letter.papers if standing_papers.is_one(signed)] if begun else []
        if not letter.entries and not receipts:
            return MailOutcome("ignored", _INVITED if letter.papers else _LOG if letter.logs else _NOTHING)
        told, entries = "", list[VerifiedEntry]()
        brought_files.hand_along(letter.entries, letter.games)
        try:
            if receipts and self._desk.table().verifier.parties.has_referee:
                filer = StandingOrders(self._folder, self._desk.table())
                told = "".join(report_text.receipted_text(filer.keep_receipt(signed)) for signed in receipts)
            if not letter.entries:
                return MailOutcome("accepted" if told else "ignored", told or _NOTHING)
            entries = [verify_entry(each) for each in letter.entries]
            if not begun:
                join_request.begin(self._folder, entries[0], self._desk.build)
            done = self._gather(mail, entries) or self._follow(mail, entries)
        except errors.FOLDERS_FAULT:
            raise
        except errors.MissingSignatures as waiting:
            files = proposal_letters.send_to_last(
                self._folder, self._desk.table(), mail.now, build=self._desk.build
            )
            return MailOutcome("accepted", f"{waiting}\n", tuple(files))
        except errors.PbemError as error:
            return self._not_taken(entries if self._has_begun else (), error, mail.now)
        return MailOutcome(done.outcome, told + done.text, done.files, done.unanswered)

    def _gather(self, mail: MailInHand, entries: Sequence[VerifiedEntry]) -> MailOutcome | None:
        """What becomes of an entry that all sign. The owner's own comes back; another asks for the owner's
        signature, and is kept until then."""
        if (proposal := succession.find_own_proposal(self._folder, entries)) is not None:
            table = succession.complete(self._folder, proposal, self._desk.build)
            files = proposal_letters.send_completed(self._folder, table, mail.now, self._desk.build)
            return MailOutcome("accepted", _COMPLETE, tuple(files))
        asked = succession.find_signing_request(self._folder, entries)
        if asked is None:
            return None
        signed, whole = [each.signed for each in entries], mail.data if mail.letter.games else b""
        asked_signatures.keep(self._folder, self._desk.table().verifier, signed, whole)
        return MailOutcome("accepted", self._version_text(entries) + _ASKED.format(asked))

    def _version_text(self, entries: Sequence[VerifiedEntry]) -> str:
        """The differences of a new version of the game's file that a mail asks to adopt, before anybody
        signs: by the files here, for its author may have written anything into the mail."""
        table, last = self._desk.table(), entries[-1]
        adopted, played = adoptions.find_newest([last.signed]), table.game
        if adopted is None or not {*last.signers} & {*table.verifier.parties.signers(last.entry)}:
            return ""  # a stranger may ask, and has nothing unpacked
        try:
            newer = rules_lookup.adopt_into(played, adopted)
            return adoption_letters.changes_text(played, newer, whole=True)
        except errors.PbemError as error:  # such as a file that comes in another way than by mail
            return f"{error}\n"

    def _follow(self, mail: MailInHand, entries: Sequence[VerifiedEntry]) -> MailOutcome:
        refereed = self._desk.table().verifier.parties.has_referee
        claimed = any(isinstance(each.entry.body, Claim) for each in entries)
        if not refereed and not claimed:
            return self._follow_peers(mail, entries)
        if (early := received_papers.refuse_early(self._folder, entries, mail.now)) is not None:
            return MailOutcome("refused", early.text, early.files)
        if not refereed:
            return self._follow_peers(mail, entries)
        if said := received_papers.note_observed_order(self._folder, entries):
            return MailOutcome("accepted", said, unanswered=True)
        role = self._desk.seat.role
        receipt = self._desk.follow(entries, mail.letter.boxes)
        told = report_text.receipt_text(receipt, role)  # before the table is that of everybody again
        table = self._desk.table()
        done = confirmed_deliveries.settle(self._folder, table.verifier)
        unasked = game_letters.send_unasked(self._folder, table, mail.now)
        text = told + report_text.arrived_text(done) + report_text.unasked_text(unasked)
        shown = (
            received_papers.mail_disputes(self._folder, table.verifier, mail.now)
            if table.verifier.ended
            else []
        )
        return MailOutcome("accepted", text, (*([unasked] if unasked else []), *shown))

    def _follow_peers(self, mail: MailInHand, entries: Sequence[VerifiedEntry]) -> MailOutcome:
        """Without a referee: what a third side answers waits for that answer."""
        parties, me = self._desk.table().verifier.parties, self._desk.seat.role
        if (rest := self._drop_for_another(entries, me)) is entries:
            return self._answer_peer(mail, entries)
        last, known = entries[-1].entry, len(self._desk.table().verifier.entries)
        is_news = any(each.entry.seq >= known for each in rest)
        taken = self._answer_peer(mail, rest) if is_news else MailOutcome("ignored", "")
        return replace(taken, text=taken.text + _BY_ANOTHER.format(last, parties.closer(last.author)))

    def _answer_peer(self, mail: MailInHand, entries: Sequence[VerifiedEntry]) -> MailOutcome:
        """The other side's move is answered at once with the dice that this side owes. By the Date of a mail
        that was taken in its author is told moments from now on."""
        role, now = self._desk.seat.role, mail.now
        exchange = peer_exchange.answer(self._folder, entries, self._desk.build, now)
        receipt, parties = exchange.receipt, exchange.receipt.table.verifier.parties
        reader_zones.note_zone(
            self._folder, {side: parties[side].mail for side in parties.sides}, mail.letter
        )
        files: list[Path] = []
        if exchange.file is not None:
            files = peer_letters.send_answer(self._folder, receipt, role, now, self._picture)
        done = confirmed_deliveries.settle(self._folder, self._desk.table().verifier)
        told = report_text.receipt_text(receipt, role) + report_text.arrived_text(done)
        return MailOutcome(
            "accepted", told + report_text.peer_answer_text(receipt, files, role), tuple(files)
        )

    def _drop_for_another(self, entries: Sequence[VerifiedEntry], me: str) -> Sequence[VerifiedEntry]:
        """The entries of a mail without the last, if a third side has to answer that first."""
        verifier, last = self._desk.table().verifier, entries[-1].entry
        opens = last.link is not None and not isinstance(last.body, Roll)
        if not opens or last.seq < len(verifier.entries) or last.author not in verifier.parties.active:
            return entries
        return entries if me in (last.author, verifier.parties.closer(last.author)) else entries[:-1]

    def _not_taken(
        self, entries: Sequence[VerifiedEntry], error: errors.PbemError, now: int | None
    ) -> MailOutcome:
        """What is wrong with a player's mail, or what of it was kept until the rest comes."""
        if isinstance(error, errors.MissingNews) and error.kept:
            return MailOutcome("accepted", f"{count_noun(error.kept, 'box')} of news kept. {error}\n")
        files = received_papers.mail_refusals(self._folder, entries, error, now) if entries else ()
        sent = "; the mails in outbox/ say so" if files else ""
        return MailOutcome(
            "refused", f"refused [{error.code}]: {error}. Your log is unchanged{sent}\n", files
        )
