"""The hex map: every hex and hexside once, relief on the right side, nothing lost, the same each time."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import dist

import pytest
from looks import TAPESTRY
from lxml import etree
from mapmaking import Top, small_board

from generator.drawing.art import UnknownColourError
from generator.drawing.figures import Box
from generator.drawing.raster import png
from generator.drawing.svg import DrawingError
from generator.maps import hexmap, look, relief, ways
from generator.maps.frame import HexFrame
from generator.maps.hexmap import draw_map
from generator.maps.outline import chains
from generator.sheets.hexes import NoSuchMap, map_sheet
from modules import library
from modules.engine.hexes.board import Board

SVG = "{http://www.w3.org/2000/svg}"
TOPS: tuple[Top, ...] = ("flat", "pointed")


def group(svg: str, name: str) -> etree._Element:
    return etree.fromstring(svg.encode()).find(f".//{SVG}*[@id='{name}']")


def words(svg: str) -> list[str]:
    return [node.text or "" for node in etree.fromstring(svg.encode()).iter(f"{SVG}text")]


def numbers(data: str) -> list[tuple[float, float]]:
    found = data.replace("M", " ").replace("L", " ").replace("Z", " ").split()
    return list(zip(map(float, found[::2]), map(float, found[1::2]), strict=True))


@pytest.mark.parametrize("top", TOPS)
def test_every_hex_id_is_drawn_once(top: Top) -> None:
    board = small_board(top)
    drawn = [node.text for node in group(draw_map(TAPESTRY, board).drawing().svg, "hex-ids")]
    assert sorted(drawn) == sorted(board.grid.ids)


@pytest.mark.parametrize("top", TOPS)
def test_the_grid_has_every_hexside_once(top: Top) -> None:
    board = small_board(top)
    data = group(draw_map(TAPESTRY, board).drawing().svg, "grid").get("d")
    legs = Counter()
    for run in data.split("M")[1:]:
        points = numbers(run)
        legs.update(tuple(sorted(leg)) for leg in pairwise(points))
    inner = sum(len(board.neighbours[h]) for h in board.grid.ids) // 2
    outer = sum(len(board.grid.open_sides(h)) for h in board.grid.ids)
    assert set(legs.values()) == {1}
    assert len(legs) == inner + outer


@pytest.mark.parametrize("top", TOPS)
def test_frame_agrees_with_the_grid(top: Top) -> None:
    grid = small_board(top).grid
    frame = HexFrame(grid, 14.0, 3.0, 5.0)
    for hex_id in grid.ids:
        x, y = grid.centre(hex_id)
        assert dist(frame.centre(hex_id), (3 + 14 * x, 5 + 14 * y)) < 1e-9
        for vertex in range(6):
            x, y = grid.corner(hex_id, vertex)
            assert (
                dist(frame.point(frame.vertex(grid.doubled(hex_id), vertex)), (3 + 14 * x, 5 + 14 * y)) < 1e-9
            )


def test_numerals_are_near_every_hex_of_a_level() -> None:
    board = small_board()
    chosen = list(relief.numerals(TAPESTRY, board))
    assert {board.level(h) for h in chosen} == {board.level(h) for h in board.grid.ids}
    for hex_id in board.grid.ids:
        same = [h for h in chosen if board.level(h) == board.level(hex_id)]
        assert min(board.distance(hex_id, h) for h in same) < 4


def test_chains_use_each_edge_once() -> None:
    edges = [((0, 0), (1, 0)), ((1, 0), (2, 0)), ((1, 0), (1, 1)), ((5, 5), (6, 5))]
    runs = chains(edges)
    legs = sorted(tuple(sorted(leg)) for run in runs for leg in pairwise(run))
    assert legs == sorted(edges)
    assert len(runs) == 3


def test_a_road_over_water_has_a_bridge_only_where_nothing_else_crosses() -> None:
    board = small_board()
    crossed = {board.grid.hexside(one, other) for _, one, other in ways.bridged(TAPESTRY, board)}
    water = {tuple(sorted(side)) for entry in board.map.hexsides[:2] for side in entry.between}
    road = board.map.roads[0].path
    assert crossed == {s for s in map(board.grid.hexside, road, road[1:]) if tuple(s) in water}
    assert len(crossed) == 2


def test_names_stand_on_the_map() -> None:
    drawn = words(draw_map(TAPESTRY, small_board()).drawing().svg)
    assert "LONG HILL" in drawn
    assert "Aldham" in drawn
    letters = "".join(word for word in drawn if len(word) == 1 and word.isalpha())
    assert "RiverWend" in letters
    assert "Millbrook" in letters
    assert "Kingsway" in letters


def test_a_window_draws_only_what_it_shows() -> None:
    board = small_board()
    whole = draw_map(TAPESTRY, board)
    x, y = whole.frame.centre("0505")
    part = draw_map(TAPESTRY, board, window=Box(x - 10, y - 10, 20, 20))
    assert dist(part.frame.centre("0505"), (10, 10)) < 1e-9
    assert (part.drawing().width_mm, part.drawing().height_mm) == (20, 20)
    shown = {node.text for node in group(part.drawing().svg, "hex-ids")}
    assert "0505" in shown
    assert len(shown) < 10


def test_the_same_map_gives_the_same_bytes() -> None:
    assert draw_map(TAPESTRY, small_board()).drawing() == draw_map(TAPESTRY, small_board()).drawing()


def test_outlined_text_leaves_no_text() -> None:
    board = small_board()
    svg = draw_map(TAPESTRY, board, text_as="paths").drawing().svg
    assert words(svg) == []
    assert len(group(svg, "hex-ids")) == 2 * len(board.grid.ids)  # each two digits


def test_unknown_terrain_and_colour_are_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    board = small_board()
    with pytest.raises(look.UnknownLookError, match=r"art/terrain\.yaml .* 'bog'; it has clear, marsh"):
        look.terrain_look(TAPESTRY, "bog")
    bare = {k: v for k, v in TAPESTRY.palette("map").colours.items() if k != "woods.edge"}
    palette = type(TAPESTRY.palette("map"))("map", bare)
    monkeypatch.setitem(TAPESTRY._kept, ("palette", "map"), palette)
    with pytest.raises(UnknownColourError, match=r"palette map has no colour 'woods\.edge'"):
        draw_map(TAPESTRY, board)


def test_a_size_that_is_not_positive_is_refused() -> None:
    with pytest.raises(DrawingError):
        draw_map(TAPESTRY, small_board(), hex_mm=0)


# --- a shipped game's map ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def game() -> library.Definition:
    return library.definition("three_battles")


def test_sheets_hold_every_hex_in_place_and_stay_small(game: library.Definition) -> None:
    for name, each_map in game.maps.items():
        sheet = map_sheet(TAPESTRY, game, name)
        grid = Board(each_map, game.terrain).grid
        ids = {node.text: node for node in group(sheet.drawing.svg, "hex-ids")}
        assert sorted(ids) == sorted(grid.ids)
        for hex_id in (grid.ids[0], grid.ids[-1]):
            x, y = sheet.frame.centre(hex_id)
            assert float(ids[hex_id].get("x")) == pytest.approx(x, abs=0.001)
            assert float(ids[hex_id].get("y")) < y
        assert len(sheet.drawing.svg) < 3_000_000


def test_a_sheet_is_a_picture(game: library.Definition) -> None:
    drawing = map_sheet(TAPESTRY, game, next(iter(game.maps))).drawing
    assert png(TAPESTRY, drawing.svg, width=300).startswith(b"\x89PNG")


def test_an_unknown_map_is_named(game: library.Definition) -> None:
    with pytest.raises(NoSuchMap, match="no map 'atlantis'; it has"):
        map_sheet(TAPESTRY, game, "atlantis")


def test_visible_is_what_the_box_touches() -> None:
    board = small_board()
    frame = HexFrame(board.grid, 10.0)
    assert hexmap.visible(frame, frame.box) == frozenset(board.grid.ids)
    assert hexmap.visible(frame, Box(-100, -100, 10, 10)) == frozenset()
