"""Rolls as people read them: half strength points as a board player writes them."""

import pytest

from modules.engine.requests import Die, Roll
from pbem.messages import report_text
from pbem.rules.replay.order_report import RollResult


@pytest.mark.parametrize(
    ("label", "told"),
    [
        ("N-foot-3 > S-fyrd-7, 15/2 against 5, 3:2", "N-foot-3 > S-fyrd-7, 7 1/2 against 5, 3:2"),
        ("7/2 against 13/4", "3 1/2 against 3 1/4"),
        ("1/2 against 2", "1/2 against 2"),
        ("8/2 against 2", "8/2 against 2"),
        ("option 15/2/3 of 2026-11/2, file a/7/2", "option 15/2/3 of 2026-11/2, file a/7/2"),
        ("10/12 beaten", "10/12 beaten"),
    ],
)
def test_halves_are_told_as_people_write_them(label, told):
    thrown = RollResult(Roll("norman", "8.3", (Die(6, label),)), (4,))
    assert report_text.item_text(thrown) == f"1d6: {told} (rule 8.3): 4"
