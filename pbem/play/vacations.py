"""More time by agreement: somebody asks, all others say yes with a code that each was sent, and the clock of
that game stands still so long. `vacation.json` in the referee's folder; the log knows nothing of it, for
nobody is late before the referee writes it down.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import asdict, dataclass, replace

from pbem.disk import whole
from pbem.log.deadlines import Span
from pbem.log.folder import Folder

_NAME = "vacation.json"
MOST_TRIES = 5
"""Wrong codes after which a vacation has to be asked for again."""


@dataclass(frozen=True, slots=True)
class Vacation:
    """What `side` asked for at `asked`, Unix seconds: so many `hours`. `codes` are digests of what each of
    the others was sent; `begun` is when the last of them agreed."""

    side: str
    asked: int
    hours: int
    codes: dict[str, str]
    agreed: tuple[str, ...] = ()
    begun: int | None = None
    tries: int = 0

    @property
    def missing(self) -> tuple[str, ...]:
        """Who has still to agree."""
        return tuple(side for side in self.codes if side not in self.agreed)


@dataclass(frozen=True, slots=True)
class Vacations:
    """Those of one game: the ones that were granted, and the one that is asked for."""

    granted: tuple[Vacation, ...] = ()
    open: Vacation | None = None

    @property
    def spans(self) -> tuple[Span, ...]:
        """From when to when the clock stands still."""
        return tuple((it.begun, it.begun + 3_600 * it.hours) for it in self.granted if it.begun is not None)

    def ask(self, side: str, hours: int, codes: dict[str, str], now: int) -> Vacations:
        """With a new request in place of the one that was open; with nobody to ask it is granted."""
        one = Vacation(side, now, hours, {role: _digest(code) for role, code in codes.items()})
        return self._with(one, now)

    def agree(self, code: str, now: int) -> tuple[Vacations, str | None]:
        """With the agreement of whom this code was sent to, who is returned; None for a wrong one."""
        one = self.open
        if one is None or one.tries >= MOST_TRIES:
            return self, None
        told = _digest(code)
        side = next((role for role, kept in one.codes.items() if hmac.compare_digest(kept, told)), None)
        if side is None:
            return replace(self, open=replace(one, tries=one.tries + 1)), None
        agreed = tuple(dict.fromkeys([*one.agreed, side]))
        return self._with(replace(one, agreed=agreed), now), side

    def _with(self, one: Vacation, now: int) -> Vacations:
        if one.missing:
            return replace(self, open=one)
        return Vacations((*self.granted, replace(one, begun=now)), None)


def read(folder: Folder) -> Vacations:
    """The vacations of a game; none where the file is none of ours."""
    try:
        said = json.loads((folder.path / _NAME).read_text(encoding="utf-8"))
        opened = said["open"]
        return Vacations(tuple(map(_vacation, said["granted"])), opened and _vacation(opened))
    except (FileNotFoundError, ValueError, TypeError, KeyError):
        return Vacations()


def write(folder: Folder, vacations: Vacations) -> None:
    """Keep them; raises OSError."""
    data = json.dumps(asdict(vacations), sort_keys=True) + "\n"
    whole.replace(folder.path / _NAME, data.encode(), mode=0o600)


def _vacation(said: dict[str, object]) -> Vacation:
    found = Vacation(**said)  # type: ignore[arg-type]  # what does not fit is a TypeError
    return replace(found, agreed=tuple(found.agreed))


def _digest(code: str) -> str:
    return hashlib.sha256(code.strip().upper().encode()).hexdigest()
