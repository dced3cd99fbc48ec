"""Games of which the program carries out the whole from data alone: each case holds, random games end without
a fault, and the general player beats random play."""

from pathlib import Path

import pytest
from stack_battles import WHOLE
from watching import Dice, check_replay, drawn_options

from modules import library
from modules.cases import run_paths
from modules.engine.players.match import Match
from modules.engine.players.player import PolicyPlayer, RandomPlayer

HERE = Path(__file__).parent
PLAYED = [(watcher, scenario) for watcher in WHOLE for scenario in watcher.scenarios]
NAMES = [f"{watcher.game}/{scenario}" for watcher, scenario in PLAYED]


@pytest.mark.parametrize("game", [watcher.game for watcher in WHOLE])
def test_each_case_holds(game):
    results, faults = run_paths([HERE / game])
    assert [str(each) for each in (*faults, *results) if getattr(each, "problem", True)] == []


@pytest.mark.parametrize("game", [watcher.game for watcher in WHOLE])
def test_the_program_carries_out_each_number(game):
    assert {entry.by for entry in library.definition(str(HERE / game)).ledger.values()} <= {
        "program",
        "nothing",
    }


@pytest.mark.parametrize(("watcher", "scenario"), PLAYED, ids=NAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_game_ends_without_a_fault(watcher, scenario, seed):
    options = drawn_options(watcher.word, scenario, Dice(seed))
    record = watcher.play_watched(scenario, seed, options, look_every=20)
    assert record.play.state.outcome is not None
    check_replay(record)


@pytest.mark.parametrize(("watcher", "scenario"), PLAYED, ids=NAMES)
@pytest.mark.parametrize("seat", [0, 1])
def test_the_general_player_beats_random_play(watcher, scenario, seat):
    rules = library.rules(watcher.word, scenario, ())
    mine = list(rules.seats)[seat]
    won = 0
    for seed in range(6):
        players = {each: RandomPlayer(seed, 1) for each in rules.seats} | {mine: PolicyPlayer(seed, 2)}
        won += Match(rules, players, seed).run().state.outcome.winner == rules.seats[mine]
    assert won >= 5
