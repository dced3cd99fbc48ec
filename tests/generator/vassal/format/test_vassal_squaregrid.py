"""Grids of squares: VASSAL names every square as the rules do, at the place where it snaps to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.vassal.format.errors import GeometryError
from generator.vassal.format.maps import square_grid
from generator.vassal.format.squaregrid import SquareGridPlacement

PLACEMENTS = st.builds(
    SquareGridPlacement,
    columns=st.integers(1, 4),
    rows=st.integers(1, 9),
    first_x=st.floats(0, 900),
    first_y=st.floats(0, 900),
    width=st.floats(8, 300),
    height=st.floats(8, 300),
    first_column=st.integers(1, 6),
)


def squares(grid: SquareGridPlacement) -> list[str]:
    columns = range(grid.first_column, grid.first_column + grid.columns)
    return [f"{column}{row}" for column in columns for row in range(1, grid.rows + 1)]


@given(PLACEMENTS)
def test_every_square_is_named_where_a_piece_snaps_to(grid: SquareGridPlacement) -> None:
    for square in squares(grid):
        x, y = grid.centre(square)
        assert grid.name(x, y) == square
        exact_x = grid.first_x + (int(square[0]) - grid.first_column) * grid.width
        exact_y = grid.first_y + (int(square[1]) - 1) * grid.height
        assert abs(x - exact_x) <= 1 and abs(y - exact_y) <= 1


@given(PLACEMENTS, st.floats(0.01, 0.99), st.floats(0.01, 0.99))
def test_every_px_of_the_box_belongs_to_a_square(
    grid: SquareGridPlacement, right: float, down: float
) -> None:
    left, top, far, low = grid.box
    x, y = left + int((far - left) * right), top + int((low - top) * down)
    assert grid.contains(grid.name(x, y))


def test_only_squares_of_the_grid_are_its_own() -> None:
    grid = SquareGridPlacement(2, 7, 100.0, 90.0, 190.0, 148.0, first_column=3)
    assert grid.contains("37") and grid.contains("41")
    assert not any(grid.contains(place) for place in ("21", "51", "38", "30", "3", "335", "left", ""))
    with pytest.raises(GeometryError, match="'51' is not a square"):
        grid.centre("51")


def test_the_component_counts_from_the_first_column() -> None:
    grid = square_grid(SquareGridPlacement(2, 7, 100.4, 90.6, 192.0, 148.0, first_column=3))
    (numbering,) = grid.children
    assert (grid.attributes["x0"], grid.attributes["y0"]) == ("100", "91")
    assert (grid.attributes["dx"], grid.attributes["dy"]) == ("192.0", "148.0")
    found = {name: numbering.attributes[name] for name in ("first", "sep", "hOff", "vOff", "hLeading")}
    assert found == {"first": "H", "sep": "", "hOff": "3", "vOff": "1", "hLeading": "0"}


@pytest.mark.parametrize(
    ("grid", "words"),
    [
        ((0, 7, 10.0, 10.0, 20.0, 20.0), "one digit each"),
        ((2, 10, 10.0, 10.0, 20.0, 20.0), "one digit each"),
        ((2, 7, 10.0, 10.0, 20.0, 20.0, 9), "one digit each"),
        ((2, 7, 10.0, 10.0, 20.0, 1.0), "too small"),
        ((2, 7, -10.0, 10.0, 20.0, 20.0), "off the board"),
    ],
)
def test_what_vassal_could_not_number_is_refused(grid: tuple[float, ...], words: str) -> None:
    with pytest.raises(GeometryError, match=words):
        SquareGridPlacement(*grid)
