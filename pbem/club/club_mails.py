"""Mails of a club that belong to no game: an answer to a person, a word to the operator. To one address so
many a day; none to who wants none.

What nobody has proved and what somebody has confirmed with a code are counted apart: forged mails use up
nothing of what came after a code. An address that plays nothing gets few of all kinds together.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from modules.amounts import count_noun
from pbem.club import stopped_addresses
from pbem.club.club_folder import ClubFolder
from pbem.club.game_index import Index
from pbem.club.settings import ClubFile
from pbem.mail.letter import Letterhead
from pbem.mail.writer import Draft, compose_fitting

_ID: Final = re.compile(rb"^Message-ID:\s*(<[^<>\s]+>)", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Clerk:
    """Writes them. `sender`: the club's own address."""

    settings: ClubFile
    sender: str
    index: Index
    hall: ClubFolder

    @property
    def _from(self) -> str:
        return f"{self.settings.name} <{self.sender}>"

    def answer(
        self,
        letter: Letterhead,
        tag: str,
        text: str,
        now: int,
        picture: bytes | None = None,
        *,
        proven: bool = False,
    ) -> Path | None:
        """An answer to a mail, to the address in its From; None where that got enough today. `proven`: the
        mail had a code that was sent to that address alone, so its answer counts for nothing. Raises
        OSError."""
        to = letter.sender
        name = f"answer-{tag}"
        if before := self.hall.outbox.find(name):
            return before[0]
        if stopped_addresses.why_stopped(self.hall, to) is not None:
            return None
        if not proven and not self._count_mail(f"answers {to.lower()}", to, now):
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
            name=name,
        )
        return self.hall.outbox.put(name, compose_fitting(draft), [to])

    def stranger(self, letter: Letterhead, text: str, now: int) -> Path | None:
        """A short word to somebody whom nobody knows here, once a day; raises OSError."""
        to = letter.sender.lower()
        if stopped_addresses.why_stopped(self.hall, to) is not None or self.index.count_today(
            f"stranger {to}", now
        ):
            return None
        if not self.index.plays(to) and not self.reach(to, now):
            return None
        self.index.count(f"stranger {to}", now)
        return self.write(f"stranger-{_tag(to, str(now // 86_400))}", to, self.settings.name, text, now)

    def write(self, name: str, to: str, subject: str, text: str, now: int) -> Path | None:
        """A mail of the club's own, once under this name; raises OSError."""
        if before := self.hall.outbox.find(name):
            return before[0]
        if stopped_addresses.why_stopped(self.hall, to) is not None:
            return None
        draft = Draft(sender=self._from, to=(to,), subject=subject, text=text, date=now, name=name)
        return self.hall.outbox.put(name, compose_fitting(draft), [to])

    def ask(self, name: str, to: str, text: str, now: int) -> Path | None:
        """Ask an address about one request in its name: nothing in the subject is of somebody else. Raises
        OSError."""
        return self.write(name, to, f"{self.settings.name} asks: is this your wish?", text, now)

    def ask_stopped(self, to: str, text: str, now: int) -> Path | None:
        """Ask an address that gets no mail whether it wants mail again, once a day; None where it was asked
        today. Raises OSError."""
        if stopped_addresses.was_asked(self.hall, to, now):
            return None
        subject = f"Mail from {self.settings.name} again?"
        message = compose_fitting(Draft(sender=self._from, to=(to,), subject=subject, text=text, date=now))
        file = self.hall.outbox.put(f"again-{_tag(to, text)}", message, [to])
        stopped_addresses.ask(self.hall, to, message_id(message), now)
        return file

    def pass_on(self, name: str, to: str, subject: str, text: str, now: int, by: str = "") -> bool:
        """A mail that somebody asked for in another's inbox, who gets so many a day; `by`: the address that
        confirmed it with a code. Whether it went. Raises OSError."""
        if self.hall.outbox.find(name):
            return True
        if not self.can_pass_on(to, now, by):
            return False
        return self._count_mail(self._pass_on_count(to, by), to, now) and bool(
            self.write(name, to, subject, text, now)
        )

    def can_pass_on(self, to: str, now: int, by: str = "") -> bool:
        """Whether `pass_on` would send one more there now."""
        if stopped_addresses.why_stopped(self.hall, to) is not None:
            return False
        counts = {self._pass_on_count(to, by): self.settings.limits.answers}
        counts |= {} if self._is_known(to) else {_reach_key(to): self._of_strangers}
        return all(self.index.count_today(what, now) < most for what, most in counts.items())

    def _pass_on_count(self, to: str, by: str) -> str:
        """As what it counts. Each who plays has a count apart: no number of other addresses uses it up."""
        if not by:
            return f"passed on {to.lower()}"
        return f"confirmed {to.lower()} {by.lower() if self.index.plays(by) else 'strangers'}"

    def operator(self, what: str, text: str, now: int) -> Path | None:
        """A word to the operator, the same only once, and so many of one kind a day; raises OSError."""
        name, most = f"operator-{_tag(what, text)}", self.settings.limits.answers
        if before := self.hall.outbox.find(name):
            return before[0]
        number = self.index.count(f"operator {what}", now)
        if number > most:
            return None
        text += (
            f"\nYou have had {count_noun(most, 'such mail')} today: you get no more of them.\n"
            if number == most
            else ""
        )
        return self.write(name, self.settings.operator, f"{self.settings.name}: {what}", text, now)

    # --- how many ------------------------------------------------------------------------------------------

    def reach(self, to: str, now: int) -> bool:
        """Count one more mail to an address that plays nothing; whether it may get it."""
        return self.index.count(_reach_key(to), now) <= self._of_strangers

    @property
    def _of_strangers(self) -> int:
        return min(self.settings.limits.strangers, self.settings.limits.answers)

    def _is_known(self, mail: str) -> bool:
        return mail.lower() == self.settings.operator.lower() or self.index.plays(mail)

    def _count_mail(self, what: str, to: str, now: int) -> bool:
        """Count one more mail of a kind; whether it may go."""
        if self.index.count(what, now) > self.settings.limits.answers:
            return False
        return self._is_known(to) or self.reach(to, now)


def _reach_key(to: str) -> str:
    return f"reached {to.lower()}"


def message_id(message: bytes) -> str:
    """The Message-ID of a mail that was written here, with its angle brackets; empty without one."""
    found = _ID.search(message.partition(b"\r\n\r\n")[0])
    return found[1].decode("ascii", "replace") if found else ""


def _tag(*words: str) -> str:
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]
