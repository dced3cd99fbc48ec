"""A game of counters on hex maps as a module: a board for each map, a display of the eliminated counters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from generator.counters.fitting import widest_counter
from generator.drawing.raster import Shot
from generator.vassal.format.buildfile import Component
from generator.vassal.format.errors import GeometryError
from generator.vassal.format.expressions import braced, prop, text, unequal
from generator.vassal.format.maps import piece_layers
from generator.vassal.format.windows import inventory
from generator.vassal.module.boxes import Boxes
from generator.vassal.module.data import OF_SHEETS, VassalFile, read_vassal_file, slot_ids
from generator.vassal.module.display import DISPLAY, Display, display_svg, lay_out
from generator.vassal.module.forces import (
    FORCES,
    Forces,
    forces_svg,
    forces_window,
    lay_forces,
)
from generator.vassal.module.front import front_shots
from generator.vassal.module.ground import ground_zones, setup_hints
from generator.vassal.module.hex_map import (
    BESIDE,
    START_ZOOM,
    ZOOM_LEVELS,
    MapPlan,
    map_board,
    map_parts,
    map_plans,
)
from generator.vassal.module.hidden import hidden_shots
from generator.vassal.module.icons import icon
from generator.vassal.module.names import LAYERS, Rendering
from generator.vassal.module.orders.declaring import declaring_keys, sign_shots
from generator.vassal.module.parts import Key, lists, stack_summary
from generator.vassal.module.pictures import ModulePictures, state_shots
from generator.vassal.module.pieces import palettes, roster
from generator.vassal.module.plan import ModulePlan, battlefield_window, display_window
from generator.vassal.module.prototypes import CONDITION
from generator.vassal.module.tracks import tracks
from modules.definition import Definition
from modules.engine.hexes.board import Board

_BOARDS = ("map-{}", "map-unnumbered-{}")
"""How the drawings of a map's two boards are called."""

_LIFT = 6
"""A leader is drawn by such a part of his side higher than his unit, so that both are seen."""


@dataclass(frozen=True)
class HexModule(ModulePlan):
    """The plan of a game on hex maps."""

    maps: dict[str, MapPlan]
    display: Display
    forces: Forces
    boxes: Boxes

    icons: ClassVar[frozenset[str]] = ModulePlan.icons | {
        icon(name) for name in ("overview", "sight", "forces", "states")
    }

    def board_shots(self) -> Iterator[tuple[str, str, Shot]]:
        shown = display_svg(self.look, self.definition, self.display)
        yield DISPLAY, "eliminated", Shot(self.look, shown, width=self.display.size[0])
        yield (
            FORCES,
            "forces",
            Shot(self.look, forces_svg(self.look, self.forces), width=self.forces.size[0]),
        )

    def sheets(self) -> dict[str, float]:
        return {name: plan.scale for name, plan in self.maps.items()}

    def piece_shots(self) -> Iterator[tuple[str, Shot]]:
        yield from state_shots(self.definition, self.file, self.rendering)
        yield from hidden_shots(self.definition, self.file, self.rendering)
        yield from sign_shots(self.marks, self.rendering)
        frame, scale = next((each.sheet.frame, each.scale) for each in self.maps.values())
        yield from front_shots(self.file, self.rendering, frame.hex_mm * scale, flat_top=frame.grid.flat_top)

    def windows(self, pictures: ModulePictures) -> list[Component]:
        boards = [
            map_board(
                each,
                title,
                ground,
                pictures.boards[drawing.format(name)],
                [*self.tracks.zones(title), *self.boxes.zones(title)],
            )
            for name, each in self.maps.items()
            for ground in [tuple(self._ground(each))]  # the same on both
            for drawing, title in zip(_BOARDS, each.titles, strict=True)
        ]
        battle = next(iter(self.definition.hex_scenarios.values()))
        first = self.maps[self.definition.sheet_of(battle).name].title
        parts = map_parts(
            max(each.size[0] for each in self.maps.values()), stack_summary(self.definition), self.rendering
        )
        return [
            battlefield_window(
                boards, [*parts, *self.boxes.piles()], [(first, 0, 0)], ZOOM_LEVELS, START_ZOOM
            ),
            forces_window(pictures.boards[FORCES]),
            display_window(pictures.boards[DISPLAY], self.rendering, piece_layers(LAYERS)),
        ]

    def _ground(self, plan: MapPlan) -> Iterator[Component]:
        board = Board(self.definition.maps[plan.map], self.definition.terrain)
        hints = setup_hints(self.definition, plan.map)
        return ground_zones(board, plan.sheet.frame, plan.scale, self.definition.game.kinds, hints)

    def palettes(self) -> Component:
        return palettes(self.definition, self.roster, self.rendering.px)

    def lists(self) -> list[Component]:
        tooltip = "All counters by side, nation and kind"
        states = "All counters by side and by how they stand: reduced, in which states, eliminated"
        own = braced(unequal(prop("CounterId"), text("")))
        return [
            inventory("States", ["Side", CONDITION], own, tooltip=states, icon=icon("states")),
            *self.boxes.lists(),
            *lists(["Side", "Nation", "Kind"], own, tooltip),
        ]

    def keys(self) -> Sequence[Key]:
        states = [
            (f"Ctrl+{state.key}", f"{self.definition.game.markers[name].name}: on or off")
            for name, state in self.file.states.items()
        ]
        left = [
            (f"Ctrl+{each.key}", f"leave a marker in the hex: {self.definition.game.markers[name].name}")
            for name, each in self.file.leaves.items()
        ]
        zone = self.file.zone_of_control
        shown = [] if zone is None else [(f"Ctrl+{zone.key}", "show the zone of control, or hide it")]
        ranges = self.file.ranges
        turns = (
            [] if self.file.facing is None else [("Ctrl+] and Ctrl+[", "turn to the right or to the left")]
        )
        return (
            ("Ctrl+F", "turn a unit of two steps over, or a marker of two faces"),
            *states,
            *left,
            *shown,
            *((f"Ctrl+{each.key}", f"show the hexes within {each.radius}, or hide them") for each in ranges),
            *turns,
            *self._keys_of_tracks(),
            *([("To a box (menu)", "to a place off the map")] if self.boxes.titles else []),
            *declaring_keys(self.marks),
            ("Ctrl+E", "eliminate: to the counter's own cell of the display"),
            ("Ctrl+B", "return an eliminated counter to where it was"),
            ("Ctrl+M", "mark as moved, or not"),
            ("Ctrl+T", "movement trail"),
            ("Ctrl+C", "copy a marker"),
            ("Ctrl+D", "take a counter or marker away"),
            ("Ctrl+Space", "look into a stack"),
        )

    def _keys_of_tracks(self) -> Iterator[Key]:
        """The keys of markers that are moved on tracks, or lie face down."""
        if self.tracks.armies and "losses x1" in self.tracks.names.values():
            yield (
                "Ctrl+] and Ctrl+[",
                "on a marker of losses: one more lost, or less; after nine the tens go on",
            )
            yield "Ctrl+A", "on a marker of losses: say whose they are"
        if {*self.tracks.names.values()} - {*OF_SHEETS}:
            yield "Ctrl+] and Ctrl+[", "on a marker of a rating: one box on, or back"
        if self.file.hidden is not None:
            yield f"Ctrl+{self.file.hidden.key}", "on a marker of yours: face down, or up"


def plan_hexes(definition: Definition, hex_px: int, rendering: Rendering) -> HexModule:
    """Plan a module of hex maps. Raises as `planning.plan_module`."""
    if rendering.px > widest_counter(hex_px):
        raise GeometryError(
            f"counters of {rendering.px} px on hexes of {hex_px} px would overlap: at most "
            f"{widest_counter(hex_px):.0f} px fit"
        )
    file: VassalFile = read_vassal_file(definition)
    display = lay_out(definition, rendering)
    if _with_units(definition):
        rendering = replace(rendering, lift=rendering.px // _LIFT)
    maps = map_plans(rendering.look, definition, hex_px)
    boards = [(title, each) for each in maps.values() for title in each.titles]
    laid = tracks(definition, file, {title: each.spots for title, each in boards}, rendering, BESIDE)
    boxes = Boxes(definition, {title: each.places for title, each in boards}, rendering, BESIDE)
    pieces = roster(definition, file, slot_ids(definition, file), display, rendering, laid, boxes)
    return HexModule(
        definition, file, pieces, rendering, laid, maps, display, _forces(definition, rendering), boxes
    )


def _with_units(definition: Definition) -> bool:
    """Whether leaders share hexes with units, as set-ups have them."""
    for battle in definition.hex_scenarios.values():
        for setup in battle.setup:
            units = {at for each, at in setup.at.items() if definition.counters[each].role == "unit"}
            if any(
                at in units for each, at in setup.at.items() if definition.counters[each].role == "leader"
            ):
                return True
    return False


def _forces(definition: Definition, rendering: Rendering) -> Forces:
    """Boxes for all counters: an order of battle, from which players may set up by themselves."""
    game, groups = definition.game, dict[str, list[str]]()
    for side, each in game.sides.items():
        nations = [name for name, nation in game.nations.items() if nation.side == side]
        for name in nations:
            head = each.name if len(nations) == 1 else f"{each.name}: {game.nations[name].name}"
            groups[head] = [c.id for c in definition.counters.values() if c.nation == name]
    return lay_forces(
        definition, {head: counters for head, counters in groups.items() if counters}, rendering
    )
