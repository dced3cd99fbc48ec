"""What an address is asked before something is done in its name: a mail of its own for each request, with a
code that confirms this one alone.

Anybody can have such mails sent to anybody. So one address gets a few a day, apart from all answers: nobody
who uses up the answers of an address keeps a code from it. A code that came back makes room for another
question, as only the holder of the address has it; `refuse` is for what others have asked in its name. What
has no words of its own, as `unsubscribe`, is asked once a day beside these.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbem import errors
from pbem.club import asked, language, stops
from pbem.club.asked import Asked
from pbem.club.hall import Hall
from pbem.club.index import A_DAY, Index
from pbem.club.mails import Clerk
from pbem.codes import Code

_ALWAYS: Final = (language.Unsubscribe, language.Subscribe, language.Leave)
_QUESTION: Final = (
    "You, or somebody who writes in your name, ask: {what}.\n\nAnybody can write any address into a mail, so "
    "nothing is done yet. If it is your wish, send a line of your own to this address: the word agree, a "
    "space, and the code word below. It confirms this alone, once, within a week. If it is not, there is "
    "nothing to do; the word refuse, a space, and the code word have it forgotten at once.\n\n"
    "Code word: {code}\n"
)
_FULL: Final = (
    "this address was asked {most} times today whether something was its wish, so it is not asked about "
    "this. Somebody may be writing in your name. The word refuse with the code word of one of these mails "
    "makes room: write that line, and below it your own request"
)


@dataclass(frozen=True, slots=True)
class Questions:
    """Asks them in the name of a club."""

    hall: Hall
    index: Index
    clerk: Clerk

    def ask(self, one: Asked, what: str, mail_id: str) -> tuple[Path | None, str]:
        """Ask an address whether a request is its own wish. The mail that asks it, and what is to be said
        beside it; nothing is kept or sent where the same was asked today, or where the address takes no mail.
        `mail_id` names the mail that asked for it. Raises `club-limit` or OSError."""
        resumes = isinstance(one.request, language.Subscribe)
        if not resumes and stops.why_stopped(self.hall, one.mail) is not None:
            return None, ""
        tag = hashlib.sha256(mail_id.encode()).hexdigest()[:16]
        if (before := self._before(one)) is not None:
            said = "This was asked in your name before today: the code word is in the mail of then.\n"
            return before, "" if before.stem.endswith(tag) else said
        if not isinstance(one.request, _ALWAYS):
            self._check_room(one)
        code = asked.keep(self.hall, one, plays=self.index.plays(one.mail))
        text = _QUESTION.format(what=what, code=code)
        if resumes:
            file = self.clerk.ask_stopped(one.mail, text, one.at)
        else:
            file = self.clerk.ask(f"{_name(asked.named(code))}-{tag}", one.mail, text, one.at)
            if not isinstance(one.request, _ALWAYS):
                self.index.count(_asked(one.mail), one.at)
        return file, ""

    def answered(self, one: Asked, now: int) -> None:
        """The code of a request came back: if it was asked today, there is room for one more question."""
        if not isinstance(one.request, _ALWAYS) and one.at // A_DAY == now // A_DAY:
            self.index.count(_asked(one.mail), now, -1)

    def _before(self, one: Asked) -> Path | None:
        """The mail that asked the same today. What was kept and never asked, as the program was killed, is
        forgotten."""
        for file in asked.same(self.hall, one):
            if found := self.hall.outbox.find(f"{_name(asked.code_of(file))}-*"):
                return found[0]
            asked.drop(file)
        return None

    def _check_room(self, one: Asked) -> None:
        most = self.clerk.settings.limits.questions
        if self.index.counted(_asked(one.mail), one.at) >= most:
            raise errors.Refusal(Code.CLUB_LIMIT, _FULL.format(most=most))


def _name(code: str) -> str:
    return f"question-{code}"


def _asked(mail: str) -> str:
    return f"asked {mail.lower()}"
