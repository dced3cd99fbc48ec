"""An order and what the rules tell of it: one line where both say the same."""

import pytest

from modules.engine.narration import merge_narration, narrate_order
from modules.engine.requests import Tell


@pytest.mark.parametrize(
    ("line", "said", "more"),
    [
        ("move N-foot-1 1921-2021", "N-foot-1 moves 1920-1921-2021", "from 1920"),
        ("move N-William 1723", "William moves 1722-1723", "from 1722"),
        ("retreat S-fyrd-7 2819", "S-fyrd-7 retreats to 2819", ""),
        ("charge N-guard 1218-1219 N", "N-guard charges 1217-1218-1219", "from 1217"),
        ("move 65 64", "Norman Infantry 65 moves 65-64", "Norman Infantry"),
        ("move 66 65", "the card in 66 moves 66-65", "the card"),
        ("move DUR-YOR V-viking.4,V-Hardrada.1", "Vikings: 2 blocks DUR-YOR", ""),
        ("moved WIN-LON 1", "English: 1 block WIN-LON", ""),
        ("play fury", "Normans play Fury", ""),
        ("move N-foot-1 1921-2021", "N-foot-1 moves 1920-1921", None),  # it was stopped
        ("move N-foot-1 1921", "N-foot-11 moves 1920-1921", None),
        ("move N-foot-1 1921", "N-foot-1 moves 1819-1920-1921", None),
        ("retreat S-fyrd-7 2819", "S-fyrd-7 retreats to 2819 and is disordered", None),
        ("moved WIN-LON 1", "English: 3 blocks WIN-LON", None),
        ("attack N-foot-1 > S-fyrd-7", "N-foot-1 attacks S-fyrd-7", None),
        ("done", "the phase is done", None),
        ("play fury", "Saxons play Steady", None),
    ],
)
def test_what_the_rules_say_more_than_an_order(line: str, said: str, more: str | None) -> None:
    assert narrate_order(line, said) == more


def test_an_order_is_told_with_the_rule_and_all_else_is_left() -> None:
    moved, again = Tell("A moves 1-2", "6.1"), Tell("A moves 1-2", "6.1")
    shown = Tell("B is turned up in 3", "6.5")
    assert merge_narration("move A 2", [shown, moved, again]) == ("move A 2   (from 1, 6.1)", [shown, again])
    assert merge_narration("move A 2", [shown]) == ("move A 2", [shown])
