"""Retreats after combat (7.8, 9.2, 13.4): foot one hex, cavalry three, farther through friends if need be."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from modules.engine.decisions import Asks, pick
from modules.engine.hexes.movement import retreating
from modules.engine.hexes.orders import EXIT
from modules.engine.requests import Tell
from modules.three_battles import orders
from modules.three_battles.edges import leave
from modules.three_battles.field import Field
from modules.three_battles.leaders import make_way
from modules.three_battles.losses import step_loss


def retreat_all(field: Field, units: Sequence[str]) -> Asks[None]:
    """Retreats these units in the order that their owner likes; those that cannot are eliminated (7.8)."""
    options_of = partial(RetreatOptions, field)
    yield from retreating.one_by_one(field, units, options_of, partial(_go, field), partial(_stay, field))


def _stay(field: Field, unit_id: str) -> Asks[None]:
    """No hex to retreat to: eliminated, or a step lost, where it stands (13.4 on 7.7)."""
    yield Tell(f"{unit_id} cannot retreat", "7.8", (unit_id,))
    yield from step_loss(field, unit_id)


def _go(field: Field, order: orders.Retreat) -> Asks[None]:
    unit_id, side = order.unit, field.side(order.unit)
    start, end = field.state.units[unit_id].at, order.path[-1]
    yield Tell(f"{unit_id} retreats {start}-{'-'.join(order.path)}", "7.8", (unit_id,))
    yield from _push_through(field, order)
    followers = []
    for leader in field.leaders_in(start) if not field.is_leader(unit_id) else ():
        ask = f"{unit_id} retreats to {end}: does {field.called(leader)} follow or stay (`stand`)?"
        choices: list[orders.Follow | orders.Stand] = [orders.Follow(leader), orders.Stand(leader)]
        answer = yield from pick(side, "leader_follows", ask, "10.2", choices)
        if isinstance(answer, orders.Follow):
            followers.append(leader)
    for place in order.path:
        if place == EXIT:
            for counter_id in (unit_id, *followers):
                yield from leave(field, counter_id)
            return
        yield from make_way(field, side, place)
    for counter_id in (unit_id, *followers):
        field.state.put(counter_id, at=end)
    yield from field.battle.exclusive.moved(field, [unit_id, *followers], (start, *order.path))


def _push_through(field: Field, order: orders.Retreat) -> Asks[None]:
    """Foot that retreats through friends disorders them and itself; cavalry does not (9.2)."""
    if field.counter(order.unit).mounted or field.is_leader(order.unit):
        return
    through = [u for h in order.path[:-1] if (u := field.friend_in(h, field.side(order.unit))) is not None]
    for unit_id in (*through, order.unit) if through else ():
        if not field.state.units[unit_id].disordered:
            field.state.put(unit_id, disordered=True)
            yield Tell(f"{unit_id} is disordered by the retreat", "13.4 (4.3)", (unit_id,))


class RetreatOptions(retreating.RetreatOptions[Field]):
    """The legal retreats of the units that have still to go (rulings exit_retreat, retreat_order,
    retreat_away)."""

    def __init__(self, field: Field, waiting: Sequence[str]) -> None:
        super().__init__(field, waiting, rule="7.8", far="9.2")

    def length(self, unit_id: str) -> int:
        mounted = self.field.counter(unit_id).mounted
        return self.field.battle.number("retreat_cavalry" if mounted else "retreat_foot")

    def may_leave(self) -> bool:
        """14.2, 15.2."""
        return self.field.battle.special.edge_exits is not None
