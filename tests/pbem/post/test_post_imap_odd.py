"""IMAP servers as dovecot is not: without keywords or PLAIN, wrong about sizes, gone at any moment."""

import contextlib
import re
import socket
import threading

import pytest
from refusing import refuses

from pbem.post.imap import ImapServer, ImapSource
from pbem.post.transports import TooBig
from pbem.reason_codes import Code

LIMIT = 100


class Odd:
    """A server that answers each command by its first words; `words` overrides. Notes what it was told."""

    def __init__(self, **words):
        self.heard = []
        self.words = {
            "CAPABILITY": b"* CAPABILITY IMAP4rev1\r\n",
            "LOGIN": b"",
            "SELECT": b"* FLAGS (\\Seen)\r\n* OK [PERMANENTFLAGS (\\Seen)] .\r\n* OK [UIDVALIDITY 7] .\r\n",
            "SEARCH": b"* SEARCH 12 3\r\n",
            "SIZE": b"* 1 FETCH (UID %d RFC822.SIZE 4)\r\n",
            "BODY": b"* 1 FETCH (BODY[]<0> {4}\r\nmail UID %d)\r\n",
            "STORE": b"",
            "LOGOUT": b"* BYE\r\n",
            **words,
        }
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    @property
    def port(self):
        return self.listener.getsockname()[1]

    def _serve(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                self._talk(connection)

    def _talk(self, connection):
        with connection, connection.makefile("rb") as lines:
            connection.sendall(b"* OK ready\r\n")
            for line in lines:
                tag, command = line.decode().strip().split(" ", 1)
                self.heard.append(command)
                key = next(key for key in reversed(self.words) if key in command.split('"')[0])
                answer = self.words[key]
                uid = re.search(r"UID \w+ (\d+)", command)
                if b"%d" in answer:
                    answer = answer.replace(b"%d", uid[1].encode())
                if answer.endswith(b"!"):  # hangs up in the middle
                    connection.sendall(answer[:-1])
                    return
                done = b"" if answer.startswith((b"NO", b"BAD")) else b"OK done\r\n"
                untagged, final = (b"", answer + b"\r\n") if not done else (answer, done)
                connection.sendall(untagged + tag.encode() + b" " + final)

    def close(self):
        self.listener.close()


@pytest.fixture
def source(tmp_path):
    (tmp_path / "password").write_text('pa"ss\\word')
    (tmp_path / "password").chmod(0o600)
    with contextlib.ExitStack() as stack:

        def connect(**words):
            odd = stack.enter_context(contextlib.closing(Odd(**words)))
            settings = {
                "host": "127.0.0.1",
                "port": odd.port,
                "tls": "no",
                "user": 'An "n',
                "folder": "My games",
            }
            server = ImapServer.model_validate({**settings, "password_file": "password"})
            return odd, stack.enter_context(contextlib.closing(ImapSource(server, LIMIT, tmp_path)))

        yield connect


def test_without_keywords_and_plain(source):
    odd, box = source()
    found = list(box.waiting_mails())
    assert [(mail.name, mail.data) for mail in found] == [("7.3", b"mail"), ("7.12", b"mail")]
    box.settle(found[1], refused=True)
    assert odd.heard[1] == r'LOGIN "An \"n" "pa\"ss\\word"'
    assert 'SELECT "My games"' in odd.heard
    assert "UID SEARCH UNSEEN UNDELETED UNDRAFT" in odd.heard
    assert odd.heard[-1] == r"UID STORE 12 +FLAGS (\Seen)"


def test_a_server_that_is_wrong_about_the_size(source):
    body = (
        b"* 1 FETCH (BODY[]<0> {%d}\r\n".replace(b"%d", b"%i") % (LIMIT + 1) + b"x" * (LIMIT + 1) + b")\r\n"
    )
    odd, box = source(BODY=body)
    assert {mail.data for mail in box.waiting_mails()} == {TooBig(LIMIT + 1)}
    assert odd.heard[-1] == f"UID FETCH 12 (BODY.PEEK[]<0.{LIMIT + 1}>)"


def test_a_mail_that_is_gone_when_it_is_fetched(source):
    for gone in ({"SIZE": b""}, {"BODY": b""}, {"SEARCH": b"* SEARCH\r\n"}, {"SEARCH": b""}):
        assert list(source(**gone)[1].waiting_mails()) == []


@pytest.mark.parametrize("where", ["LOGIN", "SELECT", "SEARCH", "SIZE", "BODY"])
@pytest.mark.parametrize("last", [b"!", b"* 1 FETCH (BODY[] {1000}\r\nhalf!", b"* BYE busy\r\n!"])
def test_a_server_that_hangs_up_anywhere(source, where, last):
    with refuses(Code.UNREACHABLE, match=r"127\.0\.0\.1"):
        list(source(**{where: last})[1].waiting_mails())


def test_a_server_that_hangs_up_as_the_mail_is_marked(source):
    box = source(STORE=b"!")[1]
    (first, _) = box.waiting_mails()
    with refuses(Code.UNREACHABLE):
        box.settle(first, refused=False)


@pytest.mark.parametrize(
    "words, error",
    [
        ({"LOGIN": b'NO [AUTHENTICATIONFAILED] pa"ss\\word is wrong'}, Code.LOGIN_REFUSED),
        ({"LOGIN": b"NO [UNAVAILABLE] later"}, Code.UNREACHABLE),
        ({"SELECT": b"NO no such folder"}, Code.MAILBOX_MISSING),
        ({"SELECT": b"* OK [READ-ONLY] .\r\n"}, Code.MAILBOX_MISSING),
        ({"SEARCH": b"BAD what?"}, Code.UNREACHABLE),
        ({"SIZE": b"NO not now"}, Code.UNREACHABLE),
    ],
)
def test_a_server_that_says_no(source, words, error):
    with refuses(error) as refused:
        list(source(**words)[1].waiting_mails())
    assert "word" not in str(refused.value).replace("password", "")


def test_a_password_beyond_ascii_that_the_server_has_no_way_to_take(source, tmp_path):
    box = source()[1]
    (tmp_path / "password").write_text("wörd", encoding="utf-8")
    with refuses(Code.LOGIN_REFUSED, match="only users and passwords in ASCII"):
        list(box.waiting_mails())
