"""Facts on which all agree beside the rules: read, put on the table, played on from."""

from __future__ import annotations

import pytest
from card_battles import Watched
from watching import Dice, answer_to, rules_of

from modules.engine.amendments import Amendments, CounterPlacement, CounterState, FactValue, parse_fact
from modules.engine.driver import Play
from modules.engine.errors import Illegal, OrderError, OrderSyntaxError, UnknownThingError
from modules.engine.rules.answers import WrongAnswer
from modules.hastings_pulsipher.state import LOST


def agreed(rules, *texts):
    return Amendments(tuple(parse_fact(text, rules.grammar) for text in texts))


@pytest.fixture
def hastings():
    """The first movement phase of Hastings, both sides set up by policy."""
    rules, dice = rules_of("three_battles", "hastings", ()), Dice(3)
    play = Play(rules)
    while play.state.phase != "movement":
        play.answer(answer_to(rules, play.request, play.state, dice, 1.0))
    return play


def test_a_fact_has_one_text(hastings):
    grammar = hastings.rules.grammar
    for text, fact in {
        "S-fyrd-3 at 2019": CounterPlacement("S-fyrd-3", "2019"),
        "S-fyrd-3 is disordered": CounterState("S-fyrd-3", "disordered", True),
        "S-fyrd-3 is not disordered": CounterState("S-fyrd-3", "disordered", False),
        "losses saxon 12": FactValue("losses saxon", 12),
    }.items():
        assert parse_fact(text, grammar) == fact
        assert str(fact) == text
    assert str(parse_fact("harold at 2019", grammar)) == "S-Harold at 2019"
    for text in (
        "losses saxon -1",
        "losses saxon 012",
        "losses saxon 99999",
        "saxon: done",
        "norman: move N-knight-1 1719",
        "S-fyrd-3  at 2019",
    ):
        with pytest.raises(OrderSyntaxError):
            parse_fact(text, grammar)


def test_counters_change_places_and_the_phase_begins_anew(hastings):
    rules, state = hastings.rules, hastings.state
    one, other = state.units["S-fyrd-3"].at, state.units["S-fyrd-4"].at
    told = [event.text for event in hastings.events]
    hastings.amend(
        agreed(
            rules, f"S-fyrd-3 at {other}", f"S-fyrd-4 at {one}", "S-fyrd-4 is disordered", "losses saxon 12"
        )
    )
    assert rules.describe(hastings.state, "S-fyrd-3") == other
    assert rules.describe(hastings.state, "S-fyrd-4") == f"{one}, disordered"
    assert (hastings.state.occupants[one], hastings.state.occupants[other]) == (("S-fyrd-4",), ("S-fyrd-3",))
    assert rules.facts(hastings.state)["losses saxon"] == 12
    assert [event.text for event in hastings.events] == told
    again, dice = Play.restore(rules, hastings.snapshot()), Dice(5)
    for _ in range(40):
        answer = answer_to(rules, hastings.request, hastings.state, dice, 0.5)
        hastings.answer(answer)
        again.answer(answer)
    assert again.state == hastings.state


@pytest.mark.parametrize(
    ("facts", "error"),
    [
        (["S-fyrd-3 at 9999"], UnknownThingError),
        (["S-fyrd-3 is asleep"], UnknownThingError),
        (["losses danes 12"], UnknownThingError),
        (["event anything 12"], UnknownThingError),
        (["losses saxon 3", "S-fyrd-3 at {S-fyrd-4}"], Illegal),
        (["S-fyrd-3 at {N-knight-1}"], Illegal),
    ],
)
def test_what_play_cannot_reach_changes_nothing(hastings, facts, error):
    before = hastings.state.copy()
    places = {counter: unit.at for counter, unit in before.units.items()}
    with pytest.raises(error):
        hastings.amend(agreed(hastings.rules, *(fact.format_map(places) for fact in facts)))
    assert hastings.state == before


def test_a_leader_who_is_put_back_has_not_left(hastings):
    rules = hastings.rules
    here = hastings.state.units["S-Harold"].at
    hastings.amend(agreed(rules, "S-Harold at exited"))
    assert hastings.state.has_left("S-Harold")
    hastings.amend(agreed(rules, f"S-Harold at {here}"))
    assert not hastings.state.has_left("S-Harold")


def test_facts_are_taken_where_a_phase_begins(hastings):
    assert hastings.begins
    hastings.answer(next(o for o in hastings.request.options.legal() if o.verb == "move"))
    assert (hastings.begins, hastings.in_phase) == (False, 1)
    with pytest.raises(WrongAnswer):
        hastings.amend(agreed(hastings.rules, "losses saxon 12"))


def test_the_campaign_knows_only_who_fights_today():
    rules, dice = rules_of("three_battles", "campaign"), Dice(3)
    play = Play(rules)
    while not play.begins or play.state.phase == "setup":
        play.answer(answer_to(rules, play.request, play.state, dice, 1.0))
    counter = next(c for c in play.state.field.units)
    play.amend(agreed(rules, f"{counter} at lost"))
    assert rules.describe(play.state, counter) == "lost"
    with pytest.raises(UnknownThingError):
        play.amend(agreed(rules, "N-William at lost"))


@pytest.mark.parametrize("viewer", ["", "saxon", "norman"])
def test_who_knows_more_and_who_knows_less_change_the_same(viewer):
    """Of cards, only what everybody has seen; views stay views of the whole."""
    done = refused = 0
    for seed in range(2):
        game, dice = Watched("small", viewer), Dice(seed)
        while game.whole.request is not None:
            if game.whole.begins and game.whole.state.phase == "movement":
                for fact in facts_at(game):
                    made = agreed(game.rules, *fact)
                    outcomes = {tried(game.whole, made), tried(game.seen, made)}
                    assert len(outcomes) == 1, (fact, outcomes)
                    done, refused = done + (outcomes == {""}), refused + (outcomes != {""})
                    game.check()
            game.answer(answer_to(game.rules, game.whole.request, game.whole.state, dice, 0.9))
            game.check()
    assert done > 6
    assert refused > 6


def facts_at(game):
    """Facts that fit, and some that do not: of cards that lie face down, of places that are taken."""
    state, free = (
        game.whole.state,
        [s for s in game.rules.battle.board.ids if s not in game.whole.state.occupants],
    )
    cards = sorted(state.known[t] for t, card in state.cards.items() if card.at not in ("reserve", LOST))
    for counter in cards[:: max(1, len(cards) // 4)]:
        yield (f"{counter} at {free[len(counter) % len(free)]}", f"{counter} is crossed")
        yield (f"{counter} at {next(iter(state.occupants))}",)
    yield ("broken saxon left 1",)
    yield ("broken saxon left 0", "broken saxon nowhere 1")
    yield ("broken saxon left 0", "N-William at center")


def tried(play, made):
    try:
        play.amend(made)
    except OrderError as error:
        return str(error)
    return ""


def test_a_number_that_stands_for_something_is_one_of_those():
    """Strategies are numbered (4.2.1): a ninth would end the next look at the table."""
    rules = rules_of("hastings_berg", "hastings", ())
    state = rules.start()
    state.strategies["norman"] = 1
    rules.amend(state, [FactValue("strategy norman", 4)])
    assert state.strategies["norman"] == 4
    for number in (0, 5, 9_999):
        with pytest.raises(UnknownThingError, match=r"strategy \(1 to 4\)"):
            rules.amend(state, [FactValue("strategy norman", number)])
    assert state.strategies["norman"] == 4
