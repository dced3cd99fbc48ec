"""Acts by hand after attacks were named and before `done`: what follows from each attack is looked at all the
same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from upkeep_meadow import give, laid_out, told

BATTLE: dict[str, Any] = {
    "rule": "4.1", "table": "crt", "stack": "as_one", "hexes": "one", "duties": [], "once": ["attackers"],
    "strength": {
        "by": "odds", "attack": "combat", "defence": "combat", "round": "defender", "above": "clamp",
        "below": "clamp", "crossing": "all",
    },
    "modifiers": [{"rule": "4.9", "of": "attackers", "drm": 3, "who": "any", "when": {"armies": ["broken"]}}],
    "results": {"AR": [], "-": [], "DR": [], "DE": [{"do": "eliminate", "of": "defenders"}]},
}  # fmt: skip
RULES: dict[str, Any] = {
    "phases": {"combat": {"rule": "4", "does": "attack", "by": ["battle"], "declare": "all_first"}},
    "attacks": {"battle": BATTLE},
    "armies": {"broken": {"rule": "9", "side": "red", "lost": "units", "at_least": 1, "recovers": False}},
}  # fmt: skip
HELD = {"rule": "9.1", "wins": "blue", "level": "rout", "checked": "at_once", "armies": ["broken"]}
LAST = {"rule": "9.2", "wins": "draw", "level": "drawn", "checked": "end"}
UNITS = {
    "others": "reserve", "B-inf-1": "0302", "B-guard": "0302", "B-arm-1": "0302", "R-inf-1": "0402",
    "B-inf-2": "0205", "R-inf-2": "0305", "R-inf-3": "0804",
}  # fmt: skip
NAMED = ("attack B-inf-1,B-guard,B-arm-1 > R-inf-1", "attack B-inf-2 > R-inf-2")
HAND = "hand 77 mark B-inf-1 disordered"


@pytest.mark.parametrize("before_done", [(), (HAND,)])
def test_what_the_first_attack_changes_counts_in_the_second(
    before_done: tuple[str, ...], tmp_path: Path
) -> None:
    play = laid_out(tmp_path, RULES, "blue combat", UNITS)
    give(play, *NAMED, *before_done, "done")
    play.answer((6,))  # R-inf-1 is eliminated
    assert "broken holds: red has lost 1 of units, 1 are enough" in told(play)
    assert any(line.startswith("DRM +3") for line in told(play))


@pytest.mark.parametrize("before_done", [(), (HAND,)])
def test_the_game_is_won_by_the_first_attack(before_done: tuple[str, ...], tmp_path: Path) -> None:
    rules = {**RULES, "victory": {"decide": [HELD, LAST]}}
    play = laid_out(tmp_path, rules, "blue combat", UNITS)
    give(play, *NAMED, *before_done, "done")
    play.answer((6,))
    while play.request is not None and play.request.kind == "outcome":  # Red may object to the act by hand
        give(play, "done")
    assert play.request is None
    assert play.state.outcome.level == "rout"


def test_a_named_attack_takes_dice_of_the_answer_although_it_is_sure_now(tmp_path: Path) -> None:
    """It may need them when it is carried out, and one answer holds the dice of all that were named."""
    sure = {**BATTLE, "strength": {**BATTLE["strength"], "above": "DE"}}
    play = laid_out(tmp_path, {**RULES, "attacks": {"battle": sure}}, "blue combat", UNITS)
    give(play, NAMED[0])
    assert play.state.attack_dice == 1
    give(play, "done")
    assert "odds 16 to 4, above 3-1: DE without a die" in told(play)
