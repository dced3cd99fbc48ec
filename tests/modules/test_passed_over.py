"""Decisions that are passed over because nothing can be done: an order for them is answered with the rule."""

from __future__ import annotations

from typing import Any

from modules import library
from modules.engine.driver import Play
from modules.engine.rules.arrangement_rules import Arrangement

IN_SIGHT = {"N-archer-1": "37", "S-levy-1": "32", "N-foot-1": "67"}


def cards() -> Play[Any]:
    """The Norman turn of a card game in which nobody can be attacked, after movement."""
    rules = library.rules("hastings_pulsipher", "full")
    play = Play(rules, rules.arrange(Arrangement(1, "movement", "norman", IN_SIGHT, {})))
    play.answer(rules.grammar.parse("done"))
    return play


def why(play: Play[Any], side: str, order: str) -> str:
    fault = play.why_not(side, play.rules.grammar.parse(order))
    return "" if fault is None else fault.rule


def test_the_rule_says_why_until_the_next_order() -> None:
    play = cards()
    assert play.state.active == "saxon"
    assert why(play, "norman", "fire 37 > 32") == "8.6.1"
    assert why(play, "norman", "attack 37 > 32") == "8.2"
    assert why(play, "saxon", "strike 32 > 37") == "8.1"
    play.answer(play.rules.grammar.parse("move 32 31"))
    assert not play.passed
    assert why(play, "norman", "fire 37 > 32") == ""


def test_other_orders_and_other_sides_are_not_meant() -> None:
    play = cards()
    assert why(play, "norman", "move 37 36") == ""
    assert why(play, "saxon", "fire 37 > 32") == ""
    assert why(play, "norman", "done") == ""


def test_the_answer_is_the_same_from_a_snapshot() -> None:
    play = cards()
    again = Play.restore(play.rules, play.snapshot())
    assert (
        [p.choice.kind for p in again.passed]
        == [p.choice.kind for p in play.passed]
        == [
            "attacks",
            "counterattacks",
        ]
    )
    assert why(again, "norman", "fire 37 > 32") == "8.6.1"


def test_the_position_is_that_of_the_phase_and_not_what_came_after() -> None:
    """The Normans are without arrows in their own turn; the event is over when the Saxons move again."""
    rules = library.rules("hastings_pulsipher", "full")
    units = {"N-archer-1": "36", "N-foot-1": "37", "S-levy-1": "33", "S-levy-2": "31"}
    asked = Arrangement(2, "movement", "saxon", units, {"hand saxon arrows": 1})
    play = Play(rules, rules.arrange(asked))
    for order in ("play arrows", "done", "done"):
        play.answer(rules.grammar.parse(order))
    assert not play.state.effects
    assert why(play, "norman", "fire 36 > 33") == "8.6.1 arrows"


def test_in_a_campaign_it_is_the_player_who_is_told() -> None:
    rules = library.rules("three_battles", "campaign")
    units = {"V-archer-1": "1009", "S-fyrd-1": "1002"}
    play = Play(rules, rules.arrange(Arrangement(1, "fulford/archery", "invader", units, {})))
    assert why(play, "invader", "fire V-archer-1 > 1002") == "6.4"
    assert why(play, "invader", "attack V-archer-1 > S-fyrd-1") == "7.4"
    assert why(play, "viking", "fire V-archer-1 > 1002") == ""


def comet(units: dict[str, str], *options: str, phase: str = "invasion") -> Play[Any]:
    """The Viking turn of a year."""
    rules = library.rules("year_of_the_comet", "campaign", options)
    return Play(rules, rules.arrange(Arrangement(1, phase, "viking", units, {})))


def test_an_order_that_may_be_given_now_is_never_one_that_was_passed_over() -> None:
    """One player has both invaders: the Vikings have landed, and the Normans may land."""
    play = comet({"V-Hardrada": "BAM", "N-William": "sea", "E-Harold": "LON"}, "two")
    assert [each.choice.kind for each in play.passed if each.choice.seat == "invader"]
    assert why(play, "invader", "invade HAS") == ""
    assert why(play, "invader", "invade YOR") == "5.5"


def test_each_player_of_a_side_is_told() -> None:
    play = comet({"V-Hardrada": "BAM", "N-William": "HAS", "E-Harold": "LON"}, "seven")
    assert why(play, "viking", "invade YOR") == why(play, "tostig", "invade YOR") == "5.5"
    assert why(play, "bretons", "invade YOR") == ""


def test_a_landing_bars_the_norman_try_until_the_next_order() -> None:
    play = comet({"V-Hardrada": "sea", "N-William": "sea", "E-Harold": "LON"})
    play.answer(play.rules.grammar.parse("invade York"))
    play.answer((4,))
    assert why(play, "norman", "invade HAS") == "5.4"
    play.answer(play.rules.grammar.parse("done"))
    assert why(play, "norman", "invade HAS") == ""
