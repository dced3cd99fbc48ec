"""What is tried: a scenario of a game, by whom, and what may be asked about its files meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path


class TrialRefused(Exception):
    """A game that cannot be tried, with the reason."""


@dataclass(frozen=True, slots=True)
class TrialFault:
    """A fault of the game's files: where it stands, as the file is called from here, and what it is."""

    file: str
    line: int
    what: str


@dataclass(frozen=True)
class Trial:
    """A scenario of a game. `seat`: the person's, against the program; an empty one: people play every side.
    `folder`: where the orders are kept, with `anew` without those that lie there. `has_changed` tells whether
    the game's files are others than when it was asked last; `again` is the command that tries it again."""

    game: str
    scenario: str
    options: tuple[str, ...]
    seat: str
    folder: Path
    anew: bool
    has_changed: Callable[[], bool]
    find_faults: Callable[[], Sequence[TrialFault]]
    open_browser: bool
    tell: Callable[[str], None]
    again: str
