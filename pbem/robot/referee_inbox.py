"""The referee's inbox: the robot judges and answers each mail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from pbem.entry.entries import SignedEntry
from pbem.entry.shapes import REFEREE
from pbem.mail import faults
from pbem.mail.letter import Letter
from pbem.mail.read import read
from pbem.play.desk import Desk
from pbem.robot.host_inbox import HostInbox
from pbem.robot.party_inbox import PartyInbox
from pbem.robot.received import Mail, Received
from pbem.robot.robot import Robot

_OWN: Final = "a mail from this folder's own address, without a signed entry\n"


class RefereeInbox(PartyInbox):
    """Of the folder of a game's referee."""

    FILES_ONCE = True

    def __init__(self, desk: Desk, host: Callable[[], HostInbox | None], robot: Robot) -> None:
        super().__init__(desk, host)
        self._robot = robot

    def read(self, data: bytes, now: int | None, part: Letter | None) -> Received:
        """Take in a mail; one that cannot be read is answered too, if it may be."""
        try:
            letter = part or read(data, from_robot=False)
        except faults.MailRefused as error:
            return self._robot.unread(error, data, now)
        return self.receive(Mail(data, letter, now))

    def _take(self, mail: Mail) -> Received:
        if self._is_own(mail):
            return Received("ignored", _OWN)
        return self._robot.answer(mail)

    def _take_rest(self, mail: Mail) -> Received:
        return self._robot.answer(mail)

    def _is_own(self, mail: Mail) -> bool:
        own = self._desk.at_hand.walk.parties[REFEREE].mail.lower()
        return mail.letter.sender.lower() == own and not mail.letter.entries

    def _seat(self, host: HostInbox, mail: Mail, joins: Sequence[SignedEntry]) -> Received:
        return self._take(mail) if self._is_own(mail) else super()._seat(host, mail, joins)
