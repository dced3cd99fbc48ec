"""A database that an earlier version of the program filled goes on: no mail that waits in it is lost."""

import pytest
from refusing import refuses
from test_database import idle

from pbem.club.database import encryption, migration
from pbem.post.outbox import OutgoingMail
from pbem.reason_codes import Code

pytestmark = pytest.mark.whole


@pytest.fixture
def before(played, machines):
    """A database of version 2: one mail waits to be taken in, the answers to another wait to be sent."""
    worker = machines.worker()
    (now, first), (later, second), *_ = played[1]
    worker.put(first, now)
    worker.take_in(now)
    worker.put(second, later)
    base = worker.hall.base
    with base.begin():
        base.execute("UPDATE club SET identity = substring(identity from '^[0-9]+ [0-9]+ [0-9]+')")
        loosen_arrived(base, machines.sealer)
        loosen_leaving(base, machines.sealer)
        base.execute("UPDATE alembic_version SET version_num = '2'")
    worker.close()
    return machines


def loosen_arrived(base, sealer):
    for digest, came, sealed in list(base.execute("SELECT digest, came, sealed FROM inbox")):
        if sealed is not None:
            mail = sealer.open(bytes(sealed), "inbox", digest, str(came))
            base.execute(
                "UPDATE inbox SET sealed = ? WHERE digest = ?", (sealer.seal(mail, "inbox", digest), digest)
            )


def loosen_leaving(base, sealer):
    for game, name, sealed in list(base.execute("SELECT game, name, sealed FROM outbox")):
        place = ("mail", game, name)
        mail = (
            b"" if sealed is None else OutgoingMail.decode(name, sealer.open(bytes(sealed), *place)).message
        )
        base.execute("UPDATE outbox SET sealed = ? WHERE name = ?", (sealer.seal(mail, *place), name))


def test_what_waits_is_taken_in_and_sent(played, before):
    with refuses(Code.CLUB_DATABASE, match="version 2"):
        before.worker()
    migration.upgrade(before.where, before.sealer)
    migration.upgrade(before.where, before.sealer)
    worker, later = before.worker(), played[1][1][0]
    notes = idle(worker, later)
    worker.close()
    assert {note.what for note in notes} == {"accepted", "sent"}
    assert len(before.post.boxes["sven@example.org"]) == len(before.post.boxes["ann@example.org"]) > 0


def test_what_is_closed_as_now_stays_as_it_is(played, machines):
    """Between the two versions there was one that closed rows so and counted itself to version 2."""
    (now, mail), (later, second), *_ = played[1]
    worker = machines.worker()
    worker.put(mail, now)
    worker.take_in(now)
    worker.put(second, later)
    find = "SELECT sealed FROM inbox UNION ALL SELECT sealed FROM outbox"
    rows = list(worker.hall.base.execute(find))
    worker.hall.base.execute("UPDATE alembic_version SET version_num = '2'")
    migration.upgrade(machines.where, machines.sealer)
    same = list(worker.hall.base.execute(find)) == rows
    assert same
    assert {note.what for note in idle(worker, later)} == {"accepted", "sent"}


def test_with_another_key_nothing_is_changed(played, before):
    with refuses(Code.CLUB_KEY):
        migration.upgrade(before.where, encryption.make(before.path / "other"))
    migration.upgrade(before.where, before.sealer)
    assert idle(before.worker(), played[1][1][0])[0].what == "accepted"


def test_a_program_that_is_older_than_the_database_does_nothing(played, machines):
    worker = machines.worker()
    worker.hall.base.execute("UPDATE alembic_version SET version_num = '9'")
    with refuses(Code.CLUB_DATABASE, match="install"):
        worker.put(played[1][0][1], played[1][0][0])
    with refuses(Code.CLUB_DATABASE, match="install it here too"):
        migration.upgrade(machines.where, machines.sealer)
