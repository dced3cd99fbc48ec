"""The build file: the table of components, what the builder refuses, and the XML that comes out."""

import pytest
from lxml import etree

from generator.vassal.format import maps, windows
from generator.vassal.format.buildfile import build_file, component, text_component
from generator.vassal.format.components import component_table, name_of, tag_of
from generator.vassal.format.errors import ComponentError
from generator.vassal.format.hexgrid import HexGeometry, place_hex_grid
from generator.vassal.format.module_frame import game_module, piece_slot, prototype_definition
from generator.vassal.format.pieces import BasicPiece, Piece, prototype, read_definition
from generator.vassal.format.traits import Delete, UsePrototype

UNIT = Piece(BasicPiece("inf.png", "1st Inf"), (UsePrototype("Unit"),))
GRID = place_hex_grid(HexGeometry("flat", 30.0, 45.0, 40.0, 10, 8, 500, 480))


def sample_module(next_slot_id=3):
    board = maps.board("Board", "map.png", maps.zoned_grid([], maps.hex_grid(GRID)))
    dead = maps.blank_board("Dead", (400, 200), "9,9,9", maps.region_grid([("Blue", 1, 2), ("Red", 3, 4)]))
    return game_module(
        "Sample",
        "1.0",
        "A sample",
        next_slot_id,
        [
            maps.map_window("Main Map", [board], [maps.piece_layers(["Units", "Cards"])]),
            maps.map_window("Dead", [dead], launch=True, buttonName="Dead", default_boards=[("Dead", 0, 0)]),
            windows.palette(windows.tabs("Forces", piece_slot("Inf", 1, UNIT, (50, 50)))),
            windows.dice("2d6", 2),
            windows.turn_tracker(
                "Turn",
                windows.counter_level("Turn", "Turn", windows.list_level("Phase", "Phase", ["Move", "Fire"])),
                turn_format="$level1$",
            ),
            windows.predefined_setup("One", "one.vsav"),
        ],
        sides=["Blue", "Red"],
        prototypes=[prototype_definition("Unit", prototype(Delete()))],
    )


def elements(root, name):
    return root.iter(tag_of(name))


def test_the_table_is_closed_and_its_defaults_are_valid():
    table = component_table()
    for kind in table.values():
        assert kind.children <= table.keys()
        assert name_of(kind.tag) == kind.name
        for attribute in kind.attributes.values():
            assert not attribute.default or attribute.problem(attribute.default) is None


def test_a_module_is_written_as_xml_that_obeys_the_table():
    data = build_file(sample_module())
    root = etree.fromstring(data)
    assert root.tag == "VASSAL.build.GameModule"
    for element in root.iter():
        kind = component_table()[name_of(element.tag)]
        assert all(kind.attributes[name].problem(value) is None for name, value in element.attrib.items())
        assert list(element.attrib) == sorted(element.attrib)
        assert {name_of(child.tag) for child in element} <= kind.children
    assert build_file(sample_module()) == data


def test_a_map_has_every_part_that_vassal_does_not_add_by_itself():
    root = etree.fromstring(build_file(sample_module()))
    parts = [name_of(child.tag) for child in next(elements(root, "module.Map"))]
    wanted = {"ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "Zoomer",
              "StackExpander", "PieceMover", "KeyBufferer", "ImageSaver", "CounterDetailViewer"}  # fmt: skip
    assert {f"module.map.{part}" for part in wanted} <= set(parts)
    assert parts[0] == "module.map.BoardPicker"
    assert len(parts) == len(set(parts))


def test_pieces_and_boards_keep_their_tabs():
    root = etree.fromstring(build_file(sample_module()))
    slot = next(elements(root, "widget.PieceSlot"))
    assert read_definition(slot.text) == ("", UNIT)
    setups = [element.text for element in root.iter("setup")]
    assert setups == ["DeadBoardPicker\tDead\t0\t0"]


def test_the_grid_of_the_build_file_is_the_placement():
    root = etree.fromstring(build_file(sample_module()))
    grid = next(elements(root, "module.map.boardPicker.board.HexGrid"))
    assert (grid.get("dx"), grid.get("x0"), grid.get("sideways")) == ("45.0", str(GRID.x0), "false")
    assert grid[0].get("hOff") == "1" and grid[0].get("stagger") == "false"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: component("module.Dice"), "no component 'module.Dice'"),
        (lambda: component("module.DiceButton", sides=6), "no attribute 'sides'"),
        (lambda: component("module.DiceButton", nDice="two"), "nDice: 'two' is not a number"),
        (lambda: component("module.DiceButton", nDice=2.5), "not a number of type integer"),
        (lambda: component("module.DiceButton", prompt="yes"), "not true or false"),
        (lambda: component("module.DiceButton", hotkey="ctrl F"), "not a keystroke"),
        (lambda: component("module.Map", color="red"), "not a colour"),
        (lambda: component("module.Map", markMoved="Yes"), "not one of Always, Never"),
        (
            lambda: component("module.Map", component("module.DiceButton")),
            "may not contain module.DiceButton",
        ),
        (lambda: text_component("module.DiceButton", "x"), "no text"),
        (lambda: component("module.DiceButton", a=1, nDice="x"), "'a'.*; nDice"),
        (lambda: maps.board("B", "b.png", maps.hex_grid(GRID), maps.region_grid([])), "2 grids"),
        (lambda: maps.region_grid([("A", 1, 1), ("A", 2, 2)]), "share a name"),
        (lambda: maps.zone("Z", [(0, 0), (1, 1)]), "corners"),
        (lambda: maps.zoomer([0.5, 1.0], 2.0), "start zoom 2.0"),
        (
            lambda: maps.map_window("M", [maps.board("B", "b.png")], default_boards=[("C", 0, 0)]),
            "no board 'C'",
        ),
        (lambda: piece_slot("Inf", 1, UNIT.at("Main Map", 1, 1), (50, 50)), "lies on no map"),
        (lambda: sample_module(next_slot_id=1), "not below nextPieceSlotId 1"),
        (lambda: build_file(component("module.Map")), "begins with GameModule"),
    ],
)
def test_what_vassal_would_ignore_or_choke_on_is_refused(make, message):
    with pytest.raises(ComponentError, match=message):
        make()


def test_two_slots_with_one_gpid_are_refused():
    slots = [piece_slot(name, 1, UNIT, (50, 50)) for name in ("Inf", "Cav")]
    with pytest.raises(ComponentError, match="'Inf' and 'Cav' share the gpid 1"):
        game_module("S", "1", "", 2, [windows.palette(*slots)], sides=["Blue"])


@pytest.mark.parametrize("body", ["a\x1bb", "a\x00"])
def test_control_characters_are_refused(body):
    slots = windows.palette(text_component("widget.PieceSlot", body, entryName="x", gpid=1))
    with pytest.raises(ComponentError, match="control character"):
        build_file(game_module("S", "1", "", 2, [slots], sides=["Blue"]))


@pytest.mark.parametrize(("start", "number"), [(0.25, 3), (0.5, 2), (1.0, 1)])
def test_the_start_zoom_counts_from_the_largest_level(start, number):
    assert maps.zoomer([0.25, 0.5, 1.0], start).attributes["zoomStart"] == str(number)


def test_lists_are_escaped_once():
    level = windows.list_level("Phase", "Phase", ["Move, then fire", "End"])
    assert level.attributes["list"] == "Move\\, then fire,End"
