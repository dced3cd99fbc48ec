"""Fonts: every file is listed, licensed, named as listed and holds what a game needs."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from fontTools.ttLib import TTFont

from generator.art_folder import find_art
from generator.drawing.typeface import CAPS, SANS, SANS_BOLD, TEXT, TEXT_BOLD, TEXT_ITALIC, TITLE, Face

FOLDER = find_art() / "fonts"
LISTED = yaml.safe_load((FOLDER / "fonts.yaml").read_text())["fonts"]
IDS = [f["file"] for f in LISTED]


def test_every_font_file_is_listed_and_every_listed_one_is_there() -> None:
    assert {p.name for p in FOLDER.glob("*.ttf")} == set(IDS)


def test_the_named_faces_are_the_listed_ones() -> None:
    named = {CAPS, SANS, SANS_BOLD, TEXT, TEXT_BOLD, TEXT_ITALIC, TITLE}
    assert named == {Face(f["family"], f["weight"], f["style"]) for f in LISTED}


@pytest.mark.parametrize("entry", LISTED, ids=IDS)
def test_licence_lies_beside(entry: dict[str, str]) -> None:
    text = (FOLDER / entry["licence"]).read_text()
    assert "SIL OPEN FONT LICENSE Version 1.1" in text
    assert "Copyright" in text


@pytest.mark.parametrize("entry", LISTED, ids=IDS)
def test_font_bears_its_own_name(entry: dict[str, str]) -> None:
    names = TTFont(FOLDER / entry["file"])["name"]
    assert names.getDebugName(16) == entry["family"]
    for number in (1, 3, 4, 6, 16):
        words = names.getDebugName(number)
        assert words.startswith("Senlac")
        # A reserved name, or a last word of style that a renderer would strip.
        assert not any(w in words for w in ("Barlow", "Garamond", "Cinzel", "Antiqua"))
    assert entry["family"].split()[-1] not in ("Condensed", "Bold", "Light", "Narrow", "Display")


@pytest.mark.parametrize("entry", LISTED, ids=IDS)
def test_font_holds_names_and_numbers_of_1066(entry: dict[str, str]) -> None:
    cmap = TTFont(FOLDER / entry["file"]).getBestCmap()
    wanted = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 áéíóúðþÆæö½–—’×()+-/.,:;%"
    assert [c for c in wanted if ord(c) not in cmap] == []


@pytest.mark.parametrize("entry", LISTED, ids=IDS)
def test_font_holds_names_of_all_europe(entry: dict[str, str]) -> None:
    """Latin letters of every language; in the text faces, of maps and rules, Greek and Cyrillic ones too."""
    cmap = TTFont(FOLDER / entry["file"]).getBestCmap()
    wanted = "ąćęłńóśźżĄĆĘŁŃŚŹŻ őűŐŰ čďěňřšťůžČĎĚŇŘŠŤŮŽ ăâîĂ đĐ ğışİŞĞ āēīūģķļņ"
    if entry["family"] == "Senlac Text":
        wanted += "ΑΒΓΔΩαβγδωάέήίόύώς АБВЖЩЯабвжщяіїє"
    assert [c for c in wanted if ord(c) not in cmap] == []


def test_fonts_stay_small() -> None:
    assert sum(p.stat().st_size for p in Path(FOLDER).glob("*.ttf")) < 660_000
