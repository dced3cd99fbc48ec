"""A game of counters on hex maps as a module: a window for each map, a display of the eliminated counters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.charts.players import chart_drawings
from generator.raster import Shot
from generator.vassal.buildfile import Component
from generator.vassal.maps import piece_layers
from generator.vassal.module_data import VassalFile, read_vassal_file, slot_ids
from generator.vassal.module_display import Display, display_svg, lay_out
from generator.vassal.module_map import MapPlan, map_component, map_plans
from generator.vassal.module_parts import Key, chart_window, lists, stack_summary
from generator.vassal.module_pictures import (
    ModulePictures,
    chart_shot,
    counter_shots,
    cover_shot,
    draw_images,
    state_shots,
)
from generator.vassal.module_pieces import LAYERS, palettes, roster
from generator.vassal.module_plan import ModulePlan, display_window
from generator.vassal.setups import SaveRoom
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

    def draw(self, workers: int = 2) -> ModulePictures:
        battles = self.definition.hex_scenarios
        charts = {name: chart_drawings(self.definition, battle) for name, battle in battles.items()}
        large = [*self._boards(), *(chart_shot(each) for row in charts.values() for each in row)]
        small = [
            *counter_shots(self.definition, self.counter_px),
            *state_shots(self.definition, self.file, self.counter_px),
        ]
        images, names = draw_images(large, small, workers)
        return ModulePictures(
            images=images,
            boards={name: names[plan.sheet.drawing.svg] for name, plan in self.maps.items()},
            charts={
                name: tuple((each.title, names[each.svg]) for each in row) for name, row in charts.items()
            },
            display=names[large[0][1].svg],
            cover=names[large[1][1].svg],
        )

    def _boards(self) -> Iterator[tuple[str, Shot]]:
        """The display, the cover, and every map."""
        shown = display_svg(self.definition, self.display)
        yield "eliminated", Shot(shown, width=self.display.size[0])
        yield "about", cover_shot(self.definition)
        for name, plan in self.maps.items():
            yield f"map-{name}", Shot(plan.sheet.drawing.svg, width=plan.size[0])

    def windows(self, pictures: ModulePictures) -> list[Component]:
        summary = stack_summary(self.definition)
        maps = [
            map_component(each, pictures.boards[name], first=i == 0, summary=summary)
            for i, (name, each) in enumerate(self.maps.items())
        ]
        return [*maps, display_window(pictures.display, piece_layers(LAYERS))]

    def palettes(self) -> Component:
        return palettes(self.definition, self.roster, self.counter_px)

    def charts(self, pictures: ModulePictures) -> Component:
        return chart_window(self.definition, dict(pictures.charts))

    def lists(self) -> list[Component]:
        tooltip = "All counters by side, nation and kind"
        return lists(["Side", "Nation", "Kind"], '{CounterId != ""}', tooltip)

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


def plan_hexes(definition: Definition, hex_px: int, counter_px: int) -> HexModule:
    """Plan a module of hex maps. Raises as `module.plan_module`."""
    file: VassalFile = read_vassal_file(definition)
    display = lay_out(definition, counter_px)
    pieces = roster(definition, file, slot_ids(definition), display, counter_px)
    return HexModule(definition, file, pieces, counter_px, map_plans(definition, hex_px), display)
