"""What every module is planned as, whatever its game is played on: `module` assembles it from these parts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from generator.charts.guide import guide_charts
from generator.charts.players import chart_drawings
from generator.drawing import Drawing
from generator.raster import Shot
from generator.vassal.buildfile import Component
from generator.vassal.container import Metadata
from generator.vassal.maps import board, map_window, stack_viewer
from generator.vassal.module_data import VassalFile
from generator.vassal.module_display import DISPLAY
from generator.vassal.module_icons import icon, icon_shots
from generator.vassal.module_names import Look
from generator.vassal.module_parts import Key, chart_window
from generator.vassal.module_pictures import (
    ModulePictures,
    board_image,
    chart_shot,
    counter_shots,
    cover_shot,
    draw_images,
)
from generator.vassal.module_pieces import Roster
from generator.vassal.module_texts import manual_files, text_charts
from modules.definition import Definition

SAVED = 315_532_800_000
"""The time of saving in every file, 1980-01-01 as in our zips: a clock would change the bytes."""

GUIDE = "How to read a counter"
"""The tab of the charts that explains the pieces."""


@dataclass(frozen=True)
class ModulePlan(ABC):
    """All of a module but its pictures. Sizes are in px."""

    definition: Definition
    file: VassalFile
    roster: Roster
    look: Look

    icons: ClassVar[frozenset[str]] = frozenset(
        icon(name) for name in ("map", "eliminated", "counters", "die", "charts", "inventory", "notes")
    )
    """The images of the buttons."""

    secrets: ClassVar[bool] = False
    """Whether the game has pieces that a side may not know."""

    @property
    def metadata(self) -> Metadata:
        """Name, version and description, as VASSAL lists them."""
        game = self.definition.game
        return Metadata(game.version, game.summary, SAVED, name=game.title)

    # --- pictures --------------------------------------------------------------------------------------

    def draw(self, workers: int = 2) -> ModulePictures:
        """Every picture of the module. Raises the errors of art and drawing."""
        boards = {key: (board_image(stem), shot) for key, stem, shot in self.board_shots()}
        charts = {tab: list(row) for tab, row in self._chart_drawings()}
        shots = [chart_shot(each, self.look) for row in charts.values() for each in row]
        cover = cover_shot(self.definition)
        small = [*counter_shots(self.definition, self.look), *self.piece_shots(), *icon_shots(self.icons)]
        images, names = draw_images([*boards.values(), cover, *shots], small, workers)
        return ModulePictures(
            images=images,
            boards={key: names[shot.svg] for key, (_, shot) in boards.items()},
            charts={tab: tuple((each.title, names[each.svg]) for each in row) for tab, row in charts.items()},
            cover=names[cover[1].svg],
        )

    def _chart_drawings(self) -> Iterator[tuple[str, Sequence[Drawing]]]:
        """The charts of each scenario, and the guide to the pieces, by the titles of their tabs."""
        text_as = self.look.text_as
        for scenario in self.definition.scenarios.values():
            yield scenario.title, chart_drawings(self.definition, scenario, text_as=text_as)
        if guide := [chart.drawing() for chart in guide_charts(self.definition, text_as=text_as)]:
            yield GUIDE, guide

    @abstractmethod
    def board_shots(self) -> Iterator[tuple[str, str, Shot]]:
        """Every board: its key in `ModulePictures.boards`, the stem of its name, its picture."""

    @abstractmethod
    def piece_shots(self) -> Iterator[tuple[str, Shot]]:
        """The images of pieces beside the faces of counters and markers."""

    # --- components ------------------------------------------------------------------------------------

    @abstractmethod
    def windows(self, pictures: ModulePictures) -> list[Component]:
        """The maps, hands and displays, the main map first."""

    @abstractmethod
    def palettes(self) -> Component:
        """The window from which pieces are taken."""

    def charts(self, pictures: ModulePictures) -> Component:
        """The window of charts: as pictures by scenario, and as text."""
        texts = {file: title for file, (title, _) in text_charts(self.definition).items()}
        return chart_window(pictures.charts, texts)

    @abstractmethod
    def lists(self) -> list[Component]:
        """The inventories and the notes."""

    @abstractmethod
    def setups(self) -> dict[str, bytes]:
        """The save with which each scenario begins, by its name. Raises VassalError."""

    def free_setups(self) -> dict[str, tuple[str, bytes]]:
        """Title and save, by the stem of its file, of set-ups that players make themselves."""
        return {}

    @abstractmethod
    def keys(self) -> Sequence[Key]:
        """What the keys do, for the help page."""

    def manual(self) -> str:
        """What the help page tells besides, as HTML."""
        return ""

    def files(self) -> dict[str, bytes]:
        """Files of the module that charts and help show."""
        pages = {file: page for file, (_, page) in text_charts(self.definition).items()}
        return pages | manual_files(self.definition)


def display_window(image: str, *parts: Component) -> Component:
    """The window of eliminated pieces; `parts` are more children."""
    return map_window(
        DISPLAY,
        [board(DISPLAY, image)],
        [stack_viewer(summaryReportFormat="", counterReportFormat="$PieceName$"), *parts],
        default_boards=[(DISPLAY, 0, 0)],
        launch=True,
        buttonName=DISPLAY,
        icon=icon("eliminated"),
        tooltip="Show or hide the eliminated counters",
        markMoved="Never",
        moveToFormat="$pieceName$: $previousMap$ &rarr; eliminated *",
        moveWithinFormat="",
    )
