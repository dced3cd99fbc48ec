"""Mail that a server on this machine hands over: taken only once it is on the disk."""

import smtplib
import socket

import pytest

from pbem.errors import Refusal
from pbem.post.lmtp import ARRIVED
from pbem.post.post_settings import PostSettings
from pbem.post.stop_signal import Stop

MAIL = b"From: ann@example.org\r\nTo: club@example.org\r\nSubject: hello\r\n\r\nhelp\r\n"


@pytest.fixture
def post(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    file = tmp_path / "post.yaml"
    file.write_text(f"from: club@example.org\nlmtp: {{port: {port}}}\nsend: {{maildir: out}}\n")
    return PostSettings.read(file), port, tmp_path / ARRIVED


def hand_over(port, *to):
    with smtplib.LMTP("127.0.0.1", port) as server:
        return server.sendmail("ann@example.org", to, MAIL)


def test_a_mail_lies_in_the_maildir_when_the_server_is_told_so(post):
    settings, port, folder = post
    stop = Stop()
    with settings.listen(100_000, stop.nudge):
        hand_over(port, "club@example.org")
        (mail,) = next(iter(settings.sources(100_000))).waiting_mails()
        assert mail.data == MAIL
        stop.wait(3_600)  # the nudge ends it
        hand_over(port, "club@example.org")  # the same again is the same file
    assert len(list((folder / "new").iterdir())) == 1


def test_who_is_not_here_and_what_is_too_large_is_refused(post):
    settings, port, _ = post
    with settings.listen(100, lambda: None), pytest.raises(smtplib.SMTPRecipientsRefused):
        hand_over(port, "sven@example.org")
    with settings.listen(10, lambda: None), pytest.raises(smtplib.SMTPSenderRefused, match="552"):
        hand_over(port, "club@example.org")
    assert list(next(iter(settings.sources(100))).waiting_mails()) == []


def test_a_disk_that_is_full_keeps_the_mail_at_the_server(post, monkeypatch):
    settings, port, _ = post

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    with settings.listen(100_000, lambda: None):
        monkeypatch.setattr("pbem.post.maildir.atomic_files.write_new", full)
        with pytest.raises(smtplib.SMTPDataError, match="451"):
            hand_over(port, "club@example.org")


def test_a_port_that_another_has_is_told(post):
    settings, *_ = post
    again = settings.listen(100, lambda: None)
    with settings.listen(100, lambda: None), pytest.raises(Refusal, match="nothing can be taken"), again:
        pass
