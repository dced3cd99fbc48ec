"""Nobody learns too much: views, games that are played from a view, orders that only a cheat can give."""

from __future__ import annotations

import pytest
from card_battles import CARD_BATTLES, Watched, check_same, disguised, rules_of, told_to_all
from watching import Dice, answer_to

from modules.engine.driver import Play
from modules.engine.errors import Illegal
from modules.engine.requests import Choose, Deal, Reveal, Shuffle
from modules.engine.rules.arrangement_rules import Arrangement
from modules.engine.state_digest import digest
from modules.hastings_pulsipher import orders
from modules.hastings_pulsipher.state import State

VIEWERS = ("", "saxon", "norman")


@pytest.mark.whole
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("scenario", CARD_BATTLES.scenarios)
def test_a_game_from_a_view_walks_in_step(scenario: str, viewer: str) -> None:
    for seed in range(4):
        game, dice = Watched(scenario, viewer), Dice(seed)
        sense = (0.0, 0.5, 0.9, 1.0)[seed]
        while game.whole.request is not None:
            request, state = game.whole.request, game.whole.state
            game.answer(answer_to(game.rules, request, state, dice, sense))
            game.check()
        assert game.asked


def test_what_is_asked_is_the_same_for_all_but_for_what_a_side_knows() -> None:
    """Deals are the same for everybody; a side is asked for no card of its own."""
    games = {viewer: Watched("full", viewer) for viewer in VIEWERS}
    for game in games.values():
        dice = Dice(7)
        while game.whole.request is not None:
            game.answer(answer_to(game.rules, game.whole.request, game.whole.state, dice, 0.8))
    public = games[""].asked
    for side, letter in (("saxon", "S"), ("norman", "N")):
        own = [a for a in games[side].asked if isinstance(a, Reveal) and a.cards[0][0] == letter]
        assert own == []
        others = [a for a in public if isinstance(a, Deal) or a in games[side].asked]
        assert others == games[side].asked


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_view_does_not_change_with_what_it_hides(viewer: str) -> None:
    """Nor do the choices that a side is shown, nor the advice that it gets."""
    rules = rules_of("full")
    compared = 0
    for seed in range(4):
        dice, play = Dice(seed), Play(rules)
        while play.request is not None:
            if play.count % 5 == 0 and not isinstance(play.request, Shuffle):
                other = disguised(rules, play, viewer, dice)
                assert digest(rules.view(play.state, viewer)) == digest(rules.view(other.state, viewer))
                check_same(play.request, other.request, viewer)
                if isinstance(play.request, Choose) and play.request.side == viewer:
                    compared += digest(play.state) != digest(other.state)
                    advice = [rules.advise(p.request, p.state, Dice(1)) for p in (play, other)]  # type: ignore[arg-type]
                    assert advice[0] == advice[1]
            play.answer(answer_to(rules, play.request, play.state, dice, 0.8))
    assert compared > 20 or not viewer


def test_a_view_of_a_view_is_no_more() -> None:
    rules, dice = rules_of("full"), Dice(2)
    play = Play(rules)
    while play.request is not None:
        for viewer in VIEWERS:
            seen = rules.view(play.state, viewer)
            assert rules.view(seen, viewer) == seen
            assert rules.view(seen, "") == rules.view(play.state, "")
        play.answer(answer_to(rules, play.request, play.state, dice, 0.9))


# --- orders that only a cheat can give -------------------------------------------------------------------


UNITS = {
    "N-foot-1": "17, face_down",
    "N-archer-1": "57, face_down",
    "N-cavalry-1": "67, face_down",
    "N-duke-1": "36",
    "S-fyrd-1": "32",
    "S-Harold": "center",
    "N-William": "center",
}


def both(
    phase: str, viewer: str, units: dict[str, str] | None = None, **facts: int
) -> tuple[Play[State], ...]:
    """The position as who knows everything has it, and as the viewer has it."""
    rules = rules_of("full")
    asked = Arrangement(
        2, phase, "norman", units or UNITS, {k.replace("_", " "): v for k, v in facts.items()}
    )
    state = rules.arrange(asked)
    return Play(rules, state), Play(rules, rules.view(state, viewer))


def token_at(play: Play[State], square: str) -> str:
    return play.state.occupants[square]


def check_void(whole: Play[State], seen: Play[State], order: orders.Order, card: dict[str, int]) -> None:
    """Who sees the card refuses; who does not is shown it; then both let it stand for nothing."""
    assert isinstance(whole.request, Choose)
    with pytest.raises(Illegal):
        whole.request.options.check(order)
    seen.answer(order)
    assert isinstance(seen.request, Reveal)
    seen.answer(card)
    whole.follow(order)
    assert whole.rules.view(whole.state, seen.state.viewer) == seen.state
    assert told_to_all(whole) == told_to_all(seen)


@pytest.mark.parametrize("viewer", ["", "saxon"])
def test_foot_that_moves_like_cavalry_is_seen_and_stays(viewer: str) -> None:
    whole, seen = both("movement", viewer)
    token = token_at(whole, "17")
    number = whole.rules.battle.packs["N"].index("N-foot-1")  # type: ignore[attr-defined]
    check_void(whole, seen, orders.Move("17", ("16", "15", "14")), {token: number})
    assert seen.state.cards[token].at == "17"
    assert seen.state.cards[token].face_up
    assert seen.state.cards[token].moved


def test_cavalry_that_moves_three_areas_is_seen_first() -> None:
    whole, seen = both("movement", "")
    order = orders.Move("67", ("66", "65", "64"))
    token = token_at(whole, "67")
    whole.answer(order)
    seen.answer(order)
    number = whole.rules.battle.packs["N"].index("N-cavalry-1")  # type: ignore[attr-defined]
    seen.answer({token: number})
    assert seen.state.cards[token].at == whole.state.cards[token].at == "64"
    assert whole.state.cards[token].face_up


def test_two_areas_give_nothing_away() -> None:
    whole, seen = both("movement", "")
    order = orders.Move("67", ("66", "65"))
    whole.answer(order)
    seen.answer(order)
    assert isinstance(seen.request, Choose)
    assert not whole.state.cards[token_at(whole, "65")].face_up


def test_nobody_can_be_cavalry_when_all_cavalry_is_seen() -> None:
    units = {"N-foot-1": "17, face_down", "S-fyrd-1": "32"}  # lost cards were seen
    _, seen = both("movement", "", units)
    assert isinstance(seen.request, Choose)
    with pytest.raises(Illegal, match=r"6\.2"):
        seen.request.options.check(orders.Move("17", ("16", "15", "14")))


@pytest.mark.parametrize("viewer", ["", "saxon"])
def test_who_shoots_without_bows_is_seen(viewer: str) -> None:
    units = {"N-archer-1": "67, face_down", "N-foot-1": "15, face_down", "S-fyrd-1": "23"}
    whole, seen = both("combat", viewer, units)
    token = token_at(whole, "15")
    number = whole.rules.battle.packs["N"].index("N-foot-1")  # type: ignore[attr-defined]
    assert isinstance(whole.request, Choose), "all are asked, for a card in 15 may be one of archers"
    check_void(whole, seen, orders.Fire("15", "23"), {token: number})
    assert seen.state.cards[token].face_up


@pytest.mark.parametrize("viewer", ["", "saxon"])
def test_an_event_that_is_not_in_the_hand_costs_the_event_of_the_turn(viewer: str) -> None:
    whole, seen = both("movement", viewer, hand_norman_hold=1, hand_norman_transfer=1)
    hand = whole.state.hands["norman"]
    number = whole.rules.battle.packs["E"].index("hold")  # type: ignore[attr-defined]
    check_void(whole, seen, orders.Play("arrows"), {hand[0]: number})
    assert seen.state.hands["norman"] == hand
    assert seen.state.played
    assert hand[0] not in seen.state.known


def test_an_event_is_shown_and_another_dealt() -> None:
    whole, seen = both("movement", "", hand_norman_hold=1, hand_norman_transfer=1)
    order = orders.Play("hold")
    whole.answer(order)
    seen.answer(order)
    assert isinstance(seen.request, Reveal)
    assert seen.request.wanted == (whole.rules.battle.packs["E"].index("hold"),)  # type: ignore[attr-defined]
    seen.answer({whole.state.discard[0]: seen.request.wanted[0]})
    assert isinstance(seen.request, Deal)
    assert seen.request.cards == (whole.state.hands["norman"][-1],)
    seen.answer({})
    assert whole.rules.view(whole.state, "") == seen.state
