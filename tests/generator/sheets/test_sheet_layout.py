"""The boxes of a layout: panels of any heights in any columns never meet, and leave nothing over."""

from __future__ import annotations

import pickle
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from looks import TAPESTRY
from measuring import meet, within

from generator.drawing.figures import Box
from generator.drawing.panel import Chart
from generator.drawing.svg import Canvas
from generator.sheets.layout import Column, MapNode, Node, PanelNode, PanelPlan, Row, SheetLayoutError

GAP = 3.0


def panel(name: str, height: float, *, eager: bool = False) -> PanelNode:
    """A panel of a height, at any width."""

    def make(width: float, spread: float, least: float) -> Chart:
        return Chart(name, name, Canvas(TAPESTRY, width, max(height + 2 * spread, least)), seams=2)

    return PanelNode((name,), plan=PanelPlan(name, make, fills=eager, eager=eager))


heights = st.lists(st.floats(10, 80), min_size=1, max_size=4)
columns = st.lists(heights, min_size=1, max_size=4)


def built(found: list[list[float]]) -> Row:
    cells = [
        Column((i,), cells=[panel(f"p{i}-{j}", height) for j, height in enumerate(each)], gap=GAP)
        for i, each in enumerate(found)
    ]
    return Row((), cells=cells, gap=GAP)


@given(columns, st.floats(0, 60))
def test_panels_fill_the_room_and_never_meet(found: list[list[float]], spare: float) -> None:
    root = built(found)
    room = Box(5, 5, root.width(), root.height(root.width()) + spare)
    placed = list(root.place(room))
    assert len(placed) == sum(map(len, found))
    for one, other in combinations(placed, 2):
        assert not meet(one.box, other.box)
    area = sum(each.box.width * (each.box.height + GAP) for each in placed)
    gaps = GAP * (len(found) - 1)
    assert area == pytest.approx((room.width - gaps) * (room.height + GAP))
    assert all(within(each.box, room, 1e-6) for each in placed)


def test_where_panels_stand_is_known_before_they_are_drawn_as_tall() -> None:
    made: list[float] = []

    def make(width: float, spread: float, least: float) -> Chart:
        made.append(spread)
        return Chart("p", "p", Canvas(TAPESTRY, width, 20 + spread), seams=1)

    [placed] = PanelNode(("p",), plan=PanelPlan("p", make)).place(Box(0, 0, 50, 22))
    assert made == [0.0]
    assert placed.chart is not None
    assert placed.chart.canvas.height == 22
    assert len(made) == 2


@given(columns)
def test_a_room_too_low_is_refused(found: list[list[float]]) -> None:
    root = built(found)
    low = Box(0, 0, root.width(), root.height(root.width()) - 1)
    with pytest.raises(SheetLayoutError, match=r"mm of height but ha(s|ve)"):
        list(root.place(low))


def tall(node: Node, room: Box) -> dict[str, float]:
    return {each.name: each.box.height for each in node.place(room)}


def test_displays_take_what_is_left_over() -> None:
    column = Column((), cells=[panel("crt", 30), panel("box", 20, eager=True)], gap=GAP)
    assert tall(column, Box(0, 0, 100, 80)) == {"crt": 30, "box": 47}


def test_shares_divide_what_is_left_over() -> None:
    cells = [panel("one", 20), panel("two", 20), panel("three", 20)]
    cells[0].share, cells[2].share = 1.0, 3.0
    column = Column((), cells=cells, gap=0)
    assert tall(column, Box(0, 0, 100, 100)) == {"one": 30, "two": 20, "three": 50}


def test_sizes_are_kept() -> None:
    cells = [panel("one", 20), panel("two", 20)]
    cells[0].wide = 30.0
    row = Row((), cells=cells, gap=GAP)
    widths = [each.box.width for each in row.place(Box(0, 0, 100, 20))]
    assert widths == [30.0, 67.0]
    cells[0].tall = 44.0
    assert tall(Column((), cells=cells, gap=0), Box(0, 0, 50, 64)) == {"one": 44, "two": 20}
    cells[0].tall = 15.0
    with pytest.raises(SheetLayoutError, match=r"needs 20\.0 mm of height but is set to 15\.0 mm"):
        list(Column((), cells=cells, gap=0).place(Box(0, 0, 50, 64)))


def test_the_map_is_never_resized() -> None:
    sheet = Row((), cells=[MapNode(("map",), room=(200, 100)), panel("crt", 20)], gap=GAP)
    map_box, crt = (each.box for each in sheet.place(Box(0, 0, 300, 150)))
    assert (map_box.width, map_box.height) == (200, 100)
    assert crt == Box(203, 0, 97, 150)
    with pytest.raises(SheetLayoutError, match=r"need 203\.0 mm of width but have 190\.0 mm"):
        list(sheet.place(Box(0, 0, 190, 150)))


def test_type_enlarges_a_panel() -> None:
    node = panel("crt", 20)
    node.scale = 1.5
    (placed,) = node.place(Box(0, 0, 90, 60))
    assert placed.chart is not None
    assert placed.scale * placed.chart.canvas.width == pytest.approx(90)
    assert placed.scale * placed.chart.canvas.height == pytest.approx(60)
    assert node.height(90) == pytest.approx(30)


def test_a_sheet_that_does_not_fit_is_told_from_another_process() -> None:
    """A build draws in processes: an error that cannot come back looks like one that was killed."""
    sent = pickle.loads(pickle.dumps(SheetLayoutError(("layout", 1), "too wide")))
    assert (sent.path, str(sent)) == (("layout", 1), "too wide")
