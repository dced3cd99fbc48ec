"""The robot's rounds with a referee who only echoes: each mail once, whoever crashes, and a clean stop."""

import json
import os
from dataclasses import dataclass

import pytest
from crashes import contents, each_crash
from refusing import refuses

from pbem.errors import PbemError, Refusal
from pbem.post import mail_loop
from pbem.post.faults import Unreachable
from pbem.post.maildir import MaildirSink, MaildirSource
from pbem.post.outbox import Outbox
from pbem.post.robot_log import LogNote
from pbem.post.stop_signal import Stop
from pbem.post.transports import WaitingMail
from pbem.reason_codes import Code

LIMIT = 1000
ANN = "ann@example.org"


@dataclass
class Received:
    outcome: str
    text: str


def echo(folder):
    """A referee: answers each mail by its content, refuses one with `bad` in it, ignores one with `auto`."""

    def receive(data):
        word = data.decode().split()[0]
        if word == "auto":
            return Received("ignored", "an automatic answer")
        Outbox(folder).put(f"answer-{word}", b"answer to " + data, [ANN])
        return Received("refused" if word == "bad" else "accepted", f"entry of\n{word}")

    return receive


@dataclass
class Table:
    """A referee's folder with the Maildir he reads and the one of the player whom he answers."""

    path: object

    def post(self, *mails):
        for mail in mails:
            MaildirSink(self.path / "in").send(mail, ["referee@example.org"])

    def run(self, *, receive=None, sources=None, sink=None, once=True, stop=None, every=0, tell=None):
        notes = []
        code = mail_loop.run(
            lambda: [Outbox(self.path / "game")],
            sources or [MaildirSource(self.path / "in", LIMIT)],
            sink or MaildirSink(self.path / "out"),
            receive or echo(self.path / "game"),
            once=once, every=every, stop=stop or Stop(), tell=tell or notes.append,
        )  # fmt: skip
        return code, [f"{note.what} {note.name.split('.')[0][:12]}" for note in notes]

    def answers(self):
        return [mail.data for mail in MaildirSource(self.path / "out", LIMIT).waiting_mails()]

    def kept(self, folder):
        return sorted(file.read_bytes() for file in (self.path / "in" / folder / "cur").glob("*"))


@pytest.fixture
def table(tmp_path):
    (tmp_path / "game").mkdir()
    table = Table(tmp_path)
    table.post(b"first", b"bad one", b"auto reply")
    return table


def test_a_round(table):
    table.post(b"x" * (LIMIT + 1))
    code, told = table.run()
    assert code == 0
    assert [line.split()[0] for line in told] == ["accepted", "refused", "ignored", "refused", "sent", "sent"]
    assert table.answers() == [b"answer to bad one", b"answer to first"]
    assert table.kept(".Handled") == [b"auto reply", b"first"]
    assert table.kept(".Refused") == [b"bad one", b"x" * (LIMIT + 1)]
    assert table.run() == (0, [])


def test_a_mail_delivered_twice_is_answered_once(table):
    table.run()
    table.post(b"first")
    code, told = table.run()
    assert (code, [line.split()[0] for line in told]) == (0, ["accepted"])
    assert len(table.answers()) == 2


@pytest.mark.whole
def test_a_crash_anywhere_loses_nothing_and_doubles_nothing(table, tmp_path):
    start, work = tmp_path / "start", tmp_path / "work"
    start.mkdir()
    for name in ("in", "game"):
        (tmp_path / name).rename(start / name)
    at_work = Table(work)
    (work / "game").mkdir(parents=True)
    for step, share in each_crash(start, work, at_work.run, (0, 0.5)):
        at_work.run()
        assert sorted(at_work.answers()) == [b"answer to bad one", b"answer to first"], (step, share)
        assert at_work.kept(".Handled") == [b"auto reply", b"first"], (step, share)
        assert at_work.kept(".Refused") == [b"bad one"], (step, share)
        assert sorted(contents(work / "game")) == ["sent/answer-bad.eml", "sent/answer-first.eml"], (
            step,
            share,
        )


def test_a_full_disk_keeps_the_mail_and_the_others_go_on(table):
    def receive(data):
        if data == b"first":
            raise OSError(28, "No space left on device", "game.log")
        return echo(table.path / "game")(data)

    code, told = table.run(receive=receive)
    assert code == 2
    assert [line.split()[0] for line in told] == ["kept", "refused", "ignored", "sent"]
    assert [mail.data for mail in MaildirSource(table.path / "in", LIMIT).waiting_mails()] == [b"first"]
    assert table.run()[0] == 0
    assert sorted(table.answers()) == [b"answer to bad one", b"answer to first"]


def test_a_game_folder_that_does_not_hold_stops_the_robot_and_keeps_the_mail(table):
    def receive(data):
        raise PbemError("the log does not hold")

    with pytest.raises(PbemError, match="does not hold"):
        table.run(receive=receive)
    assert len(list(MaildirSource(table.path / "in", LIMIT).waiting_mails())) == 3


class Failing:
    """A source or sink that raises what it is given, and counts."""

    def __init__(self, error):
        self.error, self.tries, self.closed = error, 0, 0

    def waiting_mails(self, but=()):
        self.tries += 1
        raise self.error
        yield WaitingMail("", b"")

    def send(self, message, to):
        self.tries += 1
        raise self.error

    def settle(self, mail, *, refused):
        raise AssertionError

    def close(self):
        self.closed += 1


class Rounds(Stop):
    """Stops after so many rounds."""

    def __init__(self, rounds):
        super().__init__()
        self.rounds = rounds

    def wait(self, seconds):
        self.rounds -= 1
        if not self.rounds:
            self.set()


def test_a_server_that_is_away_is_asked_less_and_less_often_and_holds_up_nobody(table):
    away = Failing(Unreachable("imap.example.org: no route"))
    sources = [away, MaildirSource(table.path / "in", LIMIT)]
    code, told = table.run(sources=sources, once=False, stop=Rounds(40))
    assert code == 0
    assert away.tries == away.closed == 5, "in rounds 1, 3, 7, 15 and 31"
    assert [line.split()[0] for line in told].count("trouble") == 5
    assert len(table.answers()) == 2


def test_a_server_that_is_back_is_asked_in_every_round(table):
    class Back(Failing):
        def waiting_mails(self, but=()):
            self.tries += 1
            if self.tries < 2:
                raise self.error
            return iter(())

    back = Back(Unreachable("away"))
    table.run(sources=[back], once=False, stop=Rounds(10))
    assert back.tries == 1 + 8


def test_answers_wait_for_a_server_that_is_away(table):
    sink = Failing(Unreachable("smtp.example.org: no route"))
    code, told = table.run(sink=sink)
    assert (code, told[-1]) == (1, "trouble server")
    assert len(Outbox(table.path / "game").list_waiting()) == 2
    assert table.run() == (0, ["sent answer-bad", "sent answer-first"])


@pytest.mark.parametrize("where", ["source", "sink"])
def test_a_refused_login_stops_the_robot(table, where):
    bad = Failing(Refusal(Code.LOGIN_REFUSED, "no"))
    with refuses(Code.LOGIN_REFUSED):
        table.run(once=False, **({"sources": [bad]} if where == "source" else {"sink": bad}))
    assert bad.tries == bad.closed == 1


def test_a_folder_that_may_not_be_read_is_told(table):
    code, told = table.run(sources=[Failing(PermissionError(13, "Permission denied", "in/new"))])
    assert (code, told) == (2, ["trouble disk"])


def test_the_mail_in_hand_is_finished(table):
    stop = Stop()

    def receive(data):
        stop.set()
        return echo(table.path / "game")(data)

    code, told = table.run(receive=receive, once=False, stop=stop, every=3600)
    assert code == 0
    assert [line.split()[0] for line in told] == ["accepted"]
    assert table.kept(".Handled") == [b"first"]
    assert len(Outbox(table.path / "game").list_waiting()) == 1
    assert table.run(stop=stop) == (0, [])


def test_a_stop_wakes_who_waits():
    stop = Stop()
    stop.wait(0)
    assert not stop.is_set()
    for _ in range(2):
        stop.set()
    stop.wait(3600)
    assert stop.is_set()


def test_a_line_of_the_log_is_one_line():
    note = LogNote("refused", "1\x1b[2J", "line 1\nline 2\r\x00 ü")
    assert note.line() == "refused 1 [2J: line 1. line 2 ü\n"
    assert json.loads(note.json()) == {
        "what": "refused",
        "name": "1\x1b[2J",
        "text": "line 1\nline 2\r\x00 ü",
    }
    assert note.json().count("\n") == 1


def test_two_robots_at_once(table):
    """Both see every mail; each is answered once."""
    children = []
    for _ in range(3):
        child = os.fork()
        if child == 0:
            code = 99
            try:
                code, _ = table.run()
            finally:
                os._exit(code)
        children.append(child)
    codes = {os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children}
    assert codes <= {0, 1}, "1 where another one was sending"
    table.run()
    assert sorted(table.answers()) == [b"answer to bad one", b"answer to first"]
    assert table.kept(".Handled") == [b"auto reply", b"first"]


class Flooded:
    """A mailbox into which more mail comes than is read in `rounds` rounds; each mail takes half a minute."""

    def __init__(self, rounds, monkeypatch):
        self.rounds, self.now, self.read = rounds, 0.0, 0
        monkeypatch.setattr(mail_loop, "monotonic", lambda: self.now)

    def waiting_mails(self, but=()):
        self.rounds -= 1
        for _ in range(1_000 if self.rounds >= 0 else 1):
            self.now += 30
            self.read += 1
            yield WaitingMail(str(self.read), b"x")

    def settle(self, mail, *, refused):
        pass

    def close(self):
        pass


def flooded_once(source):
    """A run `once`: its exit code, what was done beside reading, and what it told of trouble."""
    done, told = [], []
    code = mail_loop.run(
        lambda: done.append("send") or (), [source], source, lambda _: Received("ignored", "x"),
        once=True, every=0, stop=Stop(), tell=told.append,
        put_off=lambda: done.append(f"put off before {source.read}") or (),
        keep_time=lambda: done.append("clock") or (),
    )  # fmt: skip
    return code, done, [note.name for note in told if note.what == "trouble"]


def test_one_run_under_a_flood_goes_on_until_all_is_read_and_then_keeps_time(monkeypatch):
    """The attack: mails that take longer to read than a round lasts keep the clock from a run by cron."""
    code, done, told = flooded_once(Flooded(2, monkeypatch))
    assert (code, told) == (0, [])
    assert done[-2:] == ["clock", "send"]
    assert done.count("clock") == 1


def test_one_run_under_a_flood_without_end_says_that_the_clock_waits(monkeypatch):
    """An order that came in time may be among the rest. What came on an earlier day is taken in first."""
    code, done, told = flooded_once(Flooded(10_000, monkeypatch))
    assert (code, told) == (1, ["mailbox"])
    assert "clock" not in done
    assert done[:2] == ["put off before 0", "send"]
    assert done.count("send") == 10
