"""A turn of each game by mouse alone: a player who gives the orders of the game's policy with clicks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mouse_player import MousePlayer
from real_table import HOST, RealTable, begin

pytestmark = pytest.mark.whole
SEATS = {
    "three_battles/fulford": "viking",
    "shield_wall/hastings": "norman",
    "hastings_berg/hastings": "norman",
    "year_of_the_comet/campaign": "viking",
}


@pytest.fixture
def seated(launched: Any, tmp_path: Path) -> Any:
    """Seats a player with a mouse at a game; nothing may go wrong in the page."""
    faults: list[str] = []
    contexts = []

    def seat(name: str, side: str, **settings: Any) -> MousePlayer:
        table = RealTable(begin(name, tmp_path / "game", side))
        desk = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
        contexts.append(launched.new_context(**{**desk, **settings}))
        page = contexts[-1].new_page()
        page.on("console", lambda said: faults.append(f"console: {said.text}"))
        page.on("pageerror", lambda fault: faults.append(f"error: {fault}"))
        table.attach(page)
        page.goto(f"{HOST}/#once")
        return MousePlayer(page, table)

    yield seat
    for context in contexts:
        context.close()
    assert faults == []


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
