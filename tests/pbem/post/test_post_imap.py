"""Mails fetched from a real IMAP server, Debian's dovecot: looked for, measured, marked; and who it is."""

import imaplib
import mailbox
import re
import ssl
import time

import pytest
from post_servers import PASSWORD, USER, Dovecot, certificate, free_port
from refusing import refuses

from pbem.post.imap import ImapServer, ImapSource
from pbem.post.transports import TooBig
from pbem.reason_codes import Code

LIMIT = 5000


def mail(number, size=0):
    return b"From: ann@example.org\r\nSubject: %d\r\n\r\n8-bit \xff and dots\r\n.\r\n" % number + b"x" * size


@pytest.fixture(scope="module")
def shared():
    server = Dovecot()
    yield server
    server.stop()


@pytest.fixture
def server(shared):
    """The server with an empty INBOX."""
    box = mailbox.Maildir(shared.maildir, create=False)
    box.clear()
    return shared


@pytest.fixture
def source(tmp_path):
    (tmp_path / "password").write_text(PASSWORD)
    (tmp_path / "password").chmod(0o600)
    made = []

    def connect(server, **settings):
        port = server.tls_port if settings.get("tls", "yes") == "yes" else server.plain_port
        known = {"host": "127.0.0.1", "port": port, "user": USER, "password_file": "password"}
        chosen = {**known, "ca_file": str(server.ca), **settings}
        made.append(ImapSource(ImapServer.model_validate(chosen), LIMIT, tmp_path))
        return made[-1]

    yield connect
    for one in made:
        one.close()


def flags(server):
    """What another mail program sees: the flags of each mail by its number."""
    with imaplib.IMAP4_SSL("127.0.0.1", server.tls_port, ssl_context=_no_check()) as imap:
        imap.authenticate("PLAIN", lambda _: f"\0{USER}\0{PASSWORD}".encode())
        imap.select(readonly=True)
        return [line.partition(b"FLAGS ")[2].decode() for line in imap.fetch("1:*", "(FLAGS)")[1] if line]


def _no_check():
    return ssl._create_unverified_context()


@pytest.mark.parametrize("tls", ["yes", "starttls"])
def test_mails_come_in_order_to_the_byte_and_once(server, source, tls):
    for number in (1, 2, 3):
        server.deliver(mail(number))
    box = source(server, tls=tls)
    found = list(box.waiting_mails())
    assert [one.data for one in found] == [mail(number) for number in (1, 2, 3)]
    assert all("Seen" not in one for one in flags(server)), "fetching leaves no mark"
    box.settle(found[0], refused=False)
    box.settle(found[1], refused=True)
    assert [one.data for one in box.waiting_mails()] == [mail(3)]
    told = flags(server)
    assert "\\Seen" in told[0] and "$SenlacHandled" in told[0]
    assert "\\Seen" in told[1] and "$SenlacRefused" in told[1]
    assert "Senlac" not in told[2]


def test_a_mail_that_somebody_has_read_still_waits(server, source):
    server.deliver(mail(1))
    with imaplib.IMAP4_SSL("127.0.0.1", server.tls_port, ssl_context=_no_check()) as imap:
        imap.authenticate("PLAIN", lambda _: f"\0{USER}\0{PASSWORD}".encode())
        imap.select()
        imap.fetch("1", "(BODY[])")
    assert "\\Seen" in flags(server)[0]
    assert [one.data for one in source(server).waiting_mails()] == [mail(1)]


def test_a_mail_over_the_limit_is_not_fetched(server, source):
    big = mail(1, LIMIT)
    server.deliver(big)
    server.deliver(mail(2))
    box = source(server)
    found = list(box.waiting_mails())
    assert [one.data for one in found] == [TooBig(len(big)), mail(2)]
    box.settle(found[0], refused=True)
    assert len(list(box.waiting_mails())) == 1


def test_a_mail_that_vanishes_is_no_fault(server, source):
    for number in (1, 2):
        server.deliver(mail(number))
    found = source(server).waiting_mails()
    assert next(found).data == mail(1)
    mailbox.Maildir(server.maildir, create=False).clear()
    assert list(found) == []


def test_a_connection_that_was_lost_meanwhile_is_made_again(server, source):
    server.deliver(mail(1))
    box = source(server)
    (found,) = box.waiting_mails()
    server.hang_up()
    box.settle(found, refused=False)
    assert "$SenlacHandled" in flags(server)[0]
    assert list(box.waiting_mails()) == []


def test_mails_numbered_anew_are_not_marked_by_their_old_numbers(server, source):
    server.renumber()
    server.deliver(mail(1))
    box = source(server)
    (found,) = box.waiting_mails()
    assert found.name.endswith(".1")
    box.close()
    time.sleep(1.1)  # a numbering is known by the second in which it began
    server.renumber()
    box.settle(found, refused=False)
    (again,) = box.waiting_mails()
    assert again.name.endswith(".1")
    assert again.name != found.name
    assert "Senlac" not in flags(server)[0]


def test_a_wrong_password_is_refused_and_not_told(server, source, tmp_path):
    (tmp_path / "password").write_text("other-secret")
    with refuses(Code.LOGIN_REFUSED) as refused:
        list(source(server).waiting_mails())
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("tls", ["yes", "starttls"])
def test_a_wrong_certificate_is_refused_before_the_password_is_sent(server, source, tmp_path, tls):
    user = f"nobody-by-{tls}"  # in the log, which tells of other tests late, a name of its own
    stranger = certificate(tmp_path, "stranger")
    for ca_file in (str(stranger), None):
        with refuses(Code.UNTRUSTED_SERVER, match="certificate was not accepted"):
            list(source(server, tls=tls, ca_file=ca_file, user=user).waiting_mails())
    with refuses(Code.LOGIN_REFUSED):
        list(source(server, tls=tls, user=user).waiting_mails())
    for _ in range(200):
        if failed := re.findall(rf"auth failed.*user=<{user}>", server.log()):
            break
        time.sleep(0.1)
    assert len(failed) == 1, "the one with the certificate"


def test_a_folder_that_is_not_there_is_named(server, source):
    with refuses(Code.MAILBOX_MISSING, match='no folder Games "1066"'):
        list(source(server, folder='Games "1066"').waiting_mails())


def test_nobody_there(server, source):
    with refuses(Code.UNREACHABLE, match=r"127\.0\.0\.1"):
        list(source(server, port=free_port()).waiting_mails())


def test_without_tls_on_this_machine(source):
    server = Dovecot(ssl="no", private="no", mechanisms="plain")
    try:
        server.deliver(mail(1))
        assert [one.data for one in source(server, tls="no").waiting_mails()] == [mail(1)]
        with refuses(Code.UNTRUSTED_SERVER, match="no STARTTLS"):
            list(source(server, tls="starttls").waiting_mails())
    finally:
        server.stop()
