"""The tutorial: a log of one turn, in which each order is told before it is done."""

from dataclasses import replace

from plans import shipped_plan
from replaced import SeenRace, replaced

from generator.vassal.format.archive import read_archive
from generator.vassal.format.commands import Chat, Group, Log, MovePiece, Turn, read_commands
from generator.vassal.format.container import read_save
from generator.vassal.positions.tutorial import tutorial


def test_the_first_turn_is_told_order_by_order_and_ends_where_the_next_begins():
    log = tutorial(shipped_plan("hastings_pulsipher"))
    read = read_commands(read_save(read_archive(log, "x")).text)
    parts = [part for each in read for part in (each.commands if isinstance(each, Group) else [each])]
    done = [each.command for each in parts if isinstance(each, Log)]
    said = [each.text() for each in done if isinstance(each, Chat)]
    assert any("Normans: move " in line for line in said) and any("Saxons: " in line for line in said)
    turns = [each.state for each in done if isinstance(each, Turn)]
    assert turns[0].startswith("0|1;") and turns[-1].startswith("0|2;")
    assert sum(isinstance(each, MovePiece) for each in done) > 20


def test_a_game_without_rules_of_its_own_has_none(tmp_path):
    plan = shipped_plan("hastings_pulsipher")
    assert tutorial(replace(plan, definition=replace(plan.definition, folder=tmp_path))) == b""


def test_a_game_that_gives_no_advice_has_none():
    with replaced(SeenRace):
        assert tutorial(shipped_plan("three_battles")) == b""
