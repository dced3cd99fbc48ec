"""What may be said at once in a phase that is half by program: no act by hand is a button of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.new_game.start import start_game
from modules.engine.gestures.by_hand import is_by_hand
from pbem.solo.session_source import SessionSource
from pbem.solo.tried_game import TriedGame, TriedSource
from pbem.table.seat.due_words import describe_due

TO_COMBAT = ("deploy", "done", "move P-line-1 0504-0604", "done", "done")


@pytest.fixture
def assault(tmp_path: Path) -> SessionSource:
    start_game(tmp_path / "lohbach", "The first turn", "gunpowder", "hexes")
    tried = TriedGame(str(tmp_path / "lohbach"), "lohbach", (), "", tmp_path / "kept")
    source = TriedSource(tried, lambda: False, list, print)
    for line in TO_COMBAT:
        source.session.give(line)
    return source


def test_an_example_of_an_act_by_hand_is_no_button(assault: SessionSource) -> None:
    play, choice = assault.session.whole, assault.session.due_choice
    assert choice is not None
    assert not is_by_hand(choice)
    assert any(order.verb == "hand" for order in choice.options.legal())
    told = describe_due(play.rules.definition, play, choice, closed=False)
    assert [word["line"] for word in told["words"]] == ["done"]
