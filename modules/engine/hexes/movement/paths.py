"""How one counter may go at one moment: on which ground, for how much, past which bars; and paths judged."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any, Final, Literal, NamedTuple

from modules.engine.errors import Illegal
from modules.engine.hexes.board import Board
from modules.engine.hexes.field import HexField
from modules.engine.hexes.movement.entering import entry_of
from modules.engine.hexes.orders import EXIT
from modules.engine.hexes.path_graph import Reach, Steps, Ways, reach
from modules.engine.hexes.state import RESERVE

Path = tuple[str, ...]
"""The hexes of a move, the start left out."""

MOST_WAYS: Final = 60
"""Ways over the same places that are looked at."""


_ANY_BUDGET: Final = 1_000_000
"""More than any way costs."""


class Keeping(NamedTuple):
    """A rule about steps from one place to another; those with the same name are the same all game."""

    name: str
    allows: Callable[[str, str], bool]


class MoveRestriction(NamedTuple):
    """What a counter may not do: enter certain hexes, or, with `keeps`, take a step against a rule, or take
    one of certain `steps`.

    `why` says it of a step from one hex to the next. `of`: any step; only the first, from where the counter
    stands; or the last: it may pass such a hex, but not end there.
    """

    rule: str
    why: Callable[[str, str], str]
    hexes: Collection[str] = ()
    keeps: Keeping | None = None
    of: Literal["any", "first", "last"] = "any"
    steps: Collection[tuple[str, str]] = ()

    def forbids(self, one: str, other: str, *, first: bool = True, last: bool = True) -> bool:
        """True for a step from one hex to the next that this forbids."""
        if (self.of == "first" and not first) or (self.of == "last" and not last):
            return False
        if other in self.hexes or (one, other) in self.steps:
            return True
        return self.keeps is not None and not self.keeps.allows(one, other)


@dataclass(slots=True)
class MoveLimits:
    """How one counter may go at one moment: from where, or over which first steps, on which ground, for how
    much, past which bars; in `stops` it must stop. `exits`: the hexes from which it may leave the map, with
    the cost in the board's units; `no_exit`: why not from another."""

    start: str
    entry: Steps
    ground: Ways
    budget: int
    bars: Sequence[MoveRestriction]
    stops: Container[str]
    exits: Mapping[str, int]
    no_exit: Callable[[str], Illegal]

    def ways(self) -> Ways:
        """What the bars leave of the ground."""
        ways = self.ground
        for keeps in (bar.keeps for bar in self.bars):
            ways = ways if keeps is None else ways.only(*keeps)
        barred = {step for bar in self.bars for step in bar.steps}
        return ways.without(barred) if barred else ways

    def first(self) -> Steps:
        """The steps that may come first."""
        steps = self.entry if self.start == RESERVE else self.ways().steps[self.start]
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

    def reach(self, first: Steps | None = None, *, passing: bool = False) -> Reach:
        """Every hex where the counter may end, with the least cost in the board's units and the way; with
        `passing`, also those that it may only pass. With `first`, places that it can reach at what they cost,
        by way of these and from there on."""
        closed = self._hexes("any")
        first = self.first() if first is None else first
        found = reach(self.start, first, self.budget, self.ways(), closed, self.stops)
        for passed in () if passing else self._hexes("last"):
            for place in found.ways.keys() & passed:
                del found.ways[place]
        return found

    def spent(self, path: Sequence[str]) -> int | None:
        """What a path costs, in the board's units; None where a step of it is barred."""
        if path[-1] == EXIT:
            end = path[-2] if len(path) > 1 else self.start
            spent = None if EXIT in path[:-1] else self._spent_on_map(path[:-1])
            cost = None if len(path) > 1 and end in self.stops else self.exits.get(end)
            return None if spent is None or cost is None else spent + cost
        spent = self._spent_on_map(path)
        return None if any(path[-1] in passed for passed in self._hexes("last")) else spent

    def _spent_on_map(self, path: Sequence[str]) -> int | None:
        spent, here, steps, closed = 0, self.start, self.first(), self._hexes("any")
        ways = self.ways()
        for i, place in enumerate(path):
            cost = dict(steps).get(place)
            if cost is None or (i and here in self.stops) or any(place in hexes for hexes in closed):
                return None
            spent, here, steps = spent + cost, place, ways.steps[place]
        return spent

    def over(self, stops: Sequence[str]) -> list[Path]:
        """The cheapest ways over these places, one after the other, to the last, and those that cost as much;
        no more than `MOST_WAYS`, those with the smaller ids first."""
        found: list[Path] = [()]
        for stop in stops:
            leg = self._leg(found[0][-1] if found[0] else "", stop) if stop != EXIT else [(EXIT,)]
            found = [(*way, *more) for way in found for more in leg][:MOST_WAYS]
            if not found:
                return []
        return found

    def _leg(self, here: str, end: str) -> list[Path]:
        """The cheapest ways from a place, or with none from where the counter stands, to another."""
        steps, first = self.ways().steps, here or self.start
        closed = frozenset().union(*self._hexes("any"))
        start = self.first() if not here else steps[here]
        least: dict[str, int] = {first: 0}
        before: dict[str, list[str]] = {}
        front = [(0, first)]
        while front:
            cost, place = heappop(front)
            if cost > least[place] or place == end or (place != first and place in self.stops):
                continue
            for there, more in start if place == first else steps[place]:
                total = cost + more
                if total > self.budget or there in closed:
                    continue
                if total < least.get(there, total + 1):
                    least[there], before[there] = total, [place]
                    heappush(front, (total, there))
                elif total == least[there] and place not in before.setdefault(there, []):
                    before[there].append(place)
        return sorted(_traced(before, first, end))[:MOST_WAYS] if end in before else []

    def price(self, path: Sequence[str]) -> int:
        """What a path costs that nothing bars, in the board's units."""
        return sum(self.cost(one, other) for one, other in pairwise((self.start, *path)))

    def cost(self, here: str, place: str) -> int:
        """What a step costs that nothing bars, in the board's units."""
        if place == EXIT:
            return self.exits[here]
        return dict(self.entry if here == RESERVE else self.ground.steps[here])[place]


def told_mp(board: Board, going: MoveLimits, path: Path) -> tuple[str, str]:
    """What a path that a counter may go costs, and what is left, in MP as players write them."""
    spent = going.price(path)
    return board.show_mp(spent), board.show_mp(going.budget - spent)


def _traced(before: Mapping[str, Sequence[str]], start: str, end: str) -> list[Path]:
    """The ways that lead back from an end, as many as are looked at."""
    done: list[Path] = []
    open_ways: list[Path] = [(end,)]
    while open_ways and len(done) < MOST_WAYS:
        way = open_ways.pop()
        for place in before[way[0]]:
            if place == start:
                done.append(way)
            elif place not in way:
                open_ways.append((place, *way))
    return done


class MoveRules(NamedTuple):
    """The numbers of the rules of movement: its phase, enough MP, the duty to stop in an EZOC, leaving the
    map, and what the terrain chart prohibits."""

    phase: str
    allowance: str
    stop: str
    leaving: str
    terrain: str = "TEC"


def path_fault(
    field: HexField[Any, Any], unit_id: str, going: MoveLimits, path: Path, rules: MoveRules
) -> Illegal | None:
    """What is wrong with a path; words are looked for only where something is."""
    spent = going.spent(path)
    return (
        None
        if spent is not None and spent <= going.budget
        else _Judge(field, unit_id, going, rules).fault(path)
    )


def move_fault(
    field: HexField[Any, Any], unit_id: str, going: MoveLimits, path: Path, rules: MoveRules
) -> Illegal | None:
    """The same of a move. Where it names its last hex alone, and that is not beside the counter: why no way
    leads there."""
    fault = path_fault(field, unit_id, going, path, rules)
    if fault is None or len(path) > 1:
        return fault
    return _Judge(field, unit_id, going, rules).end_fault(path[0]) or fault


def far_fault(field: HexField[Any, Any], unit_id: str, going: MoveLimits, place: str) -> str:
    """That a counter has not the MP for any way to a place, whoever stands on it; empty where it has, or
    where the ground lets nobody enter."""
    if not going.ground.backward.get(place) or replace(going, bars=(), stops=()).over((place,)):
        return ""
    return f"no way of {field.board.show_mp(going.budget)} MP leads {field.called(unit_id)} to {place}"


@dataclass(frozen=True)
class _Judge:
    """Says of a path that cannot be gone why not."""

    field: HexField[Any, Any]
    unit_id: str
    going: MoveLimits
    rules: MoveRules

    def end_fault(self, end: str) -> Illegal | None:
        """Why no way leads to a place: what forbids it, else what is in the way of the one that is cheapest
        where nothing is; None for a place that is beside the counter, or that a way leads to."""
        here, known = self.going.start, self.field.board.neighbours
        if not (here in known and end in known) or end == here or end in known[here]:
            return None
        if ways := self.going.over((end,)):
            return self.fault(ways[0]) if self.going.spent(ways[0]) is None else None
        for bar in self.going.bars:
            if bar.of != "first" and end in bar.hexes:
                return Illegal(bar.rule, bar.why(here, end))
        free = replace(self.going, bars=(), stops=())
        ways = free.over((end,)) or replace(free, budget=_ANY_BUDGET).over((end,))
        return (
            self.fault(ways[0]) if ways else Illegal(self.rules.phase, f"no way leads from {here} to {end}")
        )

    def fault(self, path: Path) -> Illegal:
        """The first reason."""
        board, going, unit_id = self.field.board, self.going, self.unit_id
        here, spent, show = going.start, 0, board.show_mp
        kind = self.field.counter(unit_id).kind
        parts: list[str] = []
        for i, place in enumerate(path):
            if i and here in going.stops:
                holders = ", ".join(self.field.exerting(here, self.field.side(unit_id)))
                return Illegal(self.rules.stop, f"{unit_id} must stop in {here}, in the ZOC of {holders}")
            fault = self._step_fault(here, place, first=not i, last=i == len(path) - 1)
            if fault is not None:
                return fault
            cost = going.cost(here, place)
            spent += cost
            on_map = here != RESERVE and place != EXIT
            parts.append(board.explain(here, place, kind) if on_map else f"{here}-{place} {show(cost)}")
            here = place
        short = spent - going.budget
        total = f"{show(spent)} MP needed, {show(going.budget)} allowed: {show(short)} MP short"
        reason = f"{self.field.called(unit_id)}: {total} ({'; '.join(parts)})"
        return Illegal(self.rules.allowance, reason)

    def _step_fault(self, here: str, place: str, *, first: bool, last: bool) -> Illegal | None:
        board, going, unit_id = self.field.board, self.going, self.unit_id
        if here == RESERVE:
            hexes = [there for there, _ in going.entry]
            if place not in hexes:
                reason = f"{unit_id} must enter the map in one of {', '.join(hexes[:12])}"
                entry = entry_of(self.field, unit_id)
                return Illegal(self.rules.phase if entry is None else entry.rule, reason)
        elif place == EXIT:
            if not last:
                return Illegal(self.rules.leaving, "`exit` must come last in a path")
            return None if here in going.exits else going.no_exit(here)
        elif place == here:
            reason = f"{unit_id} is in {here} already, which is not adjacent to itself: leave it out"
            return Illegal(self.rules.phase, reason)
        elif board.grid.side_toward(here, place) is None:
            reason = f"{place} is not adjacent to {here}: name every hex of the path"
            return Illegal(self.rules.phase, reason)
        elif going.ground.cost(here, place) is None:
            barred = board.step(here, place, self.field.counter(unit_id).kind).barred
            reason = f"{barred} between {here} and {place} may not be crossed or entered"
            return Illegal(self.rules.terrain, reason)
        for bar in going.bars:
            if bar.forbids(here, place, first=first, last=last):
                return Illegal(bar.rule, bar.why(here, place))
        return None
