"""Figures: each keeps to its box, shows at counter size on every ground and differs from the others."""

from __future__ import annotations

import io
import itertools

import pytest
from PIL import Image, ImageChops

from generator.art import Figure, art
from generator.figures import Box, draw_figure
from generator.raster import png
from generator.svg import Canvas

SIDES = art().palette("sides")
ALL = art().figures()
PEOPLE = [name for name in ALL if "/" not in name]
GLYPHS = [name for name in ALL if name.startswith("glyphs/")]


def shot(figure: Figure, side: str, margin: float, pixels: int) -> Image.Image:
    """A figure in a square box with a margin around it, on its side's ground."""
    canvas = Canvas(100, 100)
    colours = SIDES.under(side)
    canvas.rect(0, 0, 100, 100, fill=colours["ground"])
    draw_figure(canvas, figure, Box(margin, margin, 100 - 2 * margin, 100 - 2 * margin), colours)
    return Image.open(io.BytesIO(png(canvas.svg(), width=pixels))).convert("RGB")


def inked(image: Image.Image) -> tuple[int, int, int, int] | None:
    """The box of all that differs from the picture's corner."""
    ground = Image.new("RGB", image.size, image.getpixel((0, 0)))
    return ImageChops.difference(image, ground).getbbox()


def test_the_games_pieces_are_there() -> None:
    assert {"huscarl", "foot", "fyrd", "archer", "knight", "knight-charging", "king", "duke", "earl"} <= set(
        PEOPLE
    )
    for side in (name for name in SIDES.groups if not name.startswith("marker_")):
        assert {f"shields/{side}", f"banners/{side}"} <= set(ALL)
    wanted = {"marsh", "tree", "star", "dagger", "arrow-head", "church", "ford", "comet", "compass"}
    assert {f"glyphs/{name}" for name in wanted} <= set(ALL)


@pytest.mark.parametrize("name", ALL)
def test_figure_keeps_to_its_box_and_fills_it(name: str) -> None:
    figure = art().figure(name)
    box = inked(shot(figure, "neutral", 20, 400))
    assert box is not None
    scale = min(240 / figure.width, 240 / figure.height)
    left, right = 200 - figure.width * scale / 2, 200 + figure.width * scale / 2
    top, bottom = 320 - figure.height * scale, 320
    assert box[0] >= left - 1.5
    assert box[2] <= right + 1.5
    assert box[1] >= top - 1.5
    assert box[3] <= bottom + 1.5
    tall, wide = (box[3] - box[1]) / (bottom - top), (box[2] - box[0]) / (right - left)
    assert min(tall, wide) > 0.95


@pytest.mark.parametrize("side", SIDES.groups)
@pytest.mark.parametrize("name", PEOPLE)
def test_figure_shows_on_its_counter_at_60_px(name: str, side: str) -> None:
    image = shot(art().figure(name), side, 10, 60).convert("L")
    ground = image.getpixel((0, 0))
    differing = sum(count for value, count in enumerate(image.histogram()) if abs(value - ground) > 40)
    assert differing / (60 * 60) > 0.06


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(PEOPLE, 2)))
def test_figures_have_silhouettes_of_their_own_at_40_px(one: str, other: str) -> None:
    masks = []
    for name in (one, other):
        image = shot(art().figure(name), "neutral", 5, 40)
        ground = Image.new("RGB", image.size, image.getpixel((0, 0)))
        masks.append(ImageChops.difference(image, ground).convert("L").point(lambda v: 255 if v > 24 else 0))
    both = ImageChops.multiply(*masks).histogram()[255]
    either = ImageChops.lighter(*masks).histogram()[255]
    assert both / either < 0.9
