"""The simple player of Hastings 1066: single decisions that a sensible player would make."""

from __future__ import annotations

import pytest
from card_battles import rules_of
from watching import Dice, answer_to

from modules.engine.driver import Play
from modules.engine.errors import UnknownThingError
from modules.engine.orders import Order
from modules.engine.requests import Choose, Roll
from modules.engine.rules.arrangement_rules import Arrangement
from modules.hastings_pulsipher import orders
from modules.hastings_pulsipher.state import State

LEADERS = {"S-Harold": "center", "N-William": "center"}


def stands(phase: str, units: dict[str, str], turn: int = 2, **facts: int) -> Play[State]:
    side, word = phase.split()
    named = {name.replace("_", " "): value for name, value in facts.items()}
    rules = rules_of("full")
    return Play(rules, rules.arrange(Arrangement(turn, word, side, LEADERS | units, named)))


def advised(play: Play[State]) -> Order:
    assert isinstance(play.request, Choose)
    return play.rules.advise(play.request, play.state, Dice(0))


def test_the_set_up_puts_good_units_in_front_and_archers_behind_them() -> None:
    rules, dice = rules_of("full"), Dice(3)
    play = Play(rules)
    while not isinstance(play.request, Choose) or play.request.kind != "movement":
        assert play.request is not None
        play.answer(answer_to(rules, play.request, play.state, dice, 1.0))
    counters, at = rules.battle.counters, play.state.occupants
    saxons = [counters[play.state.known[at[s]]] for s in rules.battle.board.home("saxon", -1)]
    assert sum(c.kind == "housecarl" for c in saxons) >= 5
    normans = [counters[play.state.known[at[s]]] for s in rules.battle.board.home("norman", -1)]
    assert "archer" not in {c.kind for c in normans}


def test_reinforcements_are_called_first() -> None:
    units = {"N-foot-1": "15", "N-duke-1": "reserve", "S-levy-1": "13"}
    play = stands("norman movement", units, hand_norman_reinforcements=1)
    assert advised(play) == orders.Play("reinforcements")


def test_archers_keep_out_of_contact_and_shoot() -> None:
    play = stands(
        "norman movement", {"N-archer-1": "17", "N-foot-1": "57", "S-levy-1": "12", "S-levy-2": "53"}
    )
    while isinstance(order := advised(play), orders.Move):
        if order.at == "17":
            assert order.path[-1] != "13"
            break
        play.answer(order)
    combat = stands("norman combat", {"N-archer-1": "15", "S-levy-1": "13"})
    assert advised(combat) == orders.Fire("15", "13")


def test_archers_give_way_to_a_firmer_unit_alone() -> None:
    for behind, order in (("N-foot-1", orders.Withdraw("34")), ("N-archer-2", orders.Stand("34"))):
        play = stands("saxon combat", {"N-archer-1": "34", behind: "35", "S-thegn-1": "33"})
        play.answer(orders.Attack("33", "34"))
        assert isinstance(play.request, Choose)
        assert play.request.kind == "archers_exchange"
        assert advised(play) == order


def test_nobody_attacks_a_flank_at_bad_odds_of_his_own_will() -> None:
    units = {"S-levy-1": "13", "N-duke-1": "23", "S-levy-2": "63"}
    assert advised(stands("saxon combat", units)) == orders.Done()
    units = {"S-royal-1": "13", "N-archer-1": "23", "S-levy-2": "63"}
    assert advised(stands("saxon combat", units)) == orders.Attack("13", "23")


def test_who_can_strike_back_does() -> None:
    units = {"N-foot-1": "34", "S-levy-1": "33, attacked by N-foot-1"}
    assert advised(stands("norman counterattack", units)) == orders.Strike("33", "34")


# --- what the engine promises ----------------------------------------------------------------------------


def test_a_die_is_rolled_though_it_cannot_hit() -> None:
    """8.4.1: its 1 may still endanger a leader."""
    play = stands("saxon combat", {"S-levy-1": "56", "N-foot-1": "57"}, penalty_saxon=1)
    play.answer(orders.Attack("56", "57"))
    assert isinstance(play.request, Roll)
    assert play.request.dice[0].label.endswith("needs 7")


@pytest.mark.parametrize(
    ("units", "facts"),
    [
        ({"N-foot-1": "99"}, {}),
        ({"N-foot-1": "34, asleep"}, {}),
        ({"N-foot-1": "34", "N-foot-2": "34"}, {}),
        ({"N-William": "34"}, {}),
        ({}, {"broken_norman_middle": 1}),
        ({}, {"broken_viking_left": 1}),
        ({}, {"hand_norman_reinforcements": 4}),
        ({}, {"effect_fury_norman": 1}),
        ({}, {"effect_halt": 1}),
        ({}, {"weather": 1}),
    ],
)
def test_a_position_that_is_not_of_this_game_is_refused(units: dict[str, str], facts: dict[str, int]) -> None:
    with pytest.raises(UnknownThingError):
        stands("norman movement", units, **facts)


def test_a_position_is_told_in_the_words_that_set_it_up() -> None:
    units = {
        "N-foot-1": "34, wounds 2, crossed",
        "N-duke-1": "17, face_down",
        "S-fyrd-1": "33",
        "S-levy-1": "reserve",
    }
    named = {"effect_transfer_norman_left_center": 2, "broken_saxon_right": 1, "melee_norman": 2, "pile": 3}
    play = stands("norman movement", units, **named)
    for counter, description in (LEADERS | units).items():
        assert play.rules.describe(play.state, counter) == description
    facts = play.rules.facts(play.state)
    assert {name.replace("_", " "): facts[name.replace("_", " ")] for name in named} == {
        name.replace("_", " "): value for name, value in named.items()
    }
    assert play.rules.describe(play.rules.view(play.state, "saxon"), "N-duke-1") == "unknown"
