"""Set-up on the map and in the orders of battle: what the scenario says, for every counter and every hex."""

from __future__ import annotations

import re
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st
from looks import TAPESTRY
from lxml import etree
from measuring import words_of

from generator.charts.displays import eliminated_chart, fighting
from generator.charts.numbers import numbers_chart
from generator.charts.orders import runs, setup_chart
from generator.charts.tracks import turn_chart
from generator.drawing.contrast import contrast
from generator.drawing.panel import Chart, cited
from generator.drawing.svg import Canvas
from generator.maps.frame import HexFrame
from generator.maps.setup import draw_areas, mark_boxes, marks_of, nation_colour, regions_of
from generator.sheets.hexes import map_sheet
from modules import library
from modules.definition.formats.scenarios import HexScenario
from modules.definition.model import Definition
from modules.definition.places import area_holds
from modules.engine.hexes.board import Board

BATTLES = ("fulford", "stamford_bridge", "hastings")


@pytest.fixture(scope="module")
def game() -> Definition:
    return library.definition("three_battles")


def board_of(game: Definition, battle: HexScenario) -> Board:
    return Board(game.maps[battle.map], game.terrain)


def words(chart: Chart) -> list[str]:
    return [word.text for word in words_of(chart.drawing().svg)]


@pytest.mark.parametrize("name", BATTLES)
def test_every_set_up_hex_bears_the_letter_of_its_nation(game: Definition, name: str) -> None:
    battle = game.hex_scenarios[name]
    marks = marks_of(TAPESTRY, game, battle, board_of(game, battle))
    at = {h: c for setup in battle.setup for c, h in reversed(setup.at.items())}
    assert {mark.hex for mark in marks} == set(at)
    for mark in marks:
        nation = game.counters[at[mark.hex]].nation
        assert mark.letter == game.game.nations[nation].letter
        assert mark.colour == nation_colour(TAPESTRY, game, nation)
    drawn = [
        w.text for w in words_of(map_sheet(TAPESTRY, game, battle.map).drawing.svg) if "setup" in w.groups
    ]
    for letter in {mark.letter for mark in marks}:
        assert drawn.count(letter) == sum(mark.letter == letter for mark in marks)


def test_given_hexes_are_told_from_suggested_ones(game: Definition) -> None:
    battle = game.hex_scenarios["hastings"]
    marks = marks_of(TAPESTRY, game, battle, board_of(game, battle))
    given_letters = {mark.letter for mark in marks if mark.given}
    assert given_letters == {"N", "B", "F"}
    assert {mark.letter for mark in marks if not mark.given} == {"S"}


def test_marks_can_be_read(game: Definition) -> None:
    for nation in game.game.nations:
        assert contrast(nation_colour(TAPESTRY, game, nation), TAPESTRY.palette("map")["halo"]) >= 4.5


def off(point: tuple[float, float], ends: tuple[tuple[float, float], tuple[float, float]]) -> float:
    """How far a point is from a line between two ends."""
    (x, y), ((x1, y1), (x2, y2)) = point, ends
    long = dist(*ends) ** 2
    share = min(max(((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / long, 0), 1)
    return dist(point, (x1 + share * (x2 - x1), y1 + share * (y2 - y1)))


@pytest.mark.parametrize("name", BATTLES)
def test_an_area_is_edged_just_inside_its_outermost_hexsides_on_the_map_but_along_no_water(
    game: Definition, name: str
) -> None:
    battle = game.hex_scenarios[name]
    board = board_of(game, battle)
    frame = HexFrame(board.grid, 14.0, 0.0, 0.0)
    canvas = Canvas(TAPESTRY, frame.box.width, frame.box.height)
    draw_areas(canvas, game, battle, frame, board)
    drawn = etree.fromstring(canvas.svg().encode()).find(".//*[@id='setup-areas']")
    wet = {frozenset(pair) for entry in board.map.hexsides for pair in entry.between}
    paths = iter(drawn)
    for region in regions_of(TAPESTRY, game, battle, board):
        edges = [
            tuple(map(frame.point, frame.between(hex_id, other)))
            for hex_id in region.hexes
            for other in board.grid.neighbours(hex_id)
            if other not in region.hexes
            and frozenset((hex_id, other)) not in wet
            and board.terrain_name(other) != "ouse"
        ]
        if not edges:
            continue  # water and the edge of the map tell all of it
        path = next(paths)
        inside = float(path.get("stroke-width")) / 2 + 0.1
        legs = [run.split("L") for run in path.get("d").split("M")[1:]]
        assert len(legs) == len(edges)
        for leg in legs:
            (x1, y1), (x2, y2) = (tuple(map(float, each.split())) for each in leg)
            middle = (x1 + x2) / 2, (y1 + y2) / 2
            assert min(off(middle, ends) for ends in edges) == pytest.approx(inside, abs=1e-2)
            nearest = min(board.grid.ids, key=lambda each: dist(frame.centre(each), middle))
            assert nearest in region.hexes
    assert next(paths, None) is None


def test_lines_of_a_free_set_up_are_those_of_the_rules(game: Definition) -> None:
    battle = game.hex_scenarios["fulford"]
    board = board_of(game, battle)
    regions = {region.words: region for region in regions_of(TAPESTRY, game, battle, board)}
    for name in ("saxon_line", "saxon_rear", "viking_line", "viking_rear"):
        area = board.map.areas[name]
        held = {h for h in board.grid.ids if area_holds(area, h, board.grid)}
        assert regions[area.name].hexes == {h for h in held if board.terrain_name(h) != "ouse"}
        assert not regions[area.name].option
    assert regions["Option 4: Saxon set-up"].option


def test_levels_bound_a_free_set_up(game: Definition) -> None:
    battle = game.hex_scenarios["hastings"]
    board = board_of(game, battle)
    regions = {region.words: region for region in regions_of(TAPESTRY, game, battle, board)}
    saxon = regions["Saxon set-up, levels 5, 6"].hexes
    assert {board.level(h) for h in saxon} == {5, 6}
    assert regions["Option 6: Norman set-up, levels 5, 6, 7"].option
    drawn = [w.text for w in words_of(map_sheet(TAPESTRY, game, "hastings").drawing.svg)]
    assert set(regions) <= set(drawn)


def test_entries_stand_along_their_edge(game: Definition) -> None:
    sheet = map_sheet(TAPESTRY, game, "stamford_bridge")
    found = {w.text: w.box for w in words_of(sheet.drawing.svg)}
    frame = sheet.frame.box
    west, south = (
        found["Saxon entry, from turn 1 (15.4)"],
        found["Viking entry, from turn 8 (15.3)"],
    )
    assert west.x + west.width < frame.x
    assert west.height > west.width
    assert frame.y <= west.y + west.height / 2 <= frame.y + 0.6 * frame.height
    assert south.y > frame.y + frame.height
    assert frame.x + frame.width / 2 == pytest.approx(south.x + south.width / 2, abs=2)


# --- charts --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BATTLES)
def test_orders_of_battle_count_every_counter(game: Definition, name: str) -> None:
    battle = game.hex_scenarios[name]
    for setup in battle.setup:
        if not setup.at:
            continue
        chart = setup_chart(TAPESTRY, game, battle, setup.side)
        uses = etree.fromstring(chart.drawing().svg.encode()).iter("{http://www.w3.org/2000/svg}use")
        shown = sum(1 for use in uses if "counter-" in (use.get("{http://www.w3.org/1999/xlink}href") or ""))
        many = [int(n) for n in re.findall(r"×(\d+)", " ".join(words(chart)))]
        assert sum(many) + shown - len(many) == len(setup.at)


def test_given_hexes_are_told(game: Definition) -> None:
    told = " ".join(words(setup_chart(TAPESTRY, game, game.hex_scenarios["hastings"], "norman")))
    assert "1720–1725" in told
    assert "1920–1924, 2019–2023" in told


def test_conditions_of_a_free_set_up_are_told_with_their_rule(game: Definition) -> None:
    for name in BATTLES:
        battle = game.hex_scenarios[name]
        for setup in battle.setup:
            told = " ".join(words(setup_chart(TAPESTRY, game, battle, setup.side))) if setup.at else ""
            for condition in setup.conditions:
                assert f"({cited(condition.rule)})" in told


@given(st.sets(st.integers(101, 160), min_size=1))
def test_runs_say_the_same_hexes_in_short(numbers: set[int]) -> None:
    told = runs([f"{n:04}" for n in numbers])
    found: set[int] = set()
    for part in told.split(", "):
        first, _, last = part.partition("–")
        found |= set(range(int(first), int(last or first) + 1))
    assert found == numbers


def test_turn_boxes_tell_who_enters_and_in_which_order(game: Definition) -> None:
    battle = game.hex_scenarios["stamford_bridge"]
    told = words(turn_chart(TAPESTRY, game, battle))
    assert told.index("1") < told.index("Saxon entry") < told.index("2")
    assert told.index("8") < told.index("Viking entry") < told.index("9")
    assert told.count("S") == told.count("V") == battle.turns
    assert any("First player: Anglo-Saxons; then Vikings." in word for word in told)


@pytest.mark.parametrize("name", BATTLES)
def test_displays_hold_all_counters_in_stacks(game: Definition, name: str) -> None:
    battle = game.hex_scenarios[name]
    for side in battle.sides:
        for width in (60.0, 104.0, 180.0):
            chart = eliminated_chart(TAPESTRY, game, battle, side, width=width)
            room = chart.canvas.height - 8
            stacks = int((width - 4) / 16.6) * int(room / 16.6)
            assert 6 * stacks >= len(fighting(battle, side))


def test_numbers_are_those_of_the_game_and_of_the_scenario(game: Definition) -> None:
    battle = game.hex_scenarios["hastings"]
    told = " ".join(words(numbers_chart(TAPESTRY, game, battle)))
    for each in [*game.game.parameters.values(), *battle.parameters.values()]:
        assert each.name.split()[0] in told
        assert str(each.value).replace("-", "−") in told
    assert told.count("rallies on these rolls") == 2


@pytest.mark.parametrize("name", BATTLES)
def test_no_name_runs_over_a_marked_hex(game: Definition, name: str) -> None:
    battle = game.hex_scenarios[name]
    sheet = map_sheet(TAPESTRY, game, battle.map)
    marks = mark_boxes(TAPESTRY, game, battle, sheet.frame, board_of(game, battle))
    letters = {mark.letter for mark in marks_of(TAPESTRY, game, battle, board_of(game, battle))}
    for word in words_of(sheet.drawing.svg):
        if not (word.text.isdigit() or ("setup" in word.groups and word.text in letters)):
            assert not any(word.box.meets(mark) for mark in marks), word
