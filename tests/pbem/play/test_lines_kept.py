"""Without a referee lines after the first dice, or another's decision, stay at home until the next move."""

import pytest
from refusing import refuses
from two_folders import Game

from pbem.entry import armor
from pbem.entry.entries import Entry
from pbem.messages import order_templates
from pbem.play.orders import order_closing
from pbem.reason_codes import Code

STRIKES = ("step red-a 2", "done", "strike red-a > blue-a", "strike red-b > blue-b", "done")


@pytest.fixture
def game(tmp_path):
    return Game(tmp_path, forced=False)


def later(game):
    return order_closing.read_later(game.folders["red"])


def sent(file):
    return [Entry.decode(one.data) for one in armor.read(file)]


def test_only_the_lines_up_to_the_first_dice_are_sent(game):
    file = game.sign("red", *STRIKES)
    (entry,) = sent(file)
    assert entry.body.lines == STRIKES[:3]
    assert (entry.body.rest, entry.body.box) == (None, None)
    assert later(game) == list(STRIKES[3:])
    assert not any(line.encode() in one.data for one in armor.read(file) for line in STRIKES[3:4])


def test_the_lines_that_were_kept_go_with_the_next_move(tmp_path):
    for salt in "abcdefgh":
        game = Game(tmp_path / salt, salt, forced=False)
        answer = game.take_in("blue", game.sign("red", *STRIKES)).file
        game.take_in("red", answer)
        table = game.table("red")
        if table.owing_roles == ("red",) and table.replay.play.state.living("blue") == ["blue-a", "blue-b"]:
            shown = order_templates.template(table, "red", later=later(game))
            assert f"# Your own lines that were not sent with your last move:\n#{STRIKES[3]}\n" in shown
            assert sent(game.sign("red"))[-1].body.lines == STRIKES[3:4]
            assert later(game) == ["done"]
            return
    pytest.fail("no such dice")


def test_lines_that_were_kept_and_do_not_fit_are_named(tmp_path):
    for salt in "abcdefgh":
        game = Game(tmp_path / salt, salt, forced=False)
        answer = game.take_in("blue", game.sign("red", *STRIKES[:3], "strike red-b > blue-a", "done")).file
        game.take_in("red", answer)
        table = game.table("red")
        if table.owing_roles == ("red",) and table.replay.play.state.living("blue") == ["blue-b"]:
            with refuses(Code.ORDER_FILE) as refused:
                game.sign("red")
            assert "later.txt:1: `strike red-b > blue-a`" in str(refused.value)
            game.sign("red", "strike red-b > blue-b", "done")
            assert later(game) == ["done"]
            return
    pytest.fail("no such dice")


def test_a_move_that_needs_no_more_leaves_nothing_behind(game):
    game.sign("red", *STRIKES[:3])
    assert later(game) == []
    assert not game.folders["red"].later_lines_file.exists()
