"""Somebody who may write to a club's database and has no key of it."""

from unittest.mock import Mock

import pytest
from clubbed import CLUB
from refusing import refuses
from test_database import idle, out, out_aside

from pbem.entry import armor
from pbem.entry.entries import SignedEntry
from pbem.reason_codes import Code

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


def flooded(worker, now, lines):
    """Words with the player's From, more than the limit; what was told."""
    notes = []
    for number in range(lines):
        mail = f"From: ann@example.org\r\nMessage-ID: <{number}@x>\r\n\r\nlist\r\n{number}\r\n"
        worker.put(mail.encode(), now)
        worker.put(mail.replace("ann@", "sven@").encode(), now)
    while done := worker.take_in(now):
        notes += done
    return notes


@pytest.fixture
def small(machines):
    """The limits of the club are low."""
    worker = machines.worker()
    with worker.hall.work():
        worker.hall.folders.lock("")
        file = worker.hall.path / "club.yaml"
        file.write_text(file.read_text().replace("mails: 9999", "mails: 12"))
    worker.close()
    return machines


def test_a_flood_shuts_no_order_out_and_what_is_put_off_comes_on_the_day_after(played, small):
    first, second = small.worker(), small.worker()
    now, day = played[1][0][0], 86_400
    notes = flooded(first, now, 40)
    assert sum("put off until tomorrow" in note.text for note in notes) == 40
    assert sum("left out" in note.text for note in notes) == 16
    for now, mail in played[1][:4]:
        second.put(mail, now)
        assert next(note.what for note in idle(second, now)) == "accepted"
    assert [it for it in idle(first, now) if it.what == "ignored"] == []
    later = [*first.keep_time(now + day), *second.keep_time(now + day)]  # each another
    while done := first.keep_time(now + day):
        later += done
    names = [note.name for note in later if note.name.count("-") == 2]
    assert (names, len(set(names))) == (sorted(names), 40)


def test_put_off_mails_go_along_with_the_club_and_counts_are_forgotten(played, small):
    worker = small.worker()
    now = played[1][0][0]
    flooded(worker, now, 20)
    plain = out(small)
    assert len(list(plain.postponed_folder.glob("*.eml"))) == 16
    idle(worker, now + 5 * 86_400)
    assert (
        worker.hall.base.fetch_row("SELECT count(*) FROM counted WHERE what = 'mails ann@example.org'")[0]
        == 0
    )


def test_what_one_worker_has_put_off_another_takes_up(played, small):
    """The second has begun its own mail when the first puts one off, and then the first dies."""
    first, second = small.worker(), small.worker()
    now = played[1][0][0]
    with second.hall.work():
        with first.hall.work():
            first.desk._admission.postpone(listed(1), ["mails 1"], now)
        second.desk._admission.postpone(listed(2), ["mails 2"], now)
    first.close()
    notes = idle(second, now + 86_400)
    assert [note.what for note in notes if note.name.count("-") == 2] == ["accepted"] * 2
    third = small.worker()
    with third.hall.work():
        assert list(third.hall.postponed_folder.glob("*.eml")) == []


def listed(number):
    return f"From: ann@example.org\r\nMessage-ID: <{number}@y>\r\n\r\nlist\r\n".encode()


STRANGE = {
    "a zero in a game's id": lambda: armored(b'{"game":"\\u0000"}'),
    "half a pair in it": lambda: armored(b'{"game":"\\ud800"}'),
    "a zero in a report": lambda: reported("a\0b@example.org"),
}


def armored(data):
    text = armor.encode(SignedEntry(data, (b"x",)), armor.PAPER)
    return f"From: {MALLORY}\nTo: {CLUB}\nSubject: x\nMessage-ID: <1@x>\n\n{text}".encode()


def reported(mail):
    head = f"From: {MALLORY}\nTo: {CLUB}\nMessage-ID: <2@x>\n"
    kind = "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
    said = f"Final-Recipient: rfc822; {mail}\nAction: failed\nX-Senlac-Mark: {'0' * 32}\n"
    return f"{head}{kind}\n\n{said}".encode()


@pytest.mark.parametrize("mail", STRANGE.values(), ids=STRANGE)
def test_no_mail_stops_the_clocks_of_all_games(played, machines, mail):
    """The attack: text that no database holds; the mail was tried for ever, and nobody was late again."""
    worker, now = machines.worker(), played[1][0][0]
    assert worker.put(mail(), now)
    idle(worker, now)
    assert worker.hall.base.fetch_row("SELECT COUNT(*) FROM inbox WHERE outcome IS NULL") == (0,)


def test_nor_does_one_at_which_the_machine_fails_again_and_again(played, machines, monkeypatch):
    worker, now = machines.worker(), played[1][0][0]
    worker.put(armored(b"{}"), now)
    broken = OSError(5, "broken", "disk")
    monkeypatch.setattr(type(worker.desk), "receive", Mock(side_effect=broken))
    (due,) = worker.hall.base.fetch_row("SELECT MIN(due) FROM game WHERE due > 0")
    for quarter in range(30):
        idle(worker, due + 86_400 + quarter * 900)
    (later,) = worker.hall.base.fetch_row("SELECT MIN(due) FROM game WHERE due > 0")
    assert later > due  # the side was late
    (tries,) = worker.hall.base.fetch_row("SELECT tries FROM inbox WHERE outcome IS NULL")
    assert tries > 12
