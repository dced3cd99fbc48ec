"""Waiting at an IMAP server that says when a mail comes (IDLE, RFC 2177): then a round begins at once, and
not when its time has come. It reads and marks nothing. Whatever goes wrong here, the rounds go on as before.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pbem.errors import PbemError
from pbem.post.imap import ImapServer

if TYPE_CHECKING:
    from imapclient import IMAPClient

_RENEWED: Final = 600
"""Seconds after which the server is told anew that somebody waits: it lets go of who is silent for 30
minutes."""
_REST: Final = 300.0
"""Seconds before another attempt, after the server has let go."""
_STEP: Final = 1.0


@contextmanager
def watch_mailbox(server: ImapServer, beside: Path, arrived: Callable[[], None]) -> Iterator[None]:
    """Call `arrived`, in another thread, when something comes into the folder, until the end of the block.
    Where the library is missing, or the server knows no IDLE, nothing is called."""
    try:
        import imapclient  # noqa: F401 - asked for here, and used in the thread
    except ImportError:
        yield
        return
    ended = threading.Event()
    thread = threading.Thread(target=_watch, args=(server, beside, arrived, ended), daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(timeout=2 * _STEP)


def _watch(server: ImapServer, beside: Path, arrived: Callable[[], None], ended: threading.Event) -> None:
    from imapclient.exceptions import IMAPClientError

    while not ended.is_set():
        # A login that is refused, a certificate that proves nothing: the rounds say so.
        refused = (IMAPClientError, OSError, EOFError, UnicodeEncodeError, PbemError)
        with suppress(*refused), _connect(server, beside) as client:
            if not client.has_capability("IDLE"):
                return
            _wait(client, arrived, ended)
        ended.wait(_REST)


def _wait(client: IMAPClient, arrived: Callable[[], None], ended: threading.Event) -> None:
    while not ended.is_set():
        client.idle()
        for _ in range(int(_RENEWED / _STEP)):
            if any(b"EXISTS" in each for each in client.idle_check(timeout=_STEP)):
                arrived()
            if ended.is_set():
                break
        client.idle_done()


@contextmanager
def _connect(server: ImapServer, beside: Path) -> Iterator[IMAPClient]:
    from imapclient import IMAPClient

    secure = server.tls == "yes"
    context: Any = None if server.tls == "no" else server.context(beside)
    client = IMAPClient(
        server.host,
        server.port or (993 if secure else 143),
        ssl=secure,
        ssl_context=context if secure else None,
    )
    try:
        if server.tls == "starttls":
            client.starttls(context)
        if server.user is not None:
            log_in = client.plain_login if client.has_capability("AUTH=PLAIN") else client.login
            log_in(server.user, server.password(beside))
        client.select_folder(server.folder, readonly=True)
        yield client
    finally:
        with suppress(Exception):
            client.logout()
