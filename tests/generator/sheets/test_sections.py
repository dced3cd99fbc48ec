"""A sheet in sections: each a part of the whole, drawn by a build, printed by a kit on a page of its own."""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from looks import TAPESTRY
from lxml import etree
from PIL import Image

from generator.building.making import make
from generator.building.units import Unit, units_of
from generator.drawing import raster
from generator.kit.make import make_kit
from generator.kit.options import Options
from generator.sheets.hexes import map_sheet
from modules import library
from modules.definition import DefinitionError, load
from modules.definition.model import Definition

INCH = 25.4


@pytest.fixture(scope="module")
def game() -> Definition:
    return library.definition("shield_wall")


def test_two_sections_are_the_upper_and_the_lower_half_of_the_paper(game: Definition) -> None:
    """17 x 22 in, as the box has it (2.1)."""
    sheet = map_sheet(TAPESTRY, game, "hastings")
    assert [(box.x, round(box.y, 2)) for box in sheet.sections] == [(0.0, 0.0), (0.0, 11 * INCH)]
    halves = [sheet.section(number) for number in (1, 2)]
    assert [(round(half.width_mm / INCH), round(half.height_mm / INCH)) for half in halves] == [(17, 11)] * 2
    assert [half.svg.partition("<defs")[2] for half in halves] == [
        sheet.drawing.svg.partition("<defs")[2]
    ] * 2
    seen = [float(etree.fromstring(half.svg.encode()).get("viewBox").split()[1]) for half in halves]
    assert seen == pytest.approx([0.0, 11 * INCH], abs=0.01)


def test_a_build_draws_sections_besides_the_whole(game: Definition) -> None:
    units = list(units_of(game, "maps"))
    assert [unit.name for unit in units] == ["hastings", "section 1 hastings", "section 2 hastings"]
    second = Unit("maps", "section 2 hastings")
    ((_, (picture,)),) = make(TAPESTRY, game, {second: 20.0}, lambda _, made: made, workers=1)
    assert picture.drawing.name == "map-hastings-section-2"
    assert [unit.name for unit in units_of(library.definition("three_battles"), "maps")] == list(
        library.definition("three_battles").maps
    )


@pytest.mark.parametrize("at_once", [10**9, 40_000], ids=["whole", "in strips"])
def test_sections_are_the_pixels_of_the_whole(
    game: Definition, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(raster, "_MOST_AT_ONCE", at_once)
    asked = dict.fromkeys(units_of(game, "maps"), 20.0)
    made = {
        unit.name: found for unit, (found,) in make(TAPESTRY, game, asked, lambda _, made: made, workers=2)
    }
    whole, upper, lower = (Image.open(BytesIO(found.png)) for _, found in sorted(made.items()))
    assert (upper.width, upper.height + lower.height) == whole.size
    both = Image.new("RGBA", whole.size)
    both.paste(upper, (0, 0))
    both.paste(lower, (0, upper.height))
    assert both.tobytes() == whole.tobytes()
    assert [found.pixels for _, found in sorted(made.items())] == [whole.size, upper.size, lower.size]
    second = Unit("maps", "section 2 hastings")
    ((_, (alone,)),) = make(TAPESTRY, game, {second: 20.0}, lambda _, made: made, workers=1)
    assert alone.png == made[second.name].png


def test_a_poster_in_sections_has_a_page_for_each_and_no_strip_to_glue(game: Definition) -> None:
    kit = make_kit(game, Options(only=("maps",), poster=True))
    pages = pypdfium2.PdfDocument(kit.data)
    assert len(pages) == 3
    told = pages[0].get_textpage().get_text_range()
    assert "edge to edge" in told and "glue" not in told


def test_a_sheet_of_no_sections_is_a_fault_with_its_line(tmp_path: Path, game: Definition) -> None:
    folder = tmp_path / "shield_wall"
    shutil.copytree(game.folder, folder)
    file = folder / "sheets" / "hastings.yaml"
    file.write_text(file.read_text().replace("sections: [1, 2]", "sections: [0, 2]"))
    with pytest.raises(DefinitionError, match=r"sheets/hastings\.yaml:6"):
        load(folder, variant_of="shield_wall")
