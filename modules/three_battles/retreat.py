"""Retreats after combat (7.8, 9.2, 13.4): foot one hex, cavalry three, farther through friends if need be."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from modules.engine.asking import Asks, choose, pick
from modules.engine.errors import Illegal
from modules.engine.hexes.orders import EXIT
from modules.engine.orders import Order
from modules.engine.requests import Options, Tell
from modules.three_battles import orders
from modules.three_battles.edges import leave
from modules.three_battles.field import Field
from modules.three_battles.leaders import make_way
from modules.three_battles.losses import step_loss


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
        if isinstance(order, orders.Retreat):
            yield from _go(field, order)
        else:
            yield from _stay(field, order.unit)
    for unit_id in waiting:
        yield from _stay(field, unit_id)


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


@dataclass(frozen=True, slots=True)
class _Mover:
    unit: str
    side: str
    start: str
    length: int
    ezoc: Collection[str]


class RetreatOptions(Options[orders.Retreat | orders.Lose]):
    """The legal retreats of the units that have still to go. Who has none on the map may leave it where units
    may (14.2, 15.2), or is lost once nobody else can make room (rulings exit_retreat, retreat_order)."""

    def __init__(self, field: Field, waiting: Sequence[str]) -> None:
        self.field, self.waiting = field, tuple(waiting)
        self._ezoc = {side: field.ezoc(side) for side in {field.side(unit_id) for unit_id in waiting}}

    def legal(self) -> Sequence[orders.Retreat | orders.Lose]:
        """Retreats on the map, then losses, then ways off the map; nothing where nobody has a choice."""
        stays = [orders.Retreat(u, path) for u in self.waiting for path in self.paths(u)]
        leaves = [orders.Retreat(u, path) for u in self.waiting for path in self.ways_off(u)]
        losses = () if stays else dict.fromkeys(order.unit for order in leaves)
        return [*stays, *(orders.Lose(unit_id) for unit_id in losses), *leaves]

    def paths(self, unit_id: str) -> list[tuple[str, ...]]:
        """A unit's legal retreats on the map: of its proper length, or longer only if there is none of that
        length. Of the ways to a hex the shortest count (ruling retreat_away)."""
        mover = self._mover(unit_id)
        proper: list[tuple[str, ...]] = [()]
        for _ in range(mover.length):
            proper = [longer for path in proper for longer in self._farther(mover, path)]
        proper = [path for path in proper if self._may_stop(mover, path[-1])]
        return sorted(proper or self._ends(mover), key=lambda path: (len(path), path))

    def ways_off(self, unit_id: str) -> list[tuple[str, ...]]:
        """Off the map, where units may leave it over any edge (14.2, 15.2; ruling exit_retreat)."""
        board, mover = self.field.board, self._mover(unit_id)
        if self.field.battle.special.edge_exits is None:
            return []
        ways: list[tuple[str, ...]] = [()]
        front = ways
        for _ in range(mover.length - 1):
            front = [longer for path in front for longer in self._farther(mover, path)]
            ways = [*ways, *front]
        at_edge = (path for path in ways if board.grid.open_sides(path[-1] if path else mover.start))
        return sorted((*path, EXIT) for path in at_edge)

    def _farther(self, mover: _Mover, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """A path with one step more that leads away from where it began."""
        here = path[-1] if path else mover.start
        away = self.field.board.distance(mover.start, here)
        for place in self.field.board.neighbours[here]:
            # Two in three lead nowhere: to ask this first halves the time of a whole game's retreats.
            if self.field.board.distance(mover.start, place) > away and not self._barred(mover, here, place):
                yield (*path, place)

    def check(self, order: Order) -> None:
        if isinstance(order, orders.Lose) and order.unit in self.waiting:
            if order not in self.legal():
                raise Illegal("7.8", f"{order.unit} is lost only where it cannot retreat: {self._open()}")
            return
        if not isinstance(order, orders.Retreat) or order.unit not in self.waiting:
            raise Illegal("7.8", f"`{order}` is not a retreat of {' or '.join(self.waiting)}")
        mover = self._mover(order.unit)
        here = mover.start
        for place in order.path if order.path[-1] != EXIT else order.path[:-1]:
            fault = self._barred(mover, here, place)
            if fault:
                raise Illegal("7.8", f"{order.unit} may not retreat from {here} to {place}: {fault}")
            here = place
        if EXIT not in order.path and len(order.path) >= mover.length and not self._is_away(mover, here):
            raise Illegal("7.8", f"a retreat of {order.unit} to {here} does not lead away from {mover.start}")
        legal = [*self.paths(order.unit), *self.ways_off(order.unit)]
        if order.path not in legal:
            listed = "; ".join("-".join(path) for path in legal[:6]) or "none"
            rule = "9.2" if mover.length > 1 else "7.8"
            raise Illegal(
                rule, f"{'-'.join(order.path)} is not a retreat open to {order.unit}; it may go {listed}"
            )

    def _open(self) -> str:
        return "; ".join(str(choice) for choice in self.legal()[:6])

    def _mover(self, unit_id: str) -> _Mover:
        counter = self.field.counter(unit_id)
        length = self.field.battle.number("retreat_cavalry" if counter.mounted else "retreat_foot")
        start = self.field.state.units[unit_id].at
        return _Mover(unit_id, counter.side, start, length, self._ezoc[counter.side])

    def _ends(self, mover: _Mover) -> Iterator[tuple[str, ...]]:
        """The shortest ways to each hex where the unit may stop: as far off as it must go, and no friend in
        it. From any other hex it goes on."""
        steps = {mover.start: 0}
        front: list[tuple[str, ...]] = [()]
        while front:
            following: list[tuple[str, ...]] = []
            for path in front:
                here = path[-1] if path else mover.start
                for place in self.field.board.neighbours[here]:
                    if steps.get(place, len(path) + 1) <= len(path) or self._barred(mover, here, place):
                        continue
                    steps[place] = len(path) + 1
                    longer = (*path, place)
                    if self._may_stop(mover, place):
                        yield longer
                    else:
                        following.append(longer)
            front = following

    def _may_stop(self, mover: _Mover, place: str) -> bool:
        friend = self.field.friend_in(place, mover.side) is not None and not self._stacks(mover)
        return self._is_away(mover, place) and not friend

    def _is_away(self, mover: _Mover, place: str) -> bool:
        """True as far from the start as a retreat must lead (7.8, 9.2)."""
        return self.field.board.distance(mover.start, place) >= mover.length

    def _barred(self, mover: _Mover, here: str, place: str) -> str:
        field, board = self.field, self.field.board
        if board.grid.side_toward(here, place) is None:
            return "the hexes are not adjacent"
        if not board.retreat_open(here, place):
            return "the terrain prohibits it"
        if place == mover.start:
            return "it is where the retreat began"
        if field.enemy_in(place, mover.side) is not None:
            return "an enemy unit is in it"
        if self._stacks(mover) and field.holder(place) not in (None, mover.side):
            return "an enemy leader is in it"
        if place in mover.ezoc:
            return f"it is in the ZOC of {', '.join(field.exerting(place, mover.side))}"
        return ""

    def _stacks(self, mover: _Mover) -> bool:
        """A leader may end in a friend's hex (10.2)."""
        return self.field.is_leader(mover.unit)
