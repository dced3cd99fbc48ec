"""Mails handed to a real SMTP server: what it takes, refuses or cannot take just now; and who it is."""

import socket
import ssl
import threading

import post_servers
import pytest
from post_servers import PASSWORD, USER, Smtp, certificate, free_port
from refusing import refuses

from pbem.post.mail_servers import Server
from pbem.post.smtp import SmtpSink
from pbem.reason_codes import Code

ME, ANN, BOB = "referee@example.org", "ann@example.org", "bob@example.org"
MAIL = b"Subject: entry 3\r\n\r\n.\r\n.one dot\r\nlast line\r\n"


@pytest.fixture
def start(tmp_path):
    servers = []

    def run(tls="yes", **options):
        servers.append(Smtp(tmp_path, tls, **options))
        return servers[-1]

    yield run
    for server in servers:
        server.stop()


@pytest.fixture
def sink(tmp_path):
    (tmp_path / "password").write_text(PASSWORD + "\n")
    (tmp_path / "password").chmod(0o600)
    sinks = []

    def connect(server, tls="yes", *, login=True, **settings):
        user = {"user": USER, "password_file": "password"} if login else {}
        known = {"host": "127.0.0.1", "port": server.port, "tls": tls, "ca_file": str(server.ca)}
        sinks.append(SmtpSink(Server.model_validate({**known, **user, **settings}), ME, tmp_path))
        return sinks[-1]

    yield connect
    for one in sinks:
        one.close()


@pytest.mark.parametrize("tls", ["yes", "starttls", "no"])
def test_a_batch_goes_over_one_connection_to_the_byte(start, sink, tls):
    server = start(tls)
    out = sink(server, tls)
    for to in ((ANN, BOB), (BOB,)):
        assert out.send(MAIL, to).delivered == to
    assert server.handler.taken == [(ME, (ANN, BOB), MAIL), (ME, (BOB,), MAIL)]
    assert len(server.handler.sessions) == 1
    assert server.handler.users == [USER]
    out.close()
    assert out.send(MAIL, (ANN,)).delivered == (ANN,)
    assert len(server.handler.taken) == 3


def test_lines_end_as_the_protocol_says(start, sink):
    """A bare line feed before a dot would let one mail smuggle in another."""
    server = start()
    sink(server).send(b"a\n.\nb\r.\rMAIL FROM:<x@y>\r\n", (ANN,))
    ((_, _, data),) = server.handler.taken
    assert data == b"a\r\n.\r\nb\r\n.\r\nMAIL FROM:<x@y>\r\n"


def test_some_refused_and_some_to_be_tried_again(start, sink):
    server = start()
    server.handler.refuse = {ANN: "550 no such user", BOB: "451 greylisted"}
    delivery = sink(server).send(MAIL, (ANN, BOB, ME))
    assert delivery.delivered == (ME,)
    assert delivery.refused == {ANN: "550 no such user"}
    assert delivery.later == {BOB: "451 greylisted"}
    delivery = sink(server).send(MAIL, (ANN, BOB))
    assert (delivery.delivered, list(delivery.refused), list(delivery.later)) == ((), [ANN], [BOB])
    assert len(server.handler.taken) == 1


@pytest.mark.parametrize("where", ["data", "sender"])
@pytest.mark.parametrize("code, good", [("554 spam", False), ("452 full", True)])
def test_a_mail_refused_is_refused_to_all(start, sink, where, code, good):
    server = start()
    setattr(server.handler, where, [code])
    out = sink(server)
    delivery = out.send(MAIL, (ANN, BOB))
    assert list(delivery.later if good else delivery.refused) == [ANN, BOB]
    assert out.send(MAIL, (ANN,)).delivered == (ANN,)


@pytest.mark.parametrize("where", ["data", "sender", "refuse"])
def test_a_server_that_hangs_up_has_taken_nothing(start, sink, where):
    server = start()
    setattr(server.handler, where, {BOB: "421 bye"} if where == "refuse" else ["421 bye"])
    out = sink(server)
    with refuses(Code.UNREACHABLE, match="421 bye"):
        out.send(MAIL, (ANN, BOB))
    assert server.handler.taken == []
    assert out.send(MAIL, (ANN,)).delivered == (ANN,)


def test_an_address_beyond_ascii(start, sink):
    plain, modern = start(enable_SMTPUTF8=False), start()
    zoe = ("zoë@example.org",)
    assert list(sink(plain).send(MAIL, zoe).refused) == list(zoe)
    assert sink(modern).send(MAIL, zoe).delivered == zoe


def test_a_server_without_a_login(start, sink):
    assert sink(start(login=False), login=False).send(MAIL, (ANN,)).delivered == (ANN,)
    with refuses(Code.LOGIN_REFUSED, match="knows no login"):
        sink(start(login=False)).send(MAIL, (ANN,))


def test_a_server_that_wants_a_login(start, sink):
    with refuses(Code.LOGIN_REFUSED):
        sink(start(), login=False).send(MAIL, (ANN,))


def test_a_wrong_password_is_refused_and_not_told(start, sink, tmp_path):
    out = sink(start())
    (tmp_path / "password").write_text("other-secret")
    with refuses(Code.LOGIN_REFUSED) as refused:
        out.send(MAIL, (ANN,))
    assert "secret" not in str(refused.value)


def test_a_server_without_plain(start, sink, tmp_path, monkeypatch):
    server = start(auth_exclude_mechanism=["PLAIN"])
    with refuses(Code.LOGIN_REFUSED, match="only users and passwords in ASCII"):
        sink(server).send(MAIL, (ANN,))
    monkeypatch.setattr(post_servers, "PASSWORD", "plain word")
    out = sink(server)
    (tmp_path / "password").write_text("plain word")
    assert out.send(MAIL, (ANN,)).delivered == (ANN,)


def test_a_missing_password_is_told_before_anything_is_sent(start, sink, tmp_path):
    server = start()
    (tmp_path / "password").unlink()
    with refuses(Code.NO_PASSWORD):
        sink(server).send(MAIL, (ANN,))
    assert server.handler.users == []


@pytest.mark.parametrize("tls", ["yes", "starttls"])
def test_a_wrong_certificate_is_refused_before_the_password_is_sent(start, sink, tmp_path, tls):
    server = start(tls)
    stranger = certificate(tmp_path, "stranger")
    other_name = start(tls, host="mail.example.org")
    for found, settings in (
        (server, {"ca_file": str(stranger)}),
        (server, {"ca_file": None}),
        (other_name, {}),
    ):
        with refuses(Code.UNTRUSTED_SERVER, match="certificate was not accepted"):
            sink(found, tls, **settings).send(MAIL, (ANN,))
        assert found.handler.users == []


def test_a_server_that_leaves_out_starttls_is_refused(start, sink):
    server = start("no")
    with refuses(Code.UNTRUSTED_SERVER, match="no STARTTLS"):
        sink(server, "starttls").send(MAIL, (ANN,))
    assert server.handler.users == []


def test_nobody_there(sink, tmp_path):
    class Nowhere:
        port, ca = free_port(), certificate(tmp_path, "nowhere")

    with refuses(Code.UNREACHABLE, match=r"127\.0\.0\.1"):
        sink(Nowhere).send(MAIL, (ANN,))


@pytest.mark.parametrize("words", [b"", b"220 hello\r\n", b"220 hello\r\n250 OK\r\n", b"not smtp\r\n"])
def test_a_connection_that_breaks_anywhere(sink, tmp_path, words):
    with socket.create_server(("127.0.0.1", 0)) as listener:

        class Broken:
            port, ca = listener.getsockname()[1], certificate(tmp_path, "broken")

        def serve():
            connection, _ = listener.accept()
            connection.sendall(words)
            connection.close()

        thread = threading.Thread(target=serve)
        thread.start()
        with refuses(Code.UNREACHABLE):
            sink(Broken, "no", login=False).send(MAIL, (ANN,))
        thread.join()


def test_old_versions_of_tls_are_not_spoken(tmp_path):
    server = Server.model_validate({"host": "mail.example.org"})
    context = server.context(tmp_path)
    assert context.minimum_version >= ssl.TLSVersion.TLSv1_2
    assert context.check_hostname
    assert context.verify_mode is ssl.CERT_REQUIRED
