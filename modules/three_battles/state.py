"""The state of a battle: plain data, cheap to copy. Units are immutable values that copies share."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from modules.engine.play import Outcome

RESERVE = "reserve"
"""Not yet set up."""
LOST = "lost"
"""Eliminated; may rally (7.7, 11.2)."""
EXITED = "exited"
"""Left the map of its own will (16.2)."""
REMOVED = "removed"
"""Gone for good: a dead leader, or a unit of a nationality that disintegrated (16.5)."""

LEFT = "left"
"""Among the events, with a leader's name: the turn in which he left the map."""

OFF_MAP = frozenset({RESERVE, LOST, EXITED, REMOVED})
OPTIONS = "options"
"""The phase in which options are drawn by dice, before set-up (14.7, 15.7, 16.7)."""
SET_UP = "setup"


@dataclass(frozen=True, slots=True)
class Unit:
    """Where a counter is (a hex id or a word of OFF_MAP) and the state it is in. `crossed`: it has crossed a
    river in this player turn."""

    at: str = RESERVE
    reduced: bool = False
    disordered: bool = False
    charging: bool = False
    crossed: bool = False


@dataclass(slots=True)
class State:
    """`options`: those that are played with, `drawn` until dice have named them. `losses`: strength points by
    line of the morale table. `dry_through`: the last turn in which a side has no arrows (16.7 option 5).
    `events`: the turn in which something of the exclusive rules came to pass.
    `occupants` is worked out from `units` and kept in step by `put`."""

    options: frozenset[str]
    turn: int
    phase: str
    active: str
    setting_up: int
    units: dict[str, Unit]
    losses: dict[str, int]
    disintegrated: frozenset[str]
    exit_points: dict[str, int]
    arrows: dict[str, int]
    dry_through: dict[str, int]
    events: dict[str, int]
    outcome: Outcome | None = None
    occupants: dict[str, tuple[str, ...]] = field(default_factory=dict, compare=False)

    def copy(self) -> State:
        """An independent equal state."""
        return State(
            self.options,
            self.turn,
            self.phase,
            self.active,
            self.setting_up,
            self.units.copy(),
            self.losses.copy(),
            self.disintegrated,
            self.exit_points.copy(),
            self.arrows.copy(),
            self.dry_through.copy(),
            self.events.copy(),
            self.outcome,
            self.occupants.copy(),
        )

    def leave(self, leader: str) -> None:
        """Notes that a leader has left the map (ruling exit_leader)."""
        self.events[f"{LEFT} {leader}"] = self.turn

    def has_left(self, leader: str) -> bool:
        """True for a leader who has left the map."""
        return f"{LEFT} {leader}" in self.events

    def put(self, unit_id: str, **changes: Any) -> None:
        """Changes a counter's state, and the index of who stands where with it."""
        before = self.units[unit_id]
        after = replace(before, **changes)
        self.units[unit_id] = after
        if after.at == before.at:
            return
        if before.at not in OFF_MAP:
            left = tuple(u for u in self.occupants[before.at] if u != unit_id)
            if left:
                self.occupants[before.at] = left
            else:
                del self.occupants[before.at]
        if after.at not in OFF_MAP:
            self.occupants[after.at] = (*self.occupants.get(after.at, ()), unit_id)
