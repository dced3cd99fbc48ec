"""The robot keeps time: when what is due follows from log and clock alone, and each thing is done once."""

from datetime import UTC, datetime
from functools import partial

import pytest
from mailed import Mailed, opened

from pbem.entry.bodies import Lateness
from pbem.mail.reader import read
from pbem.post import mail_loop
from pbem.post.faults import Unreachable
from pbem.post.outbox import Outbox
from pbem.post.stop_signal import Stop
from pbem.post.transports import Delivery, WaitingMail
from pbem.rules import timetable

HOUR = 3_600
NOW = int(datetime(2026, 1, 5, tzinfo=UTC).timestamp())
"""A Monday."""


def made(path, then="wait", days_off=None):
    limits = {"hours": 100, "grace": 10, "then": then, **({"days_off": days_off} if days_off else {})}
    game = Mailed(path, forced=False, deadlines=[{"kind": kind, **limits} for kind in ("order", "decision")])
    game.robot.receive(game.mail(game.sign("red", "done", "done").signed), NOW)  # blue is to move from now on
    return game


def kept(game, hours):
    return [(note.what, note.name) for note in game.robot.keep_time(NOW + hours * HOUR)]


def mails(game):
    return [mail.name for mail in Outbox(game.folders["referee"].path).list_waiting()]


def test_the_timetable_follows_from_the_log_and_knows_days_off(tmp_path):
    table = made(tmp_path, days_off=["wed"]).table()
    hours = [((it.at - NOW) / HOUR, it.role, it.what) for it in timetable.timetable(table)]
    # 100 hours with a Wednesday between are 124 by the clock
    assert hours == [(62, "blue", "half"), (111.6, "blue", "nine-tenths"), (134, "blue", "late")]
    assert timetable.due_moments(table, NOW + 62 * HOUR - 1) == ()
    assert [it.what for it in timetable.due_moments(table, NOW + 130 * HOUR)] == ["nine-tenths"]
    assert timetable.next_time(table, NOW + 62 * HOUR) == timetable.timetable(table)[1].at
    assert timetable.next_time(table, NOW + 134 * HOUR) is None


def test_it_reminds_at_half_and_nine_tenths_once_each(tmp_path):
    game = made(tmp_path)
    before = mails(game)
    found = [kept(game, hours) for hours in (49, 50, 51, 89, 90, 90, 109)]
    reminded = [("reminded", "blue")]
    assert found == [[], reminded, [], [], reminded, [], []]
    assert sorted(set(mails(game)) - set(before)) == [
        "0002-blue-reminder-half",
        "0002-blue-reminder-nine-tenths",
    ]
    assert len(game.table().verifier.entries) == 3


def test_it_writes_late_once_after_the_grace_and_tells_all(tmp_path):
    game = made(tmp_path)
    assert kept(game, 109) == [("reminded", "blue")]
    before = mails(game)
    assert kept(game, 110) == [("late", "blue")]
    assert kept(game, 111) == []
    assert isinstance(game.table().verifier.history[-1].body, Lateness)
    new = [mail for mail in Outbox(game.folders["referee"].path).list_waiting() if mail.name not in before]
    assert sorted(mail.to for mail in new) == [("blue@example.org",), ("red@example.org",)]
    assert all(b"blue has missed the deadline for its order" in mail.message for mail in new)


@pytest.mark.parametrize("then", ["forfeit", "default"])
def test_what_the_charter_says_follows(tmp_path, then):
    game = made(tmp_path, then)
    assert kept(game, 110) == [("late", "blue")]
    if then == "forfeit":
        assert game.table().replay.outcome()["winner"] == "red"
    else:
        assert game.table().owing_roles == ("red",)
    assert kept(game, 110) == []


def test_two_deadlines_of_one_decision_end_the_game_as_claimed_and_all_are_told(tmp_path):
    game = made(tmp_path, "claim")
    found = [kept(game, hours) for hours in (110, 200, 219)]
    assert found == [[("late", "blue")], [("reminded", "blue")], []]
    assert game.table().replay.outcome() is None
    before = mails(game)
    assert kept(game, 220) == [("late", "blue")]
    assert game.table().verifier.ended
    new = [mail for mail in Outbox(game.folders["referee"].path).list_waiting() if mail.name not in before]
    assert sorted(mail.to for mail in new) == [("blue@example.org",), ("red@example.org",)]
    assert all(b"red wins, claimed by red: blue let its time go by twice" in mail.message for mail in new)
    assert kept(game, 999) == []


def test_a_crash_before_anybody_was_told(tmp_path):
    game = made(tmp_path)
    letters = game.robot._letters
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(letters), "news", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            kept(game, 110)
    before = mails(game)
    assert kept(game, 110) == [("late", "told")]
    assert kept(game, 110) == []
    assert len(mails(game)) == len(before) + 2
    assert sum(isinstance(entry.body, Lateness) for entry in game.table().verifier.history) == 1


class Box:
    """A mailbox and a server."""

    def __init__(self, *data, down=False):
        self.data, self.down = data, down

    def waiting_mails(self, but=()):
        if self.down:
            raise Unreachable("down")
        yield from (WaitingMail(f"m{n}", data) for n, data in enumerate(self.data))

    def settle(self, mail, *, refused):
        self.data = ()

    def send(self, message, to):
        return Delivery(delivered=tuple(to))

    def close(self):
        pass


def test_an_order_that_waits_in_the_mailbox_was_not_late(tmp_path):
    """Also where the mailbox cannot be read for a while."""
    game = made(tmp_path)
    (file,) = Outbox(game.folders["referee"].path).find("0001-blue-*")
    game.take_in("blue", read(opened(file).message, from_robot=True).entries)
    order = game.mail(game.sign("blue", "done", "done").signed, sender="blue@example.org")
    now = NOW + 120 * HOUR

    def round_(box):
        return mail_loop.run(
            lambda: [Outbox(game.folders["referee"].path)],
            [box],
            Box(),
            partial(game.robot.receive, now=now),
            once=True,
            every=1,
            stop=Stop(),
            tell=lambda _: None,
            keep_time=partial(game.robot.keep_time, now),
        )

    round_(Box(down=True))
    assert len(game.table().verifier.entries) == 3
    round_(Box(order))
    assert [entry.type for entry in game.table().verifier.history[3:]] == ["order", "ack"]
