"""Nations in greyscale and to every eye: those of each game are told apart by the ground of their
counters."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

import pytest

from generator.drawing.art import art
from generator.drawing.contrast import contrast
from generator.kit.greys import STEPS, greys_of, lightness, printed_with
from generator.kit.options import Options
from modules import library

sys.path.append(str(Path(__file__).parents[2] / "art"))
from colour import SIGHT, difference


@pytest.mark.parametrize("name", library.games())
def test_nations_part_in_greyscale_and_to_every_eye(name: str) -> None:
    game = library.definition(name)
    worn = {nation.palette for nation in game.game.nations.values()}
    sides = art().palette("sides")
    for one, other in itertools.combinations(sorted(worn), 2):
        grounds = sides[f"{one}.ground"], sides[f"{other}.ground"]
        assert all(difference(*grounds, sight) >= 15 for sight in SIGHT), (one, other)
    with printed_with(game, Options(greyscale=True)):
        greys = art().palette("sides")
    lights = sorted(lightness(greys[f"{palette}.ground"]) for palette in worn)
    assert all(high - low >= 12 for low, high in itertools.pairwise(lights))
    assert all(contrast(greys[f"{each}.ground"], greys[f"{each}.ink"]) >= 7 for each in worn)


def test_the_order_of_lightness_stays() -> None:
    game = library.definition("three_battles")
    greys, sides = greys_of(game), art().palette("sides")
    grounds = [name for name in greys if name.endswith(".ground")]
    before = sorted(grounds, key=lambda name: lightness(sides[name]))
    assert before == sorted(grounds, key=lambda name: lightness(greys[name]))
    assert len(grounds) <= len(STEPS)
