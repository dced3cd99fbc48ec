"""Checks of `rules.yaml`: that each clause refers to what the game has, and says what can be carried out."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from modules.amounts import count_noun
from modules.definition.checks.rule_attacks import check_attacks
from modules.definition.checks.rule_references import References
from modules.definition.checks.rule_results import check_results
from modules.definition.checks.rule_upkeep import check_upkeep
from modules.definition.checks.rule_use import check_use
from modules.definition.files import Files
from modules.definition.formats.clauses.combat import AttackPhase
from modules.definition.formats.clauses.conditions import SETUP, Times
from modules.definition.formats.clauses.moving import (
    Allowance,
    EnterPhase,
    Movement,
    MovePhase,
    SetUpPhase,
    Stacking,
    ZoneClause,
)
from modules.definition.formats.clauses.upkeep import RebuildPhase, RecoverPhase, SupplyPhase
from modules.definition.formats.game import GameFile
from modules.definition.formats.maps import MapFile
from modules.definition.formats.rules import RulesFile
from modules.definition.formats.scenarios import HexScenario, Scenario
from modules.definition.formats.terrain import TerrainFile
from modules.definition.model import Counter
from modules.definition.mp_parts import MOST_PARTS, count_parts
from modules.definition.rule_clauses import clauses_in
from modules.geometry import HexGrid
from modules.written.source import Path_

MOST_CLAUSES, MOST_VALUES = 500, 10_000
"""Clauses of a rules.yaml, and its keys, entries and values: each clause is asked at each step of a unit."""

MOST_ALLOWANCE = 1_000
"""MP or hexes that all changes of an allowance together can make of it: a search counts up to them."""

_SHOWN_PARTS = 10_000

PlayedPhase = MovePhase | EnterPhase | AttackPhase | SupplyPhase | RecoverPhase | RebuildPhase
_BY: dict[type[AttackPhase | RecoverPhase | RebuildPhase], str] = {
    AttackPhase: "attacks", RecoverPhase: "recovery", RebuildPhase: "rebuild",
}  # fmt: skip
"""The phases that name clauses of a section under `by`, and the section."""


def check_rules(
    files: Files,
    file: str,
    rules: RulesFile,
    game: GameFile,
    known: Mapping[str, Counter],
    grids: Mapping[str, tuple[MapFile, HexGrid]],
) -> None:
    """Notes the faults of rules.yaml in a game with these counters and maps."""
    if files.shipped_as:
        message = f"{files.shipped_as} is carried out by its own code, which does not read this: remove it"
        files.fault(file, (), message)
        return
    if not files.of(HexScenario):
        written = sum(name.startswith("scenarios/") for name in files.sources)
        if written and len(files.of(Scenario)) == written:
            message = (
                "no scenario is on hexes: areas, squares and points are played by hand, without this file"
            )
            files.fault(file, (), message)
        return
    clauses = sum(1 for _ in clauses_in(rules))
    for count, most, what in (
        (clauses, MOST_CLAUSES, "clause"), (len(files.sources[file].marks), MOST_VALUES, "value"),
    ):  # fmt: skip
        if count > most:
            files.fault(file, (), f"{count_noun(count, what)}: expected at most {most:,}")
            return
    chart = files.of(TerrainFile).get("terrain.yaml")
    if chart is not None and (parts := count_parts(rules, chart.terrain)) > MOST_PARTS:
        part = f"1/{parts}" if parts < _SHOWN_PARTS else "a smaller part"
        message = f"the costs of all clauses and of terrain.yaml are multiples of {part} of a MP alone"
        remedy = f"expected 1/{MOST_PARTS} at the least: write fractions of fewer kinds, such as 1/2 and 1/3"
        files.fault(file, ("movement",), f"{message}, {remedy}")
    maps = {name: each_map for name, (each_map, _) in grids.items()}
    found = _RulesCheck(References(files, file, rules, game, known, maps), grids)
    found.check()
    check_attacks(found.references)
    check_results(found.references)
    check_upkeep(found.references)
    check_use(found.references)


class _RulesCheck:
    def __init__(self, references: References, grids: Mapping[str, tuple[MapFile, HexGrid]]) -> None:
        self.references, self.grids = references, grids
        self.rules, self.game = references.rules, references.game

    def check(self) -> None:
        rules = self.rules
        self.references.check_groups()
        for name, turns in rules.turns.items():
            for i, turn in enumerate(turns):
                self.references.turn(("turns", name, i), turn)
        self._phases()
        for name, movement in rules.movement.items():
            self._movement(("movement", name), movement, self.movers.get(name))
        for i, zone in enumerate(rules.zones):
            self._zone(("zones", i), zone)
        for i, limit in enumerate(rules.stacking):
            self._stacking(("stacking", i), limit)

    # --- phases ------------------------------------------------------------------------------------

    def _phases(self) -> None:
        """The phases, and who moves in them by which way."""
        self.movers: dict[str, frozenset[str]] = {}
        ids = dict.fromkeys(phase.id for phase in self.game.sequence)
        for name, phase in self.rules.phases.items():
            path = ("phases", name)
            if name == SETUP and SETUP in ids:
                self.references.fault(path, f"game.yaml has a phase {SETUP!r}, too: give that another id")
            elif name != SETUP and not self.references.name(path, name, (SETUP, *ids), "phases of game.yaml"):
                continue
            if (name == SETUP) != isinstance(phase, SetUpPhase):
                others = "`does: move`, `enter`, `attack`, `supply`, `recover` or `rebuild`"
                expected = "`does: set_up`" if name == SETUP else others
                said = f"found {phase.does!r}: expected {expected}; `set_up` is for the phase {SETUP!r} alone"
                self.references.fault((*path, "does"), said)
            elif not isinstance(phase, SetUpPhase):
                self._phase(path, phase)

    def _phase(self, path: Path_, phase: PlayedPhase) -> None:
        references = self.references
        for i, times in enumerate(phase.not_on):
            references.times((*path, "not_on", i), times)
            if times == Times():
                references.fault((*path, "not_on", i), "without a key the phase is always left out")
        if isinstance(phase, AttackPhase | RecoverPhase | RebuildPhase):
            key = _BY[type(phase)]
            references.names((*path, "by"), phase.by, getattr(self.rules, key), f"names of `{key}`")
        elif isinstance(phase, SupplyPhase):
            if not self.rules.supply and not references.files.is_cut("supply"):
                message = "`supply` is missing: say there what befalls units without a trace"
                references.fault((*path, "does"), message)
        else:
            self._way_phase(path, phase)

    def _way_phase(self, path: Path_, phase: MovePhase | EnterPhase) -> None:
        references = self.references
        enters = isinstance(phase, EnterPhase) or phase.enters
        if enters and self.rules.entering is None and not references.files.is_cut("entering"):
            key = "does" if isinstance(phase, EnterPhase) else "enters"
            message = "`entering` is missing: say there how reinforcements enter, or leave this out"
            references.fault((*path, key), message)
        if isinstance(phase, MovePhase):
            self._move_phase(path, phase)

    def _move_phase(self, path: Path_, phase: MovePhase) -> None:
        references = self.references
        references.names((*path, "by"), phase.by, self.rules.movement, "names of `movement`")
        meant = references.units((*path, "units"), phase.units)
        for name in phase.by:
            self.movers[name] = self.movers.get(name, frozenset()) | meant
        for i, way_out in enumerate(phase.exits):
            references.find_counters((*path, "exits", i, "of"), way_out.of)
            self._edge((*path, "exits", i, "over"), way_out.over)

    def _edge(self, path: Path_, words: tuple[str, ...]) -> None:
        """The hexes by which units leave are of the map's edge, on a map that has any of them."""
        self.references.check_places(path, words)
        for i, word in enumerate(words):
            there = [
                (self.grids[name][1], hexes)
                for name, hexes in self.references.find_places((word,)).items()
                if hexes
            ]
            if there and not any(grid.open_sides(each) for grid, hexes in there for each in hexes):
                self.references.fault((*path, i), f"no hex of {word!r} is on the edge of the map")

    # --- movement ----------------------------------------------------------------------------------

    def _movement(self, path: Path_, movement: Movement, movers: frozenset[str] | None) -> None:
        references = self.references
        who = frozenset(references.counters) if movers is None else movers
        if isinstance(movement.budget, str):
            references.value((*path, "budget"), movement.budget, who)
        for i, allowance in enumerate(movement.instead):
            here = (*path, "instead", i)
            meant = references.units((*here, "units"), allowance.units)
            references.times((*here, "when"), allowance.when)
            if isinstance(allowance.budget, str):
                references.value((*here, "budget"), allowance.budget, who & meant)
        for key in ("changes", "costs", "halts"):
            for i, part in enumerate(getattr(movement, key)):
                references.units((*path, key, i, "units"), part.units)
                references.times((*path, key, i, "when"), part.when)
        self._allowance(path, movement)
        self._ground(path, movement)
        if movement.along and movement.roads == "ignored":
            message = "`roads: ignored` and `along` together: a unit cannot keep to roads that do not count"
            references.fault((*path, "roads"), message)

    def _allowance(self, path: Path_, movement: Movement) -> None:
        """What the changes can make of the largest allowance, if all of them hold at once."""
        ways: tuple[Movement | Allowance, ...] = (movement, *movement.instead)
        bases = [each.hexes if each.budget is None else each.budget for each in ways]
        most = Fraction(max(map(self._largest, bases)))
        for change in movement.changes:
            most = most * max(change.times or 1, Fraction(1)) + max(change.add, 0)
        if most > MOST_ALLOWANCE:
            message = "all changes together can make an allowance"
            asked = f"expected at most {MOST_ALLOWANCE:,}: write fewer or smaller factors"
            self.references.fault((*path, "changes"), f"{message} larger than that of any game, {asked}")

    def _largest(self, base: str | int | None) -> int:
        """The largest allowance before it is changed: of a value of counters the largest that any bears."""
        if not isinstance(base, str):
            return base or 0
        faces = (face for c in self.references.counters.values() for face in (c.front, c.back or {}))
        return max((face.get(base, 0) for face in faces), default=0)

    def _ground(self, path: Path_, movement: Movement) -> None:
        references = self.references
        references.terrain((*path, "along"), movement.along, "road")
        for i, cost in enumerate(movement.costs):
            here = (*path, "costs", i)
            references.check_places((*here, "into"), cost.into)
            references.terrain((*here, "across"), cost.across, "hexside")
            references.terrain((*here, "along"), cost.along, "road")
        for i, halt in enumerate(movement.halts):
            references.check_places((*path, "halts", i, "into"), halt.into)

    # --- zones, stacks -----------------------------------------------------------------------------

    def _zone(self, path: Path_, zone: ZoneClause) -> None:
        references = self.references
        bearers = references.find_counters((*path, "of"), zone.of)
        bound = references.find_counters((*path, "binds"), zone.binds)
        for key in ("state", "not_state"):
            references.markers((*path, key), getattr(zone, key))
        references.not_both(path, "state", zone.state, zone.not_state)
        references.terrain((*path, "not_across"), zone.not_across, "hexside")
        references.check_places((*path, "not_into"), zone.not_into)
        references.times((*path, "when"), zone.when)
        sides = {references.counters[each].side for each in bearers | bound}
        if zone.binds and len(sides) == 1:
            message = f"a zone of {_listed(sides)} binds no unit of the same side: name enemies"
            references.fault((*path, "binds"), message)

    def _stacking(self, path: Path_, limit: Stacking) -> None:
        references = self.references
        of = references.find_counters((*path, "of"), limit.of)
        free = references.find_counters((*path, "free"), limit.free) if limit.free else frozenset()
        references.check_places((*path, "at"), limit.at)
        references.times((*path, "when"), limit.when)
        references.value((*path, "count"), limit.count, of - free, ("units",))
        if of and of <= free and references.counters_are_known:
            references.fault((*path, "free"), "all for which the limit is are free: it limits nothing")


def _listed(words: set[str]) -> str:
    return ", ".join(sorted(words))
