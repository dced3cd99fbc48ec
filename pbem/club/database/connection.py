"""One connection to the database of a club, and what it raises: every fault of the database is an OSError of
this machine, after which the same mail is taken in again.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any

from pbem.club.game_index import Rows
from pbem.errors import Refusal
from pbem.reason_codes import Code

if TYPE_CHECKING:
    import psycopg


class DatabaseFault(OSError):
    """The database is away, full, or has taken back what was being done."""


class Connection:
    """A connection; what is done between `begin` and its end counts as one or not at all."""

    def __init__(self, where: str) -> None:
        self._psycopg = _psycopg()
        self.where = where
        self._raw: psycopg.Connection[tuple[Any, ...]] | None = None
        self.number = 0
        """Of connections that were made so far."""

    def execute(self, sql: str, values: Sequence[object] = (), /) -> Rows:
        """Do this, with a `?` for each value; raises DatabaseFault."""
        with self._faults():
            found: Rows = self._connection.execute(sql.replace("?", "%s"), values)
            return found

    def fetch_row(self, sql: str, values: Sequence[object] = ()) -> Any:
        """The first row of what is found, or None."""
        return self.execute(sql, values).fetchone()

    @contextmanager
    def begin(self) -> Iterator[None]:
        """All that is done until the end of the block, or, where that raises, nothing."""
        with self._faults(), self._connection.transaction():
            yield
            self._connection.execute("SELECT 1")  # a transaction that has failed says so here, not silently

    def close(self) -> None:
        """Close it; the next use makes a new one."""
        if self._raw is not None:
            self._raw.close()
            self._raw = None

    @property
    def _connection(self) -> psycopg.Connection[tuple[Any, ...]]:
        if self._raw is None or self._raw.closed:
            self._raw = self._psycopg.connect(self.where, autocommit=True)
            self.number += 1
        return self._raw

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except self._psycopg.Error as error:
            if self._raw is not None and self._raw.broken:
                self.close()
            said = " ".join(str(error).split())
            raise DatabaseFault(5, said or type(error).__name__, "database") from error

    # As the base of an index: what it does belongs to the transaction that is open.

    def __enter__(self) -> Connection:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        return None


def _psycopg() -> Any:
    try:
        import psycopg
    except ImportError as error:
        raise Refusal(
            Code.CLUB_INCOMPLETE,
            f"a club on several machines needs {error.name}, which is not installed: "
            "pipx install 'senlac[club]'",
        ) from None
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # it warns of what a DatabaseFault tells too
    return psycopg
