"""People at one screen: the board is that of the seat whose decision is due, and no other is shown."""

import io
import json
import sys

import pytest
from commands import pbem

from modules import library
from modules.engine.state_digest import digest
from pbem import errors
from pbem.solo import saved_game
from pbem.solo.session import Session

BERG, CARDS, COMET = "hastings_berg/hastings", "hastings_pulsipher/small", "year_of_the_comet/campaign"


def begin(folder, name, against=saved_game.HOT_SEAT, seat=""):
    game, _, scenario = name.rpartition("/")
    seat = seat or next(iter(library.rules(game, scenario).seats))
    saved = saved_game.new(name, [], seat, against, 0, 5)
    saved.write(folder)
    return go_on(Session(saved, folder))


def go_on(session):
    list(session.go_on())
    return session


def again(folder):
    return go_on(Session(saved_game.read(folder), folder))


def advised(session, many=1):
    for _ in range(many):
        session.take_seat()
        session.give(str(session.advise()))
        go_on(session)


def until_sealed(session):
    while type(session.whole.request).__name__ != "Secret":
        advised(session)


@pytest.mark.parametrize("name", [BERG, CARDS, COMET])
def test_everyone_decides_on_their_own_board_and_the_game_goes_on_where_it_was_left(tmp_path, name):
    session = begin(tmp_path, name)
    viewers = set()
    for _ in range(25):
        viewers.add(session.viewer)
        assert session.board is session.boards[session.viewer]
        assert session.due_choice.seat == session.viewer
        advised(session)
    assert len(viewers) > 1
    for seat, board in session.boards.items():
        assert digest(board.play.state) == digest(session.rules.view(session.whole.state, seat))
    assert digest(again(tmp_path).whole.state) == digest(session.whole.state)


def test_where_something_is_hidden_nothing_is_told_before_the_next_person_has_come(tmp_path):
    session = begin(tmp_path, CARDS)
    assert session.hands_over
    assert not session.news()
    first = session.viewer
    session.take_seat()
    while session.viewer == first:
        session.give(str(session.advise()))
        before = len(session.boards[first].play.events)
        told = list(session.go_on())
        assert session.viewer != first or not session.hands_over
        private = [each.text for each in session.whole.events if each.seen_by and first not in each.seen_by]
        assert not {line.rpartition(" (")[0] for line in told} & {*private}
    assert session.hands_over
    assert len(session.boards[first].play.events) >= before
    session.take_seat()
    assert not session.hands_over
    assert session.news()


def test_in_an_open_game_nobody_hands_over_and_nothing_is_told_twice(tmp_path):
    session = begin(tmp_path, "three_battles/fulford")
    told = []
    for _ in range(40):
        assert not session.hands_over
        session.give(str(session.advise()))
        told += session.go_on()
    public = [f"{each.text} ({each.rule})" if each.rule else each.text for each in session.whole.events]
    assert told == public


def test_a_sealed_order_is_asked_of_one_after_the_other_and_kept(tmp_path):
    session = begin(tmp_path, BERG)
    until_sealed(session)
    first = session.viewer
    session.give(str(session.advise()))
    assert not list(session.go_on())
    assert session.viewer != first
    assert session.hands_over
    assert session.saved.sealed.keys() == {first}
    assert not any(line.text in session.saved.sealed.values() for line in session.lines()[-1:])
    session = again(tmp_path)
    assert (session.viewer != first, session.saved.sealed.keys()) == (True, {first})
    orders = list(session.saved.orders)
    session.undo(1)
    assert (session.viewer, session.saved.sealed, session.saved.orders) == (first, {}, orders)
    advised(session, 2)
    assert not session.saved.sealed
    assert "sealed" not in json.loads((tmp_path / saved_game.FILE).read_text())


def test_a_decision_of_several_is_taken_back_as_one(tmp_path):
    session = begin(tmp_path, BERG)
    until_sealed(session)
    before, orders, undoable = digest(session.whole.state), len(session.saved.orders), session.undoable
    advised(session, 2)
    assert len(session.saved.orders) == orders + 2
    assert session.undoable == undoable + 1
    assert again(tmp_path).undoable == session.undoable
    session.undo(1)
    assert digest(go_on(session).whole.state) == before


def test_sealed_orders_that_are_not_due_are_refused(tmp_path):
    begin(tmp_path, BERG)
    file = tmp_path / saved_game.FILE
    file.write_text(json.dumps({**json.loads(file.read_text()), "sealed": {"saxon": "done"}}))
    with pytest.raises(errors.Refusal, match="sealed orders are not due"):
        again(tmp_path)


def test_in_closed_orders_a_player_reads_none_of_the_others(tmp_path):
    session = begin(tmp_path, COMET)
    advised(session, 40)
    assert session.lines()
    assert {line.seat for line in session.lines()} == {session.viewer}
    assert len({text.partition(":")[0] for text in session.saved.orders}) > 1


def test_dice_that_were_seen_are_not_rolled_again(tmp_path):
    def fallen(session):
        return [step.answer for step in session.steps if isinstance(step.answer, tuple)]

    session, seen = begin(tmp_path, "three_battles/fulford"), []
    for _ in range(3):
        given = 0
        while len(fallen(session)) < 6:
            advised(session)
            given += 1
        seen.append(tuple(fallen(session)[:6]))
        session.undo(given)
    assert len(set(seen)) == 3


def test_in_the_terminal_it_is_said_whose_turn_it_is(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("policy\n" * 12))
    code, out, err = pbem("play", CARDS, "--hot-seat", "--seed", 2, "--dir", tmp_path / "game")
    assert (code, err) == (0, "")
    assert "saxon is at the screen now." in out
    assert "norman is at the screen now." in out
    assert json.loads((tmp_path / "game" / saved_game.FILE).read_text())["against"] == "hot-seat"


@pytest.mark.parametrize("more", [("--against", "policy"), ("--budget", 3)])
def test_at_one_screen_the_program_plays_nobody(tmp_path, more):
    code, _, err = pbem("play", CARDS, "--hot-seat", *more, "--dir", tmp_path / "game")
    assert code == 2
    assert "with --hot-seat people play every side" in " ".join(err.split())
