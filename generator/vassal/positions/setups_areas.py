"""Positions on maps of areas as VASSAL saves: the set-up of every scenario, and a game in progress.

A block that is `face_down` stands: its own side alone sees the label. In a set-up all do. Those that are not
on the map wait in the window of forces, where markers have boxes too. In an area the stacks of its sides
stand side by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from generator.vassal.format.commands import Command
from generator.vassal.format.decks import deck
from generator.vassal.format.errors import CommandError
from generator.vassal.format.pieces import Piece
from generator.vassal.format.traits import FreeRotator
from generator.vassal.module.area_map import AreaPlan
from generator.vassal.module.areas import AreaModule
from generator.vassal.module.battle_board import BattleBoard
from generator.vassal.module.blocks import EDGES, STRENGTH, BlockRoster
from generator.vassal.module.display import DISPLAY, Display
from generator.vassal.module.forces import FORCES, Forces, musters
from generator.vassal.module.names import BATTLEFIELD
from generator.vassal.positions.saves import BoardsOf, Saves, masked
from generator.vassal.positions.ways import Ground, Spot
from modules.amounts import count_noun
from modules.definition import Counter, Definition
from modules.definition.formats.scenarios import AreaScenario
from modules.engine.position import PlacedCounter

WAITING, LOST, AT_SEA, POOL = "forces", "lost", "entering", "reserve"
"""Places off the map: in the window of forces, eliminated; of those in the window, at sea or to be raised."""

_MUSTERED = {AT_SEA: "off_board", POOL: "pool"}
"""What a scenario calls those who begin there."""


@dataclass(frozen=True)
class AreaSaves(Saves[AreaScenario]):
    """Saves of a game of blocks; `block_px` is how far apart the stacks of two sides stand."""

    roster: BlockRoster
    maps: Mapping[str, AreaPlan]
    display: Display
    forces: Forces
    battles: Mapping[str, BattleBoard]
    block_px: int

    layered: ClassVar[bool] = True

    @classmethod
    def of(cls, plan: AreaModule) -> AreaSaves:
        """Those of a module."""
        return cls(
            plan.definition, plan.file, plan.roster, plan.metadata, plan.maps, plan.display, plan.forces,
            plan.battles, plan.rendering.px,
        )  # fmt: skip

    @property
    def has_decks(self) -> bool:
        return any(battle.cups for battle in self.battles.values())

    @property
    def scenarios(self) -> Mapping[str, AreaScenario]:
        return self.definition.area_scenarios

    def set_up(self, scenario: AreaScenario) -> tuple[PlacedCounter, ...]:
        return set_up(self.definition, scenario)

    def pieces(
        self, scenario: AreaScenario, placed: Sequence[PlacedCounter], numbers: Iterator[int]
    ) -> Iterator[Command]:
        lying: dict[Spot, list[Piece]] = {}
        for each in _blanks_first(placed):
            if not each.counter:
                shown = [*self._unknown(each)]
                lying.setdefault(self._spot(self.maps[scenario.area_map], each), []).extend(shown)
                continue
            counter = self.definition.counters.get(each.counter)
            if counter is None:
                raise CommandError(f"{self.definition.name} has no counter {each.counter!r}")
            owner = self.definition.game.sides[counter.side].name
            spot = self._spot(self.maps[scenario.area_map], each)
            block, *markers = self.counter_shown(counter, each, {})
            block = turned(block, counter, each.steps_lost)
            lying.setdefault(spot, []).extend((masked(block, owner) if each.face_down else block, *markers))
        yield from self.stacks(lying, numbers)
        for battle in self.battles.values():
            for place, kind in battle.cups.items():
                yield deck(str(next(numbers)), kind, battle.title, *battle.middle(place), ())

    def _unknown(self, placed: PlacedCounter) -> Iterator[Piece]:
        """A block of which the viewer knows the side alone, with its markers; or markers by themselves."""
        if placed.face_down:
            if placed.side not in self.definition.game.sides:
                raise CommandError(f"{self.definition.name} has no side {placed.side!r}")
            yield self.roster.blank(placed.side)
        yield from self.markers(placed.markers)

    def spots(self, scenario: AreaScenario) -> dict[str, Spot]:
        plan = self.maps[scenario.area_map]
        return {of: (BATTLEFIELD, *px) for of, px in plan.spots.items()}

    def _spot(self, plan: AreaPlan, placed: PlacedCounter) -> Spot:
        if placed.place in plan.sheet.frame.map.areas:
            return self._in_area(plan, placed.place, placed.side)
        if placed.lone and placed.place in self.forces.markers:
            return (FORCES, *self.forces.markers[placed.place])
        if placed.place in (WAITING, LOST, AT_SEA, POOL):
            return self._off_map(placed.place, placed.counter or self._first_of(placed))
        for battle in self.battles.values():
            if placed.place in battle.drawn.places and placed.place not in battle.cups:
                return (battle.title, *battle.middle(placed.place))
        raise CommandError(f"{self.definition.name}: there is no area {placed.place!r} for {placed.counter}")

    def _in_area(self, plan: AreaPlan, area: str, side: str) -> Spot:
        sides = list(self.definition.game.sides)
        aside = 2 * sides.index(side) - (len(sides) - 1)
        return (BATTLEFIELD, *plan.beside(area, aside * self.block_px // 2))

    def ground(self, scenario: AreaScenario) -> Ground:
        plan = self.maps[scenario.area_map]
        areas = plan.sheet.frame.map.areas
        sides = self.definition.game.sides
        return Ground(tuple({each: self._in_area(plan, each, side) for each in areas} for side in sides))

    def _off_map(self, place: str, block: str) -> Spot:
        """Where a block waits or lies dead. Raises CommandError for one that waits in no scenario."""
        if place == LOST:
            return (DISPLAY, *self.display.cells[block])
        if block not in self.forces.places:
            name = self.definition.name
            raise CommandError(f"{name}: there is no area {place!r} for {block}, which waits in no scenario")
        return (FORCES, *self.forces.places[block])

    def _first_of(self, placed: PlacedCounter) -> str:
        """The block in whose place off the map those lie which nobody knows: the first of their side that
        begins there, else that has a place among the forces, else of all."""
        side = placed.side
        begin = (musters(self.definition, each) for each in self.scenarios.values())
        there = [block for each in begin for block in each.get((side, _MUSTERED.get(placed.place, "")), ())]
        own = [each.id for each in self.definition.counters.values() if each.side == side]
        waiting = [each for each in own if each in self.forces.places]
        return next(iter((*there, *waiting, *own)))

    def boards(self, scenario: AreaScenario) -> Iterator[BoardsOf]:
        yield BATTLEFIELD, ((self.maps[scenario.area_map].title, 0, 0),)
        for battle in self.battles.values():
            yield battle.title, ((battle.board, 0, 0),)
        for beside in (FORCES, DISPLAY):
            yield beside, ((beside, 0, 0),)


def _blanks_first(placed: Sequence[PlacedCounter]) -> list[PlacedCounter]:
    """The position with unknown blocks in front, by side and place: where they stood among the others would
    tell which they are."""
    unknown = [each for each in placed if not each.counter]
    unknown.sort(key=lambda each: (each.side, each.place))
    return unknown + [each for each in placed if each.counter]


def set_up(definition: Definition, scenario: AreaScenario) -> tuple[PlacedCounter, ...]:
    """The at-start position: who stands in which area, and who waits."""
    found = []
    for heading, blocks in musters(definition, scenario).items():
        place = heading[1] if heading[1] in definition.area_maps[scenario.area_map].areas else WAITING
        found += [PlacedCounter(block, heading[0], place, face_down=True) for block in blocks]
    return tuple(found)


def turned(block: Piece, counter: Counter, steps_lost: int) -> Piece:
    """The block with the strength on top that it has after so many steps lost. Raises CommandError for steps
    that it has not."""
    if not 0 <= steps_lost < len(counter.strengths):
        count = len(counter.strengths)
        raise CommandError(f"{counter.id} has {count_noun(count, 'step')}: it cannot have lost {steps_lost}")
    facing = -steps_lost % EDGES
    traits = (
        replace(t, facing=facing) if isinstance(t, FreeRotator) and t.name == STRENGTH else t
        for t in block.traits
    )
    return replace(block, traits=tuple(traits))
