"""A game as a VASSAL module: maps, counters, charts and set-ups of a definition in one .vmod.

    write_module(library.definition("GAME"), Path("GAME.vmod"))

The same definition gives the same bytes. Everything is made before anything is written, and the file is
replaced in one step: a build that fails leaves the last module as it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from generator.inputs import inputs_digest
from generator.seal import sealed, unbroken
from generator.vassal.buildfile import Component, build_file
from generator.vassal.container import Metadata, module_bytes, write_atomically
from generator.vassal.maps import board, map_window, stack_viewer
from generator.vassal.module_data import FILE, SLOTS, VassalFile, read_vassal_file, record_slot_ids, slot_ids
from generator.vassal.module_display import DISPLAY, Display, lay_out
from generator.vassal.module_map import MapPlan, map_component, map_plans
from generator.vassal.module_parts import (
    HELP,
    chart_window,
    dice_button,
    help_page,
    lists,
    stack_summary,
    tracker,
)
from generator.vassal.module_pictures import ModulePictures, draw_pictures
from generator.vassal.module_pieces import Roster, palettes, prototype_components, roster
from generator.vassal.modules import game_module
from generator.vassal.setups import SaveRoom
from generator.vassal.windows import about, help_text, predefined_setup
from modules.definition import Definition

HEX_PX = 70
COUNTER_PX = 62
SAVED = 315_532_800_000
"""The time of saving in every file, 1980-01-01 as in our zips: a clock would change the bytes."""

_SPECTATORS = ("Referee", "Solitaire")


@dataclass(frozen=True)
class ModulePlan:
    """All of a module but its pictures. Sizes are in px."""

    definition: Definition
    file: VassalFile
    counter_px: int
    maps: dict[str, MapPlan]
    display: Display
    roster: Roster

    @property
    def metadata(self) -> Metadata:
        """Name, version and description, as VASSAL lists them."""
        game = self.definition.game
        return Metadata(game.version, game.summary, SAVED, name=game.title)

    @property
    def saves(self) -> SaveRoom:
        """Makes saves for this module."""
        return SaveRoom(self.definition, self.file, self.roster, self.maps, self.display, self.metadata)

    def draw(self, workers: int = 2) -> ModulePictures:
        """Every picture of the module. Raises the errors of art and drawing."""
        return draw_pictures(self.definition, self.file, self.maps, self.display, self.counter_px, workers)


@dataclass(frozen=True, slots=True)
class ModuleSummary:
    """What was written. `new_slots` counts slot ids that were recorded in the game's folder; `drawn` is false
    where the module was there already."""

    file: Path
    name: str
    version: str
    size: int
    maps: int
    counters: int
    markers: int
    images: int
    setups: tuple[str, ...]
    new_slots: int
    drawn: bool = True


def plan_module(definition: Definition, *, hex_px: int = HEX_PX, counter_px: int = COUNTER_PX) -> ModulePlan:
    """Plan a module: `hex_px` from flat side to flat side of a hex, `counter_px` the side of a counter.

    Raises DefinitionError for a faulty vassal.yaml, SlotIdError, GeometryError, and the errors of maps.
    """
    file = read_vassal_file(definition)
    display = lay_out(definition, counter_px)
    pieces = roster(definition, file, slot_ids(definition), display, counter_px)
    return ModulePlan(definition, file, counter_px, map_plans(definition, hex_px), display, pieces)


def write_module(
    definition: Definition,
    out: Path,
    *,
    hex_px: int = HEX_PX,
    counter_px: int = COUNTER_PX,
    workers: int = 2,
    pictures: ModulePictures | None = None,
) -> ModuleSummary:
    """Write a game's module to `out`; `pictures` are those of the same plan, drawn before.

    Slots that have no recorded id get one, recorded in the game's folder. A module that is there already is
    not drawn again. Raises VassalError (one class per
    cause), DefinitionError, OSError, and the errors of art and drawing; the file is then as it was.
    """
    there = unbroken(out, _inputs(definition, hex_px, counter_px)) if pictures is None else None
    if there is not None:
        return _summary(definition, out, len(there[0]), there[1]["images"], 0, drawn=False)
    plan = plan_module(definition, hex_px=hex_px, counter_px=counter_px)
    drawn = plan.draw(workers) if pictures is None else pictures
    data, _ = assemble(plan, drawn)
    out.parent.mkdir(parents=True, exist_ok=True)  # where that fails, no new id must have been recorded
    new = record_slot_ids(definition, plan.roster.ids)
    data = sealed(data, _inputs(definition, hex_px, counter_px), {"images": len(drawn.images)})
    write_atomically(out, data)
    return _summary(definition, out, len(data), len(drawn.images), new)


def _inputs(definition: Definition, hex_px: int, counter_px: int) -> str:
    beside = (definition.folder / FILE, definition.folder / SLOTS)
    return inputs_digest(definition, f"module {hex_px} {counter_px}", beside)


def _summary(
    definition: Definition, out: Path, size: int, images: int, new: int, *, drawn: bool = True
) -> ModuleSummary:
    game = definition.game
    setups = tuple(battle.title for battle in definition.hex_scenarios.values())
    return ModuleSummary(
        out, game.title, game.version, size, len(definition.maps), len(definition.counters),
        len(game.markers), images, setups, new, drawn,
    )  # fmt: skip


def assemble(plan: ModulePlan, pictures: ModulePictures) -> tuple[bytes, tuple[str, ...]]:
    """The module's bytes and the titles of its set-ups. Raises VassalError."""
    battles = plan.definition.hex_scenarios
    saves = plan.saves
    files = {f"{name}.vsav": saves.setup(battle) for name, battle in battles.items()}
    files[HELP] = help_page(plan.definition, plan.file)
    data = module_bytes(build_file(_root(plan, pictures)), plan.metadata, pictures.images, files)
    return data, tuple(battle.title for battle in battles.values())


def _root(plan: ModulePlan, pictures: ModulePictures) -> Component:
    definition, game = plan.definition, plan.definition.game
    setups = [
        predefined_setup(battle.title, f"{name}.vsav") for name, battle in definition.hex_scenarios.items()
    ]
    return game_module(
        game.title,
        game.version,
        game.summary,
        plan.roster.ids.next_id,
        [
            *_maps(plan, pictures),
            _display_window(pictures),
            palettes(definition, plan.roster, plan.counter_px),
            chart_window(definition, dict(pictures.charts)),
            dice_button(definition),
            tracker(definition),
            *lists(),
            *setups,
        ],
        sides=[*(side.name for side in game.sides.values()), *_SPECTATORS],
        prototypes=prototype_components(plan.roster),
        help_menu=[about(pictures.cover), help_text("Using this module", HELP)],
    )


def _maps(plan: ModulePlan, pictures: ModulePictures) -> list[Component]:
    summary = stack_summary(plan.definition)
    return [
        map_component(each, pictures.boards[name], first=i == 0, summary=summary)
        for i, (name, each) in enumerate(plan.maps.items())
    ]


def _display_window(pictures: ModulePictures) -> Component:
    return map_window(
        DISPLAY,
        [board(DISPLAY, pictures.display)],
        [stack_viewer(summaryReportFormat="", counterReportFormat="$PieceName$")],
        default_boards=[(DISPLAY, 0, 0)],
        launch=True,
        buttonName=DISPLAY,
        tooltip="Show or hide the eliminated counters",
        markMoved="Never",
        moveToFormat="$pieceName$: $previousMap$ &rarr; eliminated *",
        moveWithinFormat="",
    )
