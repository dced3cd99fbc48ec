"""What there is to do in a club on several machines, each claimed by one worker: the rows that wait are the
queue. A claim is a lock on its row, and what came of it is written in the same transaction: of a worker that
dies nothing remains, and the next one claims the row at once.

A queue of jobs beside the rows (such as procrastinate's) would commit its own claims: a worker that dies
would leave a job that nobody has until somebody notices, and a mail could be settled without its job, or
its job without the mail. `Jobs` is all that a worker knows of it.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Protocol

from pbem.club.database.connection import Connection
from pbem.club.database.encryption import Sealer
from pbem.club.database.game_folders import unseal_mail
from pbem.errors import Refusal
from pbem.mail import limits
from pbem.post.outbox import OutgoingMail

_ID = re.compile(rb"^Message-ID:\s*(\S+)", re.IGNORECASE | re.MULTILINE)
_LATER = 60
"""Seconds until what has failed is tried again; after each failure twice as long, up to a quarter of an
hour."""
_LONGEST = 900
_OFTEN = 12
"""Tries of a mail, about two hours, after which the mail is to blame, and not this machine."""


@dataclass(frozen=True, slots=True)
class ArrivedMail:
    """A mail that nobody has taken in; `came` in Unix seconds; `data`: None where its row is not what was put
    there."""

    number: int
    came: int
    data: bytes | None


@dataclass(frozen=True, slots=True)
class LeavingMail:
    """A mail that has to be sent; None where its row is not what was put there."""

    number: int
    name: str
    mail: OutgoingMail | None


class Jobs(Protocol):
    """All that a worker asks for and hands back, within a transaction that is open."""

    def put(self, data: bytes, now: int) -> bool:
        """A mail has come; whether it is the first time."""
        ...

    def claim_arrived(self, now: int) -> ArrivedMail | None:
        """The oldest mail that no other worker has in hand."""
        ...

    def finish_arrived(self, mail: ArrivedMail, outcome: str, said: str) -> None:
        """What became of it."""
        ...

    def claim_due_game(self, now: int) -> str | None:
        """The game in which something fell due first that no other worker has in hand."""
        ...

    def claim_leaving(self, now: int) -> LeavingMail | None:
        """The oldest mail to be sent that no other worker has in hand."""
        ...

    def finish_leaving(self, one: LeavingMail, after: OutgoingMail, now: int) -> None:
        """What became of it."""
        ...

    def drop_damaged(self, one: LeavingMail) -> None:
        """It cannot be sent."""
        ...


class Rows:
    """`Jobs` as rows of PostgreSQL."""

    def __init__(self, base: Connection, sealer: Sealer) -> None:
        self._base, self._sealer = base, sealer

    def put(self, data: bytes, now: int) -> bool:
        """A mail is known by the digest of its bytes alone: its Message-ID anybody could have used before."""
        digest = hashlib.sha256(data).hexdigest()
        found = _ID.search(data[: limits.MAX_HEAD].replace(b"\r\n", b"\n").partition(b"\n\n")[0])
        message_id = found[1].decode("ascii", "replace")[:998] if found else ""
        row = self._base.fetch_row(
            "INSERT INTO inbox (digest, message_id, came, sealed) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (digest) DO NOTHING RETURNING number",
            (digest, message_id, now, self._sealer.seal(data, "inbox", digest, str(now))),
        )
        return row is not None

    def claim_arrived(self, now: int) -> ArrivedMail | None:
        """See `Jobs`."""
        row = self._base.fetch_row(
            "SELECT number, digest, came, sealed FROM inbox WHERE outcome IS NULL AND after <= ? "
            "ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED",
            (now,),
        )
        if row is None:
            return None
        number, digest, came, sealed = row
        try:
            return ArrivedMail(
                number, came, self._sealer.open(bytes(sealed or b""), "inbox", digest, str(came))
            )
        except Refusal:
            return ArrivedMail(number, came, None)

    def finish_arrived(self, mail: ArrivedMail, outcome: str, said: str) -> None:
        """Its bytes are not kept: what counts of it stands in logs."""
        self._base.execute(
            "UPDATE inbox SET outcome = ?, said = ?, sealed = NULL WHERE number = ?",
            (outcome, said[:2_000].replace("\0", ""), mail.number),
        )

    def retry_arrived(self, mail: ArrivedMail, why: str, now: int) -> None:
        """It is tried again, each time later."""
        self._base.execute(
            "UPDATE inbox SET tries = tries + 1, said = ?, "
            "after = ? + LEAST(?, ? * (1 << LEAST(tries, 10))) WHERE number = ?",
            (why[:2_000].replace("\0", ""), now, _LONGEST, _LATER, mail.number),
        )

    def claim_due_game(self, now: int) -> str | None:
        """By the clock of the oldest mail that was not taken in: an order that waits was not late. A mail
        that has failed often does not stop the clocks of all games."""
        row = self._base.fetch_row(
            "SELECT name FROM game WHERE due <= LEAST(?, (SELECT MIN(came) FROM inbox WHERE "
            "outcome IS NULL AND tries < ?)) "
            "ORDER BY due, name LIMIT 1 FOR UPDATE SKIP LOCKED",
            (now, _OFTEN),
        )
        return None if row is None else str(row[0])

    def claim_leaving(self, now: int) -> LeavingMail | None:
        """See `Jobs`."""
        row = self._base.fetch_row(
            "SELECT number, game, name, envelope, sealed FROM outbox WHERE state = 'waiting' AND after <= ? "
            "ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED",
            (now,),
        )
        if row is None:
            return None
        number, game, name, envelope, sealed = row
        try:
            return LeavingMail(
                number, name, unseal_mail(self._sealer, game, name, envelope, bytes(sealed or b""))
            )
        except Refusal:
            return LeavingMail(number, name, None)

    def finish_leaving(self, one: LeavingMail, after: OutgoingMail, now: int) -> None:
        """A mail that was sent is not kept: its digest is, by which it is known again."""
        state = "waiting" if after.undelivered else "sent" if after.delivered else "undeliverable"
        envelope = after.encode().partition(b"\r\n")[0].decode("ascii")
        self._base.execute(
            "UPDATE outbox SET envelope = ?, state = ?, after = ?, "
            "sealed = CASE WHEN ? = 'sent' THEN NULL ELSE sealed END WHERE number = ?",
            (envelope, state, now + _LATER, state, one.number),
        )

    def drop_damaged(self, one: LeavingMail) -> None:
        """See `Jobs`."""
        self._base.execute(
            "UPDATE outbox SET state = 'undeliverable', sealed = NULL WHERE number = ?", (one.number,)
        )
