"""The simple player: its games end, its orders are legal, and the same dice give the same game."""

from __future__ import annotations

import random

import pytest

from modules import library
from modules.engine.digest import digest
from modules.engine.play import Outcome, Play, run
from modules.engine.requests import Answer, Choose, Request, Roll
from modules.three_battles.sequence import BattleRules
from modules.three_battles.state import State


class Dice:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, limit: int) -> int:
        return self._random.randrange(limit)


def play_out(seed: int, options: tuple[str, ...] = ()) -> tuple[Play[State], Outcome]:
    rules = library.rules("three_battles", "hastings", options)
    assert isinstance(rules, BattleRules)
    dice = Dice(seed)

    def answer(request: Request, state: State) -> Answer:
        if isinstance(request, Roll):
            return tuple(1 + dice.below(die.sides) for die in request.dice)
        assert isinstance(request, Choose)
        return rules.advise(request, state, dice)

    play: Play[State] = Play(rules)
    return play, run(play, answer, limit=5000)


@pytest.mark.parametrize(("seed", "options"), [(1, ()), (2, ("1A", "2", "3")), (3, ("1B", "4", "5", "6"))])
def test_a_game_by_policy_ends(seed: int, options: tuple[str, ...]) -> None:
    play, outcome = play_out(seed, options)
    assert play.request is None
    assert outcome.winner in ("", "saxon", "norman")
    assert outcome.rule in ("3.4", "11.4", "16.6")
    assert sum(play.state.losses.values()) > 0, "two armies met and nobody was hurt"


def test_the_same_dice_give_the_same_game() -> None:
    one, _ = play_out(7)
    other, _ = play_out(7)
    assert digest(one.state) == digest(other.state)
    assert [event.text for event in one.events] == [event.text for event in other.events]


def test_other_dice_give_another_game() -> None:
    assert digest(play_out(7)[0].state) != digest(play_out(8)[0].state)
