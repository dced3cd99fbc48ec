"""A game that its reader has joined and whose charter has not come: its mails, and the robot that sends and
fetches them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from generator.local_server.local_page import Call, CallRefused, DownloadCall, Wait
from pbem.log.party.folder import Folder
from pbem.mail_table import outgoing_mails
from pbem.mail_table.heard_news import HeardNews
from pbem.mail_table.mail_robot import MailRobot
from pbem.post.robot_log import Tell
from pbem.table.seat.gesture_reader import take_text


class WaitingGame:
    """The game in a folder without a log. `tell` hears what the robot does; `uses_post`: whether there is a
    robot."""

    def __init__(self, folder: Folder, tell: Tell, clock: Callable[[], int], *, uses_post: bool) -> None:
        self._folder, self._clock, self._heard = folder, clock, HeardNews()
        self._robot = MailRobot(folder, tell, self._heard, clock, uses_post=uses_post)
        self._robot.start()

    def calls(self) -> Mapping[str, Call]:
        """The mails that wait to be sent."""
        folder = self._folder
        return {
            "mails": lambda _: outgoing_mails.describe_mails(folder),
            "mail_sent": lambda asked: outgoing_mails.note_sent(folder, take_text(asked, "name")),
        }

    def waits(self) -> Mapping[str, Wait]:
        """To send them now."""
        return {"post": lambda _, gone: self._robot.send_now(gone).json}

    def downloads(self) -> Mapping[str, DownloadCall]:
        """A mail as a file."""
        return {"mail": lambda asked: outgoing_mails.download_mail(self._folder, take_text(asked, "name"))}

    def lay_lines(self, lines: Sequence[str], press: Sequence[str]) -> str:
        """Raises CallRefused: there is nothing to decide yet."""
        del lines, press
        raise CallRefused("refused", "The game has not begun: its charter has not come yet.")

    def note_received(self, told: str, data: bytes) -> str:
        """Take note of a mail that was taken in, and of the text about it; what the reader is told."""
        self._heard.hear(told, self._clock())
        self._heard.hear_words(data)
        return told

    def note_unlocked(self) -> None:
        """Let the robot look again: it has the key now."""
        self._robot.nudge()

    def close(self) -> None:
        """Stop the robot."""
        self._robot.stop()
