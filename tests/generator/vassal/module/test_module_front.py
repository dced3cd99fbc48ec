"""Zones of control that lie in front of a counter: a layer that turns with it, and which hexes it shows."""

from __future__ import annotations

from io import BytesIO
from math import cos, radians, sin
from pathlib import Path

import pytest
from looks import TAPESTRY
from PIL import Image

from generator.drawing.raster import png
from generator.new_game import start_game
from generator.vassal.format.keys import ctrl
from generator.vassal.format.traits import AreaOfEffect, Embellishment, FreeRotator
from generator.vassal.lint import lint_file
from generator.vassal.make import write_module
from generator.vassal.module.front import front_svg
from generator.vassal.module.hexes import HexModule
from generator.vassal.module.planning import Sizes, plan_module
from modules.definition import DefinitionError, load

SMALL = Sizes(hex=24, counter=20)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A new game, to which facing is given."""
    start_game(tmp_path / "game")
    return tmp_path / "game"


def test_a_zone_of_control_in_front_turns_with_the_counter(folder: Path, tmp_path: Path) -> None:
    (folder / "vassal.yaml").write_text(
        "zone_of_control: {key: K, front: 3}\nfacing: {steps: 6, kinds: [rider]}\n"
    )
    plan = plan_module(load(folder), SMALL)
    assert isinstance(plan, HexModule)
    rider, foot = (plan.roster.counter(name).traits for name in ("R-rider-1", "S-fyrd-1"))
    assert not any(isinstance(trait, AreaOfEffect) for trait in rider)
    assert any(isinstance(trait, AreaOfEffect) for trait in foot)
    at = {trait.name: i for i, trait in enumerate(rider) if isinstance(trait, Embellishment | FreeRotator)}
    (shape,) = (i for i, trait in enumerate(rider) if trait.type_text().startswith("nonRect2;"))
    assert at["Facing"] < shape < at["Step"] < at["Front"] == len(rider) - 1
    front = rider[-1]
    assert isinstance(front, Embellishment) and front.activate_keystroke == ctrl("K") and front.level == -1
    assert front.images[0] in dict(plan.piece_shots())
    assert rider[shape].type_text().endswith(f" N {front.images[0]}")
    write_module(plan.definition, tmp_path / "front.vmod", SMALL, workers=1)
    assert lint_file(tmp_path / "front.vmod", None) == []


@pytest.mark.parametrize(("front", "flat_top", "middles"), [(3, True, (-60, 0, 60)), (2, False, (-30, 30))])
def test_the_hexes_in_front_lie_before_the_counter(
    front: int, flat_top: bool, middles: tuple[int, ...]
) -> None:
    picture = Image.open(BytesIO(png(TAPESTRY, front_svg(TAPESTRY, front, flat_top=flat_top), width=320)))
    for bearing in range(0 if flat_top else 30, 360, 60):
        angle = radians(bearing)
        x, y = 160 + 100 * sin(angle), 160 - 100 * cos(angle)
        signed = bearing - 360 if bearing > 180 else bearing
        assert (picture.getpixel((round(x), round(y)))[3] > 0) == (signed in middles), bearing
    assert picture.getpixel((160, 160))[3] == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("zone_of_control: {key: K, front: 3}\n", "need facing with 6 steps"),
        ("zone_of_control: {key: K, front: 3}\nfacing: {steps: 12}\n", "need facing with 6 steps"),
        ("zone_of_control: {key: K, front: 3, radius: 2}\nfacing: {steps: 6}\n", "a radius of 1"),
        ("zone_of_control: {key: K, front: 2}\nfacing: {steps: 6}\n", "faces a side: give 1, 3 or 5"),
        ("zone_of_control: {key: K, front: 7}\n", "expected at most 5"),
    ],
)
def test_a_front_that_cannot_be_shown_is_refused(folder: Path, text: str, words: str) -> None:
    (folder / "vassal.yaml").write_text(text)
    with pytest.raises(DefinitionError, match=words):
        plan_module(load(folder))
