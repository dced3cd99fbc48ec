"""A folder on an IMAP server: mails are looked for, fetched by UID and marked, never moved or deleted.

A settled mail gets the flag Seen and a keyword, and is not looked for again. Where a server keeps no
keywords, Seen alone tells: there nobody else should read the folder. Fetching leaves no mark.
"""

from __future__ import annotations

import imaplib
import re
from collections.abc import Container, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

from modules.definition.formats.fields import formed
from pbem.errors import Refusal
from pbem.post.faults import Unreachable
from pbem.post.mail_servers import (
    TIMEOUT,
    Server,
    login_refused,
    quote_reply,
    require_ascii,
    translate_faults,
)
from pbem.post.transports import TooBig, WaitingMail
from pbem.reason_codes import Code

HANDLED, REFUSED = "$SenlacHandled", "$SenlacRefused"
_OPEN = "UNDELETED UNDRAFT"
_BROKEN = (imaplib.IMAP4.error,)


class ImapServer(Server):
    """An IMAP server and the folder on it that holds the mails, in the server's own spelling."""

    folder: Annotated[
        str, formed(r"^[ -~]+$", "the name of a folder in ASCII", min_length=1, max_length=200)
    ] = "INBOX"


class ImapSource:
    """The mails in a folder; one over `limit` bytes is only told, as TooBig."""

    def __init__(self, server: ImapServer, limit: int, beside: Path) -> None:
        self.server = server
        self.limit = limit
        self._beside = beside
        self._open: imaplib.IMAP4 | None = None
        self._validity = ""
        self._keywords = False

    def waiting_mails(self, but: Container[str] = ()) -> Iterator[WaitingMail]:
        """The mails that wait, in the order in which they arrived.

        Raises Unreachable, `untrusted-server`, `login-refused`, `mailbox-missing`, `no-password` or
        `password-exposed`.
        """
        imap = self._ensure_connected()
        marks = f"UNKEYWORD {HANDLED} UNKEYWORD {REFUSED}" if self._keywords else "UNSEEN"
        with translate_faults(self.server, _BROKEN):
            found = _ok(imap.uid("SEARCH", f"{marks} {_OPEN}"))
        for uid in sorted(int(word) for line in found for word in (line or b"").split()):
            name = f"{self._validity}.{uid}"
            if name in but:
                continue
            with translate_faults(self.server, _BROKEN):
                data = self._fetch(imap, str(uid))
            if data is not None:
                yield WaitingMail(name, data)

    def check_connection(self) -> None:
        """Log in and look whether the folder is there, and fetch nothing; raises as `waiting_mails`."""
        self._ensure_connected()
        self.close()

    def settle(self, mail: WaitingMail, *, refused: bool) -> None:
        """Marks a mail; raises as `waiting_mails` does. A connection that was lost meanwhile is made once
        more."""
        validity, _, uid = mail.name.partition(".")
        flags = rf"(\Seen {REFUSED if refused else HANDLED})" if self._keywords else r"(\Seen)"
        for last in (False, True):
            imap = self._ensure_connected()
            if self._validity != validity:  # the server numbers its mails anew: this one waits again
                return
            try:
                with translate_faults(self.server, _BROKEN):
                    _ok(imap.uid("STORE", uid, "+FLAGS", flags))
                return
            except Unreachable:
                self.close()
                if last:
                    raise

    def close(self) -> None:
        """Ends the connection; the next use makes a new one."""
        imap, self._open = self._open, None
        if imap is not None:
            with suppress(imaplib.IMAP4.error, OSError):
                imap.logout()

    def _fetch(self, imap: imaplib.IMAP4, uid: str) -> bytes | TooBig | None:
        told = b" ".join(
            part for part in _ok(imap.uid("FETCH", uid, "(RFC822.SIZE)")) if isinstance(part, bytes)
        )
        size = re.search(rb"RFC822\.SIZE (\d+)", told)
        if size is None:  # deleted since it was found
            return None
        if int(size[1]) > self.limit:
            return TooBig(int(size[1]))
        # A server may be wrong about the size: no more than the limit is ever asked for.
        parts = _ok(imap.uid("FETCH", uid, f"(BODY.PEEK[]<0.{self.limit + 1}>)"))
        data = next((bytes(part[1]) for part in parts if isinstance(part, tuple)), None)
        return TooBig(len(data)) if data is not None and len(data) > self.limit else data

    def _ensure_connected(self) -> imaplib.IMAP4:
        if self._open is None:
            with translate_faults(self.server, _BROKEN):
                imap = self._connect()
            try:
                self._sign_in(imap)
                self._select(imap)
            except BaseException:
                _drop(imap)
                raise
            self._open = imap
        return self._open

    def _connect(self) -> imaplib.IMAP4:
        server = self.server
        if server.tls == "yes":
            context = server.context(self._beside)
            return imaplib.IMAP4_SSL(server.host, server.port or 993, ssl_context=context, timeout=TIMEOUT)
        imap = imaplib.IMAP4(server.host, server.port or 143, timeout=TIMEOUT)
        if server.tls == "starttls":
            if "STARTTLS" not in imap.capabilities:
                _drop(imap)
                raise Refusal(Code.UNTRUSTED_SERVER, f"{server} offers no STARTTLS")
            try:
                imap.starttls(server.context(self._beside))
            except BaseException:
                _drop(imap)
                raise
        return imap

    def _sign_in(self, imap: imaplib.IMAP4) -> None:
        if self.server.user is None:
            return
        user, password = self.server.user, self.server.password(self._beside)
        with translate_faults(self.server, (imaplib.IMAP4.abort,)):
            try:
                if "AUTH=PLAIN" in imap.capabilities:
                    imap.authenticate("PLAIN", lambda _: f"\0{user}\0{password}".encode())
                else:
                    imap.login(_quote(user), password)
            except imaplib.IMAP4.abort:
                raise
            except imaplib.IMAP4.error as error:
                if "[UNAVAILABLE]" in str(error).upper():
                    raise Unreachable(f"{self.server} cannot check the password just now") from None
                raise login_refused(self.server) from None
            except UnicodeEncodeError:
                raise require_ascii(self.server) from None

    def _select(self, imap: imaplib.IMAP4) -> None:
        folder = self.server.folder
        with translate_faults(self.server, (imaplib.IMAP4.abort,)):
            try:
                kind, said = imap.select(_quote(folder))
            except imaplib.IMAP4.readonly:
                raise Refusal(
                    Code.MAILBOX_MISSING, f"{self.server}: the folder {folder} may not be changed"
                ) from None
            if kind != "OK":
                raise Refusal(
                    Code.MAILBOX_MISSING, f"{self.server}: no folder {folder}: {quote_reply(said[0] or b'')}"
                )
            self._validity = quote_reply((imap.response("UIDVALIDITY")[1] or [b""])[0] or b"0")
            self._keywords = b"\\*" in ((imap.response("PERMANENTFLAGS")[1] or [b""])[0] or b"")


def _drop(imap: imaplib.IMAP4) -> None:
    """Ends a connection without a word; one that broke within TLS has no socket any more."""
    with suppress(OSError):
        imap.shutdown()


def _ok(answer: tuple[str, list[Any]]) -> list[Any]:
    kind, data = answer
    if kind != "OK":
        raise imaplib.IMAP4.error(quote_reply(data[0] if data and isinstance(data[0], bytes) else kind))
    return data


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
