"""Places off the map in a module: zones where they are drawn, cups as decks, written and read back."""

from __future__ import annotations

from pathlib import Path

import pytest
from changed import Changes, changed, game_with
from displays import CHANGES
from looks import TAPESTRY

from generator.charts.displays import fighting
from generator.charts.orders import setup_chart
from generator.checking.faults import faults_of
from generator.vassal.format import commands as c
from generator.vassal.format.archive import read_archive
from generator.vassal.format.container import read_save
from generator.vassal.format.decks import deck_name
from generator.vassal.format.traits import ReturnToDeck, SendToLocation, Submenu
from generator.vassal.lint import lint_file
from generator.vassal.make import write_module
from generator.vassal.module.hexes import HexModule
from generator.vassal.module.names import BATTLEFIELD
from generator.vassal.module.parts import stack_summary
from generator.vassal.module.planning import Sizes, plan_module
from generator.vassal.positions.moments import Moment
from generator.vassal.positions.read_position import read_position
from generator.vassal.positions.saves_of import saves_of
from modules.engine.position import PlacedCounter
from modules.geometry.outline import holds

SMALL = Sizes(hex=24, counter=20)
BOARD = "The mill bridge"


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> HexModule:
    made = plan_module(game_with(tmp_path_factory.mktemp("boxes") / "mill", CHANGES), SMALL)
    assert isinstance(made, HexModule)
    return made


def test_each_place_is_a_zone_where_the_sheet_draws_it(plan: HexModule) -> None:
    (sheet,) = plan.maps.values()
    zones = {str(each.attributes["name"]): each for each in plan.boxes.zones(sheet.title)}
    assert list(zones)[:2] == ["Rally and dead: Rally: Raiders", "Rally and dead: Rally: Shire"]
    assert len(zones) == 7
    for place, corners in sheet.places.items():
        x, y = plan.boxes.middle(sheet.title, place)
        assert holds(corners, (x, y)) and plan.boxes.at(sheet.title, x, y) == place
        left, top = min(u for u, _ in corners), min(v for _, v in corners)
        assert plan.boxes.at(sheet.title, left - 3, top - 3) != place
    # The box of six corners leaves out what its outline leaves out.
    dead = sheet.places["dead"]
    assert (
        plan.boxes.at(sheet.title, min(u for u, _ in dead) + 3, min(v for _, v in dead) + 3) == "rally_shire"
    )


def test_counters_go_to_boxes_of_everybody_and_of_their_side(plan: HexModule) -> None:
    rider = plan.roster.counter("R-rider-1").traits
    (menu,) = (each for each in rider if isinstance(each, Submenu))
    assert "Rally and dead: Rally: Raiders" in menu.commands and "Rally and dead: Dead" in menu.commands
    assert "Rally and dead: Rally: Shire" not in menu.commands
    sends = {
        each.text: each for each in rider if isinstance(each, SendToLocation) and each.destination == "Z"
    }
    assert sends["Rally and dead: Dead"].zone == "Rally and dead: Dead"
    (cup,) = (each for each in rider if isinstance(each, ReturnToDeck))
    assert cup.expression == '{"Rally and dead: Draw"}' and cup.text in menu.commands


def test_pieces_are_counted_in_the_viewer_and_in_a_list(plan: HexModule) -> None:
    assert stack_summary(plan.definition) == "$LocationName$: $sum(Pieces)$ counters, combat $sum(Combat)$"
    assert plan.roster.counter("R-rider-1").markers()["Pieces"] == "1"
    assert plan.roster.marker("supply").markers()["Pieces"] == "0"
    places = next(each for each in plan.lists() if each.attributes.get("name") == "Places")
    assert str(places.attributes["include"]).count("LocationName == ") == 7
    assert places.attributes["nonLeafFormat"] == "$PropertyValue$: $sum_Pieces$"


def test_a_position_with_places_and_a_cup_is_read_back(plan: HexModule) -> None:
    battle = plan.definition.hex_scenarios["mill_bridge"]
    placed = (
        PlacedCounter("R-Orm", "raider", "0304"),
        PlacedCounter("R-rider-1", "raider", "rally_raider"),
        PlacedCounter("R-rider-2", "raider", "rally_raider"),
        PlacedCounter("S-fyrd-1", "shire", "dead"),
        PlacedCounter("S-fyrd-2", "shire", "draw"),
        PlacedCounter("S-fyrd-3", "shire", "draw"),
        PlacedCounter("", "", "supply_1", markers=("supply",)),
    )
    save = saves_of(plan).position(battle, placed, Moment(2, "raider", "movement"), "")
    text = read_save(read_archive(save, "x")).text
    found = read_position(plan, text)
    assert sorted(found.placed, key=str) == sorted(placed, key=str) and found.unplaced == ()
    added = (each for each in c.read_commands(text) if isinstance(each, c.AddPiece))
    (deck,) = (each for each in added if each.type.startswith("deck;"))
    assert deck_name(deck.type) == "Rally and dead: Draw"
    assert deck.state.startswith(f"{BATTLEFIELD};") and deck.state.count(",") == 1
    assert c.SETUP_STACK in c.read_commands(text)


BEGINS: Changes = CHANGES | {
    "scenarios/mill_bridge.yaml": (
        (
            'S-fyrd-3: "0606", S-fyrd-4: "0704", S-fyrd-5: "0804",\n    }',
            'S-fyrd-3: "0606",\n    }\n    boxes: {draw: [S-fyrd-4, S-fyrd-5]}',
        ),
    )
}


def test_counters_may_begin_in_a_cup(tmp_path: Path) -> None:
    game = game_with(tmp_path / "mill", BEGINS)
    battle = game.hex_scenarios["mill_bridge"]
    plan = plan_module(game, SMALL)
    save = saves_of(plan).setups()["mill_bridge"]
    found = {p.counter: p.place for p in read_position(plan, read_save(read_archive(save, "x")).text).placed}
    assert found["S-fyrd-3"] == "0606" and found["S-fyrd-4"] == found["S-fyrd-5"] == "draw"
    drawn = setup_chart(TAPESTRY, game, battle, "shire").drawing().svg
    assert ">Draw</text>" in drawn and "Fyrd ×2" in drawn
    assert len(fighting(battle, "shire")) == 8


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("draw: [", "urn: [", "found 'urn': expected one of"),
        ("[S-fyrd-4", "[R-Orm", "R-Orm is not of the side 'shire'"),
        ("[S-fyrd-4", "[S-fyrd-1", "S-fyrd-1 is already placed elsewhere"),
        ("[S-fyrd-4", "[S-fyrd-9", "found 'S-fyrd-9'"),
    ],
)
def test_who_cannot_begin_there_is_told(tmp_path: Path, old: str, new: str, said: str) -> None:
    ((before, after),) = BEGINS["scenarios/mill_bridge.yaml"]
    folder = changed(
        tmp_path / "mill", BEGINS | {"scenarios/mill_bridge.yaml": ((before, after.replace(old, new)),)}
    )
    told = [fault for fault in faults_of(folder) if said in fault.message]
    assert told and {fault.place.file for fault in told} == {"scenarios/mill_bridge.yaml"}


def test_the_module_is_without_fault(plan: HexModule, tmp_path: Path) -> None:
    write_module(plan.definition, tmp_path / "mill.vmod", SMALL, workers=1)
    assert lint_file(tmp_path / "mill.vmod", None) == []
