"""The settings of a mailbox for who has none yet: written with comments, tried, told in words."""

import json
import socket
import stat

import pytest
from commands import good, pbem
from post_servers import free_port

from pbem.post.post_settings import NAME, TEMPLATE, PostFile, source

PLAIN = """\
from: ann@example.org
maildir: box
send: {{smtp: {{host: 127.0.0.1, port: {port}, tls: "{tls}"}}}}
"""


@pytest.fixture
def folder(tmp_path):
    for part in ("tmp", "new", "cur"):
        (tmp_path / "box" / part).mkdir(parents=True)
    return tmp_path


def test_the_settings_that_are_written_can_be_read(tmp_path):
    told = good("post", "init", "--dir", tmp_path)
    assert "pbem post test" in told
    assert (tmp_path / NAME).read_text() == TEMPLATE
    assert PostFile.model_validate(source.read(tmp_path / NAME, NAME).data).imap.folder == "INBOX"
    code, _, err = pbem("post", "init", "--dir", tmp_path)
    assert (code, "exists: edit it" in err) == (1, True)


@pytest.mark.parametrize("words", [("post", "test"), ("send",), ("run", "--once")])
def test_a_password_that_is_missing_or_open_is_told_before_anything_connects(tmp_path, monkeypatch, words):
    good("post", "init", "--dir", tmp_path)
    monkeypatch.setattr(socket, "create_connection", lambda *_, **__: pytest.fail("connected"))
    if words[0] == "run":
        good("keygen", tmp_path)
    code, _, err = pbem(*words, "--dir", tmp_path)
    assert (code, "imap-password is missing: put the password of" in err) == (2, True)
    (tmp_path / "imap-password").write_text("secret\n")
    (tmp_path / "imap-password").chmod(stat.S_IRUSR | stat.S_IROTH)
    code, _, err = pbem(*words, "--dir", tmp_path)
    assert (code, "chmod 600" in err) == (2, True)


def test_an_unknown_key_is_told_with_those_that_there_are(tmp_path):
    (tmp_path / NAME).write_text("from: ann@example.org\nsend: {smtp: {hots: mail.example.org}}\n")
    code, _, err = pbem("send", "--dir", tmp_path)
    assert code == 2
    assert "unknown key `hots`: expected one of ca_file, host, password_command" in err


def test_both_ways_are_tried_and_nothing_is_fetched(folder):
    port = free_port()
    (folder / NAME).write_text(PLAIN.format(port=port, tls="no"))
    (folder / "box" / "new" / "a").write_text("From: a@b\n\nhello\n")
    code, out, _ = pbem("post", "test", "--dir", folder, "--json")
    told = json.loads(out)
    assert (code, told["ok"]) == (1, False)
    assert [(way["way"], way["works"]) for way in told["ways"]] == [
        ("maildir", True), (f"send smtp 127.0.0.1:{port}", False),
    ]  # fmt: skip
    assert told["ways"][1]["says"] == "nothing listens there: look at `host` and `port`"  # `way` says where
    assert (folder / "box" / "new" / "a").exists()


def test_a_server_that_does_not_begin_with_tls_is_told_in_words(folder):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        (folder / NAME).write_text(PLAIN.format(port=port, tls="yes"))
        import threading

        def answer():
            taken, _ = server.accept()
            with taken:
                taken.sendall(b"220 plain.example.org\r\n")
                taken.recv(100)

        thread = threading.Thread(target=answer)
        thread.start()
        code, out, _ = pbem("post", "test", "--dir", folder)
        thread.join()
    assert code == 1
    assert "does not speak TLS from the first word on: try `tls: starttls`" in out


def test_a_server_that_waits_for_tls_is_told_in_words(folder, monkeypatch):
    """One that speaks TLS from the first word on says nothing before it hears it."""
    for room in ("mail_servers", "smtp"):
        monkeypatch.setattr(f"pbem.post.{room}.TIMEOUT", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as server:
        (folder / NAME).write_text(PLAIN.format(port=server.getsockname()[1], tls="starttls"))
        code, out, _ = pbem("post", "test", "--dir", folder)
    assert code == 1
    assert "no answer within 0.2 seconds: look at `port`, or try `tls: yes`" in out
