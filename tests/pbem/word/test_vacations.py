"""`vacation 2 weeks` in a refereed game outside a club: asked for in one line, agreed to by codes."""

import pytest
from word_play import NOW, TERMS, Game, begun, body_of, code_in, opened, typed

from pbem.play import vacations
from pbem.robot.inbox import Inbox
from pbem.rules.decision_clock import clock_of
from pbem.setup import new_game
from pbem.setup.new_game import Plan, Player

DAY = 86_400


def said(file):
    return " ".join(body_of(file).split())


def to(done, address):
    return [file for file in done.files if opened(file).to == (address,)]


def asked(game, line="vacation 2 weeks", **how):
    """What becomes of a vacation that its side has confirmed."""
    (file,) = game.type(line, **how).files
    return game.type(f"yes {code_in(file)}", **how)


def spans(game):
    return vacations.read(game.referee).spans


def test_the_clock_stands_still_once_all_have_agreed(tmp_path):
    """Red has a program, and agrees in words all the same."""
    game = begun(tmp_path, deadlines=TERMS)
    due = clock_of(game.robot.desk.table()).due
    (question,) = to(asked(game), "red@example.org")
    assert "blue (Player blue) asks for a vacation of 14 days" in said(question)
    assert not spans(game)
    done = game.receive(typed(f"yes {code_in(question)}", "red@example.org", 60))
    assert {opened(file).to[0] for file in done.files} == {"red@example.org", "blue@example.org"}
    assert spans(game) == ((NOW, NOW + 14 * DAY),)
    assert clock_of(game.robot.desk.table()).due == due + 14 * DAY


def test_a_vacation_that_its_side_has_not_confirmed_asks_nobody(tmp_path):
    """The attack: a vacation in blue's name."""
    game = begun(tmp_path, deadlines=TERMS)
    done = game.type("vacation 2 weeks")
    assert [opened(file).to for file in done.files] == [("blue@example.org",)]
    assert not vacations.read(game.referee).open


def test_a_yes_counts_from_the_address_alone_to_which_its_code_went(tmp_path):
    """The attack: blue reads red's code somewhere, and says it itself."""
    game = begun(tmp_path, deadlines=TERMS)
    (question,) = to(asked(game), "red@example.org")
    assert game.type(f"yes {code_in(question)}").outcome == "refused"
    assert not spans(game)


def test_killed_between_two_questions_no_vacation_begins_on_one_yes(tmp_path):
    """The attack is none: of three sides two are asked, and the process ends before the second mail."""
    game = Game(tmp_path, word=("red", "blue"), forced=False, deadlines=TERMS)
    one = vacations.Vacation("blue", NOW, 24, {"red": "", "green": ""})
    locked = one.lock_code(game.table().verifier.game, "red", "red@example.org", "23456-789BC")
    one = vacations.Vacation("blue", NOW, 24, {"red": locked, "green": ""})
    vacations.write(game.referee, vacations.read(game.referee).renew_codes(one, NOW))
    game.type("yes 23456-789BC", sender="red@example.org")
    assert not spans(game)
    assert vacations.read(game.referee).open[0].missing_roles == ("green",)


def test_a_code_of_a_vacation_counts_for_a_week(tmp_path):
    game = begun(tmp_path, deadlines=TERMS)
    (question,) = to(asked(game), "red@example.org")
    game.now = NOW + 8 * DAY
    game.receive(typed(f"yes {code_in(question)}", "red@example.org", 61))
    assert not spans(game)


def test_a_vacation_of_more_than_a_week_is_agreed_to_after_the_game_has_gone_on(tmp_path):
    game = begun(tmp_path, deadlines=TERMS)
    (question,) = to(asked(game, "Vacation for 10 days."), "red@example.org")
    game.lock("done", "done")
    game.receive(typed(f"yes {code_in(question)}", "red@example.org", 62))
    assert spans(game) == ((NOW, NOW + 10 * DAY),)


@pytest.mark.parametrize("line", ["vacation 90 days", "vacation 2 fortnights", "vacation 0 days"])
def test_a_span_that_cannot_be_is_answered_with_how_it_is_written(tmp_path, line):
    (file,) = begun(tmp_path, deadlines=TERMS).type(line).files
    assert "as in `vacation 2 weeks`" in said(file)


def test_without_deadlines_nobody_needs_a_vacation(tmp_path):
    (file,) = begun(tmp_path).type("vacation 2 weeks").files
    assert "nobody's time runs" in said(file)


def test_a_code_that_is_said_again_begins_no_second_vacation(tmp_path):
    game = begun(tmp_path, deadlines=TERMS)
    (file,) = game.type("vacation 3 days").files
    own = code_in(file)
    (question,) = to(game.type(f"yes {own}"), "red@example.org")
    for number in (63, 64):
        game.receive(typed(f"yes {code_in(question)}", "red@example.org", number))
    (again,) = game.type(f"yes {own}").files
    assert "blue has a vacation" in said(again)
    assert spans(game) == ((NOW, NOW + 3 * DAY),)


def test_who_plays_two_sides_from_one_address_says_the_code_of_each(tmp_path):
    """Both have a program, and a mail without one is taken for the first of them."""
    ann = Player("Ann", "ann@example.org")
    players = {"english": Player("Eve", "eve@example.org"), "viking": ann, "norman": ann}
    plan = Plan("year_of_the_comet", "campaign", (), players, word=("english",))
    host = new_game.create(plan, tmp_path, NOW)["referee"]
    robot = Inbox(host)
    *_, question = robot.receive(typed("vacation 2 weeks", "eve@example.org", 1), NOW).files
    done = robot.receive(typed(f"yes {code_in(question)}", "eve@example.org", 2), NOW)
    codes = [code_in(file) for file in to(done, "ann@example.org")]
    assert len(codes) == 2
    for number, code in enumerate(codes, start=3):
        assert robot.receive(typed(f"yes {code}", "ann@example.org", number), NOW).outcome == "accepted"
    assert vacations.read(host).spans == ((NOW, NOW + 14 * DAY),)
