"""The contact sheet of the art: everything is on it, under its name, in all three kinds of file."""

from __future__ import annotations

from pathlib import Path

import pytest
from looks import TAPESTRY
from lxml import etree
from PIL import Image

from generator.maps.look import terrain_looks
from generator.preview.art_sheet import WIDTH, art_sheet, write_art_sheet


@pytest.fixture(scope="module")
def words() -> str:
    root = etree.fromstring(art_sheet(TAPESTRY).svg().encode())
    return " ".join("".join(node.itertext()) for node in root.iter("{*}text"))


def test_every_palette_figure_terrain_and_typeface_is_named(words: str) -> None:
    together = words.replace(" ", "")  # a long name stands in two lines
    wanted = [*TAPESTRY.palette("sides").groups, *terrain_looks(TAPESTRY), *TAPESTRY.palette("map").colours]
    wanted += [*TAPESTRY.figures(), *(str(face) for face in TAPESTRY.fonts.faces)]
    wanted += [name.removesuffix(".yaml") for name in TAPESTRY.names("layouts", ".yaml")]
    wanted += [name.removesuffix(".yaml") for name in TAPESTRY.names("layouts/cards", ".yaml")]
    assert [name for name in wanted if name.replace(" ", "") not in together] == []


def test_contrast_is_told(words: str) -> None:
    assert words.count("ink on ground") == len(TAPESTRY.palette("sides").groups)


@pytest.mark.whole
def test_every_kind_of_file_shows_the_same_sheet(tmp_path: Path) -> None:
    for ending, start in ((".svg", b"<?xml"), (".png", b"\x89PNG"), (".pdf", b"%PDF")):
        file = tmp_path / f"art{ending}"
        width, height = write_art_sheet(TAPESTRY, file)
        first = file.read_bytes()
        write_art_sheet(TAPESTRY, file)
        assert first.startswith(start)
        assert first == file.read_bytes()
    with Image.open(tmp_path / "art.png") as picture:
        assert picture.height / picture.width == pytest.approx(height / WIDTH, rel=0.01)
    assert b"<text" not in (tmp_path / "art.svg").read_bytes(), "viewers lack our fonts"
    assert width == WIDTH
