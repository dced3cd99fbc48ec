"""Questions of the referee in mails that came, such as whether a vacation is the player's own wish. Each has
a code word, and the answer is a mail with `yes` and that word.

A question is shown as the mail tells it. A mail of anybody else, or of another game, is none.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from generator.local_server.local_page import CallRefused
from pbem.entry.field_types import REFEREE
from pbem.mail import author_text, faults, parser
from pbem.mail.reader import read
from pbem.mail_table.act_outcome import ActOutcome
from pbem.mail_table.possible_acts import Situation
from pbem.messages import request_text
from pbem.messages.letters import request_letters
from pbem.table.story_json import Json


@dataclass(frozen=True, slots=True)
class Question:
    """A mail with a code word, as it came."""

    id: str
    sender: str
    subject: str
    text: str
    code: str


def read_question(data: bytes) -> Question | None:
    """The question in a mail; None for a mail without one."""
    try:
        letter, text = read(data, from_robot=True), author_text.shown_text(parser.parse(data))
    except faults.MailRefused:
        return None
    code = request_text.find_code(text)
    if not code:
        return None
    return Question(hashlib.sha256(data).hexdigest()[:16], letter.sender, letter.subject, text.strip(), code)


def is_open(question: Question, here: Situation) -> bool:
    """Whether the referee of this game asks it."""
    verifier = here.table.verifier
    if not verifier.parties.has_referee:
        return False
    sent_by = question.sender.lower() == verifier.parties[REFEREE].mail.lower()
    return sent_by and f"[{verifier.game[:8]}]" in question.subject


def describe_question(question: Question) -> Json:
    """As the page shows it."""
    return {"id": question.id, "title": question.subject, "text": question.text}


def say_yes(question: Question, here: Situation) -> ActOutcome:
    """The mail that answers it. Raises CallRefused for one that is not asked here, OSError."""
    if not is_open(question, here):
        raise CallRefused("stale", "This question is not open any more.")
    mail = request_letters.send_request(
        here.desk.folder, here.table.verifier, f"yes {question.code}", here.now
    )
    return ActOutcome.of_files("You have said yes. The mail to the referee lies in the outbox.", [mail])
