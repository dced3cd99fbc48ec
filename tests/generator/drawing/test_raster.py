"""Raster: sizes, resolution, colours, equal bytes, and processes that give what one would."""

from __future__ import annotations

import io

import pytest
from looks import TAPESTRY
from PIL import Image

from generator.drawing import raster
from generator.drawing.raster import Shot, png, pngs
from generator.drawing.renderer import PictureError
from generator.drawing.svg import Canvas, inch


def counter(colour: str = "#8c2318") -> str:
    canvas = Canvas(TAPESTRY, inch(5 / 8), inch(5 / 8))
    canvas.rect(2, 2, inch(5 / 8) - 4, inch(5 / 8) - 4, fill=colour)
    return canvas.svg()


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def test_dpi_gives_the_size_and_is_stated() -> None:
    image = opened(png(TAPESTRY, counter(), dpi=300))
    assert image.size == (188, 188)
    assert image.info["dpi"] == pytest.approx((300, 300), abs=0.1)


@pytest.mark.parametrize("width", [1, 60, 75, 333])
def test_width_in_px_is_exact(width: int) -> None:
    assert opened(png(TAPESTRY, counter(), width=width)).size == (width, width)


def test_px_canvas_keeps_its_px_at_96_dpi() -> None:
    canvas = Canvas(TAPESTRY, 60, 75, unit="px")
    canvas.rect(0, 0, 60, 75, fill="#000000")
    assert opened(png(TAPESTRY, canvas.svg(), dpi=96)).size == (60, 75)


def test_colours_and_transparency() -> None:
    image = opened(png(TAPESTRY, counter(), width=100)).convert("RGBA")
    assert image.getpixel((50, 50)) == (0x8C, 0x23, 0x18, 255)
    assert image.getpixel((2, 2))[3] == 0
    assert opened(png(TAPESTRY, counter(), width=100, background="#ffffff")).convert("RGB").getpixel(
        (2, 2)
    ) == (
        255,
        255,
        255,
    )


def test_many_in_processes_are_the_same_bytes_in_order() -> None:
    shots = [Shot(TAPESTRY, counter(f"#{i:02x}8040"), width=40) for i in range(0, 240, 24)]
    assert pngs(shots, workers=2) == [png(TAPESTRY, s.svg, width=40) for s in shots]


@pytest.mark.parametrize(
    "svg", ["<svg", "<svg xmlns='http://www.w3.org/2000/svg'/>", "", "<svg width='0mm' height='1mm'/>"]
)
def test_what_is_no_picture_is_one_clear_error(svg: str) -> None:
    with pytest.raises(PictureError):
        png(TAPESTRY, svg)


def test_what_differs_in_its_title_alone_is_the_same_picture_and_is_rendered_once() -> None:
    def titled(title: str) -> str:
        canvas = Canvas(TAPESTRY, inch(5 / 8), inch(5 / 8), title=title)
        canvas.rect(2, 2, 3, 3, fill="#123456")
        return canvas.svg()

    before = raster._small_png.cache_info().misses
    first, second = png(TAPESTRY, titled("Archers 1, back")), png(TAPESTRY, titled("Archers 2, back"))
    assert first == second == png(TAPESTRY, titled(""))
    assert raster._small_png.cache_info().misses == before + 1
