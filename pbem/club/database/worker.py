"""A worker of a club on several machines: it takes in a mail, sends one, does what the clock makes due, one
after another. It knows nothing that is not in the database: any number of them may run, on any machine, and
any of them may die at any moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pbem.club.club_desk import ClubDesk
from pbem.club.database.club_database import DatabaseClub
from pbem.club.database.connection import Connection, DatabaseFault
from pbem.club.database.encryption import Sealer
from pbem.club.database.game_folders import Folders
from pbem.club.database.jobs import Rows
from pbem.club.database.restore_watch import RestoreWatch
from pbem.club.game_index import A_DAY, Index
from pbem.club.mail_rounds import ClubSink
from pbem.disk import atomic_files
from pbem.post.robot_log import LogNote
from pbem.post.transports import Delivery, Sink
from pbem.rules.rules_lookup import Build, rules_of

_DAMAGED = "its row in the database is not what was put there with this key: it was left out"


class Worker:
    """Works in `place`, a folder of its own on this machine, where keys lie open as long as it runs;
    `remembered`: the file in which it remembers the database when it is started again."""

    def __init__(
        self,
        where: str,
        sealer: Sealer,
        place: Path,
        remembered: Path,
        sender: str,
        sink: Sink,
        *,
        pictured: bool = True,
        build: Build = rules_of,
        most: int = 256,
    ) -> None:
        base = Connection(where)
        self.hall = DatabaseClub(
            place, base, Folders(base, sealer, place, most), RestoreWatch(base, remembered, sealer.id), []
        )
        self.jobs = Rows(base, sealer)
        self.index = Index(self.hall, base)
        with self.hall.work():
            self.desk = ClubDesk(self.hall, self.index, sender, pictured=pictured, build=build)
        self.hall.forget.append(self.desk.tables.drop)
        self._forgot = -1
        """The day on which this worker has forgotten last what was counted before."""
        self._sink = ClubSink(sink, self.hall, self.index, 0)

    def close(self) -> None:
        """End the connection."""
        self.hall.base.close()

    def put(self, data: bytes, now: int) -> bool:
        """A mail has come: from now on it is the database's; whether it is the first time. Raises
        DatabaseFault, or as `work`."""
        with self.hall.base.begin():
            self.hall.watch.check_database()
            return self.jobs.put(data, now)

    def work(self, now: int) -> list[LogNote]:
        """One mail in, one out, and what is due in one game; nothing where there is nothing to do. Raises
        `club-restored`, `club-key`, and DatabaseFault where the database is away."""
        return [*self.take_up(now), *self.take_in(now), *self.keep_time(now), *self.send(now)]

    @contextmanager
    def _use_database_memory(self) -> Iterator[None]:
        """What lies on this disk are copies: the database keeps what was done, so nothing waits here."""
        with atomic_files.without_fsync(), self.hall.work():
            yield

    def take_in(self, now: int) -> list[LogNote]:
        """Take in the oldest mail that no other worker has in hand, at the time at which it came."""
        mail = None
        try:
            with self._use_database_memory():
                mail = self.jobs.claim_arrived(now)
                if mail is None:
                    return []
                if mail.data is None:
                    self.jobs.finish_arrived(mail, "ignored", _DAMAGED)
                    return [LogNote("trouble", f"mail {mail.number}", _DAMAGED)]
                received = self.desk.receive(mail.data, mail.came)
                self.jobs.finish_arrived(mail, received.outcome, received.text)
                return [LogNote(received.outcome, f"mail {mail.number}", received.text)]
        except OSError as error:
            if mail is None:
                raise
            with self.hall.base.begin():
                self.jobs.retry_arrived(mail, str(error), now)
            return [LogNote("kept", f"mail {mail.number}", str(error))]

    def keep_time(self, now: int) -> Sequence[LogNote]:
        """Take in a mail that was put off until today; without one do what is due in the game in which
        something fell due first."""
        if taken := self.take_up(now):
            return taken
        with self._use_database_memory():
            if now // A_DAY != self._forgot:
                self.index.forget_old(now)
                self._forgot = now // A_DAY
            name = self.jobs.claim_due_game(now)
            return [] if name is None else self.desk.keep_time_of(name, now)

    def take_up(self, now: int) -> list[LogNote]:
        """Take in a mail that was put off until today: it came before all that waits."""
        try:
            with self._use_database_memory():
                taken = self.desk.take_up(now)
                return [] if taken is None else [taken]
        except DatabaseFault:
            raise
        except OSError as error:
            return [LogNote("kept", "put off", str(error))]

    def send(self, now: int) -> list[LogNote]:
        """Send the oldest mail that no other worker has in hand; into a Maildir it is lasting."""
        with self.hall.work():
            one = self.jobs.claim_leaving(now)
            if one is None:
                return []
            if one.mail is None:
                self.jobs.drop_damaged(one)
                return [LogNote("trouble", one.name, _DAMAGED)]
            self._sink.now = now
            done = (
                self._sink.send(one.mail.message, one.mail.undelivered)
                if one.mail.undelivered
                else Delivery()
            )
            self.jobs.finish_leaving(one, one.mail.add_delivery(done), now)
            return [LogNote("sent", one.mail.name, ", ".join(done.delivered))] if done.delivered else []
