"""What a club knows of its games without opening them: an index in SQLite, worked out from the games'
folders.

The same rows lie in PostgreSQL where several machines run the club (`database`): all that this file says to
its base is understood by both.

A row is made anew when the log of its game has another size than when it was made, so that the file may be
deleted, or copied back from a backup, at any time. What is counted by the day (`count`), and which mails were
sent to whom, is kept here too: without it limits begin anew, and an old bounce stops nothing.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Protocol

from pbem import errors
from pbem.begin import invitation
from pbem.club.hall import Hall, in_order
from pbem.entry.shapes import REFEREE
from pbem.log.folder import LOG, Folder
from pbem.rules import games, timetable
from pbem.rules.table import Table
from pbem.tell import reports

A_DAY: Final = 86_400
"""Seconds from one midnight UTC to the next: the time for which something is counted."""
_VERSION = 3
TABLES: Final = (
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


class Rows(Protocol):
    """What was found."""

    def __iter__(self) -> Iterator[Any]: ...

    def fetchone(self) -> Any:
        """The first of them that was not yet read; None without any."""
        ...


class Base(Protocol):
    """What keeps the rows. As a context it keeps what was done in it, or nothing if that raises."""

    def execute(self, sql: str, values: Sequence[object] = (), /) -> Rows:
        """Do this, with a `?` for each value."""
        ...

    def __enter__(self) -> object: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> object: ...

    def close(self) -> None:
        """Close it."""
        ...


@dataclass(frozen=True, slots=True)
class Seat:
    """A side of a game: `person` and `mail` play it, `word` by mail word."""

    game: str
    role: str
    person: str
    mail: str
    word: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A game as the club lists it. `state`: `joining`, `playing`, `over`, `broken`. `id` is that of its
    entries, `invitation` the digest of what was sent to who plays. `at` and `due` in Unix seconds: the time
    of its newest entry, the next moment of its timetable. `said`: its public facts, in lines."""

    name: str
    state: str
    id: str
    invitation: str
    game: str
    title: str
    seq: int
    at: int
    owing: tuple[str, ...]
    due: int | None
    outcome: dict[str, Any] | None
    said: str


class Index:
    """The index of one club."""

    def __init__(self, hall: Hall, base: Base | None = None) -> None:
        self._hall = hall
        self._base: Base = base or _opened(hall.index_file)

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    # --- games ---------------------------------------------------------------------------------------------

    def refresh(self, only: Iterable[str] | None = None) -> None:
        """Work out anew what has changed, of all games or of these."""
        names = self._hall.names() if only is None else list(only)
        with self._base:
            for name in names:
                folder = self._hall.game(name)
                if (size := _size(folder)) != self._size_of(name):
                    self._put(name, size, *_looked_at(name, folder))
            if only is None:
                for name in {name for (name,) in self._base.execute("SELECT name FROM game")} - set(names):
                    self._take_out(name)

    def note(self, name: str, table: Table) -> None:
        """As `refresh`, of a game that is on the table as everybody knows it."""
        folder = self._hall.game(name)
        if (size := _size(folder)) != self._size_of(name):
            with self._base:
                self._put(name, size, of_table(name, _invited(folder), table), _seated(name, table))

    def _size_of(self, name: str) -> int | None:
        found = self._base.execute("SELECT size FROM game WHERE name = ?", (name,)).fetchone()
        return int(found[0]) if found else None

    def _take_out(self, name: str) -> None:
        self._base.execute("DELETE FROM game WHERE name = ?", (name,))
        self._base.execute("DELETE FROM seat WHERE game = ?", (name,))

    def _put(self, name: str, size: int, row: Row, seats: Sequence[Seat]) -> None:
        self._take_out(name)
        self._base.execute(
            "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (name, size, row.state, row.id, row.invitation, row.game, row.title, row.seq, row.at,
             " ".join(row.owing), row.due, json.dumps(row.outcome), row.said),
        )  # fmt: skip
        for place, it in enumerate(seats):
            self._base.execute(
                "INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?)",
                (name, place, it.role, it.person, it.mail.lower(), int(it.word)),
            )

    def row(self, name: str) -> Row | None:
        """What is known of a game."""
        return next(self._rows("WHERE name = ?", name), None)

    def rows(self, state: str | None = None) -> list[Row]:
        """All games, or those in a state, by number."""
        found = self._rows("") if state is None else self._rows("WHERE state = ?", state)
        return sorted(found, key=lambda row: (int(row.name.split("-", 1)[0]), row.name))

    def names(self, *states: str) -> list[str]:
        """The names of all games in these states, by number."""
        found = self._base.execute("SELECT name, state FROM game")
        return in_order(name for name, state in found if state in states)

    def of_id(self, game: str) -> str | None:
        """The name of the game with this id."""
        return next((row.name for row in self._rows("WHERE id = ?", game)), None)

    def of_invitation(self, digest: str) -> str | None:
        """The name of the game to which an invitation of this digest was sent."""
        return next((row.name for row in self._rows("WHERE invitation = ?", digest)), None)

    def due(self, now: int) -> list[str]:
        """The games in which something is due by the clock."""
        found = self._base.execute("SELECT name FROM game WHERE due <= ? ORDER BY due, name", (now,))
        return [name for (name,) in found]

    def reckon(self, name: str, due: int | None) -> None:
        """Note when the next thing falls due in a game."""
        with self._base:
            self._base.execute("UPDATE game SET due = ? WHERE name = ?", (due, name))

    def seats(self, name: str) -> list[Seat]:
        """Who plays in a game."""
        return self._seats("WHERE game = ?", name)

    def seats_of(self, mail: str) -> list[Seat]:
        """The seats of an address, in all games."""
        return self._seats("WHERE mail = ?", mail.lower())

    def plays(self, mail: str) -> bool:
        """Whether an address has a seat in a game that goes on, which its player has taken: an invitation
        alone is none."""
        return any(self._is_taken(seat) for seat in self.seats_of(mail))

    def _is_taken(self, seat: Seat) -> bool:
        row = self.row(seat.game)
        if row is None or row.state not in ("playing", "joining"):
            return False
        return row.state == "playing" or seat.role not in row.owing

    def _rows(self, where: str, *values: object) -> Iterator[Row]:
        fields = "name, state, id, invitation, game, title, seq, at, owing, due, outcome, said"
        for found in self._base.execute(f"SELECT {fields} FROM game {where}", values):  # noqa: S608
            name, state, game_id, digest, game, title, seq, at, owing, due, outcome, said = found
            facts = (tuple(owing.split()), due, json.loads(outcome), said)
            yield Row(name, state, game_id, digest, game, title, seq, at, *facts)

    def _seats(self, where: str, value: str) -> list[Seat]:
        found = self._base.execute(
            f"SELECT game, role, person, mail, word FROM seat {where} ORDER BY game, place",  # noqa: S608
            (value,),
        )
        return [Seat(game, role, person, mail, bool(word)) for game, role, person, mail, word in found]

    # --- counts --------------------------------------------------------------------------------------------

    def counted(self, what: str, now: int) -> int:
        """How many of something were counted today."""
        found = self._base.execute(
            "SELECT number FROM counted WHERE day = ? AND what = ?", (now // A_DAY, what)
        ).fetchone()
        return int(found[0]) if found else 0

    def count(self, what: str, now: int, more: int = 1) -> int:
        """One more of something today, or so many; how many that makes."""
        with self._base:
            self._base.execute(
                "INSERT INTO counted VALUES (?, ?, ?) "
                "ON CONFLICT (day, what) DO UPDATE SET number = counted.number + excluded.number",
                (now // A_DAY, what, more),
            )
            return self.counted(what, now)

    def forget_old(self, now: int) -> None:
        """Forget what was counted before yesterday, and mails that were sent thirty days ago."""
        with self._base:
            self._base.execute("DELETE FROM counted WHERE day < ?", (now // A_DAY - 1,))
            self._base.execute("DELETE FROM posted WHERE day < ?", (now // A_DAY - 30,))

    # --- addresses -----------------------------------------------------------------------------------------

    def posted(self, mark: str, mail: str, now: int) -> None:
        """Note to whom the mail with this mark was sent, for thirty days."""
        with self._base:
            self._base.execute(
                "INSERT INTO posted VALUES (?, ?, ?) ON CONFLICT (id, mail) DO NOTHING",
                (mark, mail.lower(), now // A_DAY),
            )

    def was_posted(self, mark: str, mail: str) -> bool:
        """Whether the mail with this mark was sent to this address."""
        found = self._base.execute("SELECT 1 FROM posted WHERE id = ? AND mail = ?", (mark, mail.lower()))
        return found.fetchone() is not None


def _opened(file: Path) -> sqlite3.Connection:
    """The file, made anew where it is none of ours or of another version."""
    try:
        base = sqlite3.connect(file)
        version = base.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.DatabaseError:
        version = -1
    if version != _VERSION:
        if version:
            base.close()
            file.unlink()
            base = sqlite3.connect(file)
        for table in (*TABLES, f"PRAGMA user_version = {_VERSION}"):
            base.execute(table)
    base.execute("PRAGMA journal_mode = WAL")
    base.execute("PRAGMA synchronous = NORMAL")  # what a crash loses is worked out again
    return base


@contextmanager
def opened(hall: Hall) -> Iterator[Index]:
    """The index of a club, up to date, until the end of the block."""
    index = Index(hall)
    try:
        index.refresh()
        yield index
    finally:
        index.close()


def _size(folder: Folder) -> int:
    """What tells whether a game has changed: the size of its log, before that how many have joined."""
    try:
        return (folder.path / LOG).stat().st_size
    except FileNotFoundError:
        return -1 - len(list((folder.path / "joins").glob("*.pbem")))


def _looked_at(name: str, folder: Folder) -> tuple[Row, list[Seat]]:
    """A game that cannot be read is broken, and no other waits for it."""
    try:
        return _played(name, folder) if (folder.path / LOG).is_file() else _joining(name, folder)
    except OSError:
        raise
    except Exception as error:
        return _broken(name, folder, error)


def _broken(name: str, folder: Folder, error: Exception) -> tuple[Row, list[Seat]]:
    """What can still be said of a game, so that its mails are known."""
    digest, seats, game = "", list[Seat](), ""
    with suppress(errors.PbemError, StopIteration):
        digest, seats = invitation.kept(folder).digest, _joining(name, folder)[1]
    with suppress(errors.PbemError, StopIteration):
        game = next(folder.log.read().records()).head
    return Row(name, "broken", game, digest, "", name, 0, 0, (), None, None, f"{error}\n"), seats


def _joining(name: str, folder: Folder) -> tuple[Row, list[Seat]]:
    invited = invitation.kept(folder)
    body = invited.said.body
    missing = tuple(it.role for it in body.asked if not folder.joined_file(it.role).is_file())
    seats = [
        Seat(name, it.role, it.name, it.mail, bool(it.word)) for it in body.parties if it.role != REFEREE
    ]
    row = Row(
        name, "joining", "", invited.digest, f"{body.module.id}/{body.scenario}", games.title(body), 0, 0,
        missing, None, None, f"Still to join: {' and '.join(missing)}\n",
    )  # fmt: skip
    return row, seats


def _played(name: str, folder: Folder) -> tuple[Row, list[Seat]]:
    table = Table.load(folder.log)
    return of_table(name, _invited(folder), table), _seated(name, table)


def _invited(folder: Folder) -> str:
    return invitation.kept(folder).digest if folder.invitation_file.is_file() else ""


def of_table(name: str, digest: str, table: Table) -> Row:
    """What the index says of a game on the table, as everybody knows it."""
    charter, outcome = table.charter, table.replay.outcome()
    over = outcome is not None or table.walk.ended
    moments = timetable.timetable(table)
    return Row(
        name, "over" if over else "playing", table.walk.game, digest,
        f"{charter.module.id}/{charter.scenario}", games.title(charter), table.seq, table.walk.time or 0,
        table.owing,
        moments[0].at if moments else None, outcome, reports.status(table),
    )  # fmt: skip


def _seated(name: str, table: Table) -> list[Seat]:
    parties = table.walk.parties
    return [
        Seat(name, side, parties[side].name, parties[side].mail, parties[side].word) for side in parties.sides
    ]
