"""Players of a program: the same seed plays the same game, and nobody looks at what he may not know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from watching import rules_of

from modules import game_registry, library
from modules.engine.determinization import determinize
from modules.engine.driver import Play
from modules.engine.orders import Order
from modules.engine.players.evaluation import Weighing, value
from modules.engine.players.match import Match
from modules.engine.players.player import Player, PolicyPlayer, RandomPlayer
from modules.engine.players.searching import FEW, CommonDice, Plan, SearchingPlayer
from modules.engine.requests import Choose, Die, Roll
from modules.engine.rules.arrangement_rules import Arrangement
from modules.engine.seeded_random import SeededRandom
from modules.engine.state_digest import digest

CARDS = "hastings_pulsipher", "small"
QUICK = ("policy", "pressing", "charging")
"""Styles of the cards that are worth a playout: they play fast."""


def searcher(name: tuple[str, str], seat: str, budget: int, seed: int = 1) -> SearchingPlayer:
    weighing = library.load_weighing(*name)
    if name == CARDS and budget:
        styles = dict.fromkeys(("norman", "saxon"), QUICK)
        weighing = weighing.model_copy(update={"phases": ("movement", "combat"), "styles": styles})
    return SearchingPlayer(seat, seat, weighing, budget, seed)


def begun(name: tuple[str, str], seed: int, answers: int, seat: str, budget: int) -> Play[Any]:
    """A game after so many answers, at the next decision about movement; one seat searches."""
    rules = rules_of(*name)
    players: dict[str, Player] = {each: PolicyPlayer(seed, 1) for each in rules.seats}
    match = Match(rules, players | {seat: searcher(name, seat, budget, seed)}, seed)
    while match.play.count < answers or not _moves(match.play.request):
        match.step()
    return match.play


def _moves(request: object) -> bool:
    return isinstance(request, Choose) and request.kind == "movement"


def test_the_same_seed_plays_the_same_game() -> None:
    one, again, other = (begun(CARDS, seed, 60, "norman", 0) for seed in (3, 3, 4))
    assert digest(one.state) == digest(again.state) != digest(other.state)


def test_a_game_stays_where_it_is_while_a_player_searches() -> None:
    play = begun(CARDS, 1, 45, "norman", 0)
    before, request = digest(play.state), play.request
    assert isinstance(request, Choose)
    player = searcher(CARDS, request.seat, 45)
    order = player.order(play, request)
    assert (digest(play.state), play.request) == (before, request)
    assert 0 < player.playouts <= 45
    request.options.check(order)
    assert searcher(CARDS, request.seat, 45).order(play, request) == order


def test_hidden_cards_change_no_order_of_the_other_side() -> None:
    play = begun(CARDS, 1, 45, "norman", 0)
    request = play.request
    assert isinstance(request, Choose)
    enemy = "S" if request.seat == "norman" else "N"
    state = play.snapshot().boundary.copy()
    hidden = [t for t, card in state.cards.items() if t[0] == enemy and not card.face_up]
    known = [state.known[token] for token in hidden]
    state.known.update(zip(hidden, [*known[1:], *known[:1]], strict=True))
    assert known[0] != known[1]
    start = Play(play.rules, play.snapshot().boundary)
    changed = Play(play.rules, state)
    orders = [searcher(CARDS, request.seat, 45).order(each, each.request) for each in (start, changed)]  # type: ignore[arg-type]
    assert orders[0] == orders[1]
    worlds = [determinize(each, request.seat, SeededRandom(7)).state for each in (start, changed)]
    assert digest(worlds[0]) == digest(worlds[1])
    assert set(worlds[0].known) >= set(state.known)
    assert determinize(start, request.seat, SeededRandom(8)).state.known != worlds[0].known


def test_a_position_is_weighed_alike_from_both_sides() -> None:
    rules = rules_of("three_battles", "fulford")
    weights = library.load_weighing("three_battles", "fulford").weights
    units = {"V-Haraldr": "0705", "S-Edwin": "0805"}
    facts = {"losses saxon": 10}
    state = rules.arrange(Arrangement(3, "movement", "viking", units, facts))
    mine, theirs = (value(rules, weights, state, side) for side in ("viking", "saxon"))
    assert mine == -theirs > 0


def test_every_weighing_names_what_its_game_has(subtests: pytest.Subtests) -> None:
    for game in library.refereed_games():
        if not (game_registry.HERE / game / library.EVALUATION).is_file():
            continue
        for scenario in (*library.definition(game).scenarios, *library.definition(game).campaigns):
            with subtests.test(f"{game}/{scenario}"):
                rules, weighing = rules_of(game, scenario), library.load_weighing(game, scenario)
                assert {side.rpartition("/")[2] for side in weighing.styles} <= set(rules.sides)
                assert {style for styles in weighing.styles.values() for style in styles} <= set(rules.styles)
                state = determinize(Play(rules), next(iter(rules.seats)), SeededRandom(1)).state
                assert set(weighing.weights) <= set(rules.features(state, rules.sides[0]))


def test_a_scenario_without_an_evaluation_is_told() -> None:
    with pytest.raises(library.NoEvaluation, match="year_of_the_comet/nowhere has no evaluation"):
        library.load_weighing("year_of_the_comet", "nowhere")


def the_year(seed: int, kind: str) -> Play[Any]:
    """A year in which a decision of this kind is due, where a phase begins, some turns after the set-up."""
    rules = rules_of("year_of_the_comet", "campaign")
    match = Match(rules, {seat: PolicyPlayer(seed, at) for at, seat in enumerate(rules.seats)}, seed)
    while match.play.state.turn < 4 or not (
        match.play.begins and isinstance(match.play.request, Choose) and match.play.request.kind == kind
    ):
        match.step()
    return match.play


def test_a_whole_year_fits_what_a_seat_knows() -> None:
    play = the_year(1, "transfers")
    assert isinstance(play.request, Choose)
    seat = play.request.seat
    worlds = [determinize(play, seat, SeededRandom(number)) for number in (1, 2)]
    assert digest(worlds[0].state) != digest(worlds[1].state)
    for each in worlds:
        assert digest(play.rules.view(each.state, seat)) == digest(play.rules.view(play.state, seat))
    hidden = Play(play.rules, play.rules.view(play.state, seat))
    assert digest(determinize(hidden, seat, SeededRandom(1)).state) == digest(worlds[0].state)


def test_closed_orders_are_played_on_from_any_decision_of_their_seat() -> None:
    """In the middle of a phase too: what is due there follows from what the seat sees."""
    rules = rules_of("year_of_the_comet", "campaign")
    match = Match(rules, {seat: PolicyPlayer(2, at) for at, seat in enumerate(rules.seats)}, 2)
    kinds = set()
    while (request := match.play.request) is not None:
        if isinstance(request, Choose) and not match.play.begins:
            world = determinize(match.play, request.seat, SeededRandom(1))
            assert isinstance(world.request, Choose)
            assert (world.request.seat, world.request.kind) == (request.seat, request.kind)
            assert world.request.options.legal() == request.options.legal()
            hidden = Play(rules, rules.view(match.play.state, request.seat))
            assert digest(determinize(hidden, request.seat, SeededRandom(1)).state) == digest(world.state)
            kinds.add(request.kind)
        match.step()
    assert kinds >= {"movement", "retreat", "loss", "fire"}


def test_plans_of_which_the_same_comes_throw_the_same_dice() -> None:
    def roll(*labels: str) -> Roll:
        return Roll("norman", "1", tuple(Die(6, label) for label in labels))

    place = ("", 3, "combat", "norman")
    one, other = CommonDice(1, 2), CommonDice(1, 2)
    first = one.rolled(roll("N-foot-1 attacks", "N-foot-2 attacks", "N-foot-1 attacks"), place)
    assert other.rolled(roll("S-fyrd-9 attacks"), place)
    assert other.rolled(roll("N-foot-2 attacks"), place) == first[1:2]
    assert other.rolled(roll("N-foot-1 attacks"), place) == first[:1]
    assert other.rolled(roll("N-foot-1 attacks"), place) == first[2:]
    many = [CommonDice(seed).rolled(roll("N-foot-1 attacks"), place)[0] for seed in range(600)]
    assert all(70 <= many.count(face) <= 130 for face in range(1, 7))


def test_the_orders_of_all_styles_are_tried_where_a_kind_is_weighed() -> None:
    play = begun(CARDS, 1, 45, "norman", 0)
    request = play.request
    assert isinstance(request, Choose)
    styles = ("policy", "charging", "wary")
    weighing = Weighing(weights={"units": 1.0}, styles={request.side: styles}, weighed=(request.kind,))
    player = Watched(request.seat, request.side, weighing, 60, 1)
    player.order(play, request)
    advised = [
        play.rules.advise_in(each, request, play.state, SeededRandom(1, play.count)) for each in styles
    ]
    assert player.tried[0] == advised[0]
    assert set(advised) <= set(player.tried)
    assert len(set(player.tried)) == len(player.tried) <= FEW


class Watched(SearchingPlayer):
    """Notes which orders it tries, and tries none of them."""

    tried: Sequence[Order | None] = ()

    def _best(self, play: Play[Any], plans: Sequence[Plan]) -> Plan:
        self.tried = [plan.order for plan in plans]
        return plans[0]


class Ladder(SearchingPlayer):
    """Its plans are worth what their style says, in each playout a little more or less."""

    def _playout(self, play: Play[Any], plan: Plan, number: int) -> float:
        self.playouts += 1
        worth = {"usual": 0.0, "same": 0.0, "worse": -0.5, "better": 0.4, "best": 0.5}
        return worth[plan.style] + (0.01 if plan.style == "best" else 0) * (number % 3) + number % 2


def test_the_usual_plan_is_left_only_for_a_better_one() -> None:
    play = begun(CARDS, 1, 45, "norman", 0)

    def chosen(budget: int, *styles: str) -> str:
        player = Ladder("norman", "norman", Weighing(weights={}, styles={}), budget, 1)
        style = player._best(play, [Plan(each) for each in styles]).style
        assert player.playouts <= budget
        return style

    assert chosen(60, "usual", "worse", "best", "better", "same") == "best"
    assert chosen(40, "usual", "worse", "same") == "usual"
    assert chosen(5, "usual", "best", "better", "same") == "usual"


def test_the_policy_beats_random_play() -> None:
    rules, won = rules_of(*CARDS), 0
    for seed in range(6):
        mine = rules.sides[seed % 2]
        players: dict[str, Player] = {each: RandomPlayer(seed, 1) for each in rules.seats}
        play = Match(rules, players | {mine: PolicyPlayer(seed, 2)}, seed).run()
        won += play.state.outcome.winner == mine
    assert won >= 5
