"""A mail for the owner of a folder: it goes to the inbox of the host, the referee or a player.

For one folder mails are taken in one after another. What comes without a mail is here too: what the clock
makes due, and what is finished or sent again after a crash.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from pbem import errors
from pbem.begin import invitation
from pbem.entry.border import verified_of, verify_each
from pbem.entry.entries import SignedEntry
from pbem.log import adoptions
from pbem.log.folder import LOG, Folder
from pbem.log.seat import Seat
from pbem.log.verdict import CANNOT_JUDGE
from pbem.log.verify import walked
from pbem.mail import faults
from pbem.mail.letter import Letter
from pbem.mail.read import read
from pbem.play import resending, succession
from pbem.play.desk import Desk
from pbem.post.notes import Note
from pbem.post.outbox import is_unsent
from pbem.robot import own_orders, papers, timekeeper, unfinished
from pbem.robot.belonging import Known
from pbem.robot.host_inbox import HostInbox, entries_in
from pbem.robot.player_inbox import PlayerInbox
from pbem.robot.received import Received
from pbem.robot.referee_inbox import RefereeInbox
from pbem.robot.robot import Robot
from pbem.rules.games import Build, rules_of
from pbem.tell import slip_letters
from pbem.tell.letters import Letters, Picture

_UNSENT: Final = (
    "This is a file of an outbox: nobody has sent it yet. Send it, and take in what comes back.\n"
)
_FINISHED: Final = "it was signed when the program ended; here is its mail"
_NOT_OURS: Final = "no mail for this folder: it is left unread where it lies\n"


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
                self.desk.rise()

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
        """Hand a mail to the inbox of whoever owns the folder."""
        begun = (self.folder.path / LOG).is_file()
        if not begun and (host := self._host()) is not None:
            return host.receive(data, now, part)
        if begun and self._seat(data, now).referees:
            return RefereeInbox(self.desk, self._host, self._robot).read(data, now, part)
        return PlayerInbox(self.desk, self._host).read(data, now, part)

    def _host(self) -> HostInbox | None:
        """The host's inbox, if this is the host's folder."""
        return HostInbox(self._letters, self._robot) if invitation.hosts(self.folder) else None

    def _seat(self, data: bytes, now: int | None) -> Seat:
        """Who sits here; a newcomer first takes in the entry that makes them a party."""
        self.desk.hear(())
        try:
            return self.desk.sit()
        except errors.LogFault as fault:
            entries = entries_in(data)
            if fault.code not in CANNOT_JUDGE or not self._may_hear(entries) or not self.desk.hear(entries):
                raise
            return self.desk.sit()
        except errors.StrangeFolder:
            came = verified_of(verify_each(entries_in(data)))
            if not came or not succession.is_expected(self.folder, came):
                raise
            succession.arrive(self.folder, came, self.desk.build, now)
            return self.desk.sit()

    def _may_hear(self, entries: Sequence[SignedEntry]) -> bool:
        """Whether these may be judged by rules that one of them asks to adopt. A player takes in all of them
        or none. The referee takes one after another: so nothing else comes with a proposal, which nobody may
        have signed."""
        walk = walked(self.folder.log)
        if not self.folder.seat(walk.parties).referees:
            return True
        fresh = [each for each in entries if each not in walk.entries]
        return all(adoptions.newest([each]) is not None for each in fresh)

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
