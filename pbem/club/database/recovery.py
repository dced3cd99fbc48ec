"""What an operator does with a database when something has happened to it: its key is to be another, or it
was put back from a backup.
"""

from __future__ import annotations

from pbem import errors
from pbem.club.database.club_database import DatabaseClub
from pbem.club.database.connection import Connection
from pbem.club.database.encryption import Sealer
from pbem.log.verification import verify_entries
from pbem.reason_codes import Code
from pbem.robot import restoration_request

_SEALED = {
    "file": ("file", ("game", "path")),
    "outbox": ("mail", ("game", "name")),
    "inbox": ("inbox", ("digest", "came")),
    "snapshot": ("snapshot", ("game",)),
}
"""Of each table that has something closed: how its place begins, and what names a row and ends the place."""


def reencrypt(where: str, old: Sealer, new: Sealer) -> int:
    """Close all that is closed in a database with another key; how many rows. Workers with the old one do
    nothing from then on. Raises `club-key` or DatabaseFault, and then nothing has changed."""
    base, count = Connection(where), 0
    with base.begin():
        base.execute(
            "LOCK TABLE club IN ACCESS EXCLUSIVE MODE"
        )  # waits for whoever is at work, and holds others
        (key,) = base.fetch_row("SELECT key FROM club")
        if key != old.id:
            raise errors.Refusal(Code.CLUB_KEY, f"the database is closed with key {key}, not with {old.id}")
        for table, names in _SEALED.items():
            count += _close_rows(base, table, names, old, new)
        base.execute("UPDATE club SET key = ?", (new.id,))
    base.close()
    return count


def _close_rows(
    base: Connection, table: str, place: tuple[str, tuple[str, ...]], old: Sealer, new: Sealer
) -> int:
    kind, names = place
    named = " AND ".join(f"{name} = ?" for name in names)
    find = f"SELECT {', '.join(names)} FROM {table} WHERE sealed IS NOT NULL"  # noqa: S608
    rows = list(base.execute(find))
    for row in rows:
        (sealed,) = base.fetch_row(f"SELECT sealed FROM {table} WHERE {named}", row)  # noqa: S608
        where = [kind, *map(str, row)]
        data = new.seal(old.open(bytes(sealed), *where), *where)
        base.execute(f"UPDATE {table} SET sealed = ? WHERE {named}", (data, *row))  # noqa: S608
    return len(rows)


def confirm_restored(there: DatabaseClub, now: int) -> dict[str, tuple[str, ...]]:
    """Take a database that was put back for the true one: each game that goes on asks its players what they
    hold, and signs nothing until all have said so; where nobody else holds anything it goes on at once. Whom
    each game asks. Raises as `DatabaseClub.work`."""
    with there.base.begin():
        there.watch.begin_epoch()
    with there.work():
        names = there.names()
    found = {name: _ask_players(there, name, now) for name in names}
    return {name: asked for name, asked in found.items() if asked is not None}


def _ask_players(there: DatabaseClub, name: str, now: int) -> tuple[str, ...] | None:
    with there.work():
        folder = there.game(name)
        try:
            verifier = verify_entries(folder.log)
            if verifier.ended:
                return None
            return restoration_request.ask_for_receipts(folder, now).to
        except errors.PbemError:  # not begun, or in a trouble of its own, which its next mail shows
            return None
