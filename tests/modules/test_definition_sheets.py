"""Sheet files: lengths with units, cells of one kind, panels that are there, each mistake with its line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from modules import library
from modules.definition import DefinitionError, load
from modules.definition.checks.sheets import cells
from modules.definition.formats.sheets import PANELS, Cell, SheetFile, sheets_of_map
from modules.definition.schema import schemas


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shipped = library.definition("three_battles").folder
    return shutil.copytree(shipped, tmp_path / "game", ignore=shutil.ignore_patterns("*.py", "__pycache__"))


def change(folder: Path, old: str, new: str) -> tuple[Path, int]:
    """The sheet of Hastings with a change, and the line that it begins on."""
    file = folder / "sheets" / "hastings.yaml"
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")
    return file, text[: text.index(old)].count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("        - crt\n", "        - crtt\n", "found 'crtt': expected 'map', 'title'"),
        ("        - crt\n", "        - title\n", "the panel 'title' is already on the sheet"),
        ("{panel: setup, side: saxon}", "{panel: setup, side: viking_}", "found 'viking_': expected one of"),
        ("{panel: setup, side: saxon}", "{panel: setup}", "the panel 'setup' is already on the sheet"),
        ("{panel: morale, size: 76}", "{panel: morale, side: saxon}", "'morale' belongs to no side"),
        ("{panel: morale, size: 76}", "{panel: morale, size: 76pt}", "a length such as 14, 14.5mm or 34in"),
        ("{panel: morale, size: 76}", "{size: 76}", "expected one of `panel`, `across` and `down`"),
        ("{panel: morale, size: 76}", "{panel: morale, wide: 76}", "unknown key `wide`"),
        ("[970mm, 630mm]", "[34in, 400in]", "expected at most 3000 mm"),
        ("[970mm, 630mm]", "big", "expected"),
        ("map: hastings\n", "map: hasting\n", "found 'hasting': expected one of"),
        ("hex: 16mm\n", "hex: 16mm\nscenario: fulford\n", "found 'fulford': expected one of hastings"),
    ],
)
def test_a_mistake_is_told_with_its_line(folder: Path, old: str, new: str, said: str) -> None:
    _, line = change(folder, old, new)
    with pytest.raises(DefinitionError) as error:
        load(folder, variant_of="three_battles")
    told = [fault for fault in error.value.faults if fault.place.file == "sheets/hastings.yaml"]
    assert any(said in fault.message for fault in told), [str(fault) for fault in told]
    assert min(abs(fault.place.line - line) for fault in told) <= 1


def test_a_sheet_without_its_map_is_a_mistake(folder: Path) -> None:
    change(folder, "        - map\n", "        - scale\n")
    with pytest.raises(DefinitionError, match="the map is not on the sheet"):
        load(folder, variant_of="three_battles")


def test_no_sheet_has_two_files(folder: Path) -> None:
    shutil.copy(folder / "sheets" / "hastings.yaml", folder / "sheets" / "again.yaml")
    with pytest.raises(DefinitionError, match="the sheet of 'hastings' is already in"):
        load(folder, variant_of="three_battles")


def sheet(**values: object) -> SheetFile:
    return SheetFile.model_validate({"map": "here", **values})


@pytest.mark.parametrize(
    ("scenarios", "files", "wanted"),
    [
        ((), [], {"here": None}),
        (("one",), [], {"here": "one"}),
        (("one", "two"), [], {"here-one": "one", "here-two": "two"}),
        (("one", "two"), [sheet()], {"here": "one"}),
        (("one", "two"), [sheet(scenario="two")], {"here": "two"}),
        (("one", "two"), [sheet(scenario="two"), sheet()], {"here-one": "one", "here-two": "two"}),
    ],
)
def test_scenarios_on_one_map_have_sheets_of_their_own(
    scenarios: tuple[str, ...], files: list[SheetFile], wanted: dict[str, str | None]
) -> None:
    assert {each.name: each.scenario for each in sheets_of_map("here", scenarios, files)} == wanted


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("rear2", "found 'rear2': expected one of fulford, hastings, stamford_bridge"),
        ("hastings", "a sheet cannot be its own back"),
        ("fulford", "both sides are one paper: found 970 x 630 and 609.6 x 457.2 mm"),
    ],
)
def test_a_back_is_another_sheet_of_the_same_size(folder: Path, name: str, said: str) -> None:
    change(folder, "map: hastings\n", f"map: hastings\nback: {name}\n")
    with pytest.raises(DefinitionError) as error:
        load(folder, variant_of="three_battles")
    assert [str(fault) for fault in error.value.faults if said in fault.message]


def test_a_paper_has_two_sides_of_as_many_sections(folder: Path) -> None:
    for first, second in (("stamford_bridge", "fulford"), ("fulford", "hastings")):
        file = folder / "sheets" / f"{first}.yaml"
        text = file.read_text(encoding="utf-8").replace(
            f"map: {first}\n", f"map: {first}\nback: {second}\nsections: [1, 2]\n"
        )
        file.write_text(text, encoding="utf-8")
    with pytest.raises(DefinitionError) as error:
        load(folder, variant_of="three_battles")
    told = " ".join(fault.message for fault in error.value.faults)
    assert "'fulford' has a back of its own: a paper has two sides" in told
    assert "both sides are printed in the same sections" in told


@pytest.mark.parametrize(
    ("written", "mm"), [("14", 14.0), (14, 14.0), ("14.5mm", 14.5), ("1in", 25.4), ("2 cm", 20.0)]
)
def test_lengths_are_in_mm(written: object, mm: float) -> None:
    sheet = SheetFile.model_validate({"map": "here", "layout": {"down": ("map",)}, "hex": written})
    assert sheet.hex == pytest.approx(mm)


def test_a_name_alone_is_a_cell() -> None:
    cell = Cell.model_validate({"down": ("map", {"panel": "crt"})})
    assert [each.panel for each in cell.cells] == ["map", "crt"]


def test_the_shipped_sheets_hold_every_map(folder: Path) -> None:
    game = library.definition("three_battles")
    assert {sheet.map for sheet in game.sheets} == set(game.maps) == set(game.printed_sheets)
    for sheet in game.sheets:
        assert {cell.panel for _, cell in cells(sheet) if cell.panel} <= set(PANELS)


def test_sheets_have_a_schema() -> None:
    text = schemas()["sheets.schema.json"]
    assert "eliminated" in text
    assert "paper" in text
