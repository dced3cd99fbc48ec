"""Where a host finds the session that it shows: one and the same for a kept game; for a designer who tries a
game another one after each change of its files.
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.solo.saved_game import HOT_SEAT
from pbem.solo.session import Session


@dataclass(frozen=True, slots=True)
class SourceFault:
    """What is wrong with a game's files, or with the kept orders (then `file` is empty and `line` 0)."""

    file: str
    line: int
    what: str


class SessionSource:
    """The session of a kept game."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.faults: tuple[SourceFault, ...] = ()

    @property
    def mode(self) -> str:
        """How it is played: `alone` against the program, `hot-seat`, or `try` by a designer."""
        return "hot-seat" if self.session.saved.against == HOT_SEAT else "alone"

    def reload(self) -> bool:
        """Looks whether the game's files have changed; True if `session` or `faults` are others now."""
        return False
