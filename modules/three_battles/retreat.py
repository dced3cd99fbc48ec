"""Retreats after combat (7.8, 9.2, 13.4): foot one hex, cavalry three, through friends only if need be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from modules.engine.asking import Asks, choose, pick
from modules.engine.errors import Illegal
from modules.engine.orders import Order
from modules.engine.requests import Options, Tell
from modules.three_battles import orders
from modules.three_battles.edges import leave
from modules.three_battles.field import Field
from modules.three_battles.leaders import make_way
from modules.three_battles.losses import step_loss
from modules.three_battles.orders import EXIT


def retreat_all(field: Field, units: Sequence[str]) -> Asks[None]:
    """Retreats these units in the order that their owner likes; those that cannot are eliminated (7.8)."""
    waiting = [u for u in units if field.at(u) is not None]
    while waiting:
        options = RetreatOptions(field, waiting)
        choices = options.legal()
        if not choices:
            break
        order = choices[0]
        if len(choices) > 1:
            ask = f"retreat {' or '.join(waiting)}"
            order = yield from choose(field.side(waiting[0]), "retreat", ask, "7.8", options)
        waiting.remove(order.unit)
        yield from _go(field, order)
    for unit_id in waiting:
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
    yield from field.battle.exclusive.moved(field, side)


def _push_through(field: Field, order: orders.Retreat) -> Asks[None]:
    """Foot that retreats through friends disorders them and itself; cavalry does not (9.2)."""
    if field.counter(order.unit).mounted or field.is_leader(order.unit):
        return
    through = [u for h in order.path[:-1] if (u := field.friend_in(h, field.side(order.unit))) is not None]
    for unit_id in (*through, order.unit) if through else ():
        if not field.state.units[unit_id].disordered:
            field.state.put(unit_id, disordered=True)
            yield Tell(f"{unit_id} is disordered by the retreat", "13.4 (4.3)", (unit_id,))


@dataclass(frozen=True, slots=True)
class _Mover:
    unit: str
    side: str
    start: str
    length: int
    ezoc: frozenset[str]


class RetreatOptions(Options[orders.Retreat]):
    """The legal retreats of the units that have still to go. Every step leads farther from the start
    (ruling retreat_away)."""

    def __init__(self, field: Field, waiting: Sequence[str]) -> None:
        self.field, self.waiting = field, tuple(waiting)
        self._ezoc = {side: field.ezoc(side) for side in {field.side(unit_id) for unit_id in waiting}}

    def legal(self) -> Sequence[orders.Retreat]:
        return [orders.Retreat(unit_id, path) for unit_id in self.waiting for path in self.paths(unit_id)]

    def paths(self, unit_id: str) -> list[tuple[str, ...]]:
        """A unit's legal retreats: of its proper length, or longer only if there is none of that length."""
        mover = self._mover(unit_id)
        found = sorted(self._walk(mover, ()), key=lambda path: (len(path), path))
        proper = [path for path in found if len(path) == mover.length]
        return (proper or found) + self._ways_off(mover) if found else []

    def _ways_off(self, mover: _Mover) -> list[tuple[str, ...]]:
        """Off the map, where units may leave it over any edge (14.2, 15.2; ruling exit_retreat)."""
        board = self.field.board
        if self.field.battle.special.edge_exits is None:
            return []
        ways: list[tuple[str, ...]] = [()]
        for _ in range(mover.length - 1):
            ends = [(path, path[-1] if path else mover.start) for path in ways]
            longer = [(*p, n) for p, here in ends for n in board.neighbours[here]]
            ways += [
                p for p in longer if not self._barred(mover, p[-2] if len(p) > 1 else mover.start, p[-1])
            ]
        at_edge = {p for p in ways if board.grid.open_sides(p[-1] if p else mover.start)}
        return sorted((*p, EXIT) for p in at_edge)

    def check(self, order: Order) -> None:
        if not isinstance(order, orders.Retreat) or order.unit not in self.waiting:
            raise Illegal("7.8", f"`{order}` is not a retreat of {' or '.join(self.waiting)}")
        mover = self._mover(order.unit)
        here = mover.start
        for place in order.path if order.path[-1] != EXIT else order.path[:-1]:
            fault = self._barred(mover, here, place)
            if fault:
                raise Illegal("7.8", f"{order.unit} may not retreat from {here} to {place}: {fault}")
            here = place
        legal = self.paths(order.unit)
        if order.path not in legal:
            listed = "; ".join("-".join(path) for path in legal[:6]) or "none"
            rule = "9.2" if mover.length > 1 else "7.8"
            raise Illegal(
                rule, f"{'-'.join(order.path)} is not a retreat open to {order.unit}; it may go {listed}"
            )

    def _mover(self, unit_id: str) -> _Mover:
        counter = self.field.counter(unit_id)
        length = self.field.battle.number("retreat_cavalry" if counter.mounted else "retreat_foot")
        start = self.field.state.units[unit_id].at
        return _Mover(unit_id, counter.side, start, length, self._ezoc[counter.side])

    def _walk(self, mover: _Mover, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        here = path[-1] if path else mover.start
        away = self.field.board.distance(mover.start, here)
        for place in self.field.board.neighbours[here]:
            # Two in three lead nowhere: to ask this first halves the time of a whole game's retreats.
            if self.field.board.distance(mover.start, place) <= away or self._barred(mover, here, place):
                continue
            longer = (*path, place)
            friend = self.field.friend_in(place, mover.side) is not None and not self._stacks(mover)
            if len(longer) >= mover.length and not friend:
                yield longer
            elif len(longer) < mover.length or friend:
                yield from self._walk(mover, longer)

    def _barred(self, mover: _Mover, here: str, place: str) -> str:
        field, board = self.field, self.field.board
        if board.grid.side_toward(here, place) is None:
            return "the hexes are not adjacent"
        if not board.retreat_open(here, place):
            return "the terrain prohibits it"
        if board.distance(mover.start, place) <= board.distance(mover.start, here):
            return f"it does not lead away from {mover.start}"
        if field.enemy_in(place, mover.side) is not None:
            return "an enemy unit is in it"
        if self._stacks(mover) and field.holder(place) not in (None, mover.side):
            return "an enemy leader is in it"
        if place in mover.ezoc and not (self._stacks(mover) and field.friend_in(place, mover.side)):
            return f"it is in the ZOC of {', '.join(field.exerting(place, mover.side))}"
        return ""

    def _stacks(self, mover: _Mover) -> bool:
        """A leader may end in a friend's hex (10.2)."""
        return self.field.is_leader(mover.unit)
