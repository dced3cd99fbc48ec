"""A game of counters on hex maps as a module: a window for each map, a display of the eliminated counters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.raster import Shot
from generator.vassal.buildfile import Component
from generator.vassal.maps import piece_layers
from generator.vassal.module_data import VassalFile, read_vassal_file, slot_ids
from generator.vassal.module_display import DISPLAY, Display, display_svg, lay_out
from generator.vassal.module_map import MapPlan, map_component, map_plans
from generator.vassal.module_names import LAYERS, Look
from generator.vassal.module_parts import Key, lists, stack_summary
from generator.vassal.module_pictures import ModulePictures, state_shots
from generator.vassal.module_pieces import palettes, roster
from generator.vassal.module_plan import ModulePlan, display_window
from generator.vassal.module_prototypes import CONDITION
from generator.vassal.setups import SaveRoom
from generator.vassal.windows import inventory
from modules.definition import Definition


@dataclass(frozen=True)
class HexModule(ModulePlan):
    """The plan of a game on hex maps."""

    maps: dict[str, MapPlan]
    display: Display

    @property
    def saves(self) -> SaveRoom:
        """Makes saves for this module."""
        return SaveRoom(self.definition, self.file, self.roster, self.metadata, self.maps, self.display)

    def board_shots(self) -> Iterator[tuple[str, str, Shot]]:
        shown = display_svg(self.definition, self.display)
        yield DISPLAY, "eliminated", Shot(shown, width=self.display.size[0])
        for name, plan in self.maps.items():
            yield name, f"map-{name}", Shot(plan.sheet.drawing.svg, width=plan.size[0])

    def piece_shots(self) -> Iterator[tuple[str, Shot]]:
        return state_shots(self.definition, self.file, self.look)

    def windows(self, pictures: ModulePictures) -> list[Component]:
        summary = stack_summary(self.definition)
        maps = [
            map_component(each, pictures.boards[name], first=i == 0, summary=summary)
            for i, (name, each) in enumerate(self.maps.items())
        ]
        return [*maps, display_window(pictures.boards[DISPLAY], piece_layers(LAYERS))]

    def palettes(self) -> Component:
        return palettes(self.definition, self.roster, self.look.px)

    def lists(self) -> list[Component]:
        tooltip = "All counters by side, nation and kind"
        states = "All counters by side and by how they stand: reduced, in which states, eliminated"
        own = '{CounterId != ""}'
        return [
            inventory("States", ["Side", CONDITION], own, tooltip=states),
            *lists(["Side", "Nation", "Kind"], own, tooltip),
        ]

    def setups(self) -> dict[str, bytes]:
        return {name: self.saves.setup(battle) for name, battle in self.definition.hex_scenarios.items()}

    def keys(self) -> Sequence[Key]:
        states = [
            (f"Ctrl+{state.key}", f"{self.definition.game.markers[name].name}: on or off")
            for name, state in self.file.states.items()
        ]
        return (
            ("Ctrl+F", "turn a unit of two steps over"),
            *states,
            ("Ctrl+E", "eliminate: to the counter's own cell of the display"),
            ("Ctrl+B", "return an eliminated counter to where it was"),
            ("Ctrl+M", "mark as moved, or not"),
            ("Ctrl+T", "movement trail"),
            ("Ctrl+C", "copy a marker"),
            ("Ctrl+D", "take a counter or marker away"),
            ("Ctrl+Space", "look into a stack"),
        )


def plan_hexes(definition: Definition, hex_px: int, look: Look) -> HexModule:
    """Plan a module of hex maps. Raises as `module.plan_module`."""
    file: VassalFile = read_vassal_file(definition)
    display = lay_out(definition, look.px)
    pieces = roster(definition, file, slot_ids(definition), display, look)
    return HexModule(definition, file, pieces, look, map_plans(definition, hex_px), display)
