"""Retreats as decisions: units that must go, one after the other, in the order that their leader likes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Literal, TypeAlias

from modules.definition.formats.clauses.combat import RetreatClause
from modules.engine.errors import Illegal
from modules.engine.hexes.options import HexOptions
from modules.engine.orders import Order
from modules.engine.requests import Chance
from modules.engine.stacks.aftermath.retreat_ways import RetreatWays
from modules.engine.stacks.field import StackField
from modules.engine.stacks.orders import Hold, Retreat

Retreating: TypeAlias = Retreat | Hold


class RetreatOptions(HexOptions[Retreating]):
    """The retreats of the units that have still to go, so many `hexes` each. `chain`: as for `RetreatWays`.
    `rule`: the number of what is due. `may_hold`: it may also be left, as a withdrawal before combat."""

    def __init__(
        self,
        field: StackField,
        clause: RetreatClause,
        waiting: Sequence[str],
        hexes: int | Literal["safe"],
        chain: Sequence[str] = (),
        *,
        rule: str = "",
        may_hold: bool = False,
    ) -> None:
        self.field, self.clause, self.waiting, self.may_hold = field, clause, tuple(waiting), may_hold
        self.rule = rule or clause.rule
        self._ways = {unit: RetreatWays(field, clause, unit, hexes, chain) for unit in waiting}

    def ways_of(self, unit: str) -> RetreatWays:
        """The ways of a unit that has still to go."""
        return self._ways[unit]

    @cached_property
    def movers(self) -> tuple[str, ...]:
        """The units that have a way."""
        return tuple(unit for unit, ways in self._ways.items() if ways.paths)

    def listing(self) -> Sequence[Retreating]:
        """One way to each end of each unit."""
        ways = ((unit, path) for unit in self.waiting for path in self._ways[unit].paths.values())
        found: list[Retreating] = [Retreat(unit, path) for unit, path in ways]
        return [*found, Hold()] if self.may_hold else found

    def draw(self, chance: Chance) -> Retreating:
        number = chance.below(len(self.movers) + self.may_hold)
        if number == len(self.movers):
            return Hold()
        unit = self.movers[number]
        paths = list(self._ways[unit].paths.values())
        return Retreat(unit, paths[chance.below(len(paths))])

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, Hold) and self.may_hold:
            return None
        if not isinstance(order, Retreat):
            more = ", or `hold`" if self.may_hold else ""
            return Illegal(self.rule, f"`{order}` is not due: a retreat of {self._due()} is{more}")
        return self._unit_fault(order.unit) or self._ways[order.unit].fault(order.path)

    def _due(self) -> str:
        return " or ".join(self.waiting)

    def _unit_fault(self, unit: str) -> Illegal | None:
        if unit not in self._ways:
            return Illegal(self.rule, f"{unit} does not retreat now: {self._due()} does")
        if unit not in self.movers:
            others = " or ".join(self.movers)
            return Illegal(self.rule, f"no way is open to {unit} now: {others} retreats first")
        return None

    # --- for a hand --------------------------------------------------------------------------------

    def due_kinds(self) -> Collection[type[Order]]:
        return (Retreat, Hold) if self.may_hold else (Retreat,)

    def spent_on(self, order: Order) -> tuple[str, str]:
        return (str(len(order.path)), "") if isinstance(order, Retreat) else ("", "")

    def why_closed(self, mover: str, place: str) -> Illegal | None:
        if mover not in self.field.battle.counters or place not in self.field.board.neighbours:
            return None
        return self._unit_fault(mover) or self._ways[mover].why_closed(place)

    def equivalence_key(self, order: Order) -> object | None:  # noqa: ARG002 - no way matters beside its end
        return ""
