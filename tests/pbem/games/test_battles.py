"""Each battle and the campaign by mail: who the parties are, a whole game by policy, verified."""

from __future__ import annotations

import pytest
from refusing import refuses

from pbem.entry.bodies import Game
from pbem.entry.entries import Entry
from pbem.log.parties import Player
from pbem.log.party.folder import LOG
from pbem.log.verdict import Status
from pbem.log.verification import verify_dice, verify_file
from pbem.reason_codes import Code
from pbem.rules import rules_lookup
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.table import Table
from pbem.setup import new_game
from pbem.setup.new_game import Plan
from pbem.simulation.file_games import play_game

GAME = "three_battles"
PARTIES = {
    "fulford": ("saxon", "viking"),
    "stamford_bridge": ("saxon", "viking"),
    "hastings": ("saxon", "norman"),
    "campaign": ("saxon", "invader"),
}


@pytest.mark.parametrize(("scenario", "sides"), PARTIES.items())
def test_the_parties_are_those_who_play(scenario, sides, tmp_path):
    folders = new_game.create(Plan(GAME, scenario, (), {}), tmp_path)
    assert tuple(folders) == ("referee", *sides)
    table = Table.load(folders["referee"].log)
    assert table.owing_roles[0] in sides


def test_the_players_of_a_campaign_are_not_sides_of_a_battle(tmp_path):
    player = {"norman": Player("Ann", "ann@example.org")}
    with refuses(Code.BAD_PLAYER, match="referee, saxon, invader"):
        new_game.create(Plan(GAME, "campaign", (), player), tmp_path)


def test_the_options_of_a_campaign_are_told_with_their_battles():
    body = Game(
        module=rules_lookup.module(GAME, "campaign"),
        scenario="campaign",
        options=rules_lookup.options(GAME, "campaign", ["fulford-1", "hastings-1A"]),
    )
    assert body.options == {"fulford-1": True, "hastings-1a": True}
    assert rules_lookup.title(body).endswith(
        "(with Fulford: Impetuosity; Hastings: Anglo-Saxon impetuosity, far from a leader)"
    )
    assert rules_lookup.rules_of(body).options == {"fulford-1", "hastings-1A"}


def shuffled(rolls):
    """How many shuffles there are among these rolls; each has every number once."""
    shuffles = [roll for roll in rolls if not roll.sides]
    for roll in shuffles:
        assert sorted(roll.values) == list(range(len(roll.values)))
    return len(shuffles)


@pytest.mark.long
def test_a_campaign_may_shuffle(tmp_path):
    """Whether it comes to that hangs on the dice of a game."""
    for seed in range(1, 10):
        played = play_game(Plan(GAME, "campaign", (), {}, seed=seed), tmp_path / str(seed))
        if shuffled(verify_dice(played.table.verifier.entries).rolls):
            return
    pytest.fail("no campaign of nine has shuffled")


@pytest.mark.long
@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("fulford", ("1", "4")),
        ("stamford_bridge", ("1", "2", "3")),
        ("campaign", ("fulford-3", "stamford_bridge-3", "hastings-4", "hastings-1B")),
    ],
)
def test_a_whole_game_holds(scenario, options, tmp_path):
    played = play_game(Plan(GAME, scenario, options, {}, seed=1), tmp_path)
    assert played.table.replay.outcome() is not None
    logs = [folder.path / LOG for folder in played.folders.values()]
    assert len({log.read_bytes() for log in logs}) == 1
    verdict = verify_file(logs[0], GameReplay())
    assert verdict.status is Status.HOLDS
    assert verdict.count == played.table.seq + 1
    dice = verify_dice(played.table.verifier.entries)
    assert [roll.values for roll in dice.rolls] == [roll.values for roll in verdict.rolls]
    assert shuffled(verdict.rolls) == 0 or scenario == "campaign"
    assert Entry.decode(played.table.verifier.entries[-1].data).type == "end"
