"""Displays that are boards of their own, the cards that tell who plays and who begins where: of Year of the
Comet."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from looks import TAPESTRY
from lxml import etree

from generator.charts.board import display_board
from generator.charts.musters import musters_chart
from generator.charts.players import charts, seats_chart
from generator.kit.charts import scenario_panels
from generator.kit.page import PAPERS, Sheet
from generator.sheets.areas import area_sheet
from modules import library
from modules.definition import DefinitionError, load

GAME = library.definition("year_of_the_comet")
TEXT = "{http://www.w3.org/2000/svg}text"


def said(svg: str) -> list[str]:
    return ["".join(each.itertext()) for each in etree.fromstring(svg.encode()).iter(TEXT)]


def test_a_printed_board_turns_the_words_of_the_other_side_of_the_table() -> None:
    turned = display_board(TAPESTRY, GAME, "battle").drawing.svg
    upright = display_board(TAPESTRY, GAME, "battle", turned=False).drawing.svg
    across = [box for box in GAME.displays["battle"].boxes.values() if box.across]
    assert len(re.findall(r"rotate\(180\)", turned)) == len(across) == 4
    assert "rotate(180)" not in upright
    assert sorted(said(turned)) == sorted(said(upright))
    assert {box.name for box in GAME.displays["battle"].boxes.values()} <= set(said(upright))


def test_three_blocks_stand_side_by_side_in_a_column_and_three_behind_each_other() -> None:
    made = display_board(TAPESTRY, GAME, "battle")
    for place, box in GAME.displays["battle"].boxes.items():
        if box.laid_open:
            assert min(made.places[place].width, made.places[place].height) >= 3 * 25


def test_a_board_apart_is_no_panel_of_the_charts() -> None:
    (scenario,) = GAME.scenarios.values()
    assert not [chart.name for chart in charts(TAPESTRY, GAME, scenario) if chart.name.startswith("display-")]


def test_the_card_of_players_has_a_line_for_each_number_of_them() -> None:
    words = said(seats_chart(TAPESTRY, GAME).drawing().svg)
    assert [word for word in words if word.isdigit()] == ["2", "3", "4", "5", "6", "7"]
    assert "English · Vikings and Normans" in words
    assert "English · Vikings · Normans · Bretons · Franco-Flemish · Earls · Tostig" in words


def test_the_set_up_tells_where_and_how_many() -> None:
    """3.2, 3.3; as the scenario has it, so that another number is another card."""
    (scenario,) = GAME.area_scenarios.values()
    english = scenario.setup[2]
    moved = english.model_copy(update={"at": {"LON": {"E-carl": 2}, "WIN": {"E-fyrd": 4}}, "pool": {}})
    told = {}
    for name, setup in (("as it is", scenario.setup), ("changed", (*scenario.setup[:2], moved))):
        chart = musters_chart(TAPESTRY, GAME, scenario.model_copy(update={"setup": setup}), text_as="text")
        told[name] = [word for word in said(chart.drawing().svg) if word.endswith(":") or "×" in word]
    invaders = ["Off the map, to enter:", "Vikings ×12", "Off the map, to enter:", "Footmen ×2", "Knights ×2"]
    anywhere = ["In any areas, as you like:", "Fyrdmen ×3"]
    assert told["as it is"] == [
        *invaders, "London:", "House-carls ×3", "Fyrdmen ×2", "York:", *anywhere,
        "In the pool, to be raised:", "Fyrdmen ×17",
    ]  # fmt: skip
    assert told["changed"] == [
        *invaders, "London:", "House-carls ×2", "Winchester:", "Fyrdmen ×4", *anywhere
    ]  # fmt: skip


def test_the_set_up_is_on_the_chart_pages_of_a_kit() -> None:
    panels = scenario_panels(GAME, Sheet(TAPESTRY, *PAPERS["a4"], "x"))
    assert "setup" in [chart.name for _, charts in panels for chart in charts]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[english, invader]", "[english, viking]", "nobody at this table plays norman"),
        ("[english, invader]", "[english, invader, english]", "a player sits at this table twice"),
        ("[english, invader]", "[english, viking, norman]", "a table of 3 players already"),
        ("  - [english, invader]\n", "", "players.yaml has no table of 2: there is 3, 4, 5, 6, 7"),
        ("name: Tostig", "name: Earls", "'earls' is called so already"),
        ("name: Tostig", "name: Vikings", "'viking' is called so already"),
        ("name: Tostig, ", "", "no side is called 'tostig': the player needs a name"),
        ("{sides: [english]", "{name: Saxons, sides: [english]", "leave out the name"),
        ("sides: [viking, norman]", "sides: [viking, danes]", "danes"),
        ("nation: breton", "nation: danish", "found 'danish'"),
        ("leader: E-Earls", "leader: E-Edwin", "found 'E-Edwin'"),
    ],
)
def test_faults_of_players_are_told(old: str, new: str, told: str, tmp_path: Path) -> None:
    folder = tmp_path / "year_of_the_comet"
    shutil.copytree(
        library.folder("year_of_the_comet"), folder, ignore=shutil.ignore_patterns("*.py*", "__*")
    )
    file = folder / "players.yaml"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(DefinitionError, match=re.escape(told)):
        load(folder, variant_of="year_of_the_comet")


def test_the_sheet_tells_where_each_side_sits() -> None:
    """3.1: Vikings at the northeast corner, Normans at the southeast one, English at the west edge."""
    sheet = area_sheet(TAPESTRY, GAME, "england").drawing
    found = {}
    for group in etree.fromstring(sheet.svg.encode()).iter("{http://www.w3.org/2000/svg}g"):
        at = re.match(r"translate\(([\d.]+) ([\d.]+)\)", group.get("transform", ""))
        for text in group.findall(TEXT) if at else ():
            if (text.text or "").endswith("sit here"):
                found[text.text] = (float(at[1]) / sheet.width_mm, float(at[2]) / sheet.height_mm)
    near, far = pytest.approx(0, abs=0.03), pytest.approx(1, abs=0.03)
    assert found == {
        "Vikings sit here": (far, near), "Normans sit here": (far, far),
        "English sit here": (near, pytest.approx(0.5)),
    }  # fmt: skip
