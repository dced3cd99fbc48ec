"""A page served on a free port of this machine until Ctrl-C."""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from generator.local_server.access import Access
from generator.local_server.application import LocalApplication
from generator.local_server.browser_opening import OpeningFile
from generator.local_server.connections import TimedConnection
from generator.local_server.local_page import LocalPage

HOST: Final = "127.0.0.1"
_MOST_CONNECTIONS: Final = 64
_MOST_HEADERS: Final = 32 * 1024
_SECONDS_TO_END: Final = 30


def serve(
    page: LocalPage, *, name: str, open_browser: bool, tell: Callable[[str], None], port: int = 0
) -> None:
    """Serves a page called `name` to one browser, until Ctrl-C. Raises OSError for a port that is taken."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        if sys.platform == "win32":  # else another program could take the same port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        listening.bind((HOST, port))
        listening.listen()
        access = Access(listening.getsockname()[1])
        address = f"http://{HOST}:{listening.getsockname()[1]}/#{access.word}"
        opening = OpeningFile(address) if open_browser else None
        application = LocalApplication(page, access, tell, opening.remove if opening else _do_nothing)
        try:
            threading.Thread(
                target=_tell_address, args=(name, address, opening, tell), daemon=True
            ).start()  # some browsers return late
            _Server(application).run([listening])
        except KeyboardInterrupt:
            pass
        finally:
            if opening is not None:
                opening.remove()


def _tell_address(name: str, address: str, opening: OpeningFile | None, tell: Callable[[str], None]) -> None:
    if opening is not None and opening.show():
        tell(f"{name} is open in your browser. If no page comes, start it with --no-browser. Ctrl-C ends it.")
    else:
        tell(f"{name}: open {address} in a browser on this machine. It is good once. Ctrl-C ends it.")


def _do_nothing() -> None:
    pass


class _Server(uvicorn.Server):
    """A server that lets waits return when it is to stop."""

    def __init__(self, application: LocalApplication) -> None:
        super().__init__(_configure(application.app()))
        self._application = application

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._application.stop()
        super().handle_exit(sig, frame)


def _configure(app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=TimedConnection,
        ws="none",
        loop="asyncio",
        lifespan="off",
        proxy_headers=False,
        server_header=False,
        date_header=False,
        access_log=False,
        log_config=None,
        log_level="critical",
        limit_concurrency=_MOST_CONNECTIONS,
        h11_max_incomplete_event_size=_MOST_HEADERS,
        timeout_graceful_shutdown=_SECONDS_TO_END,
    )
