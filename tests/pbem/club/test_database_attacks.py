"""Somebody who may write to a club's database and has no key of it."""

import pytest
from refusing import refuses
from test_database import idle, out_aside

from pbem.codes import Code

pytestmark = pytest.mark.whole

MALLORY = "mallory@example.net"


def test_he_has_no_mail_sent_to_himself(played, machines):
    worker = machines.worker()
    for now, mail in played[1][:2]:
        worker.put(mail, now)
        worker.take_in(now)
    worker.hall.base.execute(
        "UPDATE outbox SET envelope = replace(envelope, 'ann@', 'mallory@') WHERE state = 'waiting'"
    )
    notes = idle(worker, now)
    assert "mallory@example.org" not in machines.post.boxes
    assert "trouble" in {note.what for note in notes}
    assert machines.post.boxes["sven@example.org"]  # all others go on


def test_he_makes_no_mail_older_than_it_is(played, machines):
    (now, mail), *_ = played[1]
    worker = machines.worker()
    worker.put(mail, now)
    worker.hall.base.execute("UPDATE inbox SET came = came - 86400")
    assert [note.what for note in idle(worker, now)] == ["trouble"]
    worker.put(mail + b"\r\n", now)
    assert idle(worker, now)[0].what == "accepted"  # it did not count as taken in


TABLES = ("held", "entry", "file", "outbox", "witness", "game", "seat", "snapshot")


def kept(base):
    for table in TABLES:
        base.execute(f"CREATE TABLE kept_{table} AS SELECT * FROM {table}")


def put_back(base):
    """All rows of games as they were, and nothing else: the database counts on."""
    with base.begin():
        for table in reversed(TABLES):
            base.execute(f"DELETE FROM {table}")
        for table in TABLES:
            base.execute(f"INSERT INTO {table} OVERRIDING SYSTEM VALUE SELECT * FROM kept_{table}")


def test_he_takes_no_move_of_a_game_back_to_see_other_dice(played, machines):
    """Any worker that has seen more of the game knows, also when it was started again."""
    *first, (now, mail) = played[1][:5]
    worker = machines.worker()
    for at, each in first:
        worker.put(each, at)
        idle(worker, at)
    kept(worker.hall.base)
    worker.put(mail, now)
    assert idle(worker, now)[0].what == "accepted"
    put_back(worker.hall.base)
    worker.close()
    again = machines.worker(machines.count)
    again.put(mail + b"\r\n", now)
    assert idle(again, now)[0].what == "ignored"
    assert out_aside(again) == ["1-hastings"]


def test_a_dump_put_back_into_the_same_database_is_known_by_a_worker_that_is_new(played, machines, server):
    """Its number, its timeline and its name are those of before."""
    (now, mail), *_ = played[1]
    dump, worker = server.dump(machines.where), machines.worker()
    worker.put(mail, now)
    idle(worker, now)
    worker.hall.base.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    worker.close()
    server.load(machines.where, dump)
    with refuses(Code.CLUB_RESTORED):
        machines.worker()
