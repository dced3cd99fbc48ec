"""Games of which the program carries out the whole, by mouse alone: a player who gives the orders of the
general player with clicks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mouse_player import MousePlayer
from real_table import RealTable

from modules.engine.orders import Order
from pbem.solo import saved_game
from pbem.solo.session import Session

pytestmark = pytest.mark.whole
GAMES = Path(__file__).parents[3] / "modules" / "ruled_games"
SEATS = {"moscow/winter": "german", "metz/september": "american", "depots/may": "blue", "depots/must": "red"}
KINDS = {
    "moscow/winter": {"move", "attack", "retreat", "advance", "done"},
    "metz/september": {"move", "attack", "advance", "done"},
    "depots/may": {"move", "attack", "lose", "advance", "done"},
    "depots/must": {"move", "attack", "retreat", "done"},
}


class Attacker(MousePlayer):
    """Chooses between targets of several hexes by the line of the attack, whoever is named first in it."""

    def confirm(self, order: Order) -> None:
        wanted = _sorted(str(order))
        for line in self.page.evaluate(_LINES):
            if _sorted(line) == wanted:
                return self.click(f"#card button[data-line='{line}']")
        return super().confirm(order)

    def pick_one(self, selector: str, *, add: bool) -> None:
        """In a stack a click more picks up one more: it may have been the wanted one."""
        if not (add and self.page.locator(f"{selector}[aria-pressed='true']").count()):
            super().pick_one(selector, add=add)


_LINES = "[...document.querySelectorAll('#card button[data-line]')].map((each) => each.dataset.line)"


def _sorted(line: str) -> list[list[str]]:
    return [sorted(word.split(",")) for word in line.split()]


@pytest.mark.parametrize("name", SEATS)
def test_turns_by_mouse(at_table: Callable[..., Any], tmp_path: Path, name: str) -> None:
    saved = saved_game.new(str(GAMES / name), [], SEATS[name], "policy", 0, 5)
    saved.write(tmp_path)
    table = RealTable(Session(saved, tmp_path))
    player = Attacker(at_table(table), table)
    player.show_all()
    given: list[str] = []
    while table.session.due_choice is not None and table.session.board.play.state.turn <= 2:
        given += player.play(1)
    assert {line.split()[0] for line in given} >= KINDS[name], given
    assert len(given) >= 20
    assert table.largest < 60_000
