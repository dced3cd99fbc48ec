"""Snapshots: where each game stands, so that a worker that takes it up need not play it from its start."""

from __future__ import annotations

from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Make the table. All rows of it may be deleted at any time."""
    op.execute(
        "CREATE TABLE snapshot (game TEXT PRIMARY KEY REFERENCES held ON DELETE CASCADE, "
        "sealed BYTEA NOT NULL, version BIGINT NOT NULL)"
    )
