"""Objections by mail: the referee's word in the log, what mails tell, and who may not judge."""

import json

import independent
import pytest
from commands import good, pbem
from hand_game import HandGame

from pbem.entry import canonical_json
from pbem.entry.entries import SignedEntry
from pbem.keys import signature
from pbem.log.verdict import Status
from pbem.log.verification import verify
from pbem.reason_codes import Code
from pbem.rules.replay.game_replay import GameReplay

FAR = 'object 1 "five hexes, and hirdmen walk four"'
ACTS = ("done", "hand 2 put R-hirdman-1 0504", "done", "hand 3.9 roll d6", "done", "done")


@pytest.fixture
def game(tmp_path):
    """The raiders have acted; the shire decides."""
    made = HandGame(tmp_path)
    made.move("raider", *ACTS)
    return made


def test_a_mail_begins_with_the_acts_by_hand_and_how_to_object(game):
    told = game.told["shire"]
    says = "     rule 2: A unit moves up to its allowance and stops next to an enemy unit.\n"
    acts = told.index(f"  1. raider: hand 2 put R-hirdman-1 0504\n{says}  2. raider: hand 3.9 roll d6\n")
    assert acts < told.index('object before your own orders: `object 2 "why"`') < told.index("Next: shire")


def test_the_referee_upholds_by_an_entry_that_both_verifiers_know(game):
    game.move("shire", FAR, "done", "done", "done")
    assert 'You judge it: `pbem uphold ACT --why "..."`' in good(
        "status", "--dir", game.folders["referee"].path
    )
    good("uphold", 1, "--why", "Rule 2.1: four.", "--dir", game.folders["referee"].path)
    game.deliver()
    for side in ("raider", "shire"):
        assert "act 1 alone is undone: R-hirdman-1 is in 0304" in game.told[side]
        assert game.table(side).play.state.at["R-hirdman-1"] == "0304"
    assert game.verify() == {Status.INCOMPLETE}
    assert independent.check(game.log) == "incomplete"
    assert '"act":1,"upheld":true' in game.log.decode()
    game.move("raider", "hand 2 put R-hirdman-1 0404", "done")
    assert "Objections       1 upheld, 0 dismissed" in good("status", "--dir", game.folders["shire"].path)


def test_an_act_that_is_objected_to_is_not_offered_again(game):
    game.move("shire", FAR)
    told = good("status", "--dir", game.folders["shire"].path)
    assert "  1. raider:" not in told
    assert "  2. raider: hand 3.9 roll d6" in told
    assert "object when your open objection is judged" in told
    good("dismiss", 1, "--why", "Four.", "--dir", game.folders["referee"].path)
    game.deliver()
    assert 'object before your own orders: `object 2 "why"`' in game.told["shire"]


@pytest.mark.parametrize("folder", ["shire", "raider"])
def test_nobody_but_the_referee_judges(game, folder):
    game.move("shire", FAR, "done")
    before = game.log
    code, _, error = pbem("dismiss", 1, "--why", "no", "--dir", game.folders[folder].path)
    assert code != 0
    assert "is not the referee's folder" in error
    assert game.log == before


@pytest.mark.parametrize("act", [2, 9])
def test_only_an_open_objection_is_judged(game, act):
    game.move("shire", FAR, "done")
    before = game.log
    code, _, error = pbem("dismiss", act, "--why", "no", "--dir", game.folders["referee"].path)
    assert (code, game.log) == (1, before)
    assert f"no objection to an act {act} is open" in error


def test_an_order_whose_place_the_ruling_takes_is_played_all_the_same(game):
    """The shire's order is on its way when the referee's ruling comes into the log."""
    game.move("shire", FAR, "done")
    folder = game.folders["shire"].path
    orders = game.path / "orders.txt"
    orders.write_text("hand 3.3 put S-fyrd-1 0403\ndone\ndone\n")
    good("move", orders, "--dir", folder, "--yes")
    good("dismiss", 1, "--why", "Near enough.", "--dir", game.folders["referee"].path)
    game.deliver()
    again = pbem("move", orders, "--dir", folder, "--yes")
    game.deliver()
    assert game.table().play.state.at["S-fyrd-1"] == "0403", again
    assert game.verify() == {Status.INCOMPLETE}


def test_of_two_without_a_referee_the_author_gives_in_or_the_act_stands(tmp_path):
    game = HandGame(tmp_path, refereed=False)
    game.move("raider", *ACTS[:4])
    game.move("raider", "done", "done")
    game.move("shire", FAR, "done", "done", "done")
    assert "shire objects to act 1" in game.told["raider"]
    code, _, error = pbem("uphold", 1, "--why", "so", "--dir", game.folders["raider"].path)
    assert (code, "referee" in error) == (2, True)
    game.move("raider", "uphold 1", "hand 2 put R-hirdman-1 0404", "done")
    assert game.table("shire").play.state.at["R-hirdman-1"] == "0404"
    assert game.verify() == {Status.INCOMPLETE}


def test_a_roll_that_the_referee_calls_otherwise_does_not_hold(game):
    """The log says of the die that it was for another counter, signed by the referee anew."""
    records = [*game.folders["referee"].log.read().records()]
    value = json.loads(records[2].data)
    value["body"]["rolls"][0]["label"] = "hand 3.9 roll d6 S-fyrd-1"
    data = canonical_json.encode(value)
    records[2] = SignedEntry(data, (signature.sign(game.folders["referee"].key(), data),))
    assert verify(records[:3]).status is Status.INCOMPLETE
    verdict = verify(records[:3], GameReplay())
    assert (verdict.status, verdict.code) == (Status.BROKEN, Code.ROLL_RULES)
