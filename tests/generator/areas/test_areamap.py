"""Maps of areas drawn: borders shared, names clear of one another, roads in their areas, room for blocks."""

from __future__ import annotations

import io
import json
from itertools import combinations, pairwise
from math import dist
from pathlib import Path

import pytest
from looks import TAPESTRY
from PIL import Image

from generator.areas.frame import bent, roughen
from generator.areas.placing import BADGE_MM, NAME_MM, Label, rim, seat_box
from generator.areas.relief import spots
from generator.areas.ways import ROAD_MM, arrow_ends, die_range, name_stretch
from generator.building import build
from generator.cli.listing import list_games
from generator.drawing.contrast import READABLE, contrast
from generator.drawing.figures import Box
from generator.drawing.raster import png
from generator.drawing.svg import Point
from generator.preview.page import make_preview
from generator.sheets.areas import AreaSheet, NoSuchAreaMap, area_sheet
from modules import library
from modules.definition import Definition
from modules.geometry.outline import area_of, holds

BLOCK_MM = (20.0, 11.0)
"""What a block takes that stands upright, with some air: they are played so (2.2)."""

SHIELD_MM = 6.0


@pytest.fixture(scope="module")
def game() -> Definition:
    return library.definition("year_of_the_comet")


@pytest.fixture(scope="module")
def sheet(game: Definition) -> AreaSheet:
    return area_sheet(TAPESTRY, game, "england")


def road_part(sheet: AreaSheet, path: tuple[object, ...], start: int, end: int) -> list[Point]:
    """The drawn line of a road between two of its places."""
    line = bent(sheet.frame.way(path), 12)  # type: ignore[arg-type]
    return line[start * 12 : end * 12 + 1]


def blocks_in(polygon: list[Point], size: tuple[float, float]) -> int:
    """How many blocks can stand in a polygon side by side, in rows from the best of some starting points."""
    wide, tall = size
    best = 0
    top, left = min(y for _, y in polygon), min(x for x, _ in polygon)
    bottom, right = max(y for _, y in polygon), max(x for x, _ in polygon)
    for down in range(0, int(tall), 3):
        found, y = 0, top + down
        while y + tall <= bottom:
            x = left
            while x + wide <= right:
                if all(holds(polygon, point) for point in rim(Box(x, y, wide, tall))):
                    found += 1
                    x += wide
                else:
                    x += 2.0
            y += tall
        best = max(best, found)
    return best


# --- the land ------------------------------------------------------------------------------------------


def test_neighbours_share_their_border_point_by_point(sheet: AreaSheet) -> None:
    frame = sheet.frame
    for entry, line in frame.lines(coast=False):
        for region in entry.between:
            assert set(line) <= set(frame.outlines[region]), entry.between


def test_the_land_is_shared_out_without_overlap(sheet: AreaSheet) -> None:
    areas = {area: sheet.frame.outlines[area] for area in sheet.frame.map.areas}
    for area in areas:
        x, y = sheet.frame.seat(area)
        for dx, dy in ((0, 0), (2, 1), (-1, 2)):
            owners = [other for other, line in areas.items() if holds(line, (x + dx, y + dy))]
            assert len(owners) <= 1
        assert [other for other, line in areas.items() if holds(line, (x, y))] == [area]


def test_a_rough_line_keeps_its_places_and_is_the_same_either_way() -> None:
    points = [(0.0, 0.0), (10.0, 0.0), (10.0, 20.0)]
    line = roughen(points, 0.1, 1.0)
    assert [point for point in line if point in points] == points
    assert sorted(roughen(points[::-1], 0.1, 1.0)) == sorted(line)
    assert max(dist(a, b) for a, b in pairwise(line)) < 1.2


def test_neighbours_differ_in_tint_and_tints_in_grey(sheet: AreaSheet) -> None:
    tints = sheet.frame.tints
    for one, other in sheet.frame.map.graph.borders:
        assert tints[one] != tints[other]
    assert len(set(tints.values())) == 5


def test_names_are_readable_on_every_tint() -> None:
    palette = TAPESTRY.palette("areas")
    for name, colour in palette.colours.items():
        if name.startswith("tints."):
            assert contrast(palette["letters"], colour) > 9
    assert contrast(palette["out.letters"], palette["out.ground"]) > 2.5


# --- what lies on it -----------------------------------------------------------------------------------


def test_each_name_stands_in_its_area_clear_of_names_and_towns(sheet: AreaSheet) -> None:
    frame = sheet.frame
    for area, label in sheet.labels.items():
        assert all(holds(frame.outlines[area], point) for point in rim(label.box)), area
        for other in frame.map.areas:
            assert not label.box.meets(seat_box(frame, other)), (area, other)
    for one, other in combinations(sheet.labels.values(), 2):
        assert not one.box.meets(other.box), (one.area, other.area)


def test_a_badge_and_a_name_stand_within_their_box() -> None:
    box = Box(10, 10, 40, 12)
    for label in (Label("A", box, stacked=True), Label("A", box, stacked=False)):
        assert box.holds(label.badge)
        assert box.holds(label.name)


def test_hills_and_woods_keep_clear_of_names_towns_and_roads(sheet: AreaSheet) -> None:
    frame = sheet.frame
    boxes = [label.box for label in sheet.labels.values()]
    boxes += [seat_box(frame, area) for area in frame.map.areas]
    found = spots(frame, sheet.labels)
    assert len(found) > 50 and {kind for _, kind in found} == {"hills", "wood"}
    roads = [point for road in frame.map.roads.values() for point in bent(frame.way(road.path), 12)]
    for place, _ in found:
        assert not any(box.holds(place) for box in boxes)
        assert min(dist(place, point) for point in roads) > 2


def test_towns_do_not_touch(sheet: AreaSheet) -> None:
    boxes = {area: seat_box(sheet.frame, area) for area in sheet.frame.map.areas}
    for one, other in combinations(boxes, 2):
        assert not boxes[one].meets(boxes[other]), (one, other)


def test_roads_stay_in_the_two_areas_that_they_join(sheet: AreaSheet) -> None:
    """Else a player would read a border that is none."""
    frame = sheet.frame
    for name, road in frame.map.roads.items():
        stops = [i for i, step in enumerate(road.path) if isinstance(step, str)]
        for start, end in pairwise(stops):
            both = [str(road.path[start]), str(road.path[end])]
            for point in road_part(sheet, road.path, start, end):
                assert any(holds(frame.outlines[area], point) for area in both), (name, both, point)


def test_most_roads_bear_their_names(sheet: AreaSheet) -> None:
    named = [
        r.name for r in sheet.frame.map.roads.values() if name_stretch(TAPESTRY, sheet.frame, r, sheet.labels)
    ]
    assert len(named) == len(sheet.frame.map.roads)


def test_arrows_end_on_the_water_at_the_coast_of_their_area(sheet: AreaSheet) -> None:
    frame = sheet.frame
    coasts = {area: [] for area in frame.map.areas}
    for entry, line in frame.lines(coast=True):
        for region in entry.between:
            coasts.setdefault(region, []).extend(line)
    shields = []
    for invasion in frame.map.invasions.values():
        for area, landing in invasion.landings.items():
            tail, tip = arrow_ends(frame, landing)
            for place in (tail, tip):
                assert not [a for a, line in frame.outlines.items() if holds(line, place)], (area, place)
            near = {a: min(dist(tip, point) for point in coast) for a, coast in coasts.items() if coast}
            assert min(near, key=lambda a: near[a]) == area
            assert near[area] < 8
            assert dist(tail, tip) > 14
            shields.append(Box(tail[0] - SHIELD_MM, tail[1] - SHIELD_MM, 2 * SHIELD_MM, 2 * SHIELD_MM))
    for one, other in combinations([*shields, *sheet.panels], 2):
        assert not one.meets(other), (one, other)
    assert [die_range(x) for x in frame.map.invasions["viking"].landings.values()][:3] == [
        "1-5",
        "1-5",
        "1-4",
    ]


def test_panels_cover_no_area_and_stay_on_the_map(sheet: AreaSheet) -> None:
    frame = sheet.frame
    for box in sheet.panels:
        assert all(frame.room.holds(corner) for corner in rim(box)), box
        for area in frame.map.areas:
            assert not any(box.holds(point) for point in frame.outlines[area]), (area, box)


def test_every_area_has_room_for_blocks(sheet: AreaSheet) -> None:
    room = {area: blocks_in(sheet.frame.plain(area), BLOCK_MM) for area in sheet.frame.map.areas}
    assert min(room.values()) >= 3, room
    flat = {area: blocks_in(sheet.frame.plain(area), (20.0, 20.0)) for area in room}
    assert min(flat.values()) >= 1, flat
    sizes = {area: abs(area_of(sheet.frame.plain(area))) for area in room}
    assert max(sizes, key=lambda area: sizes[area]) == "YOR"


# --- the sheet -----------------------------------------------------------------------------------------


def test_the_same_map_gives_the_same_bytes_and_tells_all_names(game: Definition, sheet: AreaSheet) -> None:
    svg = sheet.drawing.svg
    assert svg == area_sheet(TAPESTRY, game, "england").drawing.svg
    for entry in game.area_maps["england"].areas.values():
        assert f">{entry.name.upper()}<" in svg
    assert (sheet.drawing.width_mm, sheet.drawing.height_mm) == (432, 559)


def test_a_map_that_is_not_there_is_named(game: Definition) -> None:
    with pytest.raises(NoSuchAreaMap, match="it has england"):
        area_sheet(TAPESTRY, game, "wales")


def test_the_picture_is_whole(sheet: AreaSheet) -> None:
    """Sea, land and paper are there where they should be; small as in a preview."""
    image = Image.open(io.BytesIO(png(TAPESTRY, sheet.drawing.svg, dpi=30))).convert("RGB")
    scale = 30 / 25.4

    def colour(place: tuple[float, float]) -> tuple[int, ...]:
        x, y = sheet.frame.at(place)
        return image.getpixel((int(x * scale), int(y * scale)))  # type: ignore[return-value]

    red, green, blue = colour((0.7, 54.55))
    assert blue > red
    red, green, blue = colour((-1.75, 53.75))
    assert max(red, green, blue) - min(red, green, blue) < 40 and min(red, green, blue) > 180


def test_the_build_writes_the_map(game: Definition, tmp_path: Path) -> None:
    build(game, tmp_path, only=["maps"], dpi=20, workers=1)
    manifest = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))
    assert [(p["what"], p["map"]) for p in manifest["pictures"]] == [("maps", "england")]
    assert (tmp_path / "maps" / "england.svg").stat().st_size > 1_000_000
    assert (tmp_path / "maps" / "england.png").is_file()


def test_the_preview_shows_the_map(game: Definition) -> None:
    page = make_preview(game)
    assert "Maps" in page.sections
    assert b"Map: England" in page.data


def test_a_game_on_areas_is_listed_with_those_that_have_rules(capsys: pytest.CaptureFixture[str]) -> None:
    list_games()
    lines = capsys.readouterr().out.splitlines()
    assert "year_of_the_comet/campaign" in lines
    assert "three_battles/hastings" in lines


@pytest.mark.parametrize("letter", ["A", "B", "C", "D"])
def test_the_letter_of_an_area_can_be_read_on_its_badge(letter: str) -> None:
    palette = TAPESTRY.palette("areas")
    ink = palette["badge.edge" if letter == "D" else "badge.ink"]
    assert contrast(palette[f"badge.{letter}"], ink) >= READABLE


def test_no_road_touches_a_name_or_its_badge(sheet: AreaSheet) -> None:
    frame, half = sheet.frame, (ROAD_MM + 0.9) / 2
    for road in frame.map.roads.values():
        for point in bent(frame.way(road.path), 40):
            for area, label in sheet.labels.items():
                (left, middle), tall = label.name, 0.72 * label.share * NAME_MM
                name = Box(left, middle - tall / 2, label.box.x + label.box.width - left, tall)
                assert not name.inset(-half).holds(point), (road.name, area)
                assert dist(label.badge, point) > BADGE_MM / 2 + half, (road.name, area)
