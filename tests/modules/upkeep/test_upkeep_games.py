"""Whole games at random in which supply, recovery, control, replacements and victory have their say: each
listed order is legal, a view changes nothing, states are written down, and a replay is the same game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from upkeep_meadow import rules_of
from watching import Dice

from modules.engine.driver import Play
from modules.engine.errors import Illegal
from modules.engine.game_serialization import forms_of
from modules.engine.requests import Answer, Choose
from modules.engine.state_digest import digest
from modules.free_table.by_rules.mixed_options import MixedOptions

WRITTEN = Path(__file__).with_name("upkeep_rules.yaml")
RULES: dict[str, Any] = yaml.safe_load(WRITTEN.read_text(encoding="utf-8"))


def _answer(play: Play[Any], dice: Dice) -> Answer:
    request = play.request
    if not isinstance(request, Choose):
        return tuple(1 + dice.below(die.sides) for die in request.dice)
    listed = [each for each in request.options.legal() if not str(each).startswith("hand ")]
    assert listed
    for order in listed[:: max(1, len(listed) // 6)]:
        assert request.options.fault_of(order) is None, order
    if isinstance(request.options, MixedOptions):
        for order in listed[:: max(1, len(listed) // 6)]:
            request.options.judge(order)
    order = request.options.sample(dice)
    request.options.judge(order)
    return order


@pytest.mark.parametrize("seed", range(6))
def test_a_random_game_ends_and_its_states_are_kept(seed: int, tmp_path: Path) -> None:
    rules = rules_of(tmp_path, RULES)
    form = forms_of(rules).of(type(rules.start()))
    play, dice, answers, digests = Play(rules), Dice(seed), list[Answer](), list[str]()
    while play.request is not None:
        before = digest(play.state)
        for side in rules.sides:
            assert digest(rules.view(play.state, side)) == before
        rules.summary(play.state)
        assert digest(form.read(form.write(play.state))) == before == digest(play.state)
        if dice.below(20) == 0:
            assert digest(Play.restore(rules, play.snapshot()).state) == before
        answers.append(_answer(play, dice))
        play.answer(answers[-1])
        digests.append(digest(play.state))
        assert len(answers) < 3000
    assert play.state.outcome is not None
    again = Play(rules)
    for answer, kept in zip(answers, digests, strict=True):
        again.answer(answer)
        assert digest(again.state) == kept


def test_a_unit_that_is_no_more_reduced_is_not_restored_twice(tmp_path: Path) -> None:
    """By clause of each order, as a random player would find out."""
    rules = rules_of(tmp_path, RULES)
    play, dice = Play(rules), Dice(1)
    while play.request is not None:
        if play.request.kind == "rebuild" and (
            due := [o for o in play.request.options.legal() if o.verb == "restore"]
        ):
            play.answer(due[0])
            with pytest.raises(Illegal):
                play.answer(due[0])
        else:
            play.answer(_answer(play, dice))
