"""The Saxon wings of a turn (4.1): who fights under whom, with the least share that each leader must have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations

from modules.amounts import count_noun
from modules.engine.decisions import Asks, choose, pass_over
from modules.engine.errors import Illegal
from modules.engine.hexes.options import HexOptions
from modules.engine.listed_orders import Chosen
from modules.engine.orders import Order
from modules.engine.requests import Chance, Tell
from modules.hastings_berg import orders
from modules.hastings_berg.battle import SAXON, WINGS
from modules.hastings_berg.field import Field
from modules.hastings_berg.timing import untimely

ASK = "change wings: `join UNITS WING`, or `done`"


def wings_phase(field: Field, side: str) -> Asks[None]:
    """4.1.2: a lawful division is laid out; the Saxon player may change it."""
    age_orders(field)
    forget_boxes(field)
    options = WingOptions(field)
    for unit_id, wing in options.suggested().items():
        field.state.put(unit_id, wing=wing)
    if len(options.leaders) < 2:
        return
    changes = len(options.units)
    while changes and len((options := WingOptions(field)).legal()) > 1:
        order = yield from choose(side, "wings", ASK, "4.1.2", options)
        if isinstance(order, orders.Done):
            break
        for unit_id in order.units:
            field.state.put(unit_id, wing=order.wing)
        changes -= 1
    late = WingOptions(field.copy())
    yield from pass_over(side, "wings", ASK, "4.1.2", late, (orders.Join,))
    counts = [
        f"{wing} {sum(field.unit(u).wing == wing for u in field.on_map(side))}" for wing in options.leaders
    ]
    yield Tell(f"Saxon wings: {', '.join(counts)}", "4.1.2")


def age_orders(field: Field) -> None:
    """4.2.6: a new turn: orders of one turn end, those of two go into their second."""
    field.state.strategies.clear()
    for order, boxes in field.state.orders.items():
        field.state.orders[order] = {box: turns - 1 for box, turns in boxes.items() if turns > 1}


def forget_boxes(field: Field) -> None:
    """The order and rating of a wing without a leader are gone with the next Order Phase (ruling order_box);
    without leaders there is one wing, the center, with its rating (ruling no_leader_wing)."""
    state, kept = field.state, [*field.commanding()] or ["center"]
    for wing in (w for w in WINGS if w not in kept):
        state.ratings.pop(wing, None)
        state.strategies.pop(wing, None)
        for boxes in state.orders.values():
            for box in [b for b in boxes if b.split("_")[0] == wing]:
                del boxes[box]


class WingOptions(HexOptions[orders.Join | orders.Done]):
    """Who may join which wing. A leader who is short of his share may take units beyond his radius, the
    nearest first (rulings wing_assignment, wing_reach)."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.leaders = field.commanding()
        self.units = [u for u in field.on_map(SAXON) if field.unit(u).wing]
        self.wingless = [u for u in field.on_map(SAXON) if not field.unit(u).wing]

    @cached_property
    def share(self) -> int:
        """The least number of units of each leader (4.1.2, 4.1.3); nobody needs more than there are."""
        number = self.field.battle.number
        part = {3: number("share_three"), 2: number("share_two")}.get(len(self.leaders), 1)
        return min(-(-len(self.units) // part), len(self.units) // max(1, len(self.leaders)))

    @cached_property
    def open_to(self) -> dict[str, frozenset[str]]:
        """The wings that each unit may join."""
        field, distance = self.field, self.field.board.distance
        far = {
            unit_id: {w: distance(field.hex_of(unit_id), field.hex_of(i)) for w, i in self.leaders.items()}
            for unit_id in self.units
        }
        reach = {wing: field.radius(leader) for wing, leader in self.leaders.items()}
        while short := self._short(found := self._within(far, reach)):
            reach |= {wing: reach[wing] + 1 for wing in short}
        return found

    @staticmethod
    def _within(far: dict[str, dict[str, int]], reach: dict[str, int]) -> dict[str, frozenset[str]]:
        """The leaders in whose reach each unit is, or the nearest."""
        found = {}
        for unit_id, its in far.items():
            near = frozenset(wing for wing, distance in its.items() if distance <= reach[wing])
            least = min(its.values(), default=0)
            found[unit_id] = near or frozenset(wing for wing, distance in its.items() if distance == least)
        return found

    def _short(self, found: dict[str, frozenset[str]]) -> tuple[str, ...]:
        """The fewest leaders who together have too few units to choose from."""
        for count in range(1, len(self.leaders) + 1):
            for some in combinations(self.leaders, count):
                if sum(not its.isdisjoint(some) for its in found.values()) < self.share * count:
                    return some
        return ()

    def suggested(self) -> dict[str, str]:
        """A lawful division (4.1.1): each to the nearest leader whom it may join, then the missing are moved
        over, directly or by way of the third wing."""
        field = self.field
        if not self.leaders:
            return dict.fromkeys(self.units, "center")
        found = {}
        for unit_id in self.units:
            here, now = field.hex_of(unit_id), field.unit(unit_id).wing
            ranked = {
                w: field.board.distance(here, field.hex_of(self.leaders[w])) for w in self.open_to[unit_id]
            }
            found[unit_id] = min(sorted(ranked), key=lambda w: (ranked[w], w != now))
        while (
            lacking := next((w for w in self.leaders if self._count(found, w) < self.share), None)
        ) is not None:
            found |= self._shift(found, lacking)
        return found

    @staticmethod
    def _count(division: dict[str, str], wing: str) -> int:
        return sum(each == wing for each in division.values())

    def _shift(self, division: dict[str, str], lacking: str) -> dict[str, str]:
        """The changes of a shortest chain that brings a unit to a wing from one that can spare it."""
        chains: list[tuple[str, dict[str, str]]] = [(lacking, {})]
        seen = {lacking}
        for wing, changes in chains:
            for unit_id in sorted(division, key=lambda u: self._from(u, wing)):
                now = division[unit_id]
                if now in seen or wing not in self.open_to[unit_id]:
                    continue
                chain = {**changes, unit_id: wing}
                if self._count(division, now) > self.share:
                    return chain
                seen.add(now)
                chains.append((now, chain))
        raise LookupError(f"no unit can be spared for the {lacking} wing")

    def _from(self, unit_id: str, wing: str) -> int:
        """How far a unit is from the leader of a wing."""
        return self.field.board.distance(self.field.hex_of(unit_id), self.field.hex_of(self.leaders[wing]))

    # --- options -----------------------------------------------------------------------------------

    def listing(self) -> Sequence[orders.Join | orders.Done]:
        joins = [orders.Join((u,), wing) for u in self.units for wing in sorted(self.open_to[u])]
        return [*(order for order in joins if self.fault(order) is None), orders.Done()]

    def axes(self, kind: type[Order], chosen: Chosen) -> Mapping[str, Sequence[str]]:
        """Several may join a wing together, which is not listed."""
        if kind is not orders.Join:
            return super().axes(kind, chosen)
        wanted, may = chosen.get("wing", ()), {u: self._others(u) for u in self.units}
        wings = [w for w in sorted(self.leaders) if all(w in may.get(u, ()) for u in chosen.get("units", ()))]
        return {"units": [u for u, its in may.items() if its and set(wanted) <= its], "wing": wings}

    def _others(self, unit_id: str) -> frozenset[str]:
        """The wings that a unit may join, beside its own."""
        return self.open_to[unit_id] - {self.field.unit(unit_id).wing}

    def draw(self, chance: Chance) -> orders.Join | orders.Done:
        return orders.Done() if chance.below(3) else super().draw(chance)

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, orders.Done):
            return None
        if not isinstance(order, orders.Join):
            return untimely(order, "4.1.2", "Now wings are defined")
        division = {u: self.field.unit(u).wing for u in self.units}
        if len(set(order.units)) < len(order.units):
            return Illegal("4.1.2", "a unit is named twice")
        for unit_id in order.units:
            if unit_id in self.wingless:
                reason = f"{unit_id} joins a wing only near a leader or beside an enemy"
                return Illegal("4.3.8", reason)
            if unit_id not in division:
                return Illegal("4.1.2", f"{self.field.called(unit_id)} is no Saxon unit on the map")
            if order.wing not in self.open_to[unit_id]:
                may = " or ".join(sorted(self.open_to[unit_id]))
                return Illegal(
                    "4.1.2", f"{unit_id} is not near enough to that wing's leader: it may join {may}"
                )
            if division[unit_id] == order.wing:
                return Illegal("4.1.2", f"{unit_id} is in the {order.wing} wing")
        left = self._counts_after(division, order)
        low = next((wing for wing, count in left.items() if count < self.share), None)
        rule = "4.1.2" if len(self.leaders) == len(WINGS) else "4.1.3"
        if low is None:
            return None
        return Illegal(
            rule,
            f"the {low} wing would have {count_noun(left[low], 'unit')} of {len(self.units)}: "
            f"{self.share} needed",
        )

    def _counts_after(self, division: dict[str, str], order: orders.Join) -> dict[str, int]:
        after = {**division, **dict.fromkeys(order.units, order.wing)}
        return {wing: self._count(after, wing) for wing in self.leaders}
