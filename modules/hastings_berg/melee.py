"""Melee (8.0): duties by mutual ZOC, one melee after the other, and all that follows from each (9.1, 9.2)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

from modules.engine.decisions import Asks, choose, pass_over, roll
from modules.engine.errors import Illegal
from modules.engine.hexes.declaring import attack_axes, find_owed_attack
from modules.engine.hexes.options import HexOptions
from modules.engine.hexes.orders import Attack, Done, Lose
from modules.engine.listed_orders import Chosen
from modules.engine.lookup_tables import BELOW
from modules.engine.orders import Order
from modules.engine.requests import Tell
from modules.hastings_berg.cascade import settle
from modules.hastings_berg.effects import Alone, Casualty, Check, Disrupt, Effect, Rout, Step
from modules.hastings_berg.field import Field
from modules.hastings_berg.pursuing import pursue
from modules.hastings_berg.strengths import attack, defence
from modules.hastings_berg.timing import ShortList, pick, untimely

ASK = "attack, or `done`"


def melee_phase(field: Field, side: str) -> Asks[None]:
    """3.2 step 6: the phasing player's melees in any order, results at once (8.3.1); then charges are spent
    (ruling charge_contact), and reactions forgotten."""
    fought: set[str] = set()
    met: set[str] = set()
    while (options := MeleeOptions(field, side, fought, met)).can_attack:
        order = yield from choose(side, "combats", ASK, "8.1.2", options)
        if isinstance(order, Done):
            break
        fought.update(order.attackers)
        met.update(order.defenders)
        yield from _fight(field, order)
    else:
        yield from pass_over(
            side, "combats", ASK, "8.1.2", MeleeOptions(field.copy(), side, fought, met), (Attack,)
        )
    for unit_id in (u for each in field.battle.sides for u in field.on_map(each)):
        unit = field.unit(unit_id)
        if unit.contact or unit.downhill or unit.reacted:
            field.state.put(unit_id, contact=False, downhill=False, reacted=False)


def _fight(field: Field, order: Attack) -> Asks[None]:
    """8.0: the differential, a die, and the results; below -6 without one (8.3.2)."""
    table = field.battle.melee
    ahead = difference(field, order)
    column = table.column(ahead)
    who, whom = (", ".join(field.called(u) for u in those) for those in (order.attackers, order.defenders))
    label = f"{who} against {whom} ({ahead:+d})"
    value = 1
    if column != BELOW:
        (value,) = yield from roll(field.side(order.attackers[0]), "8.0", [label], field.battle.die)
    result = table.result(column, value)
    said = "without a die" if column == BELOW else str(value)
    yield Tell(
        f"{label}: {said}, {result.attacker}/{result.defender}", "9.1", (*order.attackers, *order.defenders)
    )
    yield from _Melee(field, order).results(result.attacker, result.defender)


def difference(field: Field, order: Attack) -> int:
    """The melee differential (8.0): of several on either side the sums (8.2.1, 8.2.2)."""
    strength = sum(attack(field, u, order.defenders) for u in order.attackers)
    return strength - sum(defence(field, u) for u in order.defenders)


class _Melee:
    """One melee, from its results on (rulings result_order, mixed_attack, several_defenders)."""

    def __init__(self, field: Field, order: Attack) -> None:
        self.field = field
        self.sides = {"attacker": order.attackers, "defender": order.defenders}
        self.fierce = {name: any(field.fierce(u) for u in units) for name, units in self.sides.items()}
        self.charging = [u for u in order.attackers if field.unit(u).charging]
        self.hard = [u for u in (*order.attackers, *order.defenders) if field.fierce(u)]
        self.hurt: list[str] = []

    def results(self, on_attacker: str, on_defender: str) -> Asks[None]:
        field = self.field
        ran: dict[str, str] = {}
        for name, result in (("defender", on_defender), ("attacker", on_attacker)):
            ran |= yield from settle(field, (yield from self._effects(name, result)), last=False)
        after: list[Effect] = [Casualty(leader, "melee") for leader in self.hurt]
        yield from settle(field, [*after, *(Alone(leader) for leader in self.hurt)])
        for neighbour in self._shock(ran):
            yield from settle(field, [neighbour])
        for unit_id in (u for u in self.charging if self._stands(u)):
            yield from settle(field, [Check(unit_id, "9.6.2", "after its charge", "no_rout")])
        yield from self._pursuits(ran)

    def _stands(self, unit_id: str) -> bool:
        return self.field.at(unit_id) is not None and not self.field.unit(unit_id).routed

    def _effects(self, name: str, result: str) -> Asks[list[Effect]]:
        """What a result does to one side (8.2.5, 9.2)."""
        field, units = self.field, [u for u in self.sides[name] if self.field.at(u) is not None]
        other = "attacker" if name == "defender" else "defender"
        if result == "M":
            return [Check(u, "9.2.1", "in melee") for u in units]
        if result == "D*":
            kind = Rout if self.fierce[other] else Disrupt
            return [kind(u, "9.2.2") for u in units]
        if not result.startswith("1") or not units:
            return []
        choices = [Lose(u) for u in units]
        due = f"One of these loses a step: {', '.join(units)}"
        ask, options = "who takes the loss?", ShortList(choices, "8.2.5", due)
        order = yield from pick(field.side(units[0]), "loss", ask, "8.2.5", options)
        self.hurt += field.sharing_in(field.hex_of(order.unit))
        step: list[Effect] = [Step(order.unit, "9.2.4", alone=False)]
        return [*step, *([Check(order.unit, "9.2.1", "in melee")] if result == "1M" else [])]

    def _shock(self, ran: dict[str, str]) -> list[Effect]:
        """9.6.4: friends next to where a unit was routed by an enemy in Charge or Attack & Pursue; who owes a
        check for its own charge makes that alone (rulings neighbours_check, neighbour_chargers)."""
        found: list[Effect] = []
        for name, other in (("defender", "attacker"), ("attacker", "defender")):
            for unit_id in (u for u in self.sides[name] if u in ran and self.fierce[other]):
                side = self.field.side(unit_id)
                beside = [self.field.friend_in(n, side) for n in self.field.board.neighbours[ran[unit_id]]]
                friends = [f for f in beside if f is not None and f not in (unit_id, *self.charging)]
                found += [Check(f, "9.6.4", f"{unit_id} has routed beside it", "routs_only") for f in friends]
        return found

    def _pursuits(self, ran: dict[str, str]) -> Asks[None]:
        """9.4.2: the victors who are in Charge or Attack & Pursue go after those whom they have routed."""
        for name, other in (("attacker", "defender"), ("defender", "attacker")):
            victors = [u for u in self.sides[name] if u in self.hard]
            prey = {u: ran[u] for u in self.sides[other] if u in ran}
            yield from pursue(self.field, victors, prey)


# --- who may and must attack -----------------------------------------------------------------------------


class MeleeOptions(HexOptions[Attack | Done]):
    """The melees that may still be fought. `fought`: the attackers, `met`: the defenders that were in one."""

    def __init__(self, field: Field, side: str, fought: Collection[str], met: Collection[str]) -> None:
        self.field, self.side, self.fought, self.met = field, side, set(fought), set(met)

    @cached_property
    def ahead(self) -> dict[str, list[str]]:
        """The enemy units before each unit that can fight, in no melee yet or in one."""
        field, foes = self.field, self.field.enemies_of(self.side)
        found = {}
        for unit_id in field.sound(self.side):
            here = [foes[h] for h in field.battle.front(field.unit(unit_id)) if h in foes]
            if here:
                found[unit_id] = here
        return found

    @cached_property
    def mutual(self) -> dict[str, list[str]]:
        """Of these those who exert a ZOC on it as well (8.1.2)."""
        field = self.field
        facing = {u: frozenset(field.exerting(field.hex_of(u), self.side)) for u in self.ahead}
        return {u: [foe for foe in its if foe in facing[u]] for u, its in self.ahead.items()}

    @cached_property
    def targets(self) -> dict[str, list[str]]:
        """The enemies that each free unit may attack: where one looks at it, only such (8.1.2)."""
        found = {}
        for unit_id, its in self.ahead.items():
            may = [foe for foe in self.mutual[unit_id] or its if foe not in self.met]
            if may and unit_id not in self.fought:
                found[unit_id] = may
        return found

    @cached_property
    def due(self) -> set[str]:
        """The enemies that somebody must melee: they and a unit bound to fight look at each other (6.2.2,
        ruling must_attack)."""
        bound = (u for u in self.ahead if not self.field.standing_fast(u))
        return {foe for u in bound for foe in self.mutual[u] if foe not in self.met}

    @property
    def can_attack(self) -> bool:
        """True while there is a melee to fight."""
        return bool(self.targets)

    # --- listing -----------------------------------------------------------------------------------

    def listing(self) -> Sequence[Attack | Done]:
        """Of each enemy: by one, and by all who can attack it; by each unit all it can; `done` if allowed."""
        found: dict[Attack | Done, None] = {}
        against: dict[tuple[str, ...], list[str]] = {}
        for unit_id, its in self.targets.items():
            for party in {tuple(its), *((foe,) for foe in its)}:
                against.setdefault(party, []).append(unit_id)
        for party in sorted(against):
            units = against[party]
            found.update((Attack((u,), party), None) for u in units)
            found[Attack(tuple(units), party)] = None
        found[Done()] = None
        return [order for order in found if self.fault(order) is None]

    def find_forced(self) -> Attack | Done | None:
        """The one melee that is owed, if no part of its units could fight another."""
        return find_owed_attack(self)

    def axes(self, kind: type[Order], chosen: Chosen) -> Mapping[str, Sequence[str]]:
        return attack_axes(self.targets, chosen) if kind is Attack else super().axes(kind, chosen)

    # --- checking ----------------------------------------------------------------------------------

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, Done):
            return self._left_over((), ())
        if not isinstance(order, Attack):
            return untimely(order, "3.2", "In this segment units attack", fight=True)
        return self._party_fault(order) or self._left_over(order.attackers, order.defenders)

    def _party_fault(self, order: Attack) -> Illegal | None:
        both = (*order.attackers, *order.defenders)
        if len(set(both)) < len(both):
            return Illegal("8.1.4", "a unit is named twice in this melee")
        for attacker in order.attackers:
            for defender in order.defenders:
                if defender not in self.targets.get(attacker, ()):
                    return self._why_not(attacker, defender)
        return None

    def _why_not(self, attacker: str, defender: str) -> Illegal:
        """Why a unit may not melee another (8.1, 8.2.3)."""
        field, called, foe = self.field, self.field.called(attacker), self.field.called(defender)
        if field.side(attacker) != self.side:
            return Illegal("8.0", f"{called} is an enemy: the phasing player attacks")
        if field.at(attacker) is None or field.is_leader(attacker):
            return Illegal("8.1.3", f"{called} is not a combat unit on the map")
        if field.side(defender) == self.side:
            return Illegal("8.1.1", f"{foe} is a friend")
        if attacker in self.fought or defender in self.met:
            who = called if attacker in self.fought else foe
            return Illegal("8.1.4", f"{who} has been in a melee in this segment")
        if field.shaky(attacker):
            state = "routed" if field.unit(attacker).routed else "disrupted"
            return Illegal("8.1.3", f"{called} is {state}: {state} units only defend")
        if defender not in self.ahead.get(attacker, ()):
            return Illegal(
                "8.1.1", f"{foe} is not before {called}, which faces {field.unit(attacker).facing}"
            )
        bound = ", ".join(self.mutual[attacker])
        return Illegal("8.1.2", f"{called} may attack only units that exert a ZOC on it: {bound}")

    def _left_over(self, attackers: Sequence[str], defenders: Sequence[str]) -> Illegal | None:
        """No enemy that must be fought may be left without one who can still do it; none at all with done."""
        for foe in sorted(self.due - set(defenders)):
            able = [u for u, its in self.targets.items() if foe in its]
            rest = [u for u in able if u not in attackers]
            if attackers and able and not rest:
                reason = f"{foe} must be fought too, and no other unit could do it"
                return Illegal("8.1.2", reason)
            if not attackers and able:
                return Illegal("8.1.2", f"{foe} must still be fought, by {' or '.join(able)}")
        return None
