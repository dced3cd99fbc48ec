"""What must hold in every game of Hastings: 1066, whoever plays and whichever options are in force."""

from __future__ import annotations

import pytest
from senlac_battles import SENLAC
from watching import Dice, check_replay, drawn_options

from modules.cases import Case, played
from modules.engine.requests import Choose, Roll

GAMES = 3
"""Games that are watched; `scripts/soak` watches thousands."""

STOP = 350
"""Most of them end after so many answers."""

SENSES = (0.0, 0.5, 0.85)
"""How often the players are sensible instead of random."""


@pytest.mark.long
@pytest.mark.parametrize("seed", range(GAMES))
def test_games_watched(seed: int) -> None:
    options = drawn_options("hastings_berg", "hastings", Dice(seed))
    stop = 0 if seed < 1 else STOP
    check_replay(SENLAC.play_watched("hastings", seed, options, SENSES[seed % len(SENSES)], 60, stop))


CROWD = [f"{row:02}{column:02}" for row in range(11, 4, -1) for column in range(8, 13)]
KINDS = {"levy": 14, "javelin": 12, "slinger": 8}
MEEK = [f"S-{kind}-{n}" for kind, most in KINDS.items() for n in range(1, most + 1)]
ANSWERS = 1000
"""More than a crowd of 34 needs that runs off the map one over the other."""


@pytest.mark.parametrize("running", ["1110", "1108 1109 1110 1111 1112"])
def test_a_cascade_of_routs_ends(running: str) -> None:
    """Some who have routed run through a crowd that never holds: what follows comes to an end, and nobody is
    nearer to the enemy after it."""
    places = dict(zip(MEEK, CROWD, strict=False))
    units = {u: f"{place}, N, routed" if place in running else place for u, place in places.items()}
    units["N-foot-1"] = "2010"
    case = {"rule": "9.6.5", "title": "a crowd", "phase": "saxon rally", "units": units, "play": []}
    play = played("hastings_berg/hastings", Case.model_validate(case, strict=False))
    while play.request is not None and play.state.phase == "rally":
        assert play.count < ANSWERS
        request = play.request
        if isinstance(request, Roll):
            play.answer(tuple(die.sides for die in request.dice))
        else:
            assert isinstance(request, Choose)
            play.answer(request.options.legal()[0])
    left = {u: unit.at for u, unit in play.state.units.items() if u in places and unit.at != "lost"}
    assert all(at[:2] <= places[u][:2] for u, at in left.items())
    assert sum("checks morale" in event.text for event in play.events) > len(places) / 5
