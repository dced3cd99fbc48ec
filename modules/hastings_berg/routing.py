"""Routs (9.2.3): the path of least resistance, friends run over, displacement (9.3), retreats cut short."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from modules.amounts import count_noun
from modules.engine.decisions import Asks, choose
from modules.engine.errors import Illegal
from modules.engine.hexes.movement.paths import Path
from modules.engine.hexes.options import HexOptions
from modules.engine.hexes.orders import EXIT
from modules.engine.orders import Order
from modules.engine.requests import Tell
from modules.hastings_berg import orders
from modules.hastings_berg.effects import Alone, Check, Disrupt, Effect, Rout, Step
from modules.hastings_berg.field import Field
from modules.hastings_berg.timing import ShortList, pick, untimely
from modules.hastings_berg.victory import eliminate, enter


def rout(field: Field, asked: Rout) -> Asks[list[Effect]]:
    """A rout, or a further one: three hexes at once; cut short by enemies or friends it costs a step, and the
    unit is disrupted instead, or stays routed (9.2.3(1), 9.2.4(1), 9.3.4, ruling rout_cut_short)."""
    unit_id = asked.unit
    if field.at(unit_id) is None:
        return []
    before, home = field.unit(unit_id), field.battle.home(field.side(unit_id))
    field.state.put(unit_id, routed=True, disrupted=False, facing=home)
    length = field.battle.number("rout")
    whole, found = yield from retreat(field, unit_id, length, forced=True)
    if not whole and field.at(unit_id) is not None:
        facing = before.facing if field.hex_of(unit_id) == before.at else home
        field.state.put(unit_id, routed=before.routed, disrupted=not before.routed, facing=facing)
        becomes = "stays routed" if before.routed else "is disrupted"
        yield Tell(f"{unit_id} cannot complete its rout: it {becomes} and loses a step", "9.3.4", (unit_id,))
        found = [Step(unit_id, "9.3.4"), *found]
    return found


def retreat(field: Field, unit_id: str, length: int, *, forced: bool) -> Asks[tuple[bool, list[Effect]]]:
    """Takes a routed unit back. True if it went all the way, and what follows. `forced`: by a result of
    combat or a check, not for want of a rally."""
    start = field.hex_of(unit_id)
    options = RoutOptions(field, unit_id, length, forced=forced)
    found: list[Effect] = []
    path: Path = options.cut_short
    whole = bool(options.legal())
    if whole:
        order = yield from pick_way(field, options)
        path = order.path
        blocker = None if path[-1] == EXIT else field.friend_in(path[-1], field.side(unit_id))
        if blocker is not None:
            displaced = yield from _displace(field, unit_id, blocker)
            whole = bool(displaced)
            path = path if whole else options.until_free(path)
            found += displaced
    leaders = field.sharing_in(start)
    found += yield from _go(field, unit_id, path)
    if field.at(unit_id) != start:
        found += yield from company(field, unit_id, start, leaders)
    return whole, found


def pick_way(field: Field, options: RoutOptions) -> Asks[orders.Retreat]:
    """The owner's choice among ways that are equally good (9.3.1)."""
    choices = options.legal()
    if len(choices) == 1:
        return choices[0]
    ask = f"which way does {options.unit_id} rout?"
    return (yield from choose(field.side(options.unit_id), "rout", ask, "9.3.1", options))


def _go(field: Field, unit_id: str, path: Path) -> Asks[list[Effect]]:
    """Moves a routed unit; friends over whom it runs check (9.2.3(3)), off the map it is lost (9.2.3(4))."""
    side, start = field.side(unit_id), field.hex_of(unit_id)
    if not path:
        yield Tell(f"{unit_id} cannot go back", "9.2.3", (unit_id,))
        return []
    passed = [f for h in path[:-1] if (f := field.friend_in(h, side)) is not None]
    on_map = [h for h in path if h != EXIT]
    yield Tell(f"{unit_id} routs {'-'.join((start, *path))}", "9.2.3", (unit_id,))
    if path[-1] == EXIT:
        enter(field, unit_id, on_map)
        yield from eliminate(field, unit_id, "9.2.3")
    else:
        field.state.put(unit_id, at=path[-1], facing=field.battle.home(side))
        enter(field, unit_id, on_map)
    return [Check(f, "9.3.2", f"{unit_id} ran through it") for f in passed]


def company(field: Field, unit_id: str, start: str, leaders: Sequence[str]) -> Asks[list[Effect]]:
    """Leaders with a unit that has gone go with it or stay (ruling rout_leader)."""
    there = field.at(unit_id)
    for leader in leaders:
        if there is None:
            continue
        choices: list[Order] = [orders.Follow(leader, unit_id), orders.Stay(leader)]
        ask = f"{field.called(leader)}: go with {unit_id} to {there}, or stay in {start}?"
        options = ShortList(choices, "9.2.3", f"{field.called(leader)} goes with {unit_id}, or stays")
        order = yield from pick(field.side(leader), "company", ask, "9.2.3", options)
        if isinstance(order, orders.Follow):
            field.state.put(leader, at=there)
            yield Tell(f"{field.called(leader)} goes with {unit_id}", "9.2.3", (leader,))
    return [Alone(leader) for leader in leaders]


# --- the way ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Way:
    """A way back, and how good it is: the smaller `rank` the less resistance. `whole`: all of its length."""

    path: Path
    rank: tuple[int, ...]
    whole: bool


class RoutOptions(HexOptions[orders.Retreat]):
    """The ways of a unit that goes back so many hexes, those of least resistance (9.3.1, rulings rout_path,
    rout_direction, rout_zoc)."""

    def __init__(self, field: Field, unit_id: str, length: int, *, forced: bool) -> None:
        self.field, self.unit_id, self.length, self.forced = field, unit_id, length, forced
        self.side, self.start = field.side(unit_id), field.hex_of(unit_id)
        self.ezoc = field.ezoc(self.side)
        self.enemies = set(field.closed_to(self.side))

    @cached_property
    def tried(self) -> list[Way]:
        """Every way, also those that are cut short."""
        return list(self._longer((), self.start))

    def _longer(self, path: Path, here: str) -> Iterator[Way]:
        stops = bool(path) and here in self.ezoc
        if len(path) == self.length or stops or (path and path[-1] == EXIT):
            yield self._way(path, whole=True)
            return
        following = self._steps(path, here)
        if not following:
            yield self._way(path, whole=False)
        for place in following:
            yield from self._longer((*path, place), place)

    def _steps(self, path: Path, here: str) -> list[str]:
        """The next row if one of its hexes is open, in need one in an EZOC, else beside; off the map from the
        last row."""
        battle, around = self.field.battle, self.field.board.neighbours[here]
        rear = [n for n in around if battle.rearward(self.side, here, n)]
        if not rear:
            return [EXIT]
        free = [n for n in rear if n not in self.enemies]
        if found := [n for n in free if n not in self.ezoc]:
            return found
        if free and not self.forced:
            return free
        row = self.field.board.grid.numbers(here)[0]
        beside = [n for n in around if self.field.board.grid.numbers(n)[0] == row]
        closed = {*path, self.start, *self.enemies, *self.ezoc}
        return [n for n in beside if n not in closed]

    def _way(self, path: Path, *, whole: bool) -> Way:
        steps = list(pairwise((self.start, *(h for h in path if h != EXIT))))
        kind, board = self.field.counter(self.unit_id).kind, self.field.board
        aside = sum(not self.field.battle.rearward(self.side, *step) for step in steps)
        held = sum(self._friend(other) for _, other in steps)
        cost = sum(board.step(one, other, kind).cost for one, other in steps)
        caught = bool(path) and path[-1] in self.ezoc
        return Way(path, (aside, caught, held, cost), whole)

    def _friend(self, hex_id: str) -> bool:
        return hex_id != self.start and self.field.friend_in(hex_id, self.side) is not None

    def listing(self) -> list[orders.Retreat]:
        """The best ways to a free hex, or, without one, to a friend who can be displaced."""
        whole = [way for way in self.tried if way.whole]
        free = [way for way in whole if not self._friend(way.path[-1])]
        best = free or [way for way in whole if chains(self.field, self.side, way.path[-1], self.start)]
        least = min((way.rank for way in best), default=None)
        return [orders.Retreat(self.unit_id, way.path) for way in best if way.rank == least]

    @cached_property
    def cut_short(self) -> Path:
        """As far as it comes where it cannot go all the way: the last hex without a friend."""
        found: dict[Path, tuple[int, tuple[int, ...]]] = {}
        for way in self.tried:
            path = self.until_free(tuple(h for h in way.path if h != EXIT))
            found[path] = (-len(path), self._way(path, whole=False).rank)
        return min(found, key=lambda path: (found[path], path), default=())

    def until_free(self, path: Path) -> Path:
        """A path that cannot be gone to its end, up to its last hex without a friend."""
        path = path[: self.length - 1] if len(path) == self.length else path
        while path and self._friend(path[-1]):
            path = path[:-1]
        return path

    def fault(self, order: Order) -> Illegal | None:
        if order in self.legal():
            return None
        if not isinstance(order, orders.Retreat) or order.unit != self.unit_id:
            return self._due(order)
        listed = "; ".join("-".join(way.path) for way in self.legal()[:6])
        reason = f"`{order}` is not the path of least resistance of {self.unit_id}: {listed}"
        return Illegal("9.3.1", reason)

    def _due(self, order: Order) -> Illegal:
        """What is due in the place of another order: the rout, or the two hexes of a failed rally (9.5.3)."""
        rule, why = ("9.2.3", "is routed") if self.forced else ("9.5.3", "is routed, and does not rally")
        due = f"{self.unit_id} {why}: `retreat` it {count_noun(self.length, 'hex')}"
        return Illegal(rule, due) if isinstance(order, orders.Retreat) else untimely(order, rule, due)


# --- displacement ----------------------------------------------------------------------------------------


def _displace(field: Field, unit_id: str, blocker: str) -> Asks[list[Effect]]:
    """9.3.3: the owner may make room for a routed unit, and disrupts who is moved; empty if he does not."""
    side, options = field.side(unit_id), DisplaceOptions(field, blocker, unit_id)
    ask = f"displace {blocker} in {options.here} for {unit_id}, or `hold`"
    order = yield from choose(side, "displacement", ask, "9.3.3", options)
    if not isinstance(order, orders.Displace):
        return []
    moved = [blocker, *(field.places.filled[h] for h in order.path[:-1])]
    for other, place in reversed(list(zip(moved, order.path, strict=True))):
        start = field.hex_of(other)
        field.state.put(other, at=place)
        enter(field, other, [place])
        yield Tell(f"{other} is displaced {start}-{place}", "9.3.3", (other,))
        if not field.unit(other).routed:
            yield from turn(field, other, "9.3.3")
    return [Disrupt(other, "9.3.3") for other in moved]


def turn(field: Field, unit_id: str, rule: str) -> Asks[None]:
    """The owner faces a unit that was moved (ruling facing_change)."""
    ask = f"which way does {unit_id} in {field.hex_of(unit_id)} face?"
    order = yield from choose(field.side(unit_id), "facing", ask, rule, FaceOptions(field, unit_id))
    field.state.put(unit_id, facing=order.facing)


class FaceOptions(HexOptions[orders.Face]):
    """The facings of a unit that was displaced."""

    def __init__(self, field: Field, unit_id: str) -> None:
        self.field, self.unit_id = field, unit_id

    def listing(self) -> list[orders.Face]:
        return [orders.Face(self.unit_id, word) for word in self.field.battle.compass.words]

    def fault(self, order: Order) -> Illegal | None:
        due = f"{self.unit_id} has been displaced: `face` it"
        if not isinstance(order, orders.Face):
            return untimely(order, "6.1.1", due)
        if order.unit != self.unit_id:
            return Illegal("6.1.1", due)
        words = self.field.battle.compass.words
        if order.facing in words:
            return None
        return Illegal("6.1.2", f"{order.facing!r} is no facing: {', '.join(words)}")


class DisplaceOptions(HexOptions[orders.Displace | orders.Hold]):
    """The chains by which a unit makes room, the shortest of which are listed, and to refuse."""

    def __init__(self, field: Field, blocker: str, router: str) -> None:
        self.field, self.blocker, self.side = field, blocker, field.side(blocker)
        self.here, self.router = field.hex_of(blocker), field.hex_of(router)
        self.held = field.places.held[self.side]

    def listing(self) -> list[orders.Displace | orders.Hold]:
        found = [
            orders.Displace(self.blocker, way)
            for way in chains(self.field, self.side, self.here, self.router)
        ]
        return [*found, orders.Hold()]

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, orders.Hold):
            return None
        due = f"{self.blocker} is in the way of a rout: `displace` it, or `hold`"
        if not isinstance(order, orders.Displace):
            return untimely(order, "9.3.3", due)
        if order.unit != self.blocker:
            return Illegal("9.3.3", due)
        steps = pairwise((self.here, *order.path))
        if any(self.field.board.grid.side_toward(one, other) is None for one, other in steps):
            return Illegal("9.3.3", "each unit is displaced one hex, to the next hex of the chain")
        barred = _barred(self.field, self.side, self.here, self.router)
        if shut := next((h for h in order.path if h in barred), None):
            return Illegal(
                "9.3.3", f"no unit may be displaced to {shut}: an enemy, an EZOC or the routed unit is there"
            )
        if len(set(order.path)) < len(order.path) or any(h not in self.held for h in order.path[:-1]):
            return Illegal(
                "9.3.4", "in a chain each hex but the last holds a friend who is displaced in turn"
            )
        if order.path[-1] in self.held:
            return Illegal("9.3.4", f"{self.held[order.path[-1]]} in {order.path[-1]} must be displaced too")
        return None


def _barred(field: Field, side: str, hex_id: str, router: str) -> set[str]:
    return {*field.ezoc(side), *field.closed_to(side), hex_id, router}


def chains(field: Field, side: str, hex_id: str, router: str) -> list[Path]:
    """The shortest chains by which the unit in a hex can make room, each hex but the last held by a friend;
    none through an EZOC or an enemy (9.3.3, 9.3.4), nor back to where the routed unit comes from."""
    held, closed = field.places.held[side], _barred(field, side, hex_id, router)
    front: list[Path] = [()]
    seen: set[str] = set()
    while front:
        longer = [
            (*path, n)
            for path in front
            for n in field.board.neighbours[path[-1] if path else hex_id]
            if n not in closed and n not in path and n not in seen
        ]
        if done := [path for path in longer if path[-1] not in held]:
            return done
        seen |= {path[-1] for path in longer}
        front = longer
    return []
