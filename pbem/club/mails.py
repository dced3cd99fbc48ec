"""Mails of a club that belong to no game: an answer to a person, a word to the operator. To one address so
many a day; none to who wants none."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbem.club import stops
from pbem.club.hall import Hall
from pbem.club.index import Index
from pbem.club.settings import ClubFile
from pbem.mail.letter import Letterhead
from pbem.mail.write import Draft, fitted

_ID: Final = re.compile(rb"^Message-ID:\s*(<[^<>\s]+>)", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Clerk:
    """Writes them. `sender`: the club's own address."""

    settings: ClubFile
    sender: str
    index: Index
    hall: Hall

    @property
    def _from(self) -> str:
        return f"{self.settings.name} <{self.sender}>"

    def answer(
        self, letter: Letterhead, tag: str, text: str, now: int, picture: bytes | None = None
    ) -> Path | None:
        """An answer to a mail, to the address in its From; None where that got enough today. Raises
        OSError."""
        to = letter.sender
        name = f"answer-{tag}"
        if before := self.hall.outbox.find(name):
            return before[0]
        if stops.why_stopped(self.hall, to) is not None or self._enough(f"answers {to.lower()}", now):
            return None
        draft = Draft(
            sender=self._from,
            to=(to,),
            subject=f"Re: {letter.subject}" if letter.subject else self.settings.name,
            text=text,
            picture=picture,
            in_reply_to=letter.id,
            references=letter.references,
            date=now,
        )
        return self.hall.outbox.put(name, fitted(draft), [to])

    def stranger(self, letter: Letterhead, text: str, now: int) -> Path | None:
        """A short word to somebody whom nobody knows here, once a day; raises OSError."""
        to = letter.sender.lower()
        if stops.why_stopped(self.hall, to) is not None or self.index.count(f"stranger {to}", now) > 1:
            return None
        return self.write(f"stranger-{_tag(to, str(now // 86_400))}", to, self.settings.name, text, now)

    def write(self, name: str, to: str, subject: str, text: str, now: int) -> Path | None:
        """A mail of the club's own, once under this name; raises OSError."""
        if before := self.hall.outbox.find(name):
            return before[0]
        if stops.why_stopped(self.hall, to) is not None:
            return None
        draft = Draft(sender=self._from, to=(to,), subject=subject, text=text, date=now)
        return self.hall.outbox.put(name, fitted(draft), [to])

    def ask_stopped(self, to: str, subject: str, text: str, now: int) -> bool:
        """Ask an address that gets no mail whether it wants mail again, once a day; whether it is asked now.
        Raises OSError."""
        if stops.was_asked(self.hall, to, now):
            return False
        message = fitted(Draft(sender=self._from, to=(to,), subject=subject, text=text, date=now))
        self.hall.outbox.put(f"again-{_tag(to, text)}", message, [to])
        stops.ask(self.hall, to, message_id(message), now)
        return True

    def pass_on(self, name: str, to: str, subject: str, text: str, now: int) -> bool:
        """A mail that somebody asked for in another's inbox, who gets so many a day, whoever asks; whether it
        went. Raises OSError."""
        if self.hall.outbox.find(name):
            return True
        enough = self._enough(f"passed on {to.lower()}", now)
        return not enough and self.write(name, to, subject, text, now) is not None

    def operator(self, what: str, text: str, now: int) -> Path | None:
        """A word to the operator, the same only once; raises OSError."""
        name = f"operator-{_tag(what, text)}"
        return self.write(name, self.settings.operator, f"{self.settings.name}: {what}", text, now)

    def _enough(self, what: str, now: int) -> bool:
        return self.index.count(what, now) > self.settings.limits.answers


def message_id(message: bytes) -> str:
    """The Message-ID of a mail that was written here, with its angle brackets; empty without one."""
    found = _ID.search(message.partition(b"\r\n\r\n")[0])
    return found[1].decode("ascii", "replace") if found else ""


def _tag(*words: str) -> str:
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]
