"""Ground that its levels shape, steep ground, areas whose hexes bear a mark, where levels cost nothing."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from looks import TAPESTRY
from lxml import etree

from generator.maps.frame import HexFrame
from generator.maps.ground import ground_tint, level_tint
from generator.maps.hexmap import draw_map
from generator.maps.relief import numerals
from generator.maps.samples import sample_board
from modules import library
from modules.engine.hexes.board import Board

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def board() -> Board:
    game = library.definition("shield_wall")
    return Board(game.maps["hastings"], game.terrain)


@pytest.fixture(scope="module")
def drawn(board: Board) -> etree._Element:
    return etree.fromstring(draw_map(TAPESTRY, board).drawing().svg.encode())


def test_hills_and_slopes_have_the_tint_of_their_level(board: Board) -> None:
    for hex_id, level in (("1106", 3), ("1109", 2), ("1209", 2), ("1110", 1)):
        assert ground_tint(TAPESTRY, board, hex_id) == level_tint(TAPESTRY, board, level)


def test_hachures_need_no_level_in_the_terrain_chart(board: Board, drawn: etree._Element) -> None:
    """What the levels cost is told by the terrain here; the ground is shown all the same."""
    assert board.level_change is None
    hachure = [p for p in drawn.iter(f"{SVG}path") if p.get("fill") == "#6b4f31"]
    assert max(len(p.get("d")) for p in hachure) > 10_000


def test_teeth_stand_in_steep_hexes_alone_and_point_down(board: Board, drawn: etree._Element) -> None:
    """Each is a wedge from its broad end to its tip; the front of the ridge falls to the south."""
    (teeth,) = (p for p in drawn.iter(f"{SVG}path") if p.get("fill") == "#7d5a34")
    frame, steep = HexFrame(board.grid, 14.0), {h for h in board.grid.ids if board.terrain_name(h) == "steep"}
    frame = HexFrame(board.grid, 14.0, -frame.box.x, -frame.box.y)
    wedges = re.findall(r"M(\S+) (\S+)l(\S+) (\S+)", teeth.get("d"))
    assert len(wedges) > 3 * len(steep)
    for x, y, _, down in ((float(part) for part in wedge) for wedge in wedges):
        assert down > 0
        assert min(steep, key=lambda h: abs(frame.centre(h)[0] - x) + abs(frame.centre(h)[1] - y)) in steep
        assert any(abs(frame.centre(h)[0] - x) < 9 and abs(frame.centre(h)[1] - y) < 9 for h in steep)


def test_the_sample_of_a_slope_lies_above_lower_ground(board: Board) -> None:
    """The lowest level of the map is on it too, from which tints count."""
    sample = sample_board(TAPESTRY, board, "slope")
    levels = [sample.level(h) for h in sample.grid.ids if h.startswith("01")]
    assert levels == [2, 2, 1, 0]
    assert {sample.terrain_name(h) for h in ("0101", "0302")} == {"slope"}


def test_every_hex_of_the_start_line_bears_its_mark_and_no_numeral(
    board: Board, drawn: etree._Element
) -> None:
    """3.0: each is marked with an S."""
    (group,) = (g for g in drawn.iter(f"{SVG}g") if g.get("id") == "area-marks")
    assert Counter(t.text for t in group.iter(f"{SVG}text")) == {"S": 21, "R": 1}
    assert not {h for h in numerals(TAPESTRY, board) if h.endswith("17") or h == "1101"}
