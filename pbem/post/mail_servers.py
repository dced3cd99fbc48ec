"""A mail server as the settings name it: where it is, how its connection is kept private, its password."""

from __future__ import annotations

import ipaddress
import os
import socket
import ssl
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from modules.definition.formats.fields import Part, formed
from pbem.disk import atomic_files
from pbem.errors import Refusal
from pbem.post.faults import Unreachable
from pbem.reason_codes import Code

TIMEOUT = 60
"""Seconds that a server has for each answer."""

_COMMAND_TIMEOUT = 60
_LONGEST_PASSWORD = 1000

Printable = Annotated[
    str, formed(r"^[^\x00-\x1f\x7f]+$", "text without control characters", min_length=1, max_length=500)
]
"""Text without control characters: none of it can end a command and begin another."""

Host = Annotated[
    str,
    formed(
        r"^[A-Za-z0-9:]([A-Za-z0-9.:_-]*[A-Za-z0-9:])?$",
        "the name or number of a server, such as mail.example.org",
        max_length=253,
    ),
]


class Server(Part):
    """One server. `password_command` is a program and its arguments; no shell runs it."""

    host: Host
    port: Annotated[int, Field(ge=1, le=65535)] | None = None
    user: Printable | None = None
    password_file: Printable | None = None
    password_command: Annotated[tuple[Printable, ...], Field(min_length=1)] | None = None
    tls: Literal["yes", "starttls", "no"] = "yes"
    ca_file: Printable | None = None

    @model_validator(mode="after")
    def _login_is_whole(self) -> Self:
        passwords = [one for one in (self.password_file, self.password_command) if one is not None]
        if len(passwords) != (self.user is not None):
            raise ValueError("expected with `user` one of `password_file` and `password_command`")
        return self

    @model_validator(mode="after")
    def _password_is_private(self) -> Self:
        if self.tls == "no" and self.user is not None and not _loopback(self.host):
            raise ValueError("expected `tls: yes` or `tls: starttls`: a password is sent to this server")
        return self

    def __str__(self) -> str:
        return self.host if self.port is None else f"{self.host}:{self.port}"

    def context(self, beside: Path) -> ssl.SSLContext:
        """Checks certificate and host name by the system's authorities, or by those in `ca_file` alone.

        Raises `untrusted-server` if that file cannot be used.
        """
        if self.ca_file is None:
            return ssl.create_default_context()
        file = resolve_path(self.ca_file, beside)
        try:
            return ssl.create_default_context(cafile=file)
        except (OSError, ssl.SSLError) as error:
            raise Refusal(
                Code.UNTRUSTED_SERVER, f"{file}: no certificates can be read from it: {error}"
            ) from error

    def password(self, beside: Path) -> str:
        """The password; raises `no-password` or `password-exposed`. It never stands in a message."""
        if self.password_command is not None:
            return _one_line(
                _run_command(self.password_command, beside), f"`{self.password_command[0]}` prints"
            )
        file = resolve_path(self.password_file or "", beside)
        try:
            with file.open("rb") as opened:
                mode = (
                    os.fstat(opened.fileno()).st_mode if atomic_files.POSIX else 0
                )  # on Windows each says everybody
                if mode & (stat.S_IROTH | stat.S_IWOTH):
                    raise Refusal(
                        Code.PASSWORD_EXPOSED,
                        f"{file} holds a password that others on this machine can read or change: run "
                        "chmod 600 on it",
                    )
                return _one_line(opened.read(_LONGEST_PASSWORD + 2), f"{file} holds")
        except FileNotFoundError:
            raise Refusal(
                Code.NO_PASSWORD,
                f"{file} is missing: put the password of {self.user} at {self} into it, on one line, "
                "then chmod 600 on it; or name a `password_command`",
            ) from None
        except OSError as error:
            raise Refusal(Code.NO_PASSWORD, f"{file}: {error.strerror}") from error


def resolve_path(path: str, beside: Path) -> Path:
    """A path of the settings: `~` is the home, and a relative one starts at the folder of the file."""
    return beside / Path(path).expanduser()


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _run_command(command: tuple[str, ...], beside: Path) -> bytes:
    try:
        done = subprocess.run(  # noqa: S603 - the command is what the owner of the folder wrote down
            command,
            cwd=beside,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            timeout=_COMMAND_TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Refusal(
            Code.NO_PASSWORD, f"`{command[0]}` gave no password within {_COMMAND_TIMEOUT} seconds"
        ) from None
    except OSError as error:
        raise Refusal(Code.NO_PASSWORD, f"`{command[0]}` cannot be run: {error.strerror}") from error
    if done.returncode:
        raise Refusal(
            Code.NO_PASSWORD, f"`{command[0]}` ended with exit code {done.returncode} and gave no password"
        )
    return done.stdout


def _one_line(data: bytes, where: str) -> str:
    try:
        text = data.decode("utf-8-sig").removesuffix("\n").removesuffix("\r")
    except UnicodeDecodeError:
        raise Refusal(Code.NO_PASSWORD, f"{where} no text in UTF-8") from None
    if not text or len(text) > _LONGEST_PASSWORD or any(c < " " or c == "\x7f" for c in text):
        raise Refusal(
            Code.NO_PASSWORD, f"{where} no password: one line of 1 to {_LONGEST_PASSWORD} characters"
        )
    return text


@contextmanager
def translate_faults(server: Server, broken: tuple[type[BaseException], ...]) -> Iterator[None]:
    """Tells what a connection may raise as one of ours; `broken` are the client's own classes."""
    failures: tuple[type[BaseException], ...] = (*broken, OSError, EOFError)
    try:
        yield
    except ssl.SSLCertVerificationError as error:
        raise Refusal(
            Code.UNTRUSTED_SERVER,
            f"{server}: its certificate was not accepted: {error.verify_message}; "
            "give the file of its authority as `ca_file` if you trust it",
        ) from None
    except failures as error:
        raise Unreachable(f"{server}: {_in_words(error, server)}") from error


_OTHER_TLS = {
    "yes": "try `tls: starttls`, which is for ports 143 and 587",
    "starttls": "try `tls: yes`, which is for ports 993 and 465",
    "no": "try `tls: yes` or `tls: starttls`",
}


def _in_words(error: BaseException, server: Server) -> str:
    """What the system's words for a broken connection mean, and what to try. What a client raises itself may
    hide them: then they are what it raised this for."""
    error = error.__context__ if isinstance(error.__context__, OSError) else error
    if isinstance(error, socket.gaierror):
        return "no server of this name is known: look at `host`, and whether this machine is on the network"
    if isinstance(error, ConnectionRefusedError):
        return "nothing listens there: look at `host` and `port`"
    if isinstance(error, TimeoutError):
        return f"no answer within {TIMEOUT} seconds: look at `port`, or {_OTHER_TLS[server.tls]}"
    if isinstance(error, ssl.SSLError) and error.reason == "WRONG_VERSION_NUMBER":
        return f"it does not speak TLS from the first word on: {_OTHER_TLS['yes']}"
    if isinstance(error, ssl.SSLError):
        return f"no private connection comes about ({quote_reply(str(error))}): {_OTHER_TLS[server.tls]}"
    if isinstance(error, (ConnectionResetError, ConnectionAbortedError)):
        return f"it hung up: if it always does, {_OTHER_TLS[server.tls]}"
    return quote_reply(str(error)) or type(error).__name__


def login_refused(server: Server) -> Refusal:
    """The refusal of user and password, without the server's words: they might repeat what it was told."""
    return Refusal(Code.LOGIN_REFUSED, f"{server} refuses the user {server.user} or the password")


def require_ascii(server: Server) -> Refusal:
    """The refusal where a server knows no way to log in that takes other letters."""
    return Refusal(Code.LOGIN_REFUSED, f"{server} takes only users and passwords in ASCII")


def quote_reply(said: str | bytes) -> str:
    """What a server said, in one printable line of at most 200 characters."""
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:200]
