"""The rounds of `pbem run` beside a page, in a thread of its process: mails come and go by the settings in
the folder, which are read again when they change.

It takes the same locks as every other program at the folder. The page asks nothing of it but to look now. All
that it does lies in files, and its reports are kept for the page. Whatever goes wrong is told there, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from threading import Event, Thread
from typing import Final

from generator.local_server.local_page import CallRefused
from pbem.errors import PbemError
from pbem.log.party.folder import Folder
from pbem.mail.limits import MAX_BYTES
from pbem.mail_table import outgoing_mails
from pbem.mail_table.act_outcome import ActOutcome
from pbem.mail_table.heard_news import HeardNews
from pbem.messages.letters.game_letters import map_picture
from pbem.post import folder_rounds, outbox_flush
from pbem.post.folder_rounds import FolderWork, Pace
from pbem.post.mail_loop import Receive, ReceivedMail
from pbem.post.outbox import Outbox
from pbem.post.post_settings import NAME, PostSettings
from pbem.post.robot_log import LogNote, Tell
from pbem.post.stop_signal import Stop
from pbem.robot.inbox import Inbox, plan_work
from pbem.rules.rules_lookup import Build, rules_of
from pbem.table.seat.seat_calls import refuse_in_words
from pbem.table.story_json import Json

BETWEEN_ROUNDS: Final = 60.0
_BETWEEN_LOOKS: Final = 2.0
"""Seconds between two looks at settings that are missing or at fault."""
_SECONDS_TO_END: Final = 20.0
_BY_POST: Final = "Mails are fetched and sent for you, as post.yaml in the folder says."
_BY_HAND: Final = (
    "No mailbox is set up: send your mails from your mail program, and take in here what comes. `pbem post "
    "init` writes post.yaml for this folder."
)
_LEFT_ALONE: Final = "Mails are neither fetched nor sent: this page was opened with --no-post."
_FAULT: Final = "The robot has met a fault of its own ({}). Mails wait; it tries again."

_NO_NEWS: Final = ("ignored", "left", "orders")
"""Mails of others, and the file of orders, which a page does without."""
_OUTGOING: Final = ("sent", "waiting", "undeliverable")
"""What became of a mail of the player's, which is told by its subject."""

_Mark = tuple[int, int] | None


class MailRobot:
    """The robot of one folder. `tell` hears each note, from another thread; `heard` keeps them for the page.
    `uses_post`: whether it goes by the settings at all."""

    def __init__(
        self,
        folder: Folder,
        tell: Tell,
        heard: HeardNews,
        clock: Callable[[], int],
        *,
        uses_post: bool = True,
        every: float = BETWEEN_ROUNDS,
        build: Build = rules_of,
    ) -> None:
        self._folder, self._tell, self._heard, self._clock = folder, tell, heard, clock
        self._uses_post, self._every, self._build = uses_post, every, build
        self._file = folder.path / NAME
        self._rest = Stop()
        self._ends = False
        self._thread: Thread | None = None
        self._trouble = ""
        self._nudged = self._failed = self._read = False

    # --- what the program asks of it -----------------------------------------------------------------------

    def start(self) -> None:
        """Begin with the rounds; once more does nothing."""
        if self._uses_post and self._thread is None:
            self._thread = Thread(target=self._go_on, daemon=True, name="mail robot")
            self._thread.start()

    def nudge(self) -> None:
        """Look now: there is something to send, or the key can be used. After trouble the rounds begin anew,
        for these would leave a server alone for a while."""
        self._nudged = True
        if self._trouble:
            self._rest.set()
        else:
            self._rest.nudge()

    def stop(self) -> None:
        """End after the mail in hand; waits for that, but not for ever."""
        self._ends = True
        self._rest.set()
        if self._thread is not None:
            self._thread.join(_SECONDS_TO_END)

    def describe(self) -> Json:
        """How mails come and go, and what is wrong with that, for a person."""
        runs = self._thread is not None and self._thread.is_alive()
        by_post = runs and self._read_mark() is not None
        says = _BY_POST if by_post else _BY_HAND if self._uses_post else _LEFT_ALONE
        return {
            "runs": runs,
            "way": "post" if by_post else "hand",
            "says": says,
            "trouble": self._trouble if by_post else "",
        }

    def send_now(self, gone: Event) -> ActOutcome:
        """Send what waits this moment, in the thread of the caller; what became of it. Raises CallRefused
        where no mailbox is set up, and for all that settings and server refuse."""
        if not self._uses_post or self._read_mark() is None:
            raise CallRefused("refused", _BY_HAND if self._uses_post else _LEFT_ALONE, {"rule": ""})
        notes: list[LogNote] = []

        def hear(note: LogNote) -> None:
            notes.append(note)
            self._hear(note)

        refuse_in_words(lambda _: outgoing_mails.send_now(self._folder, self._clock(), hear, gone), {})
        sent = tuple(note.name for note in notes if note.what == "sent")
        told = "\n".join(map(self._write, notes))
        return ActOutcome(told or "No mail waits to be sent.", sent)

    # --- the thread ----------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        while not self._ends:
            self._rest, self._nudged = Stop(), False
            mark = self._read_mark()
            if mark is not None:
                self._try_rounds(mark)
            self._wait_for_change(mark)

    def _try_rounds(self, mark: _Mark) -> None:
        """Go round until the settings change or something goes wrong."""
        try:
            post = PostSettings.read(self._file)
            post.look_at_passwords()
            work, pace = self._plan_work(mark), Pace(False, self._every)
            if not self._ends:
                folder_rounds.go_round(self._folder.path, post, work, pace, MAX_BYTES, self._rest, self._hear)
        except (PbemError, OSError) as error:
            self._hear(LogNote("trouble", "robot", str(error)))
        except Exception as error:  # else it would end in silence, and nothing would come or go any more
            self._hear(LogNote("trouble", "robot", _FAULT.format(type(error).__name__)))

    def _wait_for_change(self, mark: _Mark) -> None:
        """Rest until the settings are others, somebody nudges or, after trouble, for the time of a round."""
        left = self._every if mark is not None else inf
        while not (self._ends or self._nudged) and left > 0 and self._read_mark() == mark:
            self._rest.wait(min(left, _BETWEEN_LOOKS))
            left -= _BETWEEN_LOOKS

    def _read_mark(self) -> _Mark:
        """What changes with the settings; None where there are none."""
        try:
            found = self._file.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size

    def _plan_work(self, mark: _Mark) -> FolderWork:
        work = plan_work(Inbox(self._folder, map_picture(self._folder), self._build), self._clock)
        return replace(
            work,
            receive=partial(self._receive, work.receive),
            keep_time=partial(self._keep_time, work.keep_time),
            put_off=partial(self._begin_round, mark),
        )

    def _begin_round(self, mark: _Mark) -> Iterable[LogNote]:
        """End where the settings are others. The round before has shown that all is well if all was read, it
        told of no trouble, and nothing waits any more: after a failure the next rounds may leave a server
        alone, and tell nothing."""
        if self._read_mark() != mark:
            self._rest.set()
        if self._read and not self._failed and not any(Outbox(self._folder.path).path.glob("*.eml")):
            self._trouble = ""
        self._read = self._failed = False
        return ()

    def _receive(self, receive: Receive, data: bytes) -> ReceivedMail:
        done = receive(data)
        if done.outcome == "accepted":
            self._heard.hear_words(data)
        else:
            self._heard.hear_question(data)
        return done

    def _keep_time(self, keep_time: Callable[[], Sequence[LogNote]]) -> Sequence[LogNote]:
        self._read = True
        return keep_time()

    def _hear(self, note: LogNote) -> None:
        """Tell the terminal and keep it for the page; trouble that goes on is kept once. Mails that the page
        itself sends are no trouble."""
        self._tell(note)
        if note.text == outbox_flush.BUSY:
            return
        again = note.what == "trouble" and note.text == self._trouble
        if note.what == "trouble":
            self._trouble, self._failed = note.text, True
        if note.what not in _NO_NEWS and not again:
            self._heard.hear(self._write(note), self._clock())

    def _write(self, note: LogNote) -> str:
        """A note in the words of the page."""
        if note.what not in _OUTGOING:
            return note.text
        return f"{outgoing_mails.find_subject(self._folder, note.name)}: {note.what} {note.text}"
