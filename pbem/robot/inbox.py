"""A mail for the owner of a folder, whoever that is: the referee's robot answers, a host seats who joins, a
player takes in, and without a referee answers with what he owes.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from pbem import errors
from pbem.begin import invitation, joining, seating
from pbem.entry.shapes import REFEREE
from pbem.log.folder import LOG, Folder
from pbem.mail import faults
from pbem.mail.letter import Letter
from pbem.mail.read import read
from pbem.play import peers
from pbem.play.desk import Desk
from pbem.robot import arrivals
from pbem.robot.robot import Received, Robot
from pbem.rules.games import Build, rules_of
from pbem.tell import letters, reports, setting_up, setup_letters
from pbem.tell.letters import Letters, Picture

_NOTHING = "This mail holds no signed entry, so there is nothing to take in. Read it in your mail program.\n"
_INVITED = "This mail holds an invitation or a join. Answer an invitation with `pbem join`.\n"
_TOO_EARLY = "The game begins when all have joined; until then only joins are accepted.\n"
_OWN = "a mail from this folder's own address, without a signed entry\n"


class Inbox:
    """Takes in the mails of one folder, one after another; `picture` draws the referee's answers."""

    def __init__(self, folder: Folder, picture: Picture | None = None, build: Build = rules_of) -> None:
        self.folder = folder
        self.desk = Desk(folder, build)
        self._robot = Robot(Letters(self.desk, picture))

    def receive(self, data: bytes, now: int | None) -> Received:
        """Take in one mail at Unix time `now`; raises what the folder or the machine is to blame for."""
        with self.desk.alone():
            begun = (self.folder.path / LOG).is_file()
            role = self.folder.role(self.desk.table().walk.parties) if begun else ""
            hosts = invitation.hosts(self.folder)
            try:
                letter = self._read(data, role, hosts)
            except faults.MailRefused as error:
                if role == REFEREE:
                    return self._robot.unread(error, data, now)
                ignored = isinstance(error, faults.MailIgnored)
                return Received("ignored" if ignored else "refused", f"{error} [{error.code}]\n")
            if role == REFEREE and letter.sender.lower() == self._own_address() and not letter.entries:
                return Received("ignored", _OWN)
            if hosts and letter.papers and not (begun and letter.entries):
                return self._seat(letter, data, now)
            if role == REFEREE:
                return self._robot.answer(letter, data, now)
            if hosts and not begun:
                return Received("ignored", _TOO_EARLY)
            return self._take_in(letter, role, now)

    def _read(self, data: bytes, role: str, hosts: bool) -> Letter:
        """A player reads what a referee's robot writes by itself; who answers a mail by himself does not."""
        answers = role == REFEREE or (hosts and not role)
        letter = read(data, from_robot=not answers)
        return read(data) if hosts and letter.papers and not answers else letter

    def _own_address(self) -> str:
        return self.desk.table().walk.parties[REFEREE].mail.lower()

    def _seat(self, letter: Letter, data: bytes, now: int | None) -> Received:
        """The host takes in joins, up to the first that he refuses."""
        invited = invitation.kept(self.folder)
        tag = hashlib.sha256(data).hexdigest()[:16]
        said = ""
        files: list[Path] = []
        for paper in letter.papers:
            try:
                done = seating.seated(self.folder, paper, now=now)
            except errors.PbemError as error:
                if isinstance(error, errors.FOLDERS_FAULT):
                    raise
                file = setup_letters.refused(self.folder, invited, letter.sender, error)
                return Received("refused", f"{said}refused [{error.code}]: {error}\n", (*files, file))
            said += setting_up.joined(done)
            if done.charter is not None and self._referees():
                files += self._robot.begin(done.person.role, letter, data, now)
            else:
                files += setup_letters.seated(self.folder, invited, done, tag)
        return Received("accepted", said, tuple(files))

    def _referees(self) -> bool:
        """Whether this is the folder of the referee of a game that has begun."""
        return self.folder.role(self.desk.table().walk.parties) == REFEREE

    def _take_in(self, letter: Letter, role: str, now: int | None) -> Received:
        entries = list(letter.entries)
        if not entries:
            return Received("ignored", _INVITED if letter.papers else _NOTHING)
        try:
            if not role:
                joining.begin(self.folder, entries[0], self.desk.build)
                role = self.folder.role(self.desk.table().walk.parties)
            if not self.desk.table().walk.parties.refereed:
                return self._answer_peer(letter, role, now)
            receipt = self.desk.take_in(entries, letter.boxes)
        except errors.FOLDERS_FAULT:
            raise
        except errors.PbemError as error:
            return Received("refused", f"refused [{error.code}]: {error}. Your log is unchanged\n")
        table = self.desk.table()
        done, mail = arrivals.settle(self.folder, table.walk), letters.send_unasked(self.folder, table, now)
        text = reports.receipt(receipt, role) + reports.arrived(done) + reports.unasked(mail)
        return Received("accepted", text, (mail,) if mail else ())

    def _answer_peer(self, letter: Letter, role: str, now: int | None) -> Received:
        """Without a referee: the other side's move is answered at once with the dice that this side owes."""
        exchange = peers.take_in(self.folder, list(letter.entries), self.desk.build, now)
        receipt = exchange.receipt
        files = () if exchange.file is None else (letters.send_answer(self.folder, receipt, role),)
        done = arrivals.settle(self.folder, self.desk.table().walk)
        return Received("accepted", reports.receipt(receipt, role) + reports.arrived(done), files)
