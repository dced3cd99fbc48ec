"""The state text of a turn tracker: which turn, which phase, nested as the tracker's levels are.

Source: `build/module/turn/` of VASSAL 3.7 (`TurnTracker`, `CounterTurnLevel`, `ListTurnLevel`).
"""

from dataclasses import dataclass

from generator.vassal.format.codec import join


@dataclass(frozen=True)
class CounterState:
    """A counting level at `current`; `sub` is the index of its current sub-level."""

    current: int
    levels: tuple["CounterState | ListState", ...] = ()
    sub: int = 0
    loop: bool = False
    limit: int = -1

    def text(self) -> str:
        own = (str(self.current), str(self.sub), str(self.loop).lower(), str(self.limit))
        return join((*own, *(level.text() for level in self.levels)), ";")


@dataclass(frozen=True)
class ListState:
    """A list level at the item of index `current`, of `size` items, beginning with item `first`; items whose
    index is in `idle` are passed over."""

    current: int
    size: int
    levels: tuple["CounterState | ListState", ...] = ()
    sub: int = 0
    first: int = 0
    idle: frozenset[int] = frozenset()

    def text(self) -> str:
        active = join([str(i not in self.idle).lower() for i in range(self.size)], ",")
        own = (str(self.current), str(self.sub), str(self.first), active)
        return join((*own, *(level.text() for level in self.levels)), ";")


def turn_state(*levels: CounterState | ListState, current: int = 0) -> str:
    """The state of a tracker with these top levels, for `commands.Turn`; `current` is the level at work."""
    return join((str(current), *(level.text() for level in levels)), "|")
