"""The simple player: its games end, the same dice give the same game, and it keeps its leaders alive."""

from __future__ import annotations

import re
from typing import Any

import pytest
from battles import rules_of
from watching import Dice, answer_to

from modules.engine.driver import Play, run
from modules.engine.orders import Order
from modules.engine.requests import Answer, Choose, ListedOptions, Request, Roll
from modules.engine.rules.arrangement_rules import Arrangement
from modules.engine.rules.play_rules import Outcome
from modules.engine.state_digest import digest
from modules.three_battles import orders
from modules.three_battles.sequence import BattleRules

RULE = re.compile(r"\d+\.\d+( .+)?")
COUNTER = re.compile(r"\b[A-Z]-\w+(?:-\w+)*")


def check_words(text: str, rule: str) -> None:
    """What is asked or told is more than a word, and says by which rule."""
    assert " " in text, text
    assert RULE.fullmatch(rule), f"{text} [{rule}]"


def play_out(scenario: str, seed: int, options: tuple[str, ...] = ()) -> tuple[Play[Any], Outcome]:
    rules, dice = rules_of(scenario, options), Dice(seed)
    play: Play[Any] = Play(rules)

    def answered(request: Request, state: Any) -> Answer:
        if isinstance(request, Choose):
            check_words(request.ask, request.rule)
        elif isinstance(request, Roll):
            check_words(f"a roll for {request.dice[0].label}", request.rule)
        return answer_to(rules, request, state, dice, 1.0)

    return play, run(play, answered, limit=5000)


@pytest.mark.parametrize(
    ("scenario", "seed", "options"),
    [
        ("fulford", 1, ()),
        ("fulford", 2, ("1", "2", "4")),
        ("stamford_bridge", 3, ("1", "3")),
        ("hastings", 4, ("1B", "4", "5", "6")),
    ],
)
def test_a_game_by_policy_ends(scenario: str, seed: int, options: tuple[str, ...]) -> None:
    play, outcome = play_out(scenario, seed, options)
    assert play.request is None
    assert outcome.winner in ("", *play.rules.sides)
    assert outcome.rule in ("3.4", "11.4", "14.6", "15.6", "16.6")
    assert sum(play.state.losses.values()) > 0, "two armies met and nobody was hurt"
    for event in play.events:
        check_words(event.text, event.rule)
        assert set(COUNTER.findall(event.text)) <= set(event.pieces), event.text


def test_the_same_dice_give_the_same_game_and_others_another() -> None:
    one, _ = play_out("fulford", 7)
    again, _ = play_out("fulford", 7)
    other, _ = play_out("fulford", 8)
    assert digest(one.state) == digest(again.state) != digest(other.state)
    assert [event.text for event in one.events] == [event.text for event in again.events]


# --- single decisions --------------------------------------------------------------------------------------


def stands(scenario: str, phase: str, side: str, units: dict[str, str], *options: str) -> Play[Any]:
    rules = rules_of(scenario, options)
    return Play(rules, rules.arrange(Arrangement(2, phase, side, units, {})))


def advised(play: Play[Any]) -> Order:
    assert isinstance(play.request, Choose)
    return play.rules.advise(play.request, play.state, Dice(0))


def moves(play: Play[Any]) -> dict[str, str]:
    """Where each counter ends that the policy moves in this phase."""
    ends: dict[str, str] = {}
    side = play.state.active
    while isinstance(play.request, Choose) and (play.request.kind, play.request.side) == ("movement", side):
        order = advised(play)
        if isinstance(order, orders.Move | orders.Charge):
            ends[order.unit] = order.path[-1]
        play.answer(order)
    return ends


def test_who_attacks_marches_and_who_defends_stays() -> None:
    units = {"N-foot-1": "2010", "S-huscarl-1": "3010"}
    assert "N-foot-1" in moves(stands("hastings", "movement", "norman", units))
    assert moves(stands("hastings", "movement", "saxon", units)) == {}


def test_who_defends_fights_back_at_good_odds() -> None:
    units = {"N-archer-1": "3008", "S-huscarl-1": "3010", "S-huscarl-2": "3011"}
    assert "S-huscarl-1" in moves(stands("hastings", "movement", "saxon", units))


@pytest.mark.parametrize(
    ("friend", "goes"),
    [
        ({}, False),
        ({"S-fyrd-2": "1110"}, True),
        ({"S-fyrd-2": "1105"}, False),
        ({"S-Edwin": "1110"}, False),
    ],
    ids=["alone", "a friend in contact", "a friend far off", "a leader in contact"],
)
def test_a_weak_unit_goes_into_contact_if_friends_there_make_the_odds(
    friend: dict[str, str], goes: bool
) -> None:
    """A fyrd of 3 points against bondi of 4: it takes two, and a leader alone is none."""
    units = {"S-fyrd-1": "1208", "V-bondi-1": "1210", **friend}
    ends = moves(stands("fulford", "movement", "saxon", units))
    assert (ends.get("S-fyrd-1") in ("1110", "1209", "1310")) == goes


def test_the_saxons_find_their_way_over_the_derwent() -> None:
    """By the hexes alone 4006 would be nearest to the enemy, with no way over the river but the bridge."""
    units = {"S-fyrd-1": "4006", "V-hirdman-2": "4508"}
    play = stands("stamford_bridge", "movement", "saxon", units)
    rules = play.rules
    assert isinstance(rules, BattleRules)
    for _ in range(3):
        end = moves(play).get("S-fyrd-1", "")
        if end and end not in rules.battle.board.area("west"):
            return
        at = play.state.units["S-fyrd-1"].at
        play = stands("stamford_bridge", "movement", "saxon", {**units, "S-fyrd-1": at})
    raise AssertionError("still in the west after three moves")


def test_a_leader_whose_death_decides_goes_into_contact_only_with_a_strong_unit() -> None:
    """With Fight on! his death costs points alone, and his value counts in the front line (14.5)."""
    units = {"S-fyrd-2": "1209", "S-fyrd-1": "1207", "S-Edwin": "1207", "V-leidang-1": "1210"}
    units["S-Morkere"] = "removed"
    assert "S-Edwin" not in moves(stands("fulford", "movement", "saxon", units))
    assert moves(stands("fulford", "movement", "saxon", units, "3"))["S-Edwin"] == "1209"
    units["S-hearth-1"] = units.pop("S-fyrd-2")
    assert moves(stands("fulford", "movement", "saxon", units))["S-Edwin"] == "1209"


def test_a_loss_is_taken_where_no_leader_stands() -> None:
    units = {"V-guard": "1210", "V-Haraldr": "1210", "V-bondi-1": "1110", "S-fyrd-1": "1209"}
    play = stands("fulford", "combat", "viking", units)
    choices = [orders.Lose("V-guard"), orders.Lose("V-bondi-1")]
    choice = Choose("viking", "loss", "", "7.7", ListedOptions(choices, "7.7"))
    assert play.rules.advise(choice, play.state, Dice(0)) == orders.Lose("V-bondi-1")


@pytest.mark.parametrize(
    ("side", "hold", "expected"),
    [
        ("viking", True, orders.Advance("V-guard", ("1209",))),
        ("saxon", True, orders.Hold()),
        ("saxon", False, orders.Advance("S-hearth-1", ("1309",))),
    ],
    ids=["who attacks goes on", "who defends stays", "unless he must go"],
)
def test_an_advance_is_of_the_strongest_and_by_one_hex(side: str, hold: bool, expected: Order) -> None:
    units = {"V-guard": "1210", "V-bondi-1": "1110", "S-fyrd-1": "1409", "S-hearth-1": "1310"}
    play = stands("fulford", "combat", "viking", units)
    ways = {
        "viking": [("V-bondi-1", "1209"), ("V-guard", "1209", "1208"), ("V-guard", "1209")],
        "saxon": [("S-fyrd-1", "1309"), ("S-hearth-1", "1309", "1210"), ("S-hearth-1", "1309")],
    }
    choices: list[Order] = [orders.Advance(unit, tuple(path)) for unit, *path in ways[side]]
    choice = Choose(
        side, "advance", "", "7.9", ListedOptions([*choices, orders.Hold()] if hold else choices, "7.9")
    )
    assert play.rules.advise(choice, play.state, Dice(0)) == expected
