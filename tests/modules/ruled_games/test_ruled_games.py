"""Games of which the program carries out the whole from data alone: each case holds, random games end without
a fault, and the general player beats random play."""

from pathlib import Path

import pytest
from stack_battles import WHOLE
from watching import Dice, check_replay, drawn_options

from modules import library
from modules.cases import run_paths
from modules.engine.driver import Play
from modules.engine.odds import telling
from modules.engine.odds.odds import odds_of
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


@pytest.mark.parametrize(("watcher", "scenario"), PLAYED, ids=NAMES)
def test_the_general_player_keeps_the_limits_of_a_phase_s_end(watcher, scenario):
    rules = library.rules(watcher.word, scenario, ())
    play = Match(rules, {seat: PolicyPlayer(1, at) for at, seat in enumerate(rules.seats)}, 1).run()
    assert [str(event) for event in play.events if "surplus" in event.text] == []


def test_the_odds_of_attacks_that_were_named_tell_the_reckoning_once():
    watcher = next(each for each in WHOLE if each.game == "depots")
    play = Play(library.rules(watcher.word, "may", ()))
    given = ("move B-arm-1 0404-0504-0604-0704", "move B-inf-3 0604-0704", "done")
    for line in given:
        play.answer(play.rules.grammar.parse(line))
    orders = [play.rules.grammar.parse(line) for line in ("attack B-arm-1,B-inf-3 > R-inf-3", "done")]
    told = list(telling.lines(odds_of(play, "blue", orders)))
    sums = [line.strip() for line in told if "defenders 4" in line or "die 1:" in line or "die 6:" in line]
    assert [line.split(":")[0] for line in sums] == ["defenders 4", "die 1", "die 6"]
