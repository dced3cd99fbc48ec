"""A worker of a club on several machines: it takes in a mail, sends one, does what the clock makes due, one
after another. It knows nothing that is not in the database: any number of them may run, on any machine, and
any of them may die at any moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pbem.club.database.connection import Connection, DatabaseFault
from pbem.club.database.folders import Folders
from pbem.club.database.jobs import Rows
from pbem.club.database.sealing import Sealer
from pbem.club.database.watch import Watch
from pbem.club.database.workplace import Workplace
from pbem.club.desk import ClubDesk
from pbem.club.index import A_DAY, Index
from pbem.club.rounds import ClubSink
from pbem.disk import whole
from pbem.post.notes import Note
from pbem.post.ways import Delivery, Sink
from pbem.rules.games import Build, rules_of

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
        self.hall = Workplace(
            place, base, Folders(base, sealer, place, most), Watch(base, remembered, sealer.id), []
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
            self.hall.watch.look()
            return self.jobs.put(data, now)

    def work(self, now: int) -> list[Note]:
        """One mail in, one out, and what is due in one game; nothing where there is nothing to do. Raises
        `club-restored`, `club-key`, and DatabaseFault where the database is away."""
        return [*self.take_up(now), *self.take_in(now), *self.keep_time(now), *self.send(now)]

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """What lies on this disk are copies: the database keeps what was done, so nothing waits here."""
        with whole.not_lasting(), self.hall.work():
            yield

    def take_in(self, now: int) -> list[Note]:
        """Take in the oldest mail that no other worker has in hand, at the time at which it came."""
        mail = None
        try:
            with self._at_work():
                mail = self.jobs.arrived(now)
                if mail is None:
                    return []
                if mail.data is None:
                    self.jobs.taken_in(mail, "ignored", _DAMAGED)
                    return [Note("trouble", f"mail {mail.number}", _DAMAGED)]
                received = self.desk.receive(mail.data, mail.came)
                self.jobs.taken_in(mail, received.outcome, received.text)
                return [Note(received.outcome, f"mail {mail.number}", received.text)]
        except OSError as error:
            if mail is None:
                raise
            with self.hall.base.begin():
                self.jobs.failed(mail, str(error), now)
            return [Note("kept", f"mail {mail.number}", str(error))]

    def keep_time(self, now: int) -> Sequence[Note]:
        """Take in a mail that was put off until today; without one do what is due in the game in which
        something fell due first."""
        if taken := self.take_up(now):
            return taken
        with self._at_work():
            if now // A_DAY != self._forgot:
                self.index.forget_old(now)
                self._forgot = now // A_DAY
            name = self.jobs.due(now)
            return [] if name is None else self.desk.keep_time_of(name, now)

    def take_up(self, now: int) -> list[Note]:
        """Take in a mail that was put off until today: it came before all that waits."""
        try:
            with self._at_work():
                taken = self.desk.take_up(now)
                return [] if taken is None else [taken]
        except DatabaseFault:
            raise
        except OSError as error:
            return [Note("kept", "put off", str(error))]

    def send(self, now: int) -> list[Note]:
        """Send the oldest mail that no other worker has in hand; into a Maildir it is lasting."""
        with self.hall.work():
            one = self.jobs.leaving(now)
            if one is None:
                return []
            if one.mail is None:
                self.jobs.damaged(one)
                return [Note("trouble", one.name, _DAMAGED)]
            self._sink.now = now
            done = self._sink.send(one.mail.message, one.mail.left) if one.mail.left else Delivery()
            self.jobs.sent(one, one.mail.after(done), now)
            return [Note("sent", one.mail.name, ", ".join(done.delivered))] if done.delivered else []
