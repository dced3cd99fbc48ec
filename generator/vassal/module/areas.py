"""A game of blocks on maps of areas as a module: a board for each map, the forces, the eliminated blocks."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from generator.drawing.raster import Shot
from generator.vassal.format.buildfile import Component
from generator.vassal.format.errors import FormError
from generator.vassal.format.expressions import braced, prop, text, unequal
from generator.vassal.format.maps import piece_layers
from generator.vassal.module.area_map import (
    AT_SEA,
    START_ZOOM,
    ZOOM_LEVELS,
    AreaPlan,
    area_board,
    area_parts,
    area_plans,
)
from generator.vassal.module.battle_board import BattleBoard, battle_boards, battle_keys
from generator.vassal.module.blocks import BlockRoster, block_palettes, block_roster, block_shots
from generator.vassal.module.data import read_vassal_file, slot_ids
from generator.vassal.module.display import DISPLAY, Display, display_svg, lay_out
from generator.vassal.module.forces import FORCES, Forces, forces_svg, forces_window, lay_forces, musters
from generator.vassal.module.icons import icon
from generator.vassal.module.names import LAYERS, Rendering
from generator.vassal.module.parts import Key, Topic, lists
from generator.vassal.module.pictures import ModulePictures, state_shots
from generator.vassal.module.plan import ModulePlan, battlefield_window, display_window
from generator.vassal.module.tracks import tracks
from modules.definition import Definition

_HEADS = {"anywhere": "to be placed in any area", "off_board": "at sea", "pool": "may be raised"}


@dataclass(frozen=True)
class AreaModule(ModulePlan):
    """The plan of a game on maps of areas."""

    roster: BlockRoster
    maps: dict[str, AreaPlan]
    display: Display
    forces: Forces
    battles: dict[str, BattleBoard]

    secrets: ClassVar[bool] = True
    icons: ClassVar[frozenset[str]] = ModulePlan.icons | {
        icon(name) for name in ("overview", "forces", "battle")
    }

    def board_shots(self) -> Iterator[tuple[str, str, Shot]]:
        shown = display_svg(self.look, self.definition, self.display)
        yield DISPLAY, "eliminated", Shot(self.look, shown, width=self.display.size[0])
        yield (
            FORCES,
            "forces",
            Shot(self.look, forces_svg(self.look, self.forces), width=self.forces.size[0]),
        )
        for each in self.battles.values():
            yield (
                each.title,
                f"board-{each.name}",
                Shot(self.look, each.drawn.drawing.svg, width=each.size[0]),
            )

    def sheets(self) -> dict[str, float]:
        return {name: plan.scale for name, plan in self.maps.items()}

    def piece_shots(self) -> Iterator[tuple[str, Shot]]:
        yield from block_shots(self.definition, self.rendering)
        yield from state_shots(self.definition, self.file, self.rendering)

    def windows(self, pictures: ModulePictures) -> list[Component]:
        boards = [
            area_board(plan, pictures.boards[f"map-{name}"], self.tracks.zones(plan.title))
            for name, plan in self.maps.items()
        ]
        first = self.maps[next(iter(self.definition.area_scenarios.values())).area_map].title
        parts = area_parts(max(each.size[0] for each in self.maps.values()), "$LocationName$", self.rendering)
        return [
            battlefield_window(boards, parts, [(first, 0, 0)], ZOOM_LEVELS, START_ZOOM),
            *(each.window(pictures.boards[each.title]) for each in self.battles.values()),
            forces_window(pictures.boards[FORCES]),
            display_window(pictures.boards[DISPLAY], self.rendering, piece_layers(LAYERS)),
        ]

    def palettes(self) -> Component:
        return block_palettes(self.definition, self.roster, self.rendering.px)

    def lists(self) -> list[Component]:
        # Groups by more than the side would tell what stands behind a label.
        return lists(["Side"], braced(unequal(prop("Side"), text(""))), "All blocks by side")

    def keys(self) -> Sequence[Key]:
        return (
            ("Ctrl+F", "stand a block up, its label toward its owner, or lay it down for all to see"),
            ("Ctrl+[", "lose a step: the block turns to the left"),
            ("Ctrl+]", "regain a step: the block turns to the right"),
            *battle_keys([*self.battles.values()]),
            ("Ctrl+E", "eliminate: to the block's own cell of the display"),
            ("Ctrl+B", "return an eliminated block to where it was"),
            ("Ctrl+M", "mark as moved, or not"),
            ("Ctrl+T", "movement trail"),
            ("Ctrl+D", "take a block or marker away"),
            ("Ctrl+Space", "look into a stack"),
        )

    def topics(self) -> Sequence[Topic]:
        """Who sees what, and where blocks wait."""
        steps = (
            "A block that stands shows its label to its own side, under a dashed ring; others see its back. "
            "The Referee and the player of Solitaire see all.",
            "The strength on the upper edge counts. Nobody but its owner turns a block.",
            "Blocks that are not on the map wait in the window Forces; markers that lie in no area have "
            "their boxes there.",
        )
        return Topic("Blocks", steps), *map(_battle_topic, self.battles.values())


def _battle_topic(each: BattleBoard) -> Topic:
    """How a battle is fought in its window."""
    steps = (
        "The defender, then the attacker, sends his blocks to columns and reserve.",
        "Each player presses Open: his blocks in columns lie open.",
        "After the battle each presses Stand up; then, one player after the other, Mix: his survivors lie in "
        "the mix, and he draws them, unseen, into the area. Their trails and signs of movement go.",
    )
    note = (
        "A log of VASSAL tells pieces apart by their ids "
        "even then: who reads the file can follow them. The saves of a refereed game hold none that last."
    )
    return Topic(each.title, steps, note, ordered=True)


def plan_areas(definition: Definition, map_px: int, rendering: Rendering) -> AreaModule:
    """Plan a module of maps of areas `map_px` wide. Raises as `planning.plan_module`."""
    if any(counter.form != "block" for counter in definition.counters.values()):
        raise FormError(f"{definition.name}: on area maps all pieces must be blocks, but some are not")
    file, display = read_vassal_file(definition), lay_out(definition, rendering)
    maps, battles = area_plans(rendering.look, definition, map_px), battle_boards(definition, rendering)
    laid = tracks(definition, file, {each.title: each.spots for each in maps.values()}, rendering, AT_SEA)
    pieces = block_roster(
        definition,
        file,
        slot_ids(definition, file),
        dict(display.cells),
        rendering,
        laid,
        [*battles.values()],
    )
    forces = lay_forces(
        definition, _groups(definition), rendering, secret=True, markers=_beside(definition, battles)
    )
    return AreaModule(definition, file, pieces, rendering, laid, maps, display, forces, battles)


def _beside(definition: Definition, windows: Container[str]) -> dict[str, str]:
    """The boxes for markers, with their names: those of nobody's in displays that have no window."""
    return {
        place: box.name
        for name, display in definition.boards_apart.items()
        if name not in windows
        for place, box in display.boxes.items()
        if box.side is None
    }


def _groups(definition: Definition) -> dict[str, list[str]]:
    """The blocks that wait in some scenario, by the words above them."""
    found: dict[str, list[str]] = {}
    for scenario in definition.area_scenarios.values():
        for (side, place), blocks in musters(definition, scenario).items():
            if place in _HEADS:
                head = f"{definition.game.sides[side].name}: {_HEADS[place]}"
                found.setdefault(head, []).extend(each for each in blocks if each not in found.get(head, ()))
    return found
