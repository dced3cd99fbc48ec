"""Where one unit may go under the clauses of a game, and why no farther: facts, and the same in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from generator.trial.clause_places import ClausePlaces
from generator.trial.trial import TrialRefused
from generator.trial.tried_position import TriedPosition, Wish, known_counter, lay_out, must_have_clauses
from modules.amounts import count_noun
from modules.definition.formats.clauses.moving import MovePhase
from modules.engine.errors import Illegal
from modules.engine.requests import Reached
from modules.engine.stacks.moving import MoveOptions
from modules.engine.stacks.orders import EXIT

_NUMBER: Final = re.compile(r"\d[\d /]*\b")
_PART: Final = re.compile(r"(\d+)(?:/(\d+))?")
_NAMES: Final = re.compile(r" of [#\w, -]+")
_MOST_CLOSED: Final = 200
"""Closed places that are looked at."""


@dataclass(frozen=True)
class Allowance:
    """What a unit may spend by a way of moving: the number of its clause, and how it was reckoned."""

    way: str
    rule: str
    told: str


@dataclass(frozen=True)
class TracedLine:
    """A trace of a unit, the number of its clause, and the hexes of its shortest way; None where it leads
    nowhere."""

    name: str
    rule: str
    hexes: int | None

    def tell(self) -> str:
        """Where it leads, in words."""
        return "leads nowhere" if self.hexes is None else f"leads in {count_noun(self.hexes, 'hex')}"


@dataclass(frozen=True)
class UnitWays:
    """The places that a unit reaches from `here`, and, nearest first, the places beside them that are
    `closed` to it, each with the reason. `kept`: why it may not move at all. `others`: further phases in
    which the program moves units of its side. `traces`: those of the unit in this phase."""

    position: TriedPosition
    unit: str
    here: str
    allowances: Sequence[Allowance]
    reached: Sequence[Reached]
    closed: Sequence[tuple[str, Illegal]]
    kept: Illegal | None
    traces: Sequence[TracedLine]
    others: Sequence[str] = ()


def find_ways(name: str, scenario: str, unit: str, wish: Wish) -> UnitWays:
    """The ways of a unit in the first phase in which it may move. Raises TrialRefused, and as
    `library.rules`."""
    definition = must_have_clauses(name)
    counter = known_counter(definition, unit)
    found = [_ways(each, unit) for each in lay_out(name, scenario, counter, MovePhase, wish)]
    shown = next((each for each in found if each.reached), found[0])
    others = [each.position.phase for each in found if each is not shown]
    return replace(shown, others=others)


def _ways(position: TriedPosition, unit: str) -> UnitWays:
    options = position.program
    if not isinstance(options, MoveOptions):
        raise TrialRefused(f"nobody moves in the phase {position.phase}")
    here = options.field.moment.at[unit]
    reached = sorted(options.reach(unit), key=lambda each: (_amount(each.cost), each.place))
    kept = options.mover_fault(unit)
    if kept is not None:
        return UnitWays(position, unit, here, (), (), (), kept, _traced(options, unit))
    goings = [options.going(way, unit, (unit,)) for way in options.ways_for((unit,))]
    allowances = [Allowance(each.way, each.budget.rule, each.budget.told) for each in goings]
    closed = list(_closed(options, unit, here, reached))
    return UnitWays(position, unit, here, allowances, reached, closed, None, _traced(options, unit))


def _traced(options: MoveOptions, unit: str) -> list[TracedLine]:
    """The traces that there are for a unit on the map."""
    field = options.field
    known = field.battle.rules.traces if field.at(unit) is not None else {}
    return [
        TracedLine(name, clause.rule, field.traces.length(unit, name))
        for name, clause in known.items()
        if field.traces.is_for(unit, name)
    ]


def _amount(cost: str) -> float:
    """A cost as a number to sort by: `1 1/2` is 1.5, and `2 hexes` is 2."""
    return sum(int(top) / int(bottom or 1) for top, bottom in _PART.findall(cost))


def _closed(
    options: MoveOptions, unit: str, here: str, reached: Sequence[Reached]
) -> Iterator[tuple[str, Illegal]]:
    """The places beside those that are reached, nearest first; without one the places beside the unit."""
    board, open_places = options.board, [each.place for each in reached if each.place != EXIT]
    beside = {
        place: None
        for at in (*([here] if here in board.neighbours else []), *open_places)
        for place in board.neighbours[at]
        if place not in open_places and place != here
    }
    on_map = here in board.neighbours
    nearest = sorted(beside, key=lambda place: (board.distance(here, place) if on_map else 0, place))
    for place in nearest[:_MOST_CLOSED]:
        fault = options.why_closed(unit, place)
        if fault is not None:
            yield place, fault


# --- in words --------------------------------------------------------------------------------------------


def tell_ways(ways: UnitWays) -> list[str]:
    """The ways in words, a line each."""
    places = ClausePlaces(ways.position.definition)
    lines = [f"{ways.unit} in {ways.here}: {ways.position.head}"]
    if ways.others:
        lines.append(
            f"units move in other phases, too: {', '.join(f'--phase {each}' for each in ways.others)}"
        )
    lines += [f"trace {each.name}, {places.tell(each.rule)}: {each.tell()}" for each in ways.traces]
    if ways.kept is not None:
        return [*lines, f"it does not move: {places.tell_fault(ways.kept)}"]
    lines += [f"{each.way}, {places.tell(each.rule)}: {each.told}" for each in ways.allowances]
    lines += [f"{count_noun(len(ways.reached), 'place')} in reach" + (":" if ways.reached else "")]
    by_cost: dict[tuple[str, str], list[str]] = {}
    for each in ways.reached:
        by_cost.setdefault((each.cost, each.left), []).append(each.place)
    for (cost, left), ends in by_cost.items():
        lines.append(f"  for {cost}, {left} left: {', '.join(ends)}")
    if ways.closed:
        lines.append("closed beside them:" if ways.reached else "closed beside it:")
        lines += [f"  {each}" for each in _tell_closed(ways.closed, places)]
    return lines


def _tell_closed(closed: Sequence[tuple[str, Illegal]], places: ClausePlaces) -> Iterator[str]:
    """Of places that are closed for like reasons the first with its reason, the others by name."""
    alike: dict[tuple[str, str], list[tuple[str, Illegal]]] = {}
    for place, fault in closed:
        reason = _NUMBER.sub("#", fault.reason.partition(";")[0])
        alike.setdefault((fault.rule, _NAMES.sub(" of #", reason)), []).append((place, fault))
    for group in alike.values():
        (place, fault), more = group[0], [each for each, _ in group[1:]]
        others = f"; in like manner {', '.join(more)}" if more else ""
        yield f"{place}: {places.tell_fault(fault)}{others}"
