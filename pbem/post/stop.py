"""The wish to stop, which a signal may bring at any moment: an event of `threading` may deadlock there."""

from __future__ import annotations

import os
import select
import weakref


class Stop:
    """Set once, by a signal handler or another thread, and never taken back."""

    def __init__(self) -> None:
        self._set = False
        self._read, self._write = os.pipe()
        weakref.finalize(self, _close, self._read, self._write)

    def set(self) -> None:
        """Asks to stop; wakes whoever waits."""
        if not self._set:
            self._set = True
            os.write(self._write, b".")

    def is_set(self) -> bool:
        """Whether somebody has asked."""
        return self._set

    def wait(self, seconds: float) -> None:
        """Waits until then, or until somebody asks."""
        poll = select.poll()  # takes any descriptor, where `select` takes those below 1,024
        poll.register(self._read, select.POLLIN)
        poll.poll(seconds * 1000)


def _close(*descriptors: int) -> None:
    for each in descriptors:
        os.close(each)
