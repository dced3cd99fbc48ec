"""What must hold in every game of Shield Wall, whoever plays and whichever options are in force."""

from __future__ import annotations

import pytest
from ridge_battles import RIDGE
from watching import Dice, check_replay, drawn_options

GAMES = 12
"""Games that are watched; `scripts/soak` watches thousands."""

STOP = 220
"""Most of them end after so many answers."""

SENSES = (0.0, 0.5, 0.85)
"""How often the players are sensible instead of random."""


@pytest.mark.long
@pytest.mark.parametrize("seed", range(GAMES))
def test_games_watched(seed: int) -> None:
    options = drawn_options("shield_wall", "hastings", Dice(seed))
    stop = 0 if seed < len(SENSES) else STOP
    check_replay(RIDGE.play_watched("hastings", seed, options, SENSES[seed % len(SENSES)], 60, stop))
