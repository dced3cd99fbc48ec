"""Strips: rows of a PNG made apart and joined are the picture made whole."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from looks import TAPESTRY
from PIL import Image

from generator.drawing import raster, strips
from generator.drawing.raster import Raster, Shot, png
from generator.drawing.strips import joined, rows_of
from generator.drawing.svg import Canvas

WIDTH = 3
row = st.binary(min_size=4 * WIDTH, max_size=4 * WIDTH)


def pixels(data: bytes) -> bytes:
    return Image.open(io.BytesIO(data)).tobytes()


@given(st.lists(st.lists(row, min_size=1, max_size=4), min_size=1, max_size=4), st.integers(1, 5))
def test_strips_joined_are_their_pixels_one_below_the_other(parts: list[list[bytes]], at_once: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strips, "_ROWS_AT_ONCE", at_once)
        made = [rows_of(b"".join(rows), WIDTH) for rows in parts]
    whole = joined(WIDTH, sum(map(len, parts)), made, dpi=300)
    assert pixels(whole) == b"".join(map(b"".join, parts))


def sheet() -> str:
    """A picture of whole pixels, so that no rounding of coordinates can show."""
    canvas = Canvas(TAPESTRY, 40, 30, unit="px")
    for i in range(6):
        canvas.rect(5 * i, 4 * i, 9, 7, fill=f"#{40 * i:02x}8040")
    return canvas.svg()


COMMAS = sheet().replace('viewBox="0 0 40 30"', 'viewBox="0,0,40,30"')
WITHOUT_VIEW = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><path d="M3 4h9v19H3z"/></svg>'


@pytest.mark.parametrize("background", [None, "#ffeedd"])
@pytest.mark.parametrize("most", [7, 200, 600])
@pytest.mark.parametrize(
    "svg", [sheet(), COMMAS, WITHOUT_VIEW], ids=["scaled", "with commas", "without viewBox"]
)
def test_a_large_picture_is_rendered_in_strips(
    monkeypatch: pytest.MonkeyPatch, svg: str, most: int, background: str | None
) -> None:
    whole = png(TAPESTRY, svg, dpi=96, background=background)
    monkeypatch.setattr(raster, "_MOST_AT_ONCE", most)
    monkeypatch.setattr(raster, "_MOST_KEPT", 0)
    found = Raster.of(Shot(TAPESTRY, svg, dpi=96, background=background))
    assert found.strips == min(30, -(-1200 // most))
    assert pixels(found.png()) == pixels(whole)
    assert Image.open(io.BytesIO(found.png())).info["dpi"] == pytest.approx((96, 96), abs=0.1)


def test_no_strip_is_larger_than_can_be_held() -> None:
    shot = Shot(TAPESTRY, '<svg xmlns="http://www.w3.org/2000/svg" width="34in" height="22in"/>', dpi=300)
    found = Raster.of(shot)
    assert found.width * found.height / found.strips <= raster._MOST_AT_ONCE
    assert found.strips == 2
