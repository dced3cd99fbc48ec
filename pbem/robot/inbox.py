"""A mail for the owner of a folder, whoever that is: the referee's robot answers, a host seats who joins, a
player takes in, and without a referee answers with what he owes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from modules.amounts import counted
from pbem import errors
from pbem.begin import charter, invitation, joining, seating
from pbem.entry import game_papers, slips
from pbem.entry.border import verify_entry
from pbem.entry.entries import SignedEntry
from pbem.entry.shapes import REFEREE
from pbem.entry.slips import Holding
from pbem.log import adoptions
from pbem.log.folder import LOG, Folder
from pbem.log.verdict import CANNOT_JUDGE
from pbem.log.verify import walked
from pbem.mail import faults
from pbem.mail.letter import Letter
from pbem.mail.read import read
from pbem.play import peers, resending, succession
from pbem.play.desk import Desk
from pbem.play.filer import Filer
from pbem.post.notes import Note
from pbem.post.outbox import is_unsent
from pbem.robot import arrivals, own_orders, papers, timekeeper, unfinished
from pbem.robot.belonging import Known
from pbem.robot.robot import Received, Robot
from pbem.robot.word_desk import answer_invited
from pbem.rules.games import Build, rules_of
from pbem.tell import letters, proposals, reports, setting_up, setup_letters, slip_letters
from pbem.tell.letters import Letters, Picture

_NOTHING = "This mail holds no signed entry, so there is nothing to take in. Read it in your mail program.\n"
_LOG = (
    "This mail holds a VASSAL log, and no signed entry: there is nothing to take in. If it is yours, save "
    "the file, and `pbem move FILE.vlog` signs what it says; if another player sent it, he has still to "
    "sign his orders.\n"
)
_INVITED = "This mail holds an invitation or a join. Answer an invitation with `pbem join`.\n"
_QUOTED = "This mail brings the invitation back, and no join: a player signs that with `pbem join`.\n"
_TOO_EARLY = "The game begins when all have joined; until then only joins are accepted.\n"
_ASKED = (
    "{} waits for your signature, and changes nothing until all have signed. If you agree: "
    "`pbem countersign` with this mail, and send what it names\n"
)
_COMPLETE = "All have signed your proposal: it stands in your log, and the mails to all are in outbox/.\n"
_UNSENT = "This is a file of an outbox: nobody has sent it yet. Send it, and take in what comes back.\n"
_FINISHED = "it was signed when the program ended; here is its mail"
_NOT_OURS = "no mail for this folder: it is left unread where it lies\n"
_ELSEWHERE = "a code word from an address to which nobody was invited by mail word\n"
_OWN = "a mail from this folder's own address, without a signed entry\n"


class Inbox:
    """Takes in the mails of one folder, one after another; `picture` draws the referee's answers."""

    def __init__(self, folder: Folder, picture: Picture | None = None, build: Build = rules_of) -> None:
        self.folder = folder
        self.desk = Desk(folder, build)
        self._letters = Letters(self.desk, picture)
        self._robot = Robot(self._letters)
        self._told: list[Note] = []

    def receive(self, data: bytes, now: int | None, part: Letter | None = None) -> Received:
        """Take in one mail at Unix time `now`; raises what the folder or the machine is to blame for.

        `part`: what of the mail is for this game, if somebody who reads the mails of many has sorted it.
        """
        if is_unsent(data):
            return Received("ignored", _UNSENT)
        with self.desk.alone():
            try:
                return self._received(data, now, part)
            finally:
                self.desk.hear(())  # what a mail asks to adopt is heard for its own sake alone

    def known(self) -> Known:
        """By what the folder knows its mails; raises what its files raise."""
        return Known.of(self.folder)

    def receive_own(self, data: bytes, now: int) -> Received:
        """As `receive`, of a mail in a mailbox that others may read too. A mail for another folder is `left`
        where it lies; so is one with something for another beside the parts that are taken in."""
        whose = self.known().whose(data)
        if not whose.mine:
            return Received("left", _NOT_OURS)
        received = self.receive(data, now, self._own_part(data) if whose.others else None)
        return replace(received, outcome="left") if whose.others or received.unanswered else received

    def _own_part(self, data: bytes) -> Letter | None:
        """What of a mail is signed for this game; None of a mail in which nothing is signed."""
        try:
            letter, known = read(data, from_robot=True), self.known()
        except faults.MailRefused:
            return None
        if not (letter.entries or letter.papers):
            return None
        entries, papers = (tuple(filter(known.owns, found)) for found in (letter.entries, letter.papers))
        return replace(letter, entries=entries, papers=papers)

    def _received(self, data: bytes, now: int | None, part: Letter | None) -> Received:
        begun = (self.folder.path / LOG).is_file()
        role = self._role(data, now) if begun else ""
        hosts = invitation.hosts(self.folder)
        if hosts and not begun:
            found = charter.is_forgotten(self.folder, part.entries if part else self._entries(data))
            if found is not None:
                return self._begin_again(found)
        try:
            letter = part or self._read(data, role, hosts)
        except faults.MailRefused as error:
            if role == REFEREE:
                return self._robot.unread(error, data, now)
            ignored = isinstance(error, faults.MailIgnored)
            return Received("ignored" if ignored else "refused", f"{error} [{error.code}]\n")
        quoted = False
        if hosts and letter.papers:
            rest = seating.unquoted(invitation.kept(self.folder), letter.papers)
            quoted, letter = not rest, replace(letter, papers=rest)
        mine, before = papers.split(letter.papers) if begun else ([], list(letter.papers))
        if mine:
            return self._papers(letter, mine, before, role, data, now)
        if role == REFEREE and letter.sender.lower() == self._own_address() and not letter.entries:
            return Received("ignored", _OWN)
        joins = tuple(signed for signed in letter.papers if not game_papers.is_one(signed))
        if hosts and joins and not (begun and letter.entries):
            return self._seat(replace(letter, papers=joins), data, now)
        if role == REFEREE:
            return self._robot.answer(letter, data, now)
        if hosts and not begun:
            return self._seat_by_word(letter, data, now, quoted)
        return self._take_in(letter, role, now)

    def _role(self, data: bytes, now: int | None) -> str:
        """Whose folder it is; a newcomer's first takes in the entry that makes him a party."""
        self.desk.hear(())
        try:
            return self.folder.role(self.desk.table().walk.parties)
        except errors.LogFault as fault:
            entries = self._entries(data)
            if fault.code not in CANNOT_JUDGE or not self._may_hear(entries) or not self.desk.hear(entries):
                raise
            return self.folder.role(self.desk.table().walk.parties)
        except errors.StrangeFolder:
            entries = self._entries(data)
            if not entries or not succession.is_expected(self.folder, entries):
                raise
            arrived = succession.arrive(self.folder, entries, self.desk.build, now)
            return self.folder.role(arrived.walk.parties)

    def _may_hear(self, entries: Sequence[SignedEntry]) -> bool:
        """Whether these may be judged by rules that one of them asks to adopt. A player takes in all of them
        or none. The referee takes one after another: so nothing else comes with a proposal, which nobody may
        have signed."""
        walk = walked(self.folder.log)
        if self.folder.role(walk.parties) != REFEREE:
            return True
        fresh = [each for each in entries if each not in walk.entries]
        return all(adoptions.newest([each]) is not None for each in fresh)

    @staticmethod
    def _entries(data: bytes) -> Sequence[SignedEntry]:
        """What a mail brings, for who has to know before he can read his log; nothing out of a bad mail."""
        try:
            return read(data, from_robot=True).entries
        except faults.MailRefused:
            return ()

    def _papers(
        self,
        letter: Letter,
        mine: list[SignedEntry],
        before: list[SignedEntry],
        role: str,
        data: bytes,
        now: int | None,
    ) -> Received:
        """Papers of the game first, then the entries that came with them; but a question about a log that is
        ahead of the one here after these."""
        log = walked(self.folder.log).entries
        fresh = tuple(signed for signed in letter.entries if signed not in log)
        ahead = [signed for signed in mine if self._is_ahead(signed)] if fresh else []
        if ahead:
            others = (*before, *(signed for signed in mine if signed not in ahead))
            first = self._received(data, now, replace(letter, papers=others, entries=fresh))
            then = papers.take(self.folder, ahead, (), now or 0, self.desk.build)
            return Received(
                "refused" if then.refused else "accepted", first.text + then.text, (*first.files, *then.files)
            )
        filed = [signed for signed in before if game_papers.is_one(signed)]
        taken = papers.take(self.folder, mine, letter.entries, now or 0, self.desk.build, filed, letter.boxes)
        asked = any(self._asks(signed) is not None for signed in mine)
        entries = () if taken.entries else fresh if asked else letter.entries
        filed = [] if taken.entries and role == REFEREE else filed
        if not entries and not filed:
            return Received("refused" if taken.refused else "accepted", taken.text, taken.files)
        rest = replace(letter, papers=tuple(before), entries=entries)
        done = self._robot.answer(rest, data, now) if role == REFEREE else self._take_in(rest, role, now)
        outcome = "refused" if taken.refused else done.outcome
        files = (*taken.files, *done.files)
        return replace(done, outcome=outcome, text=taken.text + done.text, files=files)

    def _is_ahead(self, signed: SignedEntry) -> bool:
        """Whether a paper asks for a receipt, of a log that is ahead of this one."""
        asked = self._asks(signed)
        return asked is not None and asked.seq >= self.folder.log.length()

    @staticmethod
    def _asks(signed: SignedEntry) -> Holding | None:
        """What a paper says that asks for a receipt; None for any other."""
        try:
            said = slips.open_slip(signed).said
        except errors.PbemError:
            return None
        return said if isinstance(said, Holding) and said.asks else None

    def _read(self, data: bytes, role: str, hosts: bool) -> Letter:
        """A player reads what a referee's robot writes by itself; who answers a mail by himself does not."""
        answers = role == REFEREE or (hosts and not role)
        letter = read(data, from_robot=not answers)
        return read(data) if hosts and letter.papers and not answers else letter

    def _begin_again(self, signed: SignedEntry) -> Received:
        """The host's own charter has come back to a folder that has forgotten it."""
        try:
            is_own = charter.take_in_again(self.folder, signed)
        except errors.FOLDERS_FAULT:
            raise
        except errors.PbemError as error:
            return Received("refused", f"refused [{error.code}]: {error}\n")
        return Received("accepted", setting_up.begun_again(self.folder, is_own))

    def _own_address(self) -> str:
        return self.desk.table().walk.parties[REFEREE].mail.lower()

    def _seat(self, letter: Letter, data: bytes, now: int | None) -> Received:
        """The host takes in joins, up to the first that he refuses."""
        invited = invitation.kept(self.folder)
        tag = hashlib.sha256(data).hexdigest()[:16]
        said = ""
        files: list[Path] = []
        for paper in seating.taken_back(self.folder, letter.papers):
            try:
                done = seating.seated(self.folder, paper, now=now)
            except errors.PbemError as error:
                if isinstance(error, errors.FOLDERS_FAULT):
                    raise
                file = setup_letters.refused(
                    self.folder, invited, letter.sender, error, now, after=bool(said)
                )
                made = (*files, file) if file else tuple(files)
                return Received("refused", f"{said}refused [{error.code}]: {error}\n", made)
            setup_letters.arrived(self.folder, done.person.role)
            said += setting_up.joined(done)
            if done.charter is not None and self._referees():
                files += self._robot.begin(done.person.role, letter, data, now)
            else:
                files += setup_letters.seated(self.folder, invited, done, tag, now)
        return Received("accepted", said, tuple(files))

    def _seat_by_word(self, letter: Letter, data: bytes, now: int | None, quoted: bool) -> Received:
        """The host seats a player by mail word who says yes to his invitation. `quoted`: the mail brings an
        invitation back, and nothing else that is signed."""
        invited = invitation.kept(self.folder)
        heard = answer_invited(self.folder, invited, letter, data, now)
        if heard is None and quoted:
            file = setup_letters.brought_back(self.folder, invited, letter.sender, now)
            return Received("ignored", _QUOTED, (file,) if file else ())
        if heard is None:
            return Received("ignored", _TOO_EARLY)
        if heard.join is None or heard.asked is None:
            files = (heard.mail,) if heard.mail else ()
            if heard.asked is None:
                return Received("refused", _ELSEWHERE, files)
            return Received("refused", f"{heard.asked.role} has not said yes to the invitation\n", files)
        return self._seat(replace(letter, papers=(heard.join.signed,)), data, now)

    def _referees(self) -> bool:
        """Whether this is the folder of the referee of a game that has begun."""
        return self.folder.role(self.desk.table().walk.parties) == REFEREE

    def _take_in(self, letter: Letter, role: str, now: int | None) -> Received:
        entries, told = list(letter.entries), ""
        receipts = [signed for signed in letter.papers if game_papers.is_one(signed)] if role else []
        if not entries and not receipts:
            return Received("ignored", _INVITED if letter.papers else _LOG if letter.logs else _NOTHING)
        try:
            if receipts and self.desk.table().walk.parties.refereed:
                filings = Filer(self.folder, self.desk.table())
                told = "".join(reports.receipted(filings.shown(signed)) for signed in receipts)
            if not entries:
                return Received("accepted" if told else "ignored", told or _NOTHING)
            if not role:
                joining.begin(self.folder, entries[0], self.desk.build)
                role = self.folder.role(self.desk.table().walk.parties)
            if (gathered := self._gather(entries, now)) is not None:
                return gathered
            if not self.desk.table().walk.parties.refereed:
                return self._answer_peer(letter, role, now)
            if (early := papers.refuse_early(self.folder, entries, now)) is not None:
                return Received("refused", early.text, early.files)
            if said := papers.shown_order(self.folder, entries):
                return Received("accepted", said, unanswered=True)
            receipt = self.desk.follow([verify_entry(each) for each in entries], letter.boxes)
            told += reports.receipt(receipt, role)  # before the table is again that of everybody
        except errors.FOLDERS_FAULT:
            raise
        except errors.SignaturesMissing as waiting:
            files = proposals.send_to_last(self.folder, self.desk.table(), now, build=self.desk.build)
            return Received("accepted", f"{waiting}\n", tuple(files))
        except errors.PbemError as error:
            return self._not_taken(entries, role, error, now)
        table = self.desk.table()
        done, mail = arrivals.settle(self.folder, table.walk), letters.send_unasked(self.folder, table, now)
        text = told + reports.arrived(done) + reports.unasked(mail)
        shown = papers.disputed(self.folder, table.walk, now) if table.walk.ended else []
        return Received("accepted", text, (*([mail] if mail else []), *shown))

    def _gather(self, entries: Sequence[SignedEntry], now: int | None) -> Received | None:
        """What becomes of an entry that all sign: its owner's, which comes back, or one that asks him."""
        if (proposal := succession.own_proposal(self.folder, entries)) is not None:
            table = succession.complete(self.folder, proposal, self.desk.build)
            files = proposals.send_completed(self.folder, table, now, self.desk.build)
            return Received("accepted", _COMPLETE, tuple(files))
        asked = succession.asked_to_sign(self.folder, entries)
        return None if asked is None else Received("accepted", _ASKED.format(asked))

    def _not_taken(
        self, entries: Sequence[SignedEntry], role: str, error: errors.PbemError, now: int | None
    ) -> Received:
        """What is wrong with a player's mail, or what of it was kept until the rest comes."""
        if isinstance(error, errors.NewsMissing) and error.kept:
            return Received("accepted", f"{counted(error.kept, 'box')} of news kept. {error}\n")
        files = papers.refused(self.folder, entries, error, now) if role else ()
        sent = "; the mails in outbox/ say so" if files else ""
        return Received("refused", f"refused [{error.code}]: {error}. Your log is unchanged{sent}\n", files)

    def keep_time(self, now: int) -> list[Note]:
        """Do what the clock makes due in a referee's folder, and in a player's what his file of orders says.

        First what a process that ended has begun is finished; what waits is told once. Raises as
        `timekeeper.keep_time` and `own_orders.look`.
        """
        notes = [Note("signed", mail.stem, _FINISHED) for mail in self.finish(now)]
        notes += timekeeper.keep_time(self._letters, now)
        before = self._waiting()
        notes += own_orders.look(self.desk, now)
        fresh = [each for each in before if each not in self._told]
        self._told = before
        return [*fresh, *notes]

    def finish(self, now: int) -> tuple[Path, ...]:
        """The mails of what the folder's owner had signed when a process ended; as `unfinished.finish`."""
        if not (self.folder.path / LOG).is_file():
            return ()
        with self.desk.alone():
            return tuple(unfinished.finish(self.folder, now))

    def _waiting(self) -> list[Note]:
        if not (self.folder.path / LOG).is_file():
            return []
        return unfinished.waiting(self.folder, self.desk.table().walk)

    def again(self, now: int) -> tuple[Path, ...]:
        """Mails with what is out and was not answered in time, laid into the outbox once more."""
        if not (self.folder.path / LOG).is_file():
            return ()
        with self.desk.alone():
            table = self.desk.table()
            papers.disputed(self.folder, table.walk, now)
            due = resending.again(self.folder, table, now)
            return tuple(
                file for each in due for file in slip_letters.send_again(self.folder, table.walk, each, now)
            )

    def _answer_peer(self, letter: Letter, role: str, now: int | None) -> Received:
        """Without a referee: the other side's move is answered at once with the dice that this side owes."""
        exchange = peers.take_in(self.folder, list(letter.entries), self.desk.build, now)
        receipt = exchange.receipt
        files = () if exchange.file is None else (letters.send_answer(self.folder, receipt, role, now),)
        done = arrivals.settle(self.folder, self.desk.table().walk)
        return Received("accepted", reports.receipt(receipt, role) + reports.arrived(done), files)
