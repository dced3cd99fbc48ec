"""Who must attack or be attacked, as an assignment: what an attack must leave possible, and when a side is
done.

The counters that owe are fixed when the phase begins (`Moment.owing`). An attack must leave as many of them
able to fight as were able before, less those that fight in it. How many can fight is worked out at once:

- Each attacker that owes can fight if it reaches a target that may still be attacked: all that do join.
- With `hexes: several` each owed target can be attacked that an attacker reaches: what an attacker alone
  reaches it attacks at once. Attacks on one hex and attacks by one unit cover all that touch each other.
- With `hexes: one` each hex needs an attacker of its own: a matching of hexes to attackers, the hexes with
  the most owed counters first.

What terrain.yaml calls optional is no duty.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

from modules.definition.formats.clauses.combat import Duty
from modules.engine.errors import Illegal
from modules.engine.orders import Order
from modules.engine.stacks.combat.covering import Covering
from modules.engine.stacks.combat.ground import is_optional
from modules.engine.stacks.combat.targets import Foes
from modules.engine.stacks.combat.whole_attacks import WholeAttacks
from modules.engine.stacks.field import StackField
from modules.engine.stacks.orders import ATTACKS, AttackOrder, AttackPlain

Reach = Mapping[str, frozenset[str]]
"""Of each unit the hexes that it can attack in duty."""


class Duties:
    """The duties of a phase at a moment, by the first of these ways that has one now."""

    def __init__(self, field: StackField, ways: Sequence[WholeAttacks]) -> None:
        self.field = field
        found = [(way, duty) for way in ways for duty in way.clause.duties or () if field.is_now(duty.when)]
        self._way: WholeAttacks | None = found[0][0] if found else None
        self._duty: Duty | None = found[0][1] if found else None

    # --- when the phase begins -----------------------------------------------------------------------

    def find_owing(self) -> tuple[str, ...]:
        """The counters that owe an attack, or must be attacked, in a phase that begins now."""
        if self._way is None or self._duty is None:
            return ()
        foes, duty = self._way.foes, self._duty
        mine = [u for u in foes.attackers if self.field.is_of(u, duty.owing) and self._owes(duty, u)]
        if duty.of == "attackers":
            return tuple(mine)
        there = [u for those in foes.targets.values() for u in those if self.field.is_of(u, duty.owed)]
        return (*mine, *(unit for unit in there if self._is_owed(duty, unit)))

    def _owes(self, duty: Duty, unit: str) -> bool:
        if self._reach.get(unit):
            return duty.owed_in == "reach" or self.field.in_enemy_zone(unit)
        may = self._way is not None and self._can_reach(self._way.foes, unit)
        return duty.owed_in == "zone" and not may and self.field.in_enemy_zone(unit)

    def _is_owed(self, duty: Duty, unit: str) -> bool:
        here = self.field.at(unit)
        if any(here in hexes for hexes in self._reach.values()):
            return duty.owed_in == "reach" or self.field.in_enemy_zone(unit)
        foes = None if self._way is None else self._way.foes
        may = foes is not None and any(here in self._can_reach(foes, u) for u in foes.attackers)
        return duty.owed_in == "zone" and not may and self.field.in_enemy_zone(unit)

    # --- what can still be done ----------------------------------------------------------------------

    @staticmethod
    def _can_reach(foes: Foes, unit: str) -> frozenset[str]:
        """The hexes that a unit can attack alone."""
        support = foes.clause.support
        return foes.near(unit) | (foes.afar(unit) if support is not None and support.alone else frozenset())

    @cached_property
    def _reach(self) -> Reach:
        if self._way is None:
            return {}
        foes = self._way.foes
        return {
            unit: frozenset(
                h
                for h in self._can_reach(foes, unit)
                if not is_optional(self.field, str(self.field.at(unit)), h)
            )
            for unit in foes.attackers
        }

    @cached_property
    def _targets(self) -> Mapping[str, tuple[str, ...]]:
        return {} if self._way is None else self._way.foes.targets

    @cached_property
    def _able(self) -> frozenset[str]:
        """Those that owe and can fight, each by itself."""
        owing = self.field.moment.owing
        mine = {unit for unit, hexes in self._reach.items() if unit in owing and hexes}
        reached = frozenset[str]().union(*self._reach.values())
        return frozenset(mine | {u for h in reached for u in self._targets[h] if u in owing})

    @cached_property
    def _reaching(self) -> Mapping[str, Sequence[str]]:
        """Of each hex the units that can attack it in duty."""
        found: dict[str, list[str]] = {}
        for unit, hexes in self._reach.items():
            for hex_id in hexes:
                found.setdefault(hex_id, []).append(unit)
        return found

    @cached_property
    def _owed(self) -> Mapping[str, int]:
        """How many counters of each target must still be attacked."""
        return self._weights(self._targets)

    @cached_property
    def _covering(self) -> Covering:
        """The owed hexes that can all be attacked, where each needs a unit of its own."""
        return Covering(self._owed, self._reach)

    @property
    def _attacks_several(self) -> bool:
        return self._way is not None and self._way.clause.hexes == "several"

    def leaves_possible(self, order: Order) -> bool:
        """Whether as many can fight in an attack and after it as could before; whether none can, if it is
        `done`."""
        if self._duty is None or self._way is None or not self._able:
            return True
        if not isinstance(order, ATTACKS):
            return False
        attackers, defenders = frozenset(order.attackers), frozenset(self._way.foes.attacked(order.defenders))
        struck = self._struck(defenders)
        gone = {hex_id for hex_id, units in struck.items() if not units}
        near = {unit for hex_id in gone for unit in self._reaching.get(hex_id, ())}
        stranded = sum(self._reach[u] <= gone for u in near if u in self._able and u not in attackers)
        fought = len(self._able & defenders)
        return fought - stranded >= self._count_given_up(attackers, self._weights_of(struck))

    def _struck(self, defenders: Collection[str]) -> dict[str, list[str]]:
        """The hexes of counters that cannot be attacked again, with those that still can be."""
        if self._way is None or "defenders" not in self._way.clause.once:
            return {}
        hexes = {str(self.field.at(unit)) for unit in defenders} & self._targets.keys()
        return {h: [u for u in self._targets[h] if u not in defenders] for h in sorted(hexes)}

    def _count_given_up(self, attackers: Collection[str], left: Mapping[str, int]) -> int:
        """How many that must be attacked fewer can be when units have attacked, and in these hexes but so
        many are left."""
        if not self._attacks_several:
            owed = {hex_id: count for hex_id, count in left.items() if hex_id in self._owed}
            return self._covering.total - self._covering.after(attackers, owed)
        hexes = {h for unit in attackers for h in self._reach.get(unit, ())} | left.keys()
        before = sum(self._owed.get(h, 0) for h in hexes if self._reaching.get(h))
        by = {h: any(unit not in attackers for unit in self._reaching.get(h, ())) for h in hexes}
        return before - sum(left.get(h, self._owed.get(h, 0)) for h in hexes if by[h])

    def _left(self, defenders: Collection[str]) -> dict[str, tuple[str, ...]]:
        """The targets that can be attacked when these were; all, where they can be attacked again."""
        if self._way is None or "defenders" not in self._way.clause.once:
            return dict(self._targets)
        left = {h: tuple(u for u in those if u not in defenders) for h, those in self._targets.items()}
        return {hex_id: those for hex_id, those in left.items() if those}

    def _weights(self, left: Mapping[str, Sequence[str]]) -> dict[str, int]:
        """How many counters of each hex must still be attacked."""
        return {hex_id: count for hex_id, count in self._weights_of(left).items() if count}

    def _weights_of(self, left: Mapping[str, Sequence[str]]) -> dict[str, int]:
        owing = self.field.moment.owing
        return {hex_id: sum(unit in owing for unit in those) for hex_id, those in left.items()}

    def _coverable(self, reach: Reach, left: Mapping[str, tuple[str, ...]]) -> Mapping[str, str]:
        """The owed hexes that can all be attacked, each with a unit that attacks it."""
        weights = self._weights(left)
        if not self._attacks_several:
            return Covering(weights, reach).units
        by = {h: [u for u, hexes in reach.items() if h in hexes] for h in sorted(weights)}
        return {hex_id: units[0] for hex_id, units in by.items() if units}

    # --- what may be done ----------------------------------------------------------------------------

    def fault(self, order: Order) -> Illegal | None:
        """Why an attack, or `done`, leaves a duty undone; None where it does not."""
        if self._duty is None or self._way is None or self.leaves_possible(order):
            return None
        if not isinstance(order, ATTACKS):
            return Illegal(self._duty.rule, self._tell_due(min(self._able)))
        defenders = frozenset(self._way.foes.attacked(order.defenders))
        return Illegal(self._duty.rule, self._tell_stranded(frozenset(order.attackers), defenders))

    def _tell_due(self, unit: str) -> str:
        hexes = ", ".join(sorted(self._reach.get(unit, ())))
        if self.field.side(unit) == self.field.moment.side:
            return f"{unit} must attack before `done`: it reaches {hexes}"
        here = self.field.at(unit)
        by = ", ".join(u for u, those in self._reach.items() if here in those)
        return f"{unit} in {here} must be attacked before `done`: {by} can attack it"

    def _tell_stranded(self, attackers: Collection[str], defenders: Collection[str]) -> str:
        """Who could not fight after an attack, and could before."""
        left = self._left(defenders)
        reach = {u: hexes & left.keys() for u, hexes in self._reach.items() if u not in attackers}
        rest = sorted(self._able - {*attackers, *defenders})
        covered = self._coverable(reach, left)
        mine = [u for u in rest if u in self._reach and not reach.get(u)]
        theirs = [u for u in rest if u not in self._reach and self.field.at(u) not in covered]
        if mine:
            return f"{mine[0]} must attack, and would reach no target after this: let it take part"
        if theirs:
            where = self.field.at(theirs[0])
            return f"{theirs[0]} in {where} must be attacked, and after this no unit is left for it"
        return "after this fewer of the units that must fight could"

    def planned(self) -> Iterator[AttackOrder]:
        """Attacks by which as many fight as can: each leaves the others possible."""
        if self._way is None or not self._able:
            return
        left = self._left(())
        covered = self._coverable(self._reach, left)
        joined: dict[str, list[str]] = {hex_id: [unit] for hex_id, unit in covered.items()}
        for unit in (u for u in self._reach if u in self._able and u not in covered.values()):
            hexes = sorted(self._reach[unit] & left.keys())
            there = joined.setdefault(next((h for h in hexes if h in joined), hexes[0]), [])
            if sum(there[:1] == units for units in joined.values()) > 1:
                there.clear()  # its attacker has another hex: this one is left to the unit
            there.append(unit)
        by_units: dict[tuple[str, ...], list[str]] = {}
        for hex_id, units in joined.items():
            by_units.setdefault(tuple(units), []).extend(left[hex_id])
        rank = self.field.battle.rank.__getitem__
        for party, those in by_units.items():
            yield AttackPlain(tuple(sorted(party, key=rank)), tuple(sorted(those, key=rank)))

    def tell_left(self) -> list[tuple[str, str, str]]:
        """The counters that owed and have not fought, when nothing more can be done: each with the number of
        the duty and what is told."""
        moment, rule = self.field.moment, "" if self._duty is None else self._duty.rule
        fought = moment.acted | moment.defended
        left = [unit for unit in sorted(moment.owing - fought) if self.field.at(unit) is not None]
        says = {True: "owed an attack, and can make none", False: "had to be attacked, and no unit can"}
        return [(unit, rule, f"{unit} {says[self.field.side(unit) == moment.side]}") for unit in left]
