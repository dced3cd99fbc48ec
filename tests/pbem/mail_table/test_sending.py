"""What *Send* shows is what it signs: once, on that draft and that log, and by nobody else."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from threading import Event

import pytest
from by_mail import NOW, Tables
from crashes import KILLED, die_at, settle

from generator.local_server.local_page import CallRefused
from pbem.entry import armor
from pbem.entry.bodies import Move
from pbem.entry.entries import Entry
from pbem.log.party.folder import Folder
from pbem.mail_table import draft_file, sending
from pbem.mail_table.mail_seat import MailSeat
from pbem.post.outbox import Outbox
from pbem.robot import orders_file
from pbem.robot.inbox import Inbox


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return Tables(tmp_path / "game")


def refused(tables: Tables, role: str, name: str, **body: object) -> str:
    with pytest.raises(CallRefused) as caught:
        tables.call(role, name, **body)
    return caught.value.code


def test_a_turn_goes_out_and_its_answer_comes_back(tables: Tables) -> None:
    sent = tables.send("viking", "deploy", "done")
    assert tables.seats["viking"]["due"] is None
    assert tables.seats["viking"]["mail"]["plan"]["why"] == "entry 1 is signed, and waits for its answer"
    assert [file.stem for file in (tables.folders["viking"].path / "outbox").glob("*.eml")] == sent["mails"]
    assert set(tables.post()) == {"accepted"}
    tables.call("saxon", "begin")
    assert tables.seats["saxon"]["due"]["kind"]
    assert tables.log("saxon") == tables.log("viking") == tables.log("referee")


def test_it_signs_what_it_has_shown(tables: Tables) -> None:
    tables.call("viking", "begin")
    for line in ("deploy", "done"):
        tables.call("viking", "give", line=line)
    tables.call("viking", "press", lines=["Good luck, Anna <b>"])
    shown = tables.call("viking", "preview")
    assert (shown["shown"], shown["closed"]) == (["deploy", "done"], [])
    assert shown["press"] == ["Good luck, Anna <b>"]
    assert [each["role"] for each in shown["to"]] == ["referee"]
    tables.call("viking", "send", digest=shown["digest"])
    (signed,) = armor.read(tables.folders["viking"].move_file(1, "viking"))
    body = Entry.decode(signed.data).body
    assert isinstance(body, Move)
    assert [*body.lines] == shown["shown"]
    assert draft_file.read_draft(tables.folders["viking"].path).lines == []


def test_a_double_click_signs_once(tables: Tables) -> None:
    tables.call("viking", "begin")
    tables.call("viking", "give", line="deploy")
    draft = tables.seats["viking"]["draft"]
    digest = tables.call("viking", "preview")["digest"]
    tables.call("viking", "send", digest=digest)
    assert tables.seats["viking"]["due"] is None  # although the set-up goes on behind `deploy`
    assert refused(tables, "viking", "send", draft=draft, digest=digest) == "stale"
    assert tables.moves("viking") == ["0001-viking.pbem"]
    assert len(Outbox(tables.folders["viking"].path).list_waiting()) == 1


def test_another_window_or_table_is_told_that_its_draft_is_old(tables: Tables) -> None:
    """Another program at the same folder is like another window: each reads the draft before it changes."""
    tables.call("viking", "begin")
    second = tables.open("viking").calls()
    before = second["begin"]({})["seat"]["draft"]
    tables.call("viking", "give", line="deploy")
    shown = tables.call("viking", "preview")
    changes = {"give": {"line": "done"}, "undo": {"count": 1}, "send": {"digest": shown["digest"]}}
    for name, body in changes.items():
        with pytest.raises(CallRefused) as caught:
            second[name]({"draft": before, **body})
        assert caught.value.code == "stale"
    assert tables.moves("viking") == []
    heard = tables.tables["viking"].waits()["news"]({"draft": before, "day": ""}, Event())
    assert heard["draft"] == tables.seats["viking"]["draft"]


def test_a_digest_of_other_lines_signs_nothing(tables: Tables) -> None:
    tables.call("viking", "begin")
    tables.call("viking", "give", line="deploy")
    digest = tables.call("viking", "preview")["digest"]
    tables.call("viking", "give", line="done")
    assert refused(tables, "viking", "send", digest=digest) == "stale"
    assert refused(tables, "viking", "send", digest="") == "stale"
    assert refused(tables, "viking", "send") == "stale"
    assert tables.moves("viking") == []


def test_a_robot_that_signs_between_show_and_send_is_the_only_one(tables: Tables) -> None:
    """The player has typed `send` into the file of orders, and the robot signs it while the page shows other
    lines."""
    tables.call("viking", "begin")
    for line in ("deploy", "done"):
        tables.call("viking", "give", line=line)
    digest = tables.call("viking", "preview")["digest"]
    folder, robot = tables.folders["viking"], tables.inboxes["viking"]
    robot.keep_time(NOW)
    file = folder.path / orders_file.NAME
    file.write_text(f"{file.read_text().splitlines()[0]}\ndeploy\nsend\n")
    robot.keep_time(NOW)
    assert tables.moves("viking") == ["0001-viking.pbem"]
    assert refused(tables, "viking", "send", digest=digest) == "stale"
    assert tables.moves("viking") == ["0001-viking.pbem"]
    assert (folder.path / draft_file.BEFORE).read_text() == "deploy\ndone\n"  # nothing is lost


def test_the_robot_does_not_sign_the_draft_of_the_table(tables: Tables) -> None:
    tables.call("viking", "begin")
    tables.call("viking", "give", line="deploy")
    for _ in range(3):
        tables.inboxes["viking"].keep_time(NOW)
    assert tables.moves("viking") == []
    tables.call("viking", "begin")
    assert [each["text"] for each in tables.seats["viking"]["lines"]] == ["deploy"]


def test_a_draft_that_somebody_has_damaged_is_told(tables: Tables) -> None:
    file = tables.folders["viking"].path / draft_file.NAME
    file.write_text('{"format": "senlac-draft/1", "lines": 5}')
    with pytest.raises(CallRefused, match="move it away"):
        tables.call("viking", "begin")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process is killed, which takes a fork")
def test_a_kill_at_each_write_signs_once_and_loses_nothing(tmp_path: Path) -> None:
    """After a kill the player opens the table again and sends what still lies there, if anything does."""
    start, work = tmp_path / "start", tmp_path / "work"
    begun = Tables(start)
    begun.call("viking", "begin")
    for line in ("deploy", "done"):
        begun.call("viking", "give", line=line)
    step, lived = 0, False
    while not lived:
        step += 1
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(start, work)
        settle(work)
        lived = _send_and_die(_seat(work), step)
        seat = _seat(work)
        if not sending.find_hindrance(seat):
            assert sending.preview(seat).shown == ("deploy", "done"), step
            _send(seat)
        again = _at(work, begun)
        again.inboxes["viking"].keep_time(NOW)  # which lays the mail that a dead process has not laid
        assert again.moves("viking") == ["0001-viking.pbem"], step
        assert set(again.post()) == {"accepted"}, step
        assert again.log("referee") == again.log("viking"), step
        assert _seat(work).draft.lines == [], step
    assert step > 8


def _seat(path: Path) -> MailSeat:
    return MailSeat(Folder(path / "viking"))


def _send(seat: MailSeat) -> None:
    sending.send(seat, seat.draft.number, sending.preview(seat).digest(seat), NOW)


def _at(path: Path, begun: Tables) -> Tables:
    """The same game in a copy of its folders."""
    made = Tables.__new__(Tables)
    made.folders = {role: Folder(path / each.path.name) for role, each in begun.folders.items()}
    made.inboxes = {role: Inbox(each) for role, each in made.folders.items()}
    return made


def _send_and_die(seat: MailSeat, step: int) -> bool:
    """Whether the process that sends has lived to its end."""
    child = os.fork()
    if child == 0:
        die_at(step, 0)
        code = 99
        try:
            _send(seat)
            code = 0
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, KILLED), code
    return code == 0


@pytest.mark.whole
def test_a_choice_of_several_at_once_is_sealed_and_ends_the_draft(tmp_path: Path) -> None:
    tables = Tables(tmp_path / "game", "hastings_berg/hastings")
    for role, lines in (("norman", ("deploy", "done")), ("saxon", ("deploy", "done", "done"))):
        tables.send(role, *lines)
        tables.post()
    tables.call("norman", "begin")
    assert tables.seats["norman"]["due"]["closed"]
    line = "strategy norman:aggressive,breton:aggressive,french:aggressive"
    tables.call("norman", "give", line=line)
    assert tables.seats["norman"]["due"] is None
    shown = tables.call("norman", "preview")
    assert (shown["kind"], shown["shown"], shown["closed"]) == ("seal", [], [line])
    tables.call("norman", "send", digest=shown["digest"])
    folder = tables.folders["norman"].path
    assert not (folder / draft_file.BEFORE).exists()
    assert line.encode() not in next((folder / "outbox").glob("*.eml")).read_bytes()
    tables.call("saxon", "begin")
    assert tables.seats["saxon"]["due"]["kind"] == "strategy"


def test_a_line_whose_effect_nobody_can_know_ends_what_is_sure(tmp_path: Path) -> None:
    tables = Tables(tmp_path / "game", "year_of_the_comet/campaign")
    tables.send("english", "place BAM", "place BAM", "place BAM")
    tables.post()
    tables.send("viking", "invade BAM")
    tables.post()
    tables.send("viking", "fight BAM")
    tables.post()
    tables.call("english", "begin")
    due = tables.tables["english"].seat.due_choice
    assert due is not None
    tables.call("english", "give", line=str(due.options.legal()[-1]))
    tables.call("english", "give", line="done")  # nobody can tell yet whether it fits
    assert [each["when"] for each in tables.seats["english"]["lines"]] == ["", "later"]
    assert tables.seats["english"]["due"] is None
