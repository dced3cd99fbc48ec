"""What must hold in every game, whoever plays, whichever battle it is and whichever options are in force.

A hundred games are watched, a part of them to the end; `scripts/soak` watches thousands.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from battles import BATTLES, GAME, SCENARIOS, battle_of, events_of_battle, hastings, rules_of
from watching import Dice, answer_to, check_replay, drawn_options

from modules import library
from modules.definition.formats.scenarios import DRAWN
from modules.engine.driver import Play
from modules.engine.requests import Choose, Roll, Shuffle
from modules.engine.state_digest import digest
from modules.three_battles import orders
from modules.three_battles.campaign import Campaign
from modules.three_battles.forces import Forces, adjusted
from modules.three_battles.sequence import BattleRules

WHOLE = {"fulford": 14, "stamford_bridge": 6, "hastings": 4, "campaign": 3}
"""Games of each scenario that are watched to their end."""

GAMES = 10
"""Games of each scenario; those beyond the whole ones end after so many answers:"""
STOP = 90

SENSES = (0.0, 0.5, 0.85, 1.0)
"""How often the players are sensible instead of random."""

BATCH = 5
"""Games in one test."""

LOOK_EVERY = 60
"""Answers from one close look to the next."""


def games(scenario: str) -> Iterator[tuple[int, tuple[str, ...], float, int]]:
    """Seed, options, sense and stop of each game; the first two play with all options, in the third dice name
    them, the others draw."""
    offered = list(library.options_of(library.definition(GAME), scenario))
    dice = tuple(n for n in offered if n.endswith(DRAWN))
    every = [tuple(n for n in offered if not n.endswith((letter, DRAWN))) for letter in ("1B", "1A")]
    every.append(dice)
    for i in range(GAMES):
        options = every[i] if i < len(every) else drawn_options(GAME, scenario, Dice(i))
        yield i, options, SENSES[-1 - i % len(SENSES)], 0 if i < WHOLE[scenario] else STOP


BATCHES = [(scenario, begin) for scenario in SCENARIOS for begin in range(0, GAMES, BATCH)]


@pytest.mark.whole
@pytest.mark.parametrize(("scenario", "begin"), BATCHES)
def test_games_watched(scenario: str, begin: int) -> None:
    for seed, options, sense, stop in list(games(scenario))[begin : begin + BATCH]:
        check_replay(BATTLES.play_watched(scenario, seed, options, sense, LOOK_EVERY, stop))


def test_every_option_is_played_to_the_end() -> None:
    for scenario in SCENARIOS:
        played = {option for _, options, _, stop in games(scenario) for option in options if not stop}
        assert played == set(library.options_of(library.definition(GAME), scenario))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_goes_on_from_a_snapshot_as_it_would_have(scenario: str) -> None:
    rules = rules_of(scenario, ("4",) if scenario == "hastings" else ())
    dice = Dice(5)
    play = Play(rules)
    marks = []
    answers = []
    while play.request is not None:
        if play.count % 40 == 0:
            marks.append(play.snapshot())
        answers.append(answer_to(rules, play.request, play.state, dice, 0.8))
        play.answer(answers[-1])
    for mark in marks[:: max(1, len(marks) // 4)]:
        again = Play.restore(rules, mark)
        for answer in answers[again.count :]:
            again.answer(answer)
        assert digest(again.state) == digest(play.state)


def test_answers_do_not_change_a_state_that_was_copied() -> None:
    """A snapshot's boundary is shared by all games restored from it, so nothing may write into it."""
    rules = hastings(())
    dice = Dice(6)
    play = Play(rules)
    for _ in range(200):
        assert play.request is not None
        play.answer(answer_to(rules, play.request, play.state, dice, 1.0))
    mark = play.snapshot()
    before = digest(mark.boundary)
    ends = []
    for seed in (1, 2):
        again, other = Play.restore(rules, mark), Dice(seed)
        for _ in range(60):
            if again.request is not None:
                again.answer(answer_to(rules, again.request, again.state, other, 0.9))
        ends.append(digest(again.state))
    assert digest(mark.boundary) == before
    assert ends[0] != ends[1]


DECISIONS = {
    "setup", "movement", "archery", "defensive_archery", "combats", "next_combat", "loss", "retreat",
    "leader_follows", "leader_retreat", "advance", "rally", "rally_placement",
}  # fmt: skip


def test_games_meet_every_kind_of_decision() -> None:
    """Else the games above prove less than they seem to."""
    kinds: set[str] = set()
    for seed in range(30):
        rules, dice = rules_of("fulford", ("1", "3")), Dice(seed)
        play = Play(rules)
        while play.request is not None:
            if isinstance(play.request, Choose):
                kinds.add(play.request.kind)
            play.answer(answer_to(rules, play.request, play.state, dice, 0.8))
        if kinds >= DECISIONS:
            return
    assert kinds >= DECISIONS


def test_what_a_campaign_suggests_for_a_set_up_is_lawful() -> None:
    """Whoever joins and whoever is missing: a leader whose unit was taken needs another one."""
    definition = library.definition(GAME)
    campaign, rules = definition.campaigns["campaign"], rules_of("stamford_bridge")
    assert isinstance(rules, BattleRules)
    vikings = [u for u, c in rules.battle.counters.items() if c.side == "viking" and c.role == "unit"]
    for seed in range(12):
        dice = Dice(seed)
        taken = tuple(dice.random.sample([u for u in vikings if "hirdman-1" not in u], dice.below(25)))
        forces = Forces(("V-bondi-10",) * (seed % 2), ("V-hird", "R-huscarl-1", *taken))
        scenario = adjusted(definition, definition.hex_scenarios["stamford_bridge"], forces, campaign)
        play = Play(BattleRules(definition, scenario, frozenset()))
        play.answer(orders.Deploy())
        play.answer(orders.Done())


def test_a_campaign_counts_each_battle_for_itself() -> None:
    """Reports, losses and players change with the battle; a shuffle is asked for between two of them."""
    rules, dice = rules_of("campaign"), Dice(5)
    assert isinstance(rules, Campaign)
    play = Play(rules)
    fought: dict[str, set[str]] = {}
    shuffles = 0
    while play.request is not None:
        if isinstance(play.request, Shuffle):
            assert play.state.after
            shuffles += 1
        elif isinstance(play.request, Choose | Roll):
            assert play.request.side in ("saxon", "invader")
            fought.setdefault(play.state.battle, set()).add(play.request.side)
        play.answer(answer_to(rules, play.request, play.state, dice, 1.0))
    assert shuffles
    assert all(sides == {"saxon", "invader"} for sides in fought.values())
    assert events_of_battle(rules, play)
    battle, state = battle_of(rules, play.state)
    assert state.outcome is not None
    assert battle.battle.scenario.scenario == play.state.battle == list(fought)[-1]
