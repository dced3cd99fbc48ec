"""What a step costs by a way of moving: the parts of the terrain chart, each as a clause replaces it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Final, Literal, NamedTuple, TypeAlias

from modules.definition.formats.clauses.moving import Movement, StepCost
from modules.definition.formats.terrain import HexsideTerrain, HexTerrain, LevelChange, RoadTerrain, Terrain
from modules.engine.hexes.board import written
from modules.engine.hexes.path_graph import Steps, Ways

Cost: TypeAlias = Fraction | Literal["prohibited"] | None
"""MP, or that it may not be, or that it counts nothing of its own."""
PROHIBITED: Final = "prohibited"
NONE: Final = Fraction(0)
ONE: Final = Fraction(1)


class StepFact(NamedTuple):
    """What lies on a step, by the names of the chart: steps that are alike in it cost the same. `rise`: into
    a higher hex (1), a lower one (-1), or neither."""

    into: str
    rise: int
    across: tuple[str, ...]
    roads: tuple[str, ...]


NO_ROAD: Final = "no "
"""How a step that keeps to a road names the one that is not there."""


class PaidStep(NamedTuple):
    """What a step costs, in parts of a MP and in MP, and its `parts` by name. `barred`: the name of what
    forbids it, else empty, with the `rule` that does."""

    cost: int
    mp: Fraction
    parts: tuple[tuple[str, Fraction], ...] = ()
    barred: str = ""
    rule: str = ""

    def tell_barred(self, one: str, other: str) -> str:
        """Why nobody goes from one hex to the other."""
        if self.barred.startswith(NO_ROAD):
            return f"{self.barred} leads from {one} to {other}"
        return f"{self.barred} between {one} and {other} may not be crossed or entered"

    def tell(self, one: str, other: str) -> str:
        """The step in a player's words: `0504-0505 2 (Woods)`, `0505-0506 2 (Open ground 1, Stream 1)`."""
        named = ", ".join(f"{name} {written(mp)}" for name, mp in self.parts)
        parts = self.parts[0][0] if len(self.parts) == 1 else named
        return f"{one}-{other} {written(self.mp)}" + (f" ({parts})" if parts else "")


class Chart(NamedTuple):
    """The terrain chart by what is filled, crossed and followed, and what a change of level adds."""

    hexes: Mapping[str, HexTerrain]
    sides: Mapping[str, HexsideTerrain]
    roads: Mapping[str, RoadTerrain]
    rise: tuple[str, Fraction] | None

    @classmethod
    def of(cls, terrain: Mapping[str, Terrain]) -> Chart:
        """The entries of a chart, sorted."""
        entries = terrain.items()
        level = next((entry for entry in terrain.values() if isinstance(entry, LevelChange)), None)
        return cls(
            {key: entry for key, entry in entries if isinstance(entry, HexTerrain)},
            {key: entry for key, entry in entries if isinstance(entry, HexsideTerrain)},
            {key: entry for key, entry in entries if isinstance(entry, RoadTerrain)},
            None if level is None else (level.name, level.mp),
        )


class Manner(NamedTuple):
    """How a unit goes, as far as costs know it: as which kind of counter, by which of the `costs` of its way
    of moving. `by_hexes`: each step counts one hex."""

    kind: str
    costs: tuple[int, ...]
    by_hexes: bool


class StepTable:
    """The costs of all steps on a board by a way of moving in one manner. `into`: for each of its `costs`
    the hexes that this names."""

    def __init__(
        self,
        facts: Mapping[str, Mapping[str, StepFact]],
        chart: Chart,
        clause: Movement,
        manner: Manner,
        into: Sequence[frozenset[str]],
        parts: int,
    ) -> None:
        self._facts, self._chart, self._parts = facts, chart, parts
        self.clause, self.manner = clause, manner
        self._costs = [clause.costs[i] for i in manner.costs]
        self._into = [(clause.costs[i], into[i]) for i in manner.costs if clause.costs[i].into]
        self._known: dict[tuple[StepFact, int], PaidStep] = {}

    @cached_property
    def ways(self) -> Ways:
        """All steps that may be taken, with their costs in parts of a MP."""
        return Ways(_GroundSteps(self), least=self._least)

    @property
    def _least(self) -> int:
        """What no step costs less than: the cheapest ground or road, as the chart or a clause says it."""
        if self.manner.by_hexes:
            return self._parts
        grounds = (cost for e in self._chart.hexes.values() for cost in (e.mp, e.down, *e.by_kind.values()))
        roads = (self.clause.cost,) if self.clause.along else (e.mp for e in self._chart.roads.values())
        known = [cost for cost in (*grounds, *roads) if isinstance(cost, Fraction)]
        said = [each.mp for each in self._costs if isinstance(each.mp, Fraction)]
        times = [each.times for each in self._costs if each.times is not None and each.times < 1]
        return int(min((*known, *said), default=NONE) * min(times, default=ONE) * self._parts)

    def steps_from(self, one: str) -> Steps:
        """The steps from a hex that may be taken, with their costs in parts of a MP."""
        paid = [(other, self.step(one, other)) for other in self._facts[one]]
        return tuple((other, step.cost) for other, step in paid if not step.barred)

    def step(self, one: str, other: str) -> PaidStep:
        """What a step between adjacent hexes costs, or what forbids it."""
        fact = self._facts[one][other]
        clause = next((i for i, (_, hexes) in enumerate(self._into) if other in hexes), -1)
        found = self._known.get((fact, clause))
        if found is None:
            found = self._known[fact, clause] = self._add_up(fact, clause)
        return found

    def enter(self, hex_id: str, into: str, through: Sequence[str], ending: Sequence[str]) -> PaidStep:
        """What it costs to come in over a hex with this terrain, which roads lead through, or end in."""
        clause = next((each for each, hexes in self._into if hex_id in hexes), None)
        name, mp, rule = self._enter(StepFact(into, 0, (), ()), clause)
        if not isinstance(mp, Fraction):
            return PaidStep(0, NONE, (), name, rule)
        road = self._road(through if self.clause.along else ending)
        if self.clause.along and road is None:
            return PaidStep(0, NONE, (), NO_ROAD + " or ".join(self._along_names()), self.clause.rule)
        if self.manner.by_hexes:
            return self._paid(ONE)
        if road is not None and (self.clause.along or road[1] < mp):
            name, mp = road
        return self._paid(mp, (name, mp))

    def _paid(self, mp: Fraction, *parts: tuple[str, Fraction]) -> PaidStep:
        return PaidStep(int(mp * self._parts), mp, parts)

    def _add_up(self, fact: StepFact, into: int) -> PaidStep:
        ground = self._enter(fact, None if into < 0 else self._into[into][0])
        sides = [self._cross(key) for key in fact.across]
        for name, mp, rule in (ground, *sides):
            if mp == PROHIBITED:
                return PaidStep(0, NONE, (), name, rule)
        road = self._road(fact.roads)
        if self.clause.along and road is None:
            return PaidStep(0, NONE, (), NO_ROAD + " or ".join(self._along_names()), self.clause.rule)
        if self.manner.by_hexes:
            return self._paid(ONE)
        if road is None:
            rise = self._chart.rise
            level = [rise] if fact.rise and rise is not None else []
            parts = [*((name, mp) for name, mp, _ in (ground, *sides) if isinstance(mp, Fraction)), *level]
        else:
            parts = [road, *self._tolls(fact.across)]
        return self._paid(sum((mp for _, mp in parts), NONE), *parts)

    def _enter(self, fact: StepFact, clause: StepCost | None) -> tuple[str, Cost, str]:
        entry = self._chart.hexes[fact.into]
        usual = entry.down if fact.rise < 0 and entry.down is not None else entry.mp
        cost = entry.by_kind.get(self.manner.kind, usual)
        return (entry.name, *_replaced(cost, entry.rule, clause))

    def _cross(self, key: str) -> tuple[str, Cost, str]:
        entry = self._chart.sides[key]
        clause = next((c for c in self._costs if key in c.across), None)
        return (entry.name, *_replaced(entry.mp, entry.rule, clause))

    def _tolls(self, across: Sequence[str]) -> Iterator[tuple[str, Fraction]]:
        """What of the hexside is paid on a road, too; a way that keeps to roads pays nothing else."""
        for key in across if not self.clause.along else ():
            name, mp, _ = self._cross(key)
            if self._chart.sides[key].on_road and isinstance(mp, Fraction):
                yield name, mp

    def _road(self, keys: Sequence[str]) -> tuple[str, Fraction] | None:
        """The cheapest road of a step that counts; None where none does."""
        if self.clause.roads == "ignored":
            return None
        found = [(name, mp) for name, mp in map(self._follow, keys) if isinstance(mp, Fraction)]
        return min(found, key=lambda road: road[1], default=None)

    def _follow(self, key: str) -> tuple[str, Cost]:
        entry = self._chart.roads[key]
        if self.clause.along and key not in self.clause.along:
            return entry.name, None
        clause = next((c for c in self._costs if key in c.along), None)
        cost = self.clause.cost if self.clause.along else entry.mp
        return entry.name, _replaced(cost, entry.rule, clause)[0]

    def _along_names(self) -> list[str]:
        return [self._chart.roads[key].name.lower() for key in self.clause.along]


class _GroundSteps(dict[str, Steps]):
    """The steps from each hex, each worked out when a search comes to it: on a large map a unit needs few."""

    def __init__(self, table: StepTable) -> None:
        super().__init__()
        self._table = table

    def __missing__(self, one: str) -> Steps:
        self[one] = found = self._table.steps_from(one)
        return found


def _replaced(cost: Cost, rule: str, clause: StepCost | None) -> tuple[Cost, str]:
    """A part of the cost, and the rule that says it, as a clause leaves them."""
    if clause is None:
        return cost, rule
    if clause.mp is not None:
        return clause.mp, clause.rule
    if clause.times is None or not isinstance(cost, Fraction):
        return cost, rule
    return cost * clause.times, clause.rule
