"""Mail handed over by a mail server on this machine (LMTP, RFC 2033): each mail lies in a Maildir, durably,
before the server is told that it was taken; from there it is read as from any other.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Self

from pydantic import Field, model_validator

from modules.definition.formats.fields import Part
from pbem.errors import Refusal
from pbem.post.mail_servers import Printable, resolve_path
from pbem.post.maildir import MaildirSink
from pbem.reason_codes import Code

if TYPE_CHECKING:
    from aiosmtpd.smtp import SMTP, Envelope, Session

ARRIVED: Final = "arrived"
"""The Maildir, beside the settings, in which the mails lie."""


class LmtpSocket(Part):
    """Where mails are taken: a port of this machine alone, or a socket's file."""

    port: Annotated[int, Field(ge=1, le=65_535)] | None = None
    socket: Printable | None = None

    @model_validator(mode="after")
    def _check_one(self) -> Self:
        if (self.port is None) == (self.socket is None):
            raise ValueError("expected one of `port` and `socket`")
        return self

    def __str__(self) -> str:
        return f"port {self.port}" if self.socket is None else self.socket


class _Handler:
    """What is said to the server; it hands one mail to one address at a time, and tries the others anew."""

    def __init__(self, box: MaildirSink, address: str, arrived: Callable[[], None]) -> None:
        self._box, self._address, self._arrived = box, address.lower(), arrived

    async def handle_RCPT(  # noqa: N802 - the name that the library calls
        self, _: SMTP, __: Session, envelope: Envelope, address: str, ___: list[str]
    ) -> str:
        if address.lower() != self._address:
            return "550 5.1.1 nobody here has this address"
        if envelope.rcpt_tos:
            return "452 4.5.3 one address at a time"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, _: SMTP, __: Session, envelope: Envelope) -> str:  # noqa: N802
        data = envelope.original_content or b""
        try:
            self._box.send(data, envelope.rcpt_tos)
        except OSError as error:  # a full disk: the server keeps the mail and tries again
            return f"451 4.3.0 {error.strerror}"
        self._arrived()
        return "250 2.6.0 taken"


@contextmanager
def listen(
    where: LmtpSocket, address: str, beside: Path, limit: int, arrived: Callable[[], None]
) -> Iterator[Path]:
    """Take mails to `address`, of at most `limit` bytes, until the end of the block; `arrived` is called, in
    another thread, for each. The folder in which they lie.

    Raises `socket-taken` where nobody can listen, or `club-incomplete` without the library.
    """
    folder = beside / ARRIVED
    box = MaildirSink(folder)
    box.make()
    _check_free(where)
    server = _server(where, beside, _Handler(box, address, arrived), limit)
    try:
        server.start()
    except (OSError, TimeoutError) as error:
        raise Refusal(Code.SOCKET_TAKEN, f"{where}: nothing can be taken there: {error}") from error
    try:
        yield folder
    finally:
        server.stop()


def _check_free(where: LmtpSocket) -> None:
    """Raise `socket-taken` at once: the library would wait for some seconds."""
    if where.port is None:
        return
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", where.port))
        except OSError as error:
            raise Refusal(Code.SOCKET_TAKEN, f"{where}: nothing can be taken there: {error}") from error


def _server(where: LmtpSocket, beside: Path, handler: _Handler, limit: int) -> Any:
    try:
        from aiosmtpd.controller import Controller, UnixSocketController
        from aiosmtpd.lmtp import LMTP
    except ImportError:
        raise Refusal(
            Code.CLUB_INCOMPLETE,
            "`lmtp` needs aiosmtpd, which is not installed: pipx install 'senlac[club]'",
        ) from None

    class _Port(Controller):
        def factory(self) -> LMTP:
            return LMTP(self.handler, **self.SMTP_kwargs)

    class _Socket(UnixSocketController):
        def factory(self) -> LMTP:
            return LMTP(self.handler, **self.SMTP_kwargs)

    if where.socket is None:
        return _Port(handler, hostname="127.0.0.1", port=where.port or 0, data_size_limit=limit)
    return _Socket(handler, unix_socket=resolve_path(where.socket, beside), data_size_limit=limit)
