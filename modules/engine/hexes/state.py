"""The state of a battle on hexes: plain data, cheap to copy. Units are immutable values that copies share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Self, TypeVar

from modules.engine.hexes.places import Places
from modules.engine.rules.play_rules import Outcome

RESERVE = "reserve"
"""Not yet set up, or yet to enter the map."""

SET_UP = "setup"
"""The phase before the first turn."""


@dataclass(frozen=True, slots=True)
class HexUnit:
    """Where a counter is: a hex id, or a word of the game for a place off the map."""

    at: str = RESERVE


U = TypeVar("U", bound=HexUnit)


@dataclass(slots=True)
class HexState(ABC, Generic[U]):
    """What every battle on hexes has. `setting_up`: how many set-ups are done. `places` is worked out from
    `units` and kept in step by `put`."""

    turn: int
    phase: str
    active: str
    setting_up: int
    units: dict[str, U]
    places: Places = field(compare=False, repr=False)
    outcome: Outcome | None

    @abstractmethod
    def copy(self) -> Self:
        """An independent state that is equal to this one."""

    def common(self) -> tuple[int, str, str, int, dict[str, U], Places, Outcome | None]:
        """What every battle has, for a copy, in the order of the fields."""
        units, places = self.units.copy(), self.places.share()
        return self.turn, self.phase, self.active, self.setting_up, units, places, self.outcome

    @property
    def occupants(self) -> dict[str, tuple[str, ...]]:
        """Who stands in each hex, in the order in which they came."""
        return self.places.occupants

    def put(self, unit_id: str, **changes: Any) -> None:
        """Changes a counter's state, and the index of who stands where with it."""
        before = self.units[unit_id]
        after = self.units[unit_id] = replace(before, **changes)
        if after.at != before.at:
            self.places = self.places.own()
            self.places.move(unit_id, before, after)
        elif self.places.roll.arc is not None and after.at in self.places.roll.board.neighbours:
            self.places = self.places.own()
            self.places.turn(unit_id, before, after)
