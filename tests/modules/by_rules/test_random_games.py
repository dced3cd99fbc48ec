"""Random games of stacks of three, watched at every answer; `scripts/soak three_high` plays thousands."""

import pytest
from stack_battles import STACKS
from watching import Dice, check_replay, drawn_options, rules_of

from modules.engine.driver import Play
from modules.engine.game_serialization import forms_of
from modules.engine.state_digest import digest


@pytest.mark.parametrize("seed", range(8))
def test_a_random_game_ends_without_a_fault(seed):
    options = drawn_options(STACKS.word, "plain", Dice(seed))
    record = STACKS.play_watched("plain", seed, options, look_every=20)
    assert record.play.request is None
    check_replay(record)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_state_that_is_written_down_is_read_back(seed):
    rules = rules_of(STACKS.word, "plain", ())
    form = forms_of(rules).of(type(rules.start()))
    play, dice = Play(rules), Dice(seed)
    while play.request is not None:
        plain = form.write(play.state)
        assert digest(form.read(plain)) == digest(play.state)
        play.answer(STACKS.answer(rules, play.request, play.state, dice, 0.0))
