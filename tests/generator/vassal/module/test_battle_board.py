"""The battle board as a window: its places, the buttons that open, stand up and mix, and whom they obey."""

from __future__ import annotations

import zipfile

import pytest
from lxml import etree
from pictured import AREAS, drawn
from plans import shipped_plan

from generator.vassal.format.keys import ctrl, key
from generator.vassal.format.traits import (
    Footprint,
    MovementMarkable,
    Obscurable,
    RestrictCommands,
    ReturnToDeck,
    SendToLocation,
    Trait,
    TriggerAction,
)
from generator.vassal.make import write_module
from generator.vassal.module.areas import AreaModule
from generator.vassal.module.battle_board import FORGET, BattleBoard, battle_keys
from modules import library

TITLE = "Battle board"


@pytest.fixture(scope="module")
def plan() -> AreaModule:
    made = shipped_plan("year_of_the_comet", AREAS)
    assert isinstance(made, AreaModule)
    return made


@pytest.fixture(scope="module")
def battle(plan: AreaModule) -> BattleBoard:
    assert list(plan.battles) == ["battle"]  # the places off the map are no window of their own
    return plan.battles["battle"]


@pytest.fixture(scope="module")
def window(plan: AreaModule, tmp_path_factory) -> etree._Element:
    path = tmp_path_factory.mktemp("module") / "comet.vmod"
    write_module(plan.definition, path, AREAS, pictures=drawn(plan, tmp_path_factory))
    root = etree.fromstring(zipfile.ZipFile(path).read("buildFile.xml"))
    return next(e for e in root.iter("VASSAL.build.module.Map") if e.get("mapName") == TITLE)


def buttons(window: etree._Element) -> dict[str, etree._Element]:
    found = window.iter("VASSAL.build.module.map.MassKeyCommand")
    return {each.get("buttonText") or "": each for each in found}


def test_the_window_has_a_zone_for_each_place_of_the_board(window, battle: BattleBoard) -> None:
    zones = window.iter("VASSAL.build.module.map.boardPicker.board.mapgrid.Zone")
    places = {each.get("name"): each.get("path") for each in zones}
    assert list(places) == [battle.called(place) for place in battle.display.boxes]
    for place in battle.display.boxes:
        assert battle.place_at(*battle.middle(place)) == place
    assert battle.place_at(0, 0) == ""


def test_the_columns_of_the_two_sides_face_each_other(battle: BattleBoard) -> None:
    columns = int(library.definition("year_of_the_comet").game.parameters["columns"].value)
    assert sum(box.laid_open for box in battle.display.boxes.values()) == 2 * columns
    for number in range(1, columns + 1):
        left, _, right, low = battle.corners(f"attacker_{number}")
        other_left, high, other_right, _ = battle.corners(f"defender_{number}")
        assert (left, right) == (other_left, other_right) and low < high


def test_open_lays_open_what_is_hidden_in_columns_alone(window, battle: BattleBoard) -> None:
    button = buttons(window)["Open"]
    assert (button.get("hotkey"), button.get("deckCount")) == (ctrl("F"), "0")
    told = button.get("filter") or ""
    assert "ObscuredToOthers == true" in told
    for place, box in battle.display.boxes.items():
        assert (f'"{battle.called(place)}"' in told) == box.laid_open, place
    assert not battle.display.boxes["attacker_reserve"].laid_open


def test_stand_up_hides_what_lies_open_anywhere_on_the_board(window) -> None:
    button = buttons(window)["Stand up"]
    assert button.get("hotkey") == ctrl("F")
    assert button.get("filter") == '{Side != "" && ObscuredToOthers == false}'


def test_the_mix_gives_blocks_back_hidden_and_by_chance(window) -> None:
    (pile,) = window.iter("VASSAL.build.module.map.DrawPile")
    # Drawn from a face-down deck a block is masked; from an open one all would see it.
    assert (pile.get("faceDown"), pile.get("shuffle"), pile.get("allowSelect")) == (
        "Always",
        "Always",
        "false",
    )
    assert pile.get("drawFaceUp") == "false"


def test_what_goes_into_the_mix_leaves_no_trail(plan: AreaModule, battle: BattleBoard, window) -> None:
    block = plan.roster.counter("V-viking-1")
    (mix,) = (t for t in block.traits if isinstance(t, TriggerAction) and t.name == "Mix")
    assert mix.key == buttons(window)["Mix"].get("hotkey") and mix.actions[0] == FORGET
    (trail,) = (t for t in block.traits if isinstance(t, Footprint))
    (moved,) = (t for t in block.traits if isinstance(t, MovementMarkable))
    (gone,) = (t for t in block.traits if isinstance(t, TriggerAction) and FORGET in t.watched)
    assert moved.off_key == FORGET and gone.actions == (trail.clear_key,)
    (put,) = (t for t in block.traits if isinstance(t, ReturnToDeck))
    assert (put.key, put.expression) == (mix.actions[1], battle.called("mix"))


def _bars_strangers(trait: Trait) -> bool:
    return isinstance(trait, RestrictCommands) and trait.name == "Owner alone"


def test_strangers_send_no_block_to_the_board(plan: AreaModule) -> None:
    for name in ("E-fyrd-1", "V-Tostig", "B-archer-1"):
        traits = plan.roster.counter(name).traits
        guard = next(i for i, t in enumerate(traits) if _bars_strangers(t))
        mask = next(i for i, t in enumerate(traits) if isinstance(t, Obscurable))
        to_board = [t for t in traits if isinstance(t, SendToLocation) and t.map == TITLE]
        assert len(to_board) == 8
        # A restriction bars what is inside of it; what is inside of the mask a hidden block cannot do.
        assert all(guard < traits.index(t) < mask for t in to_board)
        barred = traits[guard]
        assert isinstance(barred, RestrictCommands)
        assert {t.key for t in to_board} <= set(barred.keys)


def test_each_place_has_a_key_of_its_own(plan: AreaModule, battle: BattleBoard) -> None:
    found = dict(battle_keys([battle]))
    assert found["Ctrl+1"] == "to the Battle board: Defender: column 1"
    assert found["Ctrl+Shift+4"] == "to the Battle board: Attacker: reserve"
    assert len(found) == 8
    block = plan.roster.counter("E-Harold")
    sends = {t.key: t.zone for t in block.traits if isinstance(t, SendToLocation) and t.map == TITLE}
    assert sends[key("4", ctrl=True, shift=True)] == battle.called("attacker_reserve")
