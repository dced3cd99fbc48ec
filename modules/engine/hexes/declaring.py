"""Declaring combats: who may attack whom, and who must.

Where defenders must fight too, and all of it is declared first, the rest must still be solvable after each
declaration. It is, exactly when every unit that must still fight has an enemy left beside it: such a rest
always splits into combats of one against several. Those alone in a hex who fill none need not be attacked,
but an attack on them is an attack.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import combinations, product
from typing import Any, Generic, NamedTuple, TypeVar

from modules.engine.errors import Illegal
from modules.engine.hexes.field import HexField
from modules.engine.hexes.options import HexOptions
from modules.engine.hexes.orders import Attack, Done
from modules.engine.listed_orders import Chosen
from modules.engine.order_timing import explain_timing
from modules.engine.orders import Order

F = TypeVar("F", bound=HexField[Any, Any])


class AttackRules(NamedTuple):
    """The numbers of the rules of attack: its phase, who attacks whom, the duty to fight (once), adjacency.

    `together`: several units may attack, or be attacked, in one combat. `mutual`: the duty is the defenders'
    too, and they fight once as well; else each unit of the phasing side that is in an EZOC attacks, whom it
    likes. `alone`: those who fill no hex attack only with a unit. `guarded`, `company`: with a unit they are
    attacked through it, alone in a hex all together.
    """

    phase: str
    whom: str
    duty: str
    adjacent: str
    together: bool
    mutual: bool
    alone: str = ""
    guarded: str = ""
    company: str = ""
    terrain: str = "TEC"


def smaller_attacks(order: Attack | Done) -> Iterator[Attack]:
    """The attacks by some of an attack's units on some of those that it attacks.

    >>> [str(each) for each in smaller_attacks(Attack(("A", "B"), ("X",)))]
    ['attack A > X', 'attack B > X']
    """
    if isinstance(order, Done):
        return
    for attackers, defenders in product(_parts(order.attackers), _parts(order.defenders)):
        if (attackers, defenders) != (order.attackers, order.defenders):
            yield Attack(attackers, defenders)


def attack_axes(foes: Mapping[str, Sequence[str]], chosen: Chosen) -> dict[str, list[str]]:
    """The units that may attack, and the enemies that may be attacked, beside the ones chosen. `foes`: the
    enemies that each unit may attack."""
    against, by = chosen.get("defenders", ()), chosen.get("attackers", ())
    attackers = [unit for unit, its in foes.items() if set(against) <= set(its)]
    common = [set(foes.get(unit, ())) for unit in by]
    every = dict.fromkeys(foe for its in foes.values() for foe in its)
    return {"attackers": attackers, "defenders": [f for f in every if all(f in its for its in common)]}


def _parts(units: Sequence[str]) -> list[tuple[str, ...]]:
    """All choices of at least one of these, the smallest first."""
    return [part for size in range(1, len(units) + 1) for part in combinations(units, size)]


def find_owed_attack(options: HexOptions[Attack | Done]) -> Attack | Done | None:
    """The one attack that is legal, where `done` is not and no part of its units could make another."""
    if options.fault(Done()) is None:
        return None
    orders = options.legal()
    if len(orders) != 1 or any(options.fault(part) is None for part in smaller_attacks(orders[0])):
        return None
    return orders[0]


class AttackOptions(HexOptions[Attack | Done], Generic[F]):
    """The combats that may still be declared. `busy`: units that may not fight once more."""

    def __init__(self, field: F, side: str, busy: Collection[str], rules: AttackRules) -> None:
        self.field, self.side, self.busy, self.rules = field, side, set(busy), rules

    def may_attack(self, unit_id: str) -> bool:  # noqa: ARG002 - for games to override
        """True for a unit that may begin a combat: each."""
        return True

    @cached_property
    def foes(self) -> dict[str, tuple[str, ...]]:
        """Each free unit of the phasing side with the enemies that it may attack."""
        found: dict[str, tuple[str, ...]] = {}
        units, neighbours = self.field.state.units, self.field.board.neighbours
        near = set().union(*(neighbours[h] for h in self._targets))
        for unit_id in self.field.on_map(self.side):
            if units[unit_id].at in near and unit_id not in self.busy and self.may_attack(unit_id):
                beside = self._attackable_from(unit_id)
                if beside:
                    found[unit_id] = tuple(beside)
        return found

    @cached_property
    def _targets(self) -> Mapping[str, Sequence[str]]:
        """The hexes with enemies, each with those who may be attacked there: a unit, or others alone."""
        field, enemy = self.field, self.field.battle.enemy(self.side)
        held = field.places.held[enemy]
        found: dict[str, Sequence[str]] = {h: (u,) for h, u in held.items()}
        hexes = dict.fromkeys(field.state.units[u].at for u in field.places.sharing[enemy])
        found |= {h: field.sharing_in(h) for h in hexes if h not in held}
        return found

    def _attackable_from(self, unit_id: str) -> list[str]:
        board, here = self.field.board, self.field.state.units[unit_id].at
        return [
            target
            for there in board.neighbours[here]
            if there in self._targets and not board.combat_barred_by(here, there)
            for target in self._targets[there]
            if target not in self.busy
        ]

    @cached_property
    def must_fight(self) -> frozenset[str]:
        """Units that are in an enemy ZOC and have not fought: of the phasing side, or of both."""
        found = {u for u in self.field.on_map(self.side) if u not in self.busy and self.may_attack(u)}
        found = {u for u in found if self.field.state.units[u].at in self.field.ezoc(self.side)}
        if self.rules.mutual:
            enemy = self.field.battle.enemy(self.side)
            beset = self.field.ezoc(enemy)
            held = self.field.places.held[enemy]
            found |= {u for h, u in held.items() if u not in self.busy and h in beset}
        return frozenset(found)

    @cached_property
    def _against(self) -> dict[str, list[str]]:
        """Each enemy that may be attacked, with those who may attack it."""
        found: dict[str, list[str]] = {}
        for unit_id, its in self.foes.items():
            for foe in its:
                found.setdefault(foe, []).append(unit_id)
        return found

    @property
    def can_attack(self) -> bool:
        """True while there is a combat to declare."""
        return bool(self.foes)

    # --- listing -----------------------------------------------------------------------------------

    def listing(self) -> Sequence[Attack | Done]:
        """Combats of one against one, and, where units fight together, of one against several and several
        against one; `done` where allowed.

        Never empty: those who have only one enemy left are offered together against him.
        """
        found: dict[Attack | Done, None] = {}
        sharing = self.field.battle.roll.sharing
        foes = {a: tuple(f for f in its if f not in sharing) for a, its in self.foes.items()}
        for foe, attackers in self._against.items():
            if foe not in sharing:
                only = [a for a in attackers if foes[a] == (foe,)]
                parties = [*([a] for a in attackers), *([only, attackers] if self.rules.together else [])]
                found.update((Attack(tuple(party), (foe,)), None) for party in parties)
        for unit_id, its in foes.items() if self.rules.together else ():
            only = [f for f in its if self._against[f] == [unit_id]]
            every = self.foes[unit_id] if its else ()  # all that it can reach, units and others alone
            found.update((Attack((unit_id,), party), None) for party in (tuple(only), its, every))
        found.update(dict.fromkeys(self._against_those_alone()))
        found[Done()] = None
        return [order for order in found if self._is_whole(order) and self._stands(order)]

    def find_forced(self) -> Attack | Done | None:
        return find_owed_attack(self)

    def _stands(self, order: Attack | Done) -> bool:
        """Whether an order that was put together here is legal. Its units may fight each other: where no
        leaders are attacked, it must only leave nobody over."""
        if isinstance(order, Done):
            return self._left_over(None) is None
        if not self.field.battle.roll.sharing.isdisjoint(order.defenders):
            return self.fault(order) is None
        return self._lonely(self._used(order)) is None

    def _against_those_alone(self) -> list[Attack]:
        against: dict[tuple[str, ...], dict[str, None]] = {}
        sharing = self.field.battle.roll.sharing
        for unit_id, its in self.foes.items():
            for alone in (f for f in its if f in sharing):
                together = self.field.sharing_in(self.field.state.units[alone].at)
                against.setdefault(together, {})[unit_id] = None
        found = []
        for together, attackers in against.items():
            only = [a for a in attackers if set(self.foes[a]) <= set(together)]
            parties = [*([a] for a in attackers), only, list(attackers)]
            found += [Attack(tuple(party), together) for party in parties]
        return found

    @staticmethod
    def _is_whole(order: Attack | Done) -> bool:
        return isinstance(order, Done) or bool(order.attackers and order.defenders)

    def axes(self, kind: type[Order], chosen: Chosen) -> Mapping[str, Sequence[str]]:
        """Not every party is listed: those may attack together that may all attack each enemy chosen."""
        return attack_axes(self.foes, chosen) if kind is Attack else super().axes(kind, chosen)

    # --- checking ----------------------------------------------------------------------------------

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, Done):
            return self._left_over(None)
        if not isinstance(order, Attack):
            due = "In this phase give attack or done"
            return explain_timing(self.field.battle.times, order, self.rules.phase, due)
        return self._party_fault(order) or self._adjacency_fault(order) or self._left_over(self._used(order))

    def _used(self, order: Attack) -> set[str]:
        """Those who have fought with this combat."""
        return {*order.attackers, *(order.defenders if self.rules.mutual else ())}

    def _party_fault(self, order: Attack) -> Illegal | None:
        field, rules = self.field, self.rules
        for unit_id in (*order.attackers, *order.defenders):
            if field.at(unit_id) is None:
                return Illegal(rules.whom, f"{unit_id} is not on the map")
            if unit_id in self.busy:
                return Illegal(rules.duty, f"{unit_id} is already in a combat: only one per phase")
            if (field.side(unit_id) == self.side) != (unit_id in order.attackers):
                return Illegal(rules.whom, f"{unit_id} is on the wrong side of this attack")
        if len({*order.attackers, *order.defenders}) < len(order.attackers) + len(order.defenders):
            return Illegal(rules.duty, "a unit is named twice in this attack")
        if not rules.together and len(order.attackers) + len(order.defenders) > 2:
            return Illegal(rules.whom, f"`{order}`: one unit attacks one unit")
        for unit_id in order.attackers:
            if unit_id in field.battle.roll.sharing:
                called = field.called(unit_id)
                return Illegal(rules.alone, f"{called} is a leader: he may attack only with a unit")
            if not self.may_attack(unit_id):
                return Illegal(rules.whom, f"{unit_id} may not attack")
        return self._alone_fault(order.defenders)

    def _alone_fault(self, defenders: tuple[str, ...]) -> Illegal | None:
        field, rules = self.field, self.rules
        for each in (d for d in defenders if d in field.battle.roll.sharing):
            here = field.state.units[each].at
            guard, those = field.unit_in(here), field.sharing_in(here)
            if guard is not None:
                return Illegal(rules.guarded, f"{field.called(each)} is with {guard}: attack the unit")
            if not set(those) <= set(defenders):
                reason = f"leaders alone in a hex must be attacked together: {','.join(those)}"
                return Illegal(rules.company, reason)
        return None

    def _adjacency_fault(self, order: Attack) -> Illegal | None:
        for attacker in order.attackers:
            foes = self.foes.get(attacker, ())
            for defender in order.defenders:
                if defender not in foes:
                    return self._apart(attacker, defender)
        return None

    def _apart(self, attacker: str, defender: str) -> Illegal:
        board, here, there = self.field.board, self.field.at(attacker), self.field.at(defender)
        adjacent = here is not None and there is not None and board.grid.side_toward(here, there) is not None
        barred = board.combat_barred_by(here, there) if here and there and adjacent else ""
        if barred:
            return Illegal(self.rules.terrain, f"{attacker} cannot attack {defender} across the {barred}")
        reason = f"{attacker} in {here} cannot attack {defender} in {there}: not adjacent"
        return Illegal(self.rules.adjacent, reason)

    @cached_property
    def _opponents(self) -> Mapping[str, AbstractSet[str]]:
        """Of each unit that can still fight, those whom it can fight."""
        return {u: frozenset(those) for u, those in (*self.foes.items(), *self._against.items())}

    def _left_over(self, used: set[str] | None) -> Illegal | None:
        """Nobody who must fight may be left without an enemy to fight; nobody at all where all is declared
        (None)."""
        if used is None:
            return self._stranded(min(self.must_fight), done=True) if self.must_fight else None
        lonely = self._lonely(used)
        return None if lonely is None else self._stranded(lonely, done=False)

    def _lonely(self, used: set[str]) -> str | None:
        """The first who must fight and has nobody left to fight once these have."""
        near = self._hopeless.union(*[self._opponents.get(unit_id, ()) for unit_id in used])
        return min(
            (u for u in (near & self.must_fight) - used if self._opponents.get(u, frozenset()) <= used),
            default=None,
        )

    @cached_property
    def _hopeless(self) -> frozenset[str]:
        """Those who must fight and can fight nobody."""
        return self.must_fight - self._opponents.keys()

    def _stranded(self, unit_id: str, *, done: bool) -> Illegal:
        mine = self.field.side(unit_id) == self.side
        duty = "must attack" if mine else "must be attacked"
        here = self.field.at(unit_id)
        if done:
            return Illegal(self.rules.duty, f"{unit_id} in {here} {duty}, but is not in a combat yet")
        reason = f"{unit_id} in {here} {duty}, but this would leave it no enemy to fight"
        return Illegal(self.rules.duty, reason)
