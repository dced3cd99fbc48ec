"""Strokes: what looks hand-drawn is the same each time, meets at its joints, keeps off what is kept free."""

from __future__ import annotations

import io
import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from looks import TAPESTRY
from PIL import Image

from generator.drawing.lettering import halo_text, text_along
from generator.drawing.raster import png
from generator.drawing.strokes import (
    Casing,
    cased,
    edge_distance,
    hachures,
    noise,
    scatter,
    smooth,
    stream,
    wobble,
)
from generator.drawing.svg import Canvas
from generator.drawing.typeface import TEXT_BOLD, TextTooWideError
from modules.geometry.outline import holds

HEX = [(20 + 18 * math.cos(math.radians(60 * k)), 20 + 18 * math.sin(math.radians(60 * k))) for k in range(6)]
POINTS = st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), min_size=2, max_size=8, unique=True).map(
    lambda pairs: [(float(x), float(y)) for x, y in pairs]
)


def pixels(canvas: Canvas, scale: int = 10) -> Image.Image:
    return Image.open(
        io.BytesIO(png(TAPESTRY, canvas.svg(), width=int(canvas.width * scale), background="#ffffff"))
    ).convert("RGB")


def test_noise_depends_on_its_key_alone() -> None:
    first, again, other = noise("ouse"), noise("ouse"), noise("derwent")
    row = [next(first) for _ in range(50)]
    assert row == [next(again) for _ in range(50)]
    assert row != [next(other) for _ in range(50)]
    assert all(0 <= v < 1 for v in row)
    assert 0.3 < sum(row) / 50 < 0.7


@given(POINTS)
def test_wobble_keeps_its_corners_and_its_depth(points: list[tuple[float, float]]) -> None:
    bent = wobble(points, "beck", 0.5, 2.0)
    places = [bent.index(p) for p in points]
    assert places == sorted(places)
    for start, end, first, last in zip(points, points[1:], places, places[1:], strict=False):
        for p in bent[first : last + 1]:
            assert edge_distance(p, [start, end]) <= 0.5 + 1e-9


@given(POINTS)
def test_a_hexside_drawn_either_way_is_the_same_line(points: list[tuple[float, float]]) -> None:
    forth = wobble(points, "beck", 0.5, 2.0)
    back = wobble(points[::-1], "beck", 0.5, 2.0)[::-1]
    assert all(math.dist(a, b) < 1e-9 for a, b in zip(forth, back, strict=True))


@given(POINTS)
def test_smooth_goes_through_its_points(points: list[tuple[float, float]]) -> None:
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", smooth(points))]
    ends = set(zip(numbers[::2], numbers[1::2], strict=True))
    assert set(points) <= ends


@settings(max_examples=40)
@given(key=st.text(max_size=8), spacing=st.floats(1.5, 6), margin=st.floats(0, 4))
def test_scatter_stays_inside_and_off_the_id(key: str, spacing: float, margin: float) -> None:
    keep = (20.0, 8.0, 4.0)
    found = scatter(HEX, key, spacing, keep_out=[keep], margin=margin)
    assert found == scatter(HEX, key, spacing, keep_out=[keep], margin=margin)
    for p in found:
        assert holds(HEX, p)
        assert edge_distance(p, HEX) >= margin
        assert math.dist(p, keep[:2]) >= keep[2]


def test_scatter_fills_evenly() -> None:
    found = scatter(HEX, "marsh", 3.0)
    area = 1.5 * math.sqrt(3) * 18**2
    assert len(found) == pytest.approx(area / (3.0 * 3.0 * 0.87), rel=0.15)
    assert found == sorted(found, key=lambda p: (p[1], p[0]))


def test_hachures_lie_on_the_high_side() -> None:
    for high, dark, bare in (((10, 0), (5, 9), (11, 15)), ((10, 20), (11, 15), (5, 9))):
        canvas = Canvas(TAPESTRY, 20, 20)
        hachures(canvas, (2, 10), (18, 10), high, colour="#000000", length=3)
        image = pixels(canvas).convert("L")
        side = {
            band: image.crop((0, band[0] * 10, 200, band[1] * 10)).getextrema()[0] for band in (dark, bare)
        }
        assert side[dark] == 0
        assert side[bare] == 255


def test_joining_streams_run_together() -> None:
    canvas = Canvas(TAPESTRY, 20, 20)
    look = Casing("#000000", "#0000ff", 3, 2)
    cased(canvas, [stream([(0, 10), (20, 10)], "one", 0.0), stream([(10, 0), (10, 10)], "two", 0.0)], look)
    image = pixels(canvas)
    assert image.getpixel((100, 92)) == (0, 0, 255)
    assert image.getpixel((100, 113)) == (0, 0, 0)


@pytest.mark.parametrize("text_as", ["text", "paths"])
def test_halo_keeps_words_off_the_terrain(text_as: str) -> None:
    canvas = Canvas(TAPESTRY, 40, 20, text_as=text_as)
    canvas.rect(0, 0, 40, 20, fill="#808080")
    halo_text(canvas, "IIII", 20, 14, 12, TEXT_BOLD, ink="#000000", halo="#ffffff")
    image = pixels(canvas)
    row = [image.getpixel((x, 100)) for x in range(400)]
    first = next(i for i, p in enumerate(row) if p != (128, 128, 128))
    assert row[first + 4] == (255, 255, 255)
    assert (0, 0, 0) in row
    black = row.index((0, 0, 0))
    assert 5 <= black - first <= 20


def test_a_name_along_a_line_reads_left_to_right_and_needs_room() -> None:
    line = [(40.0, 10.0), (20.0, 12.0), (0.0, 10.0)]
    canvas = Canvas(TAPESTRY, 40, 20)
    text_along(canvas, "Ouse", line, 4, ink="#000000", halo="#ffffff")
    places = [float(x) for x in re.findall(r"translate\(([\d.]+)", canvas.svg())]
    half = len(places) // 2
    assert places[half:] == sorted(places[half:])
    with pytest.raises(TextTooWideError, match="'The long river Ouse'"):
        text_along(canvas, "The long river Ouse", [(0.0, 0.0), (9.0, 0.0)], 4, ink="#000000", halo="#ffffff")
