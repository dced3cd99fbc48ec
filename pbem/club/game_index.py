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
from pbem.club.club_folder import ClubFolder, sorted_names
from pbem.entry.field_types import REFEREE
from pbem.log.party.folder import LOG, Folder
from pbem.messages import report_text
from pbem.rules import rules_lookup, timetable
from pbem.rules.table import Table
from pbem.setup import invitation

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


def is_taken(row: Row, seat: Seat) -> bool:
    """Whether its player has taken a seat: one who was only invited may be anybody."""
    return row.state in ("playing", "over") or (row.state == "joining" and seat.role not in row.owing)


class Index:
    """The index of one club."""

    def __init__(self, hall: ClubFolder, base: Base | None = None) -> None:
        self._hall = hall
        self._base: Base = base or _open_file(hall.index_file)

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
                    self._put(name, size, *_read_game(name, folder))
            if only is None:
                for name in {name for (name,) in self._base.execute("SELECT name FROM game")} - set(names):
                    self._remove(name)

    def note(self, name: str, table: Table) -> None:
        """As `refresh`, of a game that is on the table as everybody knows it."""
        folder = self._hall.game(name)
        if (size := _size(folder)) != self._size_of(name):
            with self._base:
                self._put(
                    name, size, make_row(name, _read_invitation(folder), table), _list_seats(name, table)
                )

    def _size_of(self, name: str) -> int | None:
        found = self._base.execute("SELECT size FROM game WHERE name = ?", (name,)).fetchone()
        return int(found[0]) if found else None

    def _remove(self, name: str) -> None:
        self._base.execute("DELETE FROM game WHERE name = ?", (name,))
        self._base.execute("DELETE FROM seat WHERE game = ?", (name,))

    def _put(self, name: str, size: int, row: Row, seats: Sequence[Seat]) -> None:
        self._remove(name)
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
        return sorted_names(name for name, state in found if state in states)

    def find_by_id(self, game: str) -> str | None:
        """The name of the game with this id."""
        return next((row.name for row in self._rows("WHERE id = ?", game)), None)

    def find_by_invitation(self, digest: str) -> str | None:
        """The name of the game to which an invitation of this digest was sent."""
        return next((row.name for row in self._rows("WHERE invitation = ?", digest)), None)

    def due_games(self, now: int) -> list[str]:
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
        return row is not None and row.state != "over" and is_taken(row, seat)

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

    def count_today(self, what: str, now: int) -> int:
        """How many of something were counted today."""
        found = self._base.execute(
            "SELECT number FROM counted WHERE day = ? AND what = ?", (now // A_DAY, what)
        ).fetchone()
        return int(found[0]) if found else 0

    def count(self, what: str, now: int, more: int = 1) -> int:
        """One more of something today, or so many; how many that makes. Less is never below nothing, though
        the counts of the day were deleted."""
        with self._base:
            self._base.execute(
                "INSERT INTO counted VALUES (?, ?, ?) "
                "ON CONFLICT (day, what) DO UPDATE SET number = counted.number + excluded.number",
                (now // A_DAY, what, more),
            )
            self._base.execute(
                "UPDATE counted SET number = 0 WHERE day = ? AND what = ? AND number < 0",
                (now // A_DAY, what),
            )
            return self.count_today(what, now)

    def forget_old(self, now: int) -> None:
        """Forget what was counted before yesterday, and mails that were sent thirty days ago."""
        with self._base:
            self._base.execute("DELETE FROM counted WHERE day < ?", (now // A_DAY - 1,))
            self._base.execute("DELETE FROM posted WHERE day < ?", (now // A_DAY - 30,))

    # --- addresses -----------------------------------------------------------------------------------------

    def note_posted(self, mark: str, mail: str, now: int) -> None:
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

    def forget_posted(self, mark: str) -> None:
        """The mail with this mark has come back: no report of it counts any more."""
        with self._base:
            self._base.execute("DELETE FROM posted WHERE id = ?", (mark,))


def _open_file(file: Path) -> sqlite3.Connection:
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
def open_index(hall: ClubFolder) -> Iterator[Index]:
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


def _read_game(name: str, folder: Folder) -> tuple[Row, list[Seat]]:
    """A game that cannot be read is broken, and no other waits for it."""
    try:
        return _read_played(name, folder) if (folder.path / LOG).is_file() else _read_joining(name, folder)
    except OSError:
        raise
    except Exception as error:
        return _broken_row(name, folder, error)


def _broken_row(name: str, folder: Folder, error: Exception) -> tuple[Row, list[Seat]]:
    """What can still be said of a game, so that its mails are known."""
    digest, seats, game = "", list[Seat](), ""
    with suppress(errors.PbemError, StopIteration):
        digest, seats = invitation.load_invitation(folder).digest, _read_joining(name, folder)[1]
    with suppress(errors.PbemError, StopIteration):
        game = next(folder.log.read().records()).head
    return Row(name, "broken", game, digest, "", name, 0, 0, (), None, None, f"{error}\n"), seats


def _read_joining(name: str, folder: Folder) -> tuple[Row, list[Seat]]:
    invited = invitation.load_invitation(folder)
    body = invited.said.body
    missing = tuple(it.role for it in body.invited_persons if not folder.joined_file(it.role).is_file())
    seats = [
        Seat(name, it.role, it.name, it.mail, bool(it.word)) for it in body.parties if it.role != REFEREE
    ]
    row = Row(
        name, "joining", "", invited.digest, f"{body.module.id}/{body.scenario}", rules_lookup.title(body),
        0, 0, missing, None, None, f"Still to join: {' and '.join(missing)}\n",
    )  # fmt: skip
    return row, seats


def _read_played(name: str, folder: Folder) -> tuple[Row, list[Seat]]:
    table = Table.load(folder.log)
    return make_row(name, _read_invitation(folder), table), _list_seats(name, table)


def _read_invitation(folder: Folder) -> str:
    return invitation.load_invitation(folder).digest if folder.invitation_file.is_file() else ""


def make_row(name: str, digest: str, table: Table) -> Row:
    """What the index says of a game on the table, as everybody knows it."""
    charter, outcome = table.charter, table.replay.outcome()
    over = outcome is not None or table.verifier.ended
    moments = timetable.timetable(table)
    return Row(
        name, "over" if over else "playing", table.verifier.game, digest,
        f"{charter.module.id}/{charter.scenario}", rules_lookup.title(charter), table.seq,
        table.verifier.time or 0, table.owing_roles,
        moments[0].at if moments else None, outcome, report_text.status_text(table),
    )  # fmt: skip


def _list_seats(name: str, table: Table) -> list[Seat]:
    parties = table.verifier.parties
    return [
        Seat(name, side, parties[side].name, parties[side].mail, parties[side].word) for side in parties.sides
    ]
