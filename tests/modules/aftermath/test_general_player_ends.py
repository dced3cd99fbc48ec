"""The general player ends a phase in which nothing ends attacks, and is done where dice are used up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from meadow import RETREAT, STRENGTH, laid_out

from modules.engine.driver import Play
from modules.engine.orders import Done
from modules.engine.requests import Choose
from modules.free_table.dice_limit import MOST_DICE

MARK = {"do": "mark", "of": "defenders", "state": "disordered"}
CORNER = {
    "strength": {**STRENGTH, "above": "DR"},
    "results": {"DR": [{"do": "retreat", "of": "defenders", "hexes": 6}]},
    "retreat": {**RETREAT, "blocked": "stay"},
}
"""A unit in a corner that is driven back without a die, has no way, and stays."""
ENDLESS = {
    "rolled": (
        {"B-inf-1": "0402", "R-inf-1": "0502", "B-guard": "0401"},
        {"results": {code: [dict(MARK)] for code in ("DE", "DR", "-", "AR")}},
    ),
    "sure": (
        {"B-inf-1": "0102", "B-guard": "0102", "B-arm-1": "0201", "B-inf-2": "0201", "R-inf-1": "0101"},
        CORNER,
    ),
}


def _advised(play: Play[Any]) -> Any:
    assert isinstance(play.request, Choose)
    return play.rules.advise(play.request, play.state, None)


@pytest.mark.parametrize("name", ENDLESS)
def test_the_same_attack_is_not_made_for_ever_where_no_clause_forbids_it(name: str, tmp_path: Path) -> None:
    units, battle = ENDLESS[name]
    play, attacks = laid_out(tmp_path, "blue combat", units, battle), 0
    while (play.state.phase, play.state.active) == ("combat", "blue"):
        if isinstance(play.request, Choose):
            attacks += play.request.kind == "attack"
            play.answer(_advised(play))
        else:
            play.answer((3,))
        assert attacks < 10
    assert attacks > 1


def test_without_dice_the_player_is_done(tmp_path: Path) -> None:
    units, battle = ENDLESS["rolled"]
    play = laid_out(tmp_path, "blue combat", units, battle)
    assert _advised(play).verb == "attack"
    play.state.attack_dice = MOST_DICE
    assert _advised(play) == Done()
