"""Panels: what each name of a sheet's layout stands for, drawn for one map and one of its scenarios."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from generator.charts.boxes import display_chart
from generator.charts.displays import eliminated_chart, fighting
from generator.charts.entries import EntryChart, entry_chart
from generator.charts.facing import facing_chart
from generator.charts.guide import guide_charts
from generator.charts.modifiers import modifiers_chart
from generator.charts.numbers import has_numbers, numbers_chart
from generator.charts.orders import has_setup, setup_chart
from generator.charts.players import credits_chart, morale_chart, options_chart, sequence_chart
from generator.charts.tables import all_tables, combat_tables
from generator.charts.terrain import terrain_chart
from generator.charts.tracks import loss_chart, turn_chart
from generator.drawing.art import Look
from generator.drawing.figures import Box
from generator.drawing.panel import Chart, TextAs
from generator.drawing.svg import Canvas
from generator.sheets import cartouche
from generator.sheets.layout import PanelPlan
from modules.definition.formats.scenarios import Entry, HexScenario
from modules.definition.formats.sheets import DISPLAYS, OF_A_SIDE, TABLE
from modules.definition.model import Definition
from modules.engine.hexes.board import Board

_COMPASS = (30.0, 46.0)
_SCALE_TALL = 15.0
Plain = Callable[..., Chart]


@dataclass
class Panels:
    """The panels that a map and a scenario have; `entered` holds the boxes of entries that were drawn."""

    look: Look
    definition: Definition
    board: Board
    battle: HexScenario | None
    hex_mm: float
    text_as: TextAs
    entered: dict[str, EntryChart] = field(default_factory=dict)

    def called(self, name: str, which: str | None = None) -> list[PanelPlan]:
        """The panels of a name, of one side, display or table where one is given; empty where there is
        nothing to tell."""
        if name == DISPLAYS:
            beside = [n for n, each in self.definition.displays.items() if not each.apart]
            chosen = beside if which is None else [which]
            chart = partial(partial, display_chart, self.look, self.definition)
            return [self._plain(f"display-{each}", chart(each)) for each in chosen]
        if name in OF_A_SIDE:
            if self.battle is None:
                return []
            sides = self.battle.sides if which is None else (which,)
            return [plan for each in sides for plan in self._of_side(name, each)]
        if name == TABLE:
            return [self._plain(f"table-{which}", all_tables(self.look, self.definition)[which or ""])]
        return self._plans()[name]()

    def _plans(self) -> dict[str, Callable[[], list[PanelPlan]]]:
        return {
            "title": lambda: [PanelPlan("title", self._title, fills=True)],
            "compass": lambda: [PanelPlan("compass", self._compass, fills=True)],
            "scale": lambda: [PanelPlan("scale", self._scale, fills=True)],
            "crt": self._tables,
            "terrain": self._terrain,
            "modifiers": self._modifiers,
            "facing": self._facing,
            "numbers": self._numbers,
            "sequence": lambda: [
                self._plain("sequence", partial(sequence_chart, self.look, self.definition))
            ],
            "turns": lambda: self._of_battle("turns", partial(turn_chart, self.look, self.definition)),
            "losses": lambda: self._of_battle("losses", partial(loss_chart, self.look), wanted="morale"),
            "morale": lambda: self._of_battle("morale", partial(morale_chart, self.look), wanted="morale"),
            "options": lambda: self._of_battle(
                "options", partial(options_chart, self.look), wanted="options"
            ),
            "guide": self._guide,
            "credits": lambda: [self._plain("credits", partial(credits_chart, self.look, self.definition))],
        }

    def _plain(self, name: str, chart: Plain) -> PanelPlan:
        def make(width: float, spread: float, _: float) -> Chart:
            return chart(width=width, text_as=self.text_as, spread=spread)

        return PanelPlan(name, make)

    def _of_battle(self, name: str, chart: Plain, wanted: str = "") -> list[PanelPlan]:
        if self.battle is None or (wanted and not getattr(self.battle, wanted)):
            return []
        return [self._plain(name, partial(chart, self.battle))]

    def _tables(self) -> list[PanelPlan]:
        tables = combat_tables(self.look, self.definition).items()
        return [self._plain(f"crt-{name}", draw) for name, draw in tables]

    def _terrain(self) -> list[PanelPlan]:
        notes = self.definition.terrain_notes
        draw = partial(terrain_chart, self.look, self.board, self.definition.game.kinds, notes=notes)
        return [self._plain("terrain", draw)]

    def _modifiers(self) -> list[PanelPlan]:
        if not self.definition.tables.modifiers:
            return []
        return [self._plain("modifiers", partial(modifiers_chart, self.look, self.definition))]

    def _facing(self) -> list[PanelPlan]:
        entry = self.definition.game.facing
        return (
            []
            if entry is None
            else [self._plain("facing", partial(facing_chart, self.look, self.definition, entry))]
        )

    def _guide(self) -> list[PanelPlan]:
        """The guide to the counters is many charts, each of them a panel."""

        def plan(number: int, name: str) -> PanelPlan:
            def make(width: float, _: float, __: float) -> Chart:
                return list(guide_charts(self.look, self.definition, width=width, text_as=self.text_as))[
                    number
                ]

            return PanelPlan(f"guide-{name}", make)

        return [plan(i, each.name) for i, each in enumerate(guide_charts(self.look, self.definition))]

    def _numbers(self) -> list[PanelPlan]:
        if not has_numbers(self.definition, self.battle):
            return []
        return [self._plain("numbers", partial(numbers_chart, self.look, self.definition, self.battle))]

    # --- panels of a side --------------------------------------------------------------------------

    def _of_side(self, name: str, side: str) -> list[PanelPlan]:
        battle = self.battle
        if battle is None or side not in battle.sides:
            return []
        if name == "setup":
            chart = partial(setup_chart, self.look, self.definition, battle, side)
            return [self._plain(f"setup-{side}", chart)] if has_setup(battle, side) else []
        if name == "eliminated":
            there = fighting(battle, side)
            box = partial(eliminated_chart, self.look, self.definition, battle, side)

            def make(width: float, _: float, height: float) -> Chart:
                return box(width=width, height=height, text_as=self.text_as)

            return [PanelPlan(f"eliminated-{side}", make, fills=True, eager=True)] if there else []
        return self._entries(battle, side)

    def _entries(self, battle: HexScenario, side: str) -> list[PanelPlan]:
        found = []
        for number, entry in enumerate(battle.entries):
            if entry.side != side:
                continue
            name = f"entries-{side}-{number + 1}"

            def make(width: float, _: float, __: float, entry: Entry = entry, name: str = name) -> Chart:
                self.entered[name] = entry_chart(
                    self.look, self.definition, entry, width=width, text_as=self.text_as
                )
                return self.entered[name].chart

            found.append(PanelPlan(name, make))
        return found

    # --- panels without a frame --------------------------------------------------------------------

    def _title(self, width: float, _: float, height: float) -> Chart:
        canvas = Canvas(self.look, width, max(height, cartouche.CARTOUCHE_MM), text_as=self.text_as)
        box = Box(0.4, 0.4, width - 0.8, canvas.height - 0.8)
        cartouche.draw_cartouche(canvas, box, self.definition, self.board.map.title, self.battle)
        return Chart("title", self.board.map.title, canvas)

    def _compass(self, width: float, _: float, height: float) -> Chart:
        least = min(max(width, _COMPASS[0]), _COMPASS[1])
        canvas = Canvas(self.look, width, max(height, least), text_as=self.text_as)
        radius = min(width / 2 - 6.5, canvas.height / 2 - 6.5, 20.0)
        cartouche.draw_compass(canvas, width / 2, canvas.height / 2, radius, self.board.map.up)
        return Chart("compass", "Compass", canvas)

    def _scale(self, width: float, _: float, height: float) -> Chart:
        canvas = Canvas(self.look, width, max(height, _SCALE_TALL), text_as=self.text_as)
        top = canvas.height / 2 - 1.5
        cartouche.draw_scale(canvas, 3.0, top, width - 9.0, self.hex_mm, self.board.map.metres_per_hex)
        return Chart("scale", "Scale", canvas)
