"""Standing orders at one screen: they decide as by mail, and go back with the order before them."""

import io
import json
import sys

import pytest
from commands import pbem
from test_hot_seat import again, begin, go_on

from modules.engine.state_digest import digest
from pbem import errors
from pbem.solo import saved_game
from pbem.solo.standing_lines import StandingLines

FULFORD = "three_battles/fulford"


@pytest.fixture
def session(tmp_path):
    """A game in which the person is to retreat sooner or later."""
    return begin(tmp_path, FULFORD, "policy", "saxon")


def play_until(session, kind):
    while session.due_choice.kind != kind:
        session.give(str(session.advise()))
        go_on(session)


def test_a_decision_for_which_one_stands_is_not_asked(session, tmp_path):
    play_until(session, "retreat")
    session.stand("retreat: first")
    given = len(session.saved.orders)
    go_on(session)
    assert session.due_choice is None or session.due_choice.kind != "retreat"
    (line,) = [line for line in session.lines()[given:] if line.standing][:1]
    assert (line.standing, line.own) == ("retreat: first", False)
    one = again(tmp_path)
    assert digest(one.whole.state) == digest(session.whole.state)
    assert one.standing == {"saxon": ("retreat: first",)}
    assert one.undoable == session.undoable


def test_what_a_standing_order_answered_goes_back_with_the_order_before_it(session):
    play_until(session, "retreat")
    session.stand("retreat: first")
    own, orders = session.undoable, len(session.saved.orders)
    go_on(session)
    assert len(session.saved.orders) > orders
    assert session.undoable == own
    session.undo(1)
    assert session.undoable == own - 1
    assert all(number < len(session.saved.orders) for number, _ in session.saved.stood)
    assert session.standing, "what was said stands until it is dropped"


def test_the_line_that_was_said_last_is_asked_first_and_one_about_the_same_is_replaced(session):
    session.stand("retreat: first")
    session.stand("advance: pass")
    session.stand("retreat: ask")
    assert session.standing == {"saxon": ("retreat: ask", "advance: pass")}
    session.drop(2)
    assert session.standing == {"saxon": ("retreat: ask",)}
    session.drop(1)
    assert "standing" not in json.loads((session.folder / saved_game.FILE).read_text())


def test_a_line_that_cannot_be_read_changes_nothing(session):
    draft, kept = session.draft, (session.folder / saved_game.FILE).read_bytes()
    with pytest.raises(errors.RefusedLine, match="unknown word"):
        session.stand("retreat: dance")
    with pytest.raises(errors.OrderFileFault, match="no standing order 1"):
        session.drop(1)
    assert (session.draft, (session.folder / saved_game.FILE).read_bytes()) == (draft, kept)


def test_every_change_has_a_draft_number_of_its_own(session):
    seen = [session.draft]
    for change in (
        lambda: session.give(str(session.advise())),
        lambda: session.stand("retreat: first"),
        lambda: session.undo(1),
        lambda: session.drop(1),
    ):
        change()
        seen.append(session.draft)
    assert seen == sorted(set(seen))


def test_what_was_followed_is_followed_anew_after_an_order_is_taken_back(tmp_path):
    """Also where nothing is left to be followed."""
    session = begin(tmp_path, FULFORD)
    session.give(str(session.advise()))
    draft, epoch = session.draft, session.epoch
    session.undo(1)
    assert not session.steps
    assert (session.draft > draft, session.epoch > epoch) == (True, True)


@pytest.mark.parametrize(("closed", "seen"), [(True, "saxon"), (False, "")])
def test_a_word_looks_at_what_all_know_and_in_closed_orders_at_what_its_seat_knows(session, closed, seen):
    class Watched:
        closed_orders, grammar, asked = closed, session.rules.grammar, []

        def view(self, state, seat):
            self.asked.append(seat)
            return session.rules.view(state, seat)

    watched = Watched()
    lines = StandingLines(watched, {})
    lines._lines = {"saxon": (session.rules.standing_vocabulary().parse("any: first"),)}
    lines.answer("saxon", session.board.play.state, session.due_choice)
    assert watched.asked == [seen]


def test_a_kept_line_that_does_not_fit_is_refused(session, tmp_path):
    file = tmp_path / saved_game.FILE
    file.write_text(json.dumps({**json.loads(file.read_text()), "standing": {"saxon": ["retreat: dance"]}}))
    with pytest.raises(errors.Refusal, match="a kept standing order does not fit"):
        again(tmp_path)


def test_in_the_terminal_they_are_said_listed_and_dropped(session, monkeypatch):
    typed = "standing retreat: first\nstanding\ndrop x\ndrop 1\nstanding\nquit\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    code, out, err = pbem("play", "--dir", session.folder)
    assert code == 0
    assert "1  retreat: first" in out
    assert "nothing" in out.partition("1  retreat: first")[2]
    assert "say which, as in `drop 1`" in err
