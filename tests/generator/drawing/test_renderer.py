"""Renderer: both packages give the same pixels, which are those of the PNG that resvg would write."""

from __future__ import annotations

import importlib.util
import io
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
import resvg
from hypothesis import given
from hypothesis import strategies as st
from looks import TAPESTRY
from PIL import Image

from generator.counters.printed import FACES_OF_A_COUNTER, piece, piece_svg
from generator.drawing import renderer
from generator.drawing.raster import Raster, Shot, png
from generator.drawing.renderer import PictureError, by_pixels, by_png
from modules.library import definition

quick = pytest.mark.skipif(
    importlib.util.find_spec("svg2png_py") is None, reason="svg2png-py has no build for this system"
)
shares = st.floats(0, 1).map(lambda share: f"{share:.3f}")
colours = st.integers(0, 0xFFFFFF).map(lambda colour: f"#{colour:06x}")
shapes = st.tuples(colours, shares, st.integers(-9, 30), st.integers(-9, 30), st.integers(1, 25))


def document(drawn: list[tuple[str, str, int, int, int]]) -> str:
    circles = "".join(
        f'<circle fill="{colour}" fill-opacity="{share}" cx="{x}.3" cy="{y}.7" r="{radius}"/>'
        for colour, share, x, y, radius in drawn
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="24" height="17">{circles}</svg>'


def pixels_of_png(svg: str) -> bytes:
    tree = resvg.usvg.Tree.from_str(svg, resvg.usvg.Options.default())
    return Image.open(io.BytesIO(resvg.render(tree, (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)))).tobytes()


@given(st.lists(shapes, max_size=6), st.none() | colours)
@quick
def test_both_give_the_same_pixels(
    drawn: list[tuple[str, str, int, int, int]], background: str | None
) -> None:
    svg = document(drawn)
    assert by_pixels(TAPESTRY, svg, background) == by_png(TAPESTRY, svg, background)
    if background is None:
        assert by_png(TAPESTRY, svg, None) == pixels_of_png(svg)


@quick
@pytest.mark.parametrize("face", FACES_OF_A_COUNTER)
@pytest.mark.parametrize("text_as", ["text", "paths"])
def test_a_counter_is_the_same_bytes_from_both(
    monkeypatch: pytest.MonkeyPatch, face: str, text_as: str
) -> None:
    game = definition("three_battles")
    each = next(piece(TAPESTRY, game, name) for name, told in game.counters.items() if told.steps == 2)
    svg = piece_svg(TAPESTRY, game, each, face, text_as=text_as).svg  # type: ignore[arg-type]
    found = Raster.of(Shot(TAPESTRY, svg, dpi=211))  # no other picture is kept at this resolution
    made = []
    for render in (by_pixels, by_png):
        monkeypatch.setattr("generator.drawing.raster.renderer", lambda render=render: render)
        monkeypatch.setattr("generator.drawing.raster._MOST_KEPT", 0)
        made.append(found.png())
    assert made[0] == made[1]


def test_without_the_quicker_package_the_other_one_renders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "svg2png_py", None)
    renderer.renderer.cache_clear()
    try:
        assert renderer.renderer() is by_png
        assert png(TAPESTRY, document([("#8c2318", "1", 9, 9, 5)]), width=24)
    finally:
        renderer.renderer.cache_clear()


@pytest.mark.parametrize("render", [pytest.param(by_pixels, marks=quick), by_png])
def test_a_second_thread_gets_the_same_pixels(render: renderer.Render) -> None:
    """A page's calls are answered in threads, and a robot has one of its own."""
    svg = document([("#8c2318", "1", 9, 9, 5)])
    mine = render(TAPESTRY, svg, None)
    with ThreadPoolExecutor(1) as other:
        assert other.submit(render, TAPESTRY, svg, None).result() == mine
    assert render(TAPESTRY, svg, None) == mine


@pytest.mark.parametrize("render", [pytest.param(by_pixels, marks=quick), by_png])
@pytest.mark.parametrize("svg", ["<svg", "", '<svg width="4" height="4"><g></svg>'])
def test_what_is_not_well_formed_is_one_clear_error(render: renderer.Render, svg: str) -> None:
    with pytest.raises(PictureError, match="not well-formed SVG"):
        render(TAPESTRY, svg, None)
