"""What a player may try at a free table by mail, and what comes of it."""

import pytest
from commands import good, pbem
from hand_game import HandGame

from pbem.log.verdict import Status


@pytest.fixture
def game(tmp_path):
    made = HandGame(tmp_path)
    made.move("raider", "done")
    return made


def refused(game, role, *lines):
    """What the program says of lines that it does not sign; the log stays as it is."""
    before = game.log
    file = game.path / "attack.txt"
    file.write_text("".join(f"{line}\n" for line in lines))
    code, _, error = pbem("move", file, "--dir", game.folders[role].path, "--yes")
    assert code != 0
    assert game.log == before
    return error


def test_nobody_acts_in_the_phase_of_another(game):
    assert "shire has nothing to decide" in refused(game, "shire", "hand 2 put S-fyrd-1 0504")


def test_a_side_that_is_called_acts_and_its_caller_does_not(game):
    game.move("raider", "hand 2.9 call shire", "hand 2 put R-hirdman-1 0504")
    assert game.table().owing_roles == ("shire",)
    assert game.table().play.state.at["R-hirdman-1"] == "0304"
    assert "raider has nothing to decide" in refused(game, "raider", "hand 2 put R-hirdman-1 0504")
    game.move("shire", "hand 2.9 put S-fyrd-1 0403", "done")
    assert game.table().owing_roles == ("raider",)


@pytest.mark.parametrize("line", ["hand 2 put S-fyrd-1 0504", "hand 3.9 roll d6", "retract"])
def test_nothing_is_done_by_hand_while_an_outcome_is_answered(game, line):
    game.move("raider", 'hand 6 outcome raider "the mill is ours"')
    assert "if the outcome stands" in refused(game, "shire", line)


def test_an_outcome_in_the_last_entry_stands_only_with_the_answer_to_it(game):
    game.move("raider", 'hand 6 outcome raider "the mill is ours"')
    assert game.table().replay.outcome() is None
    assert game.verify() == {Status.INCOMPLETE}
    game.move("shire", 'object outcome "Orm is dead"')
    assert game.table().replay.outcome() is None
    game.move("raider", 'hand 6 outcome draw "night falls"')
    game.move("shire", "done")
    assert game.verify() == {Status.HOLDS}
    assert game.table().replay.outcome()["reason"] == "night falls"


def test_what_a_die_was_for_is_said_before_it(game):
    """A roll that names no column is no roll on the table, and dice of before count for nothing."""
    assert "crt is rolled with `roll crt column ...`" in refused(game, "raider", "hand 3.9 roll crt")
    game.move("raider", "hand 3.9 roll d6", "hand 3.9 roll d6", "hand 3.9 roll d6", "done")
    told = game.told["shire"]
    assert [told.count(f"{number}. raider: hand 3.9 roll d6") for number in (1, 2, 3)] == [1, 1, 1]
    assert "3 acts, of them 3 rolls" in good("status", "--dir", game.folders["shire"].path)


def test_a_die_is_not_rolled_until_it_suits(game):
    """By the ledger a unit is in one combat a turn; under another number the roll is told as unlisted."""
    roll = "hand 3.2 roll crt column 1-1 R-hirdman-1,S-housecarl-1"
    game.move("raider", "done", roll)
    assert "R-hirdman-1 in this turn: raider has none left" in refused(game, "raider", roll)
    game.move("raider", roll.replace("3.2", "3.9"), "done", "done")
    assert "raider acts under 3.9, a number unlisted in the ledger" in game.told["shire"]
    assert "2 acts, of them 2 rolls and 1 unlisted" in good("status", "--dir", game.folders["shire"].path)


def test_an_order_of_more_dice_than_an_answer_holds_is_answered_as_far_as_it_holds(game):
    game.move("raider", *["hand 3.9 roll 20d100"] * 200)
    assert game.table().play.state.rolls == 20
    assert game.verify() == {Status.INCOMPLETE}
    assert "0 are left" in refused(game, "raider", "hand 3.9 roll d6")
    game.move("raider", *["done"] * 3)
    assert game.table().owing_roles == ("shire",)


def test_an_objection_kept_back_until_dice_are_known_wins_no_new_dice(game):
    game.move("raider", "hand 2 put R-hirdman-1 0504", "done", "hand 3.9 roll d6", "done", "done")
    game.move("shire", 'object 1 "the die was a six"', "done")
    good("uphold", 1, "--why", "Five hexes.", "--dir", game.folders["referee"].path)
    game.deliver()
    assert "act 1 alone is undone" in game.told["raider"]
    assert "the die was a six; dice were rolled since" in good("story", "--dir", game.folders["raider"].path)
    assert game.table().play.state.rolls == 1
    assert game.verify() == {Status.INCOMPLETE}


def test_an_objection_comes_before_one_s_own_orders(game):
    game.move("raider", "hand 2 put R-hirdman-1 0504", "done", "done", "done")
    said = refused(game, "shire", "hand 2 put S-fyrd-1 0403", 'object 1 "far"')
    assert "you have agreed to act 1 with your own orders since" in said


def test_an_objection_stops_nothing_and_a_second_one_waits(game):
    game.move("raider", "hand 2 put R-hirdman-1 0504", "hand 2 put R-hirdman-2 0505", *["done"] * 3)
    assert "one at a time" in refused(game, "shire", 'object 1 "far"', 'object 2 "far"')
    game.move("shire", 'object 1 "far"', *["done"] * 3)
    game.move("raider", "hand 2 put R-hirdman-2 0506", "done")
    assert game.table().owing_roles == ("raider",)
    assert "open: act 1, by shire" in good("status", "--dir", game.folders["raider"].path)


def test_the_time_of_a_late_side_answers_done_and_so_an_outcome_stands(tmp_path, monkeypatch):
    game = HandGame(tmp_path, options=("--deadline", "outcome=24h,default", "--deadline", "act=24h,wait"))
    game.move("raider", "done", "hand 2 put R-hirdman-1 0504", 'hand 6 outcome raider "the mill is ours"')
    code, _, error = pbem("late", "--dir", game.folders["referee"].path)
    assert (code, "late-too-early" in error or "time" in error) == (1, True)
    monkeypatch.setattr("pbem.cli.host.clock", lambda: game.table().verifier.time + 2 * 86_400)
    good("late", "--dir", game.folders["referee"].path)
    game.deliver()
    assert game.verify() == {Status.HOLDS}
    assert game.table().replay.outcome()["winner"] == "raider"
