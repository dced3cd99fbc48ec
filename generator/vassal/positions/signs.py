"""What a piece shows of a game's course beside its position: the trail and the sign of one that has moved,
and the numbers of declared combats; written into its state as VASSAL does while a player drags and marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from generator.vassal.format.codec import join, nest, split, unnest
from generator.vassal.format.orders.marks import COMBAT, FIRE, NONE
from generator.vassal.format.traits import DynamicProperty, Footprint, MovementMarkable

_MAP = "Map0"
"""What VASSAL calls the map of a trail: it counts a module's maps, and the battlefield comes first."""

_TRAIL, _MOVED = Footprint.PREFIX, MovementMarkable.PREFIX


@dataclass(frozen=True)
class Signs:
    """What a piece shows. `trail`: px of every stop of its march so far, but for where it stands; None as
    long as it was never moved."""

    moved: bool = False
    trail: tuple[tuple[int, int], ...] | None = None
    declared: Mapping[str, str] = field(default_factory=dict)

    def gone_from(self, x: int, y: int) -> Signs:
        """Those of a piece that was moved from there to another place of the map."""
        trail = self.trail or ()
        return replace(self, moved=True, trail=trail if trail[-1:] == ((x, y),) else (*trail, (x, y)))

    def come_to(self, x: int, y: int) -> Signs:
        """Those of a piece that came from beside the map: its trail begins there."""
        return replace(self, moved=True, trail=((x, y),))

    def unmoved(self, x: int, y: int) -> Signs:
        """Those of a piece that is marked as not moved where it stands."""
        return replace(self, moved=False, trail=((x, y),))

    def _states(self) -> Iterator[tuple[str, str]]:
        """The states by the beginnings of the traits' types."""
        if self.trail is not None:
            yield _MOVED, str(self.moved).lower()
            points = (f"{x},{y}" for x, y in self.trail)
            yield _TRAIL, join(("true", _MAP, str(len(self.trail)), *points, "true"), ";")
        for mark, digit in self.declared.items():
            yield _declares(mark), digit

    def on(self, type_text: str, state: str) -> str:
        """The state of a piece with these signs; a piece without the traits shows none."""
        said = [
            (at, text)
            for prefix, text in self._states()
            if (at := _traits(type_text).get(prefix)) is not None
        ]
        if not said:
            return state
        states = unnest(state)
        for at, text in said:
            states[at] = text
        return nest(states)


UNSIGNED = Signs()


def bears(type_text: str, mark: str) -> bool:
    """Whether a piece of this type shows declared combats of that kind."""
    return _declares(mark) in _traits(type_text)


def goes(type_text: str) -> bool:
    """Whether a piece of this type shows that it has moved."""
    return _MOVED in _traits(type_text)


def moved_to(state: str, map_name: str, x: int, y: int) -> str:
    """The state of a piece in another place."""
    *states, basic = unnest(state)
    _, _, _, *rest = split(basic, ";")
    return nest([*states, join((map_name, str(x), str(y), *rest), ";")])


def cleared(mark: str) -> Mapping[str, str]:
    """The number of a piece that is in no declared combat of that kind."""
    return {mark: NONE}


def _declares(mark: str) -> str:
    return f"{DynamicProperty.PREFIX}{mark};"


@lru_cache(maxsize=1024)
def _traits(type_text: str) -> dict[str, int]:
    """Where in a piece the traits lie that show signs, by the beginnings of their types."""
    sought = (_TRAIL, _MOVED, _declares(COMBAT), _declares(FIRE))
    found = enumerate(unnest(type_text))
    return {prefix: at for at, trait in found for prefix in sought if trait.startswith(prefix)}
