"""Relief, courses, names: each hex on its side of a contour, strokes downhill, water by its hexsides."""

from __future__ import annotations

import io
import re
from itertools import pairwise
from math import cos, dist, radians, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from looks import TAPESTRY
from lxml import etree
from mapmaking import Top, small_board
from PIL import Image, ImageChops

from generator.drawing.figures import Box
from generator.drawing.raster import png
from generator.drawing.svg import Canvas
from generator.maps import ground, relief, roads
from generator.maps.courses import course
from generator.maps.frame import HexFrame
from generator.maps.ground import level_relief
from generator.maps.hexmap import draw_map
from generator.maps.ids import ID_OFFSET
from generator.maps.outline import chains
from modules import library
from modules.engine.hexes.board import Board
from modules.geometry.outline import holds

TOPS: tuple[Top, ...] = ("flat", "pointed")
SVG = "{http://www.w3.org/2000/svg}"
GAME = library.definition("three_battles")


def rows(letters: str) -> dict[str, str]:
    return {f"{i + 1:02}": letters[12 * i : 12 * i + 12] for i in range(8)}


@settings(max_examples=10, deadline=None)
@given(st.text("0123", min_size=96, max_size=96))
def test_the_shade_of_a_level_lies_where_a_whole_copy_of_it_would_show(letters: str) -> None:
    board = small_board(
        "flat", levels={"of": "b", "source": "reconstruction: made up", "rows": rows(letters)}
    )
    frame = HexFrame(board.grid, 9.0, 0.0, 0.0)
    drawn, naive = (Canvas(TAPESTRY, frame.box.width, frame.box.height) for _ in range(2))
    ground.draw_levels(drawn, frame, board, frame.box)
    root = etree.fromstring(drawn.svg().encode())
    for shape in root.iter(f"{SVG}rect", f"{SVG}path"):
        look = {name.replace("-", "_"): value for name, value in shape.attrib.items()}
        if shape.tag == f"{SVG}rect":
            naive.rect(0, 0, frame.box.width, frame.box.height, fill=look["fill"])
            continue
        data = look.pop("d")
        if "fill_opacity" in look:  # the level itself, then as many loops of the copy: that alone
            loops = data.split("M")[1:]
            data = "".join(f"M{loop}" for loop in loops[len(loops) // 2 :])
        naive.path(data, **look)
    one, other = (
        Image.open(io.BytesIO(png(TAPESTRY, each.svg(), dpi=96))).convert("RGB") for each in (drawn, naive)
    )
    furthest = max(high for _, high in ImageChops.difference(one, other).getextrema())
    assert furthest <= 20  # of 255: under the thin line of a contour. A shade that is missing is 25 and more


@settings(max_examples=20, deadline=None)
@given(st.text("0123", min_size=96, max_size=96), st.sampled_from(TOPS))
def test_every_hex_lies_on_its_own_side_of_every_contour(letters: str, top: Top) -> None:
    of = "b" if top == "flat" else "a"
    board = small_board(top, levels={"of": of, "source": "reconstruction: made up", "rows": rows(letters)})
    ground = level_relief(HexFrame(board.grid, 14.0), board)
    for level in range(1, 4):
        edges = [contour.points for contour in ground.contours(level)]
        for hex_id in board.grid.ids:
            crossed = sum(holds(edge, ground.frame.centre(hex_id)) for edge in edges) % 2 == 1
            assert crossed == (board.level(hex_id) >= level), f"{hex_id} at {level}"


def test_contours_keep_off_every_centre_and_dot() -> None:
    board = Board(GAME.maps["stamford_bridge"], GAME.terrain)
    frame = HexFrame(board.grid, 14.0)
    near = [frame.centre(h) for h in board.grid.ids]
    for level in (2, 3):
        for contour in level_relief(frame, board).contours(level):
            for point in contour.points:
                assert min(dist(point, centre) for centre in near) > 0.15 * 14


def test_a_contour_is_between_a_lower_and_a_higher_place() -> None:
    board = small_board()
    ground = level_relief(HexFrame(board.grid, 14.0), board)
    for level in (1, 2):
        for contour in ground.contours(level):
            assert len(contour.edges) == len(contour.points) > 3
            assert all(ground.level(low) < level <= ground.level(high) for low, high in contour.edges)


@pytest.mark.parametrize("top", TOPS)
def test_hachures_hang_down_from_every_contour(top: Top) -> None:
    board = small_board(top)
    ground = level_relief(HexFrame(board.grid, 14.0), board)
    frame, downhill = ground.frame, 0
    found: list[relief.Stroke] = []
    for contour in ground.contours(1):
        found += list(relief.hang_down(ground, contour, "test"))
    for stroke in found:
        low, high = (frame.at(place) for place in stroke.edge)
        along = [(high[i] - low[i]) * (stroke.foot[i] - stroke.top[i]) for i in (0, 1)]
        downhill += sum(along) < 0
        assert 0.03 * 14 < dist(stroke.top, stroke.foot) < 0.35 * 14
    assert len(found) > 40
    assert downhill > 0.97 * len(found), "but at a bend a stroke goes down"


def test_hachures_are_denser_and_longer_where_it_is_steep() -> None:
    def strokes(high: str) -> list[relief.Stroke]:
        board = small_board(
            levels={"of": "b", "source": "reconstruction: made up", "rows": rows("0" * 48 + high * 48)}
        )
        ground = level_relief(HexFrame(board.grid, 14.0), board)
        (contour,) = ground.contours(1)
        return list(relief.hang_down(ground, contour, "test"))

    gentle, steep = strokes("1"), strokes("3")
    assert len(steep) > 1.2 * len(gentle)
    assert max(dist(s.top, s.foot) for s in steep) > max(dist(s.top, s.foot) for s in gentle)


def test_hachures_spare_the_ids() -> None:
    board = Board(GAME.maps["stamford_bridge"], GAME.terrain)
    ground = level_relief(HexFrame(board.grid, 14.0), board)
    ids = [ground.frame.centre(h) for h in board.grid.ids]
    for contour in ground.contours(2):
        for stroke in relief.hang_down(ground, contour, "test"):
            x, y = stroke.foot
            assert not any(abs(x - a) < 2.8 and abs(y - b + ID_OFFSET * 14) < 1.2 for a, b in ids)


# --- waters ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAME.maps)
def test_waters_keep_near_their_hexsides(name: str) -> None:
    board = Board(GAME.maps[name], GAME.terrain)
    frame = HexFrame(board.grid, 14.0)
    for entry in board.map.hexsides:
        for run in chains(frame.between(one, other) for one, other in entry.between):
            way = course(frame, run, "test", firm=(), mouths={})
            corners = [frame.point(v) for v in run]
            legs = [(a, b, t / 8) for a, b in pairwise(corners) for t in range(9)]
            sides = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b, t in legs]
            inner = [p for p in way.points if _in(frame.box, p, 0.6 * 14)]
            assert inner
            assert max(min(dist(p, side) for side in sides) for p in inner) < 0.3 * 14


def _in(box: Box, point: tuple[float, float], margin: float) -> bool:
    room = box.inset(margin)
    return 0 < point[0] - room.x < room.width and 0 < point[1] - room.y < room.height


def test_a_stream_rises_thin_and_a_river_from_edge_to_edge_does_not() -> None:
    board = Board(GAME.maps["stamford_bridge"], GAME.terrain)
    frame = HexFrame(board.grid, 14.0)
    (river,) = chains(frame.between(*side) for entry in board.map.hexsides for side in entry.between)
    assert not course(frame, river, "test", firm=(), mouths={}).rises
    half = course(frame, river[: len(river) // 2], "test", firm=(), mouths={})
    assert half.rises
    assert dist(half.points[0], frame.point(river[len(river) // 2 - 1])) < 0.2 * 14, "it begins on the map"
    box = frame.box
    assert not (box.x < half.points[-1][0] < box.x + box.width), "and leaves it at the other end"


@pytest.mark.parametrize("name", GAME.maps)
def test_brooks_run_down(name: str) -> None:
    """Along a stream the lower of its two banks rises toward one end only."""
    board = Board(GAME.maps[name], GAME.terrain)
    frame = HexFrame(board.grid, 14.0)
    for entry in board.map.hexsides:
        if entry.terrain == "stream":
            low = {frozenset(frame.between(*side)): min(map(board.level, side)) for side in entry.between}
            (run,) = chains(frame.between(*side) for side in entry.between)
            levels = [low[frozenset(leg)] for leg in pairwise(run)]
            assert levels in (sorted(levels), sorted(levels, reverse=True)), entry.name


def test_where_a_bridge_crosses_the_water_stays_on_the_hexside() -> None:
    board = Board(GAME.maps["stamford_bridge"], GAME.terrain)
    frame = HexFrame(board.grid, 14.0)
    (x1, y1), (x2, y2) = frame.centre("4107"), frame.centre("4207")
    run = chains(frame.between(*side) for entry in board.map.hexsides for side in entry.between)[0]
    firm = set(frame.between("4107", "4207"))
    way = course(frame, run, "test", firm=firm, mouths={})
    assert min(dist(p, ((x1 + x2) / 2, (y1 + y2) / 2)) for p in way.points) < 0.12 * 14


def test_roads_cross_the_hexsides_that_they_cross() -> None:
    board = Board(GAME.maps["hastings"], GAME.terrain)
    frame = HexFrame(board.grid, 14.0)
    path = board.map.roads[0].path
    eased = roads.eased_road([frame.centre(h) for h in path])
    for hex_id, point in zip(path, eased, strict=True):
        assert min(board.grid.ids, key=lambda h: dist(frame.centre(h), point)) == hex_id


# --- names -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAME.maps)
def test_no_letter_along_a_water_covers_an_id(name: str) -> None:
    board = Board(GAME.maps[name], GAME.terrain)
    picture = draw_map(TAPESTRY, board)
    frame, size = picture.frame, picture.frame.hex_mm
    ids = [(x, y - ID_OFFSET * size) for x, y in map(frame.centre, board.grid.ids)]
    written = ""
    for node in etree.fromstring(picture.drawing().svg.encode()).iter(f"{SVG}text"):
        if node.get("fill") != TAPESTRY.palette("map")["water_name"] or "rotate" not in node.get(
            "transform", ""
        ):
            continue
        written += node.text
        x, y, turn = map(float, re.findall(r"-?[\d.]+", node.get("transform")))
        up = float(node.get("y")) - 0.1 * size
        x, y = x - up * sin(radians(turn)), y + up * cos(radians(turn))
        assert not any(abs(x - a) < 0.17 * size and abs(y - b) < 0.06 * size for a, b in ids), node.text
        assert _in(frame.box, (x, y), 0)
    wanted = [e.name for e in board.map.hexsides if e.name and e.terrain in ("stream", "derwent")]
    assert written == "".join(wanted).replace(" ", "")
