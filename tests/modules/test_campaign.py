"""The campaign as a whole (17): it ends by policy and replays, forces never run out of counters, orders that
name another battle's counters or hexes are refused and never break anything."""

from __future__ import annotations

import gc
import random
from functools import cache
from weakref import ref

import pytest

from modules import library
from modules.engine.driver import Play, run
from modules.engine.errors import Illegal, OrderError
from modules.engine.orders import Order
from modules.engine.requests import Answer, Choose, Request, Roll, Shuffle
from modules.engine.rules.arrangement_rules import Arrangement
from modules.engine.state_digest import digest
from modules.three_battles import orders
from modules.three_battles.campaign import Campaign, CampaignState
from modules.three_battles.forces import Forces, adjusted


@cache
def campaign() -> Campaign:
    rules = library.rules("three_battles", "campaign")
    assert isinstance(rules, Campaign)
    return rules


class Dice:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def below(self, limit: int) -> int:
        return self.random.randrange(limit)


def answer_to(request: Request, state: CampaignState, dice: Dice) -> Answer:
    if isinstance(request, Roll):
        return tuple(1 + dice.below(die.sides) for die in request.dice)
    if isinstance(request, Shuffle):
        return tuple(dice.random.sample(range(request.size), request.size))
    assert isinstance(request, Choose)
    return campaign().advise(request, state, dice)


def arranged(phase: str, units: dict[str, str]) -> Play[CampaignState]:
    asked = Arrangement(1, phase, "saxon", units, {})
    return Play(campaign(), campaign().arrange(asked))


def test_a_campaign_by_policy_ends_and_replays() -> None:
    dice = Dice(1066)
    play = Play(campaign())
    answers: list[Answer] = []
    battles: list[str] = []

    def source(request: Request, state: CampaignState) -> Answer:
        if state.battle not in battles:
            battles.append(state.battle)
        answers.append(answer_to(request, state, dice))
        return answers[-1]

    outcome = run(play, source, limit=20_000)
    assert outcome.winner in {"", *campaign().sides}
    assert battles[0] == "fulford"
    assert battles in (["fulford", "stamford_bridge", "hastings"], ["fulford", "hastings"], battles[:2])
    again = Play(campaign())
    for each in answers:
        again.answer(each)
    assert again.state.outcome == outcome
    assert digest(again.state) == digest(play.state)


def test_a_snapshot_between_two_battles_goes_on_alike() -> None:
    play = arranged("fulford/aftermath", {f"V-bondi-{i}": "lost" for i in range(1, 11)})
    assert isinstance(play.request, Shuffle)
    play.answer(tuple(range(play.request.size)))
    copy = Play.restore(campaign(), play.snapshot())
    assert digest(copy.state) == digest(play.state)
    assert play.state.battle == copy.state.battle == "stamford_bridge"


def test_the_counter_sheet_serves_the_most_that_can_join() -> None:
    """17.2, 17.3: every survivor of a kind may be drawn; no game may end for want of a counter."""
    game = library.definition("three_battles")
    file = game.campaigns["campaign"]
    saxons = [i for i, c in game.counters.items() if c.nation == "saxon" and c.role == "unit"]
    for group in dict.fromkeys(game.counters[i].group for i in saxons):
        at_fulford = [i for i in game.hex_scenarios["fulford"].setup[1].at if game.counters[i].group == group]
        marched = adjusted(game, game.hex_scenarios["stamford_bridge"], Forces(tuple(at_fulford[:18])), file)
        there = [c for e in marched.entries if e.side == "saxon" for c in e.counters]
        alike = tuple(c for c in there if game.counters[c].group == group)
        final = adjusted(game, game.hex_scenarios["hastings"], Forces(alike[:19]), file)
        standing = [c for c in final.setup[1].at if game.counters[c].group == group]
        before = [c for c in game.hex_scenarios["hastings"].setup[1].at if game.counters[c].group == group]
        assert len(set(standing)) == len(before) + len(alike[:19])


@pytest.mark.parametrize("joining", [1, 10])
def test_vikings_who_join_are_suggested_a_place_that_the_rules_allow(joining: int) -> None:
    """15.3, 17.2: the suggested set-up of the larger army can be taken as it is."""
    lost = {f"S-fyrd-{i}": "lost" for i in range(1, 19)}
    lost |= {f"V-bondi-{i}": "lost" for i in range(1, 11 - joining)}
    play = arranged("fulford/aftermath", lost)
    assert isinstance(play.request, Shuffle)
    play.answer(tuple(range(play.request.size)))
    setup = campaign().rules_of(play.state).battle.scenario.setup[0]
    assert len(setup.at) == 47 + joining
    play.answer(orders.Deploy())
    play.answer(orders.Done())
    assert play.state.field.phase == "movement"


# --- strangers ---------------------------------------------------------------------------------------------


def strangers_of(order: Order, dice: Dice) -> list[str]:
    """The order as text with each word in turn replaced by one of some battle of the campaign."""
    words = str(order).split()
    swaps = ["S-Harold", "N-knight-1", "V-hird", "R-Tostig", "0101", "2911", "3101", "6020", "5913", "exit"]
    found = []
    for i in range(1, len(words)):
        for swap in dice.random.sample(swaps, 3):
            changed = (swap, f"{words[i]}-{swap}", f"{words[i]},{swap}")
            found += [" ".join([*words[:i], each, *words[i + 1 :]]) for each in changed]
    return found


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_orders_of_other_battles_are_refused_with_a_reason(seed: int) -> None:
    dice = Dice(seed)
    play = Play(campaign())
    refused = 0
    while play.request is not None and play.count < 500:
        answer = answer_to(play.request, play.state, dice)
        if isinstance(play.request, Choose):
            assert isinstance(answer, Order)
            for text in strangers_of(answer, dice):
                try:
                    play.request.options.check(campaign().grammar.parse(text))
                except Illegal as fault:
                    assert fault.rule
                    assert fault.reason
                    refused += 1
                except OrderError:
                    continue
        play.answer(answer)
    assert refused > 500


def test_battles_of_campaigns_gone_by_are_not_kept() -> None:
    """A study plays thousands, each with forces of its own."""
    rules, state = Campaign(campaign().definition, campaign().file, frozenset()), campaign().start()
    made = []
    for taken in range(1, 31):
        state.forces[state.battle] = Forces(taken=tuple(f"S-fyrd-{number}" for number in range(1, taken)))
        made.append(ref(rules.rules_of(state)))
    gc.collect()
    assert 0 < sum(each() is not None for each in made) < 20
