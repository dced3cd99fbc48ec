"""An order for a phase that was passed over is refused with the rule that says why, by mail too."""

import pytest
from refusing import refuses
from said import entry_of

from modules import library
from modules.engine.driver import Play
from modules.engine.rules.arrangement_rules import Arrangement
from pbem.reason_codes import Code
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.table import Table
from pbem.setup import new_game
from pbem.setup.new_game import Plan

IN_SIGHT = {"N-archer-1": "37", "S-levy-1": "32", "N-foot-1": "67"}


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    plan = Plan("hastings_pulsipher", "full", (), {})
    folders = new_game.create(plan, tmp_path_factory.mktemp("begun"), 0)
    return Table.load(folders["referee"].log)


@pytest.fixture
def replay(begun):
    """The Saxon turn of a game in which the Normans, whose turn it was, could attack nobody."""
    made = GameReplay()
    made.begin(begun.verifier.history[0])
    rules = library.rules("hastings_pulsipher", "full")
    made.play = Play(rules, rules.arrange(Arrangement(1, "movement", "norman", IN_SIGHT, {})))
    made.play.answer(rules.grammar.parse("done"))
    return made


def order(replay, author, line):
    fields = {"lines": [line], "rest": "00" * 32, "box": "00" * 32}
    next(replay.advance(entry_of("00" * 32, 1, "00" * 32, "order", author, fields, "00" * 32)), None)


@pytest.mark.parametrize(("line", "rule"), [("fire 37 > 32", "8.6.1"), ("attack 37 > 32", "8.2")])
def test_the_rule_says_why(replay, line, rule):
    with refuses(Code.LINE_REFUSED) as refused:
        order(replay, "norman", line)
    assert refused.value.rule == rule


def test_who_has_another_decision_hears_it_too(replay):
    with refuses(Code.LINE_REFUSED) as refused:
        order(replay, "saxon", "strike 32 > 37")
    assert refused.value.rule == "8.1"


@pytest.mark.parametrize("line", ["move 37 36", "sing 37"])
def test_any_other_order_of_who_has_nothing_to_decide(replay, line):
    with refuses(Code.NOT_YOUR_DECISION):
        order(replay, "norman", line)
