"""Imposition: on any paper fronts stay where they may, and backs are where turning the paper puts them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from looks import TAPESTRY

from generator.drawing.figures import Box
from generator.kit.impose import (
    GUTTER,
    Duplex,
    SheetTooSmallError,
    apart,
    around,
    fullest,
    grid,
    within,
)
from generator.kit.page import Edge, Sheet

sides = st.floats(120, 420)
cells = st.tuples(st.floats(10, 90), st.floats(10, 90))
ways = st.sampled_from(["long", "short", "fold", "single"])
edges = st.sampled_from(["bottom", "left"])


@given(sides, sides, cells, ways, edges, st.floats(0, 8))
def test_fronts_and_backs_keep_off_margins_feet_and_one_another(
    width: float, height: float, cell: tuple[float, float], duplex: Duplex, foot: Edge, spare: float
) -> None:
    sheet = Sheet(TAPESTRY, width, height, "test", foot_at=foot)
    try:
        made = grid(sheet, duplex, cell, spare)
    except SheetTooSmallError:
        return
    fronts = [made.front(row, column) for row in range(made.rows) for column in range(made.columns)]
    backs = [made.behind(box) for box in fronts]
    assert inside(around(fronts), sheet.live)
    assert made.spare >= spare - 1e-6
    if duplex == "fold":
        assert max(box.x + box.width for box in fronts) < width / 2 < min(box.x for box in backs)
    else:
        assert inside(around(backs), made.back_sheet.live)
    for front, back in zip(fronts, backs, strict=True):
        assert corners(made.behind(back)) == pytest.approx(corners(front))


def inside(box: Box, room: Box) -> bool:
    return (
        box.x >= room.x - 1e-6
        and box.y >= room.y - 1e-6
        and box.x + box.width <= room.x + room.width + 1e-6
        and box.y + box.height <= room.y + room.height + 1e-6
    )


def corners(box: Box) -> tuple[float, float, float, float]:
    return box.x, box.y, box.width, box.height


@given(st.integers(0, 3), st.floats(0, 20), st.floats(0, 20))
def test_a_part_of_a_turned_piece_comes_back_after_four_turns(quarter: int, x: float, y: float) -> None:
    wide, tall = (30.0, 50.0) if quarter % 2 == 0 else (50.0, 30.0)
    part, cell = Box(x, y, 5, 7), Box(0, 0, wide, tall)
    once = within(part, cell, 90 * quarter)
    back = within(once, Box(0, 0, 30.0, 50.0), -90 * quarter)
    assert corners(back) == pytest.approx(corners(part))


def test_turned_by_a_right_angle_the_upper_edge_is_at_the_right() -> None:
    band = within(Box(0, 0, 50, 10), Box(100, 200, 30, 50), 90)
    assert corners(band) == (120, 200, 10, 50)


def test_the_fullest_sheet_wins_and_no_room_is_told() -> None:
    sheet = Sheet(TAPESTRY, 215.9, 279.4, "test", margin=5)
    sheets = (sheet, replace(sheet, foot_at="left"), sheet.turned)
    best = fullest(sheets, "long", (63.5, 88.9), 1.2)
    assert (best.columns, best.rows, best.sheet.foot_at) == (3, 3, "left")
    with pytest.raises(SheetTooSmallError, match=r"no room for a piece of 300 x 88\.9 mm"):
        fullest(sheets, "long", (300, 88.9), 1.2)


def test_groups_begin_rows_and_what_fits_below_shares_a_page() -> None:
    sheet = Sheet(TAPESTRY, 210, 297, "test")
    large, small = (grid(sheet, "long", (side, side), 7, top=True) for side in (19.05, 15.875))
    pages = apart([(["a"] * 2, large), (["b"], large), (["c"] * 30, small), (["d"] * 200, small)])
    assert [len(page) for page in pages] == [4, 1]
    first, second, third, fourth = pages[0]
    assert [len(row) for each in (first, second) for row in each.rows] == [2, 1]
    for above, below, between in ((first, second, GUTTER), (second, third, 14), (third, fourth, GUTTER)):
        assert below.area.y == pytest.approx(above.area.y + above.area.height + between)
    assert sum(each.count for page in pages for each in page) == 233
