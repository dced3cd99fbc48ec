"""The host's inbox: joins are seated, by papers or by mail word, and a charter that a folder has forgotten is
taken back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from pbem import errors
from pbem.begin import charter, invitation, seating
from pbem.entry import game_papers
from pbem.entry.entries import SignedEntry
from pbem.mail import faults
from pbem.mail.letter import Letter
from pbem.mail.read import read
from pbem.robot.received import Mail, Received
from pbem.robot.robot import Robot
from pbem.robot.word_desk import answer_invited
from pbem.tell import setting_up, setup_letters
from pbem.tell.letters import Letters

_QUOTED: Final = "This mail brings the invitation back, and no join: a player signs that with `pbem join`.\n"
_TOO_EARLY: Final = "The game begins when all have joined; until then only joins are accepted.\n"
_ELSEWHERE: Final = "a code word from an address to which nobody was invited by mail word\n"


def joins_in(letter: Letter) -> tuple[SignedEntry, ...]:
    """The joins that a mail brings."""
    return tuple(signed for signed in letter.papers if not game_papers.is_one(signed))


class HostInbox:
    """Of a folder whose owner has invited."""

    def __init__(self, letters: Letters, robot: Robot) -> None:
        self._desk, self._folder = letters.desk, letters.desk.folder
        self._robot = robot

    def receive(self, data: bytes, now: int | None, part: Letter | None) -> Received:
        """Take in a mail before the game has begun; raises what the folder or the machine is to blame for."""
        found = charter.is_forgotten(self._folder, part.entries if part else entries_in(data))
        if found is not None:
            return self._begin_again(found)
        try:
            letter = part or read(data, from_robot=False)
        except faults.MailRefused as error:
            return unread(error)
        letter, quoted = self.unquoted(letter)
        mail = Mail(data, letter, now)
        joins = joins_in(letter)
        return self.seat(mail, joins) if joins else self._seat_by_word(mail, quoted)

    def unquoted(self, letter: Letter) -> tuple[Letter, bool]:
        """A mail without the papers of the invitation that it brings back, and whether it had no others."""
        if not letter.papers:
            return letter, False
        rest = seating.unquoted(invitation.kept(self._folder), letter.papers)
        return replace(letter, papers=rest), not rest

    def seat(self, mail: Mail, joins: Sequence[SignedEntry]) -> Received:
        """Take in joins, up to the first that is refused."""
        invited = invitation.kept(self._folder)
        tag = hashlib.sha256(mail.data).hexdigest()[:16]
        said = ""
        files: list[Path] = []
        for paper in seating.taken_back(self._folder, joins):
            try:
                done = seating.seated(self._folder, paper, now=mail.now)
            except errors.PbemError as error:
                if isinstance(error, errors.FOLDERS_FAULT):
                    raise
                file = setup_letters.refused(
                    self._folder, invited, mail.letter.sender, error, mail.now, after=bool(said)
                )
                made = (*files, file) if file else tuple(files)
                return Received("refused", f"{said}refused [{error.code}]: {error}\n", made)
            setup_letters.arrived(self._folder, done.person.role)
            said += setting_up.joined(done)
            if done.charter is not None and self._desk.seat.referees:
                files += self._robot.begin(done.person.role, mail)
            else:
                files += setup_letters.seated(self._folder, invited, done, tag, mail.now)
        return Received("accepted", said, tuple(files))

    def _begin_again(self, signed: SignedEntry) -> Received:
        """The host's own charter has come back to a folder that has forgotten it."""
        try:
            is_own = charter.take_in_again(self._folder, signed)
        except errors.FOLDERS_FAULT:
            raise
        except errors.PbemError as error:
            return Received("refused", f"refused [{error.code}]: {error}\n")
        return Received("accepted", setting_up.begun_again(self._folder, is_own))

    def _seat_by_word(self, mail: Mail, quoted: bool) -> Received:
        """Seat a player by mail word who says yes to the invitation. `quoted`: the mail brings an invitation
        back, and nothing else that is signed."""
        invited = invitation.kept(self._folder)
        heard = answer_invited(self._folder, invited, mail.letter, mail.data, mail.now)
        if heard is None and quoted:
            file = setup_letters.brought_back(self._folder, invited, mail.letter.sender, mail.now)
            return Received("ignored", _QUOTED, (file,) if file else ())
        if heard is None:
            return Received("ignored", _TOO_EARLY)
        if heard.join is None or heard.asked is None:
            files = (heard.mail,) if heard.mail else ()
            if heard.asked is None:
                return Received("refused", _ELSEWHERE, files)
            return Received("refused", f"{heard.asked.role} has not said yes to the invitation\n", files)
        return self.seat(mail, (heard.join.signed,))


def entries_in(data: bytes) -> Sequence[SignedEntry]:
    """The entries that a mail brings, for a folder whose log cannot be read yet; none of a bad mail."""
    try:
        return read(data, from_robot=True).entries
    except faults.MailRefused:
        return ()


def unread(error: faults.MailRefused) -> Received:
    """What becomes of a mail that nobody here answers and that cannot be read."""
    ignored = isinstance(error, faults.MailIgnored)
    return Received("ignored" if ignored else "refused", f"{error} [{error.code}]\n")
