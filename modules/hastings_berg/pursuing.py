"""Pursuit (9.4): victors in Charge or Attack & Pursue go after the units that they have routed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from modules.engine.asking import Asks, choose
from modules.engine.errors import Illegal
from modules.engine.hexes.options import HexOptions
from modules.engine.hexes.paths import Path
from modules.engine.orders import Order
from modules.engine.requests import Tell
from modules.hastings_berg.cascade import settle
from modules.hastings_berg.field import Field
from modules.hastings_berg.marching import best_facing, walk
from modules.hastings_berg.orders import Pursue
from modules.hastings_berg.routing import company


def pursue(field: Field, victors: Sequence[str], prey: Sequence[str]) -> Asks[None]:
    """9.4.2, 9.4.3: each that can still go must; nobody goes after who is gone or was cut short (ruling
    pursuit_end)."""
    waiting = [u for u in victors if field.at(u) is not None and not field.shaky(u)]
    while waiting:
        running = [u for u in prey if field.at(u) is not None and field.unit(u).routed]
        options = PursuitOptions(field, [u for u in waiting if not field.shaky(u)], running)
        choices = options.legal()
        if not choices:
            return
        order = choices[0]
        if len(choices) > 1:
            ask = f"{' or '.join(options.waiting)} must pursue {' or '.join(running)}"
            order = yield from choose(field.side(order.unit), "pursuit", ask, "9.4", options)
        waiting.remove(order.unit)
        start, leaders = field.hex_of(order.unit), field.sharing_in(field.hex_of(order.unit))
        yield Tell(f"{order.unit} pursues {'-'.join((start, *order.path))}", "9.4.4", (order.unit,))
        yield from walk(field, order.unit, order.path, order.facing or field.unit(order.unit).facing)
        if field.hex_of(order.unit) != start:
            yield from settle(field, (yield from company(field, order.unit, start, leaders)))


class PursuitOptions(HexOptions[Pursue]):
    """The shortest ways of the victors to hexes beside those who run (ruling pursuit_path)."""

    def __init__(self, field: Field, waiting: Sequence[str], prey: Sequence[str]) -> None:
        self.field, self.waiting, self.prey = field, tuple(waiting), tuple(prey)

    def listing(self) -> list[Pursue]:
        found: dict[tuple[str, Path], None] = {}
        for unit_id in self.waiting:
            for prey in self.prey:
                found.update(((unit_id, path), None) for path in self._paths(unit_id, prey))
        return [Pursue(u, path, best_facing(self.field, u, path[-1])) for u, path in found]

    def _paths(self, unit_id: str, prey: str) -> list[Path]:
        """Every shortest way to a hex beside the prey, as far as it leads without a new EZOC on it."""
        field, here = self.field, self.field.hex_of(unit_id)
        goals = set(field.board.neighbours[field.hex_of(prey)]) - {*field.closed_to(field.side(unit_id))}
        if here in goals:
            return []
        ways: dict[str, list[Path]] = {goal: [()] for goal in goals}
        for ring in reversed(self._rings(unit_id, here, goals)):
            longer: dict[str, list[Path]] = {}
            for one, other in ring:
                longer.setdefault(one, []).extend((other, *rest) for rest in ways.get(other, ()))
            ways = longer
        found = (self._as_far(unit_id, path) for path in ways.get(here, ()))
        return [path for path in dict.fromkeys(found) if path]

    def _rings(self, unit_id: str, here: str, goals: Collection[str]) -> list[list[tuple[str, str]]]:
        """The steps from each distance to the next, until a goal is met; none where the prey is walled in, so
        that no ways are counted which lead nowhere."""
        shut = {here, *self.field.closed_to(self.field.side(unit_id))}
        rings, front = [], [here]
        while front and not set(front) & set(goals):
            steps = [(one, n) for one in front for n in self.field.board.neighbours[one] if n not in shut]
            rings.append([step for step in steps if self._open(unit_id, *step)])
            front = list(dict.fromkeys(n for _, n in rings[-1]))
            shut.update(front)
        return rings if front else []

    def _open(self, unit_id: str, one: str, other: str) -> bool:
        """5.6.3: no check in the hex of a friend."""
        field, side = self.field, self.field.side(unit_id)
        friend = any(field.friend_in(h, side) not in (None, unit_id) for h in (one, other))
        return not friend or not field.battle.checks(one, other, field.counter(unit_id).kind)

    def _as_far(self, unit_id: str, path: Path) -> Path:
        """9.4.5: it stops in the first new EZOC, and never in the hex of a friend."""
        field, side, here = self.field, self.field.side(unit_id), self.field.hex_of(unit_id)
        known = frozenset(field.exerting(here, side))
        for i, place in enumerate(path, start=1):
            if not known.issuperset(field.exerting(place, side)):
                path = path[:i]
                break
        while path and field.friend_in(path[-1], side) is not None:
            path = path[:-1]
        return path

    def fault(self, order: Order) -> Illegal | None:
        if not isinstance(order, Pursue) or order.unit not in self.waiting:
            return Illegal("9.4.2", f"{' or '.join(self.waiting)} must pursue: `{order}` does not do it")
        words = self.field.battle.compass.words
        if order.facing and order.facing not in words:
            return Illegal("6.1.2", f"{order.facing!r} is no facing: {', '.join(words)}")
        ways = {listed.path for listed in self.legal() if listed.unit == order.unit}
        if order.path in ways:
            return None
        listed = "; ".join("-".join(way) for way in sorted(ways)[:6])
        return Illegal("9.4.4", f"{'-'.join(order.path)} is no pursuit of {order.unit}: {listed or 'none'}")
