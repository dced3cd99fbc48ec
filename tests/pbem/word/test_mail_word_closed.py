"""A game in which orders stay closed, and one plays by mail word: only his own mails hold his plans."""

from types import SimpleNamespace

import blocks
import pytest
from word_play import Game, body_of, code_in, opened

PLACED = ("place earl-3 ely", "place earl-2 ely", "place earl-1 london")


@pytest.fixture
def game(tmp_path):
    module = SimpleNamespace(new=blocks.new, build=blocks.build)
    return Game(tmp_path / "game", module, word=("earl",))


def test_his_lines_are_drafted_by_what_he_sees_and_stay_closed(game):
    (file,) = game.type("Place earl-3 ely.", *PLACED[1:], sender="earl@example.org").files
    said = body_of(file)
    assert all(f"    {line}\n" in said for line in PLACED)
    assert game.types() == []
    done = game.type(f"yes {code_in(file)}", sender="earl@example.org")
    assert done.outcome == "accepted", done.text
    assert game.types() == [("order", "earl"), ("ack", "referee")]
    order, answer = game.history()[1:]
    assert (order.body.lines, order.body.word) == ((), True)
    assert answer.body.effects == ("placed earl ely", "placed earl ely", "placed earl london")
    for mail in map(opened, done.files):
        mine = mail.to == ("earl@example.org",)
        assert (b"earl-3" in mail.message) == mine, mail.to
    assert game.holds() == "incomplete"


def test_a_line_that_is_not_legal_by_what_he_sees_is_named_in_the_draft(game):
    (file,) = game.type(PLACED[0], "place earl-2 york", sender="earl@example.org").files
    said = body_of(file)
    assert f"    {PLACED[0]}\n" in said
    assert "place earl-2 york" in said
    done = game.type(f"yes {code_in(file)}", sender="earl@example.org")
    assert done.outcome == "accepted"
    assert game.table().owing_roles == ("earl",)
