"""Declaring combats (7.3, 7.4): every unit that must fight is in one combat, and in each combat all attackers
are adjacent to all defenders.

After each declaration the rest must still be solvable. It is, exactly when every unit that must still fight
has an enemy left beside it: such a rest always splits into combats of one against several. Leaders alone in
a hex need not be attacked, but an attack on them is an attack.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from modules.engine.errors import Illegal
from modules.engine.orders import Order
from modules.engine.requests import Options
from modules.three_battles import orders
from modules.three_battles.field import Field


@dataclass(frozen=True, slots=True)
class Combat:
    """One combat: attackers and defenders, as declared. `fled`: leaders alone who retreated before it, each
    with the hex that he left (10.5)."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    fled: tuple[tuple[str, str], ...] = ()

    @property
    def left(self) -> tuple[str, ...]:
        """The hexes that leaders left before the combat."""
        return tuple(dict.fromkeys(hex_id for _, hex_id in self.fled))

    @property
    def units(self) -> tuple[str, ...]:
        """Everybody in it."""
        return self.attackers + self.defenders

    def __str__(self) -> str:
        return f"{','.join(self.attackers)} > {','.join(self.defenders)}"


class AttackOptions(Options[orders.Attack | orders.Done]):
    """The combats that may still be declared. `can_attack`: there is any enemy in reach."""

    def __init__(self, field: Field, side: str, declared: Sequence[Combat]) -> None:
        self.field, self.side = field, side
        self.busy = {u for combat in declared for u in combat.units}

    @cached_property
    def foes(self) -> dict[str, tuple[str, ...]]:
        """Each free active unit with the free enemies that it may attack; lone leaders among them (10.5)."""
        found: dict[str, tuple[str, ...]] = {}
        for unit_id in self.field.on_map(self.side):
            beside = self._attackable_from(unit_id) if unit_id not in self.busy else ()
            if beside:
                found[unit_id] = tuple(beside)
        return found

    def _attackable_from(self, unit_id: str) -> list[str]:
        field = self.field
        here = field.state.units[unit_id].at
        found: list[str] = []
        for there in field.board.neighbours[here]:
            if field.holder(there) in (None, self.side):
                continue
            if any("prohibited" in f.combat for f in field.board.features(here, there)):
                continue
            enemy = field.unit_in(there)
            targets: Iterable[str] = (enemy,) if enemy is not None else field.lone_leaders_in(there)
            found += [t for t in targets if t not in self.busy]
        return found

    @cached_property
    def must_fight(self) -> frozenset[str]:
        """Units of both sides that are in an enemy ZOC and in no combat yet (7.3)."""
        field = self.field
        found = set()
        for unit_id in field.on_map(self.side):
            here = field.state.units[unit_id].at
            holders = field.exerting(here, self.side)
            if holders and unit_id not in self.busy:
                found.add(unit_id)
            for there in field.board.neighbours[here]:
                enemy = field.enemy_in(there, self.side)
                if enemy is not None and enemy not in self.busy and field.board.zoc_open(here, there):
                    found.add(enemy)
        return frozenset(found)

    @property
    def can_attack(self) -> bool:
        """True while there is a combat to declare."""
        return bool(self.foes)

    def legal(self) -> Sequence[orders.Attack | orders.Done]:
        """Combats of one against one, one against several and several against one, and `done` where allowed.

        Never empty: those who have only one enemy left are offered together against him.
        """
        foes = {a: tuple(f for f in fs if not self.field.is_leader(f)) for a, fs in self.foes.items()}
        against: dict[str, list[str]] = {}
        for unit_id, its in foes.items():
            for foe in its:
                against.setdefault(foe, []).append(unit_id)
        found: dict[orders.Attack | orders.Done, None] = {}
        for foe, attackers in against.items():
            only = [a for a in attackers if foes[a] == (foe,)]
            for party in ([a] for a in attackers):
                found[orders.Attack(tuple(party), (foe,))] = None
            for party in (only, attackers):
                found[orders.Attack(tuple(party), (foe,))] = None
        for unit_id, its in foes.items():
            only = [f for f in its if against[f] == [unit_id]]
            found[orders.Attack((unit_id,), tuple(only))] = None
            found[orders.Attack((unit_id,), its)] = None
            if its:  # 7.4: all that it can reach, units and leaders alone
                found[orders.Attack((unit_id,), self.foes[unit_id])] = None
        found.update(dict.fromkeys(self._against_leaders()))
        found[orders.Done()] = None
        return [order for order in found if self._is_whole(order) and self._fault(order) is None]

    def _against_leaders(self) -> list[orders.Attack]:
        against: dict[tuple[str, ...], dict[str, None]] = {}
        for unit_id, its in self.foes.items():
            for leader in (f for f in its if self.field.is_leader(f)):
                together = self.field.lone_leaders_in(self.field.state.units[leader].at)
                against.setdefault(together, {})[unit_id] = None
        found = []
        for together, attackers in against.items():
            only = [a for a in attackers if set(self.foes[a]) <= set(together)]
            parties = [*([a] for a in attackers), only, list(attackers)]
            found += [orders.Attack(tuple(party), together) for party in parties]
        return found

    @staticmethod
    def _is_whole(order: orders.Attack | orders.Done) -> bool:
        return isinstance(order, orders.Done) or bool(order.attackers and order.defenders)

    def check(self, order: Order) -> None:
        fault = self._fault(order)
        if fault is not None:
            raise fault

    # --- checking ----------------------------------------------------------------------------------

    def _fault(self, order: Order) -> Illegal | None:
        if isinstance(order, orders.Done):
            return self._left_over(self.must_fight)
        if not isinstance(order, orders.Attack):
            return Illegal("7.2", f"`{order}` is not an order for this phase; give attack or done")
        return (
            self._party_fault(order)
            or self._adjacency_fault(order)
            or self._left_over(self.must_fight, {*order.attackers, *order.defenders})
        )

    def _party_fault(self, order: orders.Attack) -> Illegal | None:
        field = self.field
        for unit_id in (*order.attackers, *order.defenders):
            if field.at(unit_id) is None:
                return Illegal("7.1", f"{unit_id} is not on the map")
            if unit_id in self.busy:
                return Illegal("7.3", f"{unit_id} is already in a combat: only one per phase")
            if (field.side(unit_id) == self.side) != (unit_id in order.attackers):
                return Illegal("7.1", f"{unit_id} is on the wrong side of this attack")
        if len({*order.attackers, *order.defenders}) < len(order.attackers) + len(order.defenders):
            return Illegal("7.3", "a unit is named twice in this attack")
        for unit_id in order.attackers:
            if field.is_leader(unit_id):
                return Illegal("10.5", f"{field.called(unit_id)} is a leader: he may attack only with a unit")
        return self._leader_target_fault(order.defenders)

    def _leader_target_fault(self, defenders: tuple[str, ...]) -> Illegal | None:
        field = self.field
        for leader in (d for d in defenders if field.is_leader(d)):
            here = field.state.units[leader].at
            guard, those = field.unit_in(here), field.leaders_in(here)
            if guard is not None:
                return Illegal("10.4", f"{field.called(leader)} is with {guard}: attack the unit")
            if not set(those) <= set(defenders):
                return Illegal("10.5", f"leaders alone in a hex must be attacked together: {','.join(those)}")
        return None

    def _adjacency_fault(self, order: orders.Attack) -> Illegal | None:
        for attacker in order.attackers:
            foes = self.foes.get(attacker, ())
            for defender in order.defenders:
                if defender not in foes:
                    here, there = self.field.at(attacker), self.field.at(defender)
                    river = self._river_between(here, there)
                    if river:
                        return Illegal("TEC", f"{attacker} cannot attack {defender} across the {river}")
                    reason = f"{attacker} in {here} cannot attack {defender} in {there}: not adjacent"
                    return Illegal("7.4", reason)
        return None

    def _river_between(self, here: str | None, there: str | None) -> str:
        """What forbids combat between two adjacent hexes (TEC), by its name; else empty."""
        board = self.field.board
        if here is None or there is None or board.grid.side_toward(here, there) is None:
            return ""
        return next((f.name for f in board.features(here, there) if "prohibited" in f.combat), "")

    def _left_over(self, must: frozenset[str], used: set[str] | None = None) -> Illegal | None:
        """7.3: nobody who must fight may be left without an enemy to fight."""
        taken = used if used is not None else {*self.foes, *(f for foes in self.foes.values() for f in foes)}
        against: dict[str, int] = {}
        for attacker, foes in self.foes.items():
            for foe in foes if attacker not in taken else ():
                if foe not in taken:
                    against[foe] = against.get(foe, 0) + 1
                    against[attacker] = against.get(attacker, 0) + 1
        for unit_id in sorted(must - (used or set())):
            if unit_id not in against:
                return self._stranded(unit_id, done=used is None)
        return None

    def _stranded(self, unit_id: str, done: bool) -> Illegal:
        mine = self.field.side(unit_id) == self.side
        duty = "must attack" if mine else "must be attacked"
        here = self.field.at(unit_id)
        if done:
            return Illegal("7.3", f"{unit_id} in {here} {duty}, but is not in a combat yet")
        return Illegal("7.3", f"{unit_id} in {here} {duty}, but this would leave it no enemy to fight")
