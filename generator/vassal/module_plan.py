"""What every module is planned as, whatever its game is played on: `module` assembles it from these parts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from generator.vassal.buildfile import Component
from generator.vassal.container import Metadata
from generator.vassal.maps import board, map_window, stack_viewer
from generator.vassal.module_data import VassalFile
from generator.vassal.module_display import DISPLAY
from generator.vassal.module_parts import Key
from generator.vassal.module_pictures import ModulePictures
from generator.vassal.module_pieces import Roster
from modules.definition import Definition

SAVED = 315_532_800_000
"""The time of saving in every file, 1980-01-01 as in our zips: a clock would change the bytes."""

SPECTATORS = ("Referee", "Solitaire")
"""The sides that see everything."""


@dataclass(frozen=True)
class ModulePlan(ABC):
    """All of a module but its pictures. Sizes are in px."""

    definition: Definition
    file: VassalFile
    roster: Roster
    counter_px: int

    secrets: ClassVar[bool] = False
    """Whether the game has pieces that a side may not know."""

    @property
    def metadata(self) -> Metadata:
        """Name, version and description, as VASSAL lists them."""
        game = self.definition.game
        return Metadata(game.version, game.summary, SAVED, name=game.title)

    @abstractmethod
    def draw(self, workers: int = 2) -> ModulePictures:
        """Every picture of the module. Raises the errors of art and drawing."""

    @abstractmethod
    def windows(self, pictures: ModulePictures) -> list[Component]:
        """The maps, hands and displays, the main map first."""

    @abstractmethod
    def palettes(self) -> Component:
        """The window from which pieces are taken."""

    @abstractmethod
    def charts(self, pictures: ModulePictures) -> Component:
        """The window of charts."""

    @abstractmethod
    def lists(self) -> list[Component]:
        """The inventory and the notes."""

    @abstractmethod
    def setups(self) -> dict[str, bytes]:
        """The save with which each scenario begins, by its name. Raises VassalError."""

    @abstractmethod
    def keys(self) -> Sequence[Key]:
        """What the keys do, for the help page."""

    def manual(self) -> str:
        """What the help page tells besides, as HTML."""
        return ""

    def files(self) -> dict[str, bytes]:
        """Files of the module's root that charts show."""
        return {}


def display_window(image: str, *parts: Component) -> Component:
    """The window of eliminated pieces; `parts` are more children."""
    return map_window(
        DISPLAY,
        [board(DISPLAY, image)],
        [stack_viewer(summaryReportFormat="", counterReportFormat="$PieceName$"), *parts],
        default_boards=[(DISPLAY, 0, 0)],
        launch=True,
        buttonName=DISPLAY,
        tooltip="Show or hide the eliminated counters",
        markMoved="Never",
        moveToFormat="$pieceName$: $previousMap$ &rarr; eliminated *",
        moveWithinFormat="",
    )
