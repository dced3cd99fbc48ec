"""Boards of squares: where everything lies, and what the board and its edges tell."""

from __future__ import annotations

import itertools

import pytest
from cardgame import battle
from looks import TAPESTRY
from lxml import etree
from measuring import words_of

from generator.boards.edges import edge_drawings
from generator.boards.frame import SquareFrame, UnknownSquareError
from generator.boards.ground import broken_spot, leader_spot
from generator.boards.sheet import NoSuchBoard, board_sheet, row_names
from generator.cards import CARD_MM
from generator.drawing.figures import Box

GAME = battle()
SVG = "{http://www.w3.org/2000/svg}"


def frame(name: str = "full", width: float = 96.0) -> SquareFrame:
    return SquareFrame(GAME.boards[name], (width, width * 74 / 96), 5, 7)


def words(svg: str) -> list[str]:
    return [node.text or "" for node in etree.fromstring(svg.encode()).iter(f"{SVG}text")]


def apart(one: Box, other: Box) -> bool:
    across = one.x + one.width <= other.x + 1e-6 or other.x + other.width <= one.x + 1e-6
    down = one.y + one.height <= other.y + 1e-6 or other.y + other.height <= one.y + 1e-6
    return across or down


def within(inner: Box, outer: Box) -> bool:
    return (
        inner.x >= outer.x - 1e-6
        and inner.y >= outer.y - 1e-6
        and inner.x + inner.width <= outer.x + outer.width + 1e-6
        and inner.y + inner.height <= outer.y + outer.height + 1e-6
    )


@pytest.mark.parametrize("name", GAME.boards)
@pytest.mark.parametrize("width", [46.0, 96.0])
def test_nothing_on_a_board_overlaps(name: str, width: float) -> None:
    board = frame(name, width)
    places = [board.leader(side, sector) for side in board.board.homes for sector in board.board.sectors]
    boxes = [*(board.square(square) for square in board.squares), *places]
    assert all(apart(one, other) for one, other in itertools.combinations(boxes, 2))
    assert all(within(box, board.box) for box in boxes)


@pytest.mark.parametrize("name", GAME.boards)
def test_a_card_of_its_size_lies_in_its_square_with_room_for_the_id(name: str) -> None:
    board = frame(name)
    for square in board.squares:
        card, box = board.card(square), board.square(square)
        assert within(card, box)
        assert (card.width, card.height) == pytest.approx(CARD_MM[::-1], rel=0.01)
        assert box.y + box.height - card.y - card.height > 4


def test_squares_are_named_column_and_row_from_the_top_left() -> None:
    board = frame()
    assert len(board.squares) == 42
    assert board.squares[:2] == ("11", "21")
    assert board.centre("21")[0] > board.centre("11")[0]
    assert board.centre("12")[1] > board.centre("11")[1]
    assert "35" in board
    assert "75" not in board


def test_a_gap_lies_between_sectors_alone() -> None:
    board = frame()
    sectors = {column: name for name, each in board.board.sectors.items() for column in each.columns}
    for column in range(1, 6):
        left, right = board.square(f"{column}1"), board.square(f"{column + 1}1")
        gap = right.x - left.x - left.width
        assert (gap > 1) == (sectors[column] != sectors[column + 1])


def test_leaders_stand_behind_their_back_rows() -> None:
    board = frame()
    for side, home in board.board.homes.items():
        for sector in board.board.sectors:
            place, column = board.leader(side, sector), board.sector(sector)
            back = board.row_top(home.rows[0])
            assert place.y + place.height == pytest.approx(back) or place.y == pytest.approx(
                back + board.cell[1]
            )
            assert within(place, Box(column.x, board.top, column.width, board.box.height))
            spots = leader_spot(board, side, sector), broken_spot(board, side, sector)
            assert all(within(spot, place) for spot in spots)
            assert apart(*spots)


@pytest.mark.parametrize("name", GAME.boards)
def test_a_board_names_every_square_row_and_sector(name: str) -> None:
    sheet = board_sheet(TAPESTRY, GAME, name)
    told = words(sheet.drawing.svg)
    for square in sheet.frame.squares:
        assert square in told
    for sector in sheet.frame.board.sectors.values():
        assert told.count(f"{sector.name} sector") == len(sheet.frame.board.homes)
    hill = sheet.frame.board.hill
    assert hill is not None
    assert told.count(hill.name) == 2 * len(hill.rows) + (hill.name == sheet.frame.board.title)
    assert sheet.drawing.svg == board_sheet(TAPESTRY, GAME, name).drawing.svg


def test_rows_belong_to_the_side_that_sets_up_in_them() -> None:
    rows = {row: (side, name) for row, side, name in row_names(frame())}
    assert rows[1] == ("saxon", "Back row")
    assert rows[3] == ("saxon", "Front row")
    assert rows[4] == ("", "")
    assert rows[5] == ("norman", "Front row")


def test_edges_bear_the_rows_both_ends_the_turns_and_the_sectors() -> None:
    left, right = edge_drawings(TAPESTRY, GAME, "full")
    for edge in (left, right):
        told = words(edge.svg)
        assert {str(row) for row in range(1, 8)} <= set(told)
        assert {"The Saxon end", "The Norman end", "Back row", "Front row"} <= set(told)
        assert edge.height_mm == pytest.approx(frame().grid_box.height)
    assert "Left sector" in words(left.svg)
    assert "Right sector" in words(right.svg)
    turns = GAME.card_scenarios["full"].turns
    assert all(words(left.svg).count(str(turn)) == 2 for turn in range(1, turns + 1))
    assert {phase.name for phase in GAME.game.sequence if " " not in phase.name} <= set(words(right.svg))


def test_what_a_board_has_not_is_told() -> None:
    with pytest.raises(UnknownSquareError, match="board full has no square '75'"):
        frame().centre("75")
    with pytest.raises(UnknownSquareError, match="no sector 'middle'; it has left, center, right"):
        frame().leader("saxon", "middle")
    with pytest.raises(UnknownSquareError, match="no home of 'danish'"):
        frame().at_top("danish")
    for draw in (board_sheet, edge_drawings):
        with pytest.raises(NoSuchBoard, match="no board 'wide'; it has full, small"):
            draw(TAPESTRY, GAME, "wide")  # type: ignore[operator]


@pytest.mark.parametrize("name", GAME.boards)
def test_all_rows_of_a_board_are_named_in_one_size(name: str) -> None:
    told = {name for _, _, name in row_names(frame(name)) if name}
    for drawing in (board_sheet(TAPESTRY, GAME, name).drawing, *edge_drawings(TAPESTRY, GAME, name)):
        sizes = {word.size for word in words_of(drawing.svg) if word.text in told}
        assert len(sizes) == 1, drawing.name


def test_the_outline_of_a_sector_is_whole() -> None:
    """Nothing is drawn over it: the gap between two sectors is, and would take half of its line."""
    drawn = list(
        etree.fromstring(board_sheet(TAPESTRY, GAME, "full").drawing.svg.encode()).iter(f"{SVG}rect")
    )
    edge, gap = TAPESTRY.palette("map")["frame"], TAPESTRY.palette("map")["paper"]
    shown = board_sheet(TAPESTRY, GAME, "full").frame
    tall = f"{shown.grid_box.height:g}"
    outlines = [
        i for i, rect in enumerate(drawn) if rect.get("height") == tall and rect.get("stroke") == edge
    ]
    gaps = [i for i, rect in enumerate(drawn) if rect.get("height") == tall and rect.get("fill") == gap]
    assert len(outlines) == 3
    assert len(gaps) == 2
    assert max(gaps) < min(outlines)
