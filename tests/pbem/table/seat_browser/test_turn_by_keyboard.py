"""A turn of a game by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from key_player import KeyPlayer
from real_table import RealTable, begin

pytestmark = pytest.mark.whole


def test_a_turn_by_keyboard(at_table: Callable[..., Any], tmp_path: Path) -> None:
    table = RealTable(begin("shield_wall/hastings", tmp_path / "game", "norman"))
    player = KeyPlayer(at_table(table), table)
    player.settle()
    session, given = table.session, 0
    while session.due_choice is not None and session.board.play.state.turn == 1:
        given += len(player.play(1))
    assert given >= 20 and player.clicks == 0
