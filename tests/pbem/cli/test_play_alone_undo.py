"""`undo` in `pbem play`: orders taken back at will, and dice that were seen are used up."""

import io
import json
import sys

import pytest
from commands import pbem

from modules.engine.players import match
from modules.engine.state_digest import digest
from pbem.solo import saved_game
from pbem.solo.session import Session


@pytest.fixture
def game(tmp_path, monkeypatch):
    folder = tmp_path / "game"
    monkeypatch.setattr(sys, "stdin", io.StringIO("policy\n" * 6))
    words = ("three_battles/fulford", "--as", "viking", "--against", "policy", "--seed", 4)
    assert pbem("play", *words, "--dir", folder)[0] == 0
    return folder


def typed(monkeypatch, game, text, *more):
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    return pbem("play", "--dir", game, *more)


def played(folder):
    """A session up to the next decision, and the dice that fell in it."""
    session = Session(saved_game.read(folder), folder)
    list(session.go_on())
    return session


def test_an_order_taken_back_leaves_the_game_as_it_was_before_it(game, monkeypatch):
    before = played(game)
    typed(monkeypatch, game, "policy\npolicy\npolicy\n")
    code, _, err = typed(monkeypatch, game, "undo 2\nundo\n")
    assert (code, err) == (0, "")
    after = played(game)
    assert after.saved.orders == before.saved.orders
    assert digest(after.whole.state) == digest(before.whole.state)


def test_dice_that_were_taken_back_are_not_rolled_again(game, monkeypatch):
    """The same order up to the same battle: each time it has dice of its own."""
    fell = []

    def fallen(request, chance):
        fell.append(match.fallen(request, chance))
        return fell[-1]

    monkeypatch.setattr("pbem.solo.session.fallen", fallen)
    session, seen = played(game), []
    for _ in range(3):
        fell.clear()
        given = 0
        while len(fell) < 5:
            session.give(str(session.advise()))
            list(session.go_on())
            given += 1
        seen.append(tuple(fell[:5]))
        session.undo(given)
    assert len(set(seen)) == 3


def test_a_kept_game_with_orders_taken_back_is_replayed_with_its_own_dice(game, monkeypatch):
    typed(monkeypatch, game, "undo 3\n" + "policy\n" * 12 + "undo 4\n" + "policy\n" * 9)
    one = played(game)
    assert len(one.saved.undone) == 2
    again = played(game)
    assert digest(one.whole.state) == digest(again.whole.state)


def test_more_orders_than_were_given_are_not_taken_back(game, monkeypatch):
    before = (game / saved_game.FILE).read_bytes()
    code, _, err = typed(monkeypatch, game, "undo 900\nundo x\nundo 0\n")
    assert code == 0
    assert "you have given 6 orders" in err
    assert "`undo x`: say how many orders" in err
    assert (game / saved_game.FILE).read_bytes() == before


def test_the_order_that_ended_a_game_is_taken_back_as_it_goes_on(game, monkeypatch):
    typed(monkeypatch, game, "policy\n" * 4000)
    assert played(game).whole.state.outcome is not None
    code, _, _ = typed(monkeypatch, game, "", "--undo", "2")
    assert code == 0
    assert played(game).whole.state.outcome is None


def test_a_game_in_which_nothing_was_taken_back_is_kept_as_before(game):
    assert "undone" not in json.loads((game / saved_game.FILE).read_text())
