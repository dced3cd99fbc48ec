"""The referee's inbox: the robot judges and answers each mail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from pbem.entry.entries import SignedEntry
from pbem.entry.field_types import REFEREE
from pbem.mail import faults
from pbem.mail.letter import Letter
from pbem.mail.reader import read
from pbem.play import reader_zones
from pbem.play.host.referee_desk import RefereeDesk
from pbem.robot.host_inbox import HostInbox
from pbem.robot.mail_outcome import MailInHand, MailOutcome
from pbem.robot.party_inbox import PartyInbox
from pbem.robot.robot import Robot

_OWN: Final = "a mail from this folder's own address, without a signed entry\n"


class RefereeInbox(PartyInbox):
    """Of the folder of a game's referee."""

    FILES_ONCE = True

    def __init__(self, desk: RefereeDesk, host: Callable[[], HostInbox | None], robot: Robot) -> None:
        super().__init__(desk, host)
        self._robot = robot

    def read(self, data: bytes, now: int | None, part: Letter | None) -> MailOutcome:
        """Take in a mail; one that cannot be read is answered too, if it may be."""
        try:
            letter = part or read(data, from_robot=False)
        except faults.MailRefused as error:
            return self._robot.answer_unreadable(error, data, now)
        return self.receive(MailInHand(data, letter, now))

    def receive(self, mail: MailInHand) -> MailOutcome:
        """As in any inbox; by the Date of a mail that was taken in its author is told moments from now on."""
        done = super().receive(mail)
        if done.outcome == "accepted":
            parties = self._desk.current_table.verifier.parties
            mails = {side: parties[side].mail for side in parties.sides}
            reader_zones.note_zone(self._folder, mails, mail.letter)
        return done

    def _take(self, mail: MailInHand) -> MailOutcome:
        if self._is_own(mail):
            return MailOutcome("ignored", _OWN)
        return self._robot.answer(mail)

    def _take_rest(self, mail: MailInHand) -> MailOutcome:
        return self._robot.answer(mail)

    def _is_own(self, mail: MailInHand) -> bool:
        own = self._desk.current_table.verifier.parties[REFEREE].mail.lower()
        return mail.letter.sender.lower() == own and not mail.letter.entries

    def _seat(self, host: HostInbox, mail: MailInHand, joins: Sequence[SignedEntry]) -> MailOutcome:
        return self._take(mail) if self._is_own(mail) else super()._seat(host, mail, joins)
