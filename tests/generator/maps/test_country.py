"""What a map shows beside its terrain: fields, vignettes, stipples; names and ids that keep clear."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from looks import TAPESTRY
from mapmaking import small_board

from generator.art_folder import FaultyArtError
from generator.drawing.svg import Canvas
from generator.look import look_of
from generator.maps import hexmap, labels
from generator.maps.country import country
from generator.maps.frame import HexFrame
from generator.maps.ids import id_at, on_a_road
from generator.maps.roads import run_of
from generator.maps.shading import draw_shading
from generator.new_game import start_game
from modules.definition import load

BOARD = small_board()
FRAME = HexFrame(BOARD.grid, 14.0)
ALL = frozenset(BOARD.grid.ids)


def test_ids_step_aside_from_roads() -> None:
    for road in BOARD.map.roads:
        line = run_of(FRAME, road.path)
        for hex_id in road.path:
            x, y = id_at(TAPESTRY, FRAME, BOARD, hex_id)
            assert not on_a_road(TAPESTRY, FRAME, BOARD, hex_id)
            assert not any(abs(px - x) < 0.16 * 14 and abs(py - y) < 0.06 * 14 for px, py in line), hex_id


@pytest.mark.parametrize("top", ["flat", "pointed"])
def test_the_letters_of_a_name_cover_no_id_and_no_dot(top: str) -> None:
    board = small_board(top)  # type: ignore[arg-type]
    frame = HexFrame(board.grid, 14.0)
    for placed in labels.placed_labels(TAPESTRY, frame, board):
        for letter in labels.letters(TAPESTRY, placed):
            assert not any(letter.holds(frame.centre(h)) for h in board.grid.ids), placed.words
            assert not any(letter.holds(id_at(TAPESTRY, frame, board, h)) for h in board.grid.ids), (
                placed.words
            )


def test_stipples_lie_where_ground_falls_away_from_the_light() -> None:
    canvas = Canvas(TAPESTRY, FRAME.box.width, FRAME.box.height)
    draw_shading(canvas, FRAME, BOARD, ALL)
    (data,) = re.findall(r'<path[^>]* d="([^"]+)"', canvas.svg())
    x = y = 0.0
    dots = []
    for dx, dy, long in re.findall(r"m(-?\d+) (-?\d+)h(\d+)", data):  # in tenths of a mm
        x, y = x + int(dx) / 10, y + int(dy) / 10
        dots.append((x, y))
        x += int(long) / 10
    top, middle = FRAME.centre("1005")
    lit = sum(x < top and y < middle for x, y in dots)
    assert len(dots) > 50 and lit < 0.2 * len(dots)


def test_a_style_and_a_game_have_vignettes_of_their_own(tmp_path: Path) -> None:
    start_game(tmp_path / "old")
    start_game(tmp_path / "new", style="modern")
    look = look_of(load(tmp_path / "old"))
    assert "knight-charging" in country(look)["vignette"]
    look = look_of(load(tmp_path / "new"))
    assert country(look)["vignette"] == ("glyphs/compass",)
    (tmp_path / "new/art").mkdir(exist_ok=True)
    own = tmp_path / "new/art/terrain.yaml"
    own.write_text("country: {vignette: [], field: []}\n")
    look = look_of(load(tmp_path / "new"))
    canvas = Canvas(look, FRAME.box.width, FRAME.box.height)
    hexmap.terrain_layers(canvas, FRAME, BOARD, ALL)
    assert "country-glyphs-grass" in canvas.definitions and "country-fields" not in canvas.svg()
    own.write_text("country: {vignette: tiger}\n")
    with pytest.raises(FaultyArtError, match=r"country\.vignette"):
        country(look_of(load(tmp_path / "new")))


def test_a_town_of_one_hex_has_houses() -> None:
    rows = {f"{i:02}": "." * 12 for i in range(1, 9)} | {"04": ".....t......"}
    board = small_board(terrain={"of": "b", "source": "reconstruction: a test", "rows": rows})
    canvas = Canvas(TAPESTRY, FRAME.box.width, FRAME.box.height)
    hexmap.terrain_layers(canvas, FRAME, board, ALL)
    assert re.search(r'<use[^>]*#ter-(house|church)"', canvas.svg())
