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
    """Set once, by a signal handler or another thread, and never taken back. A nudge ends a wait early."""

    def __init__(self) -> None:
        self._set = self._nudged = False
        self._read, self._write = socket.socketpair()
        weakref.finalize(self, _close, self._read, self._write)

    def set(self) -> None:
        """Asks to stop; wakes whoever waits."""
        if not self._set:
            self._set = True
            self._write.send(b".")

    def nudge(self) -> None:
        """Wakes whoever waits, or the next who will, without asking to stop."""
        if not self._nudged:
            self._nudged = True
            self._write.send(b".")

    def is_set(self) -> bool:
        """Whether somebody has asked."""
        return self._set

    def wait(self, seconds: float) -> None:
        """Waits until then, until somebody asks to stop, or for a nudge."""
        end = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(self._read, selectors.EVENT_READ)
            while not self._set and (left := end - time.monotonic()) > 0:
                if selector.select(min(left, _LONGEST)) and not self._set:
                    self._nudged = False
                    self._read.recv(4_096)
                    return


def _close(*sockets: socket.socket) -> None:
    for each in sockets:
        each.close()
