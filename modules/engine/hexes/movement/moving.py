"""Movement: where a counter may go at one moment, what bars it, and the orders that come of it.

A game says of a counter what it may spend, what keeps it where it stands, and which bars there are, each with
its rule and its words: the same bars are looked up when moves are listed and quoted when one is refused.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar

from modules.amounts import count_noun
from modules.engine.errors import Illegal
from modules.engine.hexes.field import HexField
from modules.engine.hexes.movement.entering import entry_of, waiting
from modules.engine.hexes.movement.paths import (
    MoveLimits,
    MoveRestriction,
    MoveRules,
    Path,
    far_fault,
    move_fault,
    told_mp,
)
from modules.engine.hexes.options import HexOptions
from modules.engine.hexes.orders import EXIT, Done, Move
from modules.engine.hexes.path_graph import Reach
from modules.engine.hexes.state import RESERVE
from modules.engine.hexes.telling import from_enemies, told
from modules.engine.listed_orders import Actor
from modules.engine.order_timing import explain_timing
from modules.engine.orders import Order
from modules.engine.requests import Chance, path_part

F = TypeVar("F", bound=HexField[Any, Any])


class MoveChoices(NamedTuple):
    """The moves of one kind that a counter has: where they end, and the path to each end."""

    kind: Callable[[str, Path], Order]
    ends: Collection[str]
    path: Callable[[str], Path]


class MoveOptions(HexOptions[Any], Generic[F]):
    """The legal moves of one side at one moment. `movable`: its counters that have not moved yet, those that
    wait to enter the map among them. `kinds`: the orders that move a counter."""

    kinds: tuple[type[Any], ...] = (Move,)

    def __init__(self, field: F, side: str, moved: Collection[str], rules: MoveRules) -> None:
        self.field, self.board, self.side, self.moved, self.rules = field, field.board, side, moved, rules
        self.ezoc = field.ezoc(side)
        self.waiting = waiting(field, side)
        everyone = [*field.on_map(side), *field.sharing_on_map(side), *self.waiting]
        self.movable = [u for u in everyone if u not in moved]
        self._limits: dict[tuple[type[Order], str], MoveLimits | None] = {}

    # --- what a game says --------------------------------------------------------------------------

    @abstractmethod
    def allowance(self, unit_id: str) -> int:
        """A counter's movement allowance at this moment, in the board's units."""

    @abstractmethod
    def kept(self, unit_id: str, here: str) -> Illegal | None:
        """Why a counter may not leave the hex where it stands; None where it may."""

    @abstractmethod
    def bars(self, unit_id: str, here: str) -> Sequence[MoveRestriction]:
        """What bars the way of a counter that stands here, the first reason first."""

    def exits(self, unit_id: str) -> Mapping[str, int]:  # noqa: ARG002 - for games to override
        """The hexes from which a counter may leave the map, with the cost in the board's units: none."""
        return {}

    def exit_fault(self, unit_id: str, here: str) -> Illegal:  # noqa: ARG002 - for games to override
        """Why a counter may not leave the map from a hex."""
        return Illegal(self.rules.leaving, f"{unit_id} may not leave the map")

    # --- listing -----------------------------------------------------------------------------------

    def listing(self) -> Sequence[Order]:
        found: list[Order] = []
        for unit_id in self.movable:
            found += self.moves_of(unit_id)
        return found if self.overdue() else [*found, Done()]

    def draw(self, chance: Chance) -> Order:
        choice = chance.below(len(self.movable) + 1)
        if choice < len(self.movable):
            unit_id = self.movable[choice]
            fans = self.fans_of(unit_id)
            count = sum(len(fan.ends) for fan in fans)
            if count:
                return self._nth(unit_id, fans, chance.below(count))
        late = self.overdue()
        return late[0] if late else Done()

    @staticmethod
    def _nth(unit_id: str, fans: Sequence[MoveChoices], number: int) -> Order:
        """One of the moves, counted from 0: the only one that is built."""
        for fan in fans:
            if number < len(fan.ends):
                return fan.kind(unit_id, fan.path(next(islice(fan.ends, number, None))))
            number -= len(fan.ends)
        raise IndexError(number)

    def moves_of(self, unit_id: str) -> list[Any]:
        """One order for each hex that a counter can reach, by the cheapest path, and off the map."""
        return [fan.kind(unit_id, fan.path(end)) for fan in self.fans_of(unit_id) for end in fan.ends]

    def fans_of(self, unit_id: str) -> list[MoveChoices]:
        """The moves of a counter, kind by kind."""
        here = self.field.state.units[unit_id].at
        if here in self.board.neighbours and self.kept(unit_id, here) is not None:
            return []
        going = self.going(unit_id)
        reached = going.reach()
        passes = going.exits and any(bar.of == "last" for bar in going.bars)
        off = self._way_off(going, going.reach(passing=True) if passes else reached)
        return [
            MoveChoices(Move, reached.ways, reached.path),
            *([MoveChoices(Move, (EXIT,), lambda _: off)] if off else []),
        ]

    def going(self, unit_id: str) -> MoveLimits:
        """How a counter may go."""
        here = self.field.state.units[unit_id].at
        going = MoveLimits(
            here,
            self.field.battle.entry_steps.get(unit_id, ()),
            self.board.ways(self.field.counter(unit_id).kind),
            self.allowance(unit_id),
            self.bars(unit_id, here),
            self.ezoc,
            self.exits(unit_id),
            lambda place: self.exit_fault(unit_id, place),
        )
        if self.waiting:
            going.bars = (*going.bars, *self._crowding(unit_id, going))
        return going

    @staticmethod
    def _way_off(going: MoveLimits, reached: Reach) -> Path:
        """The cheapest way off the map, by hexes that can be reached; empty where there is none."""
        exits = going.exits
        ends = reached.ways.keys() & exits.keys()
        found = [
            (reached.costs[h] + exits[h], (*reached.path(h), EXIT)) for h in ends if h not in going.stops
        ]
        if going.start in exits:
            found.append((exits[going.start], (EXIT,)))
        cost, path = min(found, default=(0, ()))
        return path if cost <= going.budget else ()

    # --- telling -----------------------------------------------------------------------------------

    def summarize(self, orders: Sequence[Order]) -> str:
        return told(self.field, orders, self._far)

    @cached_property
    def _far(self) -> Mapping[str, int]:
        return from_enemies(self.board, self.field.hexes_with(self.field.battle.enemy(self.side)))

    def find_paths(self, counter: str, place: str) -> tuple[str, Sequence[Order]]:
        known = place in self.board.neighbours
        moves = self.moves_of(counter) if known and counter in self.movable else []
        if there := [move for move in moves if move.path[-1] == place]:
            return "", there
        moves = [move for move in moves if move.path[-1] in self.board.neighbours]
        moves.sort(key=lambda move: self.board.distance(move.path[-1], place))
        if not moves or place == self.field.at(counter):
            return "", moves[:3]
        end = moves[0].path[-1]
        distance = self.board.distance(end, place)
        if distance == 1:
            fault = self.way_fault(type(moves[0])(counter, (*moves[0].path, place)))
            why = f"no way ends in {place}; from {end}: {fault}"
        else:
            why = (
                f"no way ends in {place}: {counter} comes no nearer than {end}, "
                f"{count_noun(distance, 'hex')} from it"
            )
        return why, moves[:3]

    def expand_path(self, order: Any) -> Sequence[Path]:
        end = order.path[-1]
        if order.unit not in self.movable or any(p not in (*self.board.neighbours, EXIT) for p in order.path):
            return ()
        fans = self.fans_of(order.unit) if len(order.path) == 1 else ()
        listed = [fan.path(end) for fan in fans if end in fan.ends]
        return list(dict.fromkeys([*self.going(order.unit).over(order.path), *listed]))

    # --- for a hand --------------------------------------------------------------------------------

    def actors(self) -> Iterable[Actor]:
        return [(unit_id, "") for unit_id in self.movable if self.can_go(unit_id)]

    def can_go(self, unit_id: str) -> bool:
        """Whether a counter has an order. A first step that nothing bars is one, and quickly found."""
        here = self.field.state.units[unit_id].at
        if here in self.board.neighbours and self.kept(unit_id, here) is not None:
            return False
        return next(self.first_steps(unit_id), None) is not None or any(f.ends for f in self.fans_of(unit_id))

    def first_steps(self, unit_id: str) -> Iterator[str]:
        """The hexes that a counter may enter first, and end there."""
        going = self.going(unit_id)
        barred = {place for bar in going.bars if bar.of != "first" for place in bar.hexes}
        for there, cost in going.first():
            if cost <= going.budget and there not in barred:
                yield there

    def due_kinds(self) -> Collection[type[Order]]:
        return (*self.kinds, Done)

    def orders_by(self, actor: str) -> Sequence[Order]:
        fans = self.fans_of(actor) if actor in self.movable else ()
        return [fan.kind(actor, fan.path(end)) for fan in fans for end in fan.ends]

    def limits_of(self, order: Any) -> MoveLimits | None:
        """How the counter of an order may go by it; None where that counts no MP."""
        return self.going(order.unit)

    def spent_on(self, order: Any) -> tuple[str, str]:
        if path_part(order) is None:
            return "", ""
        key = type(order), order.unit
        if key not in self._limits:
            self._limits[key] = self.limits_of(order)
        going = self._limits[key]
        return ("", "") if going is None else told_mp(self.board, going, order.path)

    def why_closed(self, mover: str, place: str) -> Illegal | None:
        known = mover in self.field.battle.counters and place in (*self.board.neighbours, EXIT)
        if not known or any(place in fan.ends for fan in self._ways_of(mover)):
            return None
        order = self.kinds[0](mover, (place,))
        if place == EXIT or self._mover_fault(mover) is not None:
            return self.fault(order)
        going = self.going(mover)
        far = "" if self.limits_of(order) is None else far_fault(self.field, mover, going, place)
        if far:
            return Illegal(self.rules_for(mover).allowance, far)
        ways = going.over((place,))
        return self.fault(replace(order, path=ways[0]) if ways else order)

    def rules_for(self, unit_id: str) -> MoveRules:  # noqa: ARG002 - for games to override
        """The numbers of the rules by which a counter moves."""
        return self.rules

    def _ways_of(self, mover: str) -> list[MoveChoices]:
        return self.fans_of(mover) if mover in self.movable else []

    # --- those that wait to enter ------------------------------------------------------------------

    def overdue(self) -> list[Any]:
        """The moves of a counter that must move before the phase may end, for others wait to enter the map,
        as many as possible. It is one that can enter, or one that can clear the way for it."""
        return self._overdue

    @cached_property
    def _overdue(self) -> list[Any]:
        if not self.waiting:
            return []
        for unit_id in (u for u in self.waiting if u not in self.moved):
            if moves := self.moves_of(unit_id):
                return moves
        return next(filter(None, map(self._clearing, self._in_the_way())), [])

    def _in_the_way(self) -> list[str]:
        """The units that have not moved and stand where a unit might enter that waits."""
        sharing = self.field.battle.roll.sharing
        waits = (u for u in self.waiting if u not in self.moved and u not in sharing)
        steps, budget = self.field.battle.entry_steps, self.allowance
        hexes = dict.fromkeys(h for u in waits for h, cost in steps[u] if cost <= budget(u))
        there = (self.field.friend_in(hex_id, self.side) for hex_id in hexes)
        return [u for u in there if u is not None and u not in self.moved]

    def _clearing(self, unit_id: str) -> list[Any]:
        """The moves by which a unit leaves the hexes where others enter, and stays on the map."""
        kept = {EXIT, *(h for u in self.waiting for h, _ in self.field.battle.entry_steps[u])}
        return [move for move in self.moves_of(unit_id) if move.path[-1] not in kept]

    def _crowding(self, unit_id: str, going: MoveLimits) -> list[MoveRestriction]:
        """Bars hexes where others enter as places to stop, if fewer of them are free than others need, and
        the counter can go straight on from there."""
        sharing, steps = self.field.battle.roll.sharing, self.field.battle.entry_steps
        others = (u for u in self.waiting if u in steps and u != unit_id)
        waits = [u for u in others if u not in self.moved and u not in sharing]
        edge = {h for u in waits for h, _ in steps[u]}
        free = edge - self.field.places.filled.keys()
        entry = entry_of(self.field, waits[0]) if waits else None
        if entry is None or unit_id in sharing or len(waits) < len(free):
            return []
        if going.start != RESERVE:
            return (
                []
                if going.start in edge
                else [MoveRestriction(entry.rule, lambda _, h: self._kept(h), free, of="last")]
            )
        on = {h for h in free if h not in self.ezoc and self._goes_on(going, h, edge)}
        why = f"{unit_id} can move on from there, so it must"
        return [MoveRestriction(entry.rule, lambda _, h: f"{self._kept(h)}, and {why}", on, of="last")]

    @staticmethod
    def _kept(place: str) -> str:
        return f"others wait to enter the map in {place}"

    @staticmethod
    def _goes_on(going: MoveLimits, place: str, edge: Collection[str]) -> bool:
        """Whether a counter that enters here has a step more, to a hex that is no entry hex."""
        steps = ((place, there) for there, _ in going.ground.steps[place] if there not in edge)
        return any((spent := going.spent(way)) is not None and spent <= going.budget for way in steps)

    # --- checking ----------------------------------------------------------------------------------

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, Done):
            late = self.overdue()
            return self._overdue_fault(late[0].unit) if late else None
        if not isinstance(order, self.kinds):
            verbs = ", ".join(kind.FORM.split()[0] for kind in self.kinds)
            due = f"In the movement phase give {verbs} or done"
            return explain_timing(self.field.battle.times, order, self.rules.phase, due)
        return self._mover_fault(order.unit) or self.way_fault(order)

    def way_fault(self, order: Any) -> Illegal | None:
        """Why a counter that may move may not move so."""
        return move_fault(self.field, order.unit, self.going(order.unit), order.path, self.rules)

    def _overdue_fault(self, unit_id: str) -> Illegal:
        entry = entry_of(self.field, unit_id if unit_id in self.waiting else self.waiting[0])
        if unit_id in self.waiting:
            reason = f"{unit_id} can still enter the map, so it must"
        else:
            here = self.field.at(unit_id)
            reason = f"{unit_id} in {here} can move on, so it must: others wait to enter the map"
        return Illegal(self.rules.phase if entry is None else entry.rule, reason)

    def _mover_fault(self, unit_id: str) -> Illegal | None:
        field, rule = self.field, self.rules.phase
        if field.side(unit_id) != self.side:
            return Illegal(rule, f"{unit_id} is not your unit")
        here = field.at(unit_id)
        if here is None and unit_id not in self.waiting:
            entry = entry_of(field, unit_id) if field.state.units[unit_id].at == RESERVE else None
            if entry is None:
                return Illegal(rule, f"{field.called(unit_id)} is not on the map")
            return Illegal(entry.rule, f"{field.called(unit_id)} enters the map in turn {entry.turn}")
        if unit_id in self.moved:
            return Illegal(rule, f"{field.called(unit_id)} has already moved in this phase")
        return None if here is None else self.kept(unit_id, here)
