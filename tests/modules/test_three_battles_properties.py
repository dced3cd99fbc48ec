"""What must hold in every game, whoever plays, whichever battle it is and whichever options are in force.

A hundred whole games are watched; `scripts/soak` watches thousands.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from battles import (
    GAME,
    SCENARIOS,
    Dice,
    answer_to,
    battle_of,
    check_replay,
    drawn_options,
    events_of_battle,
    hastings,
    play_watched,
    rules_of,
)

from modules import library
from modules.engine.digest import digest
from modules.engine.play import Play
from modules.engine.requests import Choose, Roll, Shuffle
from modules.three_battles.campaign import Campaign

GAMES = {"fulford": 52, "stamford_bridge": 26, "hastings": 12, "campaign": 10}
"""Whole games watched of each scenario: fewer of those that take longer."""

SENSES = (0.0, 0.5, 0.85, 1.0)
"""How often the players are sensible instead of random."""

BATCH = 6
"""Games in one test."""

LOOK_EVERY = 60
"""Answers from one close look to the next."""


def games(scenario: str) -> Iterator[tuple[int, tuple[str, ...], float]]:
    """Seed, options and sense of each game; the first few play with all options, the others draw."""
    offered = list(library.options_of(library.definition(GAME), scenario))
    every = [tuple(n for n in offered if not n.endswith(letter)) for letter in ("1B", "1A")]
    for i in range(GAMES[scenario]):
        options = every[i] if i < len(every) else drawn_options(scenario, Dice(i))
        yield i, options, SENSES[i % len(SENSES)]


BATCHES = [(scenario, begin) for scenario in SCENARIOS for begin in range(0, GAMES[scenario], BATCH)]


@pytest.mark.parametrize(("scenario", "begin"), BATCHES)
def test_games_from_beginning_to_end(scenario: str, begin: int) -> None:
    for seed, options, sense in list(games(scenario))[begin : begin + BATCH]:
        check_replay(play_watched(scenario, seed, options, sense, LOOK_EVERY))


def test_a_hundred_games_with_every_option() -> None:
    assert sum(GAMES.values()) == 100
    for scenario in SCENARIOS:
        played = {option for _, options, _ in games(scenario) for option in options}
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
    "movement", "archery", "defensive_archery", "combats", "next_combat", "loss", "retreat",
    "leader_follows", "leader_retreat", "advance", "rally", "rally_placement",
}  # fmt: skip


@pytest.mark.parametrize(
    ("scenario", "options", "seeds"),
    [
        ("fulford", ("1", "3"), range(12)),
        ("stamford_bridge", ("3",), range(6)),
        ("hastings", ("4", "6"), range(51, 55)),
    ],
)
def test_games_meet_every_kind_of_decision(scenario: str, options: tuple[str, ...], seeds: range) -> None:
    """Else the games above prove less than they seem to."""
    kinds: set[str] = set()
    for seed in seeds:
        rules, dice = rules_of(scenario, options), Dice(seed)
        play = Play(rules)
        while play.request is not None:
            if isinstance(play.request, Choose):
                kinds.add(play.request.kind)
            play.answer(answer_to(rules, play.request, play.state, dice, 0.8))
        if kinds >= DECISIONS | {"setup"}:
            return
    assert kinds >= DECISIONS | {"setup"}


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
