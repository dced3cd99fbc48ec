"""The tables of a club, as they were first."""

from __future__ import annotations

from alembic import op

revision = "1"
down_revision = None

_TABLES = (
    # One row: which database this is, whose key closes it.
    "CREATE TABLE club (one BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (one), key TEXT NOT NULL, "
    "epoch TEXT NOT NULL, identity TEXT NOT NULL)",
    # How many changes there were: a worker that has seen more knows that it was put back from a backup.
    "CREATE SEQUENCE serial",
    # A game's folder, or with an empty name what belongs to no game; its version goes up with each change.
    "CREATE TABLE held (name TEXT PRIMARY KEY, version BIGINT NOT NULL DEFAULT 0)",
    "CREATE TABLE entry (game TEXT NOT NULL REFERENCES held, seq INTEGER NOT NULL, "
    "signatures BYTEA NOT NULL, "
    "data BYTEA NOT NULL, PRIMARY KEY (game, seq))",
    "CREATE TABLE file (game TEXT NOT NULL REFERENCES held, path TEXT NOT NULL, sealed BYTEA, "
    "version BIGINT NOT NULL, PRIMARY KEY (game, path))",
    "CREATE TABLE inbox (number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "
    "digest TEXT NOT NULL UNIQUE, "
    "message_id TEXT NOT NULL, came BIGINT NOT NULL, sealed BYTEA, outcome TEXT, said TEXT, "
    "tries INTEGER NOT NULL DEFAULT 0, after BIGINT NOT NULL DEFAULT 0)",
    "CREATE INDEX inbox_open ON inbox (number) WHERE outcome IS NULL",
    "CREATE INDEX inbox_message_id ON inbox (message_id)",
    "CREATE TABLE outbox (number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, game TEXT NOT NULL "
    "REFERENCES held, name TEXT NOT NULL, digest TEXT NOT NULL, message_id TEXT "
    "UNIQUE, envelope TEXT NOT NULL, "
    "sealed BYTEA, state TEXT NOT NULL, version BIGINT NOT NULL, after BIGINT NOT NULL DEFAULT 0, "
    "UNIQUE (game, name))",
    "CREATE INDEX outbox_open ON outbox (number) WHERE state = 'waiting'",
    "CREATE TABLE witness (name TEXT PRIMARY KEY, epoch TEXT NOT NULL, said TEXT NOT NULL)",
    # What the club knows of its games without opening them (`pbem.club.game_index`).
    "CREATE TABLE game (name TEXT PRIMARY KEY, size BIGINT, state TEXT, id TEXT, invitation TEXT, game TEXT, "
    "title TEXT, seq BIGINT, at BIGINT, owing TEXT, due BIGINT, outcome TEXT, said TEXT)",
    "CREATE INDEX game_id ON game (id)",
    "CREATE INDEX game_invitation ON game (invitation)",
    "CREATE INDEX game_due ON game (due)",
    "CREATE TABLE seat (game TEXT, place INTEGER, role TEXT, person TEXT, mail TEXT, word INTEGER, "
    "PRIMARY KEY (game, role))",
    "CREATE INDEX seat_mail ON seat (mail)",
    "CREATE TABLE counted (day BIGINT, what TEXT, number BIGINT, PRIMARY KEY (day, what))",
    "CREATE TABLE posted (id TEXT, mail TEXT, day BIGINT, PRIMARY KEY (id, mail))",
)


def upgrade() -> None:
    """Make them."""
    for table in _TABLES:
        op.execute(table)
