"""Pursuit (9.4): victors in Charge or Attack & Pursue go after the units that they have routed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from modules.engine.decisions import Asks, choose
from modules.engine.errors import Illegal
from modules.engine.hexes.movement.paths import Path
from modules.engine.hexes.options import HexOptions
from modules.engine.orders import Order
from modules.engine.requests import Tell
from modules.hastings_berg.cascade import settle
from modules.hastings_berg.field import Field
from modules.hastings_berg.marching import best_facing, walk
from modules.hastings_berg.orders import Pursue
from modules.hastings_berg.routing import company
from modules.hastings_berg.timing import untimely


def pursue(field: Field, victors: Sequence[str], prey: Mapping[str, str]) -> Asks[None]:
    """9.4.2, 9.4.3: each that can still go must; nobody goes after who is gone or was cut short (ruling
    pursuit_end). `prey`: the units that were routed, each with the hex that it left. Who goes is asked for
    the facing too, also where there is one way (ruling facing_change)."""
    waiting = [u for u in victors if field.at(u) is not None and not field.shaky(u)]
    while waiting:
        running = {u: gap for u, gap in prey.items() if field.at(u) is not None and field.unit(u).routed}
        options = PursuitOptions(field, [u for u in waiting if not field.shaky(u)], running)
        if not options.legal():
            return
        ask = f"{' or '.join(options.going)} must pursue {' or '.join(running)}"
        order = yield from choose(field.side(options.going[0]), "pursuit", ask, "9.4", options)
        waiting.remove(order.unit)
        start, leaders = field.hex_of(order.unit), field.sharing_in(field.hex_of(order.unit))
        yield Tell(f"{order.unit} pursues {'-'.join((start, *order.path))}", "9.4.4", (order.unit,))
        yield from walk(field, order.unit, order.path, order.facing or field.unit(order.unit).facing)
        if field.hex_of(order.unit) != start:
            yield from settle(field, (yield from company(field, order.unit, start, leaders)))


class Chase(NamedTuple):
    """A way after a routed unit. `stopped`: it ends beside that unit, or in a new EZOC; any other is blocked.
    `far`: hexes from its end to the unit."""

    path: Path
    stopped: bool
    far: int


class PursuitOptions(HexOptions[Pursue]):
    """The ways of the victors: each step comes nearer to the prey, the first into the hex that it left
    (ruling pursuit_path)."""

    def __init__(self, field: Field, waiting: Sequence[str], prey: Mapping[str, str]) -> None:
        self.field, self.waiting, self.prey = field, tuple(waiting), dict(prey)

    @property
    def going(self) -> list[str]:
        """Who has a way."""
        return list(dict.fromkeys(order.unit for order in self.legal()))

    def listing(self) -> list[Pursue]:
        found = dict.fromkeys(
            (u, path) for u in self.waiting for prey in self.prey for path in self._ways(u, prey)
        )
        return [Pursue(u, path, best_facing(self.field, u, path[-1])) for u, path in found]

    def _ways(self, unit_id: str, prey: str) -> list[Path]:
        """The ways after one unit, by the hex that it left if that is nearer and open."""
        ways = [way for way in self._longer(unit_id, self.field.hex_of(prey), ()) if way.path]
        through = [way for way in ways if way.path[0] == self.prey[prey]]
        return _best(through or ways)

    def _longer(self, unit_id: str, goal: str, path: Path) -> Iterator[Chase]:
        here = path[-1] if path else self.field.hex_of(unit_id)
        far = self.field.board.distance(here, goal)
        stopped = far == 1 or (bool(path) and self._caught(unit_id, here))
        steps = [] if stopped else self._steps(unit_id, here, goal, far)
        for place in steps:
            yield from self._longer(unit_id, goal, (*path, place))
        if not steps:
            yield self._ended(unit_id, goal, path, stopped=stopped)

    def _steps(self, unit_id: str, here: str, goal: str, far: int) -> list[str]:
        """The hexes that are nearer to the prey, and open."""
        board = self.field.board
        nearer = (n for n in board.neighbours[here] if board.distance(n, goal) < far)
        return [n for n in nearer if self._barred(unit_id, here, n) is None]

    def _ended(self, unit_id: str, goal: str, path: Path, *, stopped: bool) -> Chase:
        """5.6.1: no unit ends in the hex of a friend; it stops before it."""
        free = path
        while free and self.field.friend_in(free[-1], self.field.side(unit_id)) is not None:
            free = free[:-1]
        end = free[-1] if free else self.field.hex_of(unit_id)
        return Chase(free, stopped and free == path, self.field.board.distance(end, goal))

    def _caught(self, unit_id: str, place: str) -> bool:
        """9.4.5: an EZOC of others than those in whose ZOC it began."""
        field, side = self.field, self.field.side(unit_id)
        return not {*field.exerting(field.hex_of(unit_id), side)}.issuperset(field.exerting(place, side))

    def _barred(self, unit_id: str, here: str, place: str) -> Illegal | None:
        """Why a step may not be taken: an enemy, or a check in the hex of a friend."""
        field, side = self.field, self.field.side(unit_id)
        if field.holder(place) == field.battle.enemy(side):
            return Illegal("5.2.1", f"{' and '.join(field.state.occupants[place])} is in {place}")
        friend = any(field.friend_in(h, side) not in (None, unit_id) for h in (here, place))
        if friend and field.battle.checks(here, place, field.counter(unit_id).kind):
            return Illegal("5.6.3", f"{unit_id} may not check its morale in the hex of a friend: {place}")
        return None

    def spent_on(self, order: Order) -> tuple[str, str]:
        return (str(len(order.path)), "") if isinstance(order, Pursue) else ("", "")

    def why_closed(self, mover: str, place: str) -> Illegal | None:
        if mover not in self.field.battle.counters or place not in self.field.board.neighbours:
            return None
        ways = [order.path for order in self.legal() if order.unit == mover]
        beside = mover in self.going and self.field.board.grid.side_toward(self.field.hex_of(mover), place)
        if any(path[-1] == place for path in ways):
            return None
        if mover not in self.going or beside is not None:
            return self.fault(Pursue(mover, (place,)))
        listed = "; ".join("-".join(way) for way in sorted(ways)[:6])
        return Illegal("9.4.4", f"no pursuit of {mover} ends in {place}: {listed}")

    # --- checking ----------------------------------------------------------------------------------

    def fault(self, order: Order) -> Illegal | None:
        due = f"{' or '.join(self.going)} must pursue"
        if not isinstance(order, Pursue):
            return untimely(order, "9.4.2", due, fight=True)
        if order.unit not in self.going:
            return Illegal("9.4.2", f"{order.unit} does not pursue: {due}")
        words = self.field.battle.compass.words
        if order.facing and order.facing not in words:
            return Illegal("6.1.2", f"{order.facing!r} is no facing: {', '.join(words)}")
        ways = {listed.path for listed in self.legal() if listed.unit == order.unit}
        if order.path in ways:
            return None
        listed = "; ".join("-".join(way) for way in sorted(ways)[:6])
        fault = self._way_fault(order)
        return fault or Illegal("9.4.4", f"{'-'.join(order.path)} is no pursuit of {order.unit}: {listed}")

    def _way_fault(self, order: Pursue) -> Illegal | None:
        """What bars a step of a way, whatever it is for."""
        field, here = self.field, self.field.hex_of(order.unit)
        for i, place in enumerate(order.path):
            if field.board.grid.side_toward(here, place) is None:
                return Illegal("5.2.3", f"{place} is not adjacent to {here}: name every hex of the path")
            if i and self._caught(order.unit, here):
                return Illegal("9.4.5", f"{order.unit} must stop in {here}, in an EZOC that is new to it")
            fault = self._barred(order.unit, here, place)
            if fault is not None:
                return fault
            here = place
        friend = field.friend_in(here, field.side(order.unit))
        if friend is None or friend == order.unit:
            return None
        return Illegal("5.6.1", f"{friend} is in {here}: {order.unit} may not end there")


def _best(ways: Sequence[Chase]) -> list[Path]:
    """Those that end as they should; where each is blocked, those that come nearest."""
    stopped = [way for way in ways if way.stopped]
    least = min((way.far for way in ways), default=0)
    best = stopped or [way for way in ways if way.far == least]
    return list(dict.fromkeys(way.path for way in best))
