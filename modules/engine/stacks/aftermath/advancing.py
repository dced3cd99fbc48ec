"""Advances after combat: units go, one after the other, into hexes that the enemy has left."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from modules.amounts import count_noun
from modules.definition.formats.clauses.combat import AdvanceClause
from modules.engine.errors import Illegal
from modules.engine.hexes.options import HexOptions
from modules.engine.orders import Order
from modules.engine.requests import Chance
from modules.engine.stacks.aftermath.ground import barred_by
from modules.engine.stacks.field import StackField
from modules.engine.stacks.going import Bar, Path, bar_enemies, bar_full_hexes
from modules.engine.stacks.orders import Advance, Hold
from modules.engine.stacks.stacking import AT_LAST

Advancing: TypeAlias = Advance | Hold


class AdvanceWays:
    """The ways of a unit that may advance into one of the hexes that were `left`, and on from it."""

    def __init__(self, field: StackField, clause: AdvanceClause, unit: str, left: Collection[str]) -> None:
        self.field, self.clause, self.unit, self.left = field, clause, unit, left
        self.side, self.start = field.side(unit), field.moment.at[unit]

    @cached_property
    def _stops(self) -> Sequence[Mapping[str, Sequence[str]]]:
        """The zones of the enemy that end an advance."""
        if self.clause.zones == "ignored":
            return ()
        return [effect.covers for effect in self.field.zones.effects(self.unit, (self.unit,))]

    @cached_property
    def _bars(self) -> Sequence[Bar]:
        """The hexes that the unit does not enter."""
        held = bar_enemies(self.field, self.side, self.clause.rule)
        return [held, *bar_full_hexes(self.field, self.side, (self.unit,), ("always",))]

    @cached_property
    def _full_ends(self) -> Sequence[Bar]:
        return bar_full_hexes(self.field, self.side, (self.unit,), AT_LAST)

    def _step_fault(self, here: str, place: str) -> Illegal | None:
        """Why the unit does not advance from a hex to another; None where it may."""
        rule = self.clause.rule
        if place not in self.field.board.neighbours.get(here, ()):
            return Illegal(rule, f"{place} is not adjacent to {here}: name every hex of the path")
        if here == self.start and place not in self.left:
            return Illegal(
                rule, f"{place} was not left in this attack: advance into {' or '.join(self.left)}"
            )
        kind = self.field.battle.counters[self.unit].kind
        barred = barred_by(self.field.map_rules, here, place, kind, retreats=False)
        if barred is not None:
            reason = f"{barred.name} between {here} and {place} may not be crossed or entered"
            return Illegal(barred.rule, reason)
        for bar in self._bars:
            if place in bar.hexes:
                return Illegal(bar.rule, f"{self.unit} may not advance to {place}: {bar.why(place)}")
        return None

    def _stop_fault(self, here: str) -> Illegal | None:
        for covers in self._stops:
            if here in covers:
                holders = ", ".join(covers[here])
                return Illegal(self.clause.rule, f"{self.unit} must stop in {here}, in the ZOC of {holders}")
        return None

    def fault(self, path: Path) -> Illegal | None:
        """Why the unit may not advance by a way; None where it may."""
        if len(path) > self.clause.hexes:
            most = count_noun(self.clause.hexes, "hex")
            return Illegal(self.clause.rule, f"{self.unit} advances {most} at most, not {len(path)}")
        here = self.start
        for i, place in enumerate(path):
            if place == self.start or place in path[:i]:
                return Illegal(self.clause.rule, f"{self.unit} may not enter {place} twice in an advance")
            fault = (self._stop_fault(here) if i else None) or self._step_fault(here, place)
            if fault is not None:
                return fault
            here = place
        for bar in self._full_ends:
            if here in bar.hexes:
                return Illegal(bar.rule, f"{self.unit} may not end its advance in {here}: {bar.why(here)}")
        return None

    @cached_property
    def paths(self) -> Mapping[str, Path]:
        """The shortest way to each hex where the unit may end."""
        ways, front = dict[str, Path](), list[Path]([()])
        for _ in range(self.clause.hexes):
            longer: list[Path] = []
            for path in front:
                here = path[-1] if path else self.start
                for place in self.field.board.neighbours[here]:
                    fresh = place != self.start and place not in ways
                    if fresh and self._step_fault(here, place) is None:
                        ways[place] = (*path, place)
                        longer.append(ways[place])
            front = [path for path in longer if self._stop_fault(path[-1]) is None]
        full = frozenset().union(*(bar.hexes for bar in self._full_ends))
        return {end: path for end, path in ways.items() if end not in full}


class AdvanceOptions(HexOptions[Advancing]):
    """The advances of the units that have not gone yet, or `hold`. `forced`: one of them must go first."""

    def __init__(
        self,
        field: StackField,
        clause: AdvanceClause,
        units: Sequence[str],
        left: Collection[str],
        *,
        forced: bool,
    ) -> None:
        self.field, self.clause, self.left = field, clause, tuple(left)
        self._ways = {unit: AdvanceWays(field, clause, unit, self.left) for unit in units}
        self._forced = forced

    @cached_property
    def movers(self) -> tuple[str, ...]:
        """The units that can advance."""
        return tuple(unit for unit, ways in self._ways.items() if ways.paths)

    @property
    def may_hold(self) -> bool:
        """Whether none has to go now."""
        return not (self._forced and self.movers)

    def listing(self) -> Sequence[Advancing]:
        """One way to each end of each unit, and `hold` where it is legal."""
        ways = ((unit, path) for unit in self.movers for path in self._ways[unit].paths.values())
        found: list[Advancing] = [Advance(unit, path) for unit, path in ways]
        return [*found, Hold()] if self.may_hold else found

    def draw(self, chance: Chance) -> Advancing:
        number = chance.below(len(self.movers) + self.may_hold)
        if number == len(self.movers):
            return Hold()
        unit = self.movers[number]
        paths = list(self._ways[unit].paths.values())
        return Advance(unit, paths[chance.below(len(paths))])

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, Hold):
            if self.may_hold:
                return None
            return Illegal(self.clause.rule, f"{' or '.join(self.movers)} must advance")
        if not isinstance(order, Advance):
            due = f"an advance of {' or '.join(self.movers)} is, or `hold`"
            return Illegal(self.clause.rule, f"`{order}` is not due: {due}")
        return self._unit_fault(order.unit) or self._ways[order.unit].fault(order.path)

    def _unit_fault(self, unit: str) -> Illegal | None:
        if unit in self._ways:
            return None
        due = " or ".join(self._ways)
        return Illegal(self.clause.rule, f"{unit} does not advance now: {due} may")

    # --- for a hand --------------------------------------------------------------------------------

    def due_kinds(self) -> Collection[type[Order]]:
        return (Advance, Hold) if self.may_hold else (Advance,)

    def spent_on(self, order: Order) -> tuple[str, str]:
        if not isinstance(order, Advance):
            return "", ""
        return str(len(order.path)), str(self.clause.hexes - len(order.path))

    def why_closed(self, mover: str, place: str) -> Illegal | None:
        if mover not in self.field.battle.counters or place not in self.field.board.neighbours:
            return None
        fault = self._unit_fault(mover)
        if fault is not None or place in self._ways[mover].paths:
            return fault
        ways = self._ways[mover]
        if place in self.field.board.neighbours[ways.start]:
            return ways.fault((place,))
        open_ = "; ".join("-".join(path) for path in ways.paths.values()) or "nowhere"
        return Illegal(self.clause.rule, f"no advance of {mover} ends in {place}; it may go {open_}")

    def equivalence_key(self, order: Order) -> object | None:  # noqa: ARG002 - no way matters beside its end
        return ""
