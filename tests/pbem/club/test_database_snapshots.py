"""Snapshots of a club in PostgreSQL: a worker takes up a game of another where it stands, and they are an aid
and nothing else.
"""

import pytest
from test_database import out

from pbem.club.database import encryption, migration, recovery
from pbem.judge import closed_lines
from pbem.log.log_file import LogText
from pbem.play.snapshots import Snapshots
from pbem.rules.table import Table

pytestmark = pytest.mark.whole

NAME = "1-hastings"


def take(worker, mails):
    for now, mail in mails:
        worker.put(mail, now)
        assert worker.work(now)[0].what == "accepted"
        while worker.work(now):
            pass


def rows(worker):
    with worker.hall.base.begin():
        return [
            (game, bytes(sealed))
            for game, sealed in worker.hall.base.execute("SELECT game, sealed FROM snapshot")
        ]


@pytest.fixture
def begun(played, machines):
    """All mails but the last were taken in by one worker, which is gone."""
    first = machines.worker()
    take(first, played[1][:-1])
    first.close()
    return machines


def ends_well(machines, log):
    assert out(machines).game(NAME).log.path.read_bytes() == log


def test_a_worker_goes_on_from_what_another_has_written_down(played, begun, monkeypatch):
    worker = begun.worker()
    assert [game for game, _ in rows(worker)] == [NAME]
    monkeypatch.setattr(Table, "load", None)
    take(worker, played[1][-1:])
    worker.close()
    monkeypatch.undo()
    ends_well(begun, played[2])


def test_it_is_closed_as_keys_are(begun):
    worker = begun.worker()
    ((_, sealed),) = rows(worker)
    with worker.hall.work():
        data = Snapshots(worker.hall.game(NAME)).file.read_bytes()
    assert b"senlac-snapshot" in data
    assert data[:60] not in sealed
    worker.close()


@pytest.mark.parametrize("what", ["DELETE FROM snapshot", "UPDATE snapshot SET sealed = 'x'::bytea"])
def test_without_one_and_with_a_damaged_one_the_log_is_read(played, begun, what):
    worker = begun.worker()
    with worker.hall.base.begin():
        worker.hall.base.execute(what)
    take(worker, played[1][-1:])
    worker.close()
    ends_well(begun, played[2])


def test_one_that_another_has_forged_is_found(played, begun):
    """Who has the club's key, but not the game's, cannot make one that counts."""
    worker = begun.worker()
    ((_, sealed),) = rows(worker)
    data = begun.sealer.open(sealed, "snapshot", NAME)
    forged = begun.sealer.seal(data[:-1] + bytes([data[-1] ^ 1]), "snapshot", NAME)
    with worker.hall.base.begin():
        worker.hall.base.execute("UPDATE snapshot SET sealed = ?", (forged,))
    with worker.hall.work():
        folder = worker.hall.game(NAME)
        text, kept = folder.log.read(), Snapshots(folder)
        assert kept.file.read_bytes()[-1:] != data[-1:]
        assert kept.resume(text, worker.desk.tables._build, closed_lines.known_lines(folder)) is None
    take(worker, played[1][-1:])
    worker.close()
    ends_well(begun, played[2])


def test_after_a_backup_was_put_back_a_newer_one_counts_for_nothing(begun):
    worker = begun.worker()
    with worker.hall.work():
        folder = worker.hall.game(NAME)
        text, kept = folder.log.read(), Snapshots(folder)
        known = closed_lines.known_lines(folder)
        assert kept.resume(text, worker.desk.tables._build, known) is not None
        older = LogText(text.lines[: kept.seq], b"")
        assert Snapshots(folder).resume(older, worker.desk.tables._build, known) is None
    worker.close()


def test_with_a_new_key_it_is_closed_anew(played, begun):
    new = encryption.make(begun.path / "new")
    recovery.reencrypt(begun.where, begun.sealer, new)
    begun.sealer = new
    worker = begun.worker()
    ((_, sealed),) = rows(worker)
    assert new.open(sealed, "snapshot", NAME)
    take(worker, played[1][-1:])
    worker.close()
    ends_well(begun, played[2])


def test_a_club_that_is_taken_out_has_none(begun):
    assert not (out(begun).game(NAME).path / ".cache").exists()


def test_a_database_of_before_is_brought_up_to_date(played, begun):
    worker = begun.worker()
    with worker.hall.base.begin():
        worker.hall.base.execute("DROP TABLE snapshot")
        worker.hall.base.execute("UPDATE alembic_version SET version_num = '1'")
    worker.close()
    migration.upgrade(begun.where, begun.sealer)
    worker = begun.worker()
    assert rows(worker) == []
    take(worker, played[1][-1:])
    assert [game for game, _ in rows(worker)] == [NAME]
    worker.close()
    ends_well(begun, played[2])
