"""The attacks that a side may make in a phase, by one of several ways: half or wholly by program."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from modules.definition.formats.clauses.combat import AttackPhase
from modules.definition.formats.clauses.conditions import Units
from modules.engine.errors import Illegal
from modules.engine.hexes.options import HexOptions
from modules.engine.listed_orders import Actor, Chosen
from modules.engine.orders import Order
from modules.engine.requests import Chance
from modules.engine.stacks.combat.duties import Duties
from modules.engine.stacks.combat.half_attacks import FoundAttack, HalfAttacks
from modules.engine.stacks.combat.targets import Foes
from modules.engine.stacks.combat.whole_attacks import WholeAttack, WholeAttacks
from modules.engine.stacks.field import StackField
from modules.engine.stacks.moves import MOST_LISTED
from modules.engine.stacks.orders import ATTACKS, AttackOrder, Done

Attacking: TypeAlias = AttackOrder | Done
_Way: TypeAlias = HalfAttacks | WholeAttacks
_Units: TypeAlias = tuple[str, ...]
_DRAWS: Final = 8
"""How often an attack is drawn before all are listed."""


class AttackOptions(HexOptions[Attacking]):
    """The attacks that the phasing side may make. `columns`: those of each table, none for one without;
    `find`: the column of a table that a player means by a word."""

    def __init__(
        self,
        field: StackField,
        clause: AttackPhase,
        columns: Mapping[str, Sequence[str]],
        find: Callable[[str, str], str | None],
    ) -> None:
        self.field, self.clause, self.side = field, clause, field.moment.side
        rules = field.battle.rules
        every = [Foes(field, rules.attacks[word]) for word in clause.by]
        self._columns, self._find = columns, find
        self._known: list[_Way] = [
            WholeAttacks(foes) if foes.clause.is_whole else self._half(foes) for foes in every
        ]
        held = [] if self._closed() else [way for way in self._known if field.is_now(way.clause.when)]
        self._ways = held
        self.duties = Duties(field, [way for way in held if isinstance(way, WholeAttacks)])

    def _half(self, foes: Foes) -> HalfAttacks:
        return HalfAttacks(foes, self._columns.get(foes.clause.table, ()), self._find)

    def _closed(self) -> str:
        """The condition in words by which nobody attacks now; empty where one may."""
        times = self.field.battle.times_test
        return next((times(e).words or "now" for e in self.clause.not_on if self.field.is_now(e)), "")

    def _why_closed(self) -> str:
        """The condition that closes the phase, or those under which its ways of attack would be open."""
        times = self.field.battle.times_test
        return self._closed() or f"only {'; or '.join(times(way.clause.when).words for way in self._known)}"

    # --- listing -----------------------------------------------------------------------------------

    def listing(self) -> Sequence[Attacking]:
        """Attacks of one unit and of all that reach a target, on each column; those that a duty leaves in any
        case; `done`, where no unit must fight."""
        found: dict[Attacking, None] = {}
        for way in self._ways:
            for attackers, defenders in way.pairs():
                if len(found) >= MOST_LISTED:
                    break
                found.update(dict.fromkeys(way.orders(attackers, defenders)))
        found.update(dict.fromkeys(self.duties.planned()))
        found[Done()] = None
        return [order for order in found if self.duties.leaves_possible(order)]

    def draw(self, chance: Chance) -> Attacking:
        pairs = [(way, pair) for way in self._ways for pair in way.pairs()]
        for _ in range(_DRAWS):
            order = self._draw_one(pairs, chance)
            if self.duties.leaves_possible(order):
                return order
        return super().draw(chance)

    @staticmethod
    def _draw_one(pairs: Sequence[tuple[_Way, tuple[_Units, _Units]]], chance: Chance) -> Attacking:
        choice = chance.below(len(pairs) + 1)
        if choice == len(pairs):
            return Done()
        way, (attackers, defenders) = pairs[choice]
        orders: list[Attacking] = [*way.orders(attackers, defenders)] or [Done()]
        return orders[chance.below(len(orders))]

    # --- for advice ----------------------------------------------------------------------------------

    @property
    def has_whole_ways(self) -> bool:
        """Whether the program carries out the whole of attacks that may be made now."""
        return any(isinstance(way, WholeAttacks) for way in self._ways)

    def whole_attacks(self) -> Iterator[tuple[AttackOrder, WholeAttack]]:
        """The listed attacks of which the program carries out the whole, each as it is reckoned."""
        for order in self.legal():
            found = None if isinstance(order, Done) else self.find_attack(order)
            if isinstance(found, WholeAttack) and not isinstance(order, Done):
                yield order, found

    # --- checking ----------------------------------------------------------------------------------

    def find_attack(self, order: AttackOrder) -> FoundAttack | WholeAttack:
        """What a legal attack is. Raises Illegal for one that is not legal."""
        fault = self.fault(order)
        if fault is not None:
            raise fault
        return next(way for way in self._ways if self._faults(way, order)[1] is None).read(order)

    def find_but_for_duty(self, order: AttackOrder) -> FoundAttack | WholeAttack | None:
        """What an attack is that is legal but for what must be left for others; None for any other."""
        fitting = (way for way in self._ways if self._faults(way, order)[1] is None)
        return next((way.read(order) for way in fitting), None)

    def find_past_attack(self, order: AttackOrder) -> FoundAttack | WholeAttack:
        """What an attack is that was judged by earlier clauses: by the first of these that can read it, a
        column that is named also as half an attack. Raises Illegal where none can."""
        ways: list[_Way] = []
        for way in self._known:
            ways += [way, self._half(way.foes)] if isinstance(way, WholeAttacks) else [way]
        faults = [way.past_fault(order) for way in ways]
        if all(faults) and faults[0] is not None:
            raise faults[0]
        return ways[faults.index(None)].read(order)

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, Done):
            return self.duties.fault(order)
        if not isinstance(order, ATTACKS):
            return Illegal(self.clause.rule, f"`{order}` is not due: in this phase give attack or done")
        if not self._ways:
            return Illegal(self.clause.rule, f"no unit attacks in this phase: {self._why_closed()}")
        found = [(way, *self._faults(way, order)) for way in self._ways]
        if any(fault is None for _, _, fault in found):
            return self.duties.fault(order)
        # Of ways that refuse it for the same thing one that is for these units, and for these alone.
        return max(found, key=lambda each: (each[1], *self._fit(each[0], order.attackers)))[2]

    def _fit(self, way: _Way, attackers: Sequence[str]) -> tuple[bool, bool]:
        """Whether a way of attack is for all of these units, and whether it is for certain units alone."""
        units = way.clause.units
        known = [unit for unit in attackers if self.field.at(unit) is not None]
        return all(self.field.is_of(unit, units) for unit in known), units != Units()

    @staticmethod
    def _faults(way: _Way, order: AttackOrder) -> tuple[int, Illegal | None]:
        """The first fault of an attack by one way, and how many things were right before it."""
        checks = way.checks(order)
        for i, check in enumerate(checks):
            if (fault := check()) is not None:
                return i, fault
        return len(checks), None

    def summarize(self, orders: Sequence[Order]) -> str:
        """Of one whole attack how strong both are, and the column."""
        if len(orders) > 1 or not isinstance(orders[0], ATTACKS):
            return ""
        found = self.find_but_for_duty(orders[0])
        return found.reckoning.brief if isinstance(found, WholeAttack) else ""

    # --- for a hand --------------------------------------------------------------------------------

    def actors(self) -> Iterable[Actor]:
        units = (unit for way in self._ways for unit in way.foes.attackers if way.foes.within(unit))
        return [(unit, "") for unit in dict.fromkeys(units)]

    def due_kinds(self) -> Collection[type[Order]]:
        found = dict.fromkeys(kind for way in self._ways for kind in way.kinds())
        return (*found, Done)

    def orders_by(self, actor: str) -> Sequence[Order]:
        return self.legal_for(actor)

    def legal_for(self, counter: str) -> Sequence[Attacking]:
        attacks = (order for order in self.legal() if not isinstance(order, Done))
        return [order for order in attacks if counter in (*order.attackers, *order.defenders)]

    def why_closed(self, mover: str, place: str) -> Illegal | None:  # noqa: ARG002 - nobody moves
        return None

    def axes(self, kind: type[Order], chosen: Chosen) -> Mapping[str, Sequence[str]]:
        found: dict[str, dict[str, None]] = {name: {} for name in chosen}
        for way in self._ways if kind in ATTACKS else ():
            those = way.axes(kind, chosen)
            for name in found:
                found[name] |= dict.fromkeys(those.get(name, ()))
        return {name: list(values) for name, values in found.items()}
