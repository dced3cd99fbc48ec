"""Marks: blanks keep to their box, cut marks keep off it, rulers are true."""

from __future__ import annotations

import io

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from looks import TAPESTRY
from PIL import Image, ImageChops

from generator.drawing.figures import Box
from generator.drawing.marks import (
    RULER_HEIGHT,
    RULER_WIDTH,
    blank,
    cut_marks,
    part_of_rounded,
    rounded,
    ruler,
)
from generator.drawing.pdf import Page, pdf
from generator.drawing.raster import png
from generator.drawing.svg import Canvas


def ink_box(canvas: Canvas, scale: int = 20) -> tuple[float, ...]:
    """The box of all ink in mm, from a raster of `scale` px a mm."""
    image = Image.open(io.BytesIO(png(TAPESTRY, canvas.svg(), width=int(canvas.width * scale)))).getchannel(
        "A"
    )
    box = image.getbbox()
    assert box is not None
    return tuple(v / scale for v in box)


@pytest.mark.parametrize("edge", [None, "#000000"])
def test_blank_fills_its_box_with_round_corners(edge: str | None) -> None:
    canvas = Canvas(TAPESTRY, 20, 20)
    blank(canvas, Box(2, 2, 16, 16), "#ff0000", radius=2.4, edge=edge)
    assert ink_box(canvas) == pytest.approx((2, 2, 18, 18), abs=0.06)
    image = Image.open(io.BytesIO(png(TAPESTRY, canvas.svg(), width=400))).getchannel("A")
    assert image.getpixel((46, 46)) == 0
    assert image.getpixel((62, 62)) == 255


sizes = st.integers(-3, 22).map(float)


@settings(max_examples=60, deadline=None)
@given(sizes, sizes, st.integers(1, 20), st.integers(1, 20), st.sampled_from([1.0, 2.4, 5.0]))
def test_a_part_of_a_rounded_box_is_what_a_clip_would_show(
    x: float, y: float, width: int, height: int, radius: float
) -> None:
    whole, part = Box(1, 2, 17, 16), Box(x, y, width, height)
    clipped, cut = Canvas(TAPESTRY, 20, 20), Canvas(TAPESTRY, 20, 20)
    inside = clipped.group(clip_path=clipped.clip("whole-box", rounded(whole, radius)))
    inside.rect(part.x, part.y, part.width, part.height, fill="#8c2318")
    if data := part_of_rounded(part, whole, radius):
        cut.path(data, fill="#8c2318")
    one, other = (Image.open(io.BytesIO(png(TAPESTRY, each.svg(), width=200))) for each in (clipped, cut))
    found = ImageChops.difference(one.getchannel("A"), other.getchannel("A"))
    assert found.getextrema()[1] <= 96  # of 255: where an edge runs through a pixel, in quarters


def test_cut_marks_keep_their_gap() -> None:
    canvas = Canvas(TAPESTRY, 40, 40)
    cut_marks(canvas, (12, 28), (12, 28), gap=3, length=4)
    image = Image.open(io.BytesIO(png(TAPESTRY, canvas.svg(), width=800))).getchannel("A")
    inside = image.crop((int(9.1 * 20), int(9.1 * 20), int(30.9 * 20), int(30.9 * 20)))
    assert inside.getbbox() is None
    assert ink_box(canvas) == pytest.approx((5, 5, 35, 35), abs=0.1)


def test_cut_marks_stand_at_every_cut_outside_the_pieces() -> None:
    canvas = Canvas(TAPESTRY, 60, 60)
    cut_marks(canvas, [15, 25, 45], [20, 40], gap=2, length=3)
    image = Image.open(io.BytesIO(png(TAPESTRY, canvas.svg(), width=1200))).getchannel("A")
    above = image.crop((0, 16 * 20, 1200, 16 * 20 + 1))
    dark = [x / 20 for x in range(1200) if above.getpixel((x, 0)) > 60]
    assert {round(x) for x in dark} == {15, 25, 45}
    assert image.crop((14 * 20, 19 * 20, 46 * 20, 41 * 20)).getbbox() is None


def test_ruler_is_true_on_a_printed_page() -> None:
    canvas = Canvas(TAPESTRY, 80, 30)
    ruler(canvas, 10, 10)
    page = pypdfium2.PdfDocument(pdf(TAPESTRY, [Page.of(canvas)], "Ruler"))[0]
    image = page.render(scale=20 * 25.4 / 72).to_pil().convert("L")
    ink = ImageChops.invert(image).point(lambda v: 255 if v > 100 else 0)
    for row, width in ((1.0 + 10, 50.0), (RULER_HEIGHT / 2 + 10.5, RULER_WIDTH)):
        line = ink.crop((0, int(row * 20), ink.width, int(row * 20) + 1)).getbbox()
        assert line is not None
        assert (line[2] - line[0]) / 20 == pytest.approx(width, abs=0.2)
    box = ink.getbbox()
    assert box is not None
    assert (box[3] - box[1]) / 20 == pytest.approx(RULER_HEIGHT, abs=0.2)
