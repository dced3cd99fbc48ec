"""The line between two centres: hexes that it crosses, hexsides that it crosses or runs along."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modules.geometry import HexGrid, HexGridSpec, NumberAxis, sightline

GRID = HexGrid(HexGridSpec(NumberAxis(1, 14, "right"), NumberAxis(1, 12, "down")))
hexes = st.sampled_from(GRID.ids)


@pytest.mark.parametrize(
    ("start", "end", "between", "along"),
    [
        ("0505", "0506", (), ()),
        ("0505", "0507", ("0506",), ()),
        ("0505", "0704", ("0604",), ()),
        ("0505", "0705", (), (("0604", "0605"),)),
        ("0505", "0905", ("0705",), (("0604", "0605"), ("0804", "0805"))),
    ],
)
def test_known_lines(
    start: str, end: str, between: tuple[str, ...], along: tuple[tuple[str, str], ...]
) -> None:
    line = sightline(GRID, start, end)
    assert line.hexes == between
    assert tuple(tuple(side) for side in line.along) == along


@given(hexes, hexes)
def test_a_line_reads_the_same_from_both_ends(start: str, end: str) -> None:
    there, back = sightline(GRID, start, end), sightline(GRID, end, start)
    assert there.hexes == back.hexes[::-1]
    assert set(there.crossed) == set(back.crossed)
    assert set(there.along) == set(back.along)


inner = st.sampled_from([h for h in GRID.ids if not GRID.open_sides(h)])


@pytest.mark.long
@given(inner, inner)
def test_against_points_sampled_on_the_line(start: str, end: str) -> None:
    """Every sampled point lies in a hex of the line, or on the border of two that it names."""
    line = sightline(GRID, start, end)
    named = {start, end, *line.hexes, *(h for side in line.along for h in side)}
    steps = 40
    for i in range(steps + 1):
        nearest = _nearest(start, end, Fraction(i, steps))
        assert nearest & named, f"at {i}/{steps} the line is in {nearest}"
        if len(nearest) == 1:
            assert nearest <= {start, end, *line.hexes}


def _nearest(start: str, end: str, part: Fraction) -> set[str]:
    """The hexes whose centre is nearest to a point, in whole-number geometry: x counts 3, y counts 1."""
    (x1, y1), (x2, y2) = GRID.doubled(start), GRID.doubled(end)
    x, y = x1 + (x2 - x1) * part, y1 + (y2 - y1) * part
    gaps = {h: 3 * (GRID.doubled(h)[0] - x) ** 2 + (GRID.doubled(h)[1] - y) ** 2 for h in GRID.ids}
    least = min(gaps.values())
    return {h for h, gap in gaps.items() if gap == least}
