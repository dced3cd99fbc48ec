"""How much mail a club takes in on one day, and what is put off until the day after.

An address and a game have so many mails a day. Anybody can use these up in another's name, as nothing checks
a From, and everybody has copies of old entries. So what a player alone can have made (`claims`) counts for
neither: the first for a place that is due is always taken in, all further ones count for that player's seat
in that game. The same thing again has no claim: it is one mail more of its sender and its game.

Drafts of a player by mail word are words under a From. They count for that player in that game and for
nothing else, so only forged drafts keep drafts out; and no more are taken in than the game answers.

What is over is kept and taken in on the day after, in the order in which it came, and then counts for
nothing. A flood fills no disk: what is kept in a day of one address, game or seat is bounded, and what is
kept without a claim altogether. Beyond that it is left out.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pbem.club.claims import Claim, Claims
from pbem.club.club_folder import ClubFolder
from pbem.club.game_index import A_DAY, Index
from pbem.club.settings import Limits
from pbem.disk import atomic_files
from pbem.mail.letter import Letter
from pbem.messages.letters import mail_word_letters

_LEAST: Final = 200_000
"""Bytes for which a mail that is kept counts at least."""
OF_ONE: Final = 20 * _LEAST
"""Bytes that are kept in a day of one address, game or seat: 20 mails, fewer if they are large."""
OF_ALL: Final = 320 * _LEAST
"""Bytes that are kept in a day without a claim, of all addresses and games together."""
_NAME: Final = re.compile(r"([0-9]+)-([0-9]+)-[0-9a-f]{32}\.eml")
"""Of a mail that is kept: day, number, digest. What another program has put beside these is passed over."""


@dataclass(slots=True)
class AdmittedMail:
    """What of a mail is taken in now: its `parts` for games. `used`: the claims by which it is; `charged`:
    the seats for which it counts. `over`: the counts that are full, those of seats first."""

    parts: dict[str, Letter] = field(default_factory=dict)
    used: list[Claim] = field(default_factory=list)
    charged: list[str] = field(default_factory=list)
    over: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Admission:
    """Counts the mails of a club."""

    hall: ClubFolder
    index: Index
    limits: Limits
    claims: Claims

    def admit(self, letter: Letter, parts: dict[str, Letter], now: int) -> AdmittedMail:
        """Look at a mail that has these parts for games, and count it where nothing of it has a claim; raises
        OSError."""
        words = not (letter.entries or letter.papers)
        if parts and words and self.index.plays(letter.sender):  # one who was only invited may be anybody
            return self._by_word(letter, parts, now)
        sender = _of_sender(letter)
        enough = self.index.count(sender, now) > self.limits.mails
        made = AdmittedMail()
        claimed = [name for name, part in parts.items() if self._by_claim(made, name, part, now)]
        left = [name for name in parts if name not in claimed]
        if parts and not left:
            self.index.count(sender, now, -1)
        elif enough:
            made.over.append(sender)
        for name in () if enough else left:
            if self.index.count(f"game {name}", now) > self.limits.game:
                made.over.append(f"game {name}")
            else:
                made.parts[name] = parts[name]
        return made

    def _by_word(self, letter: Letter, parts: dict[str, Letter], now: int) -> AdmittedMail:
        made = AdmittedMail()
        for name, part in parts.items():
            if self._by_claim(made, name, part, now):
                continue
            if self.count_draft(letter, name, now) > min(self.limits.mails, mail_word_letters.MOST):
                made.over.append(_of_words(letter, name))
            else:
                made.parts[name] = part
        return made

    def count_draft(self, letter: Letter, name: str, now: int) -> int:
        """Count one more mail of a player by mail word for a game; how many that makes today."""
        return self.index.count(_of_words(letter, name), now)

    def _by_claim(self, made: AdmittedMail, name: str, part: Letter, now: int) -> bool:
        """Whether claims decide about a part: then it is among those that are taken in, or its seat's count
        is full."""
        fresh = self.unused_claims(name, part, now)
        if not fresh:
            return False
        first = any(it.place and not self.index.count_today(_place(it), now) for it in fresh)
        seats = dict.fromkeys(_of_seat(claim) for claim in fresh)
        room = next((it for it in seats if self.index.count_today(it, now) < self.limits.mails), None)
        if first or room is not None:
            made.parts[name] = part
            made.used += fresh
            made.charged += [room] if room is not None and not first else []
        else:
            made.over[:0] = seats
        return True

    def unused_claims(self, name: str, part: Letter, now: int) -> list[Claim]:
        """The claims of a part that were not used up today; raises OSError."""
        found = self.claims.find_claims(name, part)
        return [claim for claim in found if not self.index.count_today(_mark(claim), now)]

    def use_claims(self, made: AdmittedMail, now: int) -> None:
        """What was admitted is taken in: its claims are used up. Until then the same mail is the first."""
        for claim in made.used:
            self.index.count(_mark(claim), now)
            if claim.place is not None:
                self.index.count(_place(claim), now)
        for seat in made.charged:
            self.index.count(seat, now)

    # --- what is put off -----------------------------------------------------------------------------------

    def postpone(self, data: bytes, over: Sequence[str], now: int) -> bool:
        """Keep a mail for the day after, where there is room for it in one of the counts that are full;
        whether it is kept. The same mail is kept once. Raises OSError."""
        digest = hashlib.sha256(data).hexdigest()[:32]
        place, size = self.hall.postponed_folder, max(len(data), _LEAST)
        if next(place.glob(f"*-{digest}.eml"), None) is not None:
            return True
        for what in over:
            counts = {f"put off {what}": OF_ONE}
            if not what.startswith(("seat ", "words ")):
                counts["put off"] = OF_ALL
            if all(self.index.count_today(it, now) + size <= most for it, most in counts.items()):
                for it in counts:
                    self.index.count(it, now, size)
                _keep(place, digest, data, now)
                return True
        return False

    def postponed_mails(self, now: int) -> Iterator[Path]:
        """The mails that were put off on an earlier day, in the order in which they came."""
        for file in sorted(self.hall.postponed_folder.glob("*.eml")):
            name = _NAME.fullmatch(file.name)
            if name and int(name[1]) != now // A_DAY:  # of a later day: the clock was wrong
                yield file


def _keep(place: Path, digest: str, data: bytes, now: int) -> None:
    """DAY-NUMBER-DIGEST.eml, so that names are in order."""
    atomic_files.DISK.make_directory(place)
    day = f"{now // A_DAY:06d}"
    names = (_NAME.fullmatch(file.name) for file in place.glob(f"{day}-*.eml"))
    number = max((int(name[2]) for name in names if name), default=0) + 1
    atomic_files.replace(place / f"{day}-{number:06d}-{digest}.eml", data, mode=0o600)


def _of_sender(letter: Letter) -> str:
    return f"mails {letter.sender.lower()}"


def _of_words(letter: Letter, game: str) -> str:
    return f"words {game} {letter.sender.lower()}"


def _of_seat(claim: Claim) -> str:
    return f"seat {claim.game} {claim.role}"


def _mark(claim: Claim) -> str:
    return f"made {claim.game} {claim.role} {claim.mark}"


def _place(claim: Claim) -> str:
    return f"first {claim.game} {claim.role} {claim.place}"
