"""Real servers for tests of mail, each private to a test and on loopback: Debian's dovecot without root, and
aiosmtpd, which delivers into dovecot's Maildirs.
"""

import base64
import contextlib
import datetime
import grp
import ipaddress
import mailbox
import os
import pwd
import random
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

USER, PASSWORD = "referee@example.org", 'pass "wörd\\'
PLAYER = "ann@example.org"
CONFIG = """
protocols = imap
base_dir = {home}/run
state_dir = {home}/run
log_path = {home}/dovecot.log
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
listen = 127.0.0.1
ssl = {ssl}
ssl_cert = <{home}/server.pem
ssl_key = <{home}/server.key
disable_plaintext_auth = {private}
auth_mechanisms = {mechanisms}
mail_location = maildir:{home}/mail/%u
passdb {{
  driver = passwd-file
  args = {home}/users
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={home}/mail
}}
auth_failure_delay = 0
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {plain_port}
  }}
  inet_listener imaps {{
    port = {tls_port}
  }}
}}
"""


def free_port():
    """A port below those that the system hands out by itself: nobody takes it before our server does."""
    while True:
        with socket.socket() as one, contextlib.suppress(OSError):
            port = random.SystemRandom().randrange(10_000, 32_000)
            one.bind(("127.0.0.1", port))
            return port


def certificate(folder, name, host="localhost"):
    """A self-signed certificate NAME.pem with its NAME.key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    names = [x509.DNSName(host), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    now = datetime.datetime.now(datetime.UTC)
    usage = dict.fromkeys(
        ("content_commitment", "key_encipherment", "data_encipherment", "key_agreement", "crl_sign",
         "encipher_only", "decipher_only"), False
    )  # fmt: skip
    signed = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName(names if host == "localhost" else names[:1]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(x509.KeyUsage(digital_signature=True, key_cert_sign=True, **usage), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / f"{name}.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    (folder / f"{name}.key").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return folder / f"{name}.pem"


def dovecot_program():
    """Where dovecot is; a machine that calls itself CI must have it."""
    found = shutil.which("dovecot", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
    if found is None and not os.environ.get("CI"):
        pytest.skip("dovecot is not installed (Debian: dovecot-imapd)")
    assert found is not None, "CI without dovecot: .ci/run installs dovecot-imapd"
    return found


class Dovecot:
    """An IMAP server with its users; started by root it runs as `nobody`."""

    def __init__(self, users=(USER, PLAYER), **settings):
        self.users = users
        program = dovecot_program()
        account = pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.getuid())
        self.owner = (account.pw_uid, account.pw_gid)
        # Not below pytest's folder, which only its owner may enter; and a socket's path must be short.
        self.home = Path(tempfile.mkdtemp(prefix="dovecot-"))
        self.plain_port, self.tls_port = free_port(), free_port()
        self.ca = certificate(self.home, "server")
        self._configure(account, settings)
        as_nobody = (
            {"user": self.owner[0], "group": self.owner[1], "extra_groups": []} if os.geteuid() == 0 else {}
        )
        with (self.home / "out").open("wb") as out:
            command = [program, "-F", "-c", self.home / "dovecot.conf"]
            self.process = subprocess.Popen(command, stdout=out, stderr=out, **as_nobody)
        self._wait()

    def _configure(self, account, settings):
        chosen = {"ssl": "required", "private": "yes", "mechanisms": "plain", **settings}
        text = CONFIG.format(
            home=self.home, user=account.pw_name, group=grp.getgrgid(account.pw_gid).gr_name,
            uid=account.pw_uid, gid=account.pw_gid,
            plain_port=self.plain_port, tls_port=self.tls_port, **chosen,
        )  # fmt: skip
        (self.home / "dovecot.conf").write_text(text)
        users = "".join(f"{user}:{{PLAIN.b64}}{_base64(PASSWORD)}\n" for user in self.users)
        (self.home / "users").write_text(users)
        (self.home / "mail").mkdir()
        (self.home / "run").mkdir()
        for user in self.users:
            mailbox.Maildir(self.home / "mail" / user, create=True)
        self._hand_over()

    def _hand_over(self):
        if os.geteuid() == 0:
            for path in (self.home, *self.home.rglob("*")):
                os.chown(path, *self.owner)

    def _wait(self):
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.plain_port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        told = (self.home / "out").read_text() + self.log()
        self.stop()
        raise AssertionError(told)

    def log(self):
        file = self.home / "dovecot.log"
        return file.read_text() if file.exists() else ""

    @property
    def maildir(self):
        return self.home / "mail" / USER

    def deliver(self, mail, *to):
        """What a mail server does: the mail lies in new/ and belongs to the user."""
        for user in to or (USER,):
            path = self.home / "mail" / user
            key = mailbox.Maildir(path, create=False).add(mail)
            if os.geteuid() == 0:
                os.chown(path / "new" / key, *self.owner)

    def renumber(self):
        """Makes dovecot number the mails anew, as after a restored backup."""
        for file in self.maildir.glob("dovecot*"):
            file.unlink()

    def hang_up(self):
        """Ends the sessions that are open, and no others; they are over when this returns."""
        ended = []
        for pid in Path("/proc").glob("[0-9]*"):
            try:
                line, parent = (
                    (pid / "cmdline").read_bytes(),
                    (pid / "stat").read_text().split(")")[1].split()[1],
                )
            except OSError:
                continue
            if line.startswith(b"dovecot/imap\0") and parent == str(self.process.pid):
                os.kill(int(pid.name), signal.SIGTERM)
                ended.append(pid)
        for pid in ended:  # one that is waiting for a login would take the next one, and end it
            while pid.exists():
                time.sleep(0.01)

    def stop(self):
        self.process.terminate()
        self.process.wait(20)
        shutil.rmtree(self.home, ignore_errors=True)


def _base64(text):
    return base64.b64encode(text.encode()).decode()


@dataclass
class Handler:
    """What aiosmtpd asks: `refuse` and `data` hold the answers to addresses and to mails."""

    deliver: object = None
    refuse: dict = field(default_factory=dict)
    data: list = field(default_factory=list)
    sender: list = field(default_factory=list)
    taken: list = field(default_factory=list)
    sessions: set = field(default_factory=set)
    users: list = field(default_factory=list)
    private: bool = False

    async def handle_MAIL(self, server, session, envelope, address, options):  # noqa: N802
        self.sessions.add(id(session))
        if self.private and not session.authenticated:
            return "530 log in first"
        if self.sender:
            return self.sender.pop(0)
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802
        if address in self.refuse:
            return self.refuse[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):  # noqa: N802
        answer = self.data.pop(0) if self.data else "250 OK"
        if answer.startswith("250"):
            self.taken.append((envelope.mail_from, tuple(envelope.rcpt_tos), envelope.original_content))
            if self.deliver is not None:
                self.deliver(envelope.original_content, *envelope.rcpt_tos)
        return answer

    def login(self, server, session, envelope, mechanism, auth):
        self.users.append(auth.login.decode())
        good = (auth.login, auth.password) == (USER.encode(), PASSWORD.encode())
        return AuthResult(success=good, handled=False)


class Smtp:
    """An SMTP server by `tls`: yes, starttls or no; with a login unless `open`."""

    def __init__(self, folder, tls="yes", *, login=True, deliver=None, host="localhost", **options):
        self.handler = Handler(deliver)
        self.port = free_port()
        self.ca = certificate(folder, f"smtp-{self.port}", host)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.ca, self.ca.with_suffix(".key"))
        if login:
            options["authenticator"] = self.handler.login
            self.handler.private = True
        if tls != "starttls":
            options["auth_require_tls"] = not login
        else:
            options |= {"tls_context": context, "require_starttls": True}
        self.controller = Controller(
            self.handler, "127.0.0.1", self.port, ssl_context=context if tls == "yes" else None, **options
        )
        self.controller.start()

    def stop(self):
        self.controller.stop()
