"""The hex grid: VASSAL's own naming gives every hex the id of the rules."""

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.vassal.format.errors import GeometryError
from generator.vassal.format.hexgrid import HexGeometry, place_hex_grid


def every_hex(geometry):
    lines = range(geometry.first_line, geometry.first_line + geometry.lines)
    return itertools.product(lines, range(geometry.first_cell, geometry.first_cell + geometry.cells))


def flat_map(**changes):
    """60 columns to the right, 34 rows down, the even columns half a hex lower: ids 0101 to 6034."""
    return HexGeometry(**{
        "orientation": "flat", "side": 30.0, "first_x": 45.0, "first_y": 40.0, "lines": 60, "cells": 34,
        "board_width": 2760, "board_height": 1850, **changes,
    })  # fmt: skip


def pointy_map(**changes):
    """AA rows from the top, BB from the right to the left, the even rows half a hex further left."""
    return HexGeometry(**{
        "orientation": "pointy", "side": 40.3, "first_x": 1500.0, "first_y": 60.0, "lines": 22, "cells": 20,
        "board_width": 1580, "board_height": 1420, "cell_direction": -1, "shift_direction": -1, **changes,
    })  # fmt: skip


MAPS = {
    "flat": flat_map(),
    "flat, uneven lengths": flat_map(side=31.7, first_x=40.4, first_y=33.3),
    "flat, odd columns lower": flat_map(shifted="odd"),
    "flat, even columns higher": flat_map(shift_direction=-1, first_y=80.0),
    "flat, from the right below": flat_map(
        line_direction=-1, cell_direction=-1, first_x=2700.0, first_y=1790.0, lines=59
    ),
    "flat, rows first, from 0": flat_map(line_first=False, first_line=0, first_cell=0, separator="."),
    "flat, three digits": flat_map(lines=120, line_digits=3, side=12.5),
    "pointy, right to left": pointy_map(),
    "pointy, left to right": pointy_map(cell_direction=1, first_x=70.0),
    "pointy, from below": pointy_map(line_direction=-1, first_y=1360.0, line_first=False),
}


@pytest.mark.parametrize("geometry", MAPS.values(), ids=MAPS)
def test_vassal_names_every_centre_with_the_id_of_the_hex(geometry):
    placement = place_hex_grid(geometry)
    for line, cell in every_hex(geometry):
        assert placement.name(*placement.centre(line, cell)) == geometry.hex_id(line, cell)


@pytest.mark.parametrize("geometry", MAPS.values(), ids=MAPS)
def test_vassals_centres_lie_within_a_pixel_or_so_of_the_drawn_ones(geometry):
    placement = place_hex_grid(geometry)
    for line, cell in every_hex(geometry):
        assert math.dist(placement.centre(line, cell), geometry.exact_centre(line, cell)) < 2.0


@pytest.mark.parametrize("geometry", MAPS.values(), ids=MAPS)
def test_the_name_holds_in_the_whole_middle_of_a_hex(geometry):
    placement = place_hex_grid(geometry)
    reach = int(geometry.side * 0.45)
    for line, cell in itertools.islice(every_hex(geometry), 0, None, 37):
        x, y = placement.centre(line, cell)
        for dx, dy in itertools.product((-reach, reach), repeat=2):
            assert placement.name(x + dx, y + dy) == geometry.hex_id(line, cell)


def test_the_ids_and_places_of_the_flat_map_are_those_of_the_rules():
    geometry = flat_map()
    assert [geometry.hex_id(*numbers) for numbers in ((1, 1), (2, 1), (60, 34))] == ["0101", "0201", "6034"]
    x1, y1 = geometry.exact_centre(1, 1)
    x2, y2 = geometry.exact_centre(2, 1)
    assert (x2 - x1, y2 - y1) == pytest.approx((45.0, 15 * math.sqrt(3)))
    # 41, not 40: VASSAL truncates every centre, so an origin one lower lies nearer on the average.
    assert place_hex_grid(geometry).grid_attributes() == {
        "dx": "45.0", "dy": "51.96152422706631", "x0": "45", "y0": "41", "sideways": False,
    }  # fmt: skip


def test_the_pointy_map_counts_to_the_left_and_its_even_rows_lie_further_left():
    geometry = pointy_map()
    placement = place_hex_grid(geometry)
    x11, y11 = placement.centre(1, 1)
    x12, y12 = placement.centre(1, 2)
    x21, y21 = placement.centre(2, 1)
    assert x12 < x21 < x11 and y11 == y12 < y21
    assert placement.name(x21, y21) == "0201"
    assert placement.numbering_attributes()["hDescend"] is True
    assert placement.numbering_attributes()["first"] == "H"
    assert placement.grid_attributes()["sideways"] is True


geometries = st.builds(
    HexGeometry,
    orientation=st.sampled_from(["flat", "pointy"]),
    side=st.floats(8, 90),
    first_x=st.floats(-200, 3000),
    first_y=st.floats(-200, 3000),
    lines=st.integers(1, 12),
    cells=st.integers(1, 12),
    board_width=st.integers(100, 5000),
    board_height=st.integers(100, 5000),
    shifted=st.sampled_from(["even", "odd"]),
    shift_direction=st.sampled_from([1, -1]),
    line_direction=st.sampled_from([1, -1]),
    cell_direction=st.sampled_from([1, -1]),
    first_line=st.integers(0, 3),
    first_cell=st.integers(0, 3),
    line_digits=st.integers(2, 4),
    cell_digits=st.integers(2, 4),
    separator=st.sampled_from(["", "-"]),
    line_first=st.booleans(),
)


@settings(max_examples=150, deadline=None)
@given(geometries)
def test_every_regular_map_can_be_placed(geometry):
    placement = place_hex_grid(geometry)
    names = {placement.name(*placement.centre(*numbers)) for numbers in every_hex(geometry)}
    assert len(names) == geometry.lines * geometry.cells


@pytest.mark.parametrize(
    "changes",
    [{"side": 0.0}, {"lines": 0}, {"orientation": "round"}, {"shifted": "all"}, {"line_direction": 2},
     {"first_line": -1}, {"cell_digits": 0}, {"lines": 120}],
)  # fmt: skip
def test_impossible_geometries_are_refused(changes):
    with pytest.raises(GeometryError):
        flat_map(**changes)


def test_a_hex_off_the_map_has_no_centre():
    with pytest.raises(GeometryError, match="not a hex"):
        place_hex_grid(flat_map()).centre(61, 1)
