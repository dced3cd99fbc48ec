"""Positions on maps of areas as VASSAL saves: the set-up of every scenario.

Blocks stand: each side sees the labels of its own alone. Those that are not on the map wait in the window of
forces. In an area stacks of several sides stand side by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from generator.vassal.commands import Command
from generator.vassal.errors import CommandError
from generator.vassal.module_area_map import AreaPlan
from generator.vassal.module_display import DISPLAY, Display
from generator.vassal.module_forces import FORCES, Forces
from generator.vassal.pieces import Piece
from generator.vassal.save_writing import BoardsOf, Saves, Spot, masked
from modules.definition import Definition
from modules.definition.scenarios import AreaScenario
from modules.engine.position import Placed

WAITING, LOST = "forces", "lost"
"""Places off the map: in the window of forces, eliminated."""


@dataclass(frozen=True)
class AreaSaves(Saves[AreaScenario]):
    """Saves of a game of blocks; `block_px` is how far apart the stacks of two sides stand."""

    maps: Mapping[str, AreaPlan]
    display: Display
    forces: Forces
    block_px: int

    layered: ClassVar[bool] = True

    def set_up(self, scenario: AreaScenario) -> tuple[Placed, ...]:
        return set_up(self.definition, scenario)

    def pieces(
        self, scenario: AreaScenario, placed: Sequence[Placed], numbers: Iterator[int]
    ) -> Iterator[Command]:
        lying: dict[Spot, list[Piece]] = {}
        for each in placed:
            counter = self.definition.counters.get(each.counter)
            if counter is None:
                raise CommandError(f"{self.definition.name} has no counter {each.counter!r}")
            owner = self.definition.game.sides[counter.side].name
            spot = self._spot(self.maps[scenario.area_map], each)
            block, *markers = self.counter_shown(counter, each, {})
            lying.setdefault(spot, []).extend((masked(block, owner), *markers))
        yield from self.stacks(lying, numbers)

    def spots(self, scenario: AreaScenario) -> dict[str, Spot]:
        plan = self.maps[scenario.area_map]
        return {of: (plan.title, *plan.px(place)) for of, place in plan.sheet.spots.items()}

    def _spot(self, plan: AreaPlan, placed: Placed) -> Spot:
        if placed.place in plan.sheet.frame.map.areas:
            x, y = plan.at(placed.place)
            sides = list(self.definition.game.sides)
            aside = 2 * sides.index(placed.side) - (len(sides) - 1)
            return plan.title, x + aside * self.block_px // 2, y
        if placed.place == WAITING:
            return (FORCES, *self.forces.places[placed.counter])
        if placed.place == LOST:
            return (DISPLAY, *self.display.cells[placed.counter])
        raise CommandError(f"{self.definition.name}: there is no area {placed.place!r}")

    def boards(self, scenario: AreaScenario) -> Iterator[BoardsOf]:  # noqa: ARG002 - all maps are there
        for title in (*(plan.title for plan in self.maps.values()), FORCES, DISPLAY):
            yield title, ((title, 0, 0),)


def set_up(definition: Definition, scenario: AreaScenario) -> tuple[Placed, ...]:
    """The at-start position: who stands in which area, and who waits."""
    found = []
    for heading, blocks in musters(definition, scenario).items():
        place = heading[1] if heading[1] in definition.area_maps[scenario.area_map].areas else WAITING
        found += [Placed(block, heading[0], place) for block in blocks]
    return tuple(found)


def musters(definition: Definition, scenario: AreaScenario) -> dict[tuple[str, str], list[str]]:
    """The blocks of a scenario by side and by where they begin: an area, or `anywhere`, `off_board`, `pool`.
    Of each entry of counters.yaml those come first that have a place."""
    entries: dict[str, list[str]] = {}
    for counter in definition.counters.values():
        entries.setdefault(counter.group, []).append(counter.id)
    found: dict[tuple[str, str], list[str]] = {}
    for setup in scenario.setup:
        waiting = {"anywhere": setup.anywhere, "off_board": setup.off_board, "pool": setup.pool}
        for place, muster in (*setup.at.items(), *waiting.items()):
            for group, number in muster.items():
                found.setdefault((setup.side, place), []).extend(entries[group][:number])
                entries[group] = entries[group][number:]
    return found
