"""Marks above capitals stay on the counter, in each style that ships."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from generator.counters.printed import counter_svg
from generator.drawing.raster import png
from generator.look import look_of
from generator.new_game import start_game
from modules.definition import load

NAMED = {"tapestry": "Wulf", "modern": "Morel", "gunpowder": "Rittberg"}
_DOT = 0.25
"""How tall what stands above a capital is at least, in mm."""


@pytest.mark.parametrize("style", NAMED)
def test_the_marks_of_a_capital_are_not_cut_off(style: str, tmp_path: Path) -> None:
    start_game(tmp_path / "game", style=style)
    file, seen = tmp_path / "game" / "counters.yaml", []
    told = file.read_text(encoding="utf-8")
    for name in ("Ory", "Őry"):
        file.write_text(told.replace(f"name: {NAMED[style]},", f"name: {name},"), encoding="utf-8")
        game = load(tmp_path / "game")
        (counter,) = (each for each in game.counters if NAMED[style] in each)
        face = counter_svg(look_of(game), game, counter, "front").svg
        seen.append(Image.open(io.BytesIO(png(look_of(game), face, dpi=600))).convert("RGB"))
    marks = ImageChops.difference(*seen).getbbox()
    assert marks is not None and (marks[3] - marks[1]) * 25.4 / 600 > _DOT
