"""Moves: who may move in a phase, where each comes by which way of moving, and why a move is refused."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from modules.definition.formats.clauses.moving import MovePhase
from modules.engine.errors import Illegal
from modules.engine.hexes.options import HexOptions
from modules.engine.orders import Order
from modules.engine.requests import Chance
from modules.engine.stacks.edges import waiting
from modules.engine.stacks.field import ENTERING, StackField
from modules.engine.stacks.going import Going, Path, Search
from modules.engine.stacks.judging import JudgedPath, judge
from modules.engine.stacks.orders import Done, MoveStack
from modules.engine.stacks.stacking import Surplus

Moving: TypeAlias = MoveStack | Done
TOGETHER: Final = "together"
MOST_LISTED: Final = 20_000
"""Orders of a list that has all moves of each unit: in a longer one each unit that is left has one."""


class Fan(NamedTuple):
    """Where units can come by one way of moving, and not by one that is named before it."""

    units: tuple[str, ...]
    ends: Sequence[str]
    search: Search

    def order(self, end: str) -> MoveStack:
        """The move to an end."""
        return MoveStack(self.units, self.search.path(end))


class StackMoves(HexOptions[Moving]):
    """The legal moves of the phasing side at a moment of a phase."""

    def __init__(self, field: StackField, clause: MovePhase) -> None:
        self.field, self.clause, self.side = field, clause, field.moment.side
        self.board = field.board
        self._goings: dict[tuple[str, str, tuple[str, ...]], Going] = {}
        self._fans: dict[tuple[str, ...], list[Fan]] = {}
        self._judged: dict[tuple[str, tuple[str, ...], Path], tuple[Going, JudgedPath]] = {}

    @cached_property
    def movers(self) -> list[str]:
        """The units that may move and have not yet, those that may come in last."""
        field, clause = self.field, self.clause
        if any(field.is_now(each) for each in clause.not_on):
            return []
        units = [*field.all_on_map(self.side), *(waiting(field, self.side) if clause.enters else ())]
        fresh = [unit for unit in units if unit not in field.moment.acted]
        test = field.battle.units_test(clause.units)
        return fresh if test.always else [unit for unit in fresh if test.holds(field, unit)]

    @cached_property
    def stacks(self) -> list[tuple[str, ...]]:
        """The movers that may move along one way together: all that lie in a hex, where they are several."""
        if not any(self.field.battle.rules.movement[way].stacks == TOGETHER for way in self.clause.by):
            return []
        found: dict[str, list[str]] = {}
        for unit in self.movers:
            if (here := self.field.at(unit)) is not None:
                found.setdefault(here, []).append(unit)
        return [tuple(units) for units in found.values() if len(units) > 1]

    # --- listing -----------------------------------------------------------------------------------

    def listing(self) -> Sequence[Moving]:
        """The moves of each unit alone, those of whole stacks, and `done`. Of very many moves those of the
        first units, and of each other one move."""
        found: list[Moving] = []
        for units in (*((unit,) for unit in self.movers), *self.stacks):
            if len(found) < MOST_LISTED:
                found += self.moves_of(units)
            elif len(units) == 1 and (move := self.first_move(units[0])) is not None:
                found.append(move)
        return found if self._done_fault() is not None else [*found, Done()]

    def draw(self, chance: Chance) -> Moving:
        choice = chance.below(len(self.movers) + 1)
        if choice < len(self.movers):
            order = self._draw_move(self._party(self.movers[choice], chance), chance)
            if order is not None:
                return order
        if self._done_fault() is None:
            return Done()
        return self.owed_move() or Done()

    def owed_move(self) -> MoveStack | None:
        """A move of a unit that must leave a hex before the phase can end; None where none has to."""
        units = (unit for each in self._owing() for unit in each.counted if unit in self.movers)
        return next(filter(None, map(self.first_move, units)), None)

    def _party(self, unit: str, chance: Chance) -> tuple[str, ...]:
        """A unit alone, or at random the whole stack in which it can go."""
        stack = next((units for units in self.stacks if unit in units), None)
        return (unit,) if stack is None or chance.below(2) else stack

    def _draw_move(self, units: tuple[str, ...], chance: Chance) -> MoveStack | None:
        fans = self.fans_of(units)
        number = sum(len(fan.ends) for fan in fans)
        number = chance.below(number) if number else -1
        for fan in fans if number >= 0 else ():
            if number < len(fan.ends):
                return fan.order(fan.ends[number])
            number -= len(fan.ends)
        return None

    def moves_of(self, units: tuple[str, ...]) -> list[MoveStack]:
        """One move for each place where units can come together, or one alone."""
        return [fan.order(end) for fan in self.fans_of(units) for end in fan.ends]

    def first_move(self, unit: str) -> MoveStack | None:
        """A move of a unit alone, if there is any: of one step where it can, which needs no search."""
        units = (unit,)
        for way in self.ways_for(units) if units not in self._fans else ():
            going = self.going(way, unit, units)
            for place, _ in going.first:
                if judge(going, (place,)).fault is None:
                    return MoveStack(units, (place,))
        return next(iter(self.moves_of(units)), None)

    def fans_of(self, units: tuple[str, ...]) -> list[Fan]:
        """Where units can come: by the first way of moving, then what only the others add."""
        found = self._fans.get(units)
        if found is None:
            found = self._fans[units] = []
            known: set[str] = set()
            for way in self.ways_for(units):
                search = self.slowest(way, units).search()
                ends = [end for end in search.ends if end not in known]
                if len(units) > 1:
                    ends = [end for end in ends if self._way_fault(units, search.path(end)) is None]
                known.update(ends)
                if ends:
                    found.append(Fan(units, ends, search))
        return found

    def ways_for(self, units: Sequence[str]) -> list[str]:
        """The ways of moving that units have in this phase."""
        movement = self.field.battle.rules.movement
        return [way for way in self.clause.by if len(units) == 1 or movement[way].stacks == TOGETHER]

    def slowest(self, way: str, units: tuple[str, ...]) -> Going:
        """How the one of them goes that may spend least."""
        return min((self.going(way, unit, units) for unit in units), key=lambda going: going.spendable)

    def going(self, way: str, unit: str, units: tuple[str, ...]) -> Going:
        """How a unit goes by a way of moving, with others or alone."""
        key = way, unit, units
        if key not in self._goings:
            self._goings[key] = Going(self.field, self.clause, way, unit, units)
        return self._goings[key]

    # --- checking ----------------------------------------------------------------------------------

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, Done):
            return self._done_fault()
        if not isinstance(order, MoveStack):
            return Illegal(self.clause.rule, f"`{order}` is not due: in this phase give move or done")
        return self.party_fault(order.units) or self._way_fault(order.units, order.path)

    def party_fault(self, units: tuple[str, ...]) -> Illegal | None:
        """Why some units may not move now, together or one alone, wherever they go."""
        fault = next(filter(None, map(self.mover_fault, units)), None)
        if fault is not None or len(units) == 1:
            return fault
        rule = self.clause.rule
        if len(set(units)) < len(units):
            return Illegal(rule, "a unit is named twice in this move")
        if not self.ways_for(units):
            apart = self.field.battle.rules.movement[self.clause.by[0]]
            return Illegal(apart.rule, "units move one by one: name one unit")
        places = {self.field.at(unit) for unit in units}
        if len(places) > 1 or None in places:
            return Illegal(rule, f"{', '.join(units)} do not lie in one hex: name units of one hex")
        return None

    def mover_fault(self, unit: str) -> Illegal | None:
        """Why a unit may not move now, wherever it goes."""
        field, rule = self.field, self.clause.rule
        if unit in self.movers:
            return None
        closed = next((each for each in self.clause.not_on if field.is_now(each)), None)
        if closed is not None:
            words = field.battle.times_test(closed).words
            return Illegal(rule, f"no unit moves in this phase: {words}")
        if field.side(unit) != self.side:
            return Illegal(rule, f"{unit} is not your unit")
        if unit in field.moment.acted:
            return Illegal(rule, f"{unit} has already moved in this phase")
        if field.at(unit) is None:
            return self._off_map_fault(unit)
        return Illegal(rule, f"{unit} does not move in this phase: {self._wanted()}")

    def _off_map_fault(self, unit: str) -> Illegal:
        entry = self.field.battle.entry_of.get(unit)
        if entry is None or self.field.moment.at.get(unit) != ENTERING:
            return Illegal(self.clause.rule, f"{unit} is not on the map")
        if not self.clause.enters:
            return Illegal(self.clause.rule, f"{unit} is not on the map, and no unit comes in in this phase")
        if entry.turn > self.field.moment.turn:
            return Illegal(entry.rule, f"{unit} enters the map in turn {entry.turn}")
        return Illegal(self.clause.rule, f"{unit} does not move in this phase: {self._wanted()}")

    def _wanted(self) -> str:
        words = self.field.battle.units_test(self.clause.units).words
        return f"units that move are {words}"

    def _way_fault(self, units: tuple[str, ...], path: Path) -> Illegal | None:
        """Why units may not go a path: each goes it by the first way of moving by which it can."""
        return next(filter(None, (self.judge_path(unit, units, path)[1].fault for unit in units)), None)

    def judge_path(self, unit: str, units: tuple[str, ...], path: Path) -> tuple[Going, JudgedPath]:
        """How a unit goes a path, and what is found of it; where no way of moving allows it, the one by which
        it would come farthest."""
        key = unit, units, path
        if key not in self._judged:
            goings = [self.going(way, unit, units) for way in self.ways_for(units)]
            self._judged[key] = _farthest(goings, path)
        return self._judged[key]

    def _owing(self) -> list[Surplus]:
        """The hexes in which too much lies for the end of the phase, and of which a unit can still move."""
        over = self.field.counts.surplus(self.side, ("phase_end",))
        return [each for each in over if any(self._can_move(u) for u in each.counted)]

    def _can_move(self, unit: str) -> bool:
        return unit in self.movers and self.first_move(unit) is not None

    def _done_fault(self) -> Illegal | None:
        owing = self._owing()
        if not owing:
            return None
        can = [u for u in owing[0].counted if self._can_move(u)]
        return Illegal(owing[0].clause.rule, f"{owing[0].tell()}: {' or '.join(can)} can still move away")


def _farthest(goings: Sequence[Going], path: Path) -> tuple[Going, JudgedPath]:
    """The first way of moving that allows a path; else the one by which a unit would come farthest."""
    found: list[tuple[Going, JudgedPath]] = []
    for going in goings:
        found.append((going, judge(going, path)))
        if found[-1][1].fault is None:
            return found[-1]
    return max(found, key=lambda each: each[1].steps)
