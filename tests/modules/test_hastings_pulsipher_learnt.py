"""Who judges by what was learnt in the battle of cards: the numbers that he looks at, what he expects of an
event, how he lays out his cards."""

from __future__ import annotations

from dataclasses import astuple, replace

import pytest
from watching import Dice

from modules import library
from modules.cases import Case, played
from modules.engine.driver import Play
from modules.engine.players.match import Match
from modules.engine.players.player import PolicyPlayer, RandomPlayer
from modules.engine.requests import Choose
from modules.engine.seeded_random import SeededRandom
from modules.hastings_pulsipher.field import Battle, Field
from modules.hastings_pulsipher.movement import MoveOptions
from modules.hastings_pulsipher.player import foreseeing, inputs, judging, laying
from modules.hastings_pulsipher.player.estimate import STYLES, Eyes, guess
from modules.hastings_pulsipher.player.network import LEARNT, Network, network, read, written
from modules.hastings_pulsipher.player.outlook import Outlook
from modules.hastings_pulsipher.state import RESERVE

SMALL = "hastings_pulsipher/small"
TINY = Network(
    inputs=("one", "two: of a kind"),
    first=((1.0, -2.0), (0.5, 0.25), (0.0, 1.0)),
    first_bias=(0.0, 0.125, -3.0),
    second=((1.0, 2.0, 4.0),),
    second_bias=(0.5,),
    last=(2.0,),
    direct=(0.25, -1.0),
    bias=-0.5,
)


def begun(units: dict[str, str], side: str = "norman", **more: object) -> Play[object]:
    """A small battle in its movement phase."""
    case = {"rule": "1", "title": "-", "phase": f"{side} movement", "turn": 3, "units": units, "play": ()}
    return played(SMALL, Case.model_validate({**case, **more}))


def seen(play: Play[object]) -> Eyes:
    """As who decides sees it, with his guesses."""
    rules, request = play.rules, play.request
    assert isinstance(request, Choose)
    field = Eyes(rules.battle, rules.view(play.state, request.side), STYLES["schooled"])
    guess(field, request.side)
    return field


def said(units: dict[str, str], side: str = "norman", **more: object) -> dict[str, float]:
    """What each number is called, and is."""
    field = seen(begun(units, side, **more))
    found = inputs.Numbers(Outlook(field, side))
    return dict(zip(inputs.names(field.battle), found.of(found.now), strict=True))


# --- the network -------------------------------------------------------------------------------------------


def test_a_network_is_worth_what_one_reckons_by_hand() -> None:
    """First layer: max(0, 2 - 2 x 0.5), max(0, 1.125 + 0.125), max(0, 0.5 - 3); second: 0.5 + 1 + 2.5."""
    first = (2 - 1.0, 0.125 + 1 + 0.125, 0.0)
    second = 0.5 + first[0] + 2 * first[1]
    assert TINY.worth([2.0, 0.5]) == pytest.approx(-0.5 + 0.25 * 2 - 0.5 + 2 * second)


def test_a_network_survives_being_written() -> None:
    assert astuple(read(written(TINY, "# how it was learnt\n"))) == astuple(TINY)


@pytest.mark.parametrize("name", sorted(file.stem for file in LEARNT.glob("*.txt")))
def test_what_was_learnt_is_of_the_numbers_that_there_are(name: str) -> None:
    scenario, side, *setup = name.split("-")
    battle: Battle = library.rules("hastings_pulsipher", scenario).battle
    assert judging.learnt(battle, side, "-setup" if setup else "") is network(name) is not None
    assert written(read((LEARNT / f"{name}.txt").read_text(encoding="utf-8")), "") in (
        LEARNT / f"{name}.txt"
    ).read_text(encoding="utf-8")


def test_of_other_events_nothing_was_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    battle: Battle = library.rules("hastings_pulsipher", "small").battle
    other = Battle(battle.definition, battle.scenario)
    cards = dict(battle.deck.cards)
    del cards["hold"]
    monkeypatch.setattr(other, "deck", battle.deck.model_copy(update={"cards": cards}))
    assert judging.learnt(other, "norman") is None


# --- the numbers -------------------------------------------------------------------------------------------

STANDING = {
    "S-Harold": "left",
    "N-William": "right",
    "S-housecarl-1": "33",
    "S-housecarl-2": "43",
    "S-levy-1": "12",
    "N-foot-1": "34",
    "N-archer-1": "45",
    "N-duke-1": "15",
}


def test_there_is_a_name_for_each_number_and_none_twice() -> None:
    for scenario in ("small", "full"):
        battle = library.rules("hastings_pulsipher", scenario).battle
        names = inputs.names(battle)
        assert len(names) == len(set(names))
    assert len(said(STANDING)) == len(inputs.names(library.rules("hastings_pulsipher", "small").battle))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("column 3: engaged", 1),
        ("column 4: 2 apart", 1),
        ("column 1: 3 apart", 1),
        ("column 2: none here", 1),
        ("column 2: no enemy", 1),
        ("column 3: hits", 3 / 6),  # foot 3, against +1, uphill +1, William -1
        ("column 3: is hit", 3 / 6),  # housecarl 3, against +1
        ("column 3: hits now", 3 / 6),
        ("column 4: hits now", 0),
        ("column 3: wall of enemy", 1),
        ("column 3: wall", 0),
        ("right: units 2", 1),
        ("right: units 3", 0),
        ("left: enemies 1", 1),
        ("right: leader", 1),
        ("left: leader of enemies", 1),
        ("right: beset", 0),
        ("turn 3", 1),
        ("turn 4", 0),
        ("all units", 3 / 12),
        ("all enemies", 3 / 12),
        ("right, units: in row 4", 1),
        ("right, units: archers' rows", 2 / 3),
        ("right, units: fights with leader", 1),
        ("left, units: out of reach", 0),
    ],
)
def test_a_number_is_what_its_name_says(name: str, value: float) -> None:
    assert said(STANDING)[name] == pytest.approx(value)


@pytest.mark.parametrize(
    ("units", "facts", "name", "value"),
    [
        ({"S-levy-2": "44"}, {}, "right: beset", 0.5),
        ({"S-levy-1": "lost"}, {"broken saxon left": 1}, "left: won", 1),
        ({"S-levy-1": "lost"}, {"broken saxon left": 1}, "right, units: won beside", 1),
        ({"S-levy-1": "lost"}, {"broken saxon left": 1}, "right, units: free beside", 0.25),
        ({"N-foot-2": "reserve"}, {}, "reserve", 0.5),
        ({}, {"hand norman hold": 1}, "holds hold", 1),
        ({}, {"effect halt saxon": 1}, "their halt", 1),
        ({"N-William": "lost"}, {}, "leader dead", 1),
        ({"N-foot-2": "35"}, {}, "right, units: friend behind", 1),
    ],
)
def test_a_number_is_what_its_name_says_elsewhere(
    units: dict[str, str], facts: dict[str, int], name: str, value: float
) -> None:
    assert said(STANDING)[name] != pytest.approx(value)
    assert said(STANDING | units, facts=facts)[name] == pytest.approx(value)


def test_what_is_hidden_changes_no_order() -> None:
    """Two cards that lie face down change places."""
    rules = library.rules("hastings_pulsipher", "small")
    match = Match(rules, {seat: RandomPlayer(3, at) for at, seat in enumerate(rules.seats, 1)}, 3)
    looked = 0
    while (request := match.play.request) is not None and looked < 6:
        if isinstance(request, Choose) and isinstance(request.options, MoveOptions):
            state, side = match.play.state, request.side
            letter = rules.battle.letters[rules.battle.enemy(side)]
            down = [t for t in rules.battle.tokens[letter] if not state.cards[t].face_up]
            if len(down) > 1:
                other = state.copy()
                one, two = down[0], down[-1]
                other.known[one], other.known[two] = state.known[two], state.known[one]
                views = [Eyes(rules.battle, rules.view(s, side), STYLES["schooled"]) for s in (state, other)]
                told = [rules.advise_in("schooled", request, view.state, Dice(1)) for view in views]
                assert told[0] == told[1]
                looked += 1
        match.step()
    assert looked


def test_the_chance_that_few_are_left_is_that_of_the_cards_one_by_one() -> None:
    assert inputs.few([1.0, 1.0]) == 0.0
    assert inputs.few([0.5, 0.5, 0.5]) == pytest.approx(0.5)


# --- events ------------------------------------------------------------------------------------------------


def test_an_event_brings_what_was_expected_of_it() -> None:
    """In random games: of all ways to play it that were foreseen one has come about."""
    rules, found = library.rules("hastings_pulsipher", "small"), set()
    for seed in range(40):
        match = Match(rules, {seat: RandomPlayer(seed, at) for at, seat in enumerate(rules.seats, 1)}, seed)
        expected: list[Eyes] = []
        side = card = ""
        while (request := match.play.request) is not None:
            before = match.play.state.copy()
            match.step()
            order = next(iter(match.given.values()), None)
            if getattr(order, "verb", "") == "play":
                side, card = request.side, order.card
                field = Eyes(rules.battle, before, STYLES["schooled"])
                expected = list(foreseeing.played(field, side, card))
            now, due = match.play.state, match.play.request
            if expected and isinstance(due, Choose) and due.kind == "movement":
                if card != "ruse":  # how far he goes is chosen otherwise
                    assert any(_alike(each, Field(rules.battle, now), side) for each in expected), card
                    found.add(rules.battle.choice(rules.battle.deck.cards[card], side).effect)
                expected = []
    assert found >= {
        "transfer",
        "reinforce",
        "heal",
        "resupply",
        "dry",
        "storm",
        "panic",
        "show",
        "halt",
        "hold",
    }


def _alike(expected: Field, now: Field, side: str) -> bool:
    """Cards alike may stand for each other; what lies near is turned up, and a card is drawn."""

    def lie(field: Field) -> set[tuple[object, ...]]:
        cards = field.state.cards
        return {(foreseeing.kind_of(field, t), c.at, c.wounds) for t, c in cards.items() if c.at != RESERVE}

    one, other = expected.state, now.state
    effects = [sorted(map(str, state.effects)) for state in (one, other)]
    hands = set(one.hands[side]) <= set(other.hands[side])
    return (
        (lie(expected), one.leaders, one.played) == (lie(now), other.leaders, True)
        and hands
        and (effects[0] == effects[1])
    )


# --- steps and layouts -------------------------------------------------------------------------------------


def _single(name: str, weight: float) -> Network:
    """Who looks at one number alone."""
    names = inputs.names(library.rules("hastings_pulsipher", "small").battle)
    direct = tuple(weight if each == name else 0.0 for each in names)
    zero = (0.0,) * len(names)
    return Network(tuple(names), (zero,), (0.0,), ((0.0,),), (0.0,), (0.0,), direct, 0.0)


@pytest.mark.parametrize(
    ("name", "weight", "order"),
    [
        ("column 4: engaged", 1.0, "move 34 44"),
        ("left: leader", 1.0, "station left"),
        ("holds hold", -1.0, "play hold"),
        ("column 1: engaged", -1.0, "done"),
    ],
)
def test_the_step_is_the_one_after_which_it_stands_best(name: str, weight: float, order: str) -> None:
    field = seen(begun(STANDING, facts={"hand norman hold": 1, "effect halt saxon": 0}))
    step = judging.best_step(field, "norman", _single(name, weight))
    assert str(step) == order


def test_cards_are_laid_out_as_is_best_and_the_leader_with_them() -> None:
    """Who likes archers far in front on his right lays them there, each card once, and his leader left."""
    rules = library.rules("hastings_pulsipher", "small")
    match = Match(rules, {seat: PolicyPlayer(1) for seat in rules.seats}, 1)
    while not (isinstance(request := match.play.request, Choose) and request.side == "norman"):
        match.step()
    play = match.play
    net = replace(
        _single("right, units: archers' rows", 1.0),
        direct=tuple(
            {"right, units: archers' rows": 1.0, "left: leader": 0.5}.get(name, 0.0)
            for name in inputs.names(rules.battle)
        ),
    )
    laid = {}
    while (
        isinstance(request := play.request, Choose) and request.side == "norman" and request.kind == "setup"
    ):
        field = Field(rules.battle, rules.view(play.state, "norman"))
        order = laying.best(field, request.options, net)
        assert order.card not in laid
        laid[order.card] = order.at
        play.answer(order)
    field = Field(rules.battle, play.state)
    archers = [at for token, at in laid.items() if "archery" in field.counter(token).front]
    assert archers and all(at[0] in "34" for at in archers), archers
    _, sector = laying._best(
        laying.Dealt.of(Field(rules.battle, rules.view(play.state, "norman")), "norman"), net
    )
    assert sector == "left"


def test_who_is_schooled_plays_like_one_who_was_only_where_something_was_learnt() -> None:
    """Beside that he plays as usual."""
    units = {"S-Harold": "left", "N-William": "right", "S-levy-1": "33", "N-foot-1": "34"}
    play = played(SMALL, Case.model_validate(
        {"rule": "1", "title": "-", "phase": "norman combat", "turn": 3, "units": units, "play": ()}
    ))  # fmt: skip
    assert isinstance(play.request, Choose)
    usual, schooled = (
        play.rules.advise_in(style, play.request, play.state, SeededRandom(1))
        for style in ("policy", "schooled")
    )
    assert usual == schooled
