"""What must hold in every game of Hastings, whoever plays and whichever options are in force."""

from __future__ import annotations

import pytest
from battles import Dice, Record, answer_to, hastings, play_watched

from modules.engine.digest import digest
from modules.engine.play import Play
from modules.engine.requests import Choose

GAMES = [
    (11, (), 0.0),
    (12, ("1A", "3"), 0.0),
    (21, (), 0.5),
    (22, ("1A",), 0.5),
    (23, ("1B", "2"), 0.5),
    (24, ("3", "5"), 0.5),
    (25, ("4",), 0.5),
    (26, ("4", "6"), 0.5),
    (27, ("2", "3", "4", "5"), 0.5),
    (31, (), 0.85),
    (32, ("1A", "2", "3", "4", "5", "6"), 0.85),
    (33, ("1B", "2", "3", "4", "5"), 0.85),
    (34, ("4",), 0.85),
    (35, ("4", "5"), 0.85),
    (41, (), 1.0),
    (42, ("1B", "4"), 1.0),
    (44, ("3", "4"), 1.0),
]
"""Seed, options, and how often the players are sensible instead of random."""


@pytest.mark.parametrize(("seed", "options", "sense"), GAMES)
def test_a_game_from_beginning_to_end(seed: int, options: tuple[str, ...], sense: float) -> None:
    record = play_watched(seed, options, sense)
    outcome = record.play.state.outcome
    assert outcome is not None
    assert outcome.winner in ("", "saxon", "norman")
    assert (outcome.winner == "") == (outcome.level == "draw")
    check_replay(record)


def check_replay(record: Record) -> None:
    """The recorded answers give the same states, all along the way."""
    again: Play[object] = Play(record.rules)
    found = {}
    for answer in record.answers:
        again.answer(answer)
        if again.count in record.digests:
            found[again.count] = digest(again.state)
    assert found == record.digests
    assert again.request is None
    assert [e.text for e in again.events] == [e.text for e in record.play.events]


def test_a_game_goes_on_from_a_snapshot_as_it_would_have() -> None:
    rules = hastings(("4",))
    dice = Dice(5)
    play = Play(rules)
    marks = []
    answers = []
    while play.request is not None:
        if play.count % 40 == 0:
            marks.append(play.snapshot())
        answers.append(answer_to(rules, play.request, play.state, dice, 0.8))
        play.answer(answers[-1])
    for mark in marks[:: max(1, len(marks) // 6)]:
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


def test_random_games_meet_every_kind_of_decision() -> None:
    """Else the games above prove less than they seem to."""
    kinds: set[str] = set()
    for seed, options, sense in (
        (51, ("6",), 0.7),
        (52, ("4",), 0.85),
        (53, ("4",), 0.9),
        (54, ("4",), 0.85),
    ):
        rules, dice = hastings(options), Dice(seed)
        play = Play(rules)
        while play.request is not None:
            if isinstance(play.request, Choose):
                kinds.add(play.request.kind)
            play.answer(answer_to(rules, play.request, play.state, dice, sense))
    assert kinds >= {
        "setup", "movement", "archery", "defensive_archery", "combats", "next_combat", "loss", "retreat",
        "leader_follows", "leader_retreat", "advance", "rally", "rally_placement",
    }  # fmt: skip
