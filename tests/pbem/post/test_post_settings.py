"""The settings of a party's mail: every fault with its place, and no password where others can read it."""

import pytest
from post_servers import certificate
from refusing import refuses

from pbem.post.imap import ImapSource
from pbem.post.mail_servers import Server
from pbem.post.maildir import MaildirSink, MaildirSource
from pbem.post.post_settings import PostSettings
from pbem.post.smtp import SmtpSink
from pbem.reason_codes import Code

WHOLE = """\
from: referee@example.org
maildir: Maildir
imap:
  host: imap.example.org
  port: 1993
  user: referee
  password_file: password
  tls: starttls
  ca_file: ca.pem
  folder: Games
send:
  smtp:
    host: 127.0.0.1
    tls: "no"
"""


def read(tmp_path, text):
    file = tmp_path / "post.yaml"
    file.write_text(text)
    return PostSettings.read(file)


def faults(tmp_path, text):
    with refuses(Code.BAD_POST_FILE) as refused:
        read(tmp_path, text)
    return [line.removeprefix(f"{tmp_path}/post.yaml:") for line in str(refused.value).splitlines()]


def test_every_way_in_and_out(tmp_path):
    post = read(tmp_path, WHOLE)
    maildir, imap = post.sources(1000)
    assert isinstance(maildir, MaildirSource)
    assert (maildir.path, maildir.limit) == (tmp_path / "Maildir", 1000)
    assert isinstance(imap, ImapSource)
    assert (str(imap.server), imap.server.folder) == ("imap.example.org:1993", "Games")
    assert isinstance(post.sink(), SmtpSink)
    assert post.sender == "referee@example.org"


def test_paths_start_at_the_file_or_at_home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", "/home/ann")
    for path, there in (("out", tmp_path / "out"), ("/var/out", "/var/out"), ("~/out", "/home/ann/out")):
        sink = read(tmp_path, f"from: a@b\nsend: {{maildir: {path}}}\n").sink()
        assert isinstance(sink, MaildirSink)
        assert str(sink.path) == str(there)


@pytest.mark.parametrize(
    "text, place, words",
    [
        ("from: a@b\n", "1:1", "`send` is missing"),
        ("send: {maildir: out}\n", "1:1", "`from` is missing"),
        ("from: a@b\nsend: {}\n", "2:1", "expected one of `maildir` and `smtp`"),
        ("from: a@b\nsend: {maildir: m, smtp: {host: h}}\n", "2:1", "expected one of"),
        ("from: a@b\nsend: {maildir: m}\nimapp: {}\n", "3:1", "unknown key `imapp`"),
        ("from: a@b\nsend:\n  smtp: {host: h, port: 0}\n", "3:19", "found 0"),
        ("from: a@b\nsend:\n  smtp: {host: h, tls: true}\n", "3:19", "'yes', 'starttls' or 'no'"),
        ("from: a@b\nsend:\n  smtp: {host: h h}\n", "3:10", "found 'h h'"),
        ("from: a@b\nsend:\n  smtp: {host: h, user: u}\n", "3:3", "one of `password_file` and `password_c"),
        ("from: a@b\nsend:\n  smtp: {host: h, password_file: u}\n", "3:3", "expected with `user`"),
        (
            "from: a@b\nsend:\n  smtp: {host: h, user: u, password_file: p, password_command: [c]}\n",
            "3:3",
            "one of",
        ),
        ("from: a@b\nsend:\n  smtp: {host: h, user: u, password_file: p, tls: 'no'}\n", "3:3", "`tls: yes`"),
        ("from: a@b\nsend: {maildir: m}\nimap: {host: h, folder: Übung}\n", "3:17", "'Übung'"),
        ("from: a@b, c@d\nsend: {maildir: m}\n", "1:1", "found 'a@b, c@d'"),
        ('from: "a@b\\r\\nBcc: c@d"\nsend: {maildir: m}\n', "1:7", "U+000D"),
        ("from: a@b\nsend: {maildir: &a m}\n", "2:17", "anchors"),
        ("from: [\n", "2:1", "not YAML"),
        ("", "1:1", "empty"),
        ("- a\n", "1:1", "a mapping"),
    ],
)
def test_a_fault_is_told_with_its_place(tmp_path, text, place, words):
    (fault,) = faults(tmp_path, text)
    assert fault.startswith(f"{place}: "), fault
    assert words in fault


def test_all_faults_are_told_at_once(tmp_path):
    assert len(faults(tmp_path, "from: ann\nsend: {smtp: {host: h, port: x, tls: maybe}}\nfoo: 1\n")) == 4


def test_a_file_that_is_not_there(tmp_path):
    with refuses(Code.BAD_POST_FILE, match="is missing"):
        PostSettings.read(tmp_path / "post.yaml")


def test_who_only_sends_reads_from_nowhere(tmp_path):
    post = read(tmp_path, "from: a@b\nsend: {maildir: m}\n")
    with refuses(Code.BAD_POST_FILE, match=r"post\.yaml:1:1: .*`maildir`, `imap`, `lmtp`"):
        post.sources(1000)


def server(**settings):
    return Server.model_validate({"host": "h", "user": "u", **settings})


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("text", ["secret", "secret\n", "secret\r\n", "se cret\n", "sécrèt"])
def test_a_password_is_one_line(tmp_path, text, mark):
    file = tmp_path / "password"
    file.write_bytes(mark + text.encode())
    file.chmod(0o600)
    assert server(password_file="password").password(tmp_path) == text.strip()
    assert server(password_command=("cat", "password")).password(tmp_path) == text.strip()


@pytest.mark.parametrize("text", [b"", b"\n", b"a\nb\n", b"a\0b", b"x" * 1001, b"\xff"])
def test_what_is_no_password_is_not_told(tmp_path, text):
    file = tmp_path / "password"
    file.write_bytes(text)
    file.chmod(0o600)
    for settings in ({"password_file": "password"}, {"password_command": ("cat", "password")}):
        with refuses(Code.NO_PASSWORD, match=r"no password|no text"):
            server(**settings).password(tmp_path)


@pytest.mark.parametrize("mode", [0o644, 0o604, 0o602])
def test_a_password_that_everybody_can_read_is_refused(tmp_path, mode):
    file = tmp_path / "password"
    file.write_text("secret")
    file.chmod(mode)
    with refuses(Code.PASSWORD_EXPOSED, match="chmod 600"):
        server(password_file="password").password(tmp_path)


@pytest.mark.parametrize("command", [("no-such-program",), ("false",), ("sh", "-c", "echo secret; exit 1")])
def test_a_command_that_fails_gives_no_password(tmp_path, command):
    with refuses(Code.NO_PASSWORD) as refused:
        server(password_command=command).password(tmp_path)
    assert "secret" not in str(refused.value)


def test_a_command_is_not_for_a_shell(tmp_path):
    assert server(password_command=("echo", "$HOME; id")).password(tmp_path) == "$HOME; id"


def test_a_missing_password_file_is_named(tmp_path):
    with refuses(Code.NO_PASSWORD, match="password is missing: put the password of .* into it"):
        server(password_file="password").password(tmp_path)


def test_an_authority_that_is_none_is_named(tmp_path):
    (tmp_path / "ca.pem").write_text("no certificate")
    for name in ("ca.pem", "missing.pem"):
        with refuses(Code.UNTRUSTED_SERVER, match=name):
            server(password_file="p", ca_file=name).context(tmp_path)
    certificate(tmp_path, "ca")
    assert len(server(password_file="p", ca_file="ca.pem").context(tmp_path).get_ca_certs()) == 1


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.8.8.8", "::1"])
def test_this_machine_needs_no_tls(host):
    assert server(host=host, password_file="p", tls="no").tls == "no"


def test_on_windows_a_mode_says_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.disk.atomic_files.POSIX", False)
    file = tmp_path / "password"
    file.write_text("secret")
    file.chmod(0o666)
    assert server(password_file="password").password(tmp_path) == "secret"
