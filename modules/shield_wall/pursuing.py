"""The Saxon reaction to a rout (4.0): involuntary pursuit (6.8), free movement (6.9), and their melee."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from modules.engine.decisions import Asks, choose, roll
from modules.engine.errors import Illegal
from modules.engine.hexes.movement import retreating
from modules.engine.hexes.movement.moving import MoveChoices
from modules.engine.hexes.movement.paths import (
    Keeping,
    MoveLimits,
    MoveRestriction,
    MoveRules,
    Path,
    told_mp,
)
from modules.engine.orders import Order
from modules.engine.requests import Tell
from modules.shield_wall import orders
from modules.shield_wall.field import Field
from modules.shield_wall.melee import AttackOptions, fight_on
from modules.shield_wall.movement import MoveOptions, enemy_bars, go
from modules.shield_wall.timing import path_fault, untimely


def reaction_phase(field: Field, side: str) -> Asks[None]:
    """4.0: if a corps has routed, once a turn (rulings reactive, reaction_due)."""
    if field.state.routed:
        pursuers = yield from _pursue(field, side)
        movers = yield from _move_freely(field, side, pursuers)
        yield from fight_on(field, side, [*pursuers, *movers], ReactiveAttacks)
    field.state.routed = {}


# --- involuntary pursuit ---------------------------------------------------------------------------------


def _pursue(field: Field, side: str) -> Asks[list[str]]:
    """6.8: on a 5 or 6 all Saxons beside rout markers must go after those who ran; gives those who moved."""
    (value,) = yield from roll(side, "6.8", ["involuntary pursuit?"], field.battle.die)
    total = value + (field.battle.drm("weary_pursuit") if field.worn_out else 0)
    if field.battle.result("pursuit", total) != "Pursues":
        yield Tell(f"no involuntary pursuit ({total})", "6.8")
        return []
    yield Tell(f"involuntary pursuit ({total})", "6.8")
    tempted = [u for u in field.on_map(side) if next(_beside(field, u), None) is not None]
    moved: list[str] = []

    def pursue(order: orders.Move) -> Asks[None]:
        moved.append(order.unit)
        yield from go(field, order, "6.8", berserk=True)

    def stay(unit_id: str) -> Asks[None]:
        yield Tell(f"{field.called(unit_id)} cannot pursue", "6.8", (unit_id,))

    yield from retreating.one_by_one(field, tempted, partial(PursuitOptions, field), pursue, stay)
    return moved


def _beside(field: Field, unit_id: str) -> Iterator[tuple[str, str]]:
    """The units whose rout markers a Saxon unit is beside, each with the hex of the marker."""
    around = field.board.neighbours[field.hex_of(unit_id)]
    for runner, number in field.state.routed.items():
        marker = f"{number:0{field.board.grid.spec.digits * 2}d}"
        if marker in around:
            yield runner, marker


def _goals(field: Field, unit_id: str) -> list[str]:
    """Whom a unit may pursue: those who ran from beside it, or, of one that is gone, who is nearest to its
    marker (ruling pursuit_goal)."""
    goals: dict[str, None] = {}
    enemies, distance = field.on_map(field.battle.enemy(field.side(unit_id))), field.board.distance
    for runner, marker in _beside(field, unit_id):
        if field.at(runner) is not None:
            goals[runner] = None
        else:
            least = min(distance(marker, field.hex_of(e)) for e in enemies)
            goals.update((e, None) for e in enemies if distance(marker, field.hex_of(e)) == least)
    return list(goals)


def toward(field: Field, going: MoveLimits, goal: str) -> MoveLimits:
    """The same, each hex nearer to a unit than the last."""
    there = field.hex_of(goal)

    def nearer(one: str, other: str) -> bool:
        return field.board.distance(other, there) < field.board.distance(one, there)

    def why(one: str, other: str) -> str:
        return f"{other} is no nearer to {field.called(goal)} in {there} than {one}"

    return replace(
        going, bars=[*going.bars, MoveRestriction("6.8", why, keeps=Keeping(f"toward {there}", nearer))]
    )


class PursuitOptions(retreating.OneByOne[Field]):
    """The ways of the pursuers that have still to go (rulings pursuit_path, pursuit_all, pursuit_order)."""

    order = orders.Move
    kind = "pursuit"

    def __init__(self, field: Field, waiting: Sequence[str]) -> None:
        super().__init__(field, waiting, "6.8")

    def _goings(self, unit_id: str) -> list[MoveLimits]:
        """How the unit may go, for each of its goals."""
        field, here = self.field, self.field.hex_of(unit_id)
        side = field.side(unit_id)
        friends = field.places.held[side]
        bars = [
            *enemy_bars(field, side),
            MoveRestriction(
                "6.5", lambda _, h: f"{friends[h]} is in {h}", friends.keys() - {here}, of="last"
            ),
        ]
        budget = field.allowance(unit_id, field.battle.number("pursuit_mp"))
        found = []
        for goal in _goals(field, unit_id):
            stops = frozenset(field.ezoc(side))
            if field.is_archer(goal):
                stops |= frozenset(field.board.neighbours[field.hex_of(goal)])
            going = MoveLimits(here, (), field.board.ways(), budget, bars, stops, {}, self._no_exit)
            found.append(toward(field, going, goal))
        return found

    @staticmethod
    def _no_exit(here: str) -> Illegal:
        return Illegal("6.8", f"nobody leaves the map from {here}")

    def paths(self, unit_id: str) -> Sequence[Path]:
        """The cheapest to each hex from which it need not go on."""
        found: dict[str, Path] = {}
        for going in self._goings(unit_id):
            reached = going.reach()
            for end in reached.ways:
                if end not in found and self._is_over(going, end, reached.costs[end]):
                    found[end] = reached.path(end)
        return list(found.values())

    @staticmethod
    def _is_over(going: MoveLimits, end: str, spent: int) -> bool:
        """True where the pursuit stops: in an EZOC, beside the archers that it went for, or at a hex from
        which no other nearer one can be reached. What barred the first step alone bars none from here:
        archers beside this hex have been ridden down (6.12)."""
        bars = [bar for bar in going.bars if bar.of != "first"]
        onward = replace(going, start=end, budget=going.budget - spent, bars=bars)
        return end in going.stops or not onward.reach().ways

    def spent_on(self, order: Order) -> tuple[str, str]:
        if not isinstance(order, orders.Move):
            return "", ""
        return told_mp(self.field.board, self._goings(order.unit)[0], order.path)

    def why_closed(self, mover: str, place: str) -> Illegal | None:
        field = self.field
        if mover not in field.battle.counters or place not in field.board.neighbours:
            return None
        beside = field.board.grid.side_toward(field.hex_of(mover), place) is not None
        if mover not in self.waiting or beside:
            return self.fault(orders.Move(mover, (place,)))
        if any(path[-1] == place for path in self.paths(mover)):
            return None
        ways = [way for going in self._goings(mover) for way in going.over((place,))[:1]]
        why = f"no pursuit of {field.called(mover)} ends in {place}"
        return self.way_fault(mover, ways[0]) if ways else Illegal("6.8", why)

    def fault(self, order: Order) -> Illegal | None:
        """6.8: a pursuit is involuntary, and of those beside rout markers alone."""
        late = untimely(self.field, order, orders.Move, orders.Done)
        if late is not None:
            return late
        if isinstance(order, orders.Move) and order.unit in self.waiting:
            return self.way_fault(order.unit, order.path)
        if isinstance(order, orders.Move):
            called, waiting = self.field.called(order.unit), ", ".join(map(self.field.called, self.waiting))
            return Illegal(
                "6.8", f"{called} does not pursue now; beside rout markers and still to go: {waiting}"
            )
        return Illegal("6.8", f"pursuit is involuntary: {self.legal()[0].unit} must go")

    def way_fault(self, unit_id: str, path: Path) -> Illegal | None:
        rules, mp = (
            MoveRules("6.8", "6.8", "6.8", "6.8", terrain="6.3"),
            self.field.battle.number("pursuit_mp"),
        )
        faults = []
        for going in self._goings(unit_id):
            fault = path_fault(self.field, unit_id, going, path, rules, mp)
            if fault is None:
                if self._is_over(going, path[-1], going.spent(path) or 0):
                    return None
                fault = Illegal("6.8", f"{unit_id} must go on from {path[-1]} while it can come nearer")
            faults.append(fault)
        return faults[0] if faults else Illegal("6.8", f"{unit_id} has nobody to pursue")


# --- free movement ---------------------------------------------------------------------------------------


def _move_freely(field: Field, side: str, pursuers: Collection[str]) -> Asks[list[str]]:
    """6.9: whoever did not pursue may go straight at Normans (ruling free_goal); gives those who moved."""
    moved: list[str] = []
    ask = "move a unit straight at Normans, or `done`"
    while (options := FreeOptions(field, side, pursuers, moved)).free:
        order = yield from choose(side, "free_movement", ask, "6.9", options)
        if not isinstance(order, orders.Move):
            break
        moved.append(order.unit)
        yield from go(field, order, "6.9")
    return moved


class FreeOptions(MoveOptions):
    """6.9: the moves of units that are not beside an enemy, each hex nearer to one and the same Norman."""

    def __init__(
        self, field: Field, side: str, pursuers: Collection[str], moved: Collection[str] = ()
    ) -> None:
        super().__init__(field, side, [*pursuers, *moved])
        self.pursuers = pursuers

    @property
    def free(self) -> list[str]:
        """Those who may move."""
        return [u for u in self.movable if self.kept(u, self.field.hex_of(u)) is None]

    def _toward_each(self, unit_id: str) -> Iterator[MoveLimits]:
        going = self.going(unit_id)
        for goal in self.field.on_map(self.field.battle.enemy(self.side)):
            yield toward(self.field, going, goal)

    def first_steps(self, unit_id: str) -> Iterator[str]:
        """Those that are nearer to an enemy."""
        here, distance, goals = (
            self.field.hex_of(unit_id),
            self.field.board.distance,
            self.field.enemies_of(self.side),
        )
        for there in super().first_steps(unit_id):
            if any(distance(there, goal) < distance(here, goal) for goal in goals):
                yield there

    def fans_of(self, unit_id: str) -> list[MoveChoices]:
        if self.kept(unit_id, self.field.hex_of(unit_id)) is not None:
            return []
        found: dict[str, Path] = {}
        for going in self._toward_each(unit_id):
            reached = going.reach()
            found.update((end, reached.path(end)) for end in reached.ways if end not in found)
        return [MoveChoices(orders.Move, found, found.__getitem__)]

    def kept(self, unit_id: str, here: str) -> Illegal | None:
        """6.9: a unit in an EZOC stays, and 6.1 one that is beside archers alone."""
        if here in self.ezoc:
            return Illegal("6.9", f"{self.field.called(unit_id)} in {here} is in an EZOC: no free movement")
        return super().kept(unit_id, here)

    def _mover_fault(self, unit_id: str) -> Illegal | None:
        if unit_id in self.pursuers:
            return Illegal("6.9", f"{self.field.called(unit_id)} has pursued: no free movement as well")
        return super()._mover_fault(unit_id)

    def way_fault(self, order: orders.Move) -> Illegal | None:
        fault = super().way_fault(order)
        if fault is not None:
            return fault
        way, distance = (self.field.hex_of(order.unit), *order.path), self.field.board.distance
        for goal in self.field.enemies_of(self.side):
            if all(distance(there, goal) < distance(here, goal) for here, there in pairwise(way)):
                return None
        reason = f"{'-'.join(order.path)} does not lead {order.unit} nearer to one Norman unit with every hex"
        return Illegal("6.9", reason)


# --- reactive melee --------------------------------------------------------------------------------------


class ReactiveAttacks(AttackOptions):
    """The attacks of those who have pursued (6.8) or moved freely (6.9), and of nobody else (ruling
    reactive_melee)."""

    def _party_fault(self, order: orders.Attack) -> Illegal | None:
        for unit_id in (u for u in order.attackers if u in self.idle):
            called = self.field.called(unit_id)
            return Illegal("6.9", f"{called} has neither pursued nor moved freely: it does not attack now")
        return super()._party_fault(order)

    def _stranded(self, unit_id: str, *, done: bool) -> Illegal:
        fault = super()._stranded(unit_id, done=done)
        return Illegal("6.8" if self.field.state.units[unit_id].berserk else "6.9", fault.reason)
