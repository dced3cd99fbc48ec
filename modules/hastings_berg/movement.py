"""Movement (5.0) under each battle order (4.3), with facing (6.1), checks on the way and charges (4.3.7)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from modules.engine.decisions import Asks, choose, pass_over
from modules.engine.errors import Illegal
from modules.engine.hexes.movement.moving import MoveChoices
from modules.engine.hexes.movement.paths import MoveLimits, Path, move_fault
from modules.engine.hexes.state import RESERVE
from modules.engine.orders import Order
from modules.engine.requests import Tell
from modules.hastings_berg import orders
from modules.hastings_berg.arriving import arrivals, settle_in
from modules.hastings_berg.charging import charge_bonus, charge_fault
from modules.hastings_berg.field import Field
from modules.hastings_berg.marching import best_facing, walk
from modules.hastings_berg.movement_limits import GoingOptions
from modules.hastings_berg.state import CAPTURED, LOST
from modules.hastings_berg.timing import untimely

ASK = "move or face a unit, or `done`"


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


class MoveOptions(GoingOptions):
    """The legal moves of one side at one moment, with the facings at their ends."""

    kinds = (orders.FacedMove, orders.Charge)

    @property
    def busy(self) -> bool:
        """True while a counter may still be moved or faced."""
        return any(self.field.is_leader(u) or not self.field.shaky(u) for u in self.movable)

    # --- listing -----------------------------------------------------------------------------------

    def fans_of(self, unit_id: str) -> list[MoveChoices]:
        here = self.field.unit(unit_id).at
        return [*self._goings(unit_id), *(self._faces(unit_id, here) if self._may_go(unit_id) else ())]

    def _may_go(self, unit_id: str) -> bool:
        here = self.field.unit(unit_id).at
        return here == RESERVE or self.kept(unit_id, here) is None

    def ends_of(self, unit_id: str) -> list[tuple[str, bool]]:
        """Where a counter may end that moves, then where it may that charges (True)."""
        if not self._may_go(unit_id):
            return []
        kinds = (False, True) if self.may_charge(unit_id) else (False,)
        return [(end, charging) for charging in kinds for end in self.ends(unit_id, charging=charging)[0]]

    def _goings(self, unit_id: str) -> list[MoveChoices]:
        if not self._may_go(unit_id):
            return []
        ends = self.ends(unit_id)[0]
        fans = [MoveChoices(self._moved, ends, ends.__getitem__)]
        if self.may_charge(unit_id):
            charges = self.ends(unit_id, charging=True)[0]
            fans.append(MoveChoices(self._charged, charges, charges.__getitem__))
        return fans

    def _faces(self, unit_id: str, here: str) -> list[MoveChoices]:
        """6.1.1, 6.1.3: a unit that stays may be turned, in any order; not one that must go."""
        if self.field.is_leader(unit_id) or here == RESERVE or self.must_move(unit_id):
            return []
        words = [w for w in self.field.battle.compass.words if w != self.field.unit(unit_id).facing]
        return [MoveChoices(lambda unit, path: orders.Face(unit, path[0]), words, lambda word: (word,))]

    def _moved(self, unit_id: str, path: Path) -> Order:
        return orders.FacedMove(unit_id, path, self.looks(unit_id, path[-1]))

    def _charged(self, unit_id: str, path: Path) -> Order:
        return orders.Charge(unit_id, path, self.looks(unit_id, path[-1]))

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
        return [fan.kind(unit_id, fan.path(end)) for fan in self._goings(unit_id) for end in fan.ends]

    def _all_of(self, unit_id: str) -> list[Any]:
        return [fan.kind(unit_id, fan.path(end)) for fan in self.fans_of(unit_id) for end in fan.ends]

    def _ways_of(self, mover: str) -> list[MoveChoices]:
        return self._goings(mover) if mover in self.movable else []

    def can_go(self, unit_id: str) -> bool:
        """Each unit on the map may be faced that need not move, and each that must can."""
        here = self.field.unit(unit_id).at
        if self.field.is_leader(unit_id) or here == RESERVE:
            return super().can_go(unit_id)
        return self.kept(unit_id, here) is None

    def due_kinds(self) -> Collection[type[Order]]:
        return (*super().due_kinds(), orders.Face)

    def limits_of(self, order: Any) -> MoveLimits | None:
        if self.steps_by(order.unit):
            return None
        return self.going(order.unit, charging=isinstance(order, orders.Charge))

    def listing(self) -> Sequence[Order]:
        found = [order for unit_id in self.movable for order in self._all_of(unit_id)]
        return found if self.overdue() else [*found, orders.Done()]

    # --- checking ----------------------------------------------------------------------------------

    def _mover_fault(self, unit_id: str) -> Illegal | None:
        """Why a counter does not move at all, by the rule that keeps it."""
        field, called = self.field, self.field.called(unit_id)
        place = field.state.units[unit_id].at
        if field.side(unit_id) != self.side:
            return Illegal("5.2.2", f"{called} is an enemy: it does not move in your movement segment")
        if place in (LOST, CAPTURED):
            rule = "10.4.2" if field.is_leader(unit_id) else "9.2.4"
            return Illegal(rule, f"{called} is out of play")
        if field.at(unit_id) is None and unit_id not in self.waiting:
            return Illegal("11.4.1", f"{called} has not been drawn: it cannot enter the map")
        if unit_id in self.moved:
            return Illegal("5.1.3", f"{called} has moved or was faced in this segment")
        return None if field.at(unit_id) is None else self.kept(unit_id, place)

    def _overdue_fault(self, unit_id: str) -> Illegal:
        if unit_id in self.waiting:
            return Illegal("11.4.1", f"{unit_id} can still enter the map, so it must")
        if self.driven(unit_id):
            return Illegal(self.driven(unit_id), f"{unit_id} must move toward the enemy before `done`")
        return Illegal("5.7.3", f"{unit_id} is in an EZOC: bowmen must leave it")

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, orders.Face):
            return self._mover_fault(order.unit) or self._face_fault(order)
        if not isinstance(order, (orders.Done, *self.kinds)):
            return untimely(
                order, "3.2", f"In this segment units move, charge or are faced, until `{orders.Done()}`"
            )
        return super().fault(order)

    def _face_fault(self, order: orders.Face) -> Illegal | None:
        words = self.field.battle.compass.words
        if self.field.is_leader(order.unit):
            return Illegal("10.2.1", f"{self.field.called(order.unit)} is a leader: leaders have no facing")
        if order.unit in self.waiting:
            return Illegal("6.1.1", f"{order.unit} is not on the map: it is faced where its move ends")
        if order.facing not in words:
            return Illegal("6.1.2", f"{order.facing!r} is no facing: {', '.join(words)}")
        if order.facing == self.field.unit(order.unit).facing:
            return Illegal("6.1.1", f"{order.unit} faces {order.facing} already")
        return self._overdue_fault(order.unit) if self.must_move(order.unit) else None

    def way_fault(self, order: Any) -> Illegal | None:
        charging = isinstance(order, orders.Charge)
        unit_id = order.unit
        fault = self._word_fault(unit_id, order.facing)
        if fault is None and charging and not self.may_charge(unit_id):
            return Illegal("4.3.7", f"{self.field.called(unit_id)} has no order to charge")
        fault = fault or self._path_fault(unit_id, order.path, charging=charging)
        if fault is None and charging and self.field.goes_freely(unit_id):
            facing = order.facing or self.field.unit(unit_id).facing
            return charge_fault(self.field, unit_id, order.path, facing)
        if fault is None and self.driven(unit_id):
            return self._closing_fault(unit_id, order.path[-1], charging=charging)
        return fault

    def _word_fault(self, unit_id: str, facing: str) -> Illegal | None:
        """Why a counter may not be faced so at the end of its move."""
        words = self.field.battle.compass.words
        if facing and self.field.is_leader(unit_id):
            return Illegal("10.2.1", f"{self.field.called(unit_id)} is a leader: leaders have no facing")
        if facing and facing not in words:
            return Illegal("6.1.2", f"{facing!r} is no facing: {', '.join(words)}")
        return None

    def _path_fault(self, unit_id: str, path: Path, *, charging: bool) -> Illegal | None:
        """What is wrong with a path, whatever it is for."""
        going = self.going(unit_id, charging=charging)
        entering = going.start == RESERVE and path[0] not in {place for place, _ in going.entry}
        rules = self.rules._replace(phase="11.4.1") if entering else self.rules
        fault = move_fault(self.field, unit_id, going, path, rules)
        if fault is not None and fault.rule == rules.allowance and self.steps_by(unit_id):
            many = f", not {len(path)}" if len(path) > 1 else f": {path[0]} is farther away"
            reason = f"in its order {unit_id} may step one hex{many}"
            return Illegal(self.steps_by(unit_id), reason)
        return fault

    def _closing_fault(self, unit_id: str, end: str, *, charging: bool) -> Illegal | None:
        good, stays = self.ends(unit_id, charging=charging)
        start = self.field.unit(unit_id).at
        if end in good or (end == start and stays):
            return None
        ends = ", ".join(good) or f"only {start}"
        return Illegal(self.driven(unit_id), f"{unit_id} must end as near to the enemy as it can: {ends}")
