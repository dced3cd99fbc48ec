"""The state of the battle: plain data, cheap to copy. Units are immutable values that copies share."""

from __future__ import annotations

from dataclasses import dataclass, field

from modules.engine.hexes.state import HexState, HexUnit

RALLY = "rally"
"""Eliminated by arrows or in melee; may come back in the next rally phase (7.1, 8.0)."""
DEAD = "dead"
"""Eliminated for good, but for Saxon reinforcements (9.0)."""
REAR = "rear"
"""Archers without arrows (7.2)."""


@dataclass(frozen=True, slots=True)
class Unit(HexUnit):
    """The state of a unit. `wall_down`: the second counter of huscarls or a Saxon leader is up (7.1).
    `berserk`: it has moved in involuntary pursuit this turn (6.8)."""

    wall_down: bool = False
    charging: bool = False
    berserk: bool = False


@dataclass(slots=True)
class State(HexState[Unit]):
    """`fallen`: the hexes where huscarls and Saxon leaders fell in this Norman melee, numbered in that order.
    `losses`, `leaders`: what each corps lost in this Saxon melee, all units and leaders. `routed`: the units
    that routed, each with the hex of its rout marker as a number."""

    fallen: dict[str, int] = field(default_factory=dict)
    losses: dict[str, int] = field(default_factory=dict)
    leaders: dict[str, int] = field(default_factory=dict)
    routed: dict[str, int] = field(default_factory=dict)

    def copy(self) -> State:
        """An independent equal state."""
        return State(
            *self.common(),
            self.fallen.copy(),
            self.losses.copy(),
            self.leaders.copy(),
            self.routed.copy(),
        )
