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
from pbem.entry import standing_papers
from pbem.entry.entries import SignedEntry
from pbem.mail import faults
from pbem.mail.letter import Letter
from pbem.mail.reader import read
from pbem.messages import setup_text
from pbem.messages.letters import setup_letters
from pbem.messages.letters.game_letters import GameLetters
from pbem.play import reader_zones
from pbem.robot.mail_outcome import MailInHand, MailOutcome
from pbem.robot.mail_word_desk import answer_invited
from pbem.robot.robot import Robot
from pbem.setup import charter, invitation, seating

_QUOTED: Final = "This mail brings the invitation back, and no join: a player signs that with `pbem join`.\n"
_TOO_EARLY: Final = "The game begins when all have joined; until then only joins are accepted.\n"
_ELSEWHERE: Final = "a code word from an address to which nobody was invited by mail word\n"


def joins_in(letter: Letter) -> tuple[SignedEntry, ...]:
    """The joins that a mail brings."""
    return tuple(signed for signed in letter.papers if not standing_papers.is_one(signed))


class HostInbox:
    """Of a folder whose owner has invited."""

    def __init__(self, letters: GameLetters, robot: Robot) -> None:
        self._desk, self._folder = letters.desk, letters.desk.folder
        self._robot = robot

    def receive(self, data: bytes, now: int | None, part: Letter | None) -> MailOutcome:
        """Take in a mail before the game has begun; raises what the folder or the machine is to blame for."""
        found = charter.is_forgotten(self._folder, part.entries if part else entries_in(data))
        if found is not None:
            return self._begin_again(found)
        try:
            letter = part or read(data, from_robot=False)
        except faults.MailRefused as error:
            return report_unreadable(error)
        letter, quoted = self.drop_quoted(letter)
        mail = MailInHand(data, letter, now)
        joins = joins_in(letter)
        return self.seat(mail, joins) if joins else self._seat_by_word(mail, quoted)

    def drop_quoted(self, letter: Letter) -> tuple[Letter, bool]:
        """A mail without the papers of the invitation that it brings back, and whether it had no others."""
        if not letter.papers:
            return letter, False
        rest = seating.drop_quoted(invitation.load_invitation(self._folder), letter.papers)
        return replace(letter, papers=rest), not rest

    def seat(self, mail: MailInHand, joins: Sequence[SignedEntry]) -> MailOutcome:
        """Take in joins, up to the first that is refused."""
        invited = invitation.load_invitation(self._folder)
        tag = hashlib.sha256(mail.data).hexdigest()[:16]
        said = ""
        files: list[Path] = []
        for paper in seating.drop_superseded(self._folder, joins):
            try:
                done = seating.seat_join(self._folder, paper, now=mail.now)
            except errors.PbemError as error:
                if isinstance(error, errors.FOLDERS_FAULT):
                    raise
                file = setup_letters.send_refusal(
                    self._folder, invited, mail.letter.sender, error, mail.now, after=bool(said)
                )
                made = (*files, file) if file else tuple(files)
                return MailOutcome("refused", f"{said}refused [{error.code}]: {error}\n", made)
            setup_letters.drop_invitation(self._folder, done.person.role)
            said += setup_text.joined_text(done)
            reader_zones.note_zone(self._folder, {done.person.role: done.person.mail}, mail.letter)
            if done.charter is not None and self._desk.seat.referees:
                files += self._robot.begin(done.person.role, mail)
            else:
                files += setup_letters.send_seating(self._folder, invited, done, tag, mail.now)
        return MailOutcome("accepted", said, tuple(files))

    def _begin_again(self, signed: SignedEntry) -> MailOutcome:
        """The host's own charter has come back to a folder that has forgotten it."""
        try:
            is_own = charter.take_in_again(self._folder, signed)
        except errors.FOLDERS_FAULT:
            raise
        except errors.PbemError as error:
            return MailOutcome("refused", f"refused [{error.code}]: {error}\n")
        return MailOutcome("accepted", setup_text.describe_second_beginning(self._folder, is_own))

    def _seat_by_word(self, mail: MailInHand, quoted: bool) -> MailOutcome:
        """Seat a player by mail word who says yes to the invitation. `quoted`: the mail brings an invitation
        back, and nothing else that is signed."""
        invited = invitation.load_invitation(self._folder)
        heard = answer_invited(self._folder, invited, mail.letter, mail.data, mail.now)
        if heard is None and quoted:
            file = setup_letters.send_restored(self._folder, invited, mail.letter.sender, mail.now)
            return MailOutcome("ignored", _QUOTED, (file,) if file else ())
        if heard is None:
            return MailOutcome("ignored", _TOO_EARLY)
        if heard.join is None or heard.asked is None:
            files = (heard.mail,) if heard.mail else ()
            if heard.asked is None:
                return MailOutcome("refused", _ELSEWHERE, files)
            return MailOutcome("refused", f"{heard.asked.role} has not said yes to the invitation\n", files)
        return self.seat(mail, (heard.join.signed,))


def entries_in(data: bytes) -> Sequence[SignedEntry]:
    """The entries that a mail brings, for a folder whose log cannot be read yet; none of a bad mail."""
    try:
        return read(data, from_robot=True).entries
    except faults.MailRefused:
        return ()


def report_unreadable(error: faults.MailRefused) -> MailOutcome:
    """What becomes of a mail that nobody here answers and that cannot be read."""
    ignored = isinstance(error, faults.MailIgnored)
    return MailOutcome("ignored" if ignored else "refused", f"{error} [{error.code}]\n")
