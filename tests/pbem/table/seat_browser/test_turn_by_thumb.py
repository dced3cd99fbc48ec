"""A turn of a game on a telephone: by taps and swipes alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from real_table import RealTable, begin
from thumb_player import PHONE, ThumbPlayer

pytestmark = pytest.mark.whole


def test_a_turn_by_thumb(at_table: Callable[..., Any], tmp_path: Path) -> None:
    table = RealTable(begin("three_battles/fulford", tmp_path / "game", "viking"))
    player = ThumbPlayer(at_table(table, **PHONE), table)
    player.settle()
    session, given = table.session, 0
    while session.due_choice is not None and session.board.play.state.turn == 1:
        given += len(player.play(1))
    assert given >= 20
    assert player.page.evaluate("document.documentElement.scrollWidth") == 390
    assert player.swipes < player.clicks
