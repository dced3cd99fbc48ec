"""Which side holds a place: by a clause of control, or else by its units that lie there alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from modules.engine.stacks.battle import StackBattle
from modules.engine.stacks.moment import Moment


class Held(Protocol):
    """What control looks at."""

    battle: StackBattle
    moment: Moment

    def stacks_of(self, side: str) -> Mapping[str, tuple[str, ...]]:
        """The hexes where counters of a side lie, with those."""

    def enemy_hexes(self, side: str) -> Mapping[str, tuple[str, ...]]:
        """The hexes where enemies of a side lie, with those."""


def holds_place(field: Held, side: str, hex_id: str) -> bool:
    """Whether a side controls a hex; where no clause of control is for it, whether its units alone are
    there."""
    if hex_id in field.battle.controlled:
        return field.moment.holders.get(hex_id) == side
    return hex_id in field.stacks_of(side) and hex_id not in field.enemy_hexes(side)
