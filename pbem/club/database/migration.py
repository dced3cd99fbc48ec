"""A database is made, or brought up to what this version of the program expects, with alembic; which one it
is stands in it from then on.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from pbem.club.database.connection import Connection, DatabaseFault
from pbem.club.database.encryption import Sealer
from pbem.errors import Refusal
from pbem.reason_codes import Code

VERSION = "3"
"""Of the tables with which this program works: the newest revision in `migrations/versions`."""
_SCRIPTS = Path(__file__).parent / "migrations"


def upgrade(where: str, sealer: Sealer) -> None:
    """Make what is missing in a database, whose rows this key closes; raises DatabaseFault, `club-key` where
    another closed them, `club-database` where a newer version of the program brought it up to date, or
    `club-incomplete` where a package is not installed."""
    try:
        from alembic import command
        from alembic.config import Config
        from alembic.util import CommandError
        from sqlalchemy import create_engine, exc
        from sqlalchemy.pool import NullPool
    except ImportError as error:
        raise Refusal(
            Code.CLUB_INCOMPLETE,
            f"a club on several machines needs {error.name}, which is not installed: "
            "pipx install 'senlac[club]'",
        ) from None
    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS))
    config.set_main_option("path_separator", "os")
    engine = create_engine("postgresql+psycopg://", creator=lambda: _raw(where), poolclass=NullPool)
    try:
        with engine.begin() as connection:
            config.attributes |= {"connection": connection, "sealer": sealer}
            command.upgrade(config, VERSION)
    except CommandError:
        raise Refusal(
            Code.CLUB_DATABASE,
            "a newer version of the program has brought the database up to date: install it here too",
        ) from None
    except exc.SQLAlchemyError as error:
        said = str(error.__cause__ or error)
        raise DatabaseFault(5, " ".join(said.split()), "database") from error
    base = Connection(where)
    with base.begin():
        base.execute(
            "INSERT INTO club (key, epoch, identity) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (sealer.id, secrets.token_hex(8), identity(base)),
        )
        base.execute("INSERT INTO held (name) VALUES ('') ON CONFLICT DO NOTHING")
    base.close()


def identity(base: Connection) -> str:
    """What tells this database from one that was put back from a dump (another number of its own, or of its
    table) or to an earlier moment (another timeline)."""
    row = base.fetch_row(
        "SELECT system_identifier, timeline_id, (SELECT oid FROM pg_database WHERE "
        "datname = current_database()), 'club'::regclass::oid "
        "FROM pg_control_system(), pg_control_checkpoint()"
    )
    return " ".join(map(str, row))


def _raw(where: str) -> Any:
    import psycopg

    return psycopg.connect(where)
