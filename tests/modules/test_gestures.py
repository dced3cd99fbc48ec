"""What a hand does on a board becomes the order that it says, in every game, and never another one.

Orders drawn from games that are played by seed are said with a hand, and read back.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from handled import gesture_of, lying
from watching import Dice, answer_to, rules_of

from modules.engine.driver import Play
from modules.engine.gestures.following import Following
from modules.engine.gestures.gathering import Made, gathered
from modules.engine.gestures.hand import OFF, Mark, Phase, Piece, Point, Press, Put
from modules.engine.gestures.reading import differing, read, why_not
from modules.engine.requests import Choose, Secret

GAMES = {
    "three_battles/fulford": (3, 30),
    "three_battles/stamford_bridge": (2, 30),
    "three_battles/hastings": (0, 30),
    "three_battles/campaign": (14, 12),
    "hastings_pulsipher/small": (0, 4),
    "hastings_pulsipher/full": (6, 8),
    "shield_wall/hastings": (0, 20),
    "hastings_berg/hastings": (1, 40),
    "year_of_the_comet/campaign": (0, 12),
}
"""Each scenario with the seed of its game; of its decisions every so many is looked at."""

LONGEST = 700
"""Answers after which a game is left."""


def decisions(name: str) -> Iterator[tuple[Play[Any], Choose]]:
    seed, every = GAMES[name]
    game, scenario = name.split("/")
    rules = rules_of(game, scenario, frozenset())
    play, dice = Play(rules), Dice(seed)
    kinds: dict[str, int] = {}
    while play.request is not None and play.count < LONGEST:
        request = play.request
        asked = [*request.choices.values()] if isinstance(request, Secret) else [request]
        for choice in (each for each in asked if isinstance(each, Choose)):
            kinds[choice.kind] = kinds.get(choice.kind, 0) + 1
            if kinds[choice.kind] == 1 or kinds[choice.kind] % every == 0:
                yield play, choice
        play.answer(answer_to(rules, request, play.state, dice, 0.8))


@pytest.mark.parametrize("name", GAMES)
def test_an_order_said_by_hand_is_that_order_or_asked_for(name: str) -> None:
    kinds = set()
    for play, choice in decisions(name):
        lies = lying(play.rules, play.state)
        legal = list(choice.options.legal())
        for order in random.Random(play.count).sample(legal, min(3, len(legal))):
            said = gesture_of(order, lies)
            if isinstance(said, Put):
                said = replace(said, word=order.verb)
            found = read(play, choice, said)
            assert order == found.order or order in found.choices, (order, found)
            kinds.add(type(order))
    assert len(kinds) >= 5


@pytest.mark.parametrize("name", ["three_battles/stamford_bridge", "hastings_berg/hastings"])
def test_a_march_that_could_be_a_charge_is_one_only_if_it_was_marked(name: str) -> None:
    looked = 0
    for play, choice in decisions(name):
        lies = lying(play.rules, play.state)
        charges = [order for order in choice.options.legal() if order.verb == "charge"]
        for order in charges[:: max(1, len(charges) // 3)]:
            said = gesture_of(order, lies)
            assert isinstance(said, Put)
            marked = read(play, choice, replace(said, word="charge"))
            assert order == marked.order or order in marked.choices
            plain = read(play, choice, said)
            verbs = {each.verb for each in (plain.order, *plain.choices) if each is not None}
            there = order.unit, order.path[-1]
            moves = (each for each in choice.options.legal() if each.verb == "move")
            moved = any((each.unit, each.path[-1]) == there for each in moves)
            assert verbs == ({"move"} if moved else {"charge"})
            looked += verbs == {"move"}
    assert looked > 3


@pytest.mark.parametrize("name", ["three_battles/hastings", "shield_wall/hastings", "hastings_berg/hastings"])
def test_where_only_the_end_is_said_the_way_comes_to_the_same_or_is_asked_for(name: str) -> None:
    tried = 0
    for play, choice in decisions(name):
        lies = lying(play.rules, play.state)
        ways = [order for order in choice.options.legal() if len(getattr(order, "path", ())) > 2]
        for order in random.Random(play.count).sample(ways, min(2, len(ways))):
            said = gesture_of(order, lies)
            assert isinstance(said, Put)
            found = read(play, choice, Put(said.pieces, (said.way[0], said.way[-1]), said.facing, order.verb))
            assert found.order is not None or len(found.choices) > 1
            for each in (found.order, *found.choices):
                assert each is None or (why_not(choice, each) is None and each.path[-1] == order.path[-1])
            tried += 1
    assert tried > 5


def test_ways_that_the_options_call_alike_lead_to_the_same_game() -> None:
    """`equivalence_key` says in short what trying out would show."""
    looked = 0
    for play, choice in decisions("three_battles/stamford_bridge"):
        if choice.kind != "movement":
            continue
        for order in [o for o in choice.options.legal() if len(getattr(o, "path", ())) > 2][::40]:
            ends = type(order)(order.unit, order.path[-1:])
            ways = [type(order)(order.unit, way) for way in choice.options.expand_path(ends)]
            ways = [way for way in ways if why_not(choice, way) is None]
            alike = [
                way
                for way in ways
                if choice.options.equivalence_key(way) == choice.options.equivalence_key(ways[0])
            ]
            states = []
            for way in alike:
                trial = Play.restore(play.rules, play.snapshot())
                trial.answer(way)
                states.append(trial.state)
            assert all(state == states[0] for state in states)
            assert len(differing(play, choice, ways)) <= 1 + len(ways) - len(alike)
            looked += len(alike) > 1
    assert looked > 3


def test_an_order_whose_end_its_seat_cannot_know_is_the_last_that_is_tried() -> None:
    """In a game of closed orders the referee alone knows what some come to: what follows comes later."""
    looked = 0
    for play, choice in decisions("year_of_the_comet/campaign"):
        rules = play.rules
        seen = Play(rules, rules.view(play.state, choice.seat))
        asked = seen.request
        if not isinstance(asked, Choose) or asked.seat != choice.seat:
            continue
        unknown = [order for order in asked.options.legal() if rules.effect(seen.state, order) is None][:1]
        for order in unknown:
            presses = [Made(Press(str(order)), (1,)), Made(Press(str(order)), (2,))]
            first, second = Following(seen, choice.seat).follow(presses)
            assert (first.fate, first.order) == ("order", order)
            assert second.fate in ("later", "after")
            looked += 1
    assert looked


# --- one turn, step by step ----------------------------------------------------------------------------


@pytest.fixture
def normans() -> Play[Any]:
    """Hastings, where the Normans begin to move."""
    play = Play(rules_of("three_battles", "hastings", frozenset()))
    for word in ("deploy", "done"):
        play.answer(play.rules.grammar.parse(word))
    assert play.state.active == "norman"
    return play


def put(counter: str, *way: str, step: int = 1, word: str = "") -> Made:
    return Made(Put((Piece(counter, way[0]),), way, word=word), (step,))


def followed(play: Play[Any], *made: Made) -> list[tuple[str, str]]:
    following = Following(play, "norman")
    said = following.follow(gathered(made, play.rules.grammar))
    return [(each.fate, str(each.order or each.why or "; ".join(map(str, each.choices)))) for each in said]


def test_drops_of_one_counter_are_one_way_whatever_lies_between_them(normans: Play[Any]) -> None:
    said = followed(
        normans, put("N-knight-1", "1720", "1819"), put("N-foot-1", "1920", "1919"),
        put("N-knight-1", "1819", "1719"),
    )  # fmt: skip
    assert said == [("order", "move N-knight-1 1819-1719"), ("order", "move N-foot-1 1919")]


def test_what_is_in_the_way_of_another_is_moved_first(normans: Play[Any]) -> None:
    """A unit may not end where another stands (13.4): so it is tried again when that has gone."""
    one, other = put("N-foot-2", "1921", "1920", step=1), put("N-foot-1", "1920", "1919", step=2)
    lies = lying(normans.rules, normans.state)
    assert (lies["N-foot-1"], lies["N-foot-2"]) == ("1920", "1921")
    assert followed(normans, one, other) == [("order", "move N-foot-1 1919"), ("order", "move N-foot-2 1920")]


def test_what_was_gone_and_taken_back_by_hand_is_no_order(normans: Play[Any]) -> None:
    [(fate, choices)] = followed(normans, put("N-foot-1", "1920", "1919"), put("N-foot-1", "1919", "1920"))
    assert fate == "back" and "move N-foot-1 1919-1920" in choices


def test_a_refusal_names_the_rule(normans: Play[Any]) -> None:
    [(fate, why)] = followed(normans, put("N-foot-1", "1920", "2922"))
    assert fate == "refused" and why.startswith("against rule 4.2: no way ends in 2922")
    [_, (fate, why)] = followed(normans, put("N-foot-1", "1920", "1919"), put("S-fyrd-1", "2222", "2223"))
    assert fate == "refused" and "S-fyrd-1 is not your unit" in why


def test_what_is_of_a_later_phase_closes_the_ones_before(normans: Play[Any]) -> None:
    state = normans.state
    over = Made(Phase(state.turn, "norman", state.phase), (2,))
    said = followed(normans, put("N-foot-1", "1920", "1919"), over)
    assert said == [("order", "move N-foot-1 1919"), ("order", "done")]
    assert normans.state.phase != "movement" or normans.state.active != "norman"


def test_a_word_that_is_no_order_now_is_refused(normans: Play[Any]) -> None:
    [(fate, why)] = followed(normans, Made(Press("hold"), (1,)))
    assert fate == "refused" and "give move, charge or done" in why
    [(fate, _)] = followed(normans, Made(Mark((Piece("N-foot-1", "1920"),), "disordered"), (1,)))
    assert fate == "refused"


def test_who_points_at_whom_is_an_attack_of_several_on_several() -> None:
    for play, choice in decisions("three_battles/hastings"):
        attacks = [o for o in choice.options.legal() if o.verb == "attack" and len(o.attackers) > 1]
        if attacks:
            lies = lying(play.rules, play.state)
            order = attacks[0]
            pieces = tuple(Piece(each, lies[each]) for each in order.attackers)
            at = tuple(Piece(each, lies[each]) for each in order.defenders)
            assert read(play, choice, Point(pieces, at, "combat")).order == order
            return
    raise AssertionError("no attack of several")


# --- combats and what comes after them -----------------------------------------------------------------


def test_what_follows_the_dice_is_an_order_if_some_dice_allow_it() -> None:
    """All combats of a player turn, pointed at, and an advance into the hex of the last that was attacked."""
    rules = rules_of("three_battles", "hastings", frozenset())
    play, dice = Play(rules), Dice(0)
    looked = advanced = 0
    while play.request is not None and looked < 5:
        request = play.request
        if not (isinstance(request, Choose) and request.kind == "combats"):
            play.answer(answer_to(rules, request, play.state, dice, 1.0))
            continue
        before, lies = Play.restore(rules, play.snapshot()), lying(rules, play.state)
        attacks = []
        while isinstance(play.request, Choose) and play.request.kind == "combats":
            order = answer_to(rules, play.request, play.state, dice, 1.0)
            attacks += [order] if order.verb == "attack" else []
            play.answer(order)
        if not attacks:
            continue
        looked += 1
        winner, loser = attacks[-1].attackers[0], attacks[-1].defenders[0]
        advance = put(winner, lies[winner], lies[loser], step=len(attacks) + 1)
        made = [*(Made(gesture_of(each, lies), (n,)) for n, each in enumerate(attacks, 1)), advance]
        said = Following(before, request.seat).follow(gathered(made, rules.grammar))
        orders = [each.order for each in said if each.order is not None and each.order.verb != "done"]
        assert [each for each in orders if each.verb == "attack"] == attacks
        assert {each.verb for each in orders} <= {"attack", "advance"}
        advanced += any(each.fate == "after" for each in said)
    assert looked == 5 and advanced >= 1


def test_an_attack_closes_the_phases_before_it() -> None:
    for play, choice in decisions("three_battles/hastings"):
        if choice.kind != "movement":
            continue
        trial = Play.restore(play.rules, play.snapshot())
        done = play.rules.grammar.parse("done")
        count = 0
        while isinstance(trial.request, Choose) and trial.request.seat == choice.seat and count < 3:
            attack = next((o for o in trial.request.options.legal() if o.verb == "attack"), None)
            if attack is not None:
                made = Made(gesture_of(attack, lying(play.rules, play.state)), (1,))
                said = Following(Play.restore(play.rules, play.snapshot()), choice.seat).follow([made])
                assert [each.fate for each in said] == ["implied"] * count + ["order"]
                assert said[-1].order == attack
                return
            if why_not(trial.request, done) is not None:
                break
            trial.answer(done)
            count += 1
    raise AssertionError("no attack after movement")


def test_what_is_set_up_and_turned_is_placed_and_faces_that_way() -> None:
    """The order of a set-up tells no facing, and another does; who looks that way already is not turned."""
    play = Play(rules_of("hastings_berg", "hastings", frozenset()))
    foot, knight = (Piece(name, "norman") for name in ("N-foot-12", "N-knight-8"))
    hand = [Put((foot,), (OFF, "1413"), facing="NW"), Put((knight,), (OFF, "1612"), facing="N")]
    said = Following(play, "norman").follow([Made(each, (n,)) for n, each in enumerate(hand)])
    lines = [str(each.order) for each in said]
    assert lines == ["place N-foot-12 1413", "face N-foot-12 NW", "place N-knight-8 1612"]
