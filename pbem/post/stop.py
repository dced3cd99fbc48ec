"""The wish to stop, which a signal may bring at any moment: an event of `threading` may deadlock there."""

from __future__ import annotations

import selectors
import socket
import sys
import time
import weakref

_LONGEST = 1.0 if sys.platform == "win32" else float("inf")
"""Seconds of one wait: on Windows a signal wakes nobody, its handler runs when the wait is over."""


class Stop:
    """Set once, by a signal handler or another thread, and never taken back."""

    def __init__(self) -> None:
        self._set = False
        self._read, self._write = socket.socketpair()
        weakref.finalize(self, _close, self._read, self._write)

    def set(self) -> None:
        """Asks to stop; wakes whoever waits."""
        if not self._set:
            self._set = True
            self._write.send(b".")

    def is_set(self) -> bool:
        """Whether somebody has asked."""
        return self._set

    def wait(self, seconds: float) -> None:
        """Waits until then, or until somebody asks."""
        end = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(self._read, selectors.EVENT_READ)
            while not self._set and (left := end - time.monotonic()) > 0:
                selector.select(min(left, _LONGEST))


def _close(*sockets: socket.socket) -> None:
    for each in sockets:
        each.close()
