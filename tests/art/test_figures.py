"""Figures: each keeps to its box, shows at counter size on every ground and differs from the others."""

from __future__ import annotations

import io
import itertools

import pytest
from colour import contrast
from looks import TAPESTRY
from PIL import Image, ImageChops

from generator.drawing.art import Figure
from generator.drawing.figures import Box, draw_figure
from generator.drawing.raster import png
from generator.drawing.svg import Canvas

SIDES = TAPESTRY.palette("sides")
ALL = TAPESTRY.figures()
PEOPLE = [name for name in ALL if name.rpartition("/")[0] in ("", "leaders", "standards")]
LEADERS: dict[str, str] = TAPESTRY.tree("leaders.yaml")["palettes"]
"""Each leader of 1066 and the palette of his nation."""
GLYPHS = [name for name in ALL if name.startswith("glyphs/")]


def shot(figure: Figure, side: str, margin: float, pixels: int) -> Image.Image:
    """A figure in a square box with a margin around it, on its side's ground."""
    canvas = Canvas(TAPESTRY, 100, 100)
    colours = SIDES.under(side)
    canvas.rect(0, 0, 100, 100, fill=colours["ground"])
    draw_figure(canvas, figure, Box(margin, margin, 100 - 2 * margin, 100 - 2 * margin), colours)
    return Image.open(io.BytesIO(png(TAPESTRY, canvas.svg(), width=pixels))).convert("RGB")


def inked(image: Image.Image) -> tuple[int, int, int, int] | None:
    """The box of all that differs from the picture's corner."""
    ground = Image.new("RGB", image.size, image.getpixel((0, 0)))
    return ImageChops.difference(image, ground).getbbox()


FOOT = ("huscarl", "thegn", "foot", "hirdman", "viking", "fyrd", "javelin", "slinger", "archer", "crossbow")


def test_the_games_pieces_are_there() -> None:
    horse = {"knight", "knight-charging", "duke", "horse"}
    assert {*FOOT, *horse, "king", "earl", "bishop", "wounded", "routed", "ship", "comet"} <= set(PEOPLE)
    assert {f"standards/{name}" for name in ("dragon", "fighting-man", "raven", "papal", "gonfanon")} <= set(
        ALL
    )
    for side in (name for name in SIDES.groups if not name.startswith("marker_")):
        assert {f"shields/{side}", f"banners/{side}"} <= set(ALL)
    wanted = {"marsh", "tree", "star", "dagger", "arrow-head", "church", "ford", "comet", "compass"}
    land = {
        "hill",
        "mountain",
        "moor",
        "wall",
        "hedge",
        "port",
        "anchor",
        "abbey",
        "wave",
        "ship",
        "monolith",
    }
    states = {"routed", "exhausted", "out-of-command", "moved", "fired", "activated", "victory", "control"}
    facing = {"facing", "facing-vertex", "facing-side"}
    assert {f"glyphs/{name}" for name in {*wanted, *land, *states, *facing}} <= set(ALL)


def test_a_leader_has_his_own_figure_banner_and_shield_whose_charge_shows(subtests: pytest.Subtests) -> None:
    for leader, side in LEADERS.items():
        with subtests.test(leader):
            assert f"leaders/{leader}" in ALL
            for kind in ("banners", "shields"):
                strokes = TAPESTRY.figure(f"{kind}/{leader}").strokes
                first = next(i for i, stroke in enumerate(strokes) if stroke.width is None)
                field, mark = strokes[first].role, strokes[first + 1].role
                assert contrast(SIDES[f"{side}.{field}"], SIDES[f"{side}.{mark}"]) >= 3, (kind, field, mark)


def test_every_leader_of_the_art_room_is_measured() -> None:
    there = {name.partition("/")[2] for name in ALL if name.startswith("leaders/")}
    assert {name.removesuffix("-mounted") for name in there} == set(LEADERS)


def test_figure_keeps_to_its_box_and_fills_it(subtests: pytest.Subtests) -> None:
    for name in ALL:
        with subtests.test(name):
            figure = TAPESTRY.figure(name)
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


def test_figure_shows_on_its_counter_at_60_px(subtests: pytest.Subtests) -> None:
    for name, side in itertools.product(PEOPLE, SIDES.groups):
        with subtests.test(name, side=side):
            image = shot(TAPESTRY.figure(name), side, 10, 60).convert("L")
            ground = image.getpixel((0, 0))
            differing = sum(
                count for value, count in enumerate(image.histogram()) if abs(value - ground) > 40
            )
            assert differing / (60 * 60) > 0.06


def silhouette(name: str, pixels: int = 40) -> Image.Image:
    """Where a figure in a square of so many pixels has ink: 255, else 0."""
    image = shot(TAPESTRY.figure(name), "neutral", 5, pixels)
    ground = Image.new("RGB", image.size, image.getpixel((0, 0)))
    return ImageChops.difference(image, ground).convert("L").point(lambda v: 255 if v > 24 else 0)


def overlap(one: Image.Image, other: Image.Image) -> float:
    """The share of the ink of both that both have: 1 for the same silhouette."""
    both = ImageChops.multiply(one, other).histogram()[255]
    return both / ImageChops.lighter(one, other).histogram()[255]


def test_figures_have_silhouettes_of_their_own_at_40_px() -> None:
    masks = {name: silhouette(name) for name in PEOPLE}
    pairs = itertools.combinations(PEOPLE, 2)
    alike = {pair: found for pair in pairs if (found := overlap(masks[pair[0]], masks[pair[1]])) >= 0.88}
    assert alike == {}


def test_classes_of_troops_are_far_apart_at_40_px() -> None:
    """A game puts these side by side: no two share more than two thirds of their ink."""
    masks = {name: silhouette(name) for name in [*FOOT, "knight", "knight-charging", "wounded", "routed"]}
    alike = {
        pair: found
        for pair in itertools.combinations(masks, 2)
        if (found := overlap(masks[pair[0]], masks[pair[1]])) >= 0.67
    }
    assert alike == {}


def test_glyphs_have_pictures_of_their_own_at_24_px() -> None:
    """Not of their outlines alone: what is drawn inside a shield or a cube tells it too."""
    shots = {name: shot(TAPESTRY.figure(name), "neutral", 2, 24).convert("L") for name in GLYPHS}
    alike = []
    for one, other in itertools.combinations(GLYPHS, 2):
        apart = ImageChops.difference(shots[one], shots[other]).histogram()
        if sum(apart[48:]) < 0.05 * 24 * 24:
            alike.append((one, other, sum(apart[48:])))
    assert alike == []
