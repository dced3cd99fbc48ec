"""Geometry: numbering, neighbours, distance, sides, places on the sheet, for the grids of the five games."""

from __future__ import annotations

from math import dist, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modules.geometry import GridError, HexGrid, HexGridSpec, Hexside, NumberAxis, UnknownHex

THREE_BATTLES = HexGridSpec(NumberAxis(1, 60, "right"), NumberAxis(1, 34, "down"))
BERG = HexGridSpec(NumberAxis(1, 24, "down"), NumberAxis(1, 31, "left"))
SHIELD_WALL = HexGridSpec(NumberAxis(1, 21, "right"), NumberAxis(1, 24, "down"))
ODD_SMALLER = HexGridSpec(NumberAxis(0, 9, "up"), NumberAxis(0, 9, "right"), "odd", "smaller", "ba", 1)
SPECS = (THREE_BATTLES, BERG, SHIELD_WALL, ODD_SMALLER)
GRIDS = tuple(HexGrid(spec) for spec in SPECS)

grids = st.sampled_from(GRIDS)


@st.composite
def grid_and_hexes(draw: st.DrawFn, count: int) -> tuple[HexGrid, list[str]]:
    grid = draw(grids)
    return grid, [draw(st.sampled_from(grid.ids)) for _ in range(count)]


def test_the_lines_that_the_set_up_of_hastings_proves() -> None:
    grid = GRIDS[0]
    assert grid.straight("2125", "2426") == ("2125", "2225", "2326", "2426")
    assert grid.straight("2127", "2328") == ("2127", "2227", "2328")
    assert grid.straight("1720", "1725") == ("1720", "1721", "1722", "1723", "1724", "1725")
    assert grid.straight("2125", "2328") is None


def test_the_lines_that_bergs_rules_prove() -> None:
    grid = GRIDS[1]
    assert grid.straight("0708", "0909") == ("0708", "0808", "0909")
    assert grid.distance("0811", "0116") == 8
    north, west = grid.centre("0101"), grid.centre("0131")
    assert north[1] < grid.centre("0201")[1], "rows are counted from the north"
    assert west[0] < north[0], "positions are counted from the east"
    assert not grid.flat_top


@pytest.mark.parametrize(
    ("hex_id", "around"),
    [
        ("2125", {"2124", "2126", "2024", "2025", "2224", "2225"}),
        ("2225", {"2224", "2226", "2125", "2126", "2325", "2326"}),
        ("0101", {"0102", "0201"}),
    ],
)
def test_neighbours_of_the_printed_stagger(hex_id: str, around: set[str]) -> None:
    assert set(GRIDS[0].neighbours(hex_id)) == around


@given(grid_and_hexes(3))
def test_distance_is_a_metric(case: tuple[HexGrid, list[str]]) -> None:
    grid, (one, two, three) = case
    assert grid.distance(one, two) == grid.distance(two, one)
    assert (grid.distance(one, two) == 0) == (one == two)
    assert grid.distance(one, three) <= grid.distance(one, two) + grid.distance(two, three)


@given(grid_and_hexes(1))
def test_sides_and_neighbours_agree(case: tuple[HexGrid, list[str]]) -> None:
    grid, (here,) = case
    for side in range(6):
        there = grid.across(here, side)
        if there is None:
            assert side in grid.open_sides(here)
            continue
        assert grid.side_toward(here, there) == side
        assert grid.side_toward(there, here) == (side + 3) % 6, (
            "the side seen from across is the opposite one"
        )
        assert grid.distance(here, there) == 1
        assert grid.hexside(here, there) == grid.hexside(there, here) == Hexside(*sorted((here, there)))
        ends = set(_rounded(grid.side_ends(here, side)))
        assert ends == set(_rounded(grid.side_ends(there, (side + 3) % 6))), (
            "both hexes draw the same hexside"
        )


def _rounded(points: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    return [(round(x, 6), round(y, 6)) for x, y in points]


@given(grid_and_hexes(2))
def test_places_on_the_sheet_are_a_regular_grid(case: tuple[HexGrid, list[str]]) -> None:
    grid, (one, two) = case
    for beside in grid.neighbours(one):
        assert isclose(dist(grid.centre(one), grid.centre(beside)), 1, abs_tol=1e-9)
    assert dist(grid.centre(one), grid.centre(two)) <= grid.distance(one, two) + 1e-9
    for vertex in range(6):
        assert isclose(dist(grid.centre(one), grid.corner(one, vertex)), 1 / sqrt(3), abs_tol=1e-9)
    width, height = grid.size
    x, y = grid.centre(one)
    assert 0 < x < width
    assert 0 < y < height


@given(grid_and_hexes(1), st.integers(0, 6))
def test_within_is_everything_at_that_distance(case: tuple[HexGrid, list[str]], radius: int) -> None:
    grid, (centre,) = case
    assert set(grid.within(centre, radius)) == {h for h in grid.ids if grid.distance(centre, h) <= radius}


@given(grid_and_hexes(1))
def test_ids_and_numbers_are_one_to_one(case: tuple[HexGrid, list[str]]) -> None:
    grid, (here,) = case
    assert grid.id_of(*grid.numbers(here)) == here
    assert len(set(grid.ids)) == len(grid)


@pytest.mark.parametrize("grid", GRIDS)
def test_sides_run_clockwise_from_the_top(grid: HexGrid) -> None:
    middle = next(h for h in grid.ids if len(grid.neighbours(h)) == 6)
    x, y = grid.centre(middle)
    steps = [grid.centre(n) for side in range(6) if (n := grid.across(middle, side))]
    assert len(steps) == 6
    crosses = [
        (ax - x) * (by - y) - (ay - y) * (bx - x)
        for (ax, ay), (bx, by) in zip(steps, steps[1:] + steps[:1], strict=True)
    ]
    assert all(c > 0 for c in crosses)
    assert steps[0][1] < y, "side 0 looks up the sheet"
    assert steps[0][0] >= x - 1e-9


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(GridError, match="different axes"):
        HexGridSpec(NumberAxis(1, 2, "right"), NumberAxis(1, 2, "left"))
    with pytest.raises(GridError, match="before its first"):
        HexGridSpec(NumberAxis(3, 2, "right"), NumberAxis(1, 2, "down"))
    with pytest.raises(GridError, match="digits"):
        HexGridSpec(NumberAxis(1, 100, "right"), NumberAxis(1, 2, "down"))
    with pytest.raises(GridError, match="not adjacent"):
        GRIDS[0].hexside("0101", "0103")
    with pytest.raises(UnknownHex, match="9901"):
        GRIDS[0].neighbours("9901")
