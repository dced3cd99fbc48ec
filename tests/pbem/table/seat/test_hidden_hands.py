"""What another person holds changes no byte of what a seat is told.

The same game is dealt again and again, and each time the Norman has another card in the place of one in the
pile, which nobody has seen. The Saxon's page, its answers and its files have to be the same.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from modules.engine.players.match import fallen
from modules.engine.requests import Shuffle
from pbem.solo import saved_game, session
from pbem.solo.saved_game import HOT_SEAT
from pbem.solo.session import Session
from pbem.solo.session_source import SessionSource
from pbem.table.seat.table_calls import TableCalls

Json = dict[str, Any]
DEALT = "hastings_pulsipher/small"
PLACED = 24  # orders of both sides before the first decision that events bear upon


def deal(monkeypatch: pytest.MonkeyPatch, swapped: dict[int, int]) -> None:
    """Deals event cards so that those with these numbers lie in the place of each other."""

    def fall(request: Any, chance: Any) -> Any:
        found = fallen(request, chance)
        if isinstance(request, Shuffle) and request.secret == "E" and isinstance(found, tuple):
            return tuple(swapped.get(card, card) for card in found)
        return found

    monkeypatch.setattr(session, "fallen", fall)


def play(folder: Path) -> Session:
    made = Session(saved_game.new(DEALT, [], "saxon", HOT_SEAT, 0, 7), folder)
    for _ in range(PLACED):
        list(made.go_on())
        made.give(str(made.advise()))
    list(made.go_on())
    return made


def hand(made: Session, side: str) -> list[str]:
    lying = made.rules.off_map(made.whole.state)
    return sorted(each.counter for each in lying if each.place == f"hand {side}")


def answers(made: Session) -> dict[str, Json | bytes]:
    """All that the page of the Saxon may be told now."""
    table = TableCalls(SessionSource(made), "again")
    calls, draft = table.calls(), {"draft": made.draft}
    told: dict[str, Json | bytes] = {"curtain": calls["begin"](draft), "begin": calls["sit"](draft)}
    assert made.due_choice is not None and made.viewer == "saxon"
    for order in made.due_choice.options.legal():
        told[str(order)] = calls["read"]({**draft, "gesture": {"kind": "press", "word": str(order)}})
    told["advise"] = calls["advise"](draft)
    gives: Callable[[str], bytes] = lambda name: table.downloads()[name](draft).data  # noqa: E731
    return {**told, **{name: gives(name) for name in ("save", "story", "orders")}}


def test_another_hand_changes_nothing_that_a_seat_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = play(tmp_path / "first")
    held, other, known = hand(first, "saxon"), hand(first, "norman"), answers(first)
    deal(monkeypatch, {0: 3, 3: 0})
    second = play(tmp_path / "second")
    assert hand(second, "saxon") == held
    assert hand(second, "norman") != other
    found = answers(second)
    assert [
        name
        for name in known
        if json.dumps(known[name], default=bytes.hex) != json.dumps(found[name], default=bytes.hex)
    ] == []
