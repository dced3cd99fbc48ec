"""A turn of each game by mouse alone: a player who gives the orders of the game's policy with clicks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mouse_player import MousePlayer
from real_table import RealTable, begin

pytestmark = pytest.mark.whole
SEATS = {
    "three_battles/fulford": "viking",
    "shield_wall/hastings": "norman",
    "hastings_berg/hastings": "norman",
    "year_of_the_comet/campaign": "viking",
}


@pytest.fixture
def seated(at_table: Callable[..., Any], tmp_path: Path) -> Callable[[str, str], MousePlayer]:
    """Seats a player with a mouse at a game."""

    def seat(name: str, side: str) -> MousePlayer:
        table = RealTable(begin(name, tmp_path / "game", side))
        return MousePlayer(at_table(table), table)

    return seat


@pytest.mark.parametrize("name", SEATS)
def test_a_turn_by_mouse(seated: Callable[..., MousePlayer], name: str) -> None:
    player = seated(name, SEATS[name])
    player.show_all()
    session, given = player.table.session, 0
    while session.due_choice is not None and (session.board.play.state.turn == 1 or given < 20):
        given += len(player.play(1))
    assert given >= 20
    assert player.table.largest < 60_000


def test_the_card_game_to_its_end_by_mouse(seated: Callable[..., MousePlayer]) -> None:
    player = seated("hastings_pulsipher/small", "saxon")
    player.show_all()
    player.play(1_000)
    assert player.table.session.whole.state.outcome is not None
    assert player.page.locator(".result").is_visible()
