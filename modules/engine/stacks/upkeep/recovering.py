"""Recovery: the units that may lose a marker, by themselves or as their player chooses."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from modules.amounts import count_noun
from modules.definition.formats.clauses.upkeep import RecoverPhase, Recovery
from modules.engine.errors import Illegal
from modules.engine.hexes.options import HexOptions
from modules.engine.listed_orders import Actor, Chosen
from modules.engine.orders import Order
from modules.engine.stacks.field import StackField
from modules.engine.stacks.orders import Done, RecoverUnit

Recovering: TypeAlias = RecoverUnit | Done


def may_recover(field: StackField, clause: Recovery, side: str) -> Iterator[str]:
    """The units of a side on the map that bear the marker and fit the clause now."""
    if field.is_now(clause.when):
        for unit in field.all_on_map(side):
            if clause.state in field.moment.states.get(unit, ()) and field.is_of(unit, clause.units):
                yield unit


class RecoverOptions(HexOptions[Recovering]):
    """The units that the phasing side may let recover, by the clauses with `most`. `tried`: how many have
    recovered, or tried to, by each clause in this phase."""

    def __init__(self, field: StackField, clause: RecoverPhase, tried: Mapping[str, int]) -> None:
        self.field, self.clause, self.side = field, clause, field.moment.side
        self._tried = tried

    @cached_property
    def _open(self) -> dict[str, str]:
        """The units that may recover, each with the name of the first clause that lets it."""
        found: dict[str, str] = {}
        for name in self.clause.by:
            recovery = self.field.battle.rules.recovery[name]
            if recovery.most is not None and self._tried.get(name, 0) < recovery.most:
                for unit in may_recover(self.field, recovery, self.side):
                    if unit not in self.field.moment.acted:
                        found.setdefault(unit, name)
        return found

    def clause_for(self, unit: str) -> str | None:
        """The name of the clause by which a unit recovers. In the past the clauses of that time let it: then
        of the clauses with `most` the first whose marker it bears; None where there is none."""
        rules, states = self.field.battle.rules.recovery, self.field.moment.states.get(unit, ())
        borne = (n for n in self.clause.by if rules[n].most is not None and rules[n].state in states)
        return self._open.get(unit) or next(borne, None)

    def listing(self) -> Sequence[Recovering]:
        return [*(RecoverUnit(unit) for unit in self._open), Done()]

    # --- checking ----------------------------------------------------------------------------------

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, Done):
            return None
        if not isinstance(order, RecoverUnit):
            return Illegal(self.clause.rule, f"`{order}` is not due: in this phase give recover or done")
        return None if order.unit in self._open else self._why_not(order.unit)

    def _why_not(self, unit: str) -> Illegal:
        field, rules = self.field, self.field.battle.rules.recovery
        if field.side(unit) != self.side:
            return Illegal(self.clause.rule, f"{unit} is not your unit")
        if unit in field.moment.acted:
            return Illegal(self.clause.rule, f"{unit} has recovered, or tried to, in this phase")
        fitting = [name for name in self.clause.by if rules[name].most is not None]
        borne = [name for name in fitting if rules[name].state in field.moment.states.get(unit, ())]
        if not borne:
            states = " or ".join(dict.fromkeys(rules[name].state for name in fitting))
            return Illegal(self.clause.rule, f"{unit} is not {states}")
        for name in borne:
            recovery = rules[name]
            if unit in may_recover(field, recovery, self.side):
                most = count_noun(recovery.most or 0, "unit")
                return Illegal(recovery.rule, f"{most} at most a phase may recover, or try to: no more may")
        return self._why_unfit(unit, rules[borne[0]])

    def _why_unfit(self, unit: str, recovery: Recovery) -> Illegal:
        field = self.field
        if not field.is_now(recovery.when):
            return Illegal(
                recovery.rule, f"none recovers now: only {field.battle.times_test(recovery.when).words}"
            )
        words = field.battle.units_test(recovery.units).words
        return Illegal(recovery.rule, f"{unit} does not recover: it must be {words}")

    # --- for a hand --------------------------------------------------------------------------------

    def actors(self) -> Iterable[Actor]:
        return [(unit, "") for unit in self._open]

    def due_kinds(self) -> Collection[type[Order]]:
        return RecoverUnit, Done

    def axes(self, kind: type[Order], chosen: Chosen) -> Mapping[str, Sequence[str]]:
        return {"unit": list(self._open)} if kind is RecoverUnit else super().axes(kind, chosen)
