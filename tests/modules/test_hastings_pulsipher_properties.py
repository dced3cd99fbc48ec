"""What must hold in every game of Hastings 1066, whoever plays; the watcher looks on at every answer."""

from __future__ import annotations

import pytest
from card_battles import CARD_BATTLES, rules_of
from watching import Dice, answer_to, check_replay

from modules.engine.driver import Play
from modules.engine.requests import Choose
from modules.engine.state_digest import digest

GAMES = 16
"""Games of each scenario, four in a test."""
SENSES = (0.0, 0.6, 0.9, 1.0)
"""How often the players of a game are sensible instead of random."""
DECISIONS = {
    "setup", "leader_setup", "movement", "event_ruse",
    "event_sector", "event_between", "event_unit", "reinforcement",
    "attacks", "archers_exchange", "cavalry_retreat", "counterattacks",
}  # fmt: skip


@pytest.mark.whole
@pytest.mark.parametrize("begin", range(0, GAMES, 4))
@pytest.mark.parametrize("scenario", CARD_BATTLES.scenarios)
def test_games_watched(scenario: str, begin: int) -> None:
    for seed in range(begin, begin + 4):
        check_replay(CARD_BATTLES.play_watched(scenario, seed, (), SENSES[seed % len(SENSES)], look_every=9))


def test_games_meet_every_kind_of_decision() -> None:
    """Else the games above prove less than they seem to."""
    kinds: set[str] = set()
    rules = rules_of("full")
    for seed in range(12):
        dice, play = Dice(seed), Play(rules)
        while play.request is not None:
            if isinstance(play.request, Choose):
                kinds.add(play.request.kind)
            play.answer(answer_to(rules, play.request, play.state, dice, 0.7))
    assert kinds == DECISIONS


def test_a_game_goes_on_from_a_snapshot_as_it_would_have() -> None:
    rules, dice = rules_of("full"), Dice(5)
    play = Play(rules)
    marks, answers = [], []
    while play.request is not None:
        if play.count % 25 == 0:
            marks.append((play.snapshot(), digest(play.state)))
        answers.append(answer_to(rules, play.request, play.state, dice, 0.8))
        play.answer(answers[-1])
    for mark, before in marks:
        again = Play.restore(rules, mark)
        assert digest(again.state) == before
        for answer in answers[again.count :]:
            again.answer(answer)
        assert digest(again.state) == digest(play.state)


def test_both_sides_win_by_policy_and_the_dice_decide() -> None:
    for scenario in CARD_BATTLES.scenarios:
        rules, winners, ends = rules_of(scenario), [], set()
        for seed in range(16):
            dice, play = Dice(seed), Play(rules)
            while play.request is not None:
                play.answer(answer_to(rules, play.request, play.state, dice, 1.0))
            outcome = play.state.outcome
            assert outcome is not None
            winners.append(outcome.winner)
            ends.add(outcome.rule)
        assert 2 <= winners.count("norman") <= 14, winners
        assert ends <= {"9.1", "5.2", "9.1 both"}
