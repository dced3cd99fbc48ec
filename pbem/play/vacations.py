"""More time by agreement: a side asks and confirms it with a code, all others say yes with a code that each
was sent, and the clock of that game stands still so long. `vacation.json` in the referee's folder; the log
knows nothing of it, for nobody is late before the referee writes it down.

A request takes the place of none but an earlier one of the same side, and a wrong code changes nothing:
whoever writes in another's name could else void what all are about to agree to. A code is too long to guess.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Final

from pbem.dice.dice_stream import hash_lines
from pbem.disk import atomic_files
from pbem.log.deadlines import Span
from pbem.log.party.folder import Folder

_NAME = "vacation.json"
WEEK: Final = 7 * 86_400
"""Seconds for which a code that was sent by mail may be said."""
SPAN: Final = r"(?P<number>[0-9]{1,3})\s*(?P<unit>hours?|days?|weeks?)"
"""How a span of time is written, in a pattern: `36 hours`, `3 days`, `2 weeks`."""
MOST_HOURS: Final = 60 * 24
_HOURS: Final = {"h": 1, "d": 24, "w": 168}


def read_hours(text: str) -> int | None:
    """The hours of a span that is written as in SPAN; None for other words, none at all or more than 60 days.

    >>> read_hours("2 weeks"), read_hours("36 hours"), read_hours("0 days"), read_hours("soon")
    (336, 36, None, None)
    """
    found = re.fullmatch(SPAN, text.strip(), re.IGNORECASE)
    hours = int(found["number"]) * _HOURS[found["unit"][0].lower()] if found else 0
    return hours if 0 < hours <= MOST_HOURS else None


def describe_misread(text: str) -> str:
    """What is wrong with words that `read_hours` cannot read."""
    return f"{text!r} cannot be read as a length: write '2 weeks', '3 days' or '36 hours', 60 days at most"


@dataclass(frozen=True, slots=True)
class Vacation:
    """What `side` asked for, and confirmed at `asked`, Unix seconds: so many `hours`. `codes` are digests of
    what each of the others was sent; `begun` is when the last of them agreed."""

    side: str
    asked: int
    hours: int
    codes: dict[str, str]
    agreed: tuple[str, ...] = ()
    begun: int | None = None

    @property
    def missing_roles(self) -> tuple[str, ...]:
        """Who has still to agree."""
        return tuple(side for side in self.codes if side not in self.agreed)

    def lock_code(self, game: str, role: str, mail: str, code: str) -> str:
        """The digest of a code of this request alone, in one game, for one role at one address."""
        asked = (self.side, self.hours, self.asked)
        return hash_lines("senlac-vacation/1", game, role, mail.lower(), *asked, code.strip().upper())

    def role_of_code(self, game: str, mails: Mapping[str, str], code: str) -> str | None:
        """The role that was sent this code; `mails`: the address of each role now."""
        for role, kept in self.codes.items():
            if hmac.compare_digest(kept, self.lock_code(game, role, mails.get(role, ""), code)):
                return role
        return None


@dataclass(frozen=True, slots=True)
class Vacations:
    """Those of one game: the ones that were granted, and those that are asked for, of each side one."""

    granted: tuple[Vacation, ...] = ()
    open: tuple[Vacation, ...] = ()

    @property
    def spans(self) -> tuple[Span, ...]:
        """From when to when the clock stands still."""
        return tuple((it.begun, it.begun + 3_600 * it.hours) for it in self.granted if it.begun is not None)

    def ask(
        self, game: str, side: str, hours: int, others: Mapping[str, tuple[str, str]], now: int
    ) -> Vacations:
        """With a new request in place of an earlier one of this side; with nobody to ask it is granted.
        `others`: the address of each other role and the code that is sent there."""
        one = Vacation(side, now, hours, {})
        codes = {role: one.lock_code(game, role, mail, code) for role, (mail, code) in others.items()}
        return self.add_request(replace(one, codes=codes), now)

    def add_request(self, one: Vacation, now: int) -> Vacations:
        """The same with a request that bears the digests of its codes; that request again changes nothing."""
        known = [replace(each, agreed=(), begun=None) for each in (*self.granted, *self.open)]
        return self if one in known else self._add(one, now)

    def find(self, side: str, asked: int, hours: int) -> Vacation | None:
        """What a side asked for at a time, open or granted."""
        same = (
            it for it in (*self.granted, *self.open) if (it.side, it.asked, it.hours) == (side, asked, hours)
        )
        return next(same, None)

    def renew_codes(self, one: Vacation, now: int) -> Vacations:
        """The same with a request that is open, or new, and bears other codes; who agreed before has done."""
        return self._add(one, now)

    def grant(self, side: str, hours: int, now: int) -> Vacations:
        """The same with a vacation that nobody else is asked about, from now on."""
        return self._add(Vacation(side, now, hours, {}), now)

    def find_granted(self, game: str, mails: Mapping[str, str], code: str) -> Vacation | None:
        """The vacation that was granted and to which this code was a yes."""
        return next((one for one in self.granted if one.role_of_code(game, mails, code)), None)

    def agree(
        self, game: str, mails: Mapping[str, str], code: str, now: int
    ) -> tuple[Vacations, Vacation | None]:
        """With the agreement of whom this code was sent to, and the request as it then stands; None for a
        wrong code, or one of a request that is older than a week, after which nothing has changed. `mails`:
        the address of each role now."""
        for one in self.open:
            role = one.role_of_code(game, mails, code) if now - one.asked <= WEEK else None
            if role is not None:
                after = replace(one, agreed=tuple(dict.fromkeys([*one.agreed, role])))
                return self._add(after, now), after
        return self, None

    def _add(self, one: Vacation, now: int) -> Vacations:
        others = tuple(each for each in self.open if each.side != one.side)
        if one.missing_roles:
            return replace(self, open=(*others, one))
        return Vacations((*self.granted, replace(one, begun=now)), others)


def read(folder: Folder) -> Vacations:
    """The vacations of a game; none where the file is none of ours. What an earlier release left open has not
    been confirmed by who asked: it is void."""
    try:
        said = json.loads((folder.path / _NAME).read_text(encoding="utf-8"))
        granted, asked = said["granted"], said.get("asked", ())
        return Vacations(tuple(map(_vacation, granted)), tuple(map(_vacation, asked)))
    except (FileNotFoundError, ValueError, TypeError, KeyError, AttributeError):
        return Vacations()


def write(folder: Folder, vacations: Vacations) -> None:
    """Keep them; raises OSError."""
    said = {"granted": list(map(asdict, vacations.granted)), "asked": list(map(asdict, vacations.open))}
    data = json.dumps(said, sort_keys=True) + "\n"
    atomic_files.replace(folder.path / _NAME, data.encode(), mode=0o600)


def _vacation(said: dict[str, object]) -> Vacation:
    fields = {name: value for name, value in said.items() if name != "tries"}  # of earlier releases
    found = Vacation(**fields)  # type: ignore[arg-type]  # what does not fit is a TypeError
    return replace(found, agreed=tuple(found.agreed))
