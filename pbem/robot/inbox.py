"""A mail for the owner of a folder: it goes to the inbox of the host, the referee or a player.

For one folder mails are taken in one after another. What comes without a mail is here too: what the clock
makes due, and what is finished or sent again after a crash.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from pbem import errors
from pbem.entry.entries import SignedEntry
from pbem.entry.verified_entries import keep_verified, verify_each
from pbem.log import adoptions
from pbem.log.party.folder import LOG, Folder
from pbem.log.party.seat import Seat
from pbem.log.verdict import CANNOT_JUDGE
from pbem.log.verification import verify_entries
from pbem.mail import faults
from pbem.mail.letter import Letter
from pbem.mail.reader import read
from pbem.messages.letters import notice_letters
from pbem.messages.letters.game_letters import GameLetters, Picture
from pbem.play import resent_entries
from pbem.play.agreements import succession
from pbem.play.host.referee_desk import RefereeDesk
from pbem.post.folder_rounds import FolderWork
from pbem.post.outbox import is_unsent
from pbem.post.robot_log import LogNote
from pbem.robot import orders_file, received_papers, timekeeper, unfinished_work
from pbem.robot.host_inbox import HostInbox, entries_in
from pbem.robot.mail_outcome import MailOutcome
from pbem.robot.mail_ownership import MailOwnership
from pbem.robot.player_inbox import PlayerInbox
from pbem.robot.referee_inbox import RefereeInbox
from pbem.robot.robot import Robot
from pbem.rules.rules_lookup import Build, rules_of
from pbem.setup import invitation

_UNSENT: Final = (
    "This is a file of an outbox: nobody has sent it yet. Send it, and take in what comes back.\n"
)
_FINISHED: Final = "it was signed when the program ended; here is its mail"
_NOT_OURS: Final = "no mail for this folder: it is left unread where it lies\n"


class Inbox:
    """Takes in the mails of one folder, one after another; `picture` draws the referee's answers."""

    def __init__(self, folder: Folder, picture: Picture | None = None, build: Build = rules_of) -> None:
        self.folder = folder
        self.desk = RefereeDesk(folder, build)
        self._letters = GameLetters(self.desk, picture)
        self._robot = Robot(self._letters)
        self._told: list[LogNote] = []

    def receive(self, data: bytes, now: int | None, part: Letter | None = None) -> MailOutcome:
        """Take in one mail at Unix time `now`; raises what the folder or the machine is to blame for.

        `part`: what of the mail is for this game, if somebody who reads the mails of many has sorted it.
        """
        if is_unsent(data):
            return MailOutcome("ignored", _UNSENT)
        with self.desk.lock_folder():
            try:
                return self._receive_part(data, now, part)
            finally:
                self.desk.set_reporter(())  # what a mail asks to adopt is heard for its own sake alone
                self.desk.rise()

    def make_ownership(self) -> MailOwnership:
        """By what the folder knows its mails; raises what its files raise."""
        return MailOwnership.of_folder(self.folder)

    def receive_own(self, data: bytes, now: int) -> MailOutcome:
        """As `receive`, of a mail in a mailbox that others may read too. A mail for another folder is `left`
        where it lies; so is one with something for another beside the parts that are taken in."""
        whose = self.make_ownership().find_owner(data)
        if not whose.mine:
            return MailOutcome("left", _NOT_OURS)
        received = self.receive(data, now, self._own_part(data) if whose.others else None)
        return replace(received, outcome="left") if whose.others or received.unanswered else received

    def _own_part(self, data: bytes) -> Letter | None:
        """What of a mail is signed for this game; None of a mail in which nothing is signed."""
        try:
            letter, known = read(data, from_robot=True), self.make_ownership()
        except faults.MailRefused:
            return None
        if not (letter.entries or letter.papers):
            return None
        entries, papers = (tuple(filter(known.is_owned, found)) for found in (letter.entries, letter.papers))
        return replace(letter, entries=entries, papers=papers)

    def _receive_part(self, data: bytes, now: int | None, part: Letter | None) -> MailOutcome:
        """Hand a mail to the inbox of whoever owns the folder."""
        begun = (self.folder.path / LOG).is_file()
        if not begun and (host := self._host()) is not None:
            return host.receive(data, now, part)
        if begun and self._seat(data, now).referees:
            return RefereeInbox(self.desk, self._host, self._robot).read(data, now, part)
        return PlayerInbox(self.desk, self._host, self._letters.picture).read(data, now, part)

    def _host(self) -> HostInbox | None:
        """The host's inbox, if this is the host's folder."""
        return HostInbox(self._letters, self._robot) if invitation.hosts(self.folder) else None

    def _seat(self, data: bytes, now: int | None) -> Seat:
        """Who sits here; a newcomer first takes in the entry that makes them a party."""
        self.desk.set_reporter(())
        try:
            return self.desk.sit()
        except errors.LogFault as fault:
            entries = entries_in(data)
            if (
                fault.code not in CANNOT_JUDGE
                or not self._may_hear(entries)
                or not self.desk.set_reporter(entries)
            ):
                raise
            return self.desk.sit()
        except errors.StrangeFolder:
            came = keep_verified(verify_each(entries_in(data)))
            if not came or not succession.is_expected(self.folder, came):
                raise
            succession.arrive(self.folder, came, self.desk.build, now)
            return self.desk.sit()

    def _may_hear(self, entries: Sequence[SignedEntry]) -> bool:
        """Whether these may be judged by rules that one of them asks to adopt. A player takes in all of them
        or none. The referee takes one after another: so nothing else comes with a proposal, which nobody may
        have signed."""
        verifier = verify_entries(self.folder.log)
        if not self.folder.seat(verifier.parties).referees:
            return True
        fresh = [each for each in entries if each not in verifier.entries]
        return all(adoptions.find_newest([each]) is not None for each in fresh)

    def keep_time(self, now: int) -> list[LogNote]:
        """Do what the clock makes due in a referee's folder, and in a player's what his file of orders says.

        First what a process that ended has begun is finished; what waits is told once. Raises as
        `timekeeper.keep_time` and `orders_file.check_file`.
        """
        notes = [LogNote("signed", mail.stem, _FINISHED) for mail in self.finish(now)]
        notes += timekeeper.keep_time(self._letters, now)
        before = self._list_waiting()
        notes += orders_file.check_file(self.desk, now, self._letters.picture)
        fresh = [each for each in before if each not in self._told]
        self._told = before
        return [*fresh, *notes]

    def finish(self, now: int) -> tuple[Path, ...]:
        """The mails of what the folder's owner had signed when a process ended; as
        `unfinished_work.finish`."""
        if not (self.folder.path / LOG).is_file():
            return ()
        with self.desk.lock_folder():
            return tuple(unfinished_work.finish(self.folder, now, self.desk.build))

    def _list_waiting(self) -> list[LogNote]:
        if not (self.folder.path / LOG).is_file():
            return []
        return unfinished_work.list_waiting(self.folder, self.desk.table().verifier)

    def resend(self, now: int) -> tuple[Path, ...]:
        """Mails with what is out and was not answered in time, laid into the outbox once more."""
        if not (self.folder.path / LOG).is_file():
            return ()
        with self.desk.lock_folder():
            table = self.desk.table()
            received_papers.mail_disputes(self.folder, table.verifier, now)
            due = resent_entries.list_resends(self.folder, table, now)
            return tuple(
                file
                for each in due
                for file in notice_letters.send_again(self.folder, table.verifier, each, now)
            )


def plan_work(inbox: Inbox, clock: Callable[[], int]) -> FolderWork:
    """What is done in each round of a folder's mailbox."""
    return FolderWork(
        lambda data: inbox.receive_own(data, clock()),
        again=lambda: inbox.resend(clock()),
        keep_time=lambda: inbox.keep_time(clock()),
        whose=inbox.make_ownership,
    )
