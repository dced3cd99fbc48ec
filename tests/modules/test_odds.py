"""The odds of an order: every branch of its dice by the rules, and nothing that its author may not know."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from watching import Dice, answer_to, rules_of

from modules.engine.driver import Play
from modules.engine.errors import Illegal
from modules.engine.modifiers import Modifier
from modules.engine.odds import odds as working
from modules.engine.odds.branches import NoOdds
from modules.engine.odds.odds import Odds, odds_of
from modules.engine.requests import Roll
from modules.engine.rules.arrangement_rules import Arrangement
from modules.engine.rules.full_rules import FullRules
from modules.engine.seeded_random import SeededRandom

BATTLE = {"N-foot-1": "1209, disordered", "N-foot-2": "1310", "N-William": "1209"}
BATTLE |= {"S-fyrd-1": "1210", "S-fyrd-2": "3010", "S-Harold": "1210"}
ATTACK = "attack N-foot-1,N-foot-2 > S-fyrd-1"


def at(rules: FullRules[Any], phase: str, units: dict[str, str], side: str = "norman") -> Play[Any]:
    return Play(rules, rules.arrange(Arrangement(1, phase, side, units, {})))


def asked(play: Play[Any], side: str, *texts: str) -> Odds:
    return odds_of(play, side, [play.rules.grammar.parse(text) for text in texts], samples=300)


def hastings(units: dict[str, str] = BATTLE) -> Play[Any]:
    return at(rules_of("three_battles", "hastings"), "combat", units)


def by_dice(odds: Odds) -> dict[tuple[int, ...], tuple[str, ...]]:
    return {dice: tuple(map(str, each.changes)) for each in odds.results for dice in each.dice}


def test_each_face_of_the_die_comes_to_what_the_game_makes_of_it() -> None:
    odds = asked(hastings(), "norman", ATTACK)
    assert (odds.samples, odds.branches, sum(each.share for each in odds.results)) == (0, 6, 1)
    found = by_dice(odds)
    for face in range(1, 7):
        play = hastings()
        play.answer(play.rules.grammar.parse(ATTACK))
        before = {unit: play.rules.describe(play.state, unit) for unit in BATTLE}
        while not isinstance(play.request, Roll):
            play.answer(play.rules.standing_vocabulary().default(play.state, play.request))
        assert isinstance(play.request, Roll)
        play.answer((face,))
        while play.request is not None and getattr(play.request, "side", "") == "saxon":
            assert not isinstance(play.request, Roll)
            play.answer(play.rules.standing_vocabulary().default(play.state, play.request))
        after = {unit: play.rules.describe(play.state, unit) for unit in BATTLE}
        moved = {unit for unit in BATTLE if before[unit] != after[unit]}
        assert {change.split()[0] for change in found[(face,)]} == moved, face


def test_shares_of_results_and_of_ends_add_up() -> None:
    odds = asked(hastings(), "norman", ATTACK)
    assert [str(each.share) for each in odds.results] == ["1/3", "1/3", "1/6", "1/6"]
    assert {place: str(share) for place, share in odds.ends["S-fyrd-1"].items()} == {
        "1210": "2/3",
        "1111": "1/3",
    }


def test_each_modifier_has_its_rule() -> None:
    said = [str(each) for each in asked(hastings(), "norman", ATTACK).modifiers]
    assert said == [
        "N-foot-1 is disordered x 1/2 (11.1)",
        "N-foot-1 is led +2 SP (10.2)",
        "S-fyrd-1 is led +2 SP (10.2)",
        "column of the CRT 1:1 (7.2)",
    ]
    wall = at(rules_of("shield_wall", "hastings"), "melee", {"N-William": "1020", "S-fyrd-1": "1019"})
    assert asked(wall, "norman", "attack N-William > S-fyrd-1").modifiers == (
        Modifier("combat factor", "+3", "7.4"),
    )


def test_dice_of_another_combat_are_not_followed() -> None:
    units = BATTLE | {"N-foot-3": "3011", "S-fyrd-2": "3010"}
    odds = asked(hastings(units), "norman", ATTACK)
    assert odds.branches == 6
    assert all("fyrd-2" not in str(change) for each in odds.results for change in each.changes)


def test_many_branches_are_sampled_with_their_error(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = asked(hastings(), "norman", ATTACK)
    monkeypatch.setattr(working, "MOST", 5)
    drawn = asked(hastings(), "norman", ATTACK)
    assert (drawn.samples, drawn.branches) == (300, 300)
    shares = {each.changes + each.numbers: each.share for each in drawn.results if each.then}
    for each in exact.results:
        if each.then and each.changes:
            off = abs(shares[each.changes + each.numbers] - each.share)
            assert off < 2 * drawn.error(each.share)
    assert asked(hastings(), "norman", ATTACK).results == drawn.results


def test_an_order_is_refused_as_if_it_were_given() -> None:
    with pytest.raises(Illegal, match=r"7\.4"):
        asked(hastings(), "norman", "attack N-foot-1 > S-fyrd-2")
    with pytest.raises(NoOdds, match="norman must decide first"):
        asked(hastings(), "saxon", "stand S-Harold")


def test_the_game_stays_where_it_is() -> None:
    play = hastings()
    before, request = play.state.copy(), play.request
    asked(play, "norman", ATTACK)
    assert (play.state, play.request) == (before, request)


def test_what_is_hidden_from_the_author_changes_nothing() -> None:
    """A shot at a card that lies face down: whatever it is, its enemy is told the same."""
    rules, dice = rules_of("hastings_pulsipher", "full"), Dice(1)
    play = Play(rules)
    while play.request is not None and not (play.state.phase == "movement" and play.begins):
        play.answer(answer_to(rules, play.request, play.state, dice, 1.0))
    state = play.state.copy()
    hidden = [t for t, card in state.cards.items() if t[0] == "S" and not card.face_up]
    state.known[hidden[0]], state.known[hidden[-1]] = state.known[hidden[-1]], state.known[hidden[0]]
    order = next(o for o in play.request.options.legal() if o.verb == "move")
    one, other = (odds_of(each, "norman", [order]) for each in (play, Play(rules, state)))
    assert one.results == other.results
    assert one.branches == 1


def test_random_numbers_are_those_of_splitmix64() -> None:
    assert [SeededRandom().below(1 << 64), SeededRandom(0, 1).below(1 << 64)][0] == 0xE220A8397B1DCDAF
    counts = [0] * 6
    chance = SeededRandom(1066)
    for _ in range(6000):
        counts[chance.below(6)] += 1
    assert all(900 < count < 1100 for count in counts)
    assert sorted(chance.shuffle(20)) == list(range(20))
    assert SeededRandom(1, 2).below(1 << 60) != SeededRandom(2, 1).below(1 << 60)
    assert Fraction(sum(counts)) == 6000
