"""Logs of VASSAL in games by hand: what a hand does there is an act by hand under the rule of the phase, and
both players come to the same stacks."""

import pytest
from commands import pbem
from table_logs import mill_bridge, without_rules

from modules.free_table.state import LOST
from pbem.disk import game_shelf


@pytest.fixture
def game(tmp_path):
    """The first phase of the raiders, who have set up."""
    made = mill_bridge(tmp_path)
    made.say("raider", "done")
    return made


def stack(game, side, place):
    return game.table(side).play.state.stacks[place]


def refusals(said):
    return [each["why"]["reason"] for each in said["said"] if each["fate"] == "refused"]


def test_a_turn_each_by_logs_alone_comes_to_the_same_stacks_for_both(tmp_path):
    game = mill_bridge(tmp_path)
    hand = game.recorder("raider")
    hand.drag("R-Orm", "0204")
    hand.say("* order: done")
    hand.drag_together(["R-hirdman-2", "R-hirdman-1", "R-Orm"], "0405")
    hand.flip("R-hirdman-1")
    hand.go_on(1, "raider", "combat")
    hand.go_on(1, "raider", "rally")
    hand.go_on(1, "shire", "movement")
    said = game.read("raider", hand)[1]
    assert said["orders"] == [
        "hand 5.2 put R-Orm 0204",
        "done",
        "hand 2 put R-hirdman-2 0405",
        "hand 2 put R-hirdman-1 0405",
        "hand 2 put R-Orm 0405",
        "hand 2 flip R-hirdman-1",
        "done",
        "done",
        "done",
    ]
    game.give("raider", hand.write(tmp_path / "raider.vlog"))
    hand = game.recorder("shire")
    hand.drag("S-fyrd-1", "0504", "0405")
    hand.drag("R-hirdman-4", hand_of_dead())
    hand.say("* order: hand 3.2 roll crt column 1-1 S-fyrd-1,R-Orm")
    hand.drag("S-fyrd-2", "0504")
    hand.say("* order: done")
    game.give("shire", hand.write(tmp_path / "shire.vlog"))
    for side in game.sides:
        state = game.table(side).play.state
        assert state.stacks["0405"] == ("R-hirdman-2", "R-hirdman-1", "R-Orm", "S-fyrd-1")
        assert state.face("R-hirdman-1").back and state.at["R-hirdman-4"] == LOST
        assert state.at["S-fyrd-2"] == "0504" and state.phase == "combat" and state.rolls == 1


def hand_of_dead():
    """Where counters lie that are out of play."""
    return ("Eliminated", 40, 40)


def test_a_counter_dropped_into_a_stack_or_moved_in_it_brings_up_those_above(game):
    game.say("raider", *(f"hand 2 put R-hirdman-{n} 0405" for n in (1, 2, 3)))
    assert stack(game, "raider", "0405") == ("R-hirdman-4", "R-hirdman-1", "R-hirdman-2", "R-hirdman-3")
    hand = game.recorder("raider")
    hand.drag_upon("R-rider-1", "0405", "R-hirdman-1")
    assert game.read("raider", hand)[1]["orders"] == [
        f"hand 2 put {each} 0405" for each in ("R-rider-1", "R-hirdman-2", "R-hirdman-3")
    ]
    hand = game.recorder("raider")
    hand.pile("R-hirdman-1", "R-hirdman-2", "R-hirdman-4", "R-hirdman-3")
    assert game.read("raider", hand)[1]["orders"] == [
        "hand 2 put R-hirdman-4 0405",
        "hand 2 put R-hirdman-3 0405",
    ]
    hand = game.recorder("raider")
    hand.drag("R-hirdman-3", "0405")
    code, said = game.read("raider", hand)
    assert (code, said["orders"]) == (0, [])  # it lay on top


def test_a_counter_dragged_on_is_put_once_unless_dice_lie_between(game):
    hand = game.recorder("raider")
    hand.drag("R-Orm", "0404", "0504")
    hand.drag("R-rider-1", "0404")
    hand.drag("R-Orm", "0505")
    hand.say("* order: hand 3 roll d6")
    hand.drag("R-Orm", "0605")
    code, said = game.read("raider", hand)
    assert code == 0 and said["orders"] == [
        "hand 2 put R-rider-1 0404",
        "hand 2 put R-Orm 0505",
        "hand 3 roll d6",
        "hand 2 put R-Orm 0605",
    ]


def test_dice_of_vassal_are_refused_with_the_line_to_write(game):
    hand = game.recorder("raider")
    hand.roll("2d6", 7)
    hand.drag("R-Orm", "0504")
    hand.say("* order: hand 3 roll d6")
    hand.roll("1d6", 3)
    code, said = game.read("raider", hand)
    assert code == 1 and said["orders"] == ["hand 2 put R-Orm 0504", "hand 3 roll d6"]
    assert said["said"][0]["fate"] == "refused"  # where the line belongs
    lines = ("hand 2 roll 2d6", "hand 2 roll 1d6")
    assert refusals(said) == [f"dice of VASSAL prove nothing: write `{line}`" for line in lines]
    game_shelf.forget()
    code, _, err = pbem("move", game.path / "turn.vlog", "--dir", game.of("raider"), "--yes")
    assert code == 1 and "write `hand 2 roll 1d6`" in err
    assert len(list((game.of("raider") / "moves").iterdir())) == 1  # that of the set-up


def test_a_marker_is_on_the_uppermost_unit_goes_along_with_it_and_is_taken_off(game):
    hand = game.recorder("raider")
    laid = hand.lay("disordered", "0403")
    hand.drag_together(["R-hirdman-2", laid], "0404")
    said = game.read("raider", hand)[1]
    assert said["orders"] == ["hand 2 mark R-hirdman-2 disordered", "hand 2 put R-hirdman-2 0404"]
    game.give("raider", game.path / "turn.vlog")
    game.say("raider", "hand 2 put R-rider-1 0404")
    hand = game.recorder("raider")
    hand.drag("R-hirdman-2", "0303")
    code, out, _ = pbem("orders", hand.write(game.path / "left.vlog"), "--dir", game.of("raider"))
    assert code == 0 and "disordered is left behind, R-hirdman-2 bears it still: passed over" in out
    hand = game.recorder("raider")  # the marker lies above the rider, and is still the hirdman's
    hand.drag_together(["R-hirdman-2", "R-rider-1", "disordered"], "0304")
    hand.take_away("disordered")
    assert game.read("raider", hand)[1]["orders"] == [
        "hand 2 put R-hirdman-2 0304",
        "hand 2 put R-rider-1 0304",
        "hand 2 unmark R-hirdman-2 disordered",
    ]


def test_what_no_act_says_is_told_and_keeps_the_log_from_being_signed(game):
    hand = game.recorder("raider")
    hand.drag("R-Orm", ("Battlefield", 2, 2))
    hand.flip("S-fyrd-1")
    hand.take_away("S-fyrd-2")
    code, said = game.read("raider", hand)
    assert code == 1 and said["orders"] == ["hand 2 eliminate S-fyrd-2"]
    assert refusals(said) == [
        "R-Orm lies in no place of the table: put it into one, or out of play",
        "S-fyrd-1 has nothing on its back",
    ]


def test_counters_turn_and_leaders_that_have_no_front_do_not(tmp_path):
    game = without_rules(tmp_path, "hastings_berg", "hastings", ("norman", "saxon"))
    hand = game.recorder("norman")
    hand.turn("F-bowman-3", 2)
    hand.turn("F-bowman-3", 3)
    assert game.read("norman", hand)[1]["orders"] == ["hand 11.1 face F-bowman-3 S"]


def test_a_card_dragged_from_a_pack_is_drawn_and_the_proof_says_which(tmp_path):
    game = without_rules(tmp_path, "hastings_pulsipher", "small", ("norman", "saxon"))
    hand = game.recorder("saxon")
    hand.drag("S-housecarl-2", "33")  # from the pack of the side, for which the reserve has no place
    assert game.read("saxon", hand)[1]["orders"] == ["hand 10.1 put S-housecarl-2 33"]
    game.say("saxon", "done")
    game.say("norman", "done")
    side = game.table("norman").play.request.seat
    hand = game.recorder(side)
    hand.drag(next(iter(cards(hand))), ("Battlefield", 4000, 300))
    order = f"hand {game.table(side).play.request.rule} draw events 1"
    assert game.read(side, hand)[1]["orders"] == [order]
    game.give(side, game.path / "turn.vlog")
    pack = game.table(side).play.state.packs["events"]
    assert (len(pack.left), len(pack.drawn)) == (13, 1)
    assert len(cards(game.recorder(side))) == 14  # in the pack, and the one that was drawn beside it


def cards(hand):
    """The cards of events on a table, by their ids."""
    return [each for each, piece in hand._table.pieces.items() if "CardCopy" in piece.markers()]
