"""A game that has begun, as the page of its player has it open: the calls of its board, those of the day
beside it, and the robot that sends and fetches mails.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from generator.console import quoted
from generator.local_server.local_page import Call, CallRefused, Download, DownloadCall, Wait
from pbem.log.party.folder import Folder
from pbem.mail_table import asked_questions, day_acts, day_facts, outgoing_mails, waiting_proposals
from pbem.mail_table.act_outcome import ActOutcome
from pbem.mail_table.heard_news import HeardNews
from pbem.mail_table.mail_calls import Clock, MailCalls
from pbem.mail_table.mail_robot import MailRobot
from pbem.mail_table.mail_seat import MailSeat
from pbem.mail_table.possible_acts import Situation
from pbem.mail_table.sending import Sent
from pbem.messages.letters.game_letters import map_picture
from pbem.post.robot_log import Tell
from pbem.robot import unfinished_work
from pbem.table.seat.gesture_reader import take_text
from pbem.table.seat.seat_calls import Asked
from pbem.table.story_json import Json

_MINUTE: Final = 60
_QUESTION: Final = "The mail asks you something. The question stands in the tab Mail."


class MailGame(MailCalls):
    """The game in a folder. `tell` hears what the robot does; `uses_post`: whether there is a robot."""

    def __init__(self, folder: Folder, tell: Tell, clock: Clock, *, uses_post: bool) -> None:
        """Raises as MailSeat."""
        self._heard = HeardNews()
        self._robot = MailRobot(folder, tell, self._heard, clock, uses_post=uses_post)
        again = f"pbem table --dir {quoted(folder.path)}"
        super().__init__(folder, clock, _Today(clock, self._heard, self._robot), again)
        self._robot.start()

    def calls(self) -> dict[str, Call]:
        """The calls that are answered one after the other."""
        return {
            **super().calls(),
            "act": self._guard(self._act),
            "read_proposal": self._guard(self._read_proposal),
            "sign": self._guard(self._sign),
            "answer_question": self._guard(self._answer_question),
            "mails": self._guard(lambda _: outgoing_mails.describe_mails(self.seat.folder)),
            "mail_sent": self._guard(self._note_sent),
        }

    def waits(self) -> dict[str, Wait]:
        """The calls that may take long; others are answered meanwhile."""
        return {**super().waits(), "post": lambda _, gone: self._robot.send_now(gone).json}

    def downloads(self) -> dict[str, DownloadCall]:
        """The files that a page may ask for."""
        return {**super().downloads(), "mail": self._guard(self._give_mail)}

    def note_received(self, told: str, data: bytes) -> str:
        """Takes note of a mail that was taken in, and of the text about it; what the reader is told."""
        if self._heard.hear_question(data):
            return _QUESTION
        self._heard.hear(told, self._clock())
        self._heard.hear_words(data)
        return told

    def note_unlocked(self) -> None:
        """Lets the robot look again: it has the key now."""
        self._robot.nudge()

    def close(self) -> None:
        """Stops the robot."""
        self._robot.stop()

    # --- what the player does beside orders ----------------------------------------------------------------

    def _begin(self, asked: Asked) -> Json:
        """As every page begins. If a program was killed, or a disk was full, between signature and mail,
        then the mail is written now: without a robot nobody else would write it."""
        with self.seat.hold():
            if self.seat.pending:
                unfinished_work.finish(self.seat.folder, self._clock())
        return super()._begin(asked)

    def _here(self) -> Situation:
        return _find_situation(self.seat, self._clock())

    def _do(self, work: Callable[[], ActOutcome]) -> Json:
        """What came of an act, once nobody else writes into the folder."""
        with self.seat.hold():
            done = work()
        self._robot.nudge()
        self.seat.refresh()
        return {**done.json, **self._tell_news()}

    def _act(self, asked: Asked) -> Json:
        said, confirmed = asked.get("said"), asked.get("confirm")
        return self._do(lambda: day_acts.do_act(self._here(), asked.get("name"), said, confirmed))

    def _read_proposal(self, asked: Asked) -> Json:
        with self.seat.hold():
            return waiting_proposals.read_proposal(self.seat.desk, self.seat.table, asked.get("id"))

    def _sign(self, asked: Asked) -> Json:
        name, digest = asked.get("id"), asked.get("digest")
        seat, now = self.seat, self._clock()
        return self._do(lambda: waiting_proposals.sign(seat.desk, seat.table, name, digest, now))

    def _answer_question(self, asked: Asked) -> Json:
        name = asked.get("id")
        question = next((each for each in self._heard.questions if each.id == name), None)
        if question is None:
            raise CallRefused("stale", "This question waits for you no more.")
        says_yes = asked.get("yes") is True

        def answer() -> ActOutcome:
            return asked_questions.say_yes(question, self._here()) if says_yes else ActOutcome("")

        done = self._do(answer)
        self._heard.settle_question(question.id)
        return {**done, **self._tell_news()}

    def _tell_sent(self, sent: Sent) -> Json:
        self._robot.nudge()
        return super()._tell_sent(sent)

    def _note_sent(self, asked: Asked) -> Json:
        return outgoing_mails.note_sent(self.seat.folder, take_text(asked, "name"))

    def _give_mail(self, asked: Asked) -> Download:
        return outgoing_mails.download_mail(self.seat.folder, take_text(asked, "name"))


class _Today:
    """A player's day, as the folder, the robot and the clock have it."""

    def __init__(self, clock: Clock, heard: HeardNews, robot: MailRobot) -> None:
        self._clock, self._heard, self._robot = clock, heard, robot

    def describe(self, seat: MailSeat) -> Json:
        """As `mail_calls.Day`."""
        return day_facts.describe_day(
            _find_situation(seat, self._clock()), self._heard, self._robot.describe()
        )

    def mark(self) -> object:
        """As `mail_calls.Day`: the newest words that were heard, the state of the robot, and the minute, in
        which an act may have become possible."""
        heard = self._heard.reports[-1:], self._heard.press[-1:], self._heard.questions
        return self._clock() // _MINUTE, heard, self._robot.describe()


def _find_situation(seat: MailSeat, now: int) -> Situation:
    return Situation(seat.desk, seat.table, seat.side, seat.pending, now, map_picture(seat.folder))
