"""Advance after combat: one of the victorious units goes into a hex that the combat has emptied."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from modules.amounts import count_noun
from modules.engine.errors import Illegal
from modules.engine.hexes.field import HexField
from modules.engine.hexes.movement.paths import MoveRestriction, Path
from modules.engine.hexes.options import HexOptions
from modules.engine.hexes.orders import Advance, Hold
from modules.engine.order_timing import explain_timing
from modules.engine.orders import Order

F = TypeVar("F", bound=HexField[Any, Any])


class AdvanceRules(NamedTuple):
    """The numbers of the rules of advance: after combat, and over more than one hex. `unless`: where a unit
    is not forced to advance, in words."""

    advance: str
    far: str
    unless: str = ""


class AdvanceOptions(HexOptions[Advance | Hold], Generic[F]):
    """One unit advances into one of the `empty` hexes; where some are `driven`, one of those must."""

    def __init__(
        self,
        field: F,
        victors: Sequence[str],
        driven: Sequence[str],
        empty: Sequence[str],
        rules: AdvanceRules,
    ) -> None:
        self.field, self.empty, self.rules = field, tuple(empty), rules
        self.forced = bool(driven)
        self.units = tuple(driven) if driven else tuple(victors)

    @abstractmethod
    def limit(self, unit_id: str, first: str) -> int:
        """How many hexes a unit may advance that enters this one first."""

    def bars(self, unit_id: str) -> Sequence[MoveRestriction]:  # noqa: ARG002 - for games to override
        """What keeps a unit from advancing, besides terrain and other units: nothing."""
        return ()

    def forcing(self) -> str:
        """The rule by which those that are driven must advance."""
        return self.rules.advance

    def listing(self) -> Sequence[Advance | Hold]:
        found: list[Advance | Hold] = [] if self.forced else [Hold()]
        for unit_id in self.units:
            ways = [path for hex_id in self.empty for path in self._ways(unit_id, hex_id)]
            found += [Advance(unit_id, path) for path in ways]
        return found or [Hold()]

    def _ways(self, unit_id: str, first: str) -> list[Path]:
        start = self.field.state.units[unit_id].at
        if self._why_not(unit_id, start, first):
            return []
        shortest: dict[str, Path] = {first: (first,)}
        front: list[Path] = [(first,)]
        for _ in range(self.limit(unit_id, first) - 1):
            longer: list[Path] = []
            for path in front:
                for place in self.field.board.neighbours[path[-1]]:
                    if place not in shortest and not self._why_not(unit_id, path[-1], place):
                        shortest[place] = (*path, place)
                        longer.append((*path, place))
            front = longer
        return list(shortest.values())

    def _why_not(self, unit_id: str, here: str, place: str) -> str:
        """Why a unit may not advance from a hex to the next, in words; empty where it may."""
        board = self.field.board
        if board.grid.side_toward(here, place) is None:
            return "the hexes are not adjacent"
        if board.step(here, place).barred:
            return "the terrain prohibits it"
        for bar in self.bars(unit_id):
            if bar.forbids(here, place):
                return bar.why(here, place)
        there = self.field.unit_in(place)
        return "" if there is None else f"it is occupied by {there}"

    def spent_on(self, order: Order) -> tuple[str, str]:
        if not isinstance(order, Advance):
            return "", ""
        gone = len(order.path)
        return str(gone), str(self.limit(order.unit, order.path[0]) - gone)

    def fault(self, order: Order) -> Illegal | None:
        rule = self.rules.advance
        if isinstance(order, Hold):
            if not self.forced:
                return None
            unless = f": {self.rules.unless}" if self.rules.unless else ""
            return Illegal(self.forcing(), f"{' or '.join(self.units)} must advance{unless}")
        mine = " or ".join(self.units)
        if not isinstance(order, Advance):
            return explain_timing(
                self.field.battle.times, order, rule, f"An advance of {mine} is due, or `hold`"
            )
        if order.unit not in self.units:
            return Illegal(rule, f"`{order}` is not an advance of {mine}")
        limit = self.limit(order.unit, order.path[0])
        if order.path[0] not in self.empty:
            return Illegal(rule, f"{order.path[0]} was not vacated: advance into {' or '.join(self.empty)}")
        if len(order.path) > limit:
            far = self.rules.far if self.field.counter(order.unit).mounted else rule
            return Illegal(far, f"{order.unit} may advance {count_noun(limit, 'hex')}, not {len(order.path)}")
        here = self.field.state.units[order.unit].at
        for place in order.path:
            barred = self._why_not(order.unit, here, place)
            if barred:
                return Illegal(rule, f"{order.unit} may not advance from {here} to {place}: {barred}")
            here = place
        return None
