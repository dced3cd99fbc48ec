"""Options drawn by dice (14.7, 15.7, 16.7): the first rolls of a battle, known before set-up."""

from __future__ import annotations

import pytest
from battles import rules_of
from watching import Dice, answer_to

from modules import library
from modules.engine.driver import Play
from modules.engine.requests import Choose, Roll

FIRST_TO_DECIDE = {"fulford": "viking", "stamford_bridge": "viking", "hastings": "saxon"}


@pytest.mark.parametrize("scenario", FIRST_TO_DECIDE)
def test_their_dice_are_the_first_request_and_belong_to_the_side_that_decides_first(scenario: str) -> None:
    play = Play(rules_of(scenario, ("drawn",)))
    assert isinstance(play.request, Roll)
    assert play.request.side == FIRST_TO_DECIDE[scenario]
    assert len(play.request.dice) == 2
    assert not play.events
    assert isinstance(Play(rules_of(scenario)).request, Choose)


def test_the_summary_shows_them_before_set_up_and_only_where_they_are_drawn() -> None:
    rules = rules_of("hastings", ("drawn",))
    play = Play(rules)
    assert dict(rules.summary(play.state))["Options"] == "drawn by dice"
    play.answer((4, 5))
    assert play.state.phase == "setup"
    assert play.state.options == {"4", "5"}
    assert dict(rules.summary(play.state))["Options"] == "4, Fight on!; 5, Arrow supply"
    assert "Options" not in dict(rules_of("hastings", ("4", "5")).summary(play.state))


def test_none_is_shown_as_none() -> None:
    rules = rules_of("fulford", ("drawn",))
    play = Play(rules)
    play.answer((3, 3))
    assert play.state.options == frozenset()
    assert dict(rules.summary(play.state))["Options"] == "none"


def test_a_game_with_drawn_options_is_the_game_with_these_options() -> None:
    """The same answers lead to the same places, whoever chose the options."""
    drawn, chosen = Play(rules_of("hastings", ("drawn",))), Play(rules_of("hastings", ("3", "4")))
    drawn.answer((3, 4))
    dice = Dice(5)
    while chosen.request is not None and chosen.count < 300:
        answer = answer_to(chosen.rules, chosen.request, chosen.state, dice, 0.8)
        chosen.answer(answer)
        drawn.answer(answer)
        assert drawn.state.units == chosen.state.units
        assert drawn.state.losses == chosen.state.losses
    assert drawn.state.options == chosen.state.options


@pytest.mark.parametrize("options", [["drawn", "1"], ["1A", "drawn"]])
def test_drawn_goes_with_no_other_option(options: list[str]) -> None:
    scenario = "hastings" if "1A" in options else "fulford"
    with pytest.raises(library.BadOption, match="exclude each other"):
        library.check_options(library.definition("three_battles"), scenario, options)


def test_each_battle_of_a_campaign_may_draw() -> None:
    offered = library.options_of(library.definition("three_battles"), "campaign")
    assert {"fulford-drawn", "stamford_bridge-drawn", "hastings-drawn"} <= set(offered)
    play = Play(rules_of("campaign", ("fulford-drawn", "hastings-4")))
    assert isinstance(play.request, Roll)
    assert play.request.side == "invader"
