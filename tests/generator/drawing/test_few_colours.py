"""A board in few colours: with the layer on it as if both were drawn in one, and without it as the rest."""

from __future__ import annotations

import io

import pytest
from looks import TAPESTRY
from PIL import Image, ImageChops

from generator.drawing.colours import in_few_colours
from generator.drawing.raster import Raster, Shot
from generator.drawing.renderer import by_png, layer_of
from generator.drawing.svg import Canvas

LETTERS = {
    "id": "letters",
    "fill": "#402010",
    "stroke": "#ffffff",
    "stroke_width": 0.4,
    "stroke_opacity": 0.45,
}

OF_256 = 32
"""By how much a colour may differ from that of 256 which stands for it."""


@pytest.fixture
def canvas() -> Canvas:
    drawn = Canvas(TAPESTRY, 40, 20, title="Board")
    drawn.rect(0, 0, 40, 20, fill="#e8f0d8")
    drawn.circle(15, 10, 8, fill="#70a060")
    drawn.group(**LETTERS).text("1066", 4, 12, 6)
    return drawn


def raster(svg: str) -> Raster:
    return Raster.of(Shot(TAPESTRY, svg, 200))


def pixels(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def apart(one: Image.Image, other: Image.Image) -> int:
    """By how much two pictures differ at most, in any colour of any pixel."""
    return max(high for _, high in ImageChops.difference(one, other).getextrema())


def test_a_layer_is_laid_on_as_it_would_be_drawn(canvas: Canvas) -> None:
    ground, layer = canvas.svg(without=["letters"]), canvas.svg(only=["letters"])
    numbered, bare = map(pixels, in_few_colours(raster(ground), raster(layer)))
    assert apart(numbered, pixels(raster(canvas.svg()).png())) <= OF_256
    assert apart(bare, pixels(raster(ground).png())) <= OF_256
    assert apart(numbered, bare) > 100


def test_a_picture_without_a_layer_is_one(canvas: Canvas) -> None:
    (made,) = in_few_colours(raster(canvas.svg()))
    with Image.open(io.BytesIO(made)) as picture:
        assert picture.mode == "P" and round(picture.info["dpi"][0]) == 200
    assert apart(pixels(made), pixels(raster(canvas.svg()).png())) <= OF_256


def test_a_large_board_is_rendered_in_strips(canvas: Canvas, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.drawing.raster._MOST_AT_ONCE", 20_000)
    ground, layer = canvas.svg(without=["letters"]), canvas.svg(only=["letters"])
    assert raster(ground).strips > 1
    numbered, bare = map(pixels, in_few_colours(raster(ground), raster(layer)))
    assert apart(numbered, pixels(raster(canvas.svg()).png())) <= OF_256
    assert apart(bare, pixels(raster(ground).png())) <= OF_256


def test_both_renderers_lay_the_same_pixels(canvas: Canvas, monkeypatch: pytest.MonkeyPatch) -> None:
    layer = raster(canvas.svg(only=["letters"])).document
    found = layer_of(TAPESTRY, layer)
    monkeypatch.setattr("generator.drawing.renderer.renderer", lambda: by_png)
    assert layer_of(TAPESTRY, layer) == found
