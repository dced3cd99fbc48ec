"""Displays off the map, drawn in their shapes, on sheets and in kits; what cannot be is told by its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from changed import Changes, changed, game_with
from displays import CHANGES, DISPLAYS
from looks import TAPESTRY

from generator.charts.boxes import display_chart
from generator.charts.players import charts
from generator.checking.faults import faults_of
from generator.drawing.typeface import TextTooWideError
from generator.sheets.hexes import map_sheet
from modules.definition import Definition
from modules.definition.formats.displays import DisplaysFile
from modules.geometry.outline import holds


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Definition:
    return game_with(tmp_path_factory.mktemp("boxes") / "mill", CHANGES)


def test_a_display_has_each_box_with_its_words(game: Definition) -> None:
    chart = display_chart(TAPESTRY, game, "piles", width=104)
    svg = chart.drawing().svg
    for words in ("Rally: Raiders", "Rally: Shire", "Dead", "both sides", "draw one"):
        assert f">{words}</text>" in svg
    assert len(chart.places["dead"]) == 6
    (left, top), (right, _), (_, bottom), _ = chart.places["rally_raider"]
    assert (right - left) / (bottom - top) == pytest.approx(2 / 1.5)
    assert svg.count("stroke-dasharray") == 1  # the cup


def test_all_displays_stand_on_the_sheet_and_among_the_charts(game: Definition) -> None:
    sheet = map_sheet(TAPESTRY, game, "mill")
    assert {"display-piles", "display-levels"} <= set(sheet.panels)
    assert set(sheet.places) == set(game.boxes)
    for place, corners in sheet.places.items():
        panel = sheet.panels["display-levels" if place.startswith("supply") else "display-piles"]
        assert all(panel.holds(corner) for corner in corners), place
    names = [chart.name for chart in charts(TAPESTRY, game, game.hex_scenarios["mill_bridge"])]
    assert names.count("display-piles") == names.count("display-levels") == 1


def test_a_sheet_may_have_one_of_them(tmp_path: Path) -> None:
    sheet = "map: mill\nlayout:\n  across: [map, {panel: displays, display: levels}]\n"
    game = game_with(tmp_path / "mill", CHANGES | {"sheets/mill.yaml": (("", sheet),)})
    assert set(map_sheet(TAPESTRY, game, "mill").places) == {"supply_0", "supply_1", "supply_2"}


def test_pieces_lie_where_a_box_has_room() -> None:
    wedge = {"name": "Wedge", "outline": ((0, 0), (6, 0), (0, 3))}
    boxes = {"wedge": wedge, "plain": {"name": "Plain", "at": (0, 4), "size": (3, "5/2")}}
    display = {"name": "Shapes", "rule": "1", "source": "rulebook 1", "boxes": boxes}
    found = DisplaysFile.model_validate({"displays": {"shapes": display}}).displays["shapes"]
    assert [str(part) for part in found.boxes["plain"].middle] == ["3/2", "21/4"]
    x, y = (float(part) for part in found.boxes["wedge"].middle)
    corners = [(float(u), float(v)) for u, v in found.boxes["wedge"].corners]
    assert all(holds(corners, (x + across, y + down)) for across in (-0.7, 0.7) for down in (-0.7, 0.7))
    assert [str(side) for side in found.size] == ["6", "13/2"]


def test_spaces_too_small_for_a_counter_are_refused(game: Definition) -> None:
    with pytest.raises(TextTooWideError, match="6 spaces side by side need 86 mm of width but have 70 mm"):
        display_chart(TAPESTRY, game, "piles", width=70)


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("side: raider", "side: dane", 7, "found 'dane': expected one of"),
        ("supply_0:", "dead:", 16, "the place 'dead' is already in the display 'piles'"),
        ("supply_0:", "forces:", 16, "a place is called 'forces' already"),
        ("", "", 0, ""),
        ("at: [2, 0], size: [2,", "at: [1, 0], size: [2,", 8, "'rally_shire' lies over 'rally_raider'"),
        ("[4, 2]]", "[7, 2]]", 9, "its outline crosses itself"),
        ("at: [1, 0]}", "at: [1, 0], size: [1/2, 1]}", 17, "smaller than a space"),
        ("at: [1, 0]}", "at: [1, 0], size: [1/2, 3]}", 17, "no counter has room in its middle"),
        ("at: [1, 0]}", "at: [1, 0], outline: [[1, 0], [2, 0], [2, 1]]}", 17, "expected `at`"),
        ("at: [1, 0]}", "at: [1, 41]}", 17, "expected a number of spaces"),
        ('name: "1"', 'name: "0"', 17, "has this name already"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_line(tmp_path: Path, old: str, new: str, line: int, said: str) -> None:
    if not line:
        assert faults_of(changed(tmp_path / "mill", CHANGES)) == []
        return
    changes: Changes = CHANGES | {"displays.yaml": (("", DISPLAYS.replace(old, new, 1)),)}
    told = faults_of(changed(tmp_path / "mill", changes))
    found = [each for each in told if re.search(re.escape(said), each.message)]
    assert found and {each.place.file for each in found} == {"displays.yaml"}
    assert line in {each.place.line for each in found}


def test_a_sheet_that_names_no_display_is_told(tmp_path: Path) -> None:
    for cell, said in (
        ("{panel: displays, display: rally}", "found 'rally': expected one of levels, piles"),
        ("{panel: terrain, display: levels}", "the panel 'terrain' shows no display: expected displays"),
    ):
        sheet = f"map: mill\nlayout:\n  across: [map, {cell}]\n"
        folder = changed(tmp_path / said[:5].strip(), CHANGES | {"sheets/mill.yaml": (("", sheet),)})
        assert said in next(fault.message for fault in faults_of(folder))
