"""A game of one's own on places and links by three sides under a referee, by files."""

from types import SimpleNamespace

import independent
import pytest
from commands import good
from three_folders import Folders
from weser import EDITS, SIDES, TIMES

DAY = 24 * 3600


@pytest.fixture
def clock(monkeypatch):
    """The clock of everybody, as the test sets it."""
    made = SimpleNamespace(now=1_700_000_000)
    monkeypatch.setattr("pbem.cli.options.time", SimpleNamespace(time=lambda: made.now))
    return made


@pytest.fixture
def game(tmp_path, clock):
    """The first phase of the French."""
    made = Folders(tmp_path, "gunpowder", "points", SIDES, EDITS, TIMES)
    made.play("french")
    return made


def holds(game):
    """The one log of all, which both verifiers and the audit find good."""
    (log,) = {(game.folder(role) / "game.log").read_bytes() for role in ("referee", *SIDES)}
    assert independent.check(log) == "holds"
    for side in SIDES:
        assert "holds:" in good("verify", game.folder(side), "--full")


def test_three_sides_draw_call_and_end_a_game(game):
    game.play("french", "hand 2 put F-foot-1 BIE", "hand 6 draw events 1", "hand 9 call hessian")
    hand = game.hand("hessian", "Hesse")
    assert list(hand) == ["events5", "events6"]
    told = game.play("hessian", "hand 9.9 lose E-foot-1", "hand 6 play events6", "done")
    assert all(f"hessian plays events6: {hand['events6']}" in said for said in told.values())
    assert game.status("hanoverian")["Hand of French"] == "3 cards in hand"
    game.play("french", "done", "done", "done")
    game.play("hanoverian", "done", "done", 'hand 5 outcome hessian "Kassel is free"')
    game.play("french", "done")
    game.play("hessian", "done")
    holds(game)


def test_an_outcome_stands_when_the_time_of_all_who_may_object_has_passed(game, clock):
    game.play("french", 'hand 5 outcome french "Hanover has fallen"')
    assert game.status("french")["Waiting"].startswith("for hanoverian")
    clock.now += DAY + 1
    game.late()
    assert game.status("french")["Waiting"].startswith("for hessian")
    clock.now += DAY + 1
    game.late()
    assert "The game is over. french wins, by hand: Hanover has fallen" in good(
        "status", "--dir", game.folder("hessian")
    )
    holds(game)


def test_a_side_that_objects_in_time_keeps_the_game_open(game, clock):
    game.play("french", 'hand 5 outcome french "Hanover has fallen"')
    clock.now += DAY + 1
    game.late()
    game.play("hessian", 'object outcome "it has not"')
    assert game.status("hessian")["Waiting"].startswith("for french")
