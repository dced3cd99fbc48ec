"""Nations in greyscale and to every eye: those of each game are told apart by the ground of their
counters."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

import pytest

from generator.drawing.contrast import contrast
from generator.kit.greys import STEPS, greys_of, lightness, printed_look
from generator.kit.options import Options
from generator.look import look_of
from generator.new_game.start import start_game
from modules import library
from modules.definition import Definition, load

sys.path.append(str(Path(__file__).parents[2] / "art"))
from colour import SIGHT, difference
from looks import TAPESTRY


@pytest.mark.parametrize("name", library.games())
def test_nations_part_in_greyscale_and_to_every_eye(name: str) -> None:
    parted(library.definition(name))


@pytest.mark.parametrize("style", ["tapestry", "modern", "gunpowder"])
def test_nations_of_a_new_game_part_in_greyscale_and_to_every_eye(style: str, tmp_path: Path) -> None:
    start_game(tmp_path / "game", style=style)
    parted(load(tmp_path / "game"))


def parted(game: Definition) -> None:
    """Any two nations differ to each kind of eye, and in greys."""
    worn = {nation.palette for nation in game.game.nations.values()}
    look = look_of(game)
    sides = look.palette("sides")
    for one, other in itertools.combinations(sorted(worn), 2):
        grounds = sides[f"{one}.ground"], sides[f"{other}.ground"]
        assert all(difference(*grounds, sight) >= 15 for sight in SIGHT), (one, other)
    greys = printed_look(look, game, Options(greyscale=True)).palette("sides")
    lights = sorted(lightness(greys[f"{palette}.ground"]) for palette in worn)
    assert all(high - low >= 12 for low, high in itertools.pairwise(lights))
    assert all(contrast(greys[f"{each}.ground"], greys[f"{each}.ink"]) >= 7 for each in worn)


@pytest.mark.parametrize(
    ("name", "apart"),
    [("hastings_berg", 30), ("hastings_pulsipher", 30), ("shield_wall", 30), ("three_battles", 13)],
)
def test_enemies_part_by_more_than_friends_where_there_are_steps_enough(name: str, apart: float) -> None:
    """Three sides of six nations fill all steps: there an enemy may be the next."""
    game = library.definition(name)
    greys = greys_of(TAPESTRY, game)
    light = {nation: lightness(greys[f"{each.palette}.ground"]) for nation, each in game.game.nations.items()}
    pairs = itertools.combinations(game.game.nations.items(), 2)
    enemies = [(one, other) for (one, a), (other, b) in pairs if a.side != b.side]
    assert min(abs(light[one] - light[other]) for one, other in enemies) >= apart - 1


def test_nobody_is_moved_further_than_that_takes() -> None:
    """Two nations of one side keep their order of lightness."""
    game = library.definition("three_battles")
    greys, sides = greys_of(TAPESTRY, game), TAPESTRY.palette("sides")
    normans = [f"{n.palette}.ground" for n in game.game.nations.values() if n.side == "norman"]
    assert sorted(normans, key=lambda name: lightness(sides[name])) == sorted(
        normans, key=lambda name: lightness(greys[name])
    )
    assert len({*greys}) <= 2 * len(STEPS)
