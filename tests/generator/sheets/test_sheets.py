"""Sheets of maps: panels where the file says, none over another, every word readable and in its panel."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from changed import own_copy
from looks import TAPESTRY
from measuring import Word, meet, within, words_of

from generator.checking.faults import faults_of
from generator.drawing.figures import Box
from generator.drawing.svg import pt
from generator.maps.margins import BAND
from generator.new_game import start_game
from generator.sheets.hexes import MapSheet, hex_size, layout_error, map_sheet, scenario_of
from modules import library
from modules.definition import load
from modules.definition.formats.sheets import SheetFile
from modules.definition.model import Definition

MAPS = ("fulford", "hastings", "stamford_bridge")
_LEAST = pt(5)


@pytest.fixture(scope="module")
def game() -> Definition:
    return library.definition("three_battles")


@pytest.fixture(scope="module")
def sheets(game: Definition) -> dict[str, MapSheet]:
    """The sheets of the shipped game, and of one of them as it is laid out without a file."""
    found = {name: map_sheet(TAPESTRY, game, name) for name in game.maps}
    return found | {"automatic": map_sheet(TAPESTRY, replace(game, sheets=()), "fulford")}


@pytest.fixture(scope="module")
def words(sheets: dict[str, MapSheet]) -> dict[str, list[Word]]:
    return {name: list(words_of(sheet.drawing.svg)) for name, sheet in sheets.items()}


@pytest.mark.whole
@pytest.mark.parametrize("name", [*MAPS, "automatic"])
def test_panels_lie_on_the_paper_and_beside_one_another(sheets: dict[str, MapSheet], name: str) -> None:
    sheet = sheets[name]
    paper = Box(0, 0, sheet.drawing.width_mm, sheet.drawing.height_mm)
    for box in sheet.panels.values():
        assert within(box, paper, 0.01)
    for (one, a), (other, b) in combinations(sheet.panels.items(), 2):
        assert not meet(a, b), f"{one} over {other}"
    framed = sheet.frame.box.inset(-BAND)
    assert within(framed, sheet.panels["map"], 0.01)


@pytest.mark.parametrize("name", [*MAPS, "automatic"])
def test_no_words_are_smaller_than_five_points(words: dict[str, list[Word]], name: str) -> None:
    small = {(word.text, round(word.size / pt(1), 2)) for word in words[name] if word.size < _LEAST - 1e-6}
    assert not small
    assert len(words[name]) > 500


@pytest.mark.parametrize("name", [*MAPS, "automatic"])
def test_words_stay_in_their_panel(
    sheets: dict[str, MapSheet], words: dict[str, list[Word]], name: str
) -> None:
    seen: set[str] = set()
    for word in words[name]:
        panel = next((g.removeprefix("panel-") for g in word.groups if g.startswith("panel-")), "")
        if panel:
            seen.add(panel)
            assert within(word.box, sheets[name].panels[panel], -0.3), (panel, word)
    assert seen == {p for p in sheets[name].panels if p != "map"}


@pytest.mark.parametrize("name", MAPS)
def test_columns_end_level(game: Definition, sheets: dict[str, MapSheet], name: str) -> None:
    """Down every line there is a panel, and no gap is wider than the file says."""
    sheet, file = sheets[name], game.printed_sheets[name].file
    assert file is not None
    boxes, x = sheet.panels.values(), file.margin + 1.0
    while x < sheet.drawing.width_mm - file.margin:
        down = sorted((b.y, b.y + b.height) for b in boxes if b.x <= x <= b.x + b.width)
        if not any(0 < x - b.x - b.width < file.gap for b in boxes):
            assert down[0][0] == pytest.approx(file.margin, abs=0.01)
            assert down[-1][1] == pytest.approx(sheet.drawing.height_mm - file.margin, abs=0.01)
            gaps = [below[0] - above[1] for above, below in pairwise(down)]
            assert gaps == pytest.approx([file.gap] * len(gaps), abs=0.01)
        x += 2.0


@pytest.mark.parametrize("name", MAPS)
def test_the_paper_and_the_hexes_are_those_of_the_file(
    game: Definition, sheets: dict[str, MapSheet], name: str
) -> None:
    sheet, file = sheets[name], game.printed_sheets[name].file
    assert file is not None
    assert (sheet.drawing.width_mm, sheet.drawing.height_mm) == pytest.approx(file.paper)
    assert sheet.frame.hex_mm == hex_size(game, name) == file.hex


def test_hastings_is_a_sheet_of_97_by_63_cm(sheets: dict[str, MapSheet]) -> None:
    drawing = sheets["hastings"].drawing
    assert (drawing.width_mm, drawing.height_mm) == pytest.approx((970, 630))


def test_every_counter_that_enters_waits_in_its_box(game: Definition, sheets: dict[str, MapSheet]) -> None:
    for name in MAPS:
        battle, sheet = scenario_of(game, name), sheets[name]
        assert battle is not None
        for number, entry in enumerate(battle.entries, 1):
            panel = f"entries-{entry.side}-{number}"
            for counter in entry.counters:
                x, y = sheet.entering[counter]
                assert within(Box(x, y, 0, 0), sheet.panels[panel], -5)


def test_a_sheet_is_the_same_each_time(game: Definition, sheets: dict[str, MapSheet]) -> None:
    assert map_sheet(TAPESTRY, game, "fulford").drawing == sheets["fulford"].drawing


def test_a_new_game_has_a_sheet_without_a_file(tmp_path: Path) -> None:
    start_game(tmp_path / "mine")
    definition = load(tmp_path / "mine")
    assert not definition.sheets
    sheet = map_sheet(TAPESTRY, definition, "mill")
    for (one, a), (other, b) in combinations(sheet.panels.items(), 2):
        assert not meet(a, b), f"{one} over {other}"
    assert {"title", "map", "terrain", "credits", "turns"} <= set(sheet.panels)


def test_the_guide_to_the_counters_stands_on_a_sheet_that_asks_for_it(game: Definition) -> None:
    file = SheetFile.model_validate({"map": "fulford", "layout": {"across": ("map", {"down": ("guide",)})}})
    sheet = map_sheet(TAPESTRY, replace(game, sheets=(file,)), "fulford")
    assert sum(name.startswith("guide-") for name in sheet.panels) > 1
    for (one, a), (other, b) in combinations(sheet.panels.items(), 2):
        assert not meet(a, b), f"{one} over {other}"


# --- a file whose panels do not fit --------------------------------------------------------------------


def changed(tmp_path: Path, old: str, new: str) -> Path:
    """A copy of the shipped game with one change to the sheet of Hastings."""
    folder = own_copy("three_battles", tmp_path / "game", "*.py")
    file = folder / "sheets" / "hastings.yaml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("hex: 16mm", "hex: 16.8mm", "map"),
        ("{panel: losses, size: 245}", "{panel: losses, size: 690}", "need"),
        ("{panel: morale, size: 76}", "{panel: morale, size: 20}", "panel 'morale', 20.0 mm wide"),
        ("        - options\n", "        - options\n        - numbers\n", "numbers .* but have 620.0 mm"),
    ],
)
def test_what_does_not_fit_is_told_with_its_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    folder = changed(tmp_path, old, new)
    error = layout_error(TAPESTRY, load(folder), "hastings")
    assert error is not None
    (fault,) = faults_of(folder)
    assert (fault.message, fault.place.file) == (str(error), "sheets/hastings.yaml")
    assert fault.place.line > 5
    assert re.search(said, fault.message)


def test_what_fits_has_no_fault(game: Definition) -> None:
    assert [layout_error(TAPESTRY, game, name) for name in game.maps] == [None] * len(game.maps)
