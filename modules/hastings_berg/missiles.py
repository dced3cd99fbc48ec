"""Missile fire (7.0): who may fire at what, high or low, with what is left to fire, and what it does."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, lru_cache

from modules.amounts import count_noun
from modules.engine.decisions import Asks, choose, pass_over, roll
from modules.engine.errors import Illegal
from modules.engine.hexes.options import HexOptions
from modules.engine.hexes.orders import Done
from modules.engine.lookup_tables import BELOW, OddsTable
from modules.engine.orders import Order
from modules.engine.requests import Tell
from modules.hastings_berg.battle import NATIONS, NORMAN, SAXON, WINGS
from modules.hastings_berg.cascade import settle
from modules.hastings_berg.effects import Alone, Casualty, Check, Disrupt, Effect, Step
from modules.hastings_berg.field import Field
from modules.hastings_berg.orders import Volley
from modules.hastings_berg.strengths import in_arc, screened_by, shot, under_fire
from modules.hastings_berg.timing import untimely

ASK = "fire with one unit or several, or `done`"


def missile_phase(field: Field, side: str) -> Asks[None]:
    """3.2 steps 2 and 5: each missile unit fires once, and may melee after it (7.1.5); each enemy is fired at
    once (ruling one_fire)."""
    segment = Segment()
    kind = "fire" if field.state.phase == "missiles" else "defensive_fire"
    while len((options := VolleyOptions(field, side, segment)).legal()) > 1:
        order = yield from choose(side, kind, ASK, "7.2.1", options)
        if isinstance(order, Done):
            return
        _spend(field, order, segment)
        yield from fire(field, order)
    late = VolleyOptions(field.copy(), side, segment)
    yield from pass_over(side, kind, ASK, "7.2.1", late, (Volley,))


class Segment:
    """What has been fired in a segment: the units, who was fired at, and whose supply it cost."""

    def __init__(self) -> None:
        self.fired: set[str] = set()
        self.targets: set[str] = set()
        self.used: set[str] = set()


def fire(field: Field, order: Volley) -> Asks[None]:
    """7.0: odds, a die, and the result at once."""
    column = odds(field, order)
    at = " and ".join(field.called(u) for u in field.state.occupants[order.target])
    high = " high" if goes_high(field, order) else ""
    label = (
        f"{', '.join(order.units)} fire{'s' if len(order.units) == 1 else ''}{high} at {at} in {order.target}"
    )
    name = field.battle.fire.name(column)
    if column == BELOW:
        yield Tell(f"{label} at {name}: no effect", "7.2.7", order.units)
        return
    (value,) = yield from roll(field.side(order.units[0]), "7.0", [f"{label} ({name})"], field.battle.die)
    result = field.battle.fire.result(column, value)
    yield Tell(f"{label} at {name}: {value}, {result}", "7.5.2", order.units)
    yield from settle(field, _effects(field, order.target, result))


def odds(field: Field, order: Volley) -> int:
    """The column of the Missile Results Table; high fire is read one to the left (7.3.3)."""
    table, strength = field.battle.fire, sum(shot(field, u, order.target) for u in order.units)
    target = field.unit_in(order.target)
    weapons = [field.weapon(u) for u in order.units]
    against = field.battle.number("leader_defence") if target is None else under_fire(field, target, weapons)
    column = _column(table, strength, against)
    return table.shift(column, -1) if column != BELOW and goes_high(field, order) else column


@lru_cache(maxsize=1024)
def _column(table: OddsTable, strength: int, against: int) -> int:
    """The column of low fire."""
    return table.column(Fraction(strength), Fraction(against))


def goes_high(field: Field, order: Volley) -> bool:
    """True if one of those who fire must fire over units (7.3.4)."""
    return any(screened_by(field, field.hex_of(u), order.target) for u in order.units)


def _effects(field: Field, target: str, result: str) -> list[Effect]:
    """What a result does to who is in a hex (7.1.6, 7.1.7, ruling lone_leader_fire)."""
    unit_id, leaders = field.unit_in(target), field.sharing_in(target)
    hurt: list[Effect] = [Casualty(leader, "fire") for leader in leaders] if result == "1" else []
    if unit_id is None:
        return hurt
    if result == "M":
        return [Check(unit_id, "7.1.6", "missiles")]
    if result == "D":
        return [Disrupt(unit_id, "7.1.6")]
    alone = [Alone(leader) for leader in leaders]
    return [Step(unit_id, "7.1.6", alone=False), *hurt, *alone] if result == "1" else []


# --- supply ----------------------------------------------------------------------------------------------


def supply_box(field: Field, unit_id: str) -> str:
    """Whose fire segments a unit uses up (7.4.2, ruling supply_wing); empty for an endless supply (7.4.4)."""
    counter, weapon = field.counter(unit_id), field.weapon(unit_id)
    if weapon != ("bow" if counter.side == NORMAN else "javelin"):
        return ""
    if "own_supply" in field.battle.effects:
        return unit_id
    return (
        counter.nation if counter.side == NORMAN else field.unit(unit_id).wing or nearest_wing(field, unit_id)
    )


def nearest_wing(field: Field, unit_id: str) -> str:
    """The wing of the nearest leader, the first of equals; the center without one."""
    here, distance = field.hex_of(unit_id), field.board.distance
    wings = field.commanding()
    return min(wings, key=lambda wing: distance(here, field.hex_of(wings[wing])), default="center")


def _spend(field: Field, order: Volley, segment: Segment) -> None:
    """7.4.2: a box that fires uses up one segment, however many of its units fire."""
    for unit_id in order.units:
        box = supply_box(field, unit_id)
        if box and box not in segment.used:
            segment.used.add(box)
            field.state.supply[box] -= 1
    segment.fired.update(order.units)
    segment.targets.update(field.state.occupants[order.target])


def supplied(field: Field, period: int) -> dict[str, int]:
    """The fire segments of a period, with those left over, six at most (7.4.3, 7.4.5)."""
    when, most = ("first", "second")[period - 1], field.battle.number("supply_most")
    boxes = {**dict.fromkeys(NATIONS, "bowmen"), **dict.fromkeys(WINGS, "javelins")}
    if "own_supply" in field.battle.effects:
        counters = field.battle.counters.values()
        boxes = {c.id: "bowmen" for c in counters if c.side == NORMAN and c.kind == "bowman"}
        boxes |= {c.id: "javelins" for c in counters if c.side == SAXON and c.kind == "javelin"}
    left = field.state.supply
    return {
        b: min(most, left.get(b, 0) + field.battle.number(f"supply_{kind}_{when}"))
        for b, kind in boxes.items()
    }


# --- options ---------------------------------------------------------------------------------------------


class VolleyOptions(HexOptions[Volley | Done]):
    """What one side may still fire in a segment."""

    def __init__(self, field: Field, side: str, segment: Segment) -> None:
        self.field, self.side, self.segment = field, side, segment

    @cached_property
    def enemies(self) -> set[str]:
        """The hexes with an enemy."""
        return self.field.hexes_with(self.field.battle.enemy(self.side))

    def listing(self) -> Sequence[Volley | Done]:
        """Against each enemy every unit alone, all who fire low together, and all together."""
        against: dict[str, list[str]] = {}
        for unit_id in self.field.on_map(self.side):
            if self._silent(unit_id) is None:
                for target in self._targets(unit_id):
                    against.setdefault(target, []).append(unit_id)
        found: dict[Volley | Done, None] = {}
        for target, units in against.items():
            low = [u for u in units if not screened_by(self.field, self.field.hex_of(u), target)]
            parties = [*((u,) for u in units), tuple(low), tuple(units)]
            found.update((Volley(party, target), None) for party in parties if party)
        return [*found, Done()]

    def _targets(self, unit_id: str) -> list[str]:
        here = self.field.hex_of(unit_id)
        near = self.field.board.within(here, self.field.battle.missiles.reach(self.field.weapon(unit_id)))
        open_to = [h for h in near if h in self.enemies and not self._done(h)]
        return [h for h in open_to if self._aim(unit_id, here, h) is None]

    def _done(self, target: str) -> bool:
        """True if who is in a hex was fired at."""
        return not self.segment.targets.isdisjoint(self.field.state.occupants[target])

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, Done):
            return None
        if not isinstance(order, Volley):
            return untimely(order, "7.2.1", "In this segment units fire", fight=True)
        if len(set(order.units)) < len(order.units):
            return Illegal("7.1.3", "a unit is named twice")
        for unit_id in order.units:
            fault = self._silent(unit_id) or self._target(unit_id, order.target)
            if fault is not None:
                return fault
        return None

    def _silent(self, unit_id: str) -> Illegal | None:
        """Why a unit may not fire at all."""
        field, called = self.field, self.field.called(unit_id)
        if field.side(unit_id) != self.side or field.at(unit_id) is None:
            return Illegal("7.0", f"{called} is not a unit of yours on the map")
        if not field.weapon(unit_id):
            return Illegal("7.1.1", f"{called} has no missiles")
        if field.unit(unit_id).routed:
            return Illegal("9.2.3", f"{called} is routed: routed units do not fire")
        if field.unit(unit_id).disrupted:
            return Illegal("9.2.2", f"{called} is disrupted: disrupted units do not fire")
        if unit_id in self.segment.fired:
            return Illegal("7.1.3", f"{called} has already fired in this segment")
        if field.unit(unit_id).reacted and not field.is_bow(unit_id):
            return Illegal("5.4.6", f"{called} has reacted: only bowmen fire after a reaction")
        box = supply_box(field, unit_id)
        if box and box not in self.segment.used and not field.state.supply.get(box, 0):
            return Illegal("7.4.1", f"{called} has no missiles left in this period")
        return None

    def _target(self, unit_id: str, target: str) -> Illegal | None:
        field, here = self.field, self.field.hex_of(unit_id)
        if target not in self.enemies:
            return Illegal("7.0", f"no enemy is in {target}")
        if self._done(target):
            return Illegal("7.0", f"the enemy in {target} has been fired at in this segment")
        reach, distance = (
            field.battle.missiles.reach(field.weapon(unit_id)),
            field.board.distance(here, target),
        )
        if distance > reach:
            return Illegal(
                "7.1.2", f"{target} is {count_noun(distance, 'hex')} from {unit_id}: its range is {reach}"
            )
        return self._aim(unit_id, here, target)

    def _aim(self, unit_id: str, here: str, target: str) -> Illegal | None:
        """Why an enemy in range is no target."""
        field = self.field
        holders = {field.hex_of(u): u for u in field.exerting(here, self.side)}
        if holders and target not in holders:
            who = ", ".join(holders.values())
            return Illegal("7.2.3", f"{unit_id} is in the ZOC of {who}: it fires there or not at all")
        if not in_arc(field, unit_id, target):
            return Illegal(
                "7.2.2", f"{target} is not before {unit_id}, which faces {field.unit(unit_id).facing}"
            )
        blocked, screen = field.board.sight_blocked_by(here, target), screened_by(field, here, target)
        fault = self._high(unit_id, screen) if screen else None
        if not blocked:
            return fault
        if screen and fault is None:
            reason = f"{unit_id} fires high over {screen}: high fire does not pass {blocked}"
            return Illegal("7.3.4", reason)
        return Illegal("7.2.4", f"no line of sight from {here} to {target}: {blocked}")

    def _high(self, unit_id: str, screen: str) -> Illegal | None:
        """Why a unit may not fire over others (7.3.1)."""
        if not self.field.is_bow(unit_id):
            return Illegal("7.2.5", f"{screen} is in the way of {unit_id}: only bowmen fire over units")
        if self.side == NORMAN and self.field.state.clock["period"] == 1:
            return Illegal("7.3.2", f"{screen} is in the way: Normans fire high in the second period only")
        return None
