"""The outbox: nothing lost, nothing doubled, whoever crashes or sends at the same time."""

import json
import os
import threading

import pytest
from crashes import contents, each_crash
from hypothesis import given
from hypothesis import strategies as st
from refusing import refuses

from pbem.disk.atomic_files import Disk
from pbem.post.faults import Unreachable
from pbem.post.outbox import Outbox, OutgoingMail
from pbem.post.outbox_flush import flush
from pbem.post.stop_signal import Stop
from pbem.post.transports import Delivery
from pbem.reason_codes import Code

ANN, BOB = "ann@example.org", "bob@example.org"
MAIL = b"Subject: 3\r\n\r\nbody\n"


class Server:
    """A sink that keeps what it takes; `answers` are given first, one a mail."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.taken = []
        self.closed = 0

    def send(self, message, to):
        answer = self.answers.pop(0) if self.answers else Delivery(delivered=to)
        if isinstance(answer, Exception):
            raise answer
        self.taken += [(message, one) for one in answer.delivered]
        return answer

    def close(self):
        self.closed += 1


def flushed(box, server):
    notes = []
    try:
        code = flush(box, server, Stop(), lambda note: notes.append((note.what, note.name)))
    except Unreachable as error:
        code = str(error)
    return code, notes


def test_put_sent_and_put_again(tmp_path):
    box = Outbox(tmp_path)
    file = box.put("0003-norman", MAIL, [ANN, BOB])
    assert file == tmp_path / "outbox" / "0003-norman.eml"
    assert file.read_bytes().endswith(b"}\r\nX-Unsent: 1\r\n" + MAIL)
    assert file.stat().st_mode & 0o777 == 0o600
    assert box.put("0003-norman", MAIL, [ANN, BOB]) == file
    assert [(mail.name, mail.message, mail.undelivered) for mail in box.list_waiting()] == [
        ("0003-norman", MAIL, (ANN, BOB))
    ]
    there = box.move_to_sent("0003-norman")
    assert box.list_waiting() == []
    assert box.put("0003-norman", MAIL, [ANN, BOB]) == box.move_to_sent("0003-norman") == there
    assert box.list_waiting() == []


@pytest.mark.parametrize("message, to", [(MAIL + b" ", [ANN]), (MAIL, [BOB]), (MAIL, [ANN, BOB])])
@pytest.mark.parametrize("moved", [False, True])
def test_a_name_stands_for_one_mail(tmp_path, message, to, moved):
    box = Outbox(tmp_path)
    box.put("1", MAIL, [ANN])
    if moved:
        box.move_to_sent("1")
    with refuses(Code.NAME_TAKEN):
        box.put("1", message, to)


@pytest.mark.parametrize("name", ["", "../key", "a/b", ".hidden", "a b", "a\n", "x" * 101, "é"])
def test_a_name_is_never_a_path(tmp_path, name):
    with refuses(Code.BAD_ENVELOPE):
        Outbox(tmp_path).put(name, MAIL, [ANN])


@pytest.mark.parametrize(
    "to", [[], [ANN, ANN], ["ann"], ["a@b\r\nRCPT TO:<c@d>"], ["<a@b>"], ["a@b,c@d"], ["a@b c"]]
)
def test_an_address_is_never_a_command(tmp_path, to):
    with refuses(Code.BAD_ENVELOPE):
        Outbox(tmp_path).put("1", MAIL, to)


@given(
    st.binary(max_size=80), st.lists(st.sampled_from([ANN, BOB, "zoë@example.org"]), min_size=1, unique=True)
)
def test_every_mail_keeps_its_bytes(message, to):
    mail = OutgoingMail("1", message, tuple(to), (to[0],), {to[-1]: "550 nö"})
    assert OutgoingMail.decode("1", mail.encode()) == mail


@pytest.mark.parametrize(
    "data", [b"", MAIL, b"X-Senlac-Envelope: {}\r\n", b"X-Senlac-Envelope: [1]\r\n", b"{\r\n"]
)
def test_a_file_of_somebody_else_is_refused(tmp_path, data):
    box = Outbox(tmp_path)
    box.put("1", MAIL, [ANN])
    (box.path / "2.eml").write_bytes(data)
    with refuses(Code.BAD_ENVELOPE, match=r"2\.eml"):
        box.list_waiting()


def test_a_flush_sends_by_name_over_one_connection(tmp_path):
    box, server = Outbox(tmp_path), Server()
    for name in ("0002", "0001"):
        box.put(name, name.encode(), [ANN])
    assert flushed(box, server) == (0, [("sent", "0001"), ("sent", "0002")])
    assert server.taken == [(b"0001", ANN), (b"0002", ANN)]
    assert server.closed == 1
    assert flushed(box, server) == (0, [])


def test_who_was_refused_for_good_is_told_and_not_tried_again(tmp_path):
    box = Outbox(tmp_path)
    box.put("1", MAIL, [ANN, BOB])
    server = Server(Delivery((ANN,), {BOB: "550 no such user"}))
    assert flushed(box, server) == (1, [("sent", "1"), ("undeliverable", "1")])
    assert flushed(box, server) == (0, [])
    envelope = (
        (tmp_path / "sent" / "1.eml").read_bytes().split(b"\r\n")[0].removeprefix(b"X-Senlac-Envelope: ")
    )
    assert json.loads(envelope)["refused"] == {BOB: "550 no such user"}
    assert box.put("1", MAIL, [ANN, BOB]) == tmp_path / "sent" / "1.eml"


def test_who_was_refused_just_now_is_tried_again_and_nobody_else(tmp_path):
    box = Outbox(tmp_path)
    box.put("1", MAIL, [ANN, BOB])
    server = Server(Delivery((ANN,), later={BOB: "451 later"}))
    assert flushed(box, server) == (1, [("sent", "1"), ("waiting", "1")])
    assert flushed(box, server) == (0, [("sent", "1")])
    assert server.taken == [(MAIL, ANN), (MAIL, BOB)]


def test_a_mail_refused_by_all_is_laid_aside_and_can_be_brought_back(tmp_path):
    box = Outbox(tmp_path)
    box.put("1", MAIL, [ANN])
    assert flushed(box, Server(Delivery(refused={ANN: "550 no"})))[0] == 1
    assert box.list_waiting() == []
    assert box.put("1", MAIL, [ANN]) == tmp_path / "undeliverable" / "1.eml"


def test_a_server_that_breaks_off_keeps_nothing_from_the_others(tmp_path):
    box = Outbox(tmp_path)
    for name in "1234":
        box.put(name, name.encode(), [ANN])
    gone = Unreachable("gone")
    assert flushed(box, Server(gone)) == ("gone; 1 still in the outbox", [("sent", name) for name in "234"])
    box.put("5", b"5", [ANN])
    box.put("6", b"6", [ANN])
    server = Server(gone, gone)
    assert flushed(box, server) == ("gone; 3 still in the outbox", [])
    assert server.taken == []


def test_only_one_process_sends(tmp_path):
    box, inside, over = Outbox(tmp_path), threading.Event(), threading.Event()
    box.put("1", MAIL, [ANN])

    class Slow(Server):
        def send(self, message, to):
            inside.set()
            assert over.wait(20)
            return super().send(message, to)

    slow, other = Slow(), Server()
    thread = threading.Thread(target=flushed, args=(box, slow))
    thread.start()
    assert inside.wait(20)
    assert flushed(box, other) == (1, [("trouble", "outbox")])
    box.put("2", MAIL, [ANN])  # but adding a mail waits for nobody
    over.set()
    thread.join()
    assert (slow.taken, other.taken) == ([(MAIL, ANN)], [])


def test_many_processes_put_one_mail(tmp_path):
    children = []
    for _ in range(4):
        child = os.fork()
        if child == 0:
            code = 99
            try:
                flushed(Outbox(tmp_path), Server())
                Outbox(tmp_path).put("1", MAIL, [ANN])
                code = 0
            finally:
                os._exit(code)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * 4
    assert len(contents(tmp_path)) == 1


def test_a_crash_at_every_step(tmp_path):
    start, work = tmp_path / "start", tmp_path / "work"
    start.mkdir()

    class Remote(Server):
        """Keeps what it took outside of the process that is killed."""

        def send(self, message, to):
            delivery = super().send(message, to)
            with (tmp_path / "remote").open("ab") as file:
                file.write(b"".join(b"%s %s\n" % (message, one.encode()) for one in delivery.delivered))
            return delivery

    def command():
        box = Outbox(work)
        box.put("1", b"one", [ANN])
        box.put("2", b"two", [ANN, BOB])
        flushed(box, Remote(Delivery((ANN,)), Delivery((ANN,), {BOB: "550 no"})))

    for step, share in each_crash(start, work, command, (0, 0.5)):
        command()
        flushed(Outbox(work), Remote())
        assert sorted(contents(work)) == ["sent/1.eml", "sent/2.eml"], (step, share)
        taken = (tmp_path / "remote").read_bytes().split(b"\n")[:-1]
        # The window: a server took it, and the process died before that was written down.
        assert {b"one ann@example.org", b"two ann@example.org"} <= set(taken)
        assert all(taken.count(line) <= 2 for line in taken), (step, share)
        assert len(taken) <= 4, (step, share)
        (tmp_path / "remote").unlink()


def test_a_full_disk_leaves_what_was_there(tmp_path, monkeypatch):
    box = Outbox(tmp_path)
    box.put("1", MAIL, [ANN, BOB])
    before = contents(tmp_path)

    def full(disk, fd, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Disk, "write", full)
    with pytest.raises(OSError, match="No space left"):
        box.put("2", MAIL, [ANN])
    with pytest.raises(OSError, match="No space left"):
        flushed(box, Server(Delivery((ANN,), {BOB: "550 no"})))
    assert contents(tmp_path) == before
