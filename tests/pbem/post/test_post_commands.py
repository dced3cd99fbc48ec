"""The robot as a process, with a referee who echoes: by Maildirs, by real IMAP and SMTP, and killed."""

import json
import re
import signal
import subprocess
import sys
import textwrap
import time
from types import SimpleNamespace

import pytest
from commands import PAGES, pbem
from post_servers import PASSWORD, PLAYER, USER, Dovecot, Smtp, free_port
from refusing import refuses

from pbem.cli.actions import post_actions
from pbem.post.folder_rounds import FolderWork, Pace
from pbem.post.imap import ImapServer, ImapSource
from pbem.post.maildir import MaildirSink, MaildirSource
from pbem.post.outbox import Outbox
from pbem.post.post_settings import PostSettings
from pbem.reason_codes import Code

LIMIT = 100_000
ONCE, ENDLESS = Pace(True, 60), Pace(False, 3600)
LOCAL = "from: referee@example.org\nmaildir: ../in\nsend:\n  maildir: ../out\n"
DRIVER = """
import sys, time
from pathlib import Path
from types import SimpleNamespace
from pbem.cli.actions import post_actions
from pbem.post.folder_rounds import FolderWork, Pace
from pbem.post.outbox import Outbox

folder, once = Path(sys.argv[1]), sys.argv[2:] == ["--once"]

def receive(data):
    print("in hand", flush=True)
    while not (folder / "go").exists():
        time.sleep(0.01)
    Outbox(folder).put("answer", b"answer to " + data, ["ann@example.org"])
    return SimpleNamespace(outcome="accepted", text="entry 1")

sys.exit(post_actions.run(folder, None, Pace(once, 3600), FolderWork(receive), 100_000, False))
"""


@pytest.fixture
def place(tmp_path):
    """A folder with local post."""
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "post.yaml").write_text(LOCAL)
    return tmp_path


@pytest.fixture
def run(place, capsys):
    """The robot of that folder, with a referee who echoes: exit code and standard output."""

    def receive(data):
        name = data.decode().split()[-1]
        answer = b"Subject: re %s\r\n\r\nyes\r\n" % name.encode()
        Outbox(place / "game").put(f"answer-{name}", answer, [PLAYER])
        return SimpleNamespace(outcome="accepted", text=f"entry {name}\n")

    def command(pace=ONCE, as_json=False):
        code = post_actions.run(place / "game", None, pace, FolderWork(receive), LIMIT, as_json)
        return code, capsys.readouterr().out

    return command


@pytest.fixture(autouse=True)
def signals():
    """The commands set handlers, as a process of its own would."""
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)]
    yield
    for number, handler in zip((signal.SIGTERM, signal.SIGINT), before, strict=True):
        signal.signal(number, handler)


def post(place, *mails):
    for mail in mails:
        MaildirSink(place / "in").send(mail, [USER])


def answers(place):
    return [mail.data for mail in MaildirSource(place / "out", LIMIT).waiting_mails()]


def test_a_round_by_maildirs(place, run):
    post(place, b"mail 1", b"mail 2")
    code, out = run()
    assert code == 0
    lines = out.splitlines()
    assert [line.split(" ")[0] for line in lines] == ["accepted", "accepted", "sent", "sent"]
    assert re.fullmatch(r"accepted [0-9a-f]{40}\.senlac: entry 1", lines[0])
    assert lines[2] == "sent answer-1: to ann@example.org"
    assert len(answers(place)) == 2
    assert run() == (0, "")


def test_the_log_for_a_program(place, run):
    post(place, b"mail 1")
    out = run(as_json=True)[1]
    told = [json.loads(line) for line in out.splitlines()]
    assert [one["what"] for one in told] == ["accepted", "sent"]
    assert told[1] == {"what": "sent", "name": "answer-1", "text": "to ann@example.org"}


def test_send_only_flushes(place):
    post(place, b"mail 1")
    Outbox(place / "game").put("1", b"one", [PLAYER])
    assert pbem("send", "--dir", place / "game") == (0, "sent 1: to ann@example.org\n", "")
    assert answers(place) == [b"one"]
    assert len(list(MaildirSource(place / "in", LIMIT).waiting_mails())) == 1
    assert pbem("send", "--dir", place / "game") == (0, "", "")


def test_other_settings(place):
    other = place / "other.yaml"
    other.write_text(LOCAL.replace("../", ""))
    (place / "game" / "post.yaml").unlink()
    Outbox(place / "game").put("1", b"one", [PLAYER])
    assert pbem("send", "--dir", place / "game", "--post", other)[0] == 0
    code, _, err = pbem("send", "--dir", place / "game")
    assert (code, err.split(":")[0]) == (2, "pbem")
    assert "post.yaml is missing" in err


def test_a_fault_in_the_settings_is_usage(place):
    (place / "game" / "post.yaml").write_text("from: a@b\nsend: {maildr: out}\n")
    code, out, err = pbem("send", "--dir", place / "game")
    assert (code, out) == (2, "")
    assert "post.yaml:2:8: unknown key `maildr`" in err
    assert all(line.startswith("pbem: ") for line in err.splitlines())


def test_a_server_that_is_away_is_told(place, run):
    port = free_port()
    settings = f"from: a@b\nmaildir: ../in\nsend:\n  smtp: {{host: 127.0.0.1, port: {port}, tls: 'no'}}\n"
    (place / "game" / "post.yaml").write_text(settings)
    post(place, b"mail 1")
    code, out = run()
    assert code == 1
    assert f"trouble server: 127.0.0.1:{port}: " in out
    assert out.endswith("; 1 still in the outbox\n")
    code, out, err = pbem("send", "--dir", place / "game")
    assert (code, out) == (1, "")
    assert err.startswith(f"pbem: 127.0.0.1:{port}: ")


def start(place, *options):
    command = [sys.executable, "-c", DRIVER, place / "game", *options]
    robot = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert robot.stdout.readline() == "in hand\n"
    return robot


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_robot_after_the_mail_in_hand(place, number):
    post(place, b"mail 1", b"mail 2")
    robot = start(place)
    robot.send_signal(number)
    time.sleep(0.2)
    assert robot.poll() is None, "not in the middle of a mail"
    (place / "game" / "go").touch()
    out, err = robot.communicate(timeout=30)
    assert (robot.returncode, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == ["accepted"]
    assert [mail.data for mail in MaildirSource(place / "in", LIMIT).waiting_mails()] == [b"mail 2"]


def test_a_signal_wakes_a_robot_that_waits_for_its_next_round(place):
    post(place, b"mail 1")
    robot = start(place)
    (place / "game" / "go").touch()
    assert robot.stdout.readline().startswith("accepted ")
    assert robot.stdout.readline() == "sent answer: to ann@example.org\n"
    robot.terminate()
    out, err = robot.communicate(timeout=30)
    assert (robot.returncode, out, err) == (0, "", "")


def test_killed_with_a_mail_in_hand_it_begins_with_that_mail(place):
    post(place, b"mail 1")
    killed = start(place)
    killed.kill()
    killed.communicate()
    (place / "game" / "go").touch()
    robot = start(place, "--once")
    out, err = robot.communicate(timeout=30)
    assert (robot.returncode, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == ["accepted", "sent"]
    assert answers(place) == [b"answer to mail 1"]


@pytest.fixture
def servers(tmp_path):
    imap = Dovecot()
    smtp = Smtp(tmp_path, "starttls", deliver=imap.deliver)
    yield imap, smtp
    smtp.stop()
    imap.stop()


def test_a_mail_and_its_answer_over_real_imap_and_smtp(place, run, servers):
    """A player's mail over SMTP, to the referee over IMAP, his answer over SMTP, to the player over IMAP."""
    imap, smtp = servers
    login = f"host: 127.0.0.1\nuser: {USER}\npassword_file: password\nca_file: "
    (place / "game" / "password").write_text(PASSWORD)
    (place / "game" / "password").chmod(0o600)
    (place / "game" / "post.yaml").write_text(
        f"from: {USER}\nimap:\n"
        + textwrap.indent(f"{login}{imap.ca}\nport: {imap.tls_port}\n", "  ")
        + "send:\n  smtp:\n"
        + textwrap.indent(f"{login}{smtp.ca}\nport: {smtp.port}\ntls: starttls\n", "    ")
    )
    player = Outbox(place / "player")
    player.put("move", b"Subject: move\r\n\r\nentry 1\r\n", [USER])
    settings = place / "game" / "post.yaml"
    assert pbem("send", "--dir", place / "player", "--post", settings) == (0, f"sent move: to {USER}\n", "")
    code, out = run()
    assert code == 0
    assert re.fullmatch(r"accepted \d+\.1: entry 1\nsent answer-1: to ann@example\.org\n", out)
    assert run() == (0, "")
    mine = {"host": "127.0.0.1", "port": imap.tls_port, "user": PLAYER, "ca_file": str(imap.ca)}
    inbox = ImapSource(ImapServer(**mine, password_file="password"), LIMIT, place / "game")
    assert [mail.data for mail in inbox.waiting_mails()] == [b"Subject: re 1\r\n\r\nyes\r\n"]
    inbox.close()


def test_the_robot_is_stopped_by_a_login_that_is_refused(place, run, servers):
    imap, _ = servers
    (place / "game" / "password").write_text("other-secret")
    (place / "game" / "password").chmod(0o600)
    (place / "game" / "post.yaml").write_text(
        LOCAL.replace("maildir: ../in\n", "") + f"imap:\n  host: 127.0.0.1\n  port: {imap.tls_port}\n"
        f"  user: {USER}\n  password_file: password\n  ca_file: {imap.ca}\n"
    )
    with refuses(Code.LOGIN_REFUSED, match=f"refuses the user {USER} or the password"):
        run(ENDLESS)
    (place / "game" / "password").chmod(0o644)
    with refuses(Code.PASSWORD_EXPOSED):
        run(ENDLESS)


def test_the_settings_on_the_page_can_be_read(tmp_path):
    text = PAGES["referees"].read_text(encoding="utf-8")
    block = text[text.index("    from: referee@") : text.index("Then the robot reads")]
    (tmp_path / "post.yaml").write_text(textwrap.dedent(block))
    post = PostSettings.read(tmp_path / "post.yaml")
    assert len(post.sources(LIMIT)) == 1
    assert post.settings.send.smtp.password_command == ("pass", "show", "mail/referee")
    for key in ("ca_file", "folder", "maildir", "password_file", "port", "tls", "user"):
        assert f"`{key}`" in text
