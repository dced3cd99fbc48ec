"""Facing toward sides and vertices, against where the hexes lie on the sheet."""

from __future__ import annotations

from math import atan2, degrees

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modules.geometry import Facing, HexGrid, HexGridSpec, NumberAxis, arc_from

FLAT = HexGrid(HexGridSpec(NumberAxis(1, 9, "right"), NumberAxis(1, 9, "down")))
POINTED = HexGrid(HexGridSpec(NumberAxis(1, 9, "down"), NumberAxis(1, 9, "left")))

facings = st.builds(Facing, st.sampled_from(["side", "vertex"]), st.integers(0, 5))


def test_a_vertex_gives_two_front_two_flank_two_rear() -> None:
    """As Berg's 6.1.2 has it."""
    facing = Facing("vertex", 0)
    arcs = [facing.arc(side) for side in range(6)]
    assert arcs == ["front", "front", "flank", "rear", "rear", "flank"]


def test_a_side_gives_one_ahead_or_three_with_spread() -> None:
    facing = Facing("side", 2)
    assert facing.front() == (2,)
    assert facing.front(1) == (1, 2, 3)
    assert facing.rear() == (5,)
    assert [facing.arc(side, front=1) for side in range(6)] == [
        "flank",
        "front",
        "front",
        "front",
        "flank",
        "rear",
    ]


@given(facings, st.integers(-12, 12))
def test_turning_is_a_circle_of_six(facing: Facing, steps: int) -> None:
    assert facing.turned(steps).turned(-steps) == facing
    assert facing.turned(6) == facing
    assert {(side + steps) % 6 for side in facing.front()} == set(facing.turned(steps).front())


@pytest.mark.parametrize("grid", [FLAT, POINTED])
@given(facing=facings)
def test_front_hexes_lie_ahead_on_the_sheet(grid: HexGrid, facing: Facing) -> None:
    x, y = grid.centre("0505")
    for other in grid.neighbours("0505"):
        ox, oy = grid.centre(other)
        bearing = degrees(atan2(ox - x, y - oy))
        turn = abs((bearing - facing.bearing(grid) + 180) % 360 - 180)
        arc = arc_from(grid, "0505", facing, other)
        ahead = 1 if facing.toward == "side" else 31
        assert (arc == "front") == (turn < ahead)
        assert (arc == "rear") == (turn > 180 - ahead)
    assert arc_from(grid, "0505", facing, "0101") is None
