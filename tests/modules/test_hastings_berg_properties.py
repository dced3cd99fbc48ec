"""What must hold in every game of Hastings: 1066, whoever plays and whichever options are in force."""

from __future__ import annotations

import pytest
from senlac_battles import SENLAC
from watching import Dice, check_replay, drawn_options

GAMES = 3
"""Games that are watched; `scripts/soak` watches thousands."""

STOP = 350
"""Most of them end after so many answers."""

SENSES = (0.0, 0.5, 0.85)
"""How often the players are sensible instead of random."""


@pytest.mark.parametrize("seed", range(GAMES))
def test_games_watched(seed: int) -> None:
    options = drawn_options("hastings_berg", "hastings", Dice(seed))
    stop = 0 if seed < 1 else STOP
    check_replay(SENLAC.play_watched("hastings", seed, options, SENSES[seed % len(SENSES)], 60, stop))
