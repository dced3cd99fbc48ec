"""A set-up that is laid out with the mouse, as "Hand in orders" tells it.

`set_up.vlog` was recorded in the genuine 3.8.0-beta1, on what `pbem show` wrote of Hastings: 1066: three
counters dragged from the window of forces, one of them twice, two turned; one order said; the button pressed.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from chatted import chatted
from plans import shipped_plan

from generator.vassal.format import commands as c
from generator.vassal.format.archive import open_archive
from generator.vassal.format.container import read_save
from generator.vassal.format.orders.block import read_blocks
from generator.vassal.module.names import SETTING_UP
from generator.vassal.module.orders import in_words
from generator.vassal.module.orders.handing_in import Handing
from generator.vassal.positions.standings import standing_of
from generator.vassal.positions.write_position import position_save
from modules import library
from modules.engine.driver import Play

LOG = Path(__file__).parent / "data" / "set_up.vlog"


def test_counters_are_placed_where_they_lie_and_face_as_they_were_turned() -> None:
    (block,) = read_blocks(chatted(LOG))
    assert block.holds and block.orders == (
        "place N-foot-11 1414",
        "place N-foot-12 1413",
        "place N-knight-8 1613",
        "face N-foot-11 NE",
        "face N-foot-12 NW",
        "deploy",
        "done",
    )


@pytest.mark.parametrize("game", ["three_battles", "shield_wall", "hastings_berg"])
def test_a_module_tells_places_in_a_set_up_until_the_tracker_goes_on(game: str) -> None:
    plan = shipped_plan(game)
    handing = Handing.of(plan.definition, plan.file)
    (stage,) = (each for each in handing.properties() if each.attributes["name"] == SETTING_UP)
    (cleared,) = stage.children
    assert cleared.attributes["hotkey"] == in_words.FORGET_SAID
    line = next(t for t in handing.told().traits if getattr(t, "name", "") == "OrderLine")
    assert f'{SETTING_UP} == "yes" ? "place "' in line.expression


def test_of_blocks_and_cards_the_line_tells_from_where_they_were_put() -> None:
    lines = {}
    for game in ("year_of_the_comet", "hastings_pulsipher"):
        plan = shipped_plan(game)
        traits = Handing.of(plan.definition, plan.file).told().traits
        lines[game] = next(t for t in traits if getattr(t, "name", "") == "OrderLine").expression
    comet, cards = lines.values()
    assert comet == '{"put " + (CounterId == "" ? "?" : CounterId) + ": " + Way}'
    assert 'Way.startsWith("1") || Way.startsWith("2")' in cards
    assert '"move "' in cards
    assert '"put "' in cards


@pytest.mark.parametrize(("game", "scenario"), [("three_battles", "hastings"), ("shield_wall", "hastings")])
def test_a_save_says_that_players_set_up_and_a_later_one_does_not(
    game: str, scenario: str, tmp_path: Path
) -> None:
    definition, rules = library.definition(game), library.rules(game, scenario)
    play, said = Play(rules), []
    for orders in ((), ("deploy", "done"), ("deploy", "done")):
        for order in orders:
            if play.state.phase == "setup":
                play.answer(rules.grammar.parse(order))
        file = tmp_path / "now.vsav"
        file.write_bytes(position_save(definition, scenario, standing_of(rules, play.state), ""))
        commands = c.read_commands(read_save(open_archive(file)).text)
        said.append(c.SetProperty(SETTING_UP, "yes") in commands)
        assert said[-1] == (play.state.phase == "setup")
    assert said[0]
    assert not said[-1]
