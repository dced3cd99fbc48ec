"""Movement (5.0) under each battle order (4.3), with facing (6.1), checks on the way and charges (4.3.7)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from modules.engine.asking import Asks, choose, pass_over
from modules.engine.errors import Illegal
from modules.engine.hexes import moving
from modules.engine.hexes.moving import Fan
from modules.engine.hexes.paths import Bar, Going, Keeping, MoveRules, Path, path_fault
from modules.engine.hexes.state import RESERVE
from modules.engine.orders import Order
from modules.engine.requests import Tell
from modules.hastings_berg import orders
from modules.hastings_berg.arriving import arrivals, entries, settle_in
from modules.hastings_berg.field import ATTACK, CHARGE, HOLD, IN_PLACE, WALL, Field
from modules.hastings_berg.marching import best_facing, charge_bonus, walk

RULES = MoveRules("5.1", allowance="5.1.2", stop="5.7.1", leaving="5.2.3", terrain="5.5")
ASK = "move or face a unit, or `done`"
STEP_ORDERS = (WALL, HOLD, IN_PLACE)
"""The orders with a MA of 0, under which a unit may step one hex (4.3.1, 4.3.2, 4.3.5)."""


def movement_phase(field: Field, side: str) -> Asks[None]:
    """3.2 step 3: units one by one, those that have pursued too (9.4.6), and each may be faced (6.1.1)."""
    for unit_id in field.on_map(side):
        if field.unit(unit_id).charging:
            field.state.put(unit_id, charging=False)
    yield from arrivals(field, side)
    moved: set[str] = set()
    coming = field.waiting(side)
    while (options := MoveOptions(field, side, frozenset(moved), coming)).busy:
        order = yield from choose(side, "movement", ASK, "5.1", options)
        if isinstance(order, orders.Done):
            return
        moved.add(order.unit)
        if isinstance(order, orders.Face):
            field.state.put(order.unit, facing=order.facing)
            yield Tell(f"{order.unit} faces {order.facing}", "6.1.1", (order.unit,))
        else:
            yield from _march(field, order)
        yield from settle_in(field)
    yield from pass_over(
        side, "movement", ASK, "5.1", MoveOptions(field.copy(), side, moved), (orders.FacedMove,)
    )


def _march(field: Field, order: Any) -> Asks[None]:
    """Moves a counter along its path; what a charge has won is seen at its end."""
    unit_id, start = order.unit, field.hex_of(order.unit)
    word = "charges" if isinstance(order, orders.Charge) else "enters" if start == RESERVE else "moves"
    way = "-".join(([] if start == RESERVE else [start]) + [*order.path])
    yield Tell(f"{field.called(unit_id)} {word} {way}", "5.1", (unit_id,))
    if isinstance(order, orders.Charge):
        field.state.put(unit_id, charging=True)
    facing = order.facing or field.unit(unit_id).facing or field.battle.toward(field.side(unit_id))
    if start == RESERVE:
        field.state.put(unit_id, facing=facing, drawn=False)
    if field.is_leader(unit_id):
        field.state.put(unit_id, at=order.path[-1])
    elif (yield from walk(field, unit_id, order.path, facing)) and isinstance(order, orders.Charge):
        won, down = charge_bonus(field, unit_id, start, order.path, facing)
        field.state.put(unit_id, contact=won, downhill=won and down)


# --- options ---------------------------------------------------------------------------------------------


class MoveOptions(moving.MoveOptions[Field]):
    """The legal moves of one side at one moment. A unit is moved or faced once (5.1.3). `coming`: who enters
    the map in this segment."""

    kinds = (orders.FacedMove, orders.Charge)

    def __init__(self, field: Field, side: str, moved: Collection[str], coming: Sequence[str] = ()) -> None:
        super().__init__(field, side, moved, RULES)
        self.waiting, self.coming = field.waiting(side), coming
        self.movable = [
            u for u in (*field.on_map(side), *field.sharing_on_map(side), *self.waiting) if u not in moved
        ]
        self.enemies = frozenset(field.closed_to(side))

    @property
    def busy(self) -> bool:
        """True while a counter may still be moved or faced."""
        return any(self.field.is_leader(u) or not self.field.shaky(u) for u in self.movable)

    # --- how far -----------------------------------------------------------------------------------

    def allowance(self, unit_id: str) -> int:
        """5.1.2; the second who enters has used one MP before (11.4.1)."""
        field, number = self.field, self.field.battle.number
        if field.is_leader(unit_id):
            return self.board.units(field.value(unit_id, "movement"))
        mp = number("move_knights" if field.is_knight(unit_id) else "move_foot")
        second = unit_id in self.waiting and any(u in self.moved for u in self.coming)
        return self.board.units(mp - second)

    def kept(self, unit_id: str, here: str) -> Illegal | None:  # noqa: ARG002
        if self.field.shaky(unit_id):
            return Illegal("9.2.2", f"{unit_id} is disrupted or routed and may not move")
        return None

    def going(self, unit_id: str, *, charging: bool = False) -> Going:
        """By its order: a step of one hex, whatever it costs, or as far as its MA (5.1.1)."""
        here = self.field.unit(unit_id).at
        if not self.field.is_leader(unit_id) and here != RESERVE and self.field.order(unit_id) in STEP_ORDERS:
            return self._step(unit_id, here)
        going = super().going(unit_id)
        if here == RESERVE:
            return self._entering(going)
        budget = self.board.units(self.field.battle.number("move_charge")) if charging else going.budget
        return replace(going, budget=budget)

    def _entering(self, going: Going) -> Going:
        """By the first of the hexes of entry from which there is a way (11.4.1)."""
        ways = (replace(going, entry=steps) for steps in entries(self.field, self.side))
        return next((way for way in ways if way.reach().ways), going)

    def _step(self, unit_id: str, here: str) -> Going:
        """One hex, but into no EZOC (rulings hex_step, hold_reaction)."""
        battle, side, order = self.field.battle, self.side, self.field.order(unit_id)
        rule = {WALL: "4.3.1", HOLD: "4.3.5", IN_PLACE: "4.3.2"}[order]

        def allows(one: str, other: str) -> bool:
            ahead = order == IN_PLACE and battle.rearward(battle.enemy(side), one, other)
            return ahead or battle.rearward(side, one, other)

        def why(_: str, other: str) -> str:
            forward = "forward or " if order == IN_PLACE else ""
            return f"in its order {unit_id} may step one hex {forward}back, not to {other}"

        bars = [
            Bar(rule, why, keeps=Keeping(f"{side} {order}", allows)),
            Bar(rule, lambda _, other: f"{other} is in an EZOC", self.ezoc),
            *self.bars(unit_id, here),
        ]
        no_exit = super().going(unit_id).no_exit
        return Going(here, (), self.board.strides, 1, bars, self.ezoc, {}, no_exit)

    def bars(self, unit_id: str, here: str) -> Sequence[Bar]:
        field = self.field
        if field.is_leader(unit_id):
            return self._leader_bars(here)
        friends = field.places.held[self.side]
        others = friends.keys() - {here}
        held = field.enemies_of(self.side)
        bars = [
            Bar("5.2.1", lambda _, h: f"{held.get(h, 'an enemy leader')} is in {h}", self.enemies),
            Bar(
                "5.2.1",
                lambda _, h: f"{friends[h]} is in {h}: {unit_id} may not end there",
                others,
                of="last",
            ),
            Bar("5.7.1", lambda _, h: f"{h} is in an EZOC, and {friends[h]} holds it", others & {*self.ezoc}),
        ]
        if field.is_bow(unit_id):
            bars.append(Bar("5.7.3", lambda _, h: f"{h} is in an EZOC: bowmen do not enter one", self.ezoc))
        elif here in self.ezoc:
            bars.append(self._from_zoc())
        return [*bars, *(self._knight_bars(unit_id, others) if field.is_knight(unit_id) else ())]

    def _from_zoc(self) -> Bar:
        why = "it may not go directly from one EZOC to another"
        return Bar("5.7.2", lambda _, h: f"{h} is in an EZOC: {why}", self.ezoc, of="first")

    def _leader_bars(self, here: str) -> list[Bar]:
        """10.2.1, 10.2.2, ruling leader_zoc."""
        alone = {*self.ezoc} - self.field.places.held[self.side].keys()
        bars = [
            Bar("5.2.1", lambda _, h: f"an enemy is in {h}", self.enemies),
            Bar("10.2.2", lambda _, h: f"{h} is in an EZOC, and no friendly unit is there", alone),
        ]
        return [*bars, *([self._from_zoc()] if here in self.ezoc else [])]

    def _knight_bars(self, unit_id: str, others: Collection[str]) -> list[Bar]:
        """5.6.3: no check where a friend stands, neither to enter his hex nor to leave it on the way."""
        board, kind = self.board, self.field.counter(unit_id).kind
        marsh = [h for h in others if kind in board.terrain_of(h).checks]
        crossed = [(one, h) for one, h in self.field.battle.crossings if one in others or h in others]
        why = f"{unit_id} may not check its morale in the hex of a friend"
        return [Bar("5.6.3", lambda _, h: f"{why}: {h}", marsh, steps=crossed)]

    # --- those who must ----------------------------------------------------------------------------

    def driven(self, unit_id: str) -> str:
        """The rule by which a unit must close with the enemy: Attack & Pursue, or Charge; else empty."""
        field = self.field
        leaves = field.is_bow(unit_id) and field.unit(unit_id).at in self.ezoc
        if field.is_leader(unit_id) or unit_id in self.waiting or leaves:
            return ""
        return {ATTACK: "4.3.4", CHARGE: "4.3.7"}.get(field.order(unit_id), "")

    def may_charge(self, unit_id: str) -> bool:
        """4.3.7, 4.3.8(1): knights in a section with that order, and the guard."""
        field = self.field
        if not field.is_knight(unit_id) or field.shaky(unit_id):
            return False
        return field.order(unit_id) == CHARGE or not field.box(unit_id)

    def closing(self, going: Going) -> tuple[dict[str, Path], bool]:
        """The ends at which a unit may arrive that must close with the enemy, each with its path, and whether
        it may stay where it is (ruling attack_pursue_move)."""
        here, distance = going.start, self.board.distance
        reached = going.reach()
        foes = sorted(self.field.enemies_of(self.side))
        least = min((distance(here, foe) for foe in foes), default=0)
        if least <= 1:
            beside = self.field.contact(self.side)
            return {end: reached.path(end) for end in reached.ways if end in beside}, True
        good: dict[str, Path] = {}
        stays = False
        for goal in (foe for foe in foes if distance(here, foe) == least):
            nearest = min([least, *(distance(end, goal) for end in reached.ways)])
            stays |= nearest == least
            ends = [end for end in reached.ways if distance(end, goal) == nearest]
            good |= {end: reached.path(end) for end in ends}
        return good, stays

    def must_move(self, unit_id: str) -> bool:
        """True for a unit that may not stay: driven at the enemy, or bowmen in an EZOC (5.7.3)."""
        if unit_id in self.moved or self.field.shaky(unit_id):
            return False
        here = self.field.unit(unit_id).at
        if self.driven(unit_id):
            return not self.closing(self.going(unit_id))[1]
        bow = self.field.is_bow(unit_id) and here in self.ezoc
        return bow and bool(self.going(unit_id).reach().ways)

    # --- listing -----------------------------------------------------------------------------------

    def fans_of(self, unit_id: str) -> list[Fan]:
        here = self.field.unit(unit_id).at
        if here != RESERVE and self.kept(unit_id, here) is not None:
            return []
        going = self.going(unit_id)
        ends: Mapping[str, Path]
        if self.driven(unit_id):
            ends = self.closing(going)[0]
        else:
            reached = going.reach()
            ends = _Paths(reached)
        fans = [Fan(self._moved, ends, ends.__getitem__)]
        if self.may_charge(unit_id):
            fans.append(self._charges(unit_id))
        return [*fans, *self._faces(unit_id, here)]

    def _charges(self, unit_id: str) -> Fan:
        going = self.going(unit_id, charging=True)
        ends: Mapping[str, Path] = self.closing(going)[0] if self.driven(unit_id) else _Paths(going.reach())
        return Fan(
            lambda unit, path: orders.Charge(unit, path, self.looks(unit, path[-1])), ends, ends.__getitem__
        )

    def _faces(self, unit_id: str, here: str) -> list[Fan]:
        """6.1.1, 6.1.3: a unit that stays may be turned, in any order; not one that must go."""
        if self.field.is_leader(unit_id) or here == RESERVE or self.must_move(unit_id):
            return []
        words = [w for w in self.field.battle.compass.words if w != self.field.unit(unit_id).facing]
        return [Fan(lambda unit, path: orders.Face(unit, path[0]), words, lambda word: (word,))]

    def _moved(self, unit_id: str, path: Path) -> Order:
        return orders.FacedMove(unit_id, path, self.looks(unit_id, path[-1]))

    def looks(self, unit_id: str, end: str) -> str:
        """The facing that is suggested at the end of a move: as many enemies before it as can be; else as
        it is. Empty for a leader."""
        return "" if self.field.is_leader(unit_id) else best_facing(self.field, unit_id, end)

    def overdue(self) -> list[Any]:
        """The moves of a unit that must still go."""
        for unit_id in self.waiting:
            if unit_id not in self.moved and (moves := self.moves_of(unit_id)):
                return moves
        for unit_id in self.movable:
            if unit_id not in self.waiting and not self.field.is_leader(unit_id) and self.must_move(unit_id):
                return self.moves_of(unit_id)
        return []

    def moves_of(self, unit_id: str) -> list[Any]:
        """Without the facings of a unit that stays."""
        return [order for order in self._all_of(unit_id) if not isinstance(order, orders.Face)]

    def _all_of(self, unit_id: str) -> list[Any]:
        return [fan.kind(unit_id, fan.path(end)) for fan in self.fans_of(unit_id) for end in fan.ends]

    def listing(self) -> Sequence[Order]:
        found = [order for unit_id in self.movable for order in self._all_of(unit_id)]
        return found if self.overdue() else [*found, orders.Done()]

    # --- checking ----------------------------------------------------------------------------------

    def _overdue_fault(self, unit_id: str) -> Illegal:
        if unit_id in self.waiting:
            return Illegal("11.4.1", f"{unit_id} can still enter the map, so it must")
        if self.driven(unit_id):
            return Illegal(self.driven(unit_id), f"{unit_id} must move toward the enemy before you are done")
        return Illegal("5.7.3", f"{unit_id} is in an EZOC and must leave it")

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, orders.Face):
            return self._mover_fault(order.unit) or self._face_fault(order)
        return super().fault(order)

    def _face_fault(self, order: orders.Face) -> Illegal | None:
        words = self.field.battle.compass.words
        if self.field.is_leader(order.unit) or order.unit in self.waiting:
            return Illegal("6.1", f"{self.field.called(order.unit)} has no facing to change")
        if order.facing not in words:
            return Illegal("6.1.2", f"{order.facing!r} is no facing: {', '.join(words)}")
        if order.facing == self.field.unit(order.unit).facing:
            return Illegal("6.1.1", f"{order.unit} faces {order.facing}")
        return self._overdue_fault(order.unit) if self.must_move(order.unit) else None

    def way_fault(self, order: Any) -> Illegal | None:
        charging = isinstance(order, orders.Charge)
        unit_id = order.unit
        if order.facing and (
            self.field.is_leader(unit_id) or order.facing not in self.field.battle.compass.words
        ):
            return Illegal("6.1.2", f"{order.facing!r} is no facing of {self.field.called(unit_id)}")
        if charging and not self.may_charge(unit_id):
            return Illegal("4.3.7", f"{unit_id} has no order to charge")
        going = self.going(unit_id, charging=charging)
        fault = path_fault(self.field, unit_id, going, order.path, self.rules)
        if fault is None and self.driven(unit_id):
            return self._closing_fault(unit_id, going, order.path[-1])
        return fault

    def _closing_fault(self, unit_id: str, going: Going, end: str) -> Illegal | None:
        good, stays = self.closing(going)
        if end in good or (end == going.start and stays):
            return None
        ends = ", ".join(good) or f"only {going.start}"
        return Illegal(self.driven(unit_id), f"{unit_id} must end as near to the enemy as it can: {ends}")


class _Paths(Mapping[str, Path]):
    """The paths to the places that are reached, built when they are asked for."""

    def __init__(self, reached: Any) -> None:
        self._reached = reached

    def __getitem__(self, end: str) -> Path:
        path: Path = self._reached.path(end)
        return path

    def __iter__(self) -> Any:
        return iter(self._reached.ways)

    def __len__(self) -> int:
        return len(self._reached.ways)
