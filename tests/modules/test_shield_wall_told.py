"""What is told of a game of Shield Wall: each walk under the rule by which it is gone, fatigue and mud where
they are played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from modules import library
from modules.engine.driver import Play
from modules.engine.requests import Choose
from modules.engine.rules.arrangement_rules import Arrangement

UNITS = {
    "N-knight-1": "1115",
    "N-knight-2": "0708",
    "N-knight-3": "1720",
    "N-foot-1": "1308",
    "N-foot-2": "0524",
    "N-William": "1722",
    "S-fyrd-1": "1112",
    "S-fyrd-2": "1312",
    "S-fyrd-3": "1719",
    "S-fyrd-4": "0712",
}


def told(
    side: str, phase: str, units: Mapping[str, str], steps: Sequence[str | int], **facts: int
) -> list[tuple[str, str]]:
    """What is told of a stretch of a game, and under which rules. A number is a die."""
    rules = library.rules("shield_wall", "hastings", [])
    books = {f"rout {unit.replace('_', '-')}": number for unit, number in facts.items()}
    play: Play[Any] = Play(rules, rules.arrange(Arrangement(1, phase, side, units, books)))
    for step in steps:
        play.answer((step,) if isinstance(step, int) else rules.grammar.parse(step))
    assert isinstance(play.request, Choose)
    return [(event.text, event.rule) for event in play.events]


@pytest.mark.parametrize(
    ("order", "text", "rule"),
    [
        ("move N-foot-2 0523", "N-foot-2 moves 0524-0523", "6.1"),
        ("move N-knight-1 1114", "N-knight-1 moves 1115-1114", "6.1"),
        ("move N-knight-1 1114-1113", "N-knight-1 charges 1115-1114-1113", "6.10"),
        ("move N-foot-1 1309-1310-1311", "N-foot-1 charges 1308-1309-1310-1311", "6.11"),
        ("move N-knight-2 0709-0710-0711", "N-knight-2 charges 0708-0709-0710-0711", "6.11"),
    ],
)
def test_moves_and_charges(order: str, text: str, rule: str) -> None:
    assert told("norman", "movement", UNITS, [order])[-1] == (text, rule)


def test_withdrawals_of_knights_and_of_leaders() -> None:
    knights = told("norman", "movement", UNITS, ["withdraw N-knight-3", 1, "move N-knight-3 1721"])
    assert knights[-1] == ("N-knight-3 withdraws 1720-1721", "6.7")
    leader = told("norman", "movement", UNITS | {"N-William": "1819"}, ["move N-William 1820"])
    assert leader[-1] == ("William withdraws 1819-1820", "6.7")


SAXONS = {"S-fyrd-1": "1108", "S-fyrd-2": "0912", "S-fyrd-3": "1306", "N-foot-1": "1112", "N-foot-2": "0915"}


def test_pursuit_and_a_charge_in_it() -> None:
    assert told("saxon", "reaction", SAXONS, [6], N_foot_1=1109)[1:] == [
        ("S-fyrd-1 pursues 1108-1109-1110-1111", "6.8"),
        ("S-fyrd-1 charges downhill", "6.11"),
    ]


def test_free_movement_and_a_charge_in_it() -> None:
    steps = [1, "move S-fyrd-1 1109-1110-1111", "move S-fyrd-2 0913-0914"]
    assert told("saxon", "reaction", SAXONS, steps, N_foot_1=1109)[1:] == [
        ("S-fyrd-1 moves 1108-1109-1110-1111", "6.9"),
        ("S-fyrd-1 charges downhill", "6.11"),
        ("S-fyrd-2 moves 0912-0913-0914", "6.9"),
    ]


@pytest.mark.parametrize(
    ("options", "facts"),
    [
        ([], {}),
        (["fatigue"], {"Fatigue": "2"}),
        (["mud"], {"Weather": "mud"}),
        (["fatigue", "mud"], {"Fatigue": "3", "Weather": "mud"}),
    ],
)
def test_fatigue_and_mud_are_told_where_they_are_played(
    options: Sequence[str], facts: Mapping[str, str]
) -> None:
    rules = library.rules("shield_wall", "hastings", options)
    state = rules.arrange(Arrangement(5, "movement", "norman", UNITS, {}))
    shown = dict(rules.summary(state))
    assert {name: shown[name] for name in ("Fatigue", "Weather") if name in shown} == facts
