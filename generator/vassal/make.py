"""A game as a VASSAL module: maps, counters, charts and set-ups of a definition in one .vmod.

    write_module(library.definition("GAME"), Path("GAME.vmod"))

The same definition gives the same bytes. Everything is made before anything is written, and the file is
replaced in one step: a build that fails leaves the last module as it was.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from generator.building.taking import Sources
from generator.cache.inputs import inputs_digest
from generator.cache.own import Made
from generator.cache.seal import note_made, sealed, unbroken
from generator.cache.sources import sources_digest
from generator.cache.store import Store
from generator.vassal.format.buildfile import Component, build_file
from generator.vassal.format.container import module_bytes, write_atomically
from generator.vassal.format.module_frame import game_module
from generator.vassal.format.windows import about, help_text, manual, tutorial_log
from generator.vassal.module.data import FILE, SLOTS, record_slot_ids
from generator.vassal.module.finer import finer
from generator.vassal.module.names import seats
from generator.vassal.module.orders import in_words
from generator.vassal.module.orders.declaring import clearing
from generator.vassal.module.orders.handing_in import Handing
from generator.vassal.module.orders.kinds import orders_of
from generator.vassal.module.orders.odds import odds_button, odds_properties
from generator.vassal.module.orders.ways import forgetting
from generator.vassal.module.parts import (
    HELP,
    battle_property,
    dice_buttons,
    help_page,
    record_property,
    tracker,
)
from generator.vassal.module.pictures import ModulePictures
from generator.vassal.module.pieces import prototype_components
from generator.vassal.module.plan import ModulePlan
from generator.vassal.module.planning import USUAL, AnyModule, Sizes, plan_module
from generator.vassal.module.start.selection import selection_menu
from generator.vassal.module.start.setups import Titled, by_date, setups
from generator.vassal.module.texts import MANUAL
from modules import library
from modules.definition import Definition
from modules.game_file.opened import shown_path

TUTORIAL = "tutorial.vlog"
_TUTORIAL = "Tutorial: the first turn"
_LOADED = (
    "The first turn, played by the program: step through it with the button of the toolbar, or Page Down"
)


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


def write_module(
    definition: Definition,
    out: Path,
    sizes: Sizes = USUAL,
    *,
    workers: int = 2,
    pictures: ModulePictures | None = None,
    store: Path | None = None,
    built: Path | None = None,
) -> ModuleSummary:
    """Write a game's module to `out`; `pictures` are those of the plan, drawn before: then no tutorial is
    played.

    Slots that have no recorded id get one, recorded in the game's folder. A module that is there already is
    not drawn again, nor are pictures that stand in the folder of a build, `built`, or in the folder `store`,
    which keeps those of the last module of a game and form. Raises VassalError (one class per
    cause), DefinitionError, and the errors of art and drawing; the file is then as it was.
    """
    own = Made.by_user()
    there = unbroken(out, _inputs(definition, sizes), own) if pictures is None else None
    if there is not None:
        return _summary(definition, out, len(there[0]), there[1]["images"], 0, drawn=False)
    plan = plan_module(definition, sizes)
    kept = Store(store, _thing(definition, sizes), sources_digest())
    drawn = plan.draw(workers, Sources(kept, built, own)) if pictures is None else pictures
    played = b""
    if pictures is None:
        played = kept.get(f"tutorial {_inputs(definition, sizes)}", lambda: tutorial_of(plan))
    data, _ = assemble(plan, drawn, played)
    out.parent.mkdir(parents=True, exist_ok=True)  # where that fails, no new id must have been recorded
    new = record_slot_ids(definition, plan.roster.ids)
    inputs = _inputs(definition, sizes)
    data = sealed(data, inputs, {"images": len(drawn.images)})
    write_atomically(out, data)
    note_made(own, data, inputs)
    if pictures is None:
        kept.drop_others()
        own.trim()
    return _summary(definition, out, len(data), len(drawn.images), new)


def _thing(definition: Definition, sizes: Sizes) -> str:
    """What a store calls the pictures of a module: games of one name in several places keep their own."""
    place = shown_path(definition.folder).resolve()
    folder = hashlib.sha256(str(place).encode(errors="surrogateescape")).hexdigest()
    return f"{definition.name}-{folder[:16]}-module-{sizes.images}-{sizes.resolution}"


def _inputs(definition: Definition, sizes: Sizes) -> str:
    beside = (definition.folder / FILE, definition.folder / SLOTS)
    kinds = orders_of(definition)
    orders = " | ".join(kind.FORM for kind in kinds)
    rules = library.behaviour(definition.name).fingerprint if kinds else ""  # they play the tutorial
    return inputs_digest(definition, f"module {sizes} {orders} {rules}", beside)


def _summary(
    definition: Definition, out: Path, size: int, images: int, new: int, *, drawn: bool = True
) -> ModuleSummary:
    game = definition.game
    setups = tuple(battle.title for battle in definition.scenarios.values())
    return ModuleSummary(
        out, game.title, game.version, size,
        len(definition.printed_sheets) + len(definition.boards) + len(definition.area_maps),
        len(definition.counters), len(game.markers), images, setups, new, drawn,
    )  # fmt: skip


def tutorial_of(plan: AnyModule) -> bytes:
    """The log that shows the first turn of a game; empty for a game without rules."""
    from generator.vassal.positions.tutorial import tutorial  # rules and players are loaded for it alone

    return tutorial(plan)


def assemble(plan: AnyModule, pictures: ModulePictures, played: bytes = b"") -> tuple[bytes, tuple[str, ...]]:
    """The bytes of a module with its set-ups and the log of a turn that was `played`, if there is one, and
    the titles of the set-ups. Raises VassalError."""
    from generator.vassal.positions.saves_of import saves_of  # a module that is there already needs none

    saves = saves_of(plan)
    begun, free = saves.setups(), saves.free_setups()
    scenarios = plan.definition.scenarios
    titled = {name: (scenarios[name].title, begun[name]) for name in by_date(plan.definition)}
    others = free, saves.unnumbered_setups(titled | free)
    files = {f"{name}.vsav": save for name, save in begun.items()} | plan.files()
    files |= {f"{name}.vsav": save for each in others for name, (_, save) in each.items()}
    files[HELP] = help_page(plan.definition, plan.keys(), plan.topics())
    files |= {TUTORIAL: played} if played else {}
    root = _root(plan, pictures, *others, shows=bool(played))
    data = module_bytes(build_file(root), plan.metadata, pictures.images, files)
    return data, tuple(battle.title for battle in scenarios.values())


def _root(
    plan: ModulePlan, pictures: ModulePictures, free: Titled, unnumbered: Titled, *, shows: bool
) -> Component:
    definition, game, rendering = plan.definition, plan.definition.game, plan.rendering
    commands, at_each_step = clearing(plan.marks)
    handing = Handing.of(definition, plan.file)
    if handing.told_of:
        at_each_step.append(in_words.at_each_step())
    root = game_module(
        rendering.name(game.title),
        game.version,
        game.summary,
        plan.roster.ids.next_id,
        [
            *plan.windows(pictures),
            plan.palettes(),
            *plan.charts(pictures),
            *dice_buttons(definition),
            tracker(definition, [*plan.tracks.hotkeys(), *at_each_step]),
            *plan.tracks.commands(),
            forgetting(),
            *commands,
            *handing.components(),
            *odds_button(definition, plan.file),
            *plan.lists(),
            *selection_menu(plan.selection()),
            *setups(definition, free, unnumbered),
        ],
        sides=seats(definition),
        prototypes=prototype_components(plan.roster),
        help_menu=[
            about(pictures.cover),
            help_text("Using this module", HELP),
            manual(MANUAL),
            *([tutorial_log(_TUTORIAL, TUTORIAL, _LOADED)] if shows else []),
        ],
        properties=[
            record_property(),
            *battle_property(definition),
            *handing.properties(),
            *odds_properties(definition, plan.file),
        ],
        secrets=plan.secrets,
    )
    return finer(root, rendering)
