"""What was made of a shipped game's files once, kept for the next command by whom the command names.

This room opens no file of the user's, and needs none: without a keeper everything is read and checked anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol


class Keeper(Protocol):
    """Keeps bytes for a `what` that was made of all files of a folder, as they are now, by this code."""

    def find(self, what: str, folder: Path) -> bytes | None:
        """What is kept of it; None where nothing is."""

    def keep(self, what: str, folder: Path, data: bytes) -> None:
        """Keep it, where that is possible."""


_found_by: list[Callable[[], Keeper]] = []


def kept_by(find: Callable[[], Keeper]) -> None:
    """Who keeps from now on; `find` is called when something is to be kept, so that it may import."""
    _found_by[:] = [find]


def kept(what: str, folder: Path, make: Callable[[], bytes]) -> bytes:
    """What is kept, or else what `make` gives, kept from now on."""
    if not _found_by:
        return make()
    keeper = _found_by[0]()
    found = keeper.find(what, folder)
    if found is None:
        found = make()
        keeper.keep(what, folder, found)
    return found
