"""What a hand holds shows where it comes, at what cost, and whom it attacks: alone, or several together."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from decided import SEEDS, decisions, sparse
from watching import rules_of

from modules.engine.driver import Play
from modules.engine.gestures.filling import fill_form, find_forms
from modules.engine.gestures.forms import gesture_kind
from modules.engine.gestures.handles import Handles, find_handles, find_lit, find_piece
from modules.engine.requests import Choose
from modules.year_of_the_comet.orders import Deploy, Muster


def first(name: str, kind: str, found: Any) -> tuple[Play[Any], Choose]:
    """The first decision of a kind in a game of which something holds."""
    return next(
        (play, choice)
        for play, choice in decisions(name, SEEDS[name])
        if choice.kind == kind and found(choice)
    )


def handles(play: Play[Any], choice: Choose, *counters: str) -> Handles:
    """What a hand may do that holds these counters."""
    placed = {each.counter: each.place for each in play.rules.position(play.state)}
    return find_handles(play, choice, [find_piece(play, each, placed[each]) for each in counters])


@pytest.fixture
def normans() -> tuple[Play[Any], Choose]:
    """Hastings, where the Normans begin to move."""
    play = Play(rules_of("three_battles", "hastings", ()))
    for word in ("deploy", "done"):
        play.answer(play.rules.grammar.parse(word))
    assert isinstance(play.request, Choose)
    return play, play.request


def test_a_move_tells_its_cost_and_what_is_left(normans: tuple[Play[Any], Choose]) -> None:
    found = {each.place: each for each in handles(*normans, "N-knight-1").reach}
    near, far = found["1620"], found["1518"]
    assert (str(near.order), near.cost, near.left) == ("move N-knight-1 1620", "1", "5")
    assert (str(far.order), far.cost, far.left) == ("move N-knight-1 1619-1519-1518", "3", "3")


def test_who_has_moved_is_lit_no_more(normans: tuple[Play[Any], Choose]) -> None:
    play, choice = normans
    assert "N-knight-1" in find_lit(play, choice).counters
    play.answer(play.rules.grammar.parse("move N-knight-1 1819"))
    assert isinstance(play.request, Choose)
    assert "N-knight-1" not in find_lit(play, play.request).counters
    assert handles(play, play.request, "N-knight-1") == Handles()


def test_several_attack_together_whom_one_alone_may_not() -> None:
    """Of three who may attack one enemy two do so; where they must all attack, each is shown the three."""
    exact = with_others = 0
    for play, choice in decisions("three_battles/fulford", 3, longest=400):
        for order in choice.options.legal() if choice.kind == "combats" else ():
            attackers = getattr(order, "attackers", ())
            if len(attackers) > 2:
                for some in (attackers[:1], attackers[:2]):
                    targets = {each.pieces: each.order for each in handles(play, choice, *some).targets}
                    shown = targets[order.defenders]
                    assert choice.options.fault_of(shown) is None
                    exact += shown.attackers == some
                    with_others += len(shown.attackers) > len(some)
    assert exact and with_others


def test_blocks_go_together_as_far_as_the_slowest() -> None:
    play, choice = first("year_of_the_comet/campaign", "movement", lambda choice: choice.seat == "english")
    both = {each.place for each in handles(play, choice, "E-Harold", "E-fyrd-5").reach}
    alone = [{each.place for each in handles(play, choice, one).reach} for one in ("E-Harold", "E-fyrd-5")]
    assert both == alone[1] < alone[0]
    assert {str(each.order).split()[-1] for each in handles(play, choice, "E-fyrd-5").reach} == {"E-fyrd.1"}


@pytest.mark.parametrize("name", SEEDS)
def test_a_form_that_is_filled_at_random_is_an_order_or_says_why_not(name: str) -> None:
    orders = faults = 0
    for play, choice in sparse(name, SEEDS[name], longest=300):
        draw = random.Random(play.count)
        for kind in find_forms(choice, play.rules.grammar):
            chosen: dict[str, tuple[str, ...]] = {}
            for _ in range(8):
                form = fill_form(choice, kind, chosen)
                free = [each for each in form.fields if Counter(each.values) - Counter(each.chosen)]
                free = [each for each in free if each.many or not each.chosen]
                if form.order is not None or not free:
                    break
                field = draw.choice(free)
                more = list((Counter(field.values) - Counter(field.chosen)).elements())
                chosen[field.name] = (*field.chosen, draw.choice(more))
            if form.order is not None:
                choice.options.judge(form.order)
                assert type(form.order) is kind
            orders += form.order is not None
            faults += form.fault is not None
    assert orders > 10


def test_cv_are_split_and_blocks_laid_out_by_a_form() -> None:
    play, choice = first("year_of_the_comet/campaign", "muster", lambda _: True)
    assert [gesture_kind(type(order)) for order in choice.options.legal()[:1]] == ["fill"]
    one = fill_form(choice, Muster, {"new": ("1",), "grown": ("-",)})
    assert str(one.order) == "muster 1 -"
    assert one.fields[0].values == ("1", "1")
    late = fill_form(choice, Muster, {"new": ("2", "2"), "grown": ("-",)})
    assert late.order is None and late.fault is not None and late.fault.rule == "8.1"
    play, choice = first("year_of_the_comet/campaign", "deployment", lambda _: True)
    left = fill_form(choice, Deploy, {"left": ("E-carl.4",), "reserve": ("-",)})
    assert left.fields[1].values == ("E-Harold.1", "E-carl.4", "E-fyrd.3") and left.order is None
    assert play.rules.grammar


def test_strategies_are_chosen_in_any_sequence() -> None:
    _, choice = first("hastings_berg/hastings", "strategy", lambda choice: len(choice.options.boxes) == 3)
    kind = type(choice.options.legal()[0])
    words = choice.options.legal()[5].choices
    form = fill_form(choice, kind, {"choices": words[::-1]})
    assert form.order == choice.options.legal()[5]
    (some,) = fill_form(choice, kind, {"choices": words[:1]}).fields
    assert not {word for word in some.values if word.startswith(words[0].split(":")[0])} - {words[0]}
