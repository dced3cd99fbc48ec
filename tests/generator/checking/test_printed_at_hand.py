"""What a ledger wants at hand is printed, or told."""

from __future__ import annotations

from generator.checking.required_wording import left_out
from modules import library

GAME = library.definition("three_battles")


def test_words_that_no_chart_prints_are_told_at_their_rule() -> None:
    printed = ["Effects of terrain are", "cumulative. Do not round halved strength."]
    assert list(left_out(GAME, printed)) == []
    faults = list(left_out(GAME, [each.replace("Do not round", "Round up") for each in printed]))
    assert [fault.message for fault in faults] == ["no chart prints 'do not round', which rule TEC needs"]
    assert str(faults[0].place).startswith("ledger.yaml:")
