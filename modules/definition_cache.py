"""The cache of what is made of a shipped game's files, such as its checked definition, between two commands.

This room opens no file of the user's, and needs none: a command hands a backend over for as long as it runs,
and without one everything is read and checked anew. A backend saves time and changes no result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Protocol


class CacheBackend(Protocol):
    """Keeps bytes for a `what` that was made of all files of a folder, as they are now, by this code."""

    def find(self, what: str, folder: Path) -> bytes | None:
        """What is kept of it; None where nothing is."""

    def keep(self, what: str, folder: Path, data: bytes) -> None:
        """Keep it, where that is possible."""


_backend: ContextVar[Callable[[], CacheBackend] | None] = ContextVar("definition cache", default=None)


@contextmanager
def use_backend(find: Callable[[], CacheBackend]) -> Iterator[None]:
    """Until the end of the block this backend caches; `find` is called when it is needed, and may import."""
    before = _backend.set(find)
    try:
        yield
    finally:
        _backend.reset(before)


def get_or_build(what: str, folder: Path, make: Callable[[], bytes]) -> bytes:
    """What is cached, or else what `make` gives, cached from now on."""
    find = _backend.get()
    if find is None:
        return make()
    backend = find()
    found = backend.find(what, folder)
    if found is None:
        found = make()
        backend.keep(what, folder, found)
    return found
