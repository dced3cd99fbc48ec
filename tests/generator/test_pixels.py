"""Pixels: a large sheet, a chart and pages of a kit look as they were last looked at."""

from __future__ import annotations

from pathlib import Path

import pixels
import pytest
import yaml
from PIL import Image, ImageDraw

BUILD = Path(__file__).parents[2] / "build" / "pixels"
HASHES: dict[str, str] = yaml.safe_load((pixels.KEPT / "hashes.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", pixels.EXACT)
def test_a_picture_has_the_pixels_that_were_kept(name: str) -> None:
    picture = pixels.EXACT[name]()
    if pixels.digest(picture) != HASHES[name]:
        pytest.fail(pixels.shown(name, picture, BUILD))


@pytest.mark.parametrize("name", pixels.ALIKE)
def test_a_page_of_a_pdf_looks_like_what_was_kept(name: str) -> None:
    picture = pixels.ALIKE[name]()
    if pixels.apart(pixels.small(picture), pixels.kept(name)) > pixels.LIKE:
        pytest.fail(pixels.shown(name, picture, BUILD))


def test_where_pictures_part_the_difference_is_drawn(tmp_path: Path) -> None:
    """One small square changed: the hash is another, and the square is what the picture of it shows."""
    picture = pixels.chart()
    spoiled = picture.copy()
    x, y = picture.width // 2, picture.height // 2
    ImageDraw.Draw(spoiled).rectangle((x, y, x + 12, y + 12), fill="#ff00ff")
    assert pixels.digest(spoiled) != pixels.digest(picture)
    told = pixels.shown("chart", spoiled, tmp_path)
    assert str(tmp_path / "chart-expected.png") in told
    shown = Image.open(tmp_path / "chart-difference.png")
    scale = pixels.WIDTH / picture.width
    left, top, right, bottom = shown.point(lambda v: 255 - v).getbbox()
    assert left == pytest.approx(x * scale, abs=2) and top == pytest.approx(y * scale, abs=2)
    assert right == pytest.approx((x + 12) * scale, abs=2) and bottom == pytest.approx(
        (y + 12) * scale, abs=2
    )
    assert Image.open(tmp_path / "chart-actual.png").size == picture.size
