"""`pbem undo`, `pbem rollback` and `pbem vacation` as a player and as a referee type them."""

import json

import pytest
from commands import good, pbem
from fulford_by_word import World
from word_play import body_of, code_in, opened, typed

from pbem.log.party.folder import Folder
from pbem.play import vacations
from pbem.robot import draft_withdrawal, orders_file

DEADLINES = ("--deadline", "order=72h+0h,wait")


@pytest.fixture
def world(tmp_path):
    """Fulford begun: the viking, who is to move, has a program, and the saxon none."""
    world = World(tmp_path)
    world.invite(*DEADLINES)
    world.type(f"yes {code_in(world.invited())}")
    world.take_in(world.join())
    return world


def mail_of(world, *command):
    """The mail that a command of the viking's has written, taken in by the robot."""
    made = json.loads(good(*command, "--dir", world.viking.path, "--json"))
    return world.receive(opened(world.path / made["mail"]).message)


def say_yes(world, done, number):
    """The viking answers with the code that came to that address."""
    (file,) = [it for it in done.files if opened(it).to == ("vik@example.org",)]
    return world.receive(typed(f"yes {code_in(file)}", "vik@example.org", number))


def test_undo_takes_back_a_draft_and_the_file_of_orders_and_loses_nothing(world):
    file = world.viking.path / orders_file.NAME
    good("template", "--dir", world.viking.path, "--out", file)
    fresh = file.read_text()
    file.write_text(fresh + "deploy\n")
    good("move", file, "--draft", "--dir", world.viking.path)
    assert list(world.viking.path.glob("moves/*draft*"))
    out = good("undo", "--dir", world.viking.path)
    assert not list(world.viking.path.glob("moves/*draft*"))
    assert file.read_text().startswith(fresh)
    assert "\ndeploy\n" not in file.read_text()
    kept = world.viking.path / orders_file.BEFORE
    assert kept.read_text() == fresh + "deploy\n"
    assert str(kept) in out
    code, _, err = pbem("undo", "--dir", world.viking.path)
    assert (code, "you have written nothing yet" in err) == (1, True), err


def test_lines_kept_for_later_are_taken_back(world):
    world.viking.later_lines_file.write_text("done\n")
    good("undo", "--dir", world.viking.path)
    assert not world.viking.later_lines_file.exists()
    assert (world.viking.path / draft_withdrawal.LATER_BEFORE).read_text() == "done\n"


def test_undo_of_an_order_that_is_out_says_that_it_is_signed(world):
    orders = world.path / "orders.txt"
    orders.write_text("deploy\n")
    good("move", orders, "--dir", world.viking.path)
    code, _, err = pbem("undo", "--dir", world.viking.path)
    assert code == 1
    assert "is signed and out, and whoever holds it knows its dice" in " ".join(err.split())
    assert list(world.viking.path.glob("moves/*viking*"))


def test_a_side_asks_for_a_rollback_of_its_newest_order_without_a_number(world):
    world.move("deploy")
    done = mail_of(world, "rollback", "--why", "I misread the ford.")
    assert done.outcome == "accepted", done.text
    asked = say_yes(world, done, 801)
    (question,) = [it for it in asked.files if opened(it).to == ("ed@example.org",)]
    assert "viking asks: I misread the ford" in " ".join(body_of(question).split())
    agreed = world.type(f"yes {code_in(question)}")
    (proposal,) = [it for it in agreed.files if opened(it).to == ("vik@example.org",)]  # signs last
    mail = world.path / "proposal.eml"
    mail.write_bytes(opened(proposal).message)
    made = json.loads(good("countersign", mail, "--dir", world.viking.path, "--json"))
    told = world.receive(opened(world.path / made["mail"]).message)
    newest = world.history()[-1]
    assert (newest.type, newest.body.to) == ("rollback", 0)
    assert {opened(it).to[0] for it in told.files} == {"ed@example.org", "vik@example.org"}
    world.take_in(told)
    assert "Next: viking" in good("status", "--dir", world.viking.path)


def test_a_referee_must_say_where_the_game_goes_back_to(world):
    code, _, err = pbem("rollback", "--dir", world.host.path)
    assert (code, "say the last entry to keep" in " ".join(err.split())) == (1, True), err


def test_a_side_asks_for_a_vacation_and_the_saxon_agrees_by_mail_word(world):
    done = say_yes(world, mail_of(world, "vacation", "2 weeks"), 802)
    (question,) = [it for it in done.files if opened(it).to == ("ed@example.org",)]
    assert world.type(f"yes {code_in(question)}").outcome == "accepted"
    ((begun, end),) = vacations.read(world.host).spans
    assert end - begun == 14 * 86_400


def test_the_referee_grants_a_vacation_alone_and_all_are_told(world):
    out = good("vacation", "viking", "36", "hours", "--dir", world.host.path)
    assert "nobody's time runs for 36 hours" in out
    assert len(vacations.read(world.host).spans) == 1
    told = sorted(opened(file).to[0] for file in (world.host.path / "outbox").glob("vacation-begins-*.eml"))
    assert told == ["ed@example.org", "vik@example.org"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["soon"], "cannot be read as a length"),
        (["viking", "90 days"], "cannot be read as a length"),
        (["norman", "2 weeks"], "one of"),
        (["2 weeks"], "say whose vacation it is"),
    ],
)
def test_a_referee_hears_what_is_wrong_with_a_vacation(world, words, said):
    code, _, err = pbem("vacation", *words, "--dir", world.host.path)
    assert (code, said in " ".join(err.split())) == (2, True), err
    assert not vacations.read(world.host).spans


def test_a_side_asks_for_nobody_elses_vacation(world):
    assert pbem("vacation", "saxon", "2 weeks", "--dir", world.viking.path)[0] == 2
    assert Folder(world.viking.path).log.length() == world.host.log.length()
