"""Maps in a module: VASSAL names every hex as the rules do, at the place where it is drawn."""

from __future__ import annotations

from dataclasses import replace
from math import atan2, degrees

import pytest
from looks import TAPESTRY

from generator.building.excerpts import of_map
from generator.sheets.hexes import map_sheet
from generator.vassal.format.buildfile import build_file, component
from generator.vassal.format.errors import GeometryError
from generator.vassal.format.maps import map_window
from generator.vassal.module.ground import _winds, effects_of, ground_of, ground_zones, setup_hints, told
from generator.vassal.module.hex_map import BESIDE, MapPlan, map_board, map_plans
from generator.vassal.module.names import BATTLEFIELD
from modules import library
from modules.definition import Definition
from modules.definition.formats.maps import MapFile
from modules.engine.hexes.board import Board
from modules.geometry.outline import Polygon


@pytest.fixture(scope="module")
def game() -> Definition:
    return library.definition("three_battles")


def small_map(game: Definition, title: str = "Small", **grid: object) -> MapFile:
    """A bare map of 7 by 5 hexes; `grid` changes how it is numbered."""
    numbering = {
        "type": "hex", "a": {"first": 1, "last": 7, "toward": "right"},
        "b": {"first": 1, "last": 5, "toward": "down"}, "source": "reconstruction: made up", **grid,
    }  # fmt: skip
    ground = next(name for name, kind in game.terrain.items() if kind.where == "hex")
    return MapFile.model_validate({
        "map": "small", "title": title, "grid": numbering, "up": "north", "metres_per_hex": 100,
        "ground": ground,
    })  # fmt: skip


def axis(first: int, last: int, toward: str) -> dict[str, object]:
    return {"first": first, "last": last, "toward": toward}


GRIDS: dict[str, dict[str, object]] = {
    "columns": {},
    "odd columns lower": {"shifted": "odd"},
    "even columns higher": {"shift": "smaller"},
    "from the right below": {"a": axis(1, 7, "left"), "b": axis(1, 5, "up")},
    "columns from 0, row first": {"a": axis(0, 6, "right"), "order": "ba"},
    "upward, three digits": {"b": axis(98, 104, "up"), "digits": 3},
    "rows": {"a": axis(1, 5, "down"), "b": axis(1, 7, "right")},
    "rows from below, to the left": {"a": axis(1, 5, "up"), "b": axis(1, 7, "left"), "shifted": "odd"},
    "rows, even ones to the left": {"a": axis(2, 6, "down"), "b": axis(1, 7, "right"), "shift": "smaller"},
}


def drawn_at(plan: MapPlan, hex_id: str) -> tuple[float, float]:
    """The px of the hex's centre on the sheet."""
    x, y = plan.sheet.frame.centre(hex_id)
    return x * plan.scale, y * plan.scale


def assert_names_every_hex(plan: MapPlan) -> None:
    for hex_id in plan.sheet.frame.grid.ids:
        x, y = plan.at(hex_id)
        drawn_x, drawn_y = drawn_at(plan, hex_id)
        assert abs(x - drawn_x) <= 1 and abs(y - drawn_y) <= 1, hex_id
        assert plan.placement.name(x, y) == hex_id
        assert plan.placement.name(round(drawn_x), round(drawn_y)) == hex_id


@pytest.mark.parametrize("name", library.games())
def test_shipped_maps_are_named_as_the_rules_name_them(name: str) -> None:
    for plan in map_plans(TAPESTRY, library.definition(name), 70).values():
        assert_names_every_hex(plan)


@pytest.mark.parametrize("hex_px", [70, 46])
@pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS)
def test_every_way_of_numbering(game: Definition, grid: dict[str, object], hex_px: int) -> None:
    made = replace(game, maps={"small": small_map(game, **grid)})
    assert_names_every_hex(map_plans(TAPESTRY, made, hex_px)["small"])


def test_the_hex_is_as_wide_as_asked(game: Definition) -> None:
    plan = map_plans(TAPESTRY, replace(game, maps={"small": small_map(game)}), 70)["small"]
    (_, top), (_, below) = drawn_at(plan, "0101"), drawn_at(plan, "0102")
    assert below - top == pytest.approx(70)


@pytest.mark.parametrize("hex_px", [71, 6, 0, -70])
def test_a_size_that_vassal_cannot_halve_is_refused(game: Definition, hex_px: int) -> None:
    with pytest.raises(GeometryError, match="even number of px"):
        map_plans(TAPESTRY, game, hex_px)


def test_two_maps_of_one_title_are_refused(game: Definition) -> None:
    maps = {"small": small_map(game, "Field"), "other": small_map(game, "Field")}
    with pytest.raises(GeometryError, match="Field"):
        map_plans(TAPESTRY, replace(game, maps=maps), 70)


def test_hexes_lie_in_a_zone_and_the_rest_is_beside_the_map(game: Definition) -> None:
    plan = map_plans(TAPESTRY, replace(game, maps={"small": small_map(game)}), 70)["small"]
    ground = Board(small_map(game), game.terrain)
    zones_of = ground_zones(ground, plan.sheet.frame, plan.scale, game.game.kinds)
    field = map_board(plan, plan.title, zones_of, "small.png", ())
    zones = [part.attributes for part in field.walk() if part.name.endswith("mapgrid.Zone")]
    assert [zone["name"] for zone in zones][-2:] == ["Small", BESIDE]
    corners = [tuple(map(int, corner.split(","))) for corner in zones[-2]["path"].split(";")]
    for hex_id in plan.sheet.frame.grid.ids:
        x, y = plan.at(hex_id)
        assert corners[0][0] < x < corners[2][0] and corners[0][1] < y < corners[2][1]
    width, height = plan.size
    geometry = plan.placement.geometry  # VASSAL counts descending numbers from the size of the board
    assert (geometry.board_width, geometry.board_height) == (width, height)
    assert zones[-1]["path"].endswith(f"{width},{height};0,{height}")
    assert build_file(component("GameModule", map_window(BATTLEFIELD, [field]))).startswith(b"<?xml")


_BEARINGS = {"N": 0, "NE": 45, "E": 90, "SE": 135, "S": 180, "SW": 225, "W": 270, "NW": 315}


@pytest.mark.parametrize("name", library.definition("three_battles").maps)
def test_the_first_zone_at_a_hex_tells_its_ground(name: str) -> None:
    game = library.definition("three_battles")
    plan, ground = map_plans(TAPESTRY, game, 70)[name], Board(game.maps[name], game.terrain)
    zones = []
    for part in ground_zones(ground, plan.sheet.frame, plan.scale, game.game.kinds):
        assert part.attributes["useParentGrid"] == "true"
        corners = [tuple(map(float, c.split(","))) for c in str(part.attributes["path"]).split(";")]
        zones.append((str(part.attributes["name"]), Polygon(corners)))
    for hex_id in plan.sheet.frame.grid.ids:
        middle = plan.at(hex_id)
        first = next(title for title, zone in zones if zone.holds(middle))
        kind, level = ground.terrain_of(hex_id), ground.level(hex_id)
        effects = effects_of(kind, game.game.kinds)
        assert first == told(ground, ground_of(ground, hex_id), effects), hex_id
        assert first.startswith((f"{kind.name}: ", f"{kind.name}, level {level}: "))


@pytest.mark.parametrize("name", [game for game in library.games() if library.definition(game).maps])
def test_the_sheet_that_is_planned_is_the_sheet_that_is_drawn(name: str) -> None:
    game = library.definition(name)
    for each in game.maps:
        planned, drawn = (
            map_sheet(TAPESTRY, game, each),
            map_sheet(TAPESTRY, of_map(game, each), each, text_as="paths"),
        )
        assert (planned.size, planned.panels) == (drawn.size, drawn.panels)
        assert (planned.entering, planned.spots) == (drawn.entering, drawn.spots)
        corner = next(iter(planned.frame.grid.ids))
        assert planned.frame.centre(corner) == drawn.frame.centre(corner)


def test_what_lies_on_the_sides_of_a_hex_is_told_by_the_compass() -> None:
    game = library.definition("three_battles")
    for each_map in game.maps.values():
        board = Board(each_map, game.terrain)
        for entry in each_map.hexsides:
            for one, other in entry.between:
                kind = game.terrain[entry.terrain].name
                assert kind in ground_of(board, one)[2] and kind in ground_of(board, other)[2]
        turned = {"north": 0, "east": 90, "south": 180, "west": 270}[each_map.up]
        for hex_id in board.grid.ids:
            x, y = board.grid.centre(hex_id)
            for wind, other in zip(_winds(board.grid, each_map.up), board.grid.around(hex_id), strict=True):
                if other is not None:
                    u, v = board.grid.centre(other)
                    bearing = degrees(atan2(u - x, y - v)) + turned
                    off = (_BEARINGS[wind] - bearing + 180) % 360 - 180
                    assert abs(off) <= 15.1, (hex_id, other, wind)


def test_the_ground_rises_where_a_neighbour_is_higher() -> None:
    game = library.definition("three_battles")
    board = Board(game.maps["hastings"], game.terrain)
    up = {hex_id for hex_id in board.grid.ids if "higher" in ground_of(board, hex_id)[2]}
    assert up == {
        hex_id
        for hex_id in board.grid.ids
        if any(board.level(other) > board.level(hex_id) for other in board.grid.neighbours(hex_id))
    }


def test_who_may_set_up_in_a_hex_is_told() -> None:
    game = library.definition("three_battles")
    hints = setup_hints(game, "fulford")
    board = Board(game.maps["fulford"], game.terrain)
    for setup in game.hex_scenarios["fulford"].setup:
        for area in setup.zones:
            assert all(game.game.sides[setup.side].name in hints[hex_id] for hex_id in board.zone(area))
    told_hex = next(iter(hints))
    assert ground_of(board, told_hex, hints[told_hex])[2].endswith(hints[told_hex])
