"""The robot beside a page: it does what `pbem run` does, tells whatever goes wrong, and ends when it is told
to.
"""

import contextlib
import re
import shutil
import time
from threading import Event

import pytest
from commands import good
from crashes import settle
from days import Day
from post_servers import PASSWORD, USER, Dovecot

from generator.local_server.local_page import CallRefused
from pbem.cli.options import clock
from pbem.errors import Refusal
from pbem.log.party.folder import Folder
from pbem.mail_table import mail_robot
from pbem.mail_table.heard_news import HeardNews
from pbem.mail_table.mail_robot import MailRobot
from pbem.post import outbox_flush
from pbem.post.faults import Unreachable
from pbem.post.maildir import MaildirSink, MaildirSource
from pbem.post.outbox import Outbox
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.rules.rules_lookup import rules_of

SIDES = ("saxon", "norman")
SETTINGS = "from: {0}@localhost\nmaildir: ../{0}-mail\nsend:\n  maildir: ../post-office\n"
HOUR = 3600.0


@pytest.fixture
def place(begun, tmp_path, monkeypatch):
    """A game of Hastings in which the norman is to move; each has a mailbox."""
    monkeypatch.setattr(mail_robot, "_BETWEEN_LOOKS", 0.05)
    shutil.copytree(begun, tmp_path / "game")
    settle(tmp_path / "game")
    for role in ("referee", *SIDES):
        (tmp_path / "game" / role / "post.yaml").write_text(SETTINGS.format(role))
    for name in ("referee-mail", "saxon-mail", "norman-mail", "post-office"):
        for part in ("tmp", "new", "cur"):
            (tmp_path / "game" / name / part).mkdir(parents=True)
    return tmp_path / "game"


@pytest.fixture
def robot(place):
    """Makes the robot of a side; all are stopped at the end."""
    made = []

    def start(role="norman", every=HOUR, **how):
        told = []
        robot = MailRobot(Folder(place / role), told.append, HeardNews(), clock, every=every, **how)
        robot.told = told
        robot.start()
        made.append(robot)
        return robot

    yield start
    for each in made:
        each.stop()


def until(true, seconds=20):
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, "it has not come"
        time.sleep(0.02)
    return found


def heard(robot):
    return " | ".join(each["text"] for each in robot._heard.reports)


def post_office(place):
    return [mail.data for mail in MaildirSource(place / "post-office", 10**7).waiting_mails()]


def sign(place, *lines):
    (place / "orders.txt").write_text("\n".join([*lines, "move N-foot-5 2024", "done"]) + "\n")
    good("move", place / "orders.txt", "--yes", "--dir", place / "norman")


def carry(place, role):
    """What lies in the post office goes to a role, as mail servers do."""
    for data in post_office(place):
        if f"{role}@".encode() in re.search(rb"^To: (.*)$", data, re.MULTILINE)[1]:
            MaildirSink(place / f"{role}-mail").send(data, [f"{role}@localhost"])


def test_mails_that_another_is_sending_are_no_trouble(place, robot):
    with Outbox(place / "norman").hold_sending():
        mine = robot()
        until(lambda: any(note.text == outbox_flush.BUSY for note in mine.told))
        time.sleep(0.1)
        assert mine.describe()["trouble"] == ""
        assert outbox_flush.BUSY not in heard(mine)


def test_a_nudge_sends_what_was_signed_and_the_page_hears_of_it(place, robot):
    mine = robot()
    until(lambda: (place / "norman/orders.txt").is_file())  # the first round is over, the next in an hour
    sign(place)
    assert post_office(place) == []
    mine.nudge()
    until(lambda: len(post_office(place)) == 1)
    until(lambda: "order of norman (seq 3): sent to referee@localhost" in heard(mine))
    assert mine.describe() == {"runs": True, "way": "post", "says": mail_robot._BY_POST, "trouble": ""}
    begun = time.monotonic()
    mine.stop()
    assert time.monotonic() - begun < 5
    assert mine.describe()["runs"] is False


def test_words_of_another_come_with_the_answer(place, robot):
    sign(place, "press Well met, <b>Harold</b>! " + "long " * 30)
    good("send", "--dir", place / "norman")
    carry(place, "referee")
    good("run", "--once", "--no-picture", "--dir", place / "referee")
    carry(place, "saxon")
    mine = robot("saxon")
    (words,) = until(lambda: mine._heard.press)
    assert (words["from"], words["text"]) == ("norman", "Well met, <b>Harold</b>! " + ("long " * 30).strip())
    day = Day(Folder(place / "saxon"), build=rules_of)
    day.heard = mine._heard
    assert day.facts["press"] == [words]
    day = Day(Folder(place / "norman"), build=rules_of)
    day.heard = mine._heard
    assert day.facts["press"] == []


def test_orders_in_a_file_are_signed_at_send_as_ever(place, robot):
    mine = robot()
    file = until(lambda: (place / "norman/orders.txt").is_file() and place / "norman/orders.txt")
    file.write_text(file.read_text().splitlines()[0] + "\nmove N-foot-5 2024\ndone\nsend\n")
    mine.nudge()
    until(lambda: len(post_office(place)) == 1)
    assert not file.exists()


def test_settings_at_fault_are_told_and_read_again_once_they_are_mended(place, robot):
    good_ones = (place / "norman/post.yaml").read_text()
    (place / "norman/post.yaml").write_text("from: nobody\n")
    sign(place)
    mine = robot()
    trouble = until(lambda: mine.describe()["trouble"])
    assert "post.yaml:1:" in trouble
    assert post_office(place) == []
    (place / "norman/post.yaml").write_text(good_ones)
    until(lambda: len(post_office(place)) == 1)
    mine.nudge()
    until(lambda: mine.describe()["trouble"] == "")


def test_a_server_that_does_not_answer_is_told_and_asked_again_at_a_nudge(place, robot, monkeypatch):
    down, before = [True], MaildirSink.send

    def send(sink, message, to):
        if down:
            raise Unreachable("the server does not answer")
        return before(sink, message, to)

    monkeypatch.setattr(MaildirSink, "send", send)
    sign(place)
    mine = robot()
    until(lambda: "does not answer" in mine.describe()["trouble"])
    down.clear()
    mine.nudge()
    until(lambda: len(post_office(place)) == 1)
    until(lambda: mine.nudge() or mine.describe()["trouble"] == "")


def test_settings_that_are_changed_hold_from_the_next_round_on(place, robot):
    mine = robot()
    until(lambda: (place / "norman/orders.txt").is_file())
    (place / "norman/post.yaml").write_text(SETTINGS.format("norman").replace("post-office", "new-office"))
    sign(place)
    mine.nudge()
    until(lambda: list((place / "new-office/new").glob("*")) if (place / "new-office").exists() else [])
    assert post_office(place) == []


def test_a_mail_at_the_server_comes_at_once_and_the_robot_ends_while_it_listens(place, robot):
    with contextlib.ExitStack() as servers:
        imap = Dovecot(users=(USER, "saxon@example.org"))
        servers.callback(imap.stop)
        folder = place / "saxon"
        (folder / "password").write_text(PASSWORD)
        (folder / "password").chmod(0o600)
        (folder / "post.yaml").write_text(
            "from: saxon@example.org\nimap: {host: localhost, user: saxon@example.org, password_file: "
            f"password, port: {imap.tls_port}, ca_file: {imap.ca}}}\nsend:\n  maildir: ../post-office\n"
        )
        log = (folder / "game.log").read_bytes()
        mine = robot("saxon")
        sign(place)
        good("send", "--dir", place / "norman")
        carry(place, "referee")
        good("run", "--once", "--no-picture", "--dir", place / "referee")
        (mail,) = [data for data in post_office(place) if b"saxon@" in data.split(b"\r\n\r\n")[0]]

        def comes():  # until the robot listens, nobody hears of one
            imap.deliver(mail, "saxon@example.org")
            time.sleep(0.5)
            return (folder / "game.log").read_bytes() != log

        until(comes, 60)
        begun = time.monotonic()
        mine.stop()
        assert time.monotonic() - begun < 5 and not mine.describe()["runs"]


def test_without_settings_mails_go_by_hand_until_there_are_some(place, robot):
    text = (place / "norman/post.yaml").read_text()
    (place / "norman/post.yaml").unlink()
    sign(place)
    mine = robot()
    assert (mine.describe()["way"], mine.describe()["trouble"]) == ("hand", "")
    with pytest.raises(CallRefused, match="No mailbox is set up"):
        mine.send_now(Event())
    (place / "norman/post.yaml").write_text(text)
    until(lambda: len(post_office(place)) == 1)
    assert mine.describe()["way"] == "post"


def test_no_post_leaves_the_settings_alone(place, robot):
    sign(place)
    mine = robot(uses_post=False, every=0.01)
    with pytest.raises(CallRefused, match="--no-post"):
        mine.send_now(Event())
    assert mine.describe()["way"] == "hand" and not mine.describe()["runs"]
    assert post_office(place) == []


@pytest.mark.parametrize(
    "fault",
    [RuntimeError("a fault"), Refusal(Code.PASSPHRASE_NEEDED, "a passphrase is needed"), OSError(5, "disk")],
)
def test_whatever_goes_wrong_is_told_and_no_mail_is_lost(place, robot, monkeypatch, fault):
    sign(place)
    good("send", "--dir", place / "norman")
    carry(place, "referee")
    good("run", "--once", "--no-picture", "--dir", place / "referee")
    carry(place, "saxon")
    faults, before = [fault], Inbox.receive_own

    def receive_own(inbox, data, now):
        if faults:
            raise faults.pop()
        return before(inbox, data, now)

    monkeypatch.setattr(Inbox, "receive_own", receive_own)
    log = (place / "saxon/game.log").read_bytes()
    mine = robot("saxon")
    until(lambda: heard(mine))
    assert (place / "saxon/game.log").read_bytes() == log
    assert mine.describe()["runs"]

    def goes_on():
        mine.nudge()
        return (place / "saxon/game.log").read_bytes() != log

    until(goes_on)
    until(lambda: mine.nudge() or mine.describe()["trouble"] == "")


def test_a_robot_an_act_and_a_command_at_once_send_each_mail_once(place, robot):
    mine = robot(every=0.01)
    day = Day(Folder(place / "norman"), now=clock(), build=rules_of)
    done = day.do("resign", confirm=True)
    good("run", "--once", "--no-picture", "--dir", place / "norman")
    mine.send_now(Event())
    until(lambda: not day.waiting)
    assert len(post_office(place)) == 1
    assert [file.stem for file in (place / "norman/sent").glob("*.eml")] == list(done.mails)


def test_send_now_tells_what_became_of_each_mail(place, robot):
    mine = robot()
    until(lambda: (place / "norman/orders.txt").is_file())
    sign(place)
    done = mine.send_now(Event())
    assert done.told.endswith("order of norman (seq 3): sent to referee@localhost") and len(done.mails) == 1
    assert mine.send_now(Event()).told == "No mail waits to be sent."
    (place / "norman/post.yaml").write_text("from: nobody\n")
    with pytest.raises(CallRefused, match=r"post\.yaml:1:"):
        mine.send_now(Event())
