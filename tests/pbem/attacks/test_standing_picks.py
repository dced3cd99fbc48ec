"""A better built-in player must not break a game in progress: what standing words pick is a rule of the game.

The log holds the line that decided, not the order that it picked. So each reader picks anew, and a reader who
picks otherwise finds a lie where there is none.
"""

import pytest
from commands import pbem

from modules.shield_wall import standing
from modules.shield_wall.player import fights, policy
from pbem.rules.replay.standing_answers import StandingAnswer
from pbem.setup.new_game import Plan
from pbem.simulation.file_games import play_game


class Enough(Exception):
    """A game that has come far enough."""


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """A log of Shield Wall in which standing words have said where six units rout."""
    seen = 0

    def told(table):
        nonlocal seen
        seen += sum(
            isinstance(item, StandingAnswer) and item.order.startswith("retreat")
            for item in table.replay.accounts[-1].story
        )
        if seen > 5:
            raise Enough

    out = tmp_path_factory.mktemp("routs")
    plan = Plan("shield_wall", "hastings", (), {}, seed=3)
    with pytest.raises(Enough):
        play_game(plan, out, told, standing=["retreat: default", "any: default"])
    return out / "referee" / "game.log"


def better(field, order):
    """What another player thinks of a way to flee: the contrary."""
    from modules.shield_wall.picks import flight as usual

    return -usual(field, order)


def alike(field, unit_id):
    """And of what units are worth."""
    return 1.0


def test_another_player_breaks_no_log(log, monkeypatch):
    before = pbem("verify", str(log), "--full")
    assert before[0] == 3
    assert "by its standing order `retreat: default`" in before[1]
    monkeypatch.setattr(policy.flight, "__code__", better.__code__)
    monkeypatch.setattr(fights.worth, "__code__", alike.__code__)
    assert pbem("verify", str(log), "--full") == before


def test_another_pick_is_another_game(log, monkeypatch):
    """So a pick is bound: by a fingerprint that counts it, since the log shows the line alone."""
    before = pbem("verify", str(log), "--full")
    monkeypatch.setattr(standing, "flight", better)
    assert pbem("verify", str(log), "--full") != before
