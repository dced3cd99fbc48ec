"""What a page was told of one game since the program began: by its robot and by mails that came, with the
words of the other players and the questions of the referee in them. It is kept in memory alone.

The robot writes here in a thread of its own while the page reads.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from pbem.mail import author_text, faults, parser
from pbem.mail_table.asked_questions import Question, read_question
from pbem.messages import letter_text
from pbem.table.story_json import Json

MOST: Final = 100
"""Of each kind so many are kept: the newest."""
_LONGEST: Final = 4_000
"""Characters of one report."""


@dataclass(slots=True)
class HeardNews:
    """The reports and the words of others, oldest first."""

    _reports: deque[Json] = field(default_factory=lambda: deque(maxlen=MOST))
    _press: deque[Json] = field(default_factory=lambda: deque(maxlen=MOST))
    _questions: dict[str, Question] = field(default_factory=dict)
    _settled: set[str] = field(default_factory=set)
    _lock: Lock = field(default_factory=Lock)

    def hear(self, text: str, now: int) -> None:
        """Keep a report of Unix time `now`; one without words is none."""
        said = text.strip()[:_LONGEST]
        if said:
            with self._lock:
                self._reports.append({"at": now, "text": said})

    def hear_words(self, data: bytes) -> None:
        """Keep the words of players in a mail that was taken in. The same words again, as in a mail that came
        twice, are kept once."""
        try:
            text = author_text.shown_text(parser.parse(data))
        except faults.MailRefused:
            return
        with self._lock:
            for author, words in letter_text.read_press(text):
                said = {"from": author, "text": words[:_LONGEST]}
                if said not in self._press:
                    self._press.append(said)

    def hear_question(self, data: bytes) -> bool:
        """Keep the question in a mail, if there is one that the reader has not settled; whether there is."""
        question = read_question(data)
        if question is None or question.id in self._settled:
            return False
        with self._lock:
            if len(self._questions) < MOST:
                self._questions[question.id] = question
        return True

    def settle_question(self, name: str) -> None:
        """The reader has answered a question, or leaves it."""
        with self._lock:
            self._questions.pop(name, None)
            self._settled.add(name)

    @property
    def questions(self) -> list[Question]:
        """Those that nobody has settled."""
        with self._lock:
            return [*self._questions.values()]

    @property
    def reports(self) -> list[Json]:
        """Each with its time, `at`, and its `text`."""
        with self._lock:
            return list(self._reports)

    @property
    def press(self) -> list[Json]:
        """Each with the role that it is `from`, and its `text`: nobody has signed either."""
        with self._lock:
            return list(self._press)
