"""*Hand in orders* in a game by hand: what the button of its module tells is read as acts by hand."""

from pasting import block_of, pasted_into
from table_logs import mill_bridge

from generator.vassal.format.keys import ctrl
from generator.vassal.format.traits import SetGlobalProperty
from generator.vassal.module.orders.handing_in import Handing
from generator.vassal.module.orders.in_words import SAID
from generator.vassal.module.planning import Sizes
from generator.vassal.positions.kept_plans import plan_for
from modules import library
from pbem.log.party.folder import Folder

HEADING = "Raiders, turn 1, Raiders, Movement"


def read(game, *lines):
    """What a block says to the raiders, who move."""
    folder = Folder(game.of("raider"))
    return pasted_into(folder, game.table("raider"), "raider", block_of(HEADING, lines))


def test_a_block_says_puts_in_its_order_then_what_was_done_to_counters_and_what_was_said(tmp_path):
    game = mill_bridge(tmp_path)
    game.say("raider", "done")
    found = read(
        game,
        "put R-hirdman-2: 0403-0405",
        "put R-Orm: 0304-0404-0405",
        "put R-hirdman-1: 0304-0405",
        "put S-fyrd-1: 0602-0504",
        "flip R-hirdman-1",
        "eliminate S-fyrd-2",
        "eliminate S-fyrd-3",
        "return S-fyrd-3",
        "hand 2.1 mark R-Orm disordered",
    )
    assert found.lines == (
        "hand 2 put R-hirdman-2 0405",
        "hand 2 put R-Orm 0405",
        "hand 2 put R-hirdman-1 0405",
        "hand 2 put S-fyrd-1 0504",
        "hand 2 flip R-hirdman-1",
        "hand 2 eliminate S-fyrd-2",
        "hand 2.1 mark R-Orm disordered",
        "done",
    )
    assert not [each for each in found.open if each.fate == "refused"]
    found = read(game, "put R-Orm: 0304-Beside", "flip S-fyrd-1", "lose nobody")
    assert found.lines == ("done",) and len([each for each in found.open if each.fate == "refused"]) == 3


def told_by(traits):
    return {
        key
        for trait in traits
        if isinstance(trait, SetGlobalProperty) and trait.name == SAID
        for key in (ctrl("E"), ctrl("D"), ctrl("B"), ctrl("F"))
        if any(command.startswith(f":{key}:") for command in trait.commands)
    }


def test_the_module_of_a_game_by_hand_has_the_button_and_counters_tell_of_what_is_done_to_them(tmp_path):
    game = mill_bridge(tmp_path)
    plan = plan_for(library.definition(str(game.source)), Sizes())
    handing = Handing.of(plan.definition, plan.file)
    buttons = {each.attributes.get("text") for each in handing.components()}
    assert {"Hand in orders", "Say an order"} <= buttons
    assert told_by(handing.told().traits) == {ctrl("E"), ctrl("D"), ctrl("B")}
    told = {name: told_by(piece.traits) for name, piece in plan.roster.counters.items()}
    assert told["R-hirdman-1"] == {ctrl("F")} and not told["S-fyrd-1"]  # it has nothing on its back
    shipped = plan_for(library.definition("three_battles"), Sizes())
    assert not told_by(Handing.of(shipped.definition, shipped.file).told().traits)
    assert not any(told_by(piece.traits) for piece in shipped.roster.counters.values())
