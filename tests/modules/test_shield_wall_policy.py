"""The built-in player of Shield Wall attacks as in history: archers, then foot, then horse on one flank."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from watching import Dice, answer_to, rules_of

from modules.engine.driver import Play
from modules.engine.requests import Choose
from modules.shield_wall import orders
from modules.shield_wall.sequence import BattleRules

SEEDS = (1, 2, 5)


def contacts(seed: int) -> tuple[Counter[tuple[int, str]], list[str], Counter[int]]:
    """Of a game by policy: how many Normans of each kind moved against the ridge in which turn, where the
    knights' charges until turn 6 ended there, and the shots of each turn."""
    rules, dice = rules_of("shield_wall", "hastings"), Dice(seed)
    assert isinstance(rules, BattleRules)
    play: Play[Any] = Play(rules)
    climbed: Counter[tuple[int, str]] = Counter()
    ends, shots = [], Counter[int]()
    while play.request is not None:
        answer: Any = answer_to(rules, play.request, play.state, dice, 1.0)
        field, turn = rules.field_of(play.state), play.state.turn
        if isinstance(play.request, Choose) and play.request.side == "norman":
            shots[turn] += isinstance(answer, orders.Fire)
            if isinstance(answer, orders.Move) and play.request.kind == "movement":
                end, kind = answer.path[-1], field.counter(answer.unit).kind
                if end in field.ezoc("norman") and end not in field.battle.clear:
                    climbed[turn, kind] += 1
                    ends += [end] if kind == "knight" and turn <= 6 else []
        play.answer(answer)
    return climbed, ends, shots


@pytest.mark.whole
@pytest.mark.parametrize("seed", SEEDS)
def test_archers_shoot_then_foot_climb_then_knights(seed: int) -> None:
    climbed, ends, shots = contacts(seed)
    assert min(shots[1], shots[2]) > 4
    assert min(turn for turn, kind in climbed if kind == "foot") == 3
    assert min(turn for turn, kind in climbed if kind == "knight") in (4, 5)
    assert not any(kind == "archer" for _, kind in climbed)
    west = sum(int(end[:2]) <= 11 for end in ends)
    assert west > 2 * (len(ends) - west), ends
