"""The table on which a trial is played: its maker registers it as an entry point."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any, Final, TypeAlias

from generator.trial.trial import Trial

GROUP: Final = "senlac.table"
_NAME: Final = "trial"
Host: TypeAlias = Callable[[Trial], None]


class NoTable(Exception):
    """No table is registered."""


def find_host() -> Host:
    """The function that plays a trial until Ctrl-C. Raises NoTable."""
    found = entry_points(group=GROUP)
    if _NAME not in found.names:
        raise NoTable("there is no table to try a game on, as Senlac was not installed")
    made: Any = found[_NAME].load()
    host: Host = made
    return host
