"""Movement: where a counter may go at one moment, what bars it, and the orders that come of it.

A game says of a counter what it may spend, what keeps it where it stands, and which bars there are, each with
its rule and its words: the same bars are looked up when moves are listed and quoted when one is refused.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from modules.engine.errors import Illegal
from modules.engine.hexes.entering import entry_of, waiting
from modules.engine.hexes.field import HexField
from modules.engine.hexes.options import HexOptions
from modules.engine.hexes.orders import EXIT, Done, Move
from modules.engine.hexes.state import RESERVE
from modules.engine.hexes.ways import Reach, Steps, Ways, reach
from modules.engine.orders import Order
from modules.engine.requests import Chance

F = TypeVar("F", bound=HexField[Any, Any])
Path = tuple[str, ...]


class Keeping(NamedTuple):
    """A rule about steps from one place to another; those with the same name are the same all game."""

    name: str
    allows: Callable[[str, str], bool]


class Bar(NamedTuple):
    """What a counter may not do: enter certain hexes, or, with `keeps`, take a step against a rule.

    `why` says it of a step from one hex to the next. `of`: any step; only the first, from where the counter
    stands; or the last: it may pass such a hex, but not end there.
    """

    rule: str
    why: Callable[[str, str], str]
    hexes: Collection[str] = ()
    keeps: Keeping | None = None
    of: Literal["any", "first", "last"] = "any"

    def forbids(self, one: str, other: str, *, first: bool = True, last: bool = True) -> bool:
        """True for a step from one hex to the next that this forbids."""
        if (self.of == "first" and not first) or (self.of == "last" and not last):
            return False
        return other in self.hexes or (self.keeps is not None and not self.keeps.allows(one, other))


@dataclass(frozen=True)
class Going:
    """How one counter may go at one moment: from where, or over which first steps, on which ground, for how
    much, past which bars; in `stops` it must stop."""

    start: str
    entry: Steps
    ground: Ways
    budget: int
    bars: Sequence[Bar]
    stops: Container[str]

    @cached_property
    def ways(self) -> Ways:
        """What the bars leave of the ground."""
        ways = self.ground
        for keeps in (bar.keeps for bar in self.bars):
            ways = ways if keeps is None else ways.only(*keeps)
        return ways

    @cached_property
    def first(self) -> Steps:
        """The steps that may come first."""
        steps = self.entry if self.start == RESERVE else self.ways.steps[self.start]
        keeps = [bar.keeps for bar in self.bars if bar.keeps is not None and self.start == RESERVE]
        at_first = self._hexes("first")
        if not keeps and not at_first:
            return steps
        return [
            (there, cost)
            for there, cost in steps
            if not any(there in hexes for hexes in at_first)
            and all(each.allows(self.start, there) for each in keeps)
        ]

    def _hexes(self, of: Literal["any", "first", "last"]) -> list[Collection[str]]:
        return [bar.hexes for bar in self.bars if bar.of == of and bar.hexes]

    def reach(self) -> Reach:
        """Every hex where the counter may end, with the least cost in the board's units and the way."""
        found = reach(self.start, self.first, self.budget, self.ways, self._hexes("any"), self.stops)
        for passed in self._hexes("last"):
            for place in found.paths.keys() & passed:
                del found.paths[place]
        return found

    def spent(self, path: Sequence[str]) -> int | None:
        """What a path on the map costs, in the board's units; None where a step of it is barred."""
        spent, here, steps, closed = 0, self.start, self.first, self._hexes("any")
        for i, place in enumerate(path):
            cost = next((cost for there, cost in steps if there == place), None)
            if cost is None or (i and here in self.stops) or any(place in hexes for hexes in closed):
                return None
            spent, here, steps = spent + cost, place, self.ways.steps[place]
        return None if any(here in passed for passed in self._hexes("last")) else spent


class MoveRules(NamedTuple):
    """The numbers of the rules of movement: its phase, enough MP, the duty to stop in an EZOC, leaving the
    map, and what the terrain chart prohibits."""

    phase: str
    allowance: str
    stop: str
    leaving: str
    terrain: str = "TEC"


Way = tuple[Callable[[str, Path], Order], Path]
"""A kind of move and its path."""


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

    # --- what a game says --------------------------------------------------------------------------

    @abstractmethod
    def allowance(self, unit_id: str) -> int:
        """A counter's movement allowance at this moment, in the board's units."""

    @abstractmethod
    def kept(self, unit_id: str, here: str) -> Illegal | None:
        """Why a counter may not leave the hex where it stands; None where it may."""

    @abstractmethod
    def bars(self, unit_id: str, here: str) -> Sequence[Bar]:
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
            ways = self.ways_of(unit_id)
            if ways:
                kind, path = ways[chance.below(len(ways))]
                return kind(unit_id, path)
        late = self.overdue()
        return late[0] if late else Done()

    def moves_of(self, unit_id: str) -> list[Any]:
        """One order for each hex that a counter can reach, by the cheapest path, and off the map."""
        return [kind(unit_id, path) for kind, path in self.ways_of(unit_id)]

    def ways_of(self, unit_id: str) -> list[Way]:
        """The kinds and paths of `moves_of`."""
        here = self.field.state.units[unit_id].at
        if here in self.board.neighbours and self.kept(unit_id, here) is not None:
            return []
        going = self.going(unit_id)
        reached = going.reach()
        return [(Move, path) for path in (*reached.paths.values(), *self._ways_off(unit_id, going, reached))]

    def going(self, unit_id: str) -> Going:
        """How a counter may go."""
        here = self.field.state.units[unit_id].at
        entry = self.field.battle.entry_steps.get(unit_id, ())
        bars = self.bars(unit_id, here)
        return Going(here, entry, self.board.ways, self.allowance(unit_id), bars, self.ezoc)

    def _ways_off(self, unit_id: str, going: Going, reached: Reach) -> list[Path]:
        """The cheapest way off the map, if there is one."""
        exits = self.exits(unit_id)
        ends = reached.paths.keys() & exits.keys()
        found = [
            (reached.costs[h] + exits[h], (*reached.paths[h], EXIT)) for h in ends if h not in going.stops
        ]
        if going.start in exits:
            found.append((exits[going.start], (EXIT,)))
        return [path for cost, path in [min(found)] if cost <= going.budget] if found else []

    # --- those that wait to enter ------------------------------------------------------------------

    def overdue(self) -> list[Any]:
        """The moves of a counter that must move before the phase may end, for others wait to enter the map,
        as many as possible. It is one that can enter, or one that can clear the way for it."""
        if not self.waiting:
            return []
        for unit_id in (u for u in self.waiting if u not in self.moved):
            if self.moves_of(unit_id):
                return self.moves_of(unit_id)
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

    # --- checking ----------------------------------------------------------------------------------

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, Done):
            late = self.overdue()
            return self._overdue_fault(late[0].unit) if late else None
        if not isinstance(order, self.kinds):
            verbs = ", ".join(kind.FORM.split()[0] for kind in self.kinds)
            reason = f"`{order}` is not an order for the movement phase; give {verbs} or done"
            return Illegal(self.rules.phase, reason)
        return self._mover_fault(order.unit) or self.way_fault(order)

    def way_fault(self, order: Any) -> Illegal | None:
        """Why a counter that may move may not move so."""
        return self._path_fault(order.unit, order.path)

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

    def _path_fault(self, unit_id: str, path: Path) -> Illegal | None:
        """What is wrong with a path; words are looked for only where something is."""
        going = self.going(unit_id)
        off = path[-1] == EXIT
        way = path[:-1] if off else path
        spent = going.spent(way) if EXIT not in way else None
        if off and spent is not None:
            end = way[-1] if way else going.start
            cost = self.exits(unit_id).get(end)
            spent = None if cost is None or (way and end in going.stops) else spent + cost
        if spent is not None and spent <= going.budget:
            return None
        return self._why_not(unit_id, going, path)

    def _why_not(self, unit_id: str, going: Going, path: Path) -> Illegal | None:
        here, spent, show = going.start, 0, self.board.show_mp
        parts: list[str] = []
        for i, place in enumerate(path):
            if i and here in going.stops:
                holders = ", ".join(self.field.exerting(here, self.side))
                return Illegal(self.rules.stop, f"{unit_id} must stop in {here}, in the ZOC of {holders}")
            fault = self._step_fault(unit_id, going, here, place, first=not i, last=i == len(path) - 1)
            if fault is not None:
                return fault
            cost = self._cost(unit_id, going, here, place)
            spent += cost
            on_map = here != RESERVE and place != EXIT
            parts.append(self.board.explain(here, place) if on_map else f"{here}-{place} {show(cost)}")
            here = place
        short = spent - going.budget
        total = f"{show(spent)} MP needed, {show(going.budget)} allowed: {show(short)} MP short"
        reason = f"{self.field.called(unit_id)}: {total} ({'; '.join(parts)})"
        return Illegal(self.rules.allowance, reason)

    def _cost(self, unit_id: str, going: Going, here: str, place: str) -> int:
        if place == EXIT:
            return self.exits(unit_id)[here]
        return dict(going.entry)[place] if here == RESERVE else dict(going.ground.steps[here])[place]

    def _step_fault(
        self, unit_id: str, going: Going, here: str, place: str, *, first: bool, last: bool
    ) -> Illegal | None:
        if here == RESERVE:
            hexes = [there for there, _ in going.entry]
            if place not in hexes:
                entry = entry_of(self.field, unit_id)
                rule = self.rules.phase if entry is None else entry.rule
                reason = f"{unit_id} must enter the map in one of {', '.join(hexes[:12])}"
                return Illegal(rule, reason)
        elif place == EXIT:
            if not last:
                return Illegal(self.rules.leaving, "`exit` must come last in a path")
            return None if here in self.exits(unit_id) else self.exit_fault(unit_id, here)
        elif self.board.grid.side_toward(here, place) is None:
            reason = f"{place} is not adjacent to {here}: name every hex of the path"
            return Illegal(self.rules.phase, reason)
        elif going.ground.cost(here, place) is None:
            barred = self.board.step(here, place).barred
            reason = f"{barred} between {here} and {place} may not be crossed or entered"
            return Illegal(self.rules.terrain, reason)
        for bar in going.bars:
            if bar.forbids(here, place, first=first, last=last):
                return Illegal(bar.rule, bar.why(here, place))
        return None
