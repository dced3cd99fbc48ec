"""Advice on decisions with few legal orders: retreats, advances, losses, units that come back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from modules.engine.orders import Order
from modules.engine.stacks.advice.positions import Positions
from modules.engine.stacks.advice.strengths import Strengths
from modules.engine.stacks.field import StackField
from modules.engine.stacks.orders import (
    Advance,
    Done,
    Hold,
    Lose,
    RebuildUnit,
    RecoverUnit,
    RestoreUnit,
    Retreat,
)

FRESH_UNIT = 100.0
"""A unit that comes back goes before one that is restored."""


class ListedAdvice:
    """Advice to a side at a moment. `positions`: what hexes are worth to each side."""

    def __init__(
        self, field: StackField, side: str, strengths: Strengths, positions: Callable[[str], Positions]
    ) -> None:
        self._field, self._side, self._strengths, self._positions = field, side, strengths, positions

    def advise(self, orders: Sequence[Order]) -> Order:
        """The order that is worth most; of equals the first."""
        return max(orders, key=self._worth)

    def _worth(self, order: Order) -> float:
        match order:
            case Retreat(unit, path):
                return self._of_retreat(unit, path[-1])
            case Advance(unit, path):
                return self._gain(unit, path[-1])
            case Lose(unit):
                worth = self._strengths.worth(self._field, unit)
                return worth if self._field.side(unit) != self._side else -worth
            case RebuildUnit(unit, at):
                return FRESH_UNIT * self._strengths.worth(self._field, unit) + self._pull(at)
            case RestoreUnit(unit) | RecoverUnit(unit):
                return self._strengths.worth(self._field, unit)
            case Hold() | Done():
                return 0.0
            case _:
                return -1.0

    def _of_retreat(self, unit: str, end: str) -> float:
        """An own unit goes where it is worth most, that of an enemy where it is worth least to them. It is
        always worth more than to do nothing."""
        owner = self._field.side(unit)
        worth = self._positions(owner).worth(unit, end)
        return FRESH_UNIT + (worth if owner == self._side else -worth)

    def _gain(self, unit: str, end: str) -> float:
        here = self._field.at(unit)
        positions = self._positions(self._side)
        return positions.worth(unit, end) - (0.0 if here is None else positions.worth(unit, here))

    def _pull(self, hex_id: str) -> float:
        return self._positions(self._side).pull.get(hex_id, 0.0)
