"""Positions on hex maps as VASSAL saves: the set-up of every scenario, or where a game stands."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from generator.position.facings import bearings_of
from generator.vassal.format.commands import AddPiece, Boards, Command
from generator.vassal.format.container import with_text
from generator.vassal.format.decks import deck
from generator.vassal.format.errors import CommandError
from generator.vassal.format.pieces import Piece
from generator.vassal.module.boxes import Boxes
from generator.vassal.module.display import DISPLAY, Display
from generator.vassal.module.forces import FORCES, Forces, free_counters
from generator.vassal.module.hex_map import NO_NUMBERS, MapPlan
from generator.vassal.module.hexes import HexModule
from generator.vassal.module.names import BATTLEFIELD, STEP
from generator.vassal.module.start.setups import by_date
from generator.vassal.positions.facings import faced
from generator.vassal.positions.moments import first_moment, setup_comment
from generator.vassal.positions.saves import BoardsOf, Saves
from generator.vassal.positions.ways import Ground, Spot
from modules.definition import Definition
from modules.definition.formats.scenarios import HexScenario, SetUp
from modules.engine.position import PlacedCounter

ENTERING = "entering"
"""The place of counters that enter during the game."""

_UNNUMBERED = "-unnumbered"

TO_SET_UP = "forces"
"""The place of counters that their player has still to set up: the window of forces."""


@dataclass(frozen=True)
class HexSaves(Saves[HexScenario]):
    """Saves of a game on hex maps; `unnumbered`: on the boards without printed ids of hexes."""

    maps: dict[str, MapPlan]
    display: Display
    forces: Forces
    boxes: Boxes
    bearings: Mapping[str, int]
    unnumbered: bool = False

    layered: ClassVar[bool] = True

    @classmethod
    def of(cls, plan: HexModule) -> HexSaves:
        """Those of a module."""
        return cls(
            plan.definition, plan.file, plan.roster, plan.metadata, plan.maps, plan.display, plan.forces,
            plan.boxes, bearings_of(plan.definition),
        )  # fmt: skip

    @property
    def has_decks(self) -> bool:
        return any(self.boxes.cups(board) for board in self.boxes.outlines)

    @property
    def scenarios(self) -> Mapping[str, HexScenario]:
        return self.definition.hex_scenarios

    def set_up(self, scenario: HexScenario) -> tuple[PlacedCounter, ...]:
        return set_up(self.definition, scenario)

    def titles(self, scenario: HexScenario) -> tuple[str, ...]:
        return self._plan(scenario).titles

    def on_board(self, scenario: HexScenario, title: str) -> HexSaves:
        super().on_board(scenario, title)
        return replace(self, unnumbered=title == self._plan(scenario).unnumbered)

    def free_setups(self) -> dict[str, tuple[str, bytes]]:
        battles = {name: self.scenarios[name] for name in by_date(self.definition)}
        free = {
            f"{name}-free": (f"{battle.title}: free set-up", self.set_up_by_players(battle, free))
            for name, battle in battles.items()
            if (free := free_counters(battle))
        }
        orders = {
            f"{name}-order": (f"{battle.title}: order of battle", self.set_up_by_players(battle, all_of_it))
            for name, battle in battles.items()
            if (all_of_it := frozenset(p.counter for p in self.set_up(battle))) != free_counters(battle)
        }
        return free | orders

    def unnumbered_setups(self, saves: Mapping[str, tuple[str, bytes]]) -> dict[str, tuple[str, bytes]]:
        return {
            f"{stem}{_UNNUMBERED}": (f"{title}{NO_NUMBERS}", with_text(save, self._on_other_board))
            for stem, (title, save) in saves.items()
        }

    def _on_other_board(self, text: str) -> str:
        """The commands of a save for the second board of its map: all else on both is the same."""
        for plan in self.maps.values():
            one, other = (Boards(BATTLEFIELD, ((title, 0, 0),)).text() for title in plan.titles)
            text = text.replace(one, other)
        return text

    def set_up_by_players(self, scenario: HexScenario, waiting: Container[str]) -> bytes:
        """The save from which players set up for themselves: these counters lie in their boxes, as where the
        rules leave it to them."""
        placed = [replace(p, place=TO_SET_UP) if p.counter in waiting else p for p in self.set_up(scenario)]
        first = first_moment(self.definition, scenario)
        return self.position(scenario, placed, first, setup_comment(self.definition, scenario))

    def pieces(
        self, scenario: HexScenario, placed: Sequence[PlacedCounter], numbers: Iterator[int]
    ) -> Iterator[Command]:
        """A counter in a place of a display lies in its box, in a cup with what else is in it; one that is
        `ENTERING` lies beside the map, one `TO_SET_UP` in the window of forces, any other whose place is no
        hex of the map in its cell of the display of those eliminated."""
        plan, lying = self._plan(scenario), dict[Spot, list[Piece]]()
        cups = self.boxes.cups(plan.title)
        drawn: dict[str, list[str]] = {place: [] for place in cups}
        grid = plan.sheet.frame.grid
        for each in sorted(placed, key=lambda p: not (p.lone and p.place in grid)):  # below who came after
            shown, spot = self._shown(plan, each), self._spot(plan, each)
            if each.place not in cups:
                lying.setdefault(spot, []).extend(shown)
                continue
            for piece in shown:
                drawn[each.place].append(str(next(numbers)))
                yield AddPiece.of(drawn[each.place][-1], piece.at(*spot))
        for place, kind in cups.items():
            at = self.boxes.middle(plan.title, place)
            yield deck(str(next(numbers)), kind, BATTLEFIELD, *at, drawn[place], face_down=False)
        yield from self.stacks(lying, numbers)

    def _plan(self, scenario: HexScenario) -> MapPlan:
        """The sheet on which a scenario is played."""
        return self.maps[self.definition.sheet_of(scenario).name]

    def _shown(self, plan: MapPlan, placed: PlacedCounter) -> Iterator[Piece]:
        """A counter as it lies and faces, with its markers; or the markers that lie in a place by
        themselves."""
        if placed.lone and (placed.place in plan.sheet.frame.grid or self._off_the_map(plan, placed.place)):
            return self.markers(placed.markers)
        if placed.counter not in self.definition.counters:
            raise CommandError(f"{self.definition.name} has no counter {placed.counter!r}")
        counter = self.definition.counters[placed.counter]
        shown = self.counter_shown(counter, placed, {STEP: 2} if placed.reduced else {})
        bearing = self.bearings.get(placed.facing, 0)
        return (faced(piece, bearing) for piece in shown)

    def spots(self, scenario: HexScenario) -> dict[str, Spot]:
        plan = self._plan(scenario)
        places = self.boxes.outlines.get(plan.title, {})
        boxes = {place: self.boxes.middle(plan.title, place) for place in places}
        return {of: (BATTLEFIELD, *px) for of, px in (*plan.spots.items(), *boxes.items())}

    def _spot(self, plan: MapPlan, placed: PlacedCounter) -> Spot:
        if placed.place in plan.sheet.frame.grid:
            return (BATTLEFIELD, *plan.at(placed.place))
        if placed.place in self.boxes.outlines.get(plan.title, {}):
            return (BATTLEFIELD, *self.boxes.middle(plan.title, placed.place))
        if placed.lone and placed.place in plan.spots:
            return (BATTLEFIELD, *plan.spots[placed.place])
        if placed.place == ENTERING and plan.sheet.entering:
            return (BATTLEFIELD, *plan.beside(self._waits_with(plan, placed.counter)))
        if placed.place == TO_SET_UP and placed.counter in self.forces.places:
            return (FORCES, *self.forces.places[placed.counter])
        if placed.counter not in self.display.cells:
            raise CommandError(f"{self.definition.name} has no counter {placed.counter!r}")
        return (DISPLAY, *self.display.cells[placed.counter])

    def _off_the_map(self, plan: MapPlan, place: str) -> bool:
        """Whether a place is a box of a display or of a track."""
        return place in self.boxes.outlines.get(plan.title, {}) or place in plan.spots

    def _waits_with(self, plan: MapPlan, counter_id: str) -> str:
        """The counter in whose place beside the map one waits: its own or, where a campaign adds one that the
        sheet does not know, that of another of its kind, or of its side."""
        counters = self.definition.counters
        own = counters[counter_id]
        unlike = {
            each: (each != counter_id, counters[each].kind != own.kind, counters[each].side != own.side)
            for each in plan.sheet.entering
        }
        return min(unlike, key=lambda each: unlike[each])

    def ground(self, scenario: HexScenario) -> Ground:
        plan = self._plan(scenario)
        return Ground(({each: (BATTLEFIELD, *plan.at(each)) for each in plan.sheet.frame.grid.ids},))

    def boards(self, scenario: HexScenario) -> Iterator[BoardsOf]:
        plan = self._plan(scenario)
        yield BATTLEFIELD, ((plan.unnumbered if self.unnumbered else plan.title, 0, 0),)
        for beside in (FORCES, DISPLAY):
            yield beside, ((beside, 0, 0),)


def set_up(definition: Definition, scenario: HexScenario) -> tuple[PlacedCounter, ...]:
    """The scenario's at-start position, in a hex leaders above units; then what begins off the map, and
    what enters during the game."""
    found = [
        PlacedCounter(counter_id, setup.side, hex_id, facing=_faces(definition, setup, counter_id))
        for setup in scenario.setup
        for counter_id, hex_id in setup.at.items()
    ]
    found.sort(key=lambda p: definition.counters[p.counter].role == "leader")
    for setup in scenario.setup:
        found += [PlacedCounter(c, setup.side, place) for place, begin in setup.boxes.items() for c in begin]
    found += [PlacedCounter(c, entry.side, ENTERING) for entry in scenario.entries for c in entry.counters]
    return tuple(found)


def _faces(definition: Definition, setup: SetUp, counter_id: str) -> str:
    return setup.facing or "" if definition.counters[counter_id].role == "unit" else ""
