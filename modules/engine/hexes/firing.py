"""Fire: which archers may fire at which hexes, by range and line of sight."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from modules.amounts import count_noun
from modules.engine.errors import Illegal
from modules.engine.hexes.field import HexField
from modules.engine.hexes.options import HexOptions
from modules.engine.hexes.orders import Done, Fire
from modules.engine.order_timing import explain_timing
from modules.engine.orders import Order

F = TypeVar("F", bound=HexField[Any, Any])


class FireRules(NamedTuple):
    """The numbers of the rules of fire. `blind`: to so many hexes no line of sight is needed. `units_hide`:
    units between block it, as terrain does."""

    phase: str
    target: str
    range: str
    sight: str
    blind: int = 0
    units_hide: bool = False


class FireOptions(HexOptions[Fire | Done], Generic[F]):
    """What one side's archers may still fire at; `fired`: those who have."""

    def __init__(self, field: F, side: str, fired: Sequence[str], rules: FireRules) -> None:
        self.field, self.side, self.fired, self.rules = field, side, frozenset(fired), rules

    # --- what a game says --------------------------------------------------------------------------

    @abstractmethod
    def is_archer(self, unit_id: str) -> bool:
        """True for a unit that can fire."""

    @abstractmethod
    def range_of(self, unit_id: str) -> int:
        """How far a unit fires now, in hexes."""

    @abstractmethod
    def spared(self, unit_id: str, here: str, target: str) -> Illegal | None:
        """Why a unit may not fire at an enemy in its range, whatever it sees; None where it may."""

    def silent(self) -> Illegal | None:
        """Why nobody of the side may fire any more; None while some may."""
        return None

    # --- listing -----------------------------------------------------------------------------------

    def listing(self) -> Sequence[Fire | Done]:
        if self.silent() is not None:
            return [Done()]
        archers = [u for u in self.field.on_map(self.side) if self.is_archer(u) and u not in self.fired]
        found: list[Fire | Done] = [Fire(u, target) for u in archers for target in self.targets(u)]
        return [*found, Done()]

    @cached_property
    def enemies(self) -> set[str]:
        """The hexes with an enemy."""
        return self.field.hexes_with(self.field.battle.enemy(self.side))

    def targets(self, unit_id: str) -> list[str]:
        """The hexes that a unit may fire at."""
        here = self.field.state.units[unit_id].at
        near = self.field.board.within(here, self.range_of(unit_id))
        return [h for h in near if h in self.enemies and self._aim_fault(unit_id, here, h) is None]

    # --- checking ----------------------------------------------------------------------------------

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, Done):
            return None
        if not isinstance(order, Fire):
            due = "In the archery phase give fire or done"
            return explain_timing(self.field.battle.times, order, self.rules.phase, due)
        return self._archer_fault(order.unit) or self.silent() or self._target_fault(order.unit, order.target)

    def _archer_fault(self, unit_id: str) -> Illegal | None:
        rule = self.rules.phase
        if self.field.side(unit_id) != self.side:
            return Illegal(rule, f"{unit_id} is not your unit")
        if not self.is_archer(unit_id):
            return Illegal(rule, f"{unit_id} is not an archer unit")
        if self.field.at(unit_id) is None:
            return Illegal(rule, f"{unit_id} is not on the map")
        if unit_id in self.fired:
            return Illegal(rule, f"{unit_id} has already fired in this phase")
        return None

    def _target_fault(self, unit_id: str, target: str) -> Illegal | None:
        here = self.field.state.units[unit_id].at
        if target not in self.enemies:
            return Illegal(self.rules.target, f"there is no enemy in {target}")
        distance, reach = self.field.board.distance(here, target), self.range_of(unit_id)
        if distance > reach:
            where = f"{target} is {count_noun(distance, 'hex')} from {unit_id} in {here}"
            return Illegal(self.rules.range, f"{where}: out of its range of {reach}")
        return self._aim_fault(unit_id, here, target)

    def _aim_fault(self, unit_id: str, here: str, target: str) -> Illegal | None:
        """Why an enemy in range is no target."""
        fault = self.spared(unit_id, here, target)
        if fault is not None:
            return fault
        blocked = self._hidden_by(here, target)
        if blocked:
            return Illegal(self.rules.sight, f"no line of sight from {here} to {target}: {blocked}")
        return None

    def _hidden_by(self, here: str, target: str) -> str:
        """What hides a hex, in words; empty where it can be seen, or need not be."""
        board = self.field.board
        if self.rules.blind and board.distance(here, target) <= self.rules.blind:
            return ""
        between = board.line(here, target).hexes if self.rules.units_hide else ()
        for hex_id in between:
            if (unit_id := self.field.unit_in(hex_id)) is not None:
                return f"{unit_id} in {hex_id}"
        return board.sight_blocked_by(here, target)
