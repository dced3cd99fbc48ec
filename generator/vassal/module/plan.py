"""What every module is planned as, whatever its game is played on: `make` assembles it from these parts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from generator.building.taking import Sources
from generator.drawing.art import Look
from generator.drawing.raster import Shot
from generator.vassal.format.buildfile import Component
from generator.vassal.format.container import Metadata
from generator.vassal.format.keys import ctrl
from generator.vassal.format.maps import board, map_window, stack_viewer
from generator.vassal.module.data import VassalFile
from generator.vassal.module.display import DISPLAY
from generator.vassal.module.icons import icon, icon_shots
from generator.vassal.module.names import BATTLEFIELD, TOLD, Rendering
from generator.vassal.module.orders.declaring import CLEAR
from generator.vassal.module.orders.kinds import marks_of
from generator.vassal.module.orders.ways import MOVED, TURNS
from generator.vassal.module.parts import Key, Topic, chart_windows
from generator.vassal.module.pictures import (
    ModulePictures,
    board_image,
    cover_shot,
    rendered,
    with_digest,
)
from generator.vassal.module.pieces import Roster
from generator.vassal.module.shared import shared_pictures
from generator.vassal.module.texts import manual_files, text_charts
from generator.vassal.module.tracks import Tracks
from modules.definition import Definition

SAVED = 315_532_800_000
"""The time of saving in every file, 1980-01-01 as in our zips: a clock would change the bytes."""


@dataclass(frozen=True)
class ModulePlan(ABC):
    """All of a module but its pictures. Sizes are in px."""

    definition: Definition
    file: VassalFile
    roster: Roster
    rendering: Rendering
    tracks: Tracks

    icons: ClassVar[frozenset[str]] = frozenset(
        icon(name)
        for name in ("map", "eliminated", "counters", "die", "charts", "inventory", "notes", "orders")
    )
    """The images of the buttons."""

    secrets: ClassVar[bool] = False
    """Whether the game has pieces that a side may not know."""

    @property
    def look(self) -> Look:
        """The look of the game."""
        return self.rendering.look

    @property
    def metadata(self) -> Metadata:
        """Name, version and description, as VASSAL lists them."""
        game = self.definition.game
        return Metadata(game.version, game.summary, SAVED, name=self.rendering.name(game.title))

    @property
    def marks(self) -> tuple[str, ...]:
        """The signs of declared combats that pieces can bear."""
        return marks_of(self.definition)

    def selection(self) -> dict[str, str]:
        """The keys of commands for all selected pieces, by what they are called; of those that some piece
        has."""
        known = {"Turn over": ctrl("F"), "Eliminate": ctrl("E"), "Return to the map": ctrl("B")}
        if self.file.facing is not None:
            known |= dict(zip(("Turn right", "Turn left"), TURNS, strict=True))
        known["Clear marks"] = CLEAR
        roster = self.roster
        pieces = (*roster.prototypes.values(), *roster.counters.values(), *roster.markers.values())
        texts = dict.fromkeys(trait.type_text() for piece in pieces for trait in piece.traits)
        plain = [text.replace("\\", "") for text in texts]
        return {title: key for title, key in known.items() if any(key in each for each in plain)}

    # --- pictures --------------------------------------------------------------------------------------

    def draw(self, workers: int = 2, sources: Sources | None = None) -> ModulePictures:
        """Every picture of the module, taken from `sources` where it is there. Raises the errors of art and
        drawing."""
        sources = sources or Sources()
        shared = shared_pictures(self.definition, self.sheets(), self.rendering, sources, workers)
        boards = {key: (board_image(stem), shot) for key, stem, shot in self.board_shots()}
        cover, cover_shown = cover_shot(self.look, self.definition)
        small = dict([*self.piece_shots(), *icon_shots(self.look, self.icons)])
        made = rendered([*boards.values(), (cover, cover_shown), *small.items()], sources.store, workers)
        images = {name: made[name] for name in small} | dict(shared.faces)

        def large(name: str, data: bytes) -> str:
            images[digested := with_digest(name, data)] = data
            return digested

        sheets = {name: large(board_image(name), data) for name, data in shared.sheets.items()}
        return ModulePictures(
            images=images,
            boards=sheets | {key: large(name, made[name]) for key, (name, _) in boards.items()},
            charts={
                tab: tuple(
                    (each.title, large(self.rendering.image(f"chart-{each.name}"), each.data)) for each in row
                )
                for tab, row in shared.charts.items()
            },
            cover=large(cover, made[cover]),
        )

    def sheets(self) -> dict[str, float]:
        """The maps of the game, with their px a mm; the names of their drawings are keys of
        `ModulePictures.boards`."""
        return {}

    @abstractmethod
    def board_shots(self) -> Iterator[tuple[str, str, Shot]]:
        """Every other board: its key in `ModulePictures.boards`, the stem of its name, its picture."""

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

    def charts(self, pictures: ModulePictures) -> list[Component]:
        """The windows of charts: as pictures by scenario, and as text."""
        texts = {file: title for file, (title, _) in text_charts(self.definition).items()}
        return chart_windows(self.definition, pictures.charts, texts)

    @abstractmethod
    def lists(self) -> list[Component]:
        """The inventories and the notes."""

    @abstractmethod
    def keys(self) -> Sequence[Key]:
        """What the keys do, for the help page."""

    def topics(self) -> Sequence[Topic]:
        """What the help page tells besides."""
        return ()

    def files(self) -> dict[str, bytes]:
        """Files of the module that charts and help show."""
        pages = {file: page for file, (_, page) in text_charts(self.definition).items()}
        return pages | manual_files(self.look, self.definition)


def battlefield_window(
    boards: Sequence[Component],
    parts: Sequence[Component],
    laid: Sequence[tuple[str, int, int]],
    zoom_levels: Sequence[float],
    start_zoom: float,
) -> Component:
    """The window in which a game is played; `laid` are the boards of a game that no set-up begins, each with
    its column and row."""
    return map_window(
        BATTLEFIELD,
        boards,
        parts,
        zoom_levels=zoom_levels,
        start_zoom=start_zoom,
        default_boards=laid,
        buttonName=BATTLEFIELD,
        icon=icon("map"),
        tooltip="Show or hide the battlefield",
        markUnmovedIcon="",
        moveKey=MOVED,
    )


def display_window(
    image: str, rendering: Rendering, *parts: Component, told: Sequence[str] = TOLD[:1]
) -> Component:
    """The window of eliminated pieces; `parts` are more children, `told` is what the stack
    viewer tells of each."""
    return map_window(
        DISPLAY,
        [board(DISPLAY, image)],
        [stack_viewer(rendering.px // rendering.unit, told, summaryReportFormat=""), *parts],
        default_boards=[(DISPLAY, 0, 0)],
        launch=True,
        buttonName=DISPLAY,
        icon=icon("eliminated"),
        tooltip="Show or hide the eliminated counters",
        markMoved="Never",
        moveToFormat="$pieceName$: $previousMap$ &rarr; eliminated *",
        moveWithinFormat="",
    )
