"""A connection to the small server that ends when it brings no request for a while.

The server holds so many connections and no more: without this, any program of this machine could open them
all, say nothing, and shut the page out for good.
"""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS: Final = 5.0


class TimedConnection(H11Protocol):
    """The protocol of uvicorn, with a limit for the time between requests: half of a request is none."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._idle_since = self.loop.time()
        self.loop.call_later(SECONDS, self._end_if_idle)

    def on_response_complete(self) -> None:
        self._idle_since = self.loop.time()
        super().on_response_complete()

    def _end_if_idle(self) -> None:
        if self.transport.is_closing():
            return
        is_asked = self.cycle is not None and not self.cycle.response_complete
        left = SECONDS if is_asked else self._idle_since + SECONDS - self.loop.time()
        if left <= 0:
            self.transport.close()
        else:
            self.loop.call_later(left, self._end_if_idle)
