"""A database is known by its table too, and what waits in it is closed with more: a mail that came with the
time at which it came, one that leaves with whom it is for.
"""

from __future__ import annotations

from typing import Any

from alembic import context, op

from pbem.errors import Refusal
from pbem.post.faults import BadEnvelope
from pbem.post.outbox import OutgoingMail
from pbem.reason_codes import Code

revision = "3"
down_revision = "2"

_NOW = "identity || ' ' || 'club'::regclass::oid"
_BEFORE = (
    "SELECT system_identifier || ' ' || timeline_id || ' ' || (SELECT oid FROM pg_database WHERE "
    "datname = current_database()) FROM pg_control_system(), pg_control_checkpoint()"
)


def upgrade() -> None:
    """Close each row anew; raises `club-key` where another key closed them. One that cannot be opened stays
    as it is: who comes to it finds it damaged."""
    sealer = context.config.attributes["sealer"]
    for (key,) in _run("SELECT key FROM club"):
        if key != sealer.id:
            raise Refusal(Code.CLUB_KEY, f"the database is closed with key {key}, and this is {sealer.id}")
    _run(f"UPDATE club SET identity = {_NOW} WHERE identity = ({_BEFORE})")  # noqa: S608
    _close_arrived(sealer)
    _close_leaving(sealer)


def _close_arrived(sealer: Any) -> None:
    for (number,) in _run("SELECT number FROM inbox WHERE sealed IS NOT NULL").fetchall():
        row = _run("SELECT digest, came, sealed FROM inbox WHERE number = %s", number).one()
        message = _opened(sealer, row.sealed, "inbox", row.digest)
        if message is not None:
            closed = sealer.seal(message, "inbox", row.digest, str(row.came))
            _run("UPDATE inbox SET sealed = %s WHERE number = %s", closed, number)


def _close_leaving(sealer: Any) -> None:
    for (number,) in _run("SELECT number FROM outbox WHERE sealed IS NOT NULL").fetchall():
        row = _run("SELECT game, name, envelope, sealed FROM outbox WHERE number = %s", number).one()
        place = ("mail", row.game, row.name)
        message = _opened(sealer, row.sealed, *place)
        if message is not None and not _has_envelope(message):
            both = row.envelope.encode() + b"\r\n" + message
            closed = sealer.seal(both, *place) if message else None
            _run("UPDATE outbox SET sealed = %s WHERE number = %s", closed, number)


def _has_envelope(mail: bytes) -> bool:
    """Whether a mail was closed by a version between this one and the one before."""
    try:
        OutgoingMail.decode("", mail)
    except BadEnvelope:
        return False
    return True


def _opened(sealer: Any, sealed: bytes, *place: str) -> bytes | None:
    try:
        opened: bytes = sealer.open(bytes(sealed), *place)
    except Refusal:
        return None
    return opened


def _run(sql: str, *values: object) -> Any:
    return op.get_bind().exec_driver_sql(sql, values)
