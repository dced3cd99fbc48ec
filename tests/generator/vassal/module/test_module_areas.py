"""A module of blocks on a map of areas: zones that are the areas, blocks that their owner alone reads."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from lxml import etree
from pictured import AREAS, drawn
from plans import shipped_plan

from generator.vassal.format.commands import AddPiece, read_commands
from generator.vassal.format.container import deobfuscate
from generator.vassal.format.errors import CommandError
from generator.vassal.format.traits import CalculatedProperty, FreeRotator, Obscurable, RestrictCommands
from generator.vassal.lint import has_errors, lint_file
from generator.vassal.make import write_module
from generator.vassal.module.area_map import AT_SEA
from generator.vassal.module.areas import AreaModule
from generator.vassal.module.forces import FORCES
from generator.vassal.module.names import BATTLEFIELD
from generator.vassal.positions.moments import Moment
from generator.vassal.positions.saves_of import saves_of
from modules.engine.position import PlacedCounter
from modules.geometry.outline import holds

MAP = ".//VASSAL.build.module.Map"
ZONE = ".//VASSAL.build.module.map.boardPicker.board.mapgrid.Zone"


READERS = {
    "English": ("English", "Earls", "Referee", "Solitaire"),
    "Vikings": ("Vikings", "Vikings and Normans", "Tostig", "Referee", "Solitaire"),
    "Normans": ("Normans", "Vikings and Normans", "Bretons", "Franco-Flemish", "Referee", "Solitaire"),
}


@pytest.fixture(scope="module")
def plan() -> AreaModule:
    made = shipped_plan("year_of_the_comet", AREAS)
    assert isinstance(made, AreaModule)
    return made


@pytest.fixture(scope="module")
def module(plan: AreaModule, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("module") / "comet.vmod"
    write_module(plan.definition, path, AREAS, pictures=drawn(plan, tmp_path_factory))
    return path


def pieces_of(save: bytes, tmp_path: Path) -> list[AddPiece]:
    (tmp_path / "x.vsav").write_bytes(save)
    with zipfile.ZipFile(tmp_path / "x.vsav") as archive:
        commands = read_commands(deobfuscate(archive.read("savedGame")))
    return [c for c in commands if isinstance(c, AddPiece) and not c.type.startswith(("stack", "deck;"))]


def test_the_module_has_no_faults(module: Path) -> None:
    assert not has_errors(lint_file(module, None))


def test_every_area_is_a_zone_around_its_town(module: Path, plan: AreaModule) -> None:
    root = etree.fromstring(zipfile.ZipFile(module).read("buildFile.xml"))
    battlefield = next(e for e in root.findall(MAP) if e.get("mapName") == BATTLEFIELD)
    paths = {e.get("name"): e.get("path") or "" for e in battlefield.findall(ZONE)}
    (areas,) = plan.maps.values()
    assert list(paths)[-1] == AT_SEA  # of two zones at a point the first counts
    for code, area in areas.sheet.frame.map.areas.items():
        corners = [tuple(map(float, part.split(","))) for part in paths[area.name].split(";")]
        assert holds(corners, areas.at(code)), area.name


def test_blocks_roll_as_many_dice_as_one_asks_for(module: Path) -> None:
    root = etree.fromstring(zipfile.ZipFile(module).read("buildFile.xml"))
    one, several = root.findall(".//VASSAL.build.module.DiceButton")
    assert (one.get("name"), one.get("prompt")) == ("1d6", "false")
    assert (several.get("prompt"), several.get("lockSides"), several.get("nSides")) == ("true", "true", "6")
    for button in (one, several):
        assert "(practice: nobody else can prove this roll)" in (button.get("reportFormat") or "")


def test_a_block_is_read_by_its_owner_alone(plan: AreaModule, tmp_path: Path) -> None:
    scenario = plan.definition.area_scenarios["campaign"]
    found = [each.piece() for each in pieces_of(saves_of(plan).setup(scenario), tmp_path)]
    turn = found.pop()
    assert (turn.markers()["MarkerId"], turn.basic.map) == ("turn", BATTLEFIELD)
    assert len(found) == len(plan.definition.counters)
    for piece in found:
        (mask,) = (i for i, t in enumerate(piece.traits) if isinstance(t, Obscurable))
        outside = [name for t in piece.traits[:mask] for name in getattr(t, "names", ())]
        assert outside == ["Side", "Layer"]
        side = piece.markers()["Side"]
        hidden = piece.traits[mask]
        assert isinstance(hidden, Obscurable)
        assert (hidden.masked_by, hidden.access) == (side, f"sides:{':'.join(READERS[side])}")


def test_every_player_of_a_side_reads_its_blocks_and_nobody_else(plan: AreaModule, module: Path) -> None:
    """17.2, 17.3: allies see all blocks of their side, the player of both invaders those of both."""
    for key, side in plan.definition.game.sides.items():
        seeing = [p.name for p in plan.definition.players.values() if p.name and key in p.sides]
        assert READERS[side.name] == (side.name, *seeing, "Referee", "Solitaire")
    root = etree.fromstring(zipfile.ZipFile(module).read("buildFile.xml"))
    seats = [e.text for e in root.findall(".//VASSAL.build.module.PlayerRoster/entry")]
    assert seats == [
        "Vikings", "Normans", "English", "Vikings and Normans", "Bretons", "Franco-Flemish", "Earls",
        "Tostig", "Referee", "Solitaire",
    ]  # fmt: skip


def test_a_turn_to_the_left_is_a_step_lost(plan: AreaModule) -> None:
    block = plan.roster.counter("E-fyrd-1")
    assert plan.definition.counters["E-fyrd-1"].strengths == (3, 2, 1)
    (turn,) = (t for t in block.traits if isinstance(t, FreeRotator))
    (told,) = (t for t in block.traits if isinstance(t, CalculatedProperty) and t.name == "Strength")
    # VASSAL numbers facings from 1, clockwise: to the left of 1 stands 4.
    assert (turn.facings, turn.counterclockwise_text) == (4, "Lose a step")
    assert told.expression == (
        "{Strength_Facing == 1 ? 3 : Strength_Facing == 4 ? 2 : Strength_Facing == 3 ? 1 : 0}"
    )
    barred = {t.name: t.expression for t in block.traits if isinstance(t, RestrictCommands)}
    assert barred["Last step"] == "{Strength_Facing == 3}"
    assert not any(isinstance(t, FreeRotator) for t in plan.roster.counter("E-Harold").traits)


def test_the_set_up_is_that_of_the_scenario(plan: AreaModule, tmp_path: Path) -> None:
    scenario = plan.definition.area_scenarios["campaign"]
    found: dict[str, list[str]] = {}
    for each in pieces_of(saves_of(plan).setup(scenario), tmp_path):
        piece = each.piece()
        found.setdefault(piece.basic.map, []).append(piece.markers().get("CounterId", ""))
    assert sorted(found) == sorted([BATTLEFIELD, FORCES])
    wanted = sum(sum(muster.values()) for setup in scenario.setup for muster in setup.at.values())
    assert len(found[BATTLEFIELD]) == wanted + 1  # and the marker of the turn
    assert {"E-Harold", "E-Earls"} <= set(found[BATTLEFIELD]) and "V-Hardrada" in found[FORCES]


def test_boxes_of_hidden_blocks_say_nothing(plan: AreaModule) -> None:
    """Those for markers alone are named."""
    named = {box.words: (box.x, box.y) for box in plan.forces.boxes if box.words}
    assert len(plan.forces.boxes) > len(named)
    assert named == {
        "Landed in this turn": plan.forces.markers["landed"], "Out of the game": plan.forces.markers["out"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("placed", "words"),
    [
        (PlacedCounter("E-Nobody", "english", "LON"), "no counter 'E-Nobody'"),
        (PlacedCounter("E-Harold", "english", "ROM"), "no area 'ROM'"),
    ],
)
def test_what_the_game_does_not_have_is_refused(plan: AreaModule, placed: PlacedCounter, words: str) -> None:
    scenario = plan.definition.area_scenarios["campaign"]
    with pytest.raises(CommandError, match=words):
        saves_of(plan).position(scenario, (placed,), Moment(1, "english", "movement"), "")
