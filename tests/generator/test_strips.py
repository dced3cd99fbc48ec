"""Strips: rows of a PNG made apart and joined are the picture made whole, whatever filters they came with."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from generator import raster
from generator.raster import Raster, Shot, png
from generator.strips import SIGNATURE, chunk, joined, rows_of
from generator.svg import Canvas

WIDTH = 3


def strip(rows: list[tuple[int, bytes]]) -> bytes:
    """A PNG of rows that are given with their filters."""
    head = struct.pack(">IIBBBBB", WIDTH, len(rows), 8, 6, 0, 0, 0)
    data = zlib.compress(b"".join(bytes([kind]) + told for kind, told in rows))
    half = len(data) // 2  # a renderer may write its data in several chunks
    chunks = ((b"IHDR", head), (b"IDAT", data[:half]), (b"IDAT", data[half:]), (b"IEND", b""))
    return SIGNATURE + b"".join(chunk(kind, body) for kind, body in chunks)


def pixels(data: bytes) -> bytes:
    return Image.open(io.BytesIO(data)).tobytes()


row = st.tuples(st.integers(0, 4), st.binary(min_size=4 * WIDTH, max_size=4 * WIDTH))


@given(st.lists(st.lists(row, min_size=1, max_size=4), min_size=1, max_size=4))
def test_strips_joined_are_their_pixels_one_below_the_other(strips: list[list[tuple[int, bytes]]]) -> None:
    made = [strip(rows) for rows in strips]
    whole = joined(WIDTH, sum(map(len, strips)), [rows_of(each) for each in made])
    assert pixels(whole) == b"".join(map(pixels, made))


def sheet() -> str:
    """A picture of whole pixels, so that no rounding of coordinates can show."""
    canvas = Canvas(40, 30, unit="px")
    for i in range(6):
        canvas.rect(5 * i, 4 * i, 9, 7, fill=f"#{40 * i:02x}8040")
    return canvas.svg()


@pytest.mark.parametrize("background", [None, "#ffeedd"])
@pytest.mark.parametrize("most", [7, 200, 600])
def test_a_large_picture_is_rendered_in_strips(
    monkeypatch: pytest.MonkeyPatch, most: int, background: str | None
) -> None:
    whole = png(sheet(), dpi=96, background=background)
    monkeypatch.setattr(raster, "_MOST_AT_ONCE", most)
    found = Raster.of(Shot(sheet(), dpi=96, background=background))
    assert found.strips == min(30, -(-1200 // most))
    assert pixels(found.png()) == pixels(whole)
    assert Image.open(io.BytesIO(found.png())).info["dpi"] == pytest.approx((96, 96), abs=0.1)


def test_no_strip_is_larger_than_can_be_held() -> None:
    shot = Shot('<svg xmlns="http://www.w3.org/2000/svg" width="34in" height="22in"/>', dpi=300)
    found = Raster.of(shot)
    assert found.width * found.height / found.strips <= raster._MOST_AT_ONCE
    assert found.strips == 4
