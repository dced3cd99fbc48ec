"""A table where all is done by hand, as its designer tries it: every act is given by mouse; a reason alone is
typed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from by_hand import start_by_hand
from hands_by_mouse import HandsByMouse, try_game
from real_table import RealTable
from shipped_by_hand import write_by_hand

pytestmark = pytest.mark.whole
Sit = Callable[[Path, str], HandsByMouse]


@pytest.fixture
def tried(at_table: Callable[..., Any], tmp_path: Path) -> Sit:
    """Sits down at a designer's game."""

    def sit(folder: Path, scenario: str) -> HandsByMouse:
        source = try_game(folder, scenario, tmp_path / "kept")
        table = RealTable(source.session, source)
        return HandsByMouse(at_table(table), table)

    return sit


def test_a_free_table_by_mouse(tried: Sit, tmp_path: Path) -> None:
    start_by_hand(tmp_path / "canal", "The canal", "modern", "hexes")
    (tmp_path / "canal" / "ledger.yaml").unlink()  # then a hand may do all, in every phase
    hands = tried(tmp_path / "canal", "canal")
    assert hands.put("G-inf-1", "0305") == "hand 6.2 put G-inf-1 0305"
    assert hands.press("Done") == "done"
    assert hands.fill("hand {rule} draw {pack} {number}", number="1") == "hand 5 draw events 1"
    card = next(iter(hands.table.session.due_choice.options.axes(_kind(hands, "play"), {})["card"]))
    assert hands.fill("hand {rule} play {card}", card=card) == f"hand 5 play {card}"
    hands.press("Done")
    assert hands.mark("G-inf-1", "Mark disrupted") == "hand 2 mark G-inf-1 disrupted"
    assert hands.mark("G-inf-1", "Unmark disrupted") == "hand 2 unmark G-inf-1 disrupted"
    assert hands.mark("G-inf-1", "Flip") == "hand 2 flip G-inf-1"
    hands.press("Done")
    rolled = hands.fill(
        "hand {rule} roll {what} column {column} [{counters}]", column="2-1", counters="G-inf-2"
    )
    assert rolled == "hand 3 roll crt column 2-1 G-inf-2"
    assert hands.mark("F-inf-2", "Lose") == "hand 3 lose F-inf-2"
    assert hands.fill("hand {rule} call {side}", side="allied") == "hand 3 call allied"
    objected = hands.fill("object {act} {why}", act="1", saying="The bank is not theirs.")
    assert objected == 'object 1 "The bank is not theirs."'
    hands.press("Done")
    assert hands.table.session.board.play.state.active == "german"


def test_an_outcome_is_named_and_agreed_by_mouse(tried: Sit, tmp_path: Path) -> None:
    start_by_hand(tmp_path / "mill", "The mill", "tapestry", "hexes")
    hands = tried(tmp_path / "mill", "mill_bridge")
    hands.press("Done")
    form = "hand {rule} outcome {side} {why}"
    named = hands.fill(form, side="shire", saying="The bridge is held.")
    assert named.endswith('outcome shire "The bridge is held."')
    assert "Whether the outcome stands" in hands.page.inner_text("#question")
    hands.press("Done")
    outcome = hands.table.session.whole.state.outcome
    assert outcome is not None and outcome.winner == "shire"
    assert hands.page.locator(".result").is_visible()


def test_counters_with_facings_are_turned_by_mouse(tried: Sit, tmp_path: Path) -> None:
    hands = tried(write_by_hand(tmp_path, "hastings_berg"), "hastings")
    assert hands.turn("N-knight-1", "NE") == "hand 11.1 face N-knight-1 NE"


def _kind(hands: HandsByMouse, verb: str) -> Any:
    kinds = hands.table.session.due_choice.options.due_kinds()
    return next(kind for kind in kinds if f" {verb} " in kind.FORM)
