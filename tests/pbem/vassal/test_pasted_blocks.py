"""What *Hand in orders* told in recorded logs, pasted as text, gives the same orders as the log itself; and
so do the lines of modules that tell of each piece where it was put."""

import json

import pytest
from commands import pbem
from pasting import alike, block_of, blocks_in, pasted_into, put_lines
from recorded_logs import log_for, table_of
from test_engine_turns import began

from generator.vassal.logs.log_file import open_log
from modules import library
from pbem.log.party.folder import Folder
from pbem.vassal import pasted_orders

TOLD = {
    "hastings": [],
    "stamford_bridge": [*["15.4 later"] * 13, "3.2 C"],  # units that stop in the doorway; an attack
    "shield_wall": [],
    "refused": [*["15.4 later"] * 2, "3.2 C", "3.2 C"],
}
"""Logs in which the button was pressed at the end; the rules by which some of each is refused."""
PUT = ("comet_set_up", "comet")


@pytest.mark.whole
@pytest.mark.parametrize("name", TOLD)
def test_a_pasted_block_says_what_its_log_says(name, tmp_path):
    path, side = began("stamford_bridge" if name == "refused" else name, tmp_path / "game")
    log = log_for(path, name, path / "turn.vlog")
    said = json.loads(pbem("orders", log, "--dir", path / side, "--json")[1])
    found = pasted_into(Folder(path / side), table_of(path, side), side, blocks_in(log))
    assert alike(found.lines) == alike(said["orders"]) != []
    why = [each["why"]["rule"] for each in said["said"] if each["fate"] == "refused"]
    assert why == [each.why.rule for each in found.open if each.fate == "refused"] == TOLD[name]


@pytest.mark.whole
@pytest.mark.parametrize("name", PUT)
def test_blocks_that_were_put_into_areas_give_the_same_orders(name, tmp_path):
    path, side = began(name, tmp_path / "game")
    log = log_for(path, name, path / "turn.vlog")
    said = json.loads(pbem("orders", log, "--dir", path / side, "--json")[1])
    table = table_of(path, side)
    rules, definition = table.replay.rules, library.definition("year_of_the_comet")
    ((_, areas),) = definition.area_maps.items()
    names = {each: area.name for each, area in areas.areas.items()}
    lines = [
        *put_lines(
            open_log(log).read(definition, rules.grammar.places, rules.sides_of(side)), rules.grammar, names
        )
    ]
    found = pasted_into(Folder(path / side), table, side, block_of("Englishmen, turn 1, Set-up", lines))
    assert alike(found.lines) == alike(said["orders"]) and lines


@pytest.mark.whole
def test_each_of_several_blocks_put_into_one_area_is_placed(tmp_path):
    path, side = began("comet_set_up", tmp_path / "game")
    lines = ["put ?: offboard-York"] * 3
    block = block_of("English, turn 1, Vikings, Raising fyrdmen (English only)", lines)
    found = pasted_into(Folder(path / side), table_of(path, side), side, block)
    assert found.lines == ("place YOR",) * 3


@pytest.mark.whole
@pytest.mark.parametrize(("most", "sequences"), [(600, 2), (40, 1)])
def test_lines_are_tried_in_another_order_only_where_they_are_few(most, sequences, tmp_path, monkeypatch):
    path, side = began("hastings_berg", tmp_path / "game")
    table, followed = table_of(path, side), []
    places = [str(each) for each in table.play.request.options.legal() if str(each).startswith("place")]
    lines = [places[number * 97 % len(places)] for number in range(25)]
    follow = pasted_orders.Following.follow
    monkeypatch.setattr(
        pasted_orders.Following, "follow", lambda self, made: followed.append(len(made)) or follow(self, made)
    )
    monkeypatch.setattr(pasted_orders, "_FOLLOWED", most)
    pasted_into(Folder(path / side), table, side, block_of("Norman army, turn 1, Set-up", lines))
    assert followed == [26] * sequences  # with the end of the phase
