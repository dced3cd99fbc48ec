"""Where counters lie, and how they came there, in the words that drawings, VASSAL and play by mail share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class PlacedCounter:
    """One counter on the board: its place, which side is up, the markers on it, bottom of a stack first.

    `counter` is empty where the viewer may not know which counter it is; `side` then still tells whose.
    `face_down`: the other side does not know it, though the viewer may. `facing`: the point of the compass on
    the sheet at which it looks, as in `NE`; empty where counters do not face. `steps_lost`: of a block, which
    is turned step by step.
    """

    counter: str
    side: str
    place: str
    reduced: bool = False
    markers: tuple[str, ...] = ()
    face_down: bool = False
    facing: str = ""
    steps_lost: int = 0

    @property
    def lone(self) -> bool:
        """True for markers that lie in a place by themselves: no counter, known or hidden, is under them."""
        return not self.counter and not self.face_down


HappeningKind = Literal["move", "retreat", "fought", "lost"]


@dataclass(frozen=True, slots=True)
class BoardEvent:
    """One thing that happened to a counter of `side`; `counter` is empty where the viewer may not know it.

    `path`: of a move or retreat every known place from the first to the last, of a fight the attacker's place
    and the place attacked, of a loss the place where the counter was last.
    """

    kind: HappeningKind
    side: str
    counter: str
    path: tuple[str, ...]
