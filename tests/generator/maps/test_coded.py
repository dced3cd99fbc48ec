"""A map with set-up codes, heights in feet and a ridge: who begins where, and nothing told twice."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from looks import TAPESTRY
from lxml import etree
from measuring import Word, meet, words_of

from generator.charts.guide import signs_chart
from generator.charts.orders import setup_chart
from generator.drawing.svg import pt
from generator.maps.frame import HexFrame
from generator.maps.ground import area_marks, coded, level_range, level_relief
from generator.maps.hexmap import draw_map
from generator.maps.look import troops_colour
from generator.maps.relief import hang_down
from generator.maps.setup import marks_of, regions_of
from generator.sheets.hexes import MapSheet, map_sheet
from modules import library
from modules.definition.formats.maps import MapFile
from modules.engine.hexes.board import Board

SVG = "{http://www.w3.org/2000/svg}"
GAME = library.definition("hastings_berg")
BATTLE = GAME.hex_scenarios["hastings"]
LAND = GAME.maps["hastings"]


def without_codes() -> MapFile:
    areas = {name: area.model_copy(update={"palette": None}) for name, area in LAND.areas.items()}
    return LAND.model_copy(update={"areas": areas})


@pytest.fixture(scope="module")
def board() -> Board:
    return Board(LAND, GAME.terrain)


@pytest.fixture(scope="module")
def sheet() -> MapSheet:
    return map_sheet(TAPESTRY, GAME, "hastings")


@pytest.fixture(scope="module")
def words(sheet: MapSheet) -> list[Word]:
    return list(words_of(sheet.drawing.svg))


# --- codes -------------------------------------------------------------------------------------------------


def test_every_code_stands_in_its_hexes_in_the_colour_of_its_troops(board: Board) -> None:
    svg = etree.fromstring(draw_map(TAPESTRY, board).drawing().svg.encode())
    (group,) = svg.findall(f".//{SVG}*[@id='area-marks']")
    drawn = Counter((node.text, node.get("fill")) for node in group.iter(f"{SVG}text"))
    wanted: Counter[tuple[str, str]] = Counter()
    for area in LAND.areas.values():
        if area.mark is not None:
            ink = (
                TAPESTRY.palette("map")["accent"]
                if area.palette is None
                else troops_colour(TAPESTRY, area.palette)
            )
            wanted[area.mark, ink] += len(area.hexes or ())
    assert drawn == wanted
    assert drawn["FT", troops_colour(TAPESTRY, "anglo_saxon")] == 32


def test_what_a_code_tells_no_mark_and_no_edge_tells_again(board: Board) -> None:
    """Harold's hex bears a code too; without codes all are marked, and the areas are edged."""
    assert marks_of(TAPESTRY, GAME, BATTLE, board) == ()
    assert regions_of(TAPESTRY, GAME, BATTLE, board) == ()
    plain = Board(without_codes(), GAME.terrain)
    assert coded(plain) == frozenset() and area_marks(plain).keys() == area_marks(board).keys()
    assert {mark.hex for mark in marks_of(TAPESTRY, GAME, BATTLE, plain)} == {
        h for setup in BATTLE.setup for h in setup.at.values()
    }
    assert regions_of(TAPESTRY, GAME, BATTLE, plain)


def test_no_name_runs_over_a_code(words: list[Word]) -> None:
    codes = [word for word in words if "area-marks" in word.groups]
    names = [word for word in words if word.text in ("To London", "Asten Brook", "Sandlake")]
    letters = [w for w in words if len(w.text) == 1 and {"road-names", "water-names"} & set(w.groups)]
    assert len(codes) == 1 + sum(len(a.hexes or ()) for a in LAND.areas.values() if a.palette)
    for name in (*names, *letters):
        assert not any(meet(name.box, code.box) for code in codes)


# --- heights, ridge ----------------------------------------------------------------------------------------


def test_levels_are_told_in_feet(words: list[Word]) -> None:
    told = Counter(word.text for word in words if word.text in LAND.heights.values())
    assert set(told) == {"175", "200", "225", "250", "275"}
    assert LAND.height(4) == "250"
    assert without_codes().model_copy(update={"heights": {}}).height(4) == "4"


def test_no_hachure_hangs_from_a_crest(board: Board) -> None:
    frame = HexFrame(board.grid, 19.0)
    relief, crested = level_relief(frame, board), {frozenset(s) for s in LAND.hexsides[0].between}
    lowest, highest = level_range(board)
    strokes = [
        stroke
        for level in range(lowest + 1, highest + 1)
        for contour in relief.contours(level)
        for stroke in hang_down(relief, contour, f"{level}")
    ]
    edges = [frozenset(frame.places.get(place, "") for place in stroke.edge) for stroke in strokes]
    on_map = [edge for edge in edges if edge != {""}]
    on_crest = sum(edge in crested for edge in on_map)
    assert on_crest > 10
    palette = TAPESTRY.palette("map")
    svg = etree.fromstring(draw_map(TAPESTRY, board, hex_mm=19.0).drawing().svg.encode())
    drawn = [p.get("d").count("M") for p in svg.iter(f"{SVG}path") if p.get("fill") == palette["hachure"]]
    assert max(drawn) == len(on_map) - on_crest


# --- the sheet ---------------------------------------------------------------------------------------------


def test_the_sheet_is_twice_the_printed_one_in_four_sections(sheet: MapSheet) -> None:
    assert [round(mm / 25.4) for mm in sheet.size] == [34, 22]
    assert {(round(box.width / 25.4), round(box.height / 25.4)) for box in sheet.sections} == {(17, 11)}
    assert len(sheet.sections) == 4


def test_all_that_is_looked_up_in_a_turn_stands_on_it_in_readable_type(
    sheet: MapSheet, words: list[Word]
) -> None:
    tables = {name.removeprefix("table-") for name in sheet.panels if name.startswith("table-")}
    wanted = {
        "melee",
        "missile_results",
        "missile_strength",
        "morale_check",
        "rally_check",
        "leader_casualty",
    }
    assert tables >= wanted | set(GAME.tables.totals) | set(GAME.tables.bands)
    assert {name for name in sheet.panels if name.startswith("display-")} == {
        f"display-{name}" for name in GAME.displays
    }
    assert min(word.size for word in words) >= pt(5) - 1e-6
    paper = sheet.panels["map"]
    assert paper.width > 590


def test_panels_lie_apart_on_the_paper(sheet: MapSheet) -> None:
    boxes = list(sheet.panels.values())
    for one in boxes:
        assert one.x >= 0 and one.x + one.width <= sheet.size[0] + 1e-6
        assert one.y >= 0 and one.y + one.height <= sheet.size[1] + 1e-6
    assert not any(meet(a, b) for i, a in enumerate(boxes) for b in boxes[i + 1 :])


def test_a_box_of_a_wing_holds_a_counter_of_the_game(sheet: MapSheet) -> None:
    places = {place for each in GAME.displays.values() if each.markers for place in each.boxes}
    for place in places:
        across, down = zip(*sheet.places[place], strict=True)
        assert min(max(across) - min(across), max(down) - min(down)) >= 13.6


def test_markers_stand_on_the_track_from_left_to_right(sheet: MapSheet) -> None:
    for side in ("saxon", "norman"):
        spots = [sheet.spots[f"effects_{side} {n}"] for n in range(-15, 16)]
        assert all(one[0] < other[0] and one[1] == other[1] for one, other in pairwise(spots))
    assert len({sheet.spots[f"turn {n}"] for n in range(1, 12)}) == 11


def test_the_order_of_battle_names_the_codes_and_marks_only_hexes_without() -> None:
    told = [word.text for word in words_of(setup_chart(TAPESTRY, GAME, BATTLE, "norman").drawing().svg)]
    assert "Norman knights (NK)" in told and "Breton bowmen (BB)" in told
    assert not any("suggested" in word for word in told)
    plain = replace(GAME, maps={"hastings": without_codes()})
    told = [word.text for word in words_of(setup_chart(TAPESTRY, plain, BATTLE, "norman").drawing().svg)]
    assert "Norman knights" in told and "Bretons, suggested" in told


def test_the_guide_shows_each_back_of_markers_once() -> None:
    told = [word.text for word in words_of(signs_chart(TAPESTRY, GAME).drawing().svg)]
    assert told.count("Saxon strategy") == told.count("Norman strategy") == 1
    assert "Disrupted" in told[told.index("Routed:") :]
