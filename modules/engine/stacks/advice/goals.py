"""The places for which a side fights, as its clauses of victory, exits and traces name them, and how near to
each every hex is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from typing import Final

from modules.definition.formats.clauses.moving import MovePhase
from modules.definition.formats.clauses.victory import Decision, VictoryPoints
from modules.engine.stacks.battle import StackBattle
from modules.engine.stacks.costs import Manner
from modules.engine.stacks.field import StackField
from modules.engine.stacks.tracing.holding import holds_place

DECIDING: Final = 10.0
"""What a place is worth that decides a game; points count as they are."""
SOURCE: Final = 1.0
"""What a place is worth to which the traces of a side lead."""
SAFE: Final = 0.15
"""The part of its worth that a place keeps which a side holds, and that no enemy is near to."""
NEAR: Final = 3
"""Hexes: an enemy so near to a place endangers it."""
RAID: Final = 7
"""Hexes from which an enemy endangers an unguarded place that decides the game at once."""
FAR: Final = 999
"""Hexes: farther than any map is wide."""
ONE_OFF: Final = 5.0
"""What it is worth above its points that a unit leaves the map for good: these cannot be lost again."""
LEAST: Final = 0.25
"""MP that each step counts at the least, so that a railway is not a single place."""
FADING: Final = 0.8
"""What is left of the pull of a place with each MP of the way to it."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Hexes that are worth so much to a side together. `kept`: it must hold them at the end, so that they
    pull less while they are safe. `sudden`: they decide the game at once."""

    hexes: frozenset[str]
    worth: float
    kept: bool
    sudden: bool = False


class Goals:
    """What the sides of a battle fight for. It is worked out once for each battle."""

    def __init__(self, battle: StackBattle) -> None:
        self._battle = battle
        self._ways: dict[frozenset[str], Mapping[str, float]] = {}

    @cached_property
    def of_side(self) -> Mapping[str, tuple[Goal, ...]]:
        """The goals of each side."""
        return {side: tuple(self._merge(self._goals(side))) for side in self._battle.sides}

    @staticmethod
    def _merge(goals: Iterable[Goal]) -> Iterator[Goal]:
        """Goals with the same hexes as one."""
        worth: dict[tuple[frozenset[str], bool, bool], float] = {}
        for goal in goals:
            key = goal.hexes, goal.kept, goal.sudden
            worth[key] = worth.get(key, 0.0) + goal.worth
        for (hexes, kept, sudden), each in worth.items():
            if hexes and each > 0:
                yield Goal(hexes, each, kept, sudden)

    def _goals(self, side: str) -> Iterator[Goal]:
        victory = self._battle.rules.victory
        for decision in victory.decide if victory is not None else ():
            yield from self._of_decision(decision)
        for points in victory.points if victory is not None else ():
            yield from self._of_points(points, side)
        for trace in self._battle.rules.traces.values():
            bearers = self._battle.counters_of(trace.of)
            if trace.to and bearers & self._battle.on_side[side]:
                yield Goal(self._find(trace.to), SOURCE, True)

    def _of_decision(self, decision: Decision) -> Iterator[Goal]:
        """Places that decide the game: one side wants to have them, the other to keep them."""
        for held in decision.holds:
            hexes = self._find(held.places)
            for hex_id in sorted(hexes):
                sudden = decision.checked == "at_once"
                yield Goal(frozenset({hex_id}), DECIDING / len(hexes), True, sudden)

    def _of_points(self, points: VictoryPoints, side: str) -> Iterator[Goal]:
        worth = float(points.points)
        if points.each == "hex":
            yield from (
                Goal(frozenset({hex_id}), abs(worth), True) for hex_id in sorted(self._find(points.at))
            )
            return
        of = (
            self._battle.counters_of(points.units.of) if points.units.of else frozenset(self._battle.counters)
        )
        if points.side != side or not of & self._battle.on_side[side]:
            return
        if points.where == "exited":
            yield Goal(self._exits(side), worth, False)
        elif points.units.at:
            yield Goal(self._find(points.units.at), worth, False)

    def exit_worth(self, side: str) -> float:
        """What it is worth to a side that a unit leaves the map: the points for it, or less than any hex."""
        victory = self._battle.rules.victory
        points = [p for p in (victory.points if victory is not None else ()) if p.where == "exited"]
        own = [float(each.points) for each in points if each.side == side]
        return ONE_OFF + max(own) if own else -DECIDING * 10

    def _exits(self, side: str) -> frozenset[str]:
        """The hexes over which units of a side leave the map."""
        found: set[str] = set()
        for phase in self._battle.rules.phases.values():
            for way_out in phase.exits if isinstance(phase, MovePhase) else ():
                if self._battle.counters_of(way_out.of) & self._battle.on_side[side]:
                    found |= self._find(way_out.over)
        return frozenset(found)

    def _find(self, words: tuple[str, ...]) -> frozenset[str]:
        return self._battle.map_rules.places.find(words)

    # --- how near ----------------------------------------------------------------------------------

    def distances(self, hexes: frozenset[str]) -> Mapping[str, float]:
        """How many MP each hex is from the nearest of these, over open ground; none where no way leads."""
        if hexes not in self._ways:
            self._ways[hexes] = self._spread(hexes)
        return self._ways[hexes]

    def _spread(self, hexes: frozenset[str]) -> Mapping[str, float]:
        found: dict[str, float] = {}
        open_hexes = [(0.0, hex_id) for hex_id in sorted(hexes)]
        while open_hexes:
            cost, here = heappop(open_hexes)
            if here in found:
                continue
            found[here] = cost
            for there, more in self._steps_to.get(here, ()):
                if there not in found:
                    heappush(open_hexes, (cost + more, there))
        return found

    @cached_property
    def _steps_to(self) -> Mapping[str, tuple[tuple[str, float], ...]]:
        """Each hex with those from which a step leads to it, and the MP of that."""
        way = next((name for name, each in self._battle.rules.movement.items() if not each.along), None)
        if way is None:
            around = self._battle.board.neighbours
            return {here: tuple((there, 1.0) for there in near) for here, near in around.items()}
        map_rules = self._battle.map_rules
        by_hexes = self._battle.rules.movement[way].budget is None
        steps = map_rules.table(way, Manner("", (), by_hexes)).ways.steps
        found: dict[str, list[tuple[str, float]]] = {}
        for here in self._battle.board.neighbours:
            for there, cost in steps[here]:
                found.setdefault(there, []).append((here, max(cost / map_rules.parts, LEAST)))
        return {there: tuple(near) for there, near in found.items()}


def pull(goals: Goals, field: StackField, side: str) -> Mapping[str, float]:
    """How much each hex draws the units of a side at a moment: the worth of its goals, less with each MP."""
    found: dict[str, float] = dict.fromkeys(field.map_rules.hexes, 0.0)
    for goal in goals.of_side[side] or _enemies_as_goals(field, side):
        worth = goal.worth * (SAFE if goal.kept and _is_safe(field, side, goal) else 1.0)
        for hex_id, far in goals.distances(goal.hexes).items():
            found[hex_id] += worth * FADING**far
    return found


def _enemies_as_goals(field: StackField, side: str) -> Iterable[Goal]:
    """Where nothing is said of victory: the enemy."""
    hexes = frozenset(field.enemy_hexes(side))
    return [Goal(hexes, DECIDING, False)] if hexes else []


def _is_safe(field: StackField, side: str, goal: Goal) -> bool:
    """Whether a side holds all of these hexes, and no enemy is near. Where they decide the game at once, an
    enemy is near sooner, unless a friend is beside them."""
    if not all(holds_place(field, side, hex_id) for hex_id in goal.hexes):
        return False
    near = _distance(field, field.enemy_hexes(side), goal.hexes)
    if not goal.sudden or near > RAID:
        return near > NEAR
    return near > NEAR and _distance(field, field.stacks_of(side), goal.hexes) <= 1


def _distance(field: StackField, places: Iterable[str], hexes: frozenset[str]) -> int:
    """How many hexes the nearest of some places is from the nearest of others; very many without any."""
    found = (field.board.distance(one, other) for one in places for other in hexes)
    return min(found, default=FAR)
