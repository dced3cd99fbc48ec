"""The second board of a map: the same grid, places and set-ups, and no printed ids of hexes."""

from __future__ import annotations

import pytest
from looks import TAPESTRY
from lxml import etree

from generator.sheets.hexes import map_sheet
from generator.vassal.format.archive import read_archive
from generator.vassal.format.container import read_save
from generator.vassal.module.hex_map import NO_NUMBERS
from generator.vassal.module.hexes import HexModule
from generator.vassal.module.planning import plan_module
from generator.vassal.positions.read_position import read_position
from generator.vassal.positions.setups_hexes import HexSaves
from modules import library

HEX_GAMES = [name for name in library.games() if library.definition(name).hex_scenarios]


@pytest.mark.whole
@pytest.mark.parametrize("game", HEX_GAMES)
def test_set_ups_of_both_boards_hold_the_same(game: str) -> None:
    plan = plan_module(library.definition(game))
    assert isinstance(plan, HexModule)
    saves = HexSaves.of(plan)
    there = dict(saves.setups())
    there |= {name: save for name, (_, save) in saves.free_setups().items()}
    others = saves.unnumbered_setups({name: (name, save) for name, save in there.items()})
    assert [*others] == [f"{name}-unnumbered" for name in there]
    for name, save in there.items():
        numbered, plain = (
            read_position(plan, read_save(read_archive(data, name)).text)
            for data in (save, others[f"{name}-unnumbered"][1])
        )
        assert plain == numbered and plain.placed and not plain.unplaced
        assert NO_NUMBERS in read_save(read_archive(others[f"{name}-unnumbered"][1], name)).text
        assert others[f"{name}-unnumbered"][1] != save


def test_a_position_on_the_second_board_is_read_where_it_lies() -> None:
    """Also what lies in a cup, in a box of a display and on a track."""
    plan = plan_module(library.definition("hastings_berg"))
    assert isinstance(plan, HexModule)
    scenario = plan.definition.hex_scenarios["hastings"]
    saves = HexSaves.of(plan)
    ((_, save),) = saves.unnumbered_setups({"it": ("It", saves.setup(scenario))}).values()
    read = read_position(plan, read_save(read_archive(save, "it")).text)
    assert {each.place for each in read.placed} >= {*scenario.setup[0].boxes}
    assert set(read.placed) >= set(saves.set_up(scenario))


def test_a_map_without_ids_is_the_map_in_all_else() -> None:
    definition = library.definition("three_battles")
    sheet = map_sheet(TAPESTRY, definition, "fulford", text_as="paths")
    with_ids, without = (etree.fromstring(each.svg.encode()) for each in (sheet.drawing, sheet.unnumbered))
    ids = "//*[@id='hex-ids' or @id='id-halos' or @id='id-plates']"
    assert len(with_ids.xpath(ids)) == 3 and not without.xpath(ids)
    for gone in with_ids.xpath(ids):
        gone.getparent().remove(gone)
    same = etree.tostring(with_ids) == etree.tostring(without)
    assert same, "the two maps differ in more than their ids"  # not their megabytes, one by one
