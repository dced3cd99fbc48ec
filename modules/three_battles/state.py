"""The state of a battle: plain data, cheap to copy. Units are immutable values that copies share."""

from __future__ import annotations

from dataclasses import dataclass

from modules.engine.hexes.state import RESERVE, HexState, HexUnit

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


@dataclass(frozen=True, slots=True)
class Unit(HexUnit):
    """The state in which a counter is. `crossed`: it has crossed a river in this player turn."""

    reduced: bool = False
    disordered: bool = False
    charging: bool = False
    crossed: bool = False


@dataclass(slots=True)
class State(HexState[Unit]):
    """`options`: those that are played with, `drawn` until dice have named them. `losses`: strength points by
    line of the morale table. `dry_through`: the last turn in which a side has no arrows (16.7 option 5).
    `events`: the turn in which something of the exclusive rules came to pass."""

    options: frozenset[str]
    losses: dict[str, int]
    disintegrated: frozenset[str]
    exit_points: dict[str, int]
    arrows: dict[str, int]
    dry_through: dict[str, int]
    events: dict[str, int]

    def copy(self) -> State:
        """An independent equal state."""
        return State(
            *self.common(),
            self.options,
            self.losses.copy(),
            self.disintegrated,
            self.exit_points.copy(),
            self.arrows.copy(),
            self.dry_through.copy(),
            self.events.copy(),
        )

    def leave(self, leader: str) -> None:
        """Notes that a leader has left the map (ruling exit_leader)."""
        self.events[f"{LEFT} {leader}"] = self.turn

    def stay(self, leader: str) -> None:
        """Notes that a leader has not left the map after all."""
        self.events.pop(f"{LEFT} {leader}", None)

    def has_left(self, leader: str) -> bool:
        """True for a leader who has left the map."""
        return f"{LEFT} {leader}" in self.events
